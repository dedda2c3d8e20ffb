"""The garage of a franchise: its cars with their items and designs, and the page of one of them.

Rules DM-M-010, DM-M-036.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from franchises.pages.base_context import FranchisePage, FranchisePageRequest, load_franchise_page, tab_url
from franchises.pages.items import ItemLine, item_line
from franchises.pages.rival_cars import HIDDEN_FIELD_WORDS, car_sights, is_hidden_item
from franchises.queries.franchise import FranchiseCar, Holdings, car_in_rulesets, holdings, stores
from franchises.queries.rivals import hidden_car_fields
from league.models import NameChange
from league.pages.base_context import Breadcrumb
from league.pages.names import formerly
from league.pages.ruleset_tables import RenderedTable, render_table
from rules.campaign.core import state
from rules.campaign.core.switches import REPORTED_BY_PEOPLE, RULESET_SWITCH
from rules.campaign.garage.rival_view import hides_designs, is_hidden_on_car
from rules.campaign.garage.silhouettes import model_of
from rules.match.drawing.car_silhouettes import CarModel
from rules.match.duels.terms import CAR_FIELDS
from rules.match.registry import get_ruleset
from rules.match.ruleset import in_words


@dataclass(frozen=True, slots=True)
class DesignSheet:
    """The sheet of a design: the ruleset's title, whether it is the car's `own` or a stock design, and its tables."""

    title: str
    own: bool
    tables: tuple[RenderedTable, ...]


@dataclass(frozen=True, slots=True)
class CarDesigns:
    """A car's designs: `said` names the rulesets of its own and stock designs, `illegal` those whose design is not
    legal now, with the reason.
    """

    said: str = ""
    illegal: tuple[tuple[str, str], ...] = ()
    sheets: tuple[DesignSheet, ...] = ()


def rulesets_entered(house: state.Season, played: Collection[str]) -> frozenset[str]:
    """The rulesets of a season's matches: its usual one, and those in `played` from its announced matches."""
    return frozenset((str(house.setting(RULESET_SWITCH)), *played)) - {REPORTED_BY_PEOPLE}


def designs_of(
    car: FranchiseCar, kinds: Sequence[str], *, by: Collection[str] | None, house: state.Season
) -> CarDesigns:
    """The designs of a car that carries items of these kinds (DM-M-010, DM-M-036).

    There is a sheet for each design of its own, and for the stock design in every other ruleset in `by`; there are no
    sheets if `by` is None.
    """
    builds = car_in_rulesets(car, house.switches)
    own = ", ".join(build.title for build in builds if build.own)
    stock = ", ".join(build.title for build in builds if not build.own)
    texts = [f"own design in {own}"] if own else []
    texts += [f"stock in {stock}"] if stock else []
    return CarDesigns(
        said="; ".join(texts),
        illegal=tuple((f"illegal in {build.title}", in_words(build.faults)) for build in builds if build.faults),
        sheets=tuple(
            sheet
            for build in builds
            if by is not None
            and (build.own or build.ruleset in by)
            and (sheet := _sheet(car, kinds, ruleset=build.ruleset, house=house)).tables
        ),
    )


def _sheet(car: FranchiseCar, kinds: Sequence[str], *, ruleset: str, house: state.Season) -> DesignSheet:
    """The sheet of the car's own design for a ruleset, or of its stock design with the items it carries."""
    match_system = get_ruleset(ruleset)
    own = ruleset in car.designs
    design = (
        car.designs[ruleset]
        if own
        else match_system.stock_design(
            dp=car.dp,
            gunner_station=car.gunner_station,
            gearing=car.gearing,
            kinds=kinds,
            switches=house.switches,
        )
    )
    tables = match_system.car_sheet(design, dp=car.dp, switches=house.switches)
    return DesignSheet(
        title=match_system.title,
        own=own,
        tables=tuple(render_table(table, of=f"{car.name} {car.id} in {match_system.title}") for table in tables),
    )


GEARING_NOTES = {-1: "gear-set −1", 1: "gear-set +1"}


@dataclass(frozen=True, slots=True)
class GarageLine:
    """A car of the garage with its items; `state` has words about its condition, each with a severity.

    `href` is its own page, with the sheets of its designs.
    """

    id: str
    name: str
    about: str
    paid: int
    href: str
    journal_href: str
    state: tuple[tuple[str, str], ...]
    destroyed: bool
    model: CarModel
    fitted: tuple[ItemLine, ...]
    designs: CarDesigns
    sights: tuple[str, ...] = ()
    """What is in sight of a car whose designs are hidden (CW-Q-013)."""


@dataclass(frozen=True, slots=True)
class Garage:
    """The cars of a garage, what of them is hidden from the viewer, in words, and the items the viewer may see."""

    lines: tuple[GarageLine, ...]
    hidden_fields: tuple[str, ...]
    visible_items: tuple[Any, ...]


def garage_of(
    page: FranchisePage,
    page_request: FranchisePageRequest,
    franchise_holdings: Holdings,
    all_items: Sequence[Any],
    *,
    car: str = "",
) -> Garage:
    """The garage as the viewer may see it; for one `car`, by its id, that one alone, with the sheets of its designs.

    Owners who meet the franchise in a duel do not see everything of its cars (CW-Q-013).
    """
    row, house = page.row, page.house
    hidden = hidden_car_fields(row, row.season, page_request.viewer)
    items = tuple(item for item in all_items if not is_hidden_item(item, hidden))
    on_car: dict[str, list[ItemLine]] = {}
    for item in items:
        if carrier := item.car_id or getattr(item.weapon, "car_id", None):
            on_car.setdefault(links.short_id(carrier), []).append(item_line(item, house=house))
    kinds = _kinds_on(all_items)
    entered_rulesets = rulesets_entered(house, franchise_holdings.played)
    designed = bool(entered_rulesets) or any(it.designs for it in franchise_holdings.garage)
    designed = designed and not hides_designs(hidden)
    lines = tuple(
        _car(
            it,
            on_car.get(it.id, ()),
            page,
            designs=designs_of(it, kinds.get(it.id, ()), by=entered_rulesets if car else None, house=house)
            if designed
            else CarDesigns(),
            sights=[
                f"{field}: {words}" for field, words in car_sights(it, all_items, hidden=hidden, house=house).items()
            ],
            kinds=[kind for kind in kinds.get(it.id, ()) if not is_hidden_on_car(kind, hidden)],
            href=tab_url(page_request, car=it.id),
        )
        for it in franchise_holdings.garage
        if it.id == car or not car
    )
    return Garage(lines, tuple(HIDDEN_FIELD_WORDS[field] for field in CAR_FIELDS if field in hidden), items)


def car_page(page_request: FranchisePageRequest, car: str) -> dict[str, Any] | None:
    """The context of a car's page, by its id; None if the franchise has no such car in its garage."""
    page = load_franchise_page(page_request, "")
    if page is None:
        return None
    garage = garage_of(page, page_request, holdings(page.row.pk), list(stores(page.row.pk)), car=car)
    if not garage.lines:
        return None
    (line,) = garage.lines
    crumbs = page.context["crumbs"]
    return {
        **page.context,
        "crumbs": [*crumbs[:-1], Breadcrumb(crumbs[-1].name, tab_url(page_request)), Breadcrumb(line.name)],
        "car": line,
        "car_names_href": links.names_url(page_request.league.pk, NameChange.Kind.CAR, car),
        "car_formerly": formerly(page_request.league, NameChange.Kind.CAR, car, present=line.name),
        "formerly": None,
        "hidden_fields": garage.hidden_fields,
    }


def _car(
    car: FranchiseCar,
    fitted: Sequence[ItemLine],
    page: FranchisePage,
    *,
    designs: CarDesigns,
    sights: Sequence[str],
    kinds: Sequence[str],
    href: str,
) -> GarageLine:
    about = [f"{car.dp} DP"]
    about += ["overhead car"] if car.overhead else []
    about += ["gunner station"] if car.gunner_station else []
    about += [GEARING_NOTES[car.gearing]] if car.gearing else []
    condition = [("destroyed", "bad")] if car.destroyed else []
    if car.criticals:
        condition.append((f"{car.criticals} critical{'' if car.criticals == 1 else 's'}", "warn"))
    if car.broken:
        condition.append(("broken down before this match", "bad"))
    return GarageLine(
        id=car.id,
        name=car.name or car.id,
        about=", ".join(about),
        paid=car.paid,
        href=href,
        journal_href=f"{links.journal_url(page.row.season_id)}?subject={car.id}",
        state=tuple(condition) or (("ready", "good"),),
        destroyed=car.destroyed,
        model=model_of(overhead=car.overhead, gunner_station=car.gunner_station, kinds=kinds),
        fitted=tuple(fitted),
        designs=designs,
        sights=tuple(sights),
    )


def _kinds_on(items: Iterable[Any]) -> dict[str, list[str]]:
    """The kinds of the items on each car, by car id, without those fixed to its weapons.

    Stock designs are made from them (DM-M-010).
    """
    kinds_by_car: dict[str, list[str]] = {}
    for item in sorted(items, key=lambda item: str(item.pk)):
        if item.car_id:
            kinds_by_car.setdefault(links.short_id(item.car_id), []).append(item.kind)
    return kinds_by_car
