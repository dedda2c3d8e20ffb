"""Crash results: when they apply, fishtails before other results, and half moves. Rules CW-P-016, CW-P-017 and
CW-P-019.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Distance, Heading, Name, inches, turn_heading
from rules.carwars.procedures.written_rules import note_own_rule
from rules.core.dice import Stream

QUARTER_TURN = 90
"""The degrees of a quarter turn."""
HALF_MOVE = 50
"""A half move, in hundredths of an inch."""


def roll_direction(stream: Stream, *, why: str) -> Literal["left", "right"]:
    """Left or right by a die: left on 1 to 3, right on 4 to 6."""
    return "left" if stream.roll(1, why).total <= 3 else "right"


class FishtailResultInputs(Inputs, frozen=True, kw_only=True):
    """A fishtail of Crash Table 2 and the result of Crash Table 1 that goes with it."""

    result: Literal["spin", "roll", "skid"]
    """The result of Crash Table 1."""
    heading: Heading
    """The car's heading before the fishtail, in degrees clockwise from north."""
    fishtail: Annotated[int, msgspec.Meta(ge=1, le=90)]
    """By how many degrees the fishtail turns the car."""
    skids: Annotated[tuple[Name, ...], msgspec.Meta(max_length=5)] = ()
    """The inches of the skid in their order, such as a severe and then a minor skid."""


@procedure(
    "CW-P-016",
    "Fishtail and another result",
    reads=("crash.fishtail_then_table1",),
    dice="one die for the direction: left on 1 to 3, right on 4 to 6",
)
def fishtail_result(inputs: FishtailResultInputs, answers: Answers, stream: Stream) -> Outcome:
    """Say how a fishtail goes together with a result of Table 1 (CW-P-016, CW-Q-143)."""
    if inputs.result == "skid" and not inputs.skids:
        raise InputsImpossible("The result is a skid: name its inches in order.")
    if inputs.result != "skid" and inputs.skids:
        raise InputsImpossible(f"The result is a {inputs.result}: leave out the inches of a skid.")
    direction = roll_direction(stream, why="whether the fishtail goes left or right")
    notes = note_own_rule(answers, "crash.fishtail_then_table1", "procedure")
    sign = -1 if direction == "left" else 1
    if inputs.result == "skid":
        heading = turn_heading(inputs.heading, sign * inputs.fishtail)
        first, *rest = inputs.skids
        skids = [{"skid": first, "heading": inputs.heading}, *({"skid": skid, "heading": heading} for skid in rest)]
        says = [
            f"The fishtail to the {direction} is carried out and turns the car to {heading} degrees.",
            f"With its next move, the car makes its {first} along its old heading of {inputs.heading} degrees.",
            *(f"Then it makes its {skid} along {heading} degrees." for skid in rest),
        ]
    else:
        heading = turn_heading(inputs.heading, sign * QUARTER_TURN)
        skids = []
        says = [
            f"The movement of the fishtail is left out. The {inputs.result} goes to the {direction}.",
            f"It begins at {heading} degrees, a quarter turn from the old heading of {inputs.heading} degrees.",
        ]
    values = {"direction": direction, "fishtail": inputs.result == "skid", "heading": heading, "skids": skids}
    return Outcome(values=values, says=(*notes, *says))


class HalfMoveInputs(Inputs, frozen=True, kw_only=True):
    """A car out of control that has a half move."""

    state: Literal["skid", "spin", "roll"]
    """What the car does."""
    skid_left: Distance = 0
    """What is left of its skid, in hundredths of an inch."""


@procedure("CW-P-017", "Half move out of control", reads=("crash.half_move",))
def half_move(inputs: HalfMoveInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say what a car out of control does with a half move (CW-P-017, CW-Q-142)."""
    notes = note_own_rule(answers, "crash.half_move", "rule")
    if inputs.state != "skid":
        if inputs.skid_left:
            raise InputsImpossible("The car does not skid: leave out what is left of a skid.")
        says = f"It goes {inches(HALF_MOVE)} the way it travels, and neither turns nor flips."
        return Outcome(values={"moved": HALF_MOVE, "skidded": 0, "skid_left": 0}, says=(*notes, says))
    if not inputs.skid_left:
        raise InputsImpossible("The car skids: give what is left of its skid.")
    skidded = min(HALF_MOVE, inputs.skid_left)
    left = inputs.skid_left - skidded
    rest = f"The other {inches(left)} of the skid come with its next move." if left else "Its skid is over."
    return Outcome(
        values={"moved": HALF_MOVE, "skidded": skidded, "skid_left": left},
        says=(*notes, f"It skids {inches(skidded)}. {rest}"),
    )


class CrashResultTimingInputs(Inputs, frozen=True, kw_only=True):
    """A crash result that a vehicle gets in a maneuver."""

    result: Literal["fishtail", "skid", "spin", "roll", "other"]
    """The crash result."""


@procedure("CW-P-019", "When a crash result applies", reads=("crash.when_applied",))
def crash_result_timing(inputs: CrashResultTimingInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say whether a crash result comes in place of the move or after it (CW-P-019, CW-Q-136)."""
    when = answers.part("crash.when_applied", "when")
    instead = inputs.result in ("spin", "roll") if when == "mixed" else when == "before"
    says = "It comes in place of the move." if instead else "Finish the maneuver first. Then the result applies."
    return Outcome(values={"when": "instead_of_move" if instead else "after_move"}, says=(says,))
