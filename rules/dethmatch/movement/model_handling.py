"""Cars under another book's handling model: handling spent all turn, one check at its end, the results, and the steps
of a car out of control. Rules DM-M-034, DM-M-050, DM-M-067, DM-M-068, DM-M-070, DM-M-078, DM-M-107.

`rules.match.handling.handling_model` describes what a model answers. This module turns the answers into the control
states, tire damage and injuries of this book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.dethmatch.damage import injuries
from rules.dethmatch.driving import handling, loss_of_control, out_of_control
from rules.dethmatch.match.match import Match, ModelHandling
from rules.dethmatch.match.state import LEFT, NOWHERE, CarState, CarStatus, Control
from rules.dethmatch.movement import moves
from rules.match.handling.handling_model import CrashEffect, LossOfControl

CONTROLS: Mapping[LossOfControl, Control] = {
    LossOfControl.NONE: Control.OK,
    LossOfControl.SKID: Control.MAJOR_SKID,
    LossOfControl.FISHTAIL: Control.FISHTAIL,
    LossOfControl.SPIN: Control.SPIN,
    LossOfControl.ROLLOVER: Control.ROLLOVER,
}
"""The control state for each loss of control, except that a skid of one step is a minor one (DM-M-070)."""
SWERVES = {-2: ("TL", "F"), -1: ("DL",), 0: ("F",), 1: ("DR",), 2: ("TR", "F")}
"""The path steps of a swerve in half sides, negative to the left; forced turns are made on the spot (DM-M-070)."""
RECOVERY = "recovery"
"""The reason logged when handling comes back at the end of a turn."""


# ------------------------------------------------------------------------------------------- when a turn is over


def end_turn(play: Match, model_handling: ModelHandling, cars: Sequence[CarState]) -> None:
    """Check every car once, then let every car recover (DM-M-067, DM-M-068)."""
    ends = {car.id: _final_handling(play, model_handling, car) for car in cars}
    for car in cars:
        if is_checked(play, car) and not model_handling.model.in_control(ends[car.id]):
            play.begin_procedure(f"t{play.state.moment.turn}/check/{car.id}")
            _crash(play, model_handling, car, ends[car.id])
    for car in cars:
        _recover(play, model_handling, car, ends[car.id])
    model_handling.close()


def is_checked(play: Match, car: CarState) -> bool:
    """Whether a car can lose control: somebody drives it, it moves, and it is not rolling over (DM-M-068)."""
    driven = car.status is CarStatus.RUNNING and play.driver(car) is not None
    return driven and car.speed > 0 and car.control not in {Control.UNCONTROLLED, Control.ROLLOVER}


def _final_handling(play: Match, model_handling: ModelHandling, car: CarState) -> int:
    """The handling of a car at the end of the turn, adjusted for the speed it set out with (DM-M-068)."""
    pace = model_handling.paces.get(car.id, car.speed)
    end = car.handling + model_handling.model.speed_adjustment(speed=pace)
    if is_checked(play, car):
        play.note(
            "reckoning",
            model_handling.model.cites.check,
            car,
            crew=car.driver,
            handling=car.handling,
            pace=pace,
            end=end,
            passed=model_handling.model.in_control(end),
        )
    return end


def _crash(play: Match, model_handling: ModelHandling, car: CarState, end: int) -> None:
    """Apply a failed check to a car: the speed it owes the next turn, its control, its tires, and injuries to its
    crew (DM-M-068, DM-M-078, DM-M-107).
    """
    solid = car.id in model_handling.struck
    crash = model_handling.model.crash(end=end, solid=solid, face=play.d6("crash table"))
    before, car.debt = car.debt, max(car.debt, crash.slows)
    play.note(
        "crash",
        model_handling.model.cites.crash,
        car,
        crew=car.driver,
        before={"debt": before},
        after={"debt": car.debt},
        end=end,
        solid=solid,
        result=crash.result,
    )
    _lose(play, model_handling, car, crash)
    if crash.tire_points and play.settings.tire_wear_from_driving:
        loss_of_control.roll_tires(
            play, car, bonus=crash.tire_points - 1, why=crash.result, weapon=False, rule=loss_of_control.WEAR_RULE
        )
    for _ in range(crash.injuries):
        if car.status is CarStatus.RUNNING:
            for crew in injuries.able_crew(play, car):
                injuries.injure(play, crew, car, by="")


def control_of(crash: CrashEffect) -> Control:
    """The control state that a crash causes (DM-M-070)."""
    return Control.MINOR_SKID if crash.loss is LossOfControl.SKID and crash.steps == 1 else CONTROLS[crash.loss]


def _lose(play: Match, model_handling: ModelHandling, car: CarState, crash: CrashEffect) -> None:
    """Make a car lose control, unless its state is already as bad. Its steps are made next turn (DM-M-068)."""
    control = control_of(crash)
    if control is Control.OK or not loss_of_control.is_worse(control, car.control):
        return
    steps = crash.steps
    if crash.thrown:
        steps = play.d6("steps of the spin")
        play.note("spin_steps", model_handling.model.cites.crash, car, crew=car.driver, steps=steps)
    thrown_for = control in out_of_control.SWERVING
    loss_of_control.enter(play, car, control, rule=model_handling.model.cites.crash, way=0 if thrown_for else None)
    if control is Control.SPIN:
        turn = "TL" if car.way == LEFT else "TR"
        sides = [model_handling.model.spin_sides(step) for step in range(1, steps + 1)]
        car.owed = [" ".join([*[turn] * side, moves.ALONG_TRAVEL]) for side in sides]
    elif thrown_for:
        car.owed = [moves.SWERVE] * steps


def _recover(play: Match, model_handling: ModelHandling, car: CarState, end: int) -> None:
    """Set the handling for the next turn; a broken suspension never recovers (DM-M-034, DM-M-067)."""
    next_handling = model_handling.model.next_handling(end=end, maximum=handling.maximum_handling(play, car))
    if car.broken or car.at == NOWHERE or next_handling == car.handling:
        return
    before, car.handling = car.handling, next_handling
    rule = model_handling.model.cites.recovery
    play.note("handling", rule, car, before={"handling": before}, after={"handling": next_handling}, why=RECOVERY)


# --------------------------------------------------------------------------------------------- out of control


def step_of(play: Match, model_handling: ModelHandling, car: CarState) -> tuple[str, ...]:
    """Remove the next step a car owes, throwing a die for it if needed, and return its path steps (DM-M-070)."""
    owed = car.owed.pop(0)
    if owed != moves.SWERVE:
        return tuple(owed.split())
    steps = SWERVES[model_handling.model.swerve(play.d6("swerve"))]
    left = len(car.owed)
    play.note("swerve", model_handling.model.cites.swerve, car, crew=car.driver, step=steps[0], left=left)
    return steps


def recovery_rule(model_handling: ModelHandling, control: Control) -> str:
    """The rule by which a car that has made its steps is under control again (DM-M-070)."""
    return model_handling.model.cites.spin if control is Control.SPIN else model_handling.model.cites.swerve
