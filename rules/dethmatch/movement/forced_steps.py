"""The steps that a car out of control makes, one for each movement point. Rules DM-M-034, DM-M-068, DM-M-070 to
DM-M-075, DM-M-092.
"""

from __future__ import annotations

from rules.dethmatch.driving import control_states, loss_of_control, out_of_control, uncontrolled
from rules.dethmatch.match.match import Match, ModelHandling
from rules.dethmatch.match.state import CarState, Control
from rules.dethmatch.movement import model_handling, moves

ONE_POINT_STATES = frozenset({Control.MINOR_SKID, Control.FISHTAIL})
"""The states that end once their forced moves are made, in one movement point (DM-M-071, DM-M-072)."""
FORCED_TURN_STEPS = {"TL": ("TL", "F"), "TR": ("TR", "F")}
"""The steps of an uncontrolled car's turn: forced turns are made on the spot, so a step forward follows."""


def forced_step(play: Match, car: CarState) -> tuple[str, ...]:
    """The path steps that the next movement point must be spent on; empty if the driver may choose (DM-M-070).

    A forced turn is made on the spot. `F*` is one hex along the travel, whatever the facing, and a die decides `?`.
    """
    if out_of_control.moves_by_model(play, car):
        return tuple(car.owed[0].split())
    match car.control:
        case Control.OK:
            return ()
        case Control.MAJOR_SKID | Control.ROLLOVER:
            return (loss_of_control.DRIFT_STEPS[car.way],)
        case Control.SPIN:
            return (moves.ALONG_TRAVEL,)
        case Control.UNCONTROLLED:
            owed = car.owed[0] if car.owed else uncontrolled.STRAIGHT_ON
            return FORCED_TURN_STEPS.get(owed, (owed,))
        case _:
            return tuple(car.owed)


def make_forced_step(play: Match, car: CarState) -> bool:
    """Spend a movement point on what the state requires; return whether it required anything (DM-M-070).

    A minor skid or fishtail ends with it, or goes on as a major skid if the suspension is broken (DM-M-034).
    """
    steps = forced_step(play, car)
    if not steps:
        return False
    if play.model_handling is not None and out_of_control.moves_by_model(play, car):
        _make_step_of_model(play, play.model_handling, car)
        return True
    state, car.owed = car.control, []
    moves.spend_point(play, car, steps, forced=True)
    if car.control is state and state in ONE_POINT_STATES:
        out_of_control.regain_control(play, car, rule=control_states.RULES[state])
    return True


def _make_step_of_model(play: Match, by_model: ModelHandling, car: CarState) -> None:
    """Spend a movement point on the next step of another book's handling model.

    After the last step the car is under control, and after a spin it faces along its travel at its next activation
    (DM-M-070, DM-M-074).
    """
    state = car.control
    moves.spend_point(play, car, model_handling.step_of(play, by_model, car), forced=True)
    if car.control is state and not car.owed:
        car.aligns = state is Control.SPIN
        out_of_control.regain_control(play, car, rule=model_handling.recovery_rule(by_model, state))
