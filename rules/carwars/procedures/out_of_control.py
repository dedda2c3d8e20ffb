"""Collisions of a vehicle that fishtails, skids, spins or rolls. Rule CW-P-009."""

from __future__ import annotations

from typing import Any, Literal

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Heading, angle_between, turn_heading
from rules.carwars.procedures.written_rules import note_own_rule
from rules.core.dice import Stream

HEAD_ON = 45
"""The largest angle from a head-on meeting, in degrees, that still makes one."""
SQUARE = 90
"""A quarter turn in degrees."""


class OutOfControlInputs(Inputs, frozen=True, kw_only=True):
    """A vehicle out of control and what it collides with."""

    state: Literal["fishtail", "skid", "spin", "roll"]
    """What the vehicle out of control does."""
    meets: Literal["moves_into_vehicle", "hit_by_vehicle", "fixed_object"]
    """Whether it moves into a vehicle, is hit by a vehicle that moves, or hits a fixed object."""
    travel: Heading
    """The direction in which it travels, in degrees clockwise from north."""
    head_on: Heading
    """The direction in which it would meet the other head-on: against the travel of a vehicle, or straight into a
    fixed object.
    """
    facing: Heading
    """Where it faces, once it has conformed if it has to."""
    front_struck: bool = False
    """Whether the front of the vehicle under control is struck."""
    push: Literal["left", "right"] = "right"
    """The way in which the vehicle out of control is pushed around."""


@procedure("CW-P-009", "Collision out of control", reads=("move.ooc_collision",))
def out_of_control_collision(inputs: OutOfControlInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say what a collision is and does to a vehicle out of control (CW-P-009, CW-Q-126)."""
    angle = angle_between(inputs.travel, inputs.head_on)
    if inputs.state == "fishtail":
        result, says = _fishtail(inputs)
    elif inputs.meets == "fixed_object":
        result, says = _fixed_object(inputs, head_on=angle <= HEAD_ON)
    elif inputs.meets == "moves_into_vehicle":
        result, says = {"conforms": "other"}, ["The other vehicle conforms. The direction of travel stays."]
    else:
        result, says = _hit_by_vehicle(inputs)
    type_says = []
    if inputs.state != "fishtail" and inputs.meets != "fixed_object":
        if angle <= HEAD_ON and inputs.front_struck:
            result["type"] = "head_on"
            type_says = ["It is a head-on collision with that front and the side of this vehicle that meets it."]
        else:
            type_says = ["It is a sideswipe or a T-bone, by the angle of the travel and not of the facing."]
    unchanged = {
        "type": "by_angle",
        "conforms": None,
        "ends": False,
        "travel": inputs.travel,
        "stops": False,
        "turn": None,
        "drives": None,
    }
    return Outcome(
        values={"angle": angle} | unchanged | result,
        says=(
            *note_own_rule(answers, "move.ooc_collision", "procedure"),
            f"It travels at {angle} degrees from head-on.",
            *type_says,
            *says,
        ),
    )


def _fishtail(inputs: OutOfControlInputs) -> tuple[dict[str, Any], list[str]]:
    if inputs.meets == "hit_by_vehicle":
        raise InputsImpossible(
            "A fishtail is over in an instant, so that nothing can hit the vehicle in it: treat it as under control."
        )
    both = " for both" if inputs.meets == "moves_into_vehicle" else ""
    says = [f"The corner swings until it touches and no further: a sideswipe{both}."]
    return {"type": "sideswipe"}, says


def _fixed_object(inputs: OutOfControlInputs, *, head_on: bool) -> tuple[dict[str, Any], list[str]]:
    if head_on:
        result: dict[str, Any] = {"type": "head_on", "ends": True, "stops": True}
        return result, [
            f"It is a head-on collision at full speed. The vehicle stops, and its {inputs.state} is over."
        ]
    result = {"type": "sideswipe", "conforms": "out_of_control"}
    says = ["It is a sideswipe, and the vehicle conforms to the object."]
    if inputs.state == "skid":
        result |= {"ends": True, "travel": inputs.facing, "drives": "ahead"}
        says.append("This skid and those to come are over: the rest of the inch goes straight ahead.")
    elif inputs.state == "spin":
        ahead = angle_between(inputs.facing, inputs.travel) <= SQUARE
        travel = inputs.facing if ahead else turn_heading(inputs.facing, 2 * SQUARE)
        result |= {"ends": True, "travel": travel, "drives": "ahead" if ahead else "backward"}
        says.append(f"The spin is over: it drives {'ahead' if ahead else 'backward'} at its full speed.")
    else:
        result["travel"] = _square_travel(inputs)
        says.append(
            f"The sideswipe is to its front or back. It rolls on square to its side, at {result['travel']} degrees."
        )
    return result, says


def _hit_by_vehicle(inputs: OutOfControlInputs) -> tuple[dict[str, Any], list[str]]:
    result: dict[str, Any] = {"conforms": "out_of_control"}
    if inputs.state == "skid":
        return result, ["The skidding vehicle conforms and skids on in its old direction."]
    if inputs.state == "spin":
        result["turn"] = _next_turn(inputs)
        return result, [
            "The spinning vehicle conforms and keeps its direction of travel, perhaps at another speed.",
            f"Its next move spins it {abs(result['turn'])} degrees to the {inputs.push}, and it spins on that way.",
        ]
    result["travel"] = _square_travel(inputs)
    return result, [f"The rolling vehicle conforms and rolls on square to its side, at {result['travel']} degrees."]


def _next_turn(inputs: OutOfControlInputs) -> int:
    """The degrees to the next right angle to the travel in the direction of the push, above 0 to the right."""
    past = (inputs.facing - inputs.travel) % SQUARE
    if inputs.push == "right":
        return SQUARE - past
    return -(past or SQUARE)


def _square_travel(inputs: OutOfControlInputs) -> int:
    """The direction square to the vehicle's side that is nearest to its travel; of two as near, that of the push."""
    right, left = turn_heading(inputs.facing, SQUARE), turn_heading(inputs.facing, -SQUARE)
    pushed, other = (right, left) if inputs.push == "right" else (left, right)
    return min((pushed, other), key=lambda heading: angle_between(heading, inputs.travel))
