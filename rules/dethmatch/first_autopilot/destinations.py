"""Where a car wants to go: round the course, to its pit, or to what the event sends it to. Rules DM-M-129, DM-M-142,
DM-M-145, DM-M-146.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rules.dethmatch.combat.shooting import NON_SHOOTING_KINDS
from rules.dethmatch.designs.ratings import tire_penalty
from rules.dethmatch.driving.handling import turn_toll
from rules.dethmatch.driving.movement_points import PHASES_PER_TURN
from rules.dethmatch.driving.speed import FUEL_BURNS_EVERY
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.heat_limits import enemies
from rules.dethmatch.events.lap_race import laps_of
from rules.dethmatch.events.starting_grid import slot_of
from rules.dethmatch.first_autopilot.distance_fields import CircuitField, GoalField, circuit_field, distances_to_goals
from rules.dethmatch.first_autopilot.pit_road import pit_field, pit_road
from rules.dethmatch.first_autopilot.safe_speed import CRAWL, braking_halves
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, QUADRANTS_CLOCKWISE, CarState
from rules.dethmatch.pits.loadouts import GUNS, TIRE_SET_KINDS
from rules.dethmatch.weapons.arcs import hexes_apart, quadrant_of

WORN_TIRES = 2
"""The handling that worn tires must cost before a pit stop is worth it (DM-M-145)."""
PIT_IN_SIGHT = 30
"""A car does not yet head for a pit that is further ahead than this, in hexes."""
RACE_PACE = 6
"""The hexes a car in a race is assumed to cover in a turn, until its own pace is known."""
LEAST_TOLL = 1
"""The handling a turn is assumed to cost a car at rest, once it drives (DM-M-065)."""
FREELY_SHED = 1
"""The speed a car sheds without a check in each turn (DM-M-047)."""
AT_REST = 0  # no mutant: below it a car covers nothing either
"""The speed at which braking ends."""
LIMP_HEXES = 12
"""A car limps this many hexes to the end of a race on a dry tank rather than stop for fuel."""
NO_STOP = -1  # no mutant: any figure that is no way
"""The `stop` of a car that is not going to a pit."""


class Destination(NamedTuple):
    """Where a car is going: the distance field to it, and the hexes worth entering.

    `stop` is the distance to the pit in hexes if the car is going there, else `NO_STOP`.
    """

    field: CircuitField | GoalField
    worth: Collection[int]
    stop: int = NO_STOP


class Destinations:
    """The distance fields of one track, cached for a match."""

    __slots__ = ("_approaches", "_pits")

    def __init__(self) -> None:
        self._pits: dict[str, tuple[int, ...]] = {}
        self._approaches: dict[tuple[tuple[int, ...], int], GoalField] = {}

    def destination(self, play: Match, car: CarState) -> Destination:
        """Return where a car is going now."""
        toll = max(turn_toll(play, car.speed), LEAST_TOLL) if play.model_handling is None else LEAST_TOLL
        pits = self.pits(play, car.team)
        if play.track.is_circuit:
            if pits and wants_pit(play, car, pits):
                return Destination(pit_field(play.track, pits, toll), (), pit_road(play.track, pits).far[car.at])
            return Destination(circuit_field(play.track, toll), ())
        if pits and not car.flag and is_out_of_ammunition(car):
            field = self.approach(play, pits, toll)
            return Destination(field, (), field.hexes(car.at))
        goal = event_of(play).goal(play, car)
        if goal == NOWHERE:
            goal = middle_of(play)
        worth = () if play.in_hex(goal, but=car.id) else (goal,)
        return Destination(self.approach(play, (goal,), toll), worth)

    def pits(self, play: Match, team: str) -> tuple[int, ...]:
        """Return the pit hexes of a team."""
        if team not in self._pits:
            self._pits[team] = tuple(play.track.pits_of(slot_of(play, team)))
        return self._pits[team]

    def approach(self, play: Match, goals: tuple[int, ...], toll: int) -> GoalField:
        """Return the field to the nearest of some hexes of an arena, for cars whose turns cost that much handling."""
        key = goals, toll
        if key not in self._approaches:
            track = play.track
            self._approaches[key] = GoalField(
                steps=distances_to_goals(track, goals), neighbors=track.neighbors, turn_toll=toll
            )
        return self._approaches[key]


def wants_pit(play: Match, car: CarState, pits: tuple[int, ...]) -> bool:
    """Whether a car in a race should stop at one of some pits (DM-M-145).

    It should if it would run dry before it passes them again, or if its tires are worn and there is a spare set. It
    goes on for another lap if the pits are out of sight, or too near to slow down for them by 1 a turn (DM-M-142).
    """
    road = pit_road(play.track, pits)
    far, room = road.far[car.at], road.room[car.at]
    if far > PIT_IN_SIGHT or halves_to_stop(play, car, there=not far) > 2 * room:
        return False
    lap, to_go = len(play.track.guide), hexes_to_finish(play, car)
    if car.fuel < play.fits[car.id].fuel:
        must_cover = min(far + lap, to_go - hexes_rolled_dry(car) - LIMP_HEXES)
        must_cover = max(must_cover, 0)  # no mutant: a hex back is no phase
        if phases_of_fuel(play, car) < phases_for(play, car, must_cover):
            return True
    worn = tire_penalty(damage=car.tire_damage, toughness=play.fits[car.id].tire_toughness) >= WORN_TIRES
    return worn and to_go > lap and bool(spare_tires(play, car.team))


def halves_to_stop(play: Match, car: CarState, *, there: bool) -> int:
    """Return the half hexes a car covers before a turn in which it can stop in the pit, slowing by 1 a turn
    (DM-M-142).

    `there` says that it is in the pit now.
    """
    phase = play.state.moment.phase
    if phase:
        later = braking_halves(car.speed - FREELY_SHED, AT_REST)
        return 2 * (sum(car.quota[phase - 1 :]) + car.remainder) + later
    if there and car.speed <= CRAWL:
        return 0  # no mutant: there is always room for that
    return braking_halves(max(car.speed - FREELY_SHED, CRAWL), AT_REST)


def phases_of_fuel(play: Match, car: CarState) -> int:
    """Return how many phases a car's tank lasts, including this one (DM-M-048)."""
    moment = play.state.moment
    turns = FUEL_BURNS_EVERY * car.fuel - (moment.turn - 1) % FUEL_BURNS_EVERY
    return max(PHASES_PER_TURN * turns - max(moment.phase - 1, 0), 0)


def hexes_rolled_dry(car: CarState) -> int:
    """Return the hexes a car covers on an empty tank before it is down to a crawl (DM-M-048)."""
    return braking_halves(car.speed - 1, AT_REST) // 2


def phases_for(play: Match, car: CarState, hexes: int) -> int:
    """Return how many phases a car in a race will take for some hexes.

    Its pace is averaged over what it has driven so far and one lap at `RACE_PACE`.
    """
    lap = len(play.track.guide)
    driven = max(laps_of(play) * lap - hexes_to_finish(play, car), 0) + lap
    turns = RACE_PACE * play.state.moment.turn + lap
    return -(-PHASES_PER_TURN * hexes * turns // (RACE_PACE * driven))


def turns_to_go(play: Match, car: CarState) -> int:
    """Return how many turns a car still has to drive: an estimate in a race, else up to the turn limit."""
    if play.track.is_circuit:
        return -(-phases_for(play, car, hexes_to_finish(play, car)) // PHASES_PER_TURN)
    return event_of(play).turn_limit(play) - play.state.moment.turn


def spare_tires(play: Match, team: str) -> list[str]:
    """Return the tire-sets in a team's stores that are not fitted to a car."""
    fitted = {car.loadout.tires for car in play.state.cars.values()}
    return [item.id for item in play.teams[team].stores if item.kind in TIRE_SET_KINDS and item.id not in fitted]


def is_out_of_ammunition(car: CarState) -> bool:
    """Whether a car has nothing left to shoot with, but a gun that a pit crew can reload (DM-M-145)."""
    guns = [gun for gun in car.guns if gun.kind not in NON_SHOOTING_KINDS and not gun.destroyed]
    return any(gun.kind in GUNS for gun in guns) and not any(gun.ammunition for gun in guns)


def guard_of(play: Match, car: CarState) -> tuple[int, str] | None:
    """Return the nearest enemy's hex and the strongest quadrant to show it, for the last car standing (DM-M-146).

    None in other events, or if there is no enemy.
    """
    if play.setup.event != "last_car":
        return None
    nearest = min(enemies(play, car), key=lambda other: hexes_apart(play, car.at, other.at), default=None)
    if nearest is None:
        return None
    return nearest.at, max(
        QUADRANTS_CLOCKWISE, key=lambda quadrant: (car.armor[quadrant], -QUADRANTS_CLOCKWISE.index(quadrant))
    )


def worth_ramming(play: Match, car: CarState) -> frozenset[int]:
    """Return the hexes of enemies with a flag, which a bold driver does not mind running into (DM-M-143)."""
    return frozenset(other.at for other in enemies(play, car) if other.flag)


def exposed_quadrant(play: Match, at: int, facing: int, enemy: int) -> str:
    """Return the quadrant that a car in a hex shows to another hex (DM-M-009, DM-M-098)."""
    hexes = play.track.hexes
    q, r = hexes[enemy][0] - hexes[at][0], hexes[enemy][1] - hexes[at][1]
    return quadrant_of(q, r, facing, play.settings.front_arc_degrees)


def middle_of(play: Match) -> int:
    """Return a central hex of an arena, for cars that the event sends nowhere: a flag's, or else the middle one of
    its list.
    """
    track = play.track
    free = [at for at in range(track.size) if not track.impassable[at]]
    return track.flag_spawns[0] if track.flag_spawns else free[len(free) // 2]


def hexes_to_finish(play: Match, car: CarState) -> int:
    """Return the hexes of guide line that a car still has to drive to the end of its last lap (DM-M-136)."""
    track = play.track
    lap = len(track.guide)
    line = next((number for number, at in enumerate(track.guide) if at in track.line), 0)  # no mutant: it is met
    past = (track.along[car.at] - line) % lap
    if car.checkpoint == 0 and past > lap // 2:
        past -= lap
    return lap * (laps_of(play) - car.laps) - past
