"""A car in each ruleset: its design, whether that is legal now, and its sheet. Rules DM-M-010, DM-M-036."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from franchises.queries.franchise import FranchiseCar, car_in_rulesets
from league.pages.ruleset_tables import RenderedTable, render_table
from rules.campaign.core import state
from rules.campaign.core.switches import REPORTED_BY_PEOPLE, RULESET_SWITCH
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
