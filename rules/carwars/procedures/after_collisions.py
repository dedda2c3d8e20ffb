"""What vehicles do after a collision: who conforms, what is left of a move, and cars nose to nose. Rules CW-P-007,
CW-P-011 and CW-P-012.
"""

from __future__ import annotations

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Distance, Name, Speed, inches, refuse_repeated
from rules.carwars.procedures.written_rules import note_own_rule
from rules.core.dice import Stream


class ConformingInputs(Inputs, frozen=True, kw_only=True):
    """Two vehicles after a collision, and the move that one of them is to make."""

    first: Name
    """The vehicle whose move brought them together."""
    other: Name
    """The vehicle that it hit."""
    mover: Name
    """The one of the two that is to move now."""
    touching: bool
    """Whether they have stayed in contact since the collision."""
    pushes: bool
    """Whether the move would push into the vehicle that does not move."""


@procedure("CW-P-007", "Conforming after a collision", reads=("move.conforming_after",))
def conforming(inputs: ConformingInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say which of two vehicles conforms, and whether a move is allowed (CW-P-007, CW-Q-121)."""
    refuse_repeated([inputs.first, inputs.other], "vehicles")
    if inputs.mover not in (inputs.first, inputs.other):
        raise InputsImpossible(f"{inputs.mover} is neither {inputs.first} nor {inputs.other}: name one of them.")
    allowed, conforms = True, None
    if not inputs.touching:
        says = "They have separated, so the collision is over: a new contact is a new collision."
    elif not inputs.pushes:
        says = "The move pushes nobody, and nobody conforms."
    elif inputs.mover == inputs.first:
        conforms = inputs.other
        says = f"{inputs.first} brought them together: {inputs.other} conforms until they separate."
    else:
        allowed = False
        says = f"{inputs.other} was hit and may not force {inputs.first} to conform: it has to move in another way."
    return Outcome(
        values={"allowed": allowed, "conforms": conforms},
        says=(*note_own_rule(answers, "move.conforming_after", "rule"), says),
    )


class MovementLeftInputs(Inputs, frozen=True, kw_only=True):
    """A vehicle that a collision slowed down in the middle of a phase."""

    old_allowance: Distance
    """What its old speed allows in this phase by the movement chart, in hundredths of an inch."""
    new_allowance: Distance
    """What its new speed allows in this phase by the movement chart, in hundredths of an inch."""
    moved: Distance
    """What it has moved in this phase, in hundredths of an inch."""


@procedure("CW-P-011", "Movement left after a collision", reads=("move.inches_after_slowdown",))
def movement_left(inputs: MovementLeftInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say how far a vehicle still moves that a collision slowed down (CW-P-011, CW-Q-128)."""
    if inputs.moved > inputs.old_allowance:
        raise InputsImpossible("It has moved further than its old speed allows: correct one of the two.")
    by_old = answers.part("move.inches_after_slowdown", "speed") == "old_speed"
    allowance = inputs.old_allowance if by_old else inputs.new_allowance
    left = max(0, allowance - inputs.moved)
    speed = "old" if by_old else "new"
    return Outcome(
        values={"left": left},
        says=(
            f"In this phase its {speed} speed allows {inches(allowance)}, and it has moved {inches(inputs.moved)}.",
            f"It moves {inches(left)} more." if left else "It moves no further.",
        ),
    )


class NoseToNoseInputs(Inputs, frozen=True, kw_only=True):
    """Two cars nose to nose, with the speeds to which their drivers accelerate."""

    first: Name
    """One of the two cars."""
    first_speed: Speed
    """The speed in mph that its driver chose."""
    second: Name
    """The other car."""
    second_speed: Speed
    """The speed in mph that its driver chose."""


@procedure("CW-P-012", "Nose to nose", reads=("move.head_to_head",))
def nose_to_nose(inputs: NoseToNoseInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say which of two cars nose to nose gets its way (CW-P-012, CW-Q-133)."""
    refuse_repeated([inputs.first, inputs.second], "vehicles")
    speeds = {inputs.first: inputs.first_speed, inputs.second: inputs.second_speed}
    order = sorted(speeds, key=lambda name: -speeds[name])
    if inputs.first_speed == inputs.second_speed:
        order, speeds = [], dict.fromkeys(speeds, 0)
        says = "Both chose the same speed: neither moves, and both are at 0 again."
    else:
        faster, slower = order
        says = f"{faster} is faster and makes its whole move, with {slower} conforming. Then {slower} makes its own."
    return Outcome(
        values={"order": order, "speeds": speeds},
        says=(*note_own_rule(answers, "move.head_to_head", "rule"), says),
    )
