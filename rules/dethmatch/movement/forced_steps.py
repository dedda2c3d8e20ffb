"""The steps that a car out of control makes, one for each movement point. Rules DM-M-034, DM-M-068, DM-M-070 to
DM-M-075, DM-M-092.
"""

from __future__ import annotations

from rules.dethmatch.driving import loss_of_control, uncontrolled
from rules.dethmatch.match.match import Match, ModelHandling
from rules.dethmatch.match.state import CarState, Control
from rules.dethmatch.movement import model_handling, moves

ONE_POINT_STATES = frozenset({Control.MINOR_SKID, Control.FISHTAIL})
"""The states that end with the movement point of their forced moves (DM-M-071, DM-M-072)."""
FORCED_TURN_STEPS = {"TL": ("TL", "F"), "TR": ("TR", "F")}
"""A turn that is forced is made on the spot; where it goes on, the hex ahead follows it."""


def forced_step(play: Match, car: CarState) -> tuple[str, ...]:
    """The path steps the next movement point must be spent on; none where the driver chooses (DM-M-070).

    A forced turn is one on the spot; `F*` is one hex along the travel, whatever the car faces; `?` is thrown for.
    """
    if loss_of_control.moves_by_model(play, car):
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
    """Spend a movement point on what the state demands, and say whether it demanded anything (DM-M-070).

    A minor skid or fishtail ends with it; with a broken suspension it goes on as a major skid (DM-M-034).
    """
    steps = forced_step(play, car)
    if not steps:
        return False
    if play.model_handling is not None and loss_of_control.moves_by_model(play, car):
        _make_step_of_model(play, play.model_handling, car)
        return True
    making, car.owed = car.control, []
    moves.spend_point(play, car, steps, forced=True)
    if car.control is making and making in ONE_POINT_STATES:
        loss_of_control.regain_control(play, car, rule=loss_of_control.RULES[making])
    return True


def _make_step_of_model(play: Match, held: ModelHandling, car: CarState) -> None:
    """Spend a movement point on the next step of another book's model; after the last one the car is under control,
    and one that spun faces along its travel at its next activation (DM-M-070, DM-M-074).
    """
    making = car.control
    moves.spend_point(play, car, model_handling.step_of(play, held, car), forced=True)
    if car.control is making and not car.owed:
        car.aligns = making is Control.SPIN
        loss_of_control.regain_control(play, car, rule=model_handling.recovery_rule(held, making))
