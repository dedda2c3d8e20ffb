"""Matches set up for tests of heats, pits and results: a short circuit, two teams, and loaded dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.dice import Dice, Stream
from rules.dethmatch.damage import rollovers
from rules.dethmatch.ground.track import Track, compile_track
from rules.dethmatch.ground.track_file import read_track
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import IntervalOrder, PhaseOrder, PitOrder, SpeedOrder, StandingOrder
from rules.dethmatch.match.state import CarState, MatchState
from rules.dethmatch.play import heats
from rules.dethmatch.settings import settings_of
from tests.rules.dethmatch.boards import NO_REROLLS, PLAIN
from tests.rules.dethmatch.courses import ring_road

RING = compile_track(read_track(ring_road()))


@dataclass
class Ordering:
    """A pilot whose pit and interval orders the test sets as it goes."""

    pits: dict[str, PitOrder] = field(default_factory=dict)
    intervals: dict[str, IntervalOrder] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def speed(self, _play: Match, _car: CarState) -> SpeedOrder:
        return SpeedOrder()

    def phase(self, _play: Match, _car: CarState) -> PhaseOrder:
        return PhaseOrder()

    def pit(self, _play: Match, car: CarState) -> PitOrder:
        self.asked.append(car.id)
        return self.pits.get(car.id, PitOrder())

    def interval(self, _play: Match, team: str) -> IntervalOrder:
        return self.intervals.get(team, IntervalOrder())

    def standing(self, _play: Match, _car: CarState) -> StandingOrder:
        return NO_REROLLS


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
) -> Match:
    """A match before its first heat, with loaded dice."""
    setup = MatchSetup(match="m1", event=event, track=track.id, teams=teams or (red(), BLUE), **fields)
    dice = Dice(loaded={})
    play = Match(
        setup=setup,
        settings=settings_of(setup.switches),
        track=track,
        state=MatchState(),
        dice=dice,
        pilot=Ordering(),
        rollovers=rollovers,
    )
    heats.enter(play)
    throw(play, *faces)
    return play


def throw(play: Match, *faces: int) -> None:
    """Load the faces of the next throws."""
    play.stream = Stream("m1/h1/test", loaded=faces, log=play.dice.log)


def kinds(play: Match) -> list[str]:
    """The kinds of the entries so far, in order."""
    return [entry.kind for entry in play.log.entries]
