"""Skirmishes as fixtures: the errors of one, and proposals for rounds without a plan. Rules CC-010, CC-015, CC-070,
CC-090.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.carcult.ground.table import MOST_TEAMS, TEAM_CARS, table_names
from rules.carcult.ground.table_document_errors import table_document_errors
from rules.carcult.match.scenario import scenario_errors
from rules.match.ruleset import ErrorDetail, Fixture

EVENT = "last_cult"
"""The only event of this book (CC-090)."""
MOST_CARS = 12
"""The most cars on a table."""
LEAST_TEAMS = 2
SCORING = "as_reported"
SETTING_FIELDS = frozenset({"table", "bonus", "starting_speed"})
"""The fields of a skirmish's setting: its table, by name or written out, and what its scenario says about speed
tokens (CC-015, CC-030).
"""


def fixture_errors(fixture: Fixture) -> list[ErrorDetail]:
    """Every error of a skirmish as it is announced: event, surface, heats, teams, cars and setting."""
    return [*_event(fixture), *_sizes(fixture), *_setting(fixture.setting)]


def propose_fixture(*, number: int, teams: int, vehicles_per_team: int) -> Fixture:
    """Propose the skirmish of a round without a plan: each table in turn, with as many cars as there is room for."""
    names = table_names()
    room = MOST_CARS // teams if teams else MOST_CARS
    return Fixture(
        event=EVENT,
        heats=1,
        teams=teams,
        vehicles_per_team=max(1, min(vehicles_per_team, TEAM_CARS, room)),
        scoring=SCORING,
        setting={"table": names[(number - 1) % len(names)]},
    )


def _event(fixture: Fixture) -> Iterator[ErrorDetail]:
    if fixture.event != EVENT:
        yield _fault("unknown_event", f"There is no event {fixture.event[:60]!r} in Car Cult: announce {EVENT}.")
    if fixture.surface:
        yield _fault("other_surface", "A table has no surface of its own to announce: leave it out.")
    if fixture.heats != 1:
        yield _fault("bad_heats", f"A skirmish is one heat, not {fixture.heats}: announce 1.")


def _sizes(fixture: Fixture) -> Iterator[ErrorDetail]:
    if fixture.teams < LEAST_TEAMS:
        yield _fault("too_few_teams", f"A skirmish needs {LEAST_TEAMS} teams: announce more.")
    if fixture.teams > MOST_TEAMS:
        yield _fault("too_many_teams", f"A table takes {MOST_TEAMS} teams, not {fixture.teams}: announce fewer.")
    if fixture.vehicles_per_team > TEAM_CARS:
        yield _fault(
            "too_many_cars",
            f"A team lines up 1 to {TEAM_CARS} cars, not {fixture.vehicles_per_team}: announce fewer.",
        )
    elif fixture.teams * fixture.vehicles_per_team > MOST_CARS:
        yield _fault(
            "too_many_cars",
            f"{fixture.teams} teams of {fixture.vehicles_per_team} cars are more than {MOST_CARS}: announce fewer.",
        )


def _setting(setting: Mapping[str, Any]) -> Iterator[ErrorDetail]:
    for name in sorted(map(str, set(setting) - SETTING_FIELDS)):
        yield _fault("unknown_setting", f"A skirmish is set no {name[:60]!r}: name a table.")
    yield from scenario_errors(setting)
    table = setting.get("table")
    known = f"name one of {', '.join(table_names())}, or write one out"
    if isinstance(table, Mapping):
        yield from table_document_errors(table)
    elif table is None:
        yield _fault("unknown_table", f"A skirmish needs a table: {known}.")
    elif not isinstance(table, str):
        yield _fault("unknown_table", f"A table is a name or an object: {known}.")
    elif table not in table_names():
        yield _fault("unknown_table", f"There is no table {table[:60]!r}: {known}.")


def _fault(code: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule="CC-090", sentence=sentence)
