"""Where the cars of a collision end up. Rules DM-M-087 to DM-M-090, DM-M-134."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dethmatch.driving import movement_points, speed
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import LEFT, NOWHERE, RIGHT, CarState, CarStatus, Control
from rules.dethmatch.movement.arrival import arrive

RUN_OFF = "run_off"
DRIFT_PREFERENCES = {"left": (LEFT,), "right": (RIGHT,), "stay": (), "free": (LEFT, RIGHT)}
"""The sides to which a driver who passed their check drifts, by standing order; the
first free one counts (DM-M-087).
"""
EITHER = (LEFT, RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A move of positioning: one hex in a direction of the map from `start`, then a turn to a side (0: none).

    `drift` is the side of a move that is a drift. `follows` marks a mover who takes the hex that their target leaves.
    """

    car: CarState
    start: int
    direction: int
    drift: int = 0
    turn: int = 0
    follows: bool = False


def drift_side(direction: int, heading: int) -> int:
    """The side of a step relative to a heading: -1 or 1 for a drift, 0 for any other step (DM-M-008)."""
    return {1: RIGHT, SIDES - 1: LEFT}.get((direction - heading) % SIDES, 0)


def course_of(direction: int, heading: int) -> int:
    """The direction a car's drifts are measured from: its heading, or where it was shoved (DM-M-080, DM-M-087)."""
    ahead = direction == heading or drift_side(direction, heading)
    return heading if ahead else direction


def is_wall(play: Match, at: int) -> bool:
    """Whether no car can ever enter a hex: it is impassable, or outside a map with walls (DM-M-079)."""
    if at == NOWHERE:
        return play.track.edge != RUN_OFF
    return play.track.impassable[at]


def is_blocked(play: Match, car: CarState, at: int) -> bool:
    """Whether entering a hex would be a collision (DM-M-079)."""
    return is_wall(play, at) or (at != NOWHERE and play.in_hex(at, but=car.id) is not None)


def drift_hex(play: Match, car: CarState, course: int, side: int) -> int:
    """The hex that a car would drift into on that side of its course."""
    return play.track.neighbors[car.at][(course + side) % SIDES]


def is_dead_end(play: Match, car: CarState, course: int) -> bool:
    """Whether both drift hexes are blocked, so that a car that has hit scenery must stop (DM-M-090)."""
    return all(is_blocked(play, car, drift_hex(play, car, course, side)) for side in EITHER)


def drift_to_free_hex(play: Match, car: CarState, course: int, wanted: tuple[int, ...]) -> bool:
    """Drift into the first free hex of the `wanted` sides, for free. False, and no
    move, if there is none (DM-M-087).
    """
    for side in wanted:
        at = drift_hex(play, car, course, side)
        if at != NOWHERE and not is_blocked(play, car, at):
            return make(play, Shift(car=car, start=car.at, direction=(course + side) % SIDES, drift=side))
    return False


def make(play: Match, shift: Shift) -> bool:
    """Make a move of positioning. False, and no move, if the hex is blocked (DM-M-087).

    Beyond the edge of a map without walls, the car leaves the map.
    """
    car = shift.car
    at = play.track.neighbors[car.at][shift.direction]
    if is_blocked(play, car, at):
        return False
    if at == NOWHERE:
        leave_map(play, car)
        return True
    if shift.drift:
        restart_counter(car)
    arrive(play, car, at, shift.direction, drift=shift.drift)
    knock_round(play, car, shift.turn)
    return True


def knock_round(play: Match, car: CarState, side: int) -> None:
    """Turn a car one hex-side on the spot. It was knocked round, so this is no maneuver (DM-M-087)."""
    if not side or car.at == NOWHERE:
        return
    before = car.facing
    car.facing = (before + side) % SIDES
    restart_counter(car)
    play.note("turn", "DM-M-087", car, before={"facing": before}, after={"facing": car.facing}, forced=True)


def restart_counter(car: CarState) -> None:
    """Set the straight counter to 0, as forced moves do; a car at rest keeps it satisfied (DM-M-056, DM-M-070)."""
    car.straight, car.settled = 0, not car.speed


def stop(play: Match, car: CarState, *, rule: str) -> None:
    """Stop a car where it is (DM-M-089, DM-M-090)."""
    speed.slow(play, car, car.speed, rule=rule, why="stuck")


def leave_map(play: Match, car: CarState) -> None:
    """Take a car that has run off the edge out of the heat (DM-M-079)."""
    before = {"at": car.at, "speed": car.speed, "status": car.status}
    car.at, car.speed, car.status = NOWHERE, 0, CarStatus.OFF
    car.control, car.way, car.owed, car.aligns, car.loser = Control.OK, 0, [], False, ""
    movement_points.drop_points(car)
    after = {"at": car.at, "speed": car.speed, "status": car.status}
    play.note("stop", "DM-M-079", car, before=before, after=after)


def sides_of(play: Match, car: CarState) -> tuple[int, ...]:
    """The sides to which a driver who passed their check would drift instead (DM-M-087)."""
    return DRIFT_PREFERENCES[play.standing_order(car).drift]
