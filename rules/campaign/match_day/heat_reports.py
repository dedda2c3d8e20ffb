"""Matches reported heat by heat: checking the report of one heat, and combining heats into one report.

A heat's report names every team, driver and car, as a report of the match does, with the points and figures of that
heat alone. A driver's `heats` holds just that heat or nothing. Rules DM-C-090, DM-C-091, DM-M-038.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.campaign.core.state import Match, Season
from rules.campaign.match_day.reports import (
    DRIVER_FIGURES,
    CarMissing,
    DriverMissing,
    HeatsImpossible,
    SubstituteHeatImpossible,
    entrants,
    non_team_errors,
    team_errors,
)
from rules.core.refusals import Refusal
from rules.match.report import CarReport, DriverReport, Report, Source, TeamReport


class HeatUnknown(Refusal):
    """The report is of a heat that the match does not have."""


class HeatOutOfTurn(Refusal):
    """An earlier heat has not been reported, and heats are reported in their order."""


def heat_errors(season: Season, match: Match, heats: Mapping[int, Report], heat: int) -> Iterator[Refusal]:
    """Every error in the report of one heat, each with a pointer into it; `heats` has the reports so far."""
    if not 1 <= heat <= match.heats:
        known_heats = "one heat, 1" if match.heats == 1 else f"heats 1 to {match.heats}"
        yield HeatUnknown(f"{match.id} has {known_heats}: {heat} is none of them, so correct its number.")
        return
    if any(before not in heats for before in range(1, heat)):
        missing = next(before for before in range(1, heat) if before not in heats)
        yield HeatOutOfTurn(f"Heat {missing} of {match.id} is not reported yet: report it before heat {heat}.")
        return
    own_errors = [*team_errors(season, match, heats[heat]), *_single_heat_errors(heats[heat], heat)]
    yield from own_errors
    if own_errors:
        return
    yield from _omission_errors(season, match, heats, heat)
    yield from non_team_errors(season, match, combine_heats(heats, first=heat))


def combine_heats(heats: Mapping[int, Report], *, first: int = 0) -> Report:  # no mutant: heats count from 1
    """Combine heats into one report. The lines of heat `first` lead in its order, so pointers into it stay valid."""
    numbers = sorted(heats)
    order = sorted(numbers, key=lambda number: (number != first, number))
    points: dict[str, int] = {}
    for number in order:
        for team in heats[number].teams:
            points[team.franchise] = points.get(team.franchise, 0) + team.points
    return Report(
        teams=[
            TeamReport(franchise=team, points=scored, rank=1 + sum(other > scored for other in points.values()))
            for team, scored in points.items()
        ],
        drivers=_merge_lines(
            [heats[number].drivers for number in order], lambda line: line.driver, _merge_driver_reports
        ),
        cars=_merge_cars(heats, order),
        substitutes=[substitute for number in order for substitute in heats[number].substitutes],
        source=next(
            (heats[number].source for number in reversed(numbers) if heats[number].source != Source()), Source()
        ),
    )


def _single_heat_errors(part: Report, heat: int) -> Iterator[Refusal]:
    for place, claim in enumerate(part.drivers):
        if claim.heats not in ([], [heat]):
            named = " and ".join(map(str, claim.heats[:9]))
            yield HeatsImpossible(
                f"{claim.driver[:80]} is reported in heat {named}, in a report of heat {heat} alone: give [{heat}] "
                "where they ran in it, and [] where they did not."
            ).at("drivers", place, "heats")
    for place, sent in enumerate(part.substitutes):
        if sent.from_heat != heat:
            yield SubstituteHeatImpossible(
                f"{sent.driver[:80]} is sent in from heat {sent.from_heat}, in a report of heat {heat}: report "
                "them in the heat they came in."
            ).at("substitutes", place, "from_heat")


def _omission_errors(season: Season, match: Match, heats: Mapping[int, Report], heat: int) -> Iterator[Refusal]:
    """Drivers and cars that other heats name and this one does not. What no heat names is missing from the whole."""
    part, so_far = heats[heat], combine_heats({number: report for number, report in heats.items() if number <= heat})
    entered, combined = entrants(season, match, so_far), combine_heats(heats)
    drivers, cars = {claim.driver for claim in part.drivers}, {claim.car for claim in part.cars}
    for driver in sorted(entered.drivers):
        if driver not in drivers and any(claim.driver == driver for claim in combined.drivers):
            yield DriverMissing(
                f"{driver} was lined up or sent in and is not reported: report them, even without heats."
            ).at("drivers")
    for car in sorted(entered.cars):
        if car not in cars and any(claim.car == car for claim in combined.cars):
            yield CarMissing(f"{car} was lined up and is not reported: report it, without damage if it had none.").at(
                "cars"
            )


def _merge_lines(
    lists: Iterable[Sequence[Any]], name: Callable[[Any], str], add: Callable[[Any, Any], Any]
) -> list[Any]:
    """Add up lines with the same name. A name that one list repeats stays repeated, so that checks find it."""
    merged: list[Any] = []
    for lines in lists:
        known = {name(earlier): index for index, earlier in reversed(list(enumerate(merged)))}
        for line in lines:
            if name(line) in known:
                index = known.pop(name(line))
                merged[index] = add(merged[index], line)
            else:
                merged.append(line)
    return merged


def _merge_driver_reports(first: DriverReport, second: DriverReport) -> DriverReport:
    figures = {name: getattr(first, name) + getattr(second, name) for name in DRIVER_FIGURES}
    return replace(
        first,
        heats=sorted({*first.heats, *second.heats}),
        out=first.out or second.out,
        dead=first.dead or second.dead,
        **figures,
    )


def _merge_cars(heats: Mapping[int, Report], order: Sequence[int]) -> list[CarReport]:
    """The cars as the heats left them when run by number; the lines are in the given order of heats."""
    merged: dict[str, CarReport] = {}
    for number in sorted(heats):
        for car in heats[number].cars:
            merged[car.car] = _merge_car_reports(merged[car.car], car) if car.car in merged else car
    ordered = _merge_lines([heats[number].cars for number in order], lambda line: line.car, lambda first, _: first)
    return [merged[line.car] for line in ordered]


def _merge_car_reports(before: CarReport, after: CarReport) -> CarReport:
    fitted, stowed = list(before.fitted), list(before.stowed)
    for added, undone, ids in ((fitted, stowed, after.fitted), (stowed, fitted, after.stowed)):
        for id in ids:
            if id in undone:
                undone.remove(id)
            elif id not in added:
                added.append(id)
    return replace(
        after,
        destroyed=before.destroyed or after.destroyed,
        devices_lost=list(dict.fromkeys((*before.devices_lost, *after.devices_lost))),
        expendables_used=list(dict.fromkeys((*before.expendables_used, *after.expendables_used))),
        ammunition={**before.ammunition, **after.ammunition},
        fitted=fitted,
        stowed=stowed,
    )
