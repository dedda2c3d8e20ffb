"""Speed: the range a driver may choose from, what changes it, and what happens when a car stops.

Rules RH-020 to RH-023, RH-056, RH-063, RH-064, RH-069.
"""

from __future__ import annotations

from rules.match.handling.headings import ONE_SIDE, half_sides_off, turn_by
from rules.match.handling.speed_table import SPEED_STEP, SPEEDS
from rules.rhad.car.kills import IN_THE_AIR, can_accelerate, update_kill_status
from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, ControlLoss

COASTING = 5
"""The least that a car without an able driver, or unable to accelerate, loses each round, in mph (ruling under
RH-021).
"""


def speeds_open(play: Match, car: CarState) -> tuple[int, int]:
    """The lowest and highest speed, in mph, that a car may set this round (RH-021, RH-022, RH-064)."""
    design = play.designs[car.id]
    slowest = max(car.speed - _round_to_step(design.brake), 0)
    if half_sides_off(car.facing, car.heading):
        return slowest, slowest
    if not can_accelerate(play, car):
        return slowest, max(car.speed - COASTING, slowest)
    fastest = min(car.speed + _round_to_step(design.accel), _round_to_step(design.max_speed), SPEEDS[-1])
    return slowest, max(fastest, slowest)


def _round_to_step(mph: int) -> int:
    """A figure of the design, rounded down to a multiple of 5 mph (RH-022)."""
    return mph // SPEED_STEP * SPEED_STEP


def may_set_speed(play: Match, car: CarState) -> bool:
    """Whether a driver is asked for their speed (RH-056, RH-067).

    They are not asked if a crash result has just set it, in the air, if the car does not rest on its wheels, or if
    there is only one speed to choose.
    """
    if car.slid or car.pending in IN_THE_AIR or car.rest_side != WHEELS or play.driver(car) is None:
        return False
    slowest, fastest = speeds_open(play, car)
    return slowest < fastest


def set_speed(play: Match, car: CarState, mph: int, *, rule: str, why: str) -> None:
    """Change a speed and log it; a car that stops loses its half step and its skid (RH-023, RH-069)."""
    if mph != car.speed:
        before = car.speed
        car.speed = mph
        play.note("speed", rule, car, before={"speed": before}, after={"speed": mph}, why=why)
    if mph == 0:
        come_to_stand(play, car)


def come_to_stand(play: Match, car: CarState) -> None:
    """Reset a car that has stopped: it loses its half step and what is left of a skid or spin, and faces a side,
    along which it will drive on (RH-004, RH-023, RH-063, RH-069).
    """
    before = _motion_fields(car)
    car.credit = 0
    if car.pending not in IN_THE_AIR:
        car.pending, car.rolls_left = ControlLoss.NONE, 0
    face_a_side(car)
    car.heading = car.facing
    if _motion_fields(car) != before:
        play.note("settled", "RH-069", car, before=before, after=_motion_fields(car))


def face_a_side(car: CarState) -> None:
    """Turn a car that faces a corner to the next side in the direction of its last swing or spin, or to the right if
    there was none (RH-004, RH-063).

    A heading toward a corner is turned in the same way.
    """
    way = car.swung or 1
    if car.facing % ONE_SIDE:
        car.facing = turn_by(car.facing, way)
    if car.heading % ONE_SIDE:
        car.heading = turn_by(car.heading, way)


def _motion_fields(car: CarState) -> dict[str, object]:
    return {
        "facing": car.facing,
        "heading": car.heading,
        "credit": car.credit,
        "pending": str(car.pending),
        "rolls_left": car.rolls_left,
    }


def coast(play: Match, car: CarState) -> None:
    """The speed step of a car whose driver is not asked (RH-021, RH-064).

    A car that slides askew brakes as hard as it can. One without a driver, or unable to accelerate, coasts. Any other
    keeps its speed.
    """
    if car.slid or car.pending in IN_THE_AIR:
        return
    if play.driver(car) is None or car.rest_side != WHEELS:
        if car.speed:
            set_speed(play, car, car.speed - COASTING, rule="RH-021", why="coasting")
            update_kill_status(play, car)
        return
    slowest, _ = speeds_open(play, car)
    if half_sides_off(car.facing, car.heading):
        set_speed(play, car, slowest, rule="RH-064", why="askew")
    elif not can_accelerate(play, car):
        set_speed(play, car, slowest, rule="RH-021", why="coasting")
