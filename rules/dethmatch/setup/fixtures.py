"""Checks the fixtures that are announced, and proposes one if nobody planned a match. Rules DM-M-038, DM-M-128,
DM-M-136 to DM-M-138.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.dethmatch.events.event import EVENTS
from rules.dethmatch.ground.track import Track, load_track, track_names
from rules.dethmatch.ground.track_errors import event_fit_errors
from rules.dethmatch.settings import MOST_VEHICLES
from rules.dethmatch.setup.match_errors import CARS_OF_MANY, MANY_TEAMS, MOST_HEATS, MOST_LAPS
from rules.match.ruleset import ErrorDetail, Fixture

SETTING_NAMES = frozenset({"track", "laps"})
"""The settings of a match besides its event: the track's name, and the laps of a race."""
SCORING: Mapping[str, str] = {"lap_race": "race", "flags": "flags", "last_car": "last_car_standing"}
"""The scoring preset of each event (DM-M-135)."""
EVENT_ROTATION = ("lap_race", "flags", "lap_race", "last_car")
"""The events of a season's rounds, in turn."""


def fixture_errors(fixture: Fixture) -> list[ErrorDetail]:
    """Everything wrong with a fixture: event, track, laps, cars, heats, and room on the grid."""
    return [
        *_event(fixture),
        *_setting(fixture.setting, event=fixture.event),
        *_vehicles(fixture),
        *_track(fixture),
        *_heats(fixture),
    ]


def propose_fixture(*, number: int, teams: int, vehicles_per_team: int) -> Fixture:
    """Propose the match of a round that nobody planned: the events in turn, each on the suitable tracks in turn.

    If no track has room for so many teams, one is proposed anyway, and `fixture_errors` reports it.
    """
    event = EVENT_ROTATION[(number - 1) % len(EVENT_ROTATION)]
    cars = min(vehicles_per_team, CARS_OF_MANY if teams > MANY_TEAMS else MOST_VEHICLES)
    fit = [name for name in track_names() if not _unfit(load_track(name), event=event, teams=teams, cars=cars)]
    fit = fit or list(track_names())
    earlier = (number - 1) // (2 if event == "lap_race" else len(EVENT_ROTATION))
    track = fit[earlier % len(fit)]
    return Fixture(
        event=event,
        surface=load_track(track).surface_of_road,
        heats=EVENTS[event].heats,
        teams=teams,
        vehicles_per_team=cars,
        scoring=SCORING[event],
        setting={"track": track},
    )


def _event(fixture: Fixture) -> Iterator[ErrorDetail]:
    if fixture.event not in EVENTS:
        known = ", ".join(EVENTS)
        yield _error("unknown_event", "DM-M-135", f"There is no event {fixture.event[:60]!r}: choose one of {known}.")
    elif fixture.teams < EVENTS[fixture.event].least_teams:
        least = EVENTS[fixture.event].least_teams
        yield _error("too_few_teams", "DM-M-135", f"{fixture.event} needs {least} teams: announce more.")


def _setting(setting: Mapping[str, Any], *, event: str) -> Iterator[ErrorDetail]:
    for name in sorted(set(setting) - SETTING_NAMES):
        yield _error("unknown_setting", "DM-M-136", f"A match is set no {name!r}: name a track, and laps for a race.")
    laps = setting.get("laps", 0)
    if type(laps) is not int or not 0 <= laps <= MOST_LAPS:
        yield _error("bad_laps", "DM-M-136", f"A race has 1 to {MOST_LAPS} laps: give a whole number, or none.")
    elif laps and event != "lap_race":
        yield _error("bad_laps", "DM-M-136", f"{event} has no laps: leave them out.")


def _vehicles(fixture: Fixture) -> Iterator[ErrorDetail]:
    if fixture.vehicles_per_team > MOST_VEHICLES:
        text = f"A team lines up 1 to {MOST_VEHICLES} cars, not {fixture.vehicles_per_team}: announce fewer."
        yield _error("too_many_cars", "DM-M-038", text)


def _heats(fixture: Fixture) -> Iterator[ErrorDetail]:
    if not 0 <= fixture.heats <= MOST_HEATS:
        yield _error("bad_heats", "DM-M-128", f"A match has 1 to {MOST_HEATS} heats: give a number of them.")


def _track(fixture: Fixture) -> Iterator[ErrorDetail]:
    name = fixture.setting.get("track", "")
    if not name:
        yield _error("unknown_track", "DM-M-136", f"A match needs a track: name one of {', '.join(track_names())}.")
        return
    if name not in track_names():
        known = ", ".join(track_names())
        yield _error("unknown_track", "DM-M-136", f"There is no track {str(name)[:60]!r}: choose {known}.")
        return
    track, cars = load_track(str(name)), fixture.vehicles_per_team
    if fixture.surface and fixture.surface not in track.surface:
        road = f"its road is {track.surface_of_road}; announce that, or none"
        text = f"{track.name} has no {fixture.surface[:40]}: {road}."
        yield _error("other_surface", "DM-M-060", text)
    yield from _unfit(track, event=fixture.event, teams=fixture.teams, cars=cars)


def _unfit(track: Track, *, event: str, teams: int, cars: int) -> list[ErrorDetail]:
    """Why a track cannot have an event with so many teams and cars; empty if the event is unknown."""
    return event_fit_errors(track, event=event, cars=[cars] * teams) if event in EVENTS else []


def _error(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)
