"""Skids: what speed they cost and when, and skids while braking. Rules CW-P-015 and CW-P-020."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Name, Speed
from rules.core.dice import Stream

SpeedLoss = Annotated[int, msgspec.Meta(ge=0, le=100)]


class SkidPart(Inputs, frozen=True, kw_only=True):
    """An inch of skidding: the result on the crash table, or a lesser skid that follows from it."""

    name: Name
    """What it is, such as a severe skid."""
    loss: SpeedLoss
    """What it takes off the speed, in mph."""


class SkidInputs(Inputs, frozen=True, kw_only=True):
    """A car that begins to skid."""

    speed: Speed
    """Its speed in mph."""
    skids: Annotated[tuple[SkidPart, ...], msgspec.Meta(min_length=1, max_length=5)]
    """The skid and those that follow from it, in order."""
    inches: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    """How many inches it moves in this phase from the skid on, the first one of the skid included."""


@procedure("CW-P-015", "Skid", reads=("move.skid_follow_on", "crash.skid_decel_timing"))
def skid(inputs: SkidInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say at which speeds a car skids, and when the lesser skid follows (CW-P-015, CW-Q-129, CW-Q-139)."""
    before = answers.part("crash.skid_decel_timing", "when") == "before"
    by_inch = answers.part("move.skid_follow_on", "when") == "next_inch"
    this_phase = inputs.inches if by_inch else 1
    steps: list[dict[str, Any]] = []
    says: list[str] = []
    speed = inputs.speed
    for number, part in enumerate(inputs.skids):
        slower = max(0, speed - part.loss)
        during = slower if before else speed
        if during == 0:
            says.append(f"At 0 mph there is no {part.name}.")
            speed = slower
            break
        phase = "this" if number < this_phase else "later"
        steps.append({"skid": part.name, "phase": phase, "speed": during, "speed_after": slower})
        later = "With its next inch, in a later phase," if by_inch else "In the next phase"
        when = "In this phase" if phase == "this" else later
        if before:
            says.append(f"{when} the car falls to {slower} mph and makes its {part.name}.")
        else:
            says.append(f"{when} the car makes its {part.name} at {speed} mph, and then falls to {slower}.")
        speed = slower
    return Outcome(values={"steps": steps, "speed": speed}, says=tuple(says))


class BrakingSkidInputs(Inputs, frozen=True, kw_only=True):
    """A car that loses control while it brakes, and skids."""

    speed: Speed
    """Its speed in mph before braking."""
    new_speed: Speed
    """The speed in mph to which it brakes."""
    loss: SpeedLoss
    """What the skid takes off the speed, in mph."""


@procedure("CW-P-020", "Control lost while braking", reads=("crash.brake_and_skid",))
def braking_skid(inputs: BrakingSkidInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say at which speed a car skids that loses control while braking (CW-P-020, CW-Q-145)."""
    if inputs.new_speed >= inputs.speed:
        raise InputsImpossible("A car that brakes gets slower: give a lower new speed.")
    final = max(0, inputs.new_speed - inputs.loss)
    if answers.part("crash.brake_and_skid", "order") == "skid_first":
        skid_speed = inputs.speed
        says = f"It skids at {skid_speed} mph first. With the skid and the braking it falls to {final} mph."
    elif inputs.new_speed:
        skid_speed = inputs.new_speed
        says = f"It brakes to {skid_speed} mph first. It skids at that speed and falls to {final} mph."
    else:
        skid_speed = 0
        says = "It brakes to 0 mph first, so that there is no skid."
    return Outcome(
        values={"skids": bool(skid_speed), "skid_speed": skid_speed, "speed": final},
        says=(says,),
    )
