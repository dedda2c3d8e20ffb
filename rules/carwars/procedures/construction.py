"""How much fits on each side of a vehicle. Rule CW-P-051."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Many, Name, refuse_repeated
from rules.carwars.questionnaire import Value
from rules.core.dice import Stream

SPACE = 100
"""The hundredths of a space."""
SIDES = ("front", "back", "left", "right", "top", "underbody")
OPPOSITE_SIDES = frozenset(
    {frozenset({"front", "back"}), frozenset({"left", "right"}), frozenset({"top", "underbody"})}
)
Side = Literal["front", "back", "left", "right", "top", "underbody"]


class MountedItem(Inputs, frozen=True):
    """Something on a side or a corner of a vehicle."""

    name: Name
    """What it is called."""
    kind: Literal["weapons", "magazines", "component_armour", "concealment", "boosters", "jump_jets"]
    """A weapon, a magazine, component armor around a weapon, concealment, a rocket booster or a jump jet."""
    spaces: Annotated[int, Meta(ge=0, le=10_000)]
    """The spaces it takes, in hundredths of a space."""
    sides: Annotated[tuple[Side, ...], Meta(min_length=1, max_length=2)]
    """Its side, or the two sides that meet at its corner. A magazine is where its weapon is."""


class SideSpaceInputs(Inputs, frozen=True):
    """A vehicle in construction."""

    spaces: Annotated[int, Meta(ge=0, le=100_000)]
    """The body's regular and cargo spaces, less what sloping or streamlining uses up, in hundredths of a space."""
    items: Many[MountedItem]
    """What is mounted on its sides."""


@procedure("CW-P-051", "Spaces on each side", reads=("design.side_space_limit", "design.side_space_usage"))
def check_side_spaces(inputs: SideSpaceInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Compare the spaces used on each side with the most that fit there (CW-P-051, CW-Q-005, CW-Q-006)."""
    refuse_repeated((item.name for item in inputs.items), "items")
    cap = inputs.spaces // (answers.number("design.side_space_limit", "divisor") * SPACE) * SPACE
    counted = _chosen_kinds(answers.part("design.side_space_usage", "items"))
    both = answers.part("design.side_space_usage", "corner") == "both"
    used = dict.fromkeys(SIDES, 0)
    for item in inputs.items:
        _refuse_impossible_corner(item)
        for side in item.sides if both else item.sides[:1]:
            used[side] += item.spaces if item.kind in counted else 0
    over = [side for side in SIDES if used[side] > cap]
    says = [f"{_in_spaces(inputs.spaces)} allow {_in_spaces(cap)} on each side."]
    says += [
        f"The {side} uses {_in_spaces(used[side])}{', too much' if side in over else ''}."
        for side in SIDES
        if used[side]
    ]
    return Outcome(values={"most": cap, "used": used, "over": over}, says=tuple(says))


def _refuse_impossible_corner(item: MountedItem) -> None:
    if len(item.sides) == 2 and (len(set(item.sides)) == 1 or frozenset(item.sides) in OPPOSITE_SIDES):
        raise InputsImpossible(f"{item.name}: the {' and the '.join(item.sides)} do not meet at a corner.")


def _chosen_kinds(answer: Value) -> tuple[str, ...]:
    return tuple(answer) if isinstance(answer, tuple | list) else ()


def _in_spaces(hundredths: int) -> str:
    """Spaces in words: 250 is "2.5 spaces"."""
    whole, rest = divmod(hundredths, SPACE)
    decimals = f".{rest:02}".rstrip("0") if rest else ""
    return f"{whole}{decimals} {'space' if hundredths == SPACE else 'spaces'}"
