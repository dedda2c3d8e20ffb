"""A car's phase: the number of its car steps, what it does on each, and where it goes.

Rules RH-003 to RH-005, RH-010 to RH-016, RH-020, RH-021, RH-023, RH-062, RH-064.
"""

from __future__ import annotations

from typing import Any

from rules.match.handling.headings import ONE_SIDE, turn_by
from rules.match.handling.speed_table import HALVES, ROWS
from rules.rhad.car.handling import MANEUVER, lose_handling
from rules.rhad.car.kills import IN_THE_AIR
from rules.rhad.ground.hexes import ahead, half_ahead, light_drift, steep_drift
from rules.rhad.match.match import Match
from rules.rhad.match.orders import PhaseOrder
from rules.rhad.match.state import CarState, ControlLoss
from rules.rhad.movement import maneuvers
from rules.rhad.movement.collisions import advance
from rules.rhad.movement.loss_of_control import apply_forced_turn, end_loss_of_control, next_place, slow_by_step
from rules.rhad.movement.speed import set_speed

ON_THE_LINE = "edge"


def steps_due(play: Match, car: CarState, *, braked: bool = False) -> int:
    """The whole car steps of this phase at the car's speed, including what it has saved up.

    With `braked`, the speed is that after an emergency stop (RH-020, RH-021, RH-023).
    """
    speed = max(car.speed - play.designs[car.id].brake, 0) if braked else car.speed
    halves = ROWS[speed].half_steps[play.state.moment.phase - 1]
    if play.settings.half_step == ON_THE_LINE:
        return halves // HALVES
    return (car.credit + halves) // HALVES


def free_steps(play: Match, car: CarState, *, braked: bool = False) -> int:
    """The car steps of this phase on which the driver may maneuver: those after the last roll of a skid or spin.

    There are none in the air or without an able driver (RH-016, RH-062).
    """
    if car.pending in IN_THE_AIR or play.driver(car) is None:
        return 0
    return max(steps_due(play, car, braked=braked) - car.rolls_left, 0)


def move(play: Match, car: CarState, order: PhaseOrder) -> None:
    """Make all moves of a car in a phase; a car that hits something stops moving for the phase (RH-016, RH-020,
    RH-062).
    """
    if order.brake:
        emergency_stop(play, car)
    due = steps_due(play, car)
    moves_half_step = _save_half_step(play, car, due)
    maneuver_names = list(order.maneuvers)
    for _ in range(due):
        if car.rolls_left:
            went_on = _forced_step(play, car)
        else:
            went_on = _step(
                play, car, maneuver_names.pop(0) if maneuver_names and _is_steered(play, car) else maneuvers.STRAIGHT
            )
        slow_by_step(play, car)
        if not went_on or car.speed == 0:
            return
    if moves_half_step:
        _half_step(play, car)


def _save_half_step(play: Match, car: CarState, due: int) -> bool:
    """Save up a leftover half step; the result is whether it is to be driven at once instead (RH-023)."""
    halves = ROWS[car.speed].half_steps[play.state.moment.phase - 1]
    if play.settings.half_step == ON_THE_LINE:
        return halves % HALVES > 0
    before = car.credit
    car.credit = before + halves - due * HALVES
    if car.credit != before:
        play.note("half_step", "RH-023", car, before={"credit": before}, after={"credit": car.credit})
    return False


def emergency_stop(play: Match, car: CarState) -> None:
    """Slam on the brakes between two phases: take off as much speed as the car can brake, for the handling that the
    house rule sets (RH-021).
    """
    set_speed(play, car, max(car.speed - play.designs[car.id].brake, 0), rule="RH-021", why="emergency stop")
    lose_handling(play, car, play.settings.midround_brake, hazard=MANEUVER, why="emergency stop")


def _is_steered(play: Match, car: CarState) -> bool:
    """Whether somebody steers; the driver may have been lost during the phase."""
    return car.pending not in IN_THE_AIR and play.driver(car) is not None


def _position_fields(car: CarState) -> dict[str, Any]:
    return {"at": car.at, "facing": car.facing, "heading": car.heading}


def _forced_step(play: Match, car: CarState) -> bool:
    """Make one roll of a skid, or one quarter of a spin, with its car step (RH-061, RH-062, RH-064)."""
    before, kind = {**_position_fields(car), "rolls_left": car.rolls_left}, str(car.pending)
    spins = car.pending is ControlLoss.SPIN
    apply_forced_turn(play, car)
    to = next_place(car)
    play.note(
        "spinning" if spins else "skid", "RH-064" if spins else "RH-061", car,
        before=before, after={**_position_fields(car), "rolls_left": car.rolls_left}, of=kind,
    )  # fmt: skip
    went_on = _go(play, car, to)
    end_loss_of_control(play, car)
    return went_on


def _go(play: Match, car: CarState, to: tuple[int, int]) -> bool:
    """Take one car step and log it (RH-003); False if something was in the way."""
    before = car.at
    if not advance(play, car, to):
        return False
    car.steps += 1
    play.note("step", "RH-003", car, before={"at": before}, after={"at": car.at})
    return True


def _step(play: Match, car: CarState, name: str) -> bool:
    """Take one free car step with its maneuver, which is paid at once.

    If the maneuver has become impossible, it lapses and the car goes straight on (RH-015, RH-016, RH-031).
    """
    if name == maneuvers.STRAIGHT:
        return _go(play, car, next_place(car))
    if maneuvers.why_not_maneuver(play, car, name):
        play.note("maneuver_lapsed", "RH-016", car, maneuver=name)
        return _go(play, car, next_place(car))
    maneuver = maneuvers.MANEUVERS[name]
    before = {**_position_fields(car), "way": car.way}
    to = _turn(car, name, maneuver)
    if maneuver.way:
        car.way = maneuver.way
    play.note(
        "maneuver", "RH-015", car, before=before, after={**_position_fields(car), "way": car.way}, maneuver=name,
        d=maneuvers.d_value(name, play.settings),
    )  # fmt: skip
    lose_handling(play, car, maneuvers.d_value(name, play.settings), hazard=MANEUVER, why=name)
    went_on = _go(play, car, to)
    if went_on and name == maneuvers.BOOTLEGGER:
        _reverse(play, car, maneuver)
    return went_on


def _turn(car: CarState, name: str, maneuver: maneuvers.Maneuver) -> tuple[int, int]:
    """Turn the car by a maneuver, and return the place its step leads to (RH-010 to RH-013, RH-064)."""
    by = maneuver.way * maneuver.sides * ONE_SIDE
    if maneuver.rotates:
        car.facing = turn_by(car.facing, by)
    elif maneuver.drift == "light":
        return light_drift(car.at, car.heading, maneuver.way)
    elif maneuver.drift:
        return steep_drift(car.at, car.heading, maneuver.way)
    elif name != maneuvers.BOOTLEGGER:
        car.facing = car.heading = turn_by(car.heading, by)
    return ahead(car.at, car.heading)


def _reverse(play: Match, car: CarState, maneuver: maneuvers.Maneuver) -> None:
    """End a bootlegger: the car faces the other way and stops (RH-014)."""
    before = _position_fields(car)
    car.facing = car.heading = turn_by(car.facing, maneuver.sides * ONE_SIDE)
    play.note("reversed", "RH-014", car, before=before, after=_position_fields(car))
    set_speed(play, car, 0, rule="RH-014", why="bootlegger")


def _half_step(play: Match, car: CarState) -> None:
    """Take half a car step, onto the line ahead or off it, if the house rule says so; not when traveling along a line
    (RH-005, RH-023).
    """
    if car.heading % ONE_SIDE == 0:
        _go(play, car, half_ahead(car.at, car.heading))
