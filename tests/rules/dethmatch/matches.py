"""Matches set up for tests of heats, pits and results: a short circuit, two teams, and loaded dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.dethmatch.ground.track import Track, compile_track
from rules.dethmatch.ground.track_file import read_track
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.play import heats
from tests.rules.dethmatch.boards import PLAIN, Orders, TrackBoard
from tests.rules.dethmatch.courses import ring_road

RING = compile_track(read_track(ring_road()))


def car(id: str, driver: str, *items: ItemEntry, **fields: Any) -> CarEntry:
    return CarEntry(**{"id": id, "design": PLAIN, "driver": driver, "items": items} | fields)


def red(
    *cars: CarEntry, stores: Sequence[ItemEntry] = (), crew: Sequence[CrewEntry] = (), **fields: Any
) -> TeamEntry:
    """The team under test; by default one car `c1`, driven by `ada`, with a machinegun in its front mount."""
    entered = cars or (car("c1", "ada", ItemEntry(id="gun", kind="machinegun", mount="front")),)
    known = {crew_entry.id for crew_entry in crew}
    seated = dict.fromkeys(
        id for car_entry in entered for id in (car_entry.driver, car_entry.gunner) if id and id not in known
    )
    everybody = (*crew, *(CrewEntry(id=id) for id in seated))
    return TeamEntry(id="red", cars=tuple(entered), crew=everybody, stores=tuple(stores), **fields)


BLUE = TeamEntry(id="blue", cars=(car("b1", "bob"),), crew=(CrewEntry(id="bob"),))


def match(
    *teams: TeamEntry, event: str = "lap_race", faces: Sequence[int] = (), track: Track = RING, **fields: Any
) -> TrackBoard:
    """A match before its first heat, with loaded dice."""
    setup = MatchSetup(match="m1", event=event, track=track.id, teams=teams or (red(), BLUE), **fields)
    play = TrackBoard(setup, track, Orders())
    heats.enter(play)
    play.load(*faces)
    return play
