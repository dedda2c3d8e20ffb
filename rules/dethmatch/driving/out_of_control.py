"""Being out of control, phase by phase, and recovering. Rules DM-M-024, DM-M-034, DM-M-068, DM-M-070, DM-M-073,
DM-M-074.

A state takes its first losses when it begins and the further ones at the start of each activation in a later phase. A
forced move that is owed waits for the next movement point, even of another turn (DM-M-070).
"""

from __future__ import annotations

from rules.dethmatch.crew.checks import driving_check
from rules.dethmatch.driving import control_states, loss_of_control, side_of_loss
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, Control

SPIN_RECOVERY = 1
FAST_SPIN_RECOVERY = 2
FAST_SPIN_SPEED = 6
"""Up to this speed recovery from a spin has the penalty SPIN_RECOVERY, above it FAST_SPIN_RECOVERY (DM-M-074)."""
WHEEL_GUARD_RECOVERY_PENALTY = 1
"""The penalty of wheel guards on recovery checks (DM-M-024)."""
SWERVING = frozenset({Control.MINOR_SKID, Control.FISHTAIL, Control.MAJOR_SKID})
"""The states in which every step is rolled for, with another book's handling model (DM-M-070)."""


def begin_activation(play: Match, car: CarState) -> None:
    """Apply a car's state at the start of its activation (DM-M-070, DM-M-074).

    A car that came out of a spin now faces along its travel. A state that began in an earlier phase takes its further
    losses, and a spinning car turns. Only a rollover in the same phase is credited to who caused the loss of control
    (DM-M-075).
    """
    if car.aligns:
        _face(play, car, control_states.heading(car))
        car.aligns = False
    if car.since != play.elapsed_phases:
        if car.control is not Control.ROLLOVER:
            car.loser = ""
        if not moves_by_model(play, car):
            loss_of_control.take_losses(play, car, car.control, loss_of_control.EACH_PHASE.get(car.control))
    if car.control is Control.SPIN and not moves_by_model(play, car):
        side_of_loss.remember_sway(play, car, side_of_loss.TURN, car.way)
        _face(play, car, (car.facing + car.way) % SIDES)
        car.straight, car.settled = 0, False


def moves_by_model(play: Match, car: CarState) -> bool:
    """Whether another book's handling model decides the steps of a car out of control (DM-M-068, DM-M-070).

    Rollovers are the same with every model.
    """
    return play.model_handling is not None and (car.control is Control.SPIN or car.control in SWERVING)


def _face(play: Match, car: CarState, facing: int) -> None:
    before, car.facing = car.facing, facing
    play.note("turn", "DM-M-074", car, before={"facing": before}, after={"facing": facing}, forced=True)


def regain_control(play: Match, car: CarState, *, rule: str) -> None:
    """Bring a car back under control. With a broken suspension it begins a major skid instead
    (DM-M-034, DM-M-070).
    """
    if car.broken and play.model_handling is None:
        loss_of_control.begin_state(play, car, Control.MAJOR_SKID, rule="DM-M-034")
        return
    before, car.control, car.way = car.control, Control.OK, 0
    play.note("recovery", rule, car, before={"control": before}, after={"control": car.control})


def recover(play: Match, car: CarState) -> None:
    """Make the check that may end a major skid or a spin, at the end of an activation (DM-M-070, DM-M-073, DM-M-074).

    Wheel guards make it harder (DM-M-024). A broken suspension allows no check (DM-M-034), nor does another book's
    handling model.
    """
    if play.model_handling is not None:
        return
    if car.control not in {Control.MAJOR_SKID, Control.SPIN} or car.broken or not car.speed:
        return
    penalty = recovery_penalty(car.control, car.speed)
    if play.fits[car.id].wheel_guards:
        penalty += WHEEL_GUARD_RECOVERY_PENALTY
    check = driving_check(play, car, penalty=penalty, why="recovery")
    before = car.control
    if check.passed:
        car.aligns = before is Control.SPIN
        car.control, car.way = Control.OK, 0
    play.note(
        "recovery",
        control_states.RULES[before],
        car,
        crew=car.driver,
        before={"control": before},
        after={"control": car.control},
        needed=check.needed,
        passed=check.passed,
        rerolled=check.rerolled,
    )


def recovery_penalty(control: Control, speed: int) -> int:
    """Return the penalty on a recovery check: 0 in a skid, 1 in a spin, 2 in a spin above speed 6 (DM-M-073,
    DM-M-074).
    """
    if control is not Control.SPIN:
        return 0
    return FAST_SPIN_RECOVERY if speed > FAST_SPIN_SPEED else SPIN_RECOVERY
