"""What each car of a garage is in the match systems there are: of which design, whether that is legal now, and its
sheet. Rules DM-M-010, DM-M-036.
"""

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
    """The sheet of a design: whose rules it is by, whether it is the car's `own` or a stock one, and its tables."""

    title: str
    own: bool
    tables: tuple[RenderedTable, ...]


@dataclass(frozen=True, slots=True)
class CarDesigns:
    """What there is to say of a car's designs: `said` in which match systems it has its own, `illegal` in which that
    is not legal now, with why, and the sheets of those that can be shown.
    """

    said: str = ""
    illegal: tuple[tuple[str, str], ...] = ()
    sheets: tuple[DesignSheet, ...] = ()


def rulesets_entered(house: state.Season, played: Collection[str]) -> frozenset[str]:
    """The rulesets that cars of a season enter matches of: its usual one, and those its rounds have `played`."""
    return frozenset((str(house.setting(RULESET_SWITCH)), *played)) - {REPORTED_BY_PEOPLE}


def designs_of(car: FranchiseCar, kinds: Sequence[str], *, by: Collection[str], house: state.Season) -> CarDesigns:
    """What a car is that carries items of those kinds, by id (DM-M-010, DM-M-036).

    It has a sheet of each design of its own, and of the stock one for every other ruleset its season goes `by`.
    """
    found = car_in_rulesets(car, house.switches)
    own = ", ".join(build.title for build in found if build.own)
    stock = ", ".join(build.title for build in found if not build.own)
    texts = [f"own design in {own}"] if own else []
    texts += [f"stock in {stock}"] if stock else []
    return CarDesigns(
        said="; ".join(texts),
        illegal=tuple((f"illegal in {build.title}", in_words(build.faults)) for build in found if build.faults),
        sheets=tuple(
            sheet
            for build in found
            if (build.own or build.ruleset in by)
            and (sheet := _sheet(car, kinds, ruleset=build.ruleset, house=house)).tables
        ),
    )


def _sheet(car: FranchiseCar, kinds: Sequence[str], *, ruleset: str, house: state.Season) -> DesignSheet:
    """The sheet of its own design for a ruleset, or of the stock one it enters with, made round what it carries."""
    by = get_ruleset(ruleset)
    own = ruleset in car.designs
    design = (
        car.designs[ruleset]
        if own
        else by.stock_design(
            dp=car.dp,
            gunner_station=car.gunner_station,
            gearing=car.gearing,
            kinds=kinds,
            switches=house.switches,
        )
    )
    tables = by.car_sheet(design, dp=car.dp, switches=house.switches)
    return DesignSheet(
        title=by.title,
        own=own,
        tables=tuple(render_table(table, of=f"{car.name} {car.id} in {by.title}") for table in tables),
    )
