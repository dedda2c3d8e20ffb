"""Dice as text: what each throw was for, its faces, and their total. Rule RH-080."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.dice import Roll

PLAIN_DIE_SIDES = 6
"""Dice with this many sides are shown without the number of sides."""
REASON_IN_MESSAGE = "toughness of "
"""The beginning of a die's reason if the message of its entry already gives the face."""


def format_dice(rolls: Iterable[Roll]) -> str:
    """Dice and what each was for, such as ` (to hit: 3 + 5 = 8; damage: 4)`.

    It is empty if there are none, or if the message already gives them.
    """
    text = "; ".join(f"{roll.why}: {_faces(roll)}" for roll in rolls if not roll.why.startswith(REASON_IN_MESSAGE))
    return f" ({text})" if text else ""


def _faces(roll: Roll) -> str:
    sum_of = " + ".join(map(str, roll.faces))
    if len(roll.faces) > 1:
        return f"{sum_of} = {roll.total}"
    return sum_of if roll.sides == PLAIN_DIE_SIDES else f"{sum_of} of {roll.sides}"
