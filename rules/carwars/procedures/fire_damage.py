"""What a burning vehicle loses in a turn. Rule CW-P-046."""

from __future__ import annotations

from typing import Literal

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Many, Name, Points, refuse_repeated
from rules.core.dice import Stream

WITH_MATERIAL = frozenset({"armor", "component_armor", "wheelguard", "hub"})
"""The kinds of which the material counts."""


class BurningComponent(Inputs, frozen=True):
    """A component of a burning vehicle."""

    name: Name
    """What it is called."""
    kind: Literal["armor", "component_armor", "wheelguard", "hub", "tire", "component"]
    """`armor` for the armor of a side, `component` for whatever none of the others is."""
    points: Points
    """Its points before the fire of this turn."""
    material: Literal["plastic", "fireproof_plastic", "metal", "none"] = "none"
    """What armor, component armor, wheelguards and hubs are made of; `none` for tires and other components."""
    beneath_metal: bool = False
    """Whether it is plastic armor with metal armor over it."""
    behind_guard: bool = False
    """Whether it is a tire behind a wheelguard or a hub."""


class BurningTurnInputs(Inputs, frozen=True):
    """A vehicle that burns."""

    components: Many[BurningComponent]
    """Its components."""


@procedure(
    "CW-P-046",
    "A burning turn",
    reads=("burn.guards_vs_fire", "burn.fireproof_armour_damage", "burn.fireproof_ca_damage"),
)
def burn_for_a_turn(inputs: BurningTurnInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Take off what a burning vehicle loses in a turn (CW-P-046, CW-Q-101, CW-Q-102, CW-Q-103)."""
    refuse_repeated((component.name for component in inputs.components), "components")
    points: dict[str, int] = {}
    destroyed: list[str] = []
    says: list[str] = []
    for component in inputs.components:
        _refuse_impossible_component(component)
        reason = _why_spared(component, answers)
        left = component.points if reason else max(0, component.points - 1)
        points[component.name] = left
        if reason:
            says.append(f"{component.name} keeps {left}: {reason}.")
        elif component.points == 0:
            says.append(f"{component.name} has nothing left to lose.")
        else:
            says.append(f"{component.name} loses 1 point and has {left}.")
            destroyed += [] if left else [component.name]
    return Outcome(values={"points": points, "destroyed": destroyed}, says=tuple(says))


def _refuse_impossible_component(component: BurningComponent) -> None:
    if (component.kind in WITH_MATERIAL) != (component.material != "none"):
        raise InputsImpossible(
            f"{component.name}: armor, component armor, wheelguards and hubs have a material, and nothing else has."
        )
    if component.beneath_metal and (component.kind != "armor" or component.material == "metal"):
        raise InputsImpossible(f"{component.name}: only the plastic armor of a side lies beneath metal.")
    if component.behind_guard and component.kind != "tire":
        raise InputsImpossible(f"{component.name}: only tires are behind wheelguards and hubs.")


def _why_spared(component: BurningComponent, answers: Answers) -> str:
    """Why the fire takes nothing off a component, empty if it takes a point."""
    if component.material == "metal":
        return "it is metal"
    if component.beneath_metal:
        return "it lies beneath metal"
    if component.behind_guard and answers.part("burn.guards_vs_fire", "protect_tires"):
        return "a wheelguard or hub protects it"
    if component.material != "fireproof_plastic":
        return ""
    if component.kind == "component_armor":
        return "it is fireproof" if answers.part("burn.fireproof_ca_damage", "immune") else ""
    return "" if answers.part("burn.fireproof_armour_damage", "loses_points") else "it is fireproof"
