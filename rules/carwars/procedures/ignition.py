"""How a vehicle catches fire: rolls for burn modifiers, modifiers through armor, and burning tires. Rules CW-P-043 to
CW-P-045.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Points, Turn
from rules.core.dice import Stream
from rules.core.plurals import count_phrase

FireModifier = Annotated[int, Meta(ge=1, le=20)]
PROOF = frozenset({"fireproof_plastic", "metal", "fireproof_component_armor"})
"""The materials that stop a fire modifier as long as nothing gets through them."""


class FireRollInputs(Inputs, frozen=True):
    """A hit that places a fire modifier."""

    turn: Turn
    """The turn of the hit."""
    fire_modifier: FireModifier
    """The weapon's fire modifier."""
    burn_duration: Annotated[int, Meta(ge=0, le=20)]
    """The weapon's burn duration, in turns."""


@procedure("CW-P-043", "Fire rolls", reads=("burn.duration_rolls",))
def list_fire_rolls(inputs: FireRollInputs, answers: Answers, _stream: Stream) -> Outcome:
    """List the turns in which a hit calls for fire rolls (CW-P-043, CW-Q-096)."""
    added = answers.number("burn.duration_rolls", "rolls_added")
    turns = list(range(inputs.turn, inputs.turn + inputs.burn_duration + added))
    count = count_phrase(len(turns), "roll")
    says = [f"Burn duration {inputs.burn_duration} plus {added}: {count} with a modifier of {inputs.fire_modifier}."]
    if turns:
        says.append(f"Roll in turn {', '.join(map(str, turns))}.")
    return Outcome(values={"rolls": len(turns), "turns": turns}, says=tuple(says))


class ArmorLayer(Inputs, frozen=True):
    """A layer of armor that the hit meets."""

    material: Literal["plastic", "fireproof_plastic", "metal", "fireproof_component_armor"]
    """What it is made of. Ordinary component armor counts as plastic."""
    points: Points
    """Its points before the hit."""


class FireModifierInputs(Inputs, frozen=True):
    """A hit of a weapon that sets fires."""

    fire_modifier: FireModifier
    """The weapon's fire modifier."""
    damage: Points
    """The points of damage of the hit."""
    layers: Annotated[tuple[ArmorLayer, ...], Meta(max_length=10)] = ()
    """The armor from the outside in. What lies beneath it is not fireproof."""


@procedure("CW-P-044", "Fire modifier through armor", reads=("burn.fm_through_fireproof",))
def apply_fire_modifier(inputs: FireModifierInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say whether a hit through armor places its fire modifier (CW-P-044, CW-Q-098)."""
    through_proof = bool(answers.part("burn.fm_through_fireproof", "modifier_applies"))
    damaged, proof_before = _points_on_what_burns(inputs)
    if not damaged:
        reason = "The hit damages nothing that is not fireproof"
    elif proof_before and not through_proof:
        reason = f"{count_phrase(damaged, 'point')} got through fireproof or metal armor, which does not count here"
    else:
        return Outcome(
            values={"fire_modifier": inputs.fire_modifier},
            says=(
                f"{count_phrase(damaged, 'point')} of damage on something that is not fireproof.",
                f"The whole modifier of {inputs.fire_modifier} is placed.",
            ),
        )
    return Outcome(values={"fire_modifier": 0}, says=(f"{reason}: no modifier is placed.",))


def _points_on_what_burns(inputs: FireModifierInputs) -> tuple[int, bool]:
    """The damage to the first thing that is not fireproof, and whether it went through fireproof armor before."""
    left, proof_before = inputs.damage, False
    for layer in inputs.layers:
        if layer.material not in PROOF and layer.points:
            return min(left, layer.points), proof_before
        left = max(0, left - layer.points)
        proof_before = proof_before or layer.points > 0
    return left, proof_before


class SideArmor(Inputs, frozen=True):
    """The armor of a side."""

    side: Literal["front", "right", "back", "left"]
    """Which side."""
    material: Literal["plastic", "fireproof_plastic", "metal"]
    """What it is made of."""
    breached: bool = False
    """Whether it has a breach."""


class TireFireInputs(Inputs, frozen=True):
    """A fire at a wheel."""

    burning: Literal["tire", "wheelguard", "hub"]
    """What burns."""
    side: Literal["front", "right", "back", "left"]
    """The side on which it is."""
    armor: Annotated[tuple[SideArmor, ...], Meta(min_length=1, max_length=4)]
    """The armor of that side, and of others with a breach."""


@procedure("CW-P-045", "Fire at a wheel", reads=("burn.tyre_fire_spread", "burn.guard_fire_spread"))
def check_tire_fire(inputs: TireFireInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say whether a burning tire, wheelguard or hub sets its vehicle on fire (CW-P-045, CW-Q-106, CW-Q-107)."""
    sides = {armor.side: armor for armor in inputs.armor}
    if len(sides) < len(inputs.armor) or inputs.side not in sides:
        raise InputsImpossible(f"Give the armor of each side once, and that of the {inputs.side} among them.")
    own = sides[inputs.side]
    others = [side for side, armor in sides.items() if armor.breached and armor is not own]
    if inputs.burning != "tire" and answers.part("burn.guard_fire_spread", "spreads"):
        spreads, reason = True, f"A burning {inputs.burning} is not treated as a tire here"
    elif own.breached or own.material == "plastic":
        state = "has a breach" if own.breached else "is neither fireproof nor metal"
        spreads, reason = True, f"The armor of the {own.side} {state}"
    elif others and answers.part("burn.tyre_fire_spread", "spreads"):
        spreads, reason = True, f"There is a breach elsewhere: {', '.join(others)}"
    else:
        spreads, reason = False, f"The armor of the {own.side} keeps the fire out, and no other side counts"
    sentence = "The fire gets in." if spreads else "The fire stays outside."
    return Outcome(values={"spreads": spreads}, says=(f"{reason}.", sentence))
