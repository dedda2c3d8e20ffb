"""Dice in words: what each throw was for, its faces, and what they come to. Rule RH-080."""

from __future__ import annotations

from collections.abc import Iterable

from rules.dice import Roll

USUAL = 6
"""Sides of a die that need not be told."""


def dice_told(rolls: Iterable[Roll]) -> str:
    """Dice with what each was for, ` (to hit: 3 + 5 = 8; damage: 4)`; empty where there are none."""
    told = "; ".join(f"{roll.why}: {_faces(roll)}" for roll in rolls)
    return f" ({told})" if told else ""


def _faces(roll: Roll) -> str:
    sum_of = " + ".join(map(str, roll.faces))
    if len(roll.faces) > 1:
        return f"{sum_of} = {roll.total}"
    return sum_of if roll.sides == USUAL else f"{sum_of} of {roll.sides}"
