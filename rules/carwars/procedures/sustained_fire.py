"""When the bonus for sustained fire stays. Rule CW-P-038."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Name
from rules.core.dice import Stream


class Aim(Inputs, frozen=True):
    """The aim of a shot."""

    target: Name
    """The vehicle or other target."""
    precision: Literal["vehicle", "called_side", "component"]
    """`vehicle` for the target as a whole and for a side in whose arc the shooter is, `called_side` for a side called
    from outside its arc, `component` for a tire, a turret or another part."""
    part: Annotated[str, Meta(max_length=60)] = ""
    """The side or component, empty for the vehicle."""


class SustainedFireInputs(Inputs, frozen=True):
    """A shooter who fires again."""

    before: Aim
    """What they shot at the last time."""
    after: Aim
    """What they shoot at now."""
    phases_out_of_sight: Annotated[int, Meta(ge=0, le=1000)]
    """The most full phases in a row in which there was no line of sight since then."""
    bonus: Annotated[int, Meta(ge=1, le=10)] = 1
    """The bonus to hit."""


@procedure("CW-P-038", "Sustained fire", reads=("fire.sustained_retarget", "fire.sustained_los"))
def check_sustained_fire(inputs: SustainedFireInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say whether the bonus for sustained fire stays (CW-P-038, CW-Q-074, CW-Q-075)."""
    for aim in (inputs.before, inputs.after):
        if (aim.precision == "vehicle") != (not aim.part):
            raise InputsImpossible("Name the part for a side or a component, and none for the vehicle as a whole.")
    reason = _why_lost(
        inputs,
        stays=str(answers.part("fire.sustained_retarget", "bonus_stays")),
        limit=answers.number("fire.sustained_los", "phases_out_of_sight"),
    )
    if reason:
        return Outcome(values={"kept": False, "bonus": 0}, says=(f"The bonus is lost: {reason}.",))
    return Outcome(values={"kept": True, "bonus": inputs.bonus}, says=(f"The bonus of {inputs.bonus} stays.",))


def _why_lost(inputs: SustainedFireInputs, *, stays: str, limit: int) -> str:
    """Why the bonus is lost, empty if it is not."""
    before, after = inputs.before, inputs.after
    if before.target != after.target:
        return f"{after.target} is another target than {before.target}"
    if inputs.phases_out_of_sight >= limit:
        return f"the target was out of sight for {inputs.phases_out_of_sight} full phases, and {limit} lose it"
    if stays == "strict" and before != after:
        return "the aim is not the same as before"
    if stays == "less_specific_ok" and before.precision == "vehicle" and after.precision != "vehicle":
        return f"{after.part} is a more precise aim than the whole vehicle"
    return ""
