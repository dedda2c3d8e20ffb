"""Cars that nobody drives any more: rolling straight on, veering, and stopping for good. Rules DM-M-092, DM-M-134."""

from __future__ import annotations

from rules.dethmatch.driving import control_states
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CarStatus, Control

STRAIGHT_ON = "F"


def is_undriven(play: Match, car: CarState) -> bool:
    """Whether a car is uncontrolled, destroyed or without an able driver, so that nobody makes its
    checks (DM-M-092).
    """
    rolls_on = car.control is Control.UNCONTROLLED or car.status is CarStatus.DESTROYED
    return rolls_on or play.driver(car) is None


def roll_on(play: Match, car: CarState) -> None:
    """Let a car that was destroyed, or whose driver is out of action, roll straight on along its travel (DM-M-092).

    A car at speed 0 comes to rest instead. A car that is rolling over goes on rolling over.
    """
    if not car.speed:
        come_to_rest(play, car)
        return
    if car.control in {Control.UNCONTROLLED, Control.ROLLOVER}:
        return
    before = {"control": car.control, "facing": car.facing}
    car.facing = control_states.heading(car)
    car.control, car.way, car.owed, car.aligns = Control.UNCONTROLLED, 0, [], False
    car.options = 0
    play.note("loc_result", "DM-M-092", car, before=before, after={"control": car.control, "facing": car.facing})


def veer(play: Match, car: CarState) -> None:
    """Roll for the step an uncontrolled car takes after it has entered an obstacle or bad ground (DM-M-092).

    The car takes the step with its next movement point. A car that is rolling over does not veer.
    """
    if car.control is not Control.UNCONTROLLED:
        return
    step = play.settings.veer_table.split()[play.d6("veer") - 1]
    before = list(car.owed)
    car.owed = [] if step == STRAIGHT_ON else [step]
    play.note("veer", "DM-M-092", car, before={"owed": before}, after={"owed": list(car.owed)}, step=step)


def come_to_rest(play: Match, car: CarState) -> None:
    """Make a car at speed 0 a wreck if it was destroyed, or parked if it has no able driver (DM-M-092, DM-M-134)."""
    before = car.status
    if car.status is CarStatus.DESTROYED:
        car.status = CarStatus.WRECK
    elif car.status is CarStatus.RUNNING and play.driver(car) is None:
        car.status = CarStatus.PARKED
    if car.status is not before:
        play.note("stop", "DM-M-092", car, before={"status": before}, after={"status": car.status})
