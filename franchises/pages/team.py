"""The first page of a franchise: roster, garage with fitted items, sponsors and staff."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.driver_sheet import (
    AVAILABILITY_DETAILS,
    LevelBar,
    Term,
    TraitLine,
    fatigue_words,
    level_bar,
    quirk_terms,
    talent_terms,
    trait_lines,
)
from explain.items_and_sponsors import SPONSOR_EFFECTS
from franchises.pages.base_context import FranchisePage, FranchisePageRequest, load_franchise_page
from franchises.pages.designs import CarDesigns, designs_of, rulesets_entered
from franchises.pages.items import ItemLine, item_line
from franchises.pages.rival_cars import HIDDEN_FIELD_WORDS, car_sights, is_hidden_item
from franchises.queries.duel_rivals import hidden_car_fields
from franchises.queries.franchise import FranchiseCar, holdings, roster, stores
from rules.campaign.core import state
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.garage.rival_view import hides_designs
from rules.campaign.money.overhead import SIZE_BY_STAFF_RATING, size_from_counts
from rules.campaign.money.prices import STAFF_K
from rules.campaign.people.medical_devices import CURES
from rules.campaign.people.staff import BEST_RATING
from rules.campaign.people.veterans import rehire_fee
from rules.campaign.season_end.staff_retention import keep_fee
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import in_k
from rules.match.duel_terms import CAR_FIELDS

CONTRACT_ORIGINS = {"rookie": "rookie", "veteran": "veteran", "draft": "drafted", "trade": "by a trade"}
DRAFT_OPENS_INDEX = SEASON_STEPS.index("E6")
"""The first step at which everybody sees who is protected: it is sealed until the draft opens (DM-C-161)."""
GEARING_NOTES = {-1: "gear-set −1", 1: "gear-set +1"}


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A driver of the roster; `contract` is its origin and fee in words, `mark` says whether they are protected."""

    id: str
    name: str
    href: str
    level: int
    traits: tuple[TraitLine, ...]
    bar: LevelBar
    talents: tuple[Term, ...]
    quirks: tuple[Term, ...]
    fatigue: str
    fatigue_said: str
    availability: str
    availability_kind: str
    availability_why: str
    contract: str
    mark: str
    retiring: bool
    signed: bool
    trait_choices: int
    may_be_cured: bool


@dataclass(frozen=True, slots=True)
class GarageLine:
    """A car of the garage with its items; `state` has words about its condition, each with a severity."""

    id: str
    name: str
    about: str
    paid: int
    href: str
    state: tuple[tuple[str, str], ...]
    destroyed: bool
    fitted: tuple[ItemLine, ...]
    designs: CarDesigns
    sights: tuple[str, ...] = ()
    """What is in sight of a car whose designs are hidden (CW-Q-013)."""


@dataclass(frozen=True, slots=True)
class SponsorLine:
    """A kind of sponsor with its income after each match and its effect."""

    name: str
    income: str
    effect: str
    rule: str


@dataclass(frozen=True, slots=True)
class Staff:
    """The staff: rating, prices in credits, and news in words (DM-C-064, DM-C-160)."""

    rating: int
    each_season: int
    keep: int
    news: str


def team_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of a franchise's first page; None if the franchise is not in that season.

    It includes the limits of drivers, cars and sponsors (DM-C-060, DM-C-065, DM-C-069). Owners who meet the franchise
    in a duel do not see everything of its cars (CW-Q-013).
    """
    page = load_franchise_page(page_request, "")
    if page is None:
        return None
    row, house = page.row, page.house
    franchise_holdings = holdings(row.pk)
    contracts = list(roster(row.pk))
    on_car: dict[str, list[ItemLine]] = {}
    hidden = hidden_car_fields(row, row.season, page_request.viewer)
    all_items = list(stores(row.pk))
    items = [item for item in all_items if not is_hidden_item(item, hidden)]
    kinds = _kinds_on(all_items)
    entered_rulesets = rulesets_entered(house, franchise_holdings.played)
    designed = bool(entered_rulesets) or any(car.designs for car in franchise_holdings.garage)
    designed = designed and not hides_designs(hidden)
    for item in items:
        if car := item.car_id or getattr(item.weapon, "car_id", None):
            on_car.setdefault(links.short_id(car), []).append(item_line(item, house=house))
    cures = {quirk for item in items for quirk in CURES.get(item.kind, ())}
    lines = [_driver(contract, page, cures) for contract in contracts]
    signed = [line for line in lines if line.signed]
    return {
        **page.context,
        "roster": signed,
        "anybody_tired": any(line.fatigue for line in signed),
        "reserved": [line for line in lines if not line.signed],
        "roster_max": house.number_setting("roster.max"),
        "garage": [
            _car(
                car,
                on_car.get(car.id, ()),
                page,
                designs_of(car, kinds.get(car.id, ()), by=entered_rulesets, house=house)
                if designed
                else CarDesigns(),
                [
                    f"{field}: {words}"
                    for field, words in car_sights(car, all_items, hidden=hidden, house=house).items()
                ],
            )
            for car in franchise_holdings.garage
        ],
        "hidden_fields": [HIDDEN_FIELD_WORDS[field] for field in CAR_FIELDS if field in hidden],
        "garage_min": house.number_setting("garage.min"),
        "garage_max": house.number_setting("garage.max"),
        "sponsors": [sponsor_line(kind) for kind in franchise_holdings.sponsors],
        "sponsors_max": house.number_setting("sponsors.max"),
        "waiting": [SPONSOR_KINDS[kind].name for kind in row.waiting_sponsors],
        "staff": _staff(page),
        "size": _size(row, drivers=len(signed), cars=franchise_holdings.garage),
        "size_sum": _size_words(row, drivers=len(signed), cars=franchise_holdings.garage),
        "draft_href": links.draft_url(row.season_id),
        "at_contracts": house.step == "E5",
        "sponsors_drawn": SEASON_STEPS.index(house.step) > SEASON_STEPS.index("E7"),
        "at_end": SEASON_STEPS.index(house.step) > DRAFT_OPENS_INDEX,
    }


def sponsor_line(kind: str) -> SponsorLine:
    """A kind of sponsor with its income and effect."""
    row = SPONSOR_KINDS[kind]
    return SponsorLine(row.name, f"{row.dice}d6 × {row.each_k}k", SPONSOR_EFFECTS[kind], row.rule)


def _driver(contract: Any, page: FranchisePage, cures: set[str]) -> RosterLine:
    sheet = contract.sheet
    words, kind, why = AVAILABILITY_DETAILS[sheet.availability]
    return RosterLine(
        id=links.short_id(sheet.pk),
        name=sheet.person.name,
        href=links.object_url(sheet),
        level=sheet.level,
        traits=tuple(trait_lines(sheet, house=page.house)),
        bar=level_bar(xp=sheet.xp, level=sheet.level),
        talents=tuple(talent_terms(sheet.talents)),
        quirks=tuple(quirk_terms(sheet.quirks)),
        fatigue=fatigue_words(sheet.fatigue),
        fatigue_said=f"Fatigue {len(sheet.fatigue)}",
        availability=words,
        availability_kind=kind,
        availability_why=why,
        contract=_contract_words(contract, page.house, level=sheet.level),
        mark=_mark(contract, page),
        retiring=sheet.retiring,
        signed=contract.phase == "signed",
        trait_choices=sheet.trait_choices,
        may_be_cured=not cures.isdisjoint(sheet.quirks),
    )


def _contract_words(contract: Any, house: state.Season, *, level: int) -> str:
    if contract.phase == "reserved":
        campaign_contract = state.Contract(
            id="", franchise="", fee=contract.fee, origin=contract.origin, phase=contract.phase
        )
        fee = in_k(rehire_fee(house, campaign_contract, level=level))
        return f"drafted, {fee} to hire" if contract.origin == "draft" else f"{fee} to hire again"
    return f"{CONTRACT_ORIGINS[contract.origin]}, {in_k(contract.fee)}"


def _mark(contract: Any, page: FranchisePage) -> str:
    """That the driver is protected from the draft. Before the draft opens, only their owner sees it."""
    if not contract.protected:
        return ""
    if SEASON_STEPS.index(page.house.step) >= DRAFT_OPENS_INDEX:
        return "protected"
    return "protected, sealed until the draft" if page.own else ""


def _car(
    car: FranchiseCar, fitted: Sequence[ItemLine], page: FranchisePage, designs: CarDesigns, sights: Sequence[str]
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
        href=f"{links.journal_url(page.row.season_id)}?subject={car.id}",
        state=tuple(condition) or (("ready", "good"),),
        destroyed=car.destroyed,
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


def _staff(page: FranchisePage) -> Staff:
    row = page.row
    news = ""
    if row.staff_held:
        news = f"Rating {row.staff_held} was kept, and its hire-on price is still to be paid."
    elif page.house.step == "E4" and row.staff_rating > 1:
        news = "Decided for the next season." if row.staff_decided else "Its owner keeps it or lets it go now."
    keep_price = keep_fee(page.house, rating=row.staff_rating) if row.staff_rating > 1 else 0
    return Staff(row.staff_rating, STAFF_K[row.staff_rating] * 1000, keep_price, news)


def _size(row: Any, *, drivers: int, cars: Sequence[FranchiseCar]) -> int:
    """The franchise's current size, as overhead counts it (DM-C-099)."""
    return size_from_counts(
        drivers=drivers,
        cars=len(cars),
        overhead_cars=sum(car.overhead for car in cars),
        staff_rating=row.staff_rating,
    )


def _size_words(row: Any, *, drivers: int, cars: Sequence[FranchiseCar]) -> str:
    overhead = sum(car.overhead for car in cars)
    best = (
        f", rating {BEST_RATING} would add {SIZE_BY_STAFF_RATING[BEST_RATING]}"
        if row.staff_rating < BEST_RATING
        else ""
    )
    return (
        f"{drivers} drivers, {len(cars)} cars, overhead cars once more {overhead}, "
        f"staff {SIZE_BY_STAFF_RATING[row.staff_rating]}{best} (DM-C-099)."
    )
