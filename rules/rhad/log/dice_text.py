"""Dice in words: what each throw was for, its faces, and what they come to. Rule RH-080."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.dice import Roll

PLAIN_DIE_SIDES = 6
"""Sides of a die that need not be told."""
REASON_IN_MESSAGE = "toughness of "
"""How the reason of a die begins that the saying of its own entry tells."""


def format_dice(rolls: Iterable[Roll]) -> str:
    """Dice with what each was for, ` (to hit: 3 + 5 = 8; damage: 4)`; empty where there are none, or where their
    saying tells them.
    """
    text = "; ".join(f"{roll.why}: {_faces(roll)}" for roll in rolls if not roll.why.startswith(REASON_IN_MESSAGE))
    return f" ({text})" if text else ""


def _faces(roll: Roll) -> str:
    sum_of = " + ".join(map(str, roll.faces))
    if len(roll.faces) > 1:
        return f"{sum_of} = {roll.total}"
    return sum_of if roll.sides == PLAIN_DIE_SIDES else f"{sum_of} of {roll.sides}"
