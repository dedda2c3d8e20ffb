"""Matches as they are announced: what is allowed, and what is proposed if nobody planned one.

Rules RH-085, RH-089, RH-090.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.match.ruleset import ErrorDetail, Fixture
from rules.rhad.ground.arena import MOST_CARS, arena_names, load_arena
from rules.rhad.ground.arena_errors import arena_errors

EVENT = "duel"
"""The only event (RH-089)."""
SCORING = "as_reported"
"""The scoring preset: points are taken as the book calculates them (RH-090)."""
SETTING_FIELDS = frozenset({"arena"})
"""The settings of a match: its arena, by name or written out; without one, the bare disc (RH-085)."""
LEAST_TEAMS, MOST_TEAMS = 2, 6
"""The number of teams in a duel (RH-089)."""
HEATS = 1
"""A duel has one heat."""


def fixture_errors(fixture: Fixture) -> list[ErrorDetail]:
    """Everything wrong with a match as it is announced: event, surface, heats, teams, cars and arena (RH-085)."""
    return [*_event(fixture), *_sizes(fixture), *_setting(fixture.setting)]


def propose_fixture(*, number: int, teams: int, vehicles_per_team: int) -> Fixture:
    """A duel for a round that nobody planned; the arenas take turns (RH-085)."""
    arenas = arena_names()
    return Fixture(
        event=EVENT,
        surface="",
        heats=HEATS,
        teams=teams,
        vehicles_per_team=min(vehicles_per_team, MOST_CARS // max(teams, 1)),
        scoring=SCORING,
        setting={"arena": arenas[(number - 1) % len(arenas)]},
    )


def _event(fixture: Fixture) -> Iterator[ErrorDetail]:
    if fixture.event != EVENT:
        yield _fault("unknown_event", "RH-089", f"There is no event {fixture.event[:60]!r} in RHAD: choose {EVENT}.")
    if fixture.surface:
        yield _fault("other_surface", "RH-085", f"A duel has no surface {fixture.surface[:40]!r}: announce none.")
    if fixture.heats != HEATS:
        yield _fault("bad_heats", "RH-089", f"A duel has {HEATS} heat and not {fixture.heats}: announce {HEATS}.")


def _sizes(fixture: Fixture) -> Iterator[ErrorDetail]:
    """The number of teams and cars (RH-085, RH-089)."""
    teams, cars = fixture.teams, fixture.vehicles_per_team
    if teams < LEAST_TEAMS:
        yield _fault("too_few_teams", "RH-089", f"A duel needs {LEAST_TEAMS} teams: announce more.")
    if teams > MOST_TEAMS:
        yield _fault("too_many_teams", "RH-085", f"A duel takes {MOST_TEAMS} teams and not {teams}: announce fewer.")
    if teams * cars > MOST_CARS:
        text = f"{teams} teams of {cars} cars are more than the {MOST_CARS} an arena has places for: announce fewer."
        yield _fault("too_many_cars", "RH-085", text)


def _setting(setting: Mapping[str, Any]) -> Iterator[ErrorDetail]:
    for name in sorted(set(setting) - SETTING_FIELDS):
        yield _fault("unknown_setting", "RH-085", f"A match is set no {str(name)[:60]!r}: name an arena, or nothing.")
    arena = setting.get("arena", "")
    if isinstance(arena, Mapping):
        yield from arena_errors(arena)
    elif not isinstance(arena, str):
        text = (
            f"The arena is neither a name nor written out: name one of {_arena_list()}, write one out, or leave it "
            "out."
        )
        yield _fault("unknown_arena", "RH-085", text)
    elif arena and arena not in arena_names():
        text = f"There is no arena {arena[:60]!r}: name one of {_arena_list()}, or write one out."
        yield _fault("unknown_arena", "RH-085", text)


def _arena_list() -> str:
    """The names and titles of all arenas."""
    return ", ".join(f"{name} ({load_arena(name).title})" for name in arena_names())


def _fault(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)
