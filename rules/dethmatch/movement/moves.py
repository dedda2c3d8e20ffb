"""Spending a movement point: turning, moving or drifting, and what a car meets in the hex it enters. Rules DM-M-008,
DM-M-055, DM-M-056, DM-M-058, DM-M-065, DM-M-070, DM-M-074, DM-M-092.
"""

from __future__ import annotations

from rules.dethmatch.combat import dropped_weapons
from rules.dethmatch.driving import handling, hazards, loss_of_control, side_of_loss
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import LEFT, NOWHERE, RIGHT, CarState
from rules.dethmatch.movement import collisions
from rules.dethmatch.movement.arrival import arrive, has_driver_to_check

TURN_SIDES = {"TL": LEFT, "TR": RIGHT}
DRIFT_SIDES = {"DL": LEFT, "DR": RIGHT}
ALONG_TRAVEL = "F*"
"""The step of a spinning car: one hex in its direction of travel, whatever its facing (DM-M-074)."""
SWERVE = "?"
"""A step that a die decides when it is made, under another book's handling model (DM-M-068)."""


def spend_point(play: Match, car: CarState, step: str | tuple[str, ...], *, forced: bool = False) -> None:
    """Spend one movement point of this phase on a step (DM-M-055).

    A forced step costs no handling and is no maneuver hazard. Several forced steps may be made with one point; a
    forced turn is made on the spot, without the hex ahead (DM-M-070, DM-M-072). Steps that are left are dropped once
    the control state changes (DM-M-068).
    """
    car.quota[play.state.moment.phase - 1] -= 1
    car.moved += 1
    left, control = car.at, car.control
    for path_step in (step,) if isinstance(step, str) else step:
        if car.speed and car.at != NOWHERE and car.control is control:
            _take(play, car, path_step, forced=forced)
    if car.at != NOWHERE:
        dropped_weapons.trail(play, car, left)


def _take(play: Match, car: CarState, step: str, *, forced: bool) -> None:
    if step in DRIFT_SIDES:
        drift(play, car, DRIFT_SIDES[step], forced=forced)
        return
    if step in TURN_SIDES:
        turn(play, car, TURN_SIDES[step], forced=forced)
        if forced or not car.speed:
            return
    move_into(play, car, car.travel if step == ALONG_TRAVEL else car.facing)


def turn(play: Match, car: CarState, side: int, *, forced: bool = False) -> None:
    """Turn one hex-side on the spot: pay its cost, then check the maneuver and the ground (DM-M-055, DM-M-065)."""
    before = car.facing
    car.facing = (before + side) % SIDES
    side_of_loss.remember_sway(play, car, side_of_loss.TURN, side)
    play.note("turn", "DM-M-055", car, before={"facing": before}, after={"facing": car.facing}, forced=forced)
    if not forced:
        _maneuver(play, car, toll=handling.turn_toll(play, car.speed), why="turn")
        if has_driver_to_check(play, car):
            hazards.check_road_hazard(play, car, car.at, turns=True)
    _begin_counting(car)


def drift(play: Match, car: CarState, side: int, *, forced: bool = False) -> None:
    """Drift into the front hex on that side, keeping the facing (DM-M-008, DM-M-055, DM-M-065)."""
    side_of_loss.remember_sway(play, car, side_of_loss.DRIFT, side)
    if not forced:
        _maneuver(play, car, toll=handling.drift_toll(play), why="drift")
    _begin_counting(car)
    if car.speed:
        move_into(play, car, (car.facing + side) % SIDES, drift=side)


def move_into(play: Match, car: CarState, direction: int, *, drift: int = 0) -> None:
    """Move one hex in a direction of the map, or collide with what fills it or with the map's edge (DM-M-055)."""
    ahead = play.track.neighbors[car.at][direction]
    if ahead == NOWHERE or play.track.impassable[ahead] or play.in_hex(ahead, but=car.id) is not None:
        collisions.collide(play, car, direction, drift=drift)
    else:
        arrive(play, car, ahead, direction, drift=drift)


def _maneuver(play: Match, car: CarState, *, toll: int, why: str) -> None:
    """Take the handling a maneuver costs, and check its hazard if it came too soon (DM-M-057, DM-M-065).

    How far it falls short of the turn mode depends on the speed before its cost is paid (DM-M-064).
    """
    short = hazards.shortfall(play, car)
    loss_of_control.lose_handling(play, car, toll, rule=handling.maneuver_rule(play), why=why)
    if has_driver_to_check(play, car):
        hazards.check_maneuver_hazard(play, car, short)


def _begin_counting(car: CarState) -> None:
    """Set the straight counter to 0; a car that has come to rest meanwhile keeps it satisfied (DM-M-056)."""
    car.straight = 0
    car.settled = not car.speed
