"""What lies between a shooter and a target: smoke, paint and hard cover. Rules CW-P-033 and CW-P-037."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Distance, inches
from rules.core.dice import Stream

HALF_INCH = 50
QUARTER_INCH = 25
ROUNDED = {"nearest": QUARTER_INCH, "up": HALF_INCH - 1, "down": 0}
"""What is added to a distance before it is cut to half inches. An exact quarter inch is rounded up to the nearest."""


class SmokeInputs(Inputs, frozen=True):
    """A line of fire through smoke or paint."""

    distance: Distance
    """How far the line goes through it, in hundredths of an inch."""


@procedure("CW-P-033", "Smoke and paint", reads=("drop.smoke_rounding",))
def round_smoke_distance(inputs: SmokeInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Round a distance through smoke or paint to half inches (CW-P-033, CW-Q-052)."""
    rounding = str(answers.part("drop.smoke_rounding", "rounding"))
    half_inches = (inputs.distance + ROUNDED[rounding]) // HALF_INCH
    counted = inches(half_inches * HALF_INCH)
    way = "to the nearest half inch" if rounding == "nearest" else f"{rounding} to a half inch"
    return Outcome(
        values={"half_inches": half_inches, "distance": half_inches * HALF_INCH},
        says=(f"{inches(inputs.distance)} through smoke or paint, rounded {way}, counts as {counted}.",),
    )


class HardCoverInputs(Inputs, frozen=True):
    """A target behind something that stops bullets."""

    exposed: Annotated[int, Meta(ge=1, le=1000)]
    """How much of the target's width the shooter can hit, in hundredths of an inch."""
    width: Annotated[int, Meta(ge=1, le=1000)]
    """How wide the target would be without the cover, in hundredths of an inch."""


@procedure("CW-P-037", "Hard cover", reads=("fire.hard_cover",))
def find_cover_modifier(inputs: HardCoverInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Find what hard cover takes off a roll to hit (CW-P-037, CW-Q-064)."""
    if inputs.exposed > inputs.width:
        raise InputsImpossible("No more of a target is exposed than its whole width: correct one of the two.")
    if inputs.exposed == inputs.width:
        return Outcome(values={"to_hit": 0}, says=("All of the target is exposed, so it has no cover.",))
    part, figure = _listed_exposure(inputs.exposed)
    modifier = answers.number("fire.hard_cover", part)
    return Outcome(
        values={"to_hit": modifier},
        says=(f"{inches(inputs.exposed)} is exposed, which counts as {figure}: {modifier:+} to hit.",),
    )


def _listed_exposure(exposed: int) -> tuple[str, str]:
    """The part of the answer for an exposure, and its name: the next smaller one where it is between two."""
    if exposed >= HALF_INCH:
        return "half_inch", "1/2 inch"
    if exposed >= QUARTER_INCH:
        return "quarter_inch", "1/4 inch"
    return "eighth_inch", "1/8 inch or less"
