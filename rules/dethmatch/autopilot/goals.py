"""Where a car wants to be: round the course, to its pit, or to what the event sends it to. Rules DM-M-129, DM-M-145,
DM-M-146.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rules.dethmatch.arcs import hexes_apart, quadrant_of
from rules.dethmatch.autopilot.course import Approach, Course, course_of, ways_on, ways_to
from rules.dethmatch.derived import tire_penalty
from rules.dethmatch.events import event_of
from rules.dethmatch.grid import slot_of
from rules.dethmatch.handling import turn_toll
from rules.dethmatch.heat_limits import enemies
from rules.dethmatch.lap_race import laps_of
from rules.dethmatch.loadouts import GUNS, TIRES
from rules.dethmatch.play import Play
from rules.dethmatch.shooting import DROPPED
from rules.dethmatch.speed import FUEL_BURNS_EVERY
from rules.dethmatch.state import NOWHERE, QUADRANTS, CarSheet

WORN_TIRES = 2
"""The handling that tires must cost before a pit stop is worth it (DM-M-145)."""
PIT_IN_SIGHT = 30
"""A pit further ahead than this, in hexes, is not driven to yet."""
RACE_PACE = 7
"""The hexes a car in a race is reckoned to cover in a turn."""
LEAST_TOLL = 1
"""What a turn will cost a car that stands, once it drives (DM-M-065)."""
FUEL_IN_HAND = 2
"""Turns of fuel a driver wants to have left over."""


class Errand(NamedTuple):
    """Where a car is bound: the field to it, the hexes worth coming through, and whether it is the pit."""

    field: Course | Approach
    worth: Collection[int]
    pit: bool


class Goals:
    """The fields of one track, kept as long as a match lasts."""

    __slots__ = ("_approaches", "_pits")

    def __init__(self) -> None:
        self._pits: dict[str, tuple[int, ...]] = {}
        self._approaches: dict[tuple[tuple[int, ...], int], Approach] = {}

    def errand(self, play: Play, car: CarSheet) -> Errand:
        """Where a car is bound now."""
        toll = max(turn_toll(play, car.speed), LEAST_TOLL)
        if play.track.is_circuit:
            pits = self.pits(play, car.team)
            if pits and wants_pit(play, car, ways_on(play.track, pits)[car.at]):
                return Errand(self.approach(play, pits, toll), (), pit=True)
            return Errand(course_of(play.track, toll), (), pit=False)
        pits = self.pits(play, car.team)
        if pits and not car.flag and is_out_of_ammunition(car):
            return Errand(self.approach(play, pits, toll), (), pit=True)
        goal = event_of(play).goal(play, car)
        if goal == NOWHERE:
            goal = middle_of(play)
        worth = () if play.in_hex(goal, but=car.id) else (goal,)
        return Errand(self.approach(play, (goal,), toll), worth, pit=False)

    def pits(self, play: Play, team: str) -> tuple[int, ...]:
        """The pit hexes of a team."""
        if team not in self._pits:
            self._pits[team] = tuple(play.track.pits_of(slot_of(play, team)))
        return self._pits[team]

    def approach(self, play: Play, goals: tuple[int, ...], toll: int) -> Approach:
        """The field to the nearest of some hexes, for cars whose turns cost that much."""
        key = goals, toll
        if key not in self._approaches:
            track = play.track
            steps = (ways_on if track.is_circuit else ways_to)(track, goals)
            onward = {at: track.guide_facing[track.along[at]] for at in goals} if track.is_circuit else {}
            self._approaches[key] = Approach(steps=steps, neighbors=track.neighbors, turn_toll=toll, onward=onward)
        return self._approaches[key]


def wants_pit(play: Play, car: CarSheet, far: int) -> bool:
    """Whether a car in a race had better stop: dry before it is here again, or on worn tires with a spare set there
    (DM-M-145).

    `far` is the way to the pit in hexes.
    """
    if not 0 <= far <= PIT_IN_SIGHT:
        return False
    fit, track = play.fits[car.id], play.track
    lap = len(track.guide)
    turn = play.state.moment.turn
    lasts = FUEL_BURNS_EVERY * car.fuel - turn % FUEL_BURNS_EVERY
    to_go = lap * (laps_of(play) - car.laps) - _driven(play, car)
    until = min(far + lap, to_go)
    if car.fuel < fit.fuel and RACE_PACE * (lasts - FUEL_IN_HAND) < until:
        return True
    worn = tire_penalty(damage=car.tire_damage, toughness=fit.tire_toughness) >= WORN_TIRES
    return worn and to_go > lap and bool(spare_tires(play, car.team))


def turns_to_go(play: Play, car: CarSheet) -> int:
    """How many turns a car still has to drive, as a driver reckons."""
    if play.track.is_circuit:
        to_go = len(play.track.guide) * (laps_of(play) - car.laps) - _driven(play, car)
        return max(-(-to_go // RACE_PACE), 1)
    return event_of(play).turn_limit(play) - play.state.moment.turn


def spare_tires(play: Play, team: str) -> list[str]:
    """The tire-sets in a team's stores that nobody has fitted."""
    fitted = {car.loadout.tires for car in play.state.cars.values()}
    return [item.id for item in play.teams[team].stores if item.kind in TIRES and item.id not in fitted]


def is_out_of_ammunition(car: CarSheet) -> bool:
    """Whether a car has nothing left to shoot with, and a gun that a pit crew can reload (DM-M-145)."""
    arms = [gun for gun in car.guns if gun.kind not in DROPPED and not gun.destroyed]
    return any(gun.kind in GUNS for gun in arms) and not any(gun.ammunition for gun in arms)


def guard_of(play: Play, car: CarSheet) -> tuple[int, str] | None:
    """The nearest enemy's hex and the strongest quadrant to show it, in the fight for the last car (DM-M-146)."""
    if play.setup.event != "last_car":
        return None
    near = min(enemies(play, car), key=lambda other: hexes_apart(play, car.at, other.at), default=None)
    if near is None:
        return None
    return near.at, max(QUADRANTS, key=lambda quadrant: (car.armor[quadrant], -QUADRANTS.index(quadrant)))


def worth_ramming(play: Play, car: CarSheet) -> frozenset[int]:
    """The hexes of enemies with a flag, which a bold driver would as soon run into as past (DM-M-143)."""
    return frozenset(other.at for other in enemies(play, car) if other.flag)


def shows(play: Play, at: int, facing: int, enemy: int) -> str:
    """The quadrant a car in a hex shows to another hex (DM-M-098)."""
    hexes = play.track.hexes
    q, r = hexes[enemy][0] - hexes[at][0], hexes[enemy][1] - hexes[at][1]
    return quadrant_of(q, r, facing, play.settings.front_arc_degrees)


def middle_of(play: Play) -> int:
    """The hex in the middle of an arena's list, where a car goes that is sent nowhere."""
    track = play.track
    free = [at for at in range(track.size) if not track.impassable[at]]
    return track.flag_spawns[0] if track.flag_spawns else free[len(free) // 2]


def _driven(play: Play, car: CarSheet) -> int:
    """How far into its lap a car is, in hexes of the guide line past the line."""
    track = play.track
    lap = len(track.guide)
    line = next((number for number, at in enumerate(track.guide) if at in track.line), 0)
    past = (track.along[car.at] - line) % lap
    return past - lap if car.checkpoint == 0 and past > lap // 2 else past
