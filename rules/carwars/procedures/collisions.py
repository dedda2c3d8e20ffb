"""Collisions: their type by the angle, and chains of them. Rules CW-P-006 and CW-P-008."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import (
    Heading,
    Name,
    Speed,
    angle_between,
    refuse_repeated,
    turn_heading,
)
from rules.carwars.procedures.written_rules import note_own_rule
from rules.core.dice import Stream

Turning = Annotated[int, msgspec.Meta(ge=-180, le=180)]
"""Degrees of a turn, above 0 to the right."""
STRAIGHT = 180
"""The degrees from one end of a side to the other, seen from the side."""


class CollisionAngleInputs(Inputs, frozen=True, kw_only=True):
    """A vehicle in a maneuver that touches the side of another."""

    heading: Heading
    """The heading of the moving vehicle before its maneuver, in degrees clockwise from north."""
    struck_heading: Heading
    """The heading of the vehicle whose side is struck; its sides run the same way."""
    turn: Turning = 0
    """The whole turn of the maneuver in degrees, above 0 to the right."""
    contact: Literal["first_half", "turning", "second_half"] = "second_half"
    """When the turning key touches: in the first half inch, during the turn, or in the half inch after it."""
    turned: Turning = 0
    """The degrees it has turned at the contact, if it touches during the turn."""


@procedure("CW-P-006", "Type of a collision", reads=("move.collision_angle",))
def collision_angle(inputs: CollisionAngleInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say whether a contact with a side is a sideswipe or a T-bone (CW-P-006, CW-Q-119)."""
    if inputs.contact == "turning" and not (min(0, inputs.turn) <= inputs.turned <= max(0, inputs.turn)):
        raise InputsImpossible(f"It turns by {inputs.turn} degrees: give the part of them that it has turned so far.")
    after = turn_heading(inputs.heading, inputs.turn)
    if answers.part("move.collision_angle", "direction") == "final_facing":
        heading, why = after, "after the maneuver"
    else:
        by_contact = {"first_half": 0, "turning": inputs.turned, "second_half": inputs.turn}
        heading, why = turn_heading(inputs.heading, by_contact[inputs.contact]), "at the contact"
    angle = angle_between(heading, inputs.struck_heading)
    angle = min(angle, STRAIGHT - angle)
    limit = answers.number("move.collision_angle", "limit")
    kind = "sideswipe" if angle < limit else "t_bone"
    compared = f"below {limit}" if angle < limit else f"{limit} or more"
    return Outcome(
        values={"heading": heading, "angle": angle, "type": kind},
        says=(
            f"The heading {why} is {heading} degrees, which meets the side at {angle} degrees.",
            f"That is {compared}: {'a sideswipe' if kind == 'sideswipe' else 'a T-bone'}.",
        ),
    )


class ChainLink(Inputs, frozen=True, kw_only=True):
    """A vehicle or a fixed object in a chain of collisions."""

    name: Name
    """The vehicle or the object."""
    speed: Speed = 0
    """Its speed in mph before the chain reaches it."""
    fixed: bool = False
    """Whether it is a fixed object, which ends the chain."""


class NewSpeeds(Inputs, frozen=True, kw_only=True):
    """What a collision of the chain has come to."""

    striker: Speed
    """The speed in mph of the vehicle that struck, after the collision."""
    struck: Speed
    """The speed in mph of the vehicle that was struck, after the collision."""


class CollisionChainInputs(Inputs, frozen=True, kw_only=True):
    """Vehicles of which each is pushed into the next one."""

    chain: Annotated[tuple[ChainLink, ...], msgspec.Meta(min_length=2, max_length=20)]
    """The vehicle that began, what it hit, what that was pushed into, and so on."""
    finished: Annotated[tuple[NewSpeeds, ...], msgspec.Meta(max_length=19)] = ()
    """The new speeds of each collision that is worked out, in order."""


@procedure("CW-P-008", "Chain of collisions", reads=("move.third_party_collision",))
def collision_chain(inputs: CollisionChainInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say which collision of a chain is next, and at which speeds (CW-P-008, CW-Q-125)."""
    refuse_repeated((link.name for link in inputs.chain), "vehicles")
    _refuse_bad_chain(inputs)
    speeds = {link.name: link.speed for link in inputs.chain}
    pairs = list(pairwise(link.name for link in inputs.chain))
    collisions: list[dict[str, Any]] = []
    says = list(note_own_rule(answers, "move.third_party_collision", "rule"))
    for (striker, struck), new_speeds in zip(pairs, inputs.finished, strict=False):
        collisions.append(_collision(striker, struck, speeds, finished=True))
        speeds |= {striker: new_speeds.striker, struck: new_speeds.struck}
        says.append(f"{striker} and {struck} are finished, at {speeds[striker]} and {speeds[struck]} mph.")
    if len(inputs.finished) < len(pairs):
        striker, struck = pairs[len(inputs.finished)]
        collisions.append(_collision(striker, struck, speeds, finished=False))
        says.append(
            f"Next, {striker} at {speeds[striker]} mph hits {struck} at {speeds[struck]} mph: "
            "work out its damage and its new speeds before anything else."
        )
    else:
        says.append("Every collision of the chain is finished.")
    return Outcome(values={"collisions": collisions, "speeds": speeds}, says=tuple(says))


def _collision(striker: str, struck: str, speeds: dict[str, int], *, finished: bool) -> dict[str, Any]:
    """A collision with the speeds at which its two meet."""
    return {
        "striker": striker,
        "struck": struck,
        "striker_speed": speeds[striker],
        "struck_speed": speeds[struck],
        "finished": finished,
    }


def _refuse_bad_chain(inputs: CollisionChainInputs) -> None:
    for link in inputs.chain[:-1]:
        if link.fixed:
            raise InputsImpossible(f"{link.name} is fixed and cannot be pushed into anything: end the chain with it.")
    last = inputs.chain[-1]
    if last.fixed and last.speed:
        raise InputsImpossible(f"{last.name} is fixed: give it no speed.")
    if len(inputs.finished) >= len(inputs.chain):
        raise InputsImpossible(f"The chain has {len(inputs.chain) - 1} collisions: leave out the new speeds of more.")
    if last.fixed and len(inputs.finished) == len(inputs.chain) - 1 and inputs.finished[-1].struck:
        raise InputsImpossible(f"{last.name} is fixed: its new speed is 0.")
