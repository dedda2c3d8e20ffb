"""Lost tires and wheels: which of the two is lost, and what that does to handling. Rules CW-P-022 and CW-P-023."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.core.dice import Stream

LOSS_STATUS = -6
"""The handling status after a tire or a wheel is lost."""
CRASH_WHEELS = 2
"""The number of corners without a wheel at which a vehicle goes to Crash Table 1."""

Corner = Literal["front_left", "front_right", "back_left", "back_right", "front", "back"]
Source = Literal[
    "direct_fire",
    "mine",
    "flaming_oil",
    "flame_cloud",
    "roll",
    "obstacle",
    "debris",
    "spike",
    "flechette",
    "skid",
    "spin",
]


class Loss(Inputs, frozen=True, kw_only=True):
    """A tire or a wheel that was lost."""

    corner: Corner
    """The corner of the vehicle; a cycle has a front and a back, and a trike has one of the two."""
    lost: Literal["tire", "wheel"]
    """A tire, or a wheel with or without its tire."""


class TireLossesInputs(Inputs, frozen=True, kw_only=True):
    """All that a vehicle lost so far."""

    losses: Annotated[tuple[Loss, ...], msgspec.Meta(max_length=12)]
    """The losses in the order in which they happened."""


@procedure("CW-P-022", "Handling without tires", reads=("dmg.tyre_vs_wheel_hc", "dmg.bare_wheel_target"))
def tire_losses(inputs: TireLossesInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say what lost tires and wheels take off the handling class (CW-P-022, CW-Q-085, CW-Q-088)."""
    _refuse_two_layouts(inputs.losses)
    bare_wheels_break = bool(answers.part("dmg.bare_wheel_target", "may_be_destroyed"))
    without_tire: list[str] = []
    without_wheel: list[str] = []
    lines: list[dict[str, Any]] = []
    says: list[str] = []
    total = 0
    for loss in inputs.losses:
        corner = loss.corner.replace("_", " ")
        if loss.corner in without_wheel or (loss.lost == "tire" and loss.corner in without_tire):
            raise InputsImpossible(f"The {corner} {loss.lost} was lost before: list each loss once.")
        if loss.corner in without_tire and not bare_wheels_break:
            lines.append(
                {"corner": loss.corner, "handling_class": 0, "handling_status": None, "crash_table_1": False}
            )
            says.append(f"The bare {corner} wheel cannot be destroyed, and nothing changes.")
            continue
        if loss.corner not in without_tire:
            without_tire.append(loss.corner)
        if loss.lost == "wheel":
            without_wheel.append(loss.corner)
        before, total = total, _handling_lost(len(without_tire), len(without_wheel), answers)
        crashes = loss.lost == "wheel" and len(without_wheel) == CRASH_WHEELS
        lines.append(
            {
                "corner": loss.corner,
                "handling_class": before - total,
                "handling_status": LOSS_STATUS,
                "crash_table_1": crashes,
            }
        )
        says.append(f"The {corner} {loss.lost} takes {total - before} off the handling class.")
        says.append(f"Handling falls to {LOSS_STATUS}.")
        if crashes:
            says.append("Two corners are without a wheel: roll on Crash Table 1 right away.")
    says.append(f"The handling class is {total} lower than with all tires.")
    return Outcome(values={"handling_class": -total, "lines": lines}, says=tuple(says))


def _handling_lost(tires: int, wheels: int, answers: Answers) -> int:
    """The handling class lost for that many corners without a tire, and among them without a wheel."""
    tire_loss, wheel_loss, most = (
        answers.number("dmg.tyre_vs_wheel_hc", name) for name in ("tire_loss", "wheel_loss", "most_for_tires")
    )
    return min(tire_loss * tires, most) + (wheel_loss - tire_loss) * wheels


def _refuse_two_layouts(losses: tuple[Loss, ...]) -> None:
    corners = {loss.corner for loss in losses}
    for end in ("front", "back"):
        if end in corners and corners & {f"{end}_left", f"{end}_right"}:
            raise InputsImpossible(f"A vehicle has one wheel at the {end} or one on each side: name the same ones.")


class TireDamageInputs(Inputs, frozen=True, kw_only=True):
    """Damage to a tire or to the bare wheel that a lost tire left."""

    points: Annotated[int, msgspec.Meta(ge=0, le=100)]
    """The damage points that the tire has left, 0 for a bare wheel."""
    damage: Annotated[int, msgspec.Meta(ge=1, le=500)]
    """The damage that it takes."""
    source: Source
    """What does the damage."""


@procedure("CW-P-023", "Tire or wheel", reads=("dmg.wheel_destroying_sources", "dmg.bare_wheel_target"))
def tire_or_wheel(inputs: TireDamageInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say whether damage takes a tire, the whole wheel or neither (CW-P-023, CW-Q-087, CW-Q-088)."""
    source = inputs.source.replace("_", " ")
    sources = answers.part("dmg.wheel_destroying_sources", "sources")
    breaks_wheels = isinstance(sources, list | tuple) and inputs.source in sources
    left = max(0, inputs.points - inputs.damage)
    if not inputs.points:
        if breaks_wheels and answers.part("dmg.bare_wheel_target", "may_be_destroyed"):
            lost, says = "wheel", f"The wheel is bare: any damage by {source} destroys it."
        else:
            lost, says = "nothing", f"The wheel is bare: {source} cannot destroy it."
    elif left:
        lost, says = "nothing", f"The tire has {left} of its {inputs.points} points left."
    elif breaks_wheels:
        lost, says = "wheel", f"The last point falls to {source}, which destroys the whole wheel."
    else:
        lost, says = "tire", f"The last point falls to {source}, which takes the tire and leaves the wheel."
    return Outcome(values={"lost": lost, "points": left}, says=(says,))
