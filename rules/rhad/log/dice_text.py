"""Dice as text: what each throw was for, its faces, and their total. Rule RH-080."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rules.core.dice import Roll
from rules.match.story import USUAL_SIDES
from rules.match.toughness_check import PURPOSE_OF_DIE


def format_dice(rolls: Iterable[Roll]) -> str:
    """Dice and what each was for, such as ` (to hit: 3 + 5 = 8; damage: 4)`.

    It is empty if there are none. Throws in a row for the same purpose have its name once. The message of a toughness
    check already gives its die.
    """
    shown = [roll for roll in rolls if not roll.why.startswith(PURPOSE_OF_DIE)]
    text = "; ".join(
        f"{why}: {', '.join(map(_faces, thrown))}" for why, thrown in groupby(shown, lambda roll: roll.why)
    )
    return f" ({text})" if text else ""


def _faces(roll: Roll) -> str:
    sum_of = " + ".join(map(str, roll.faces))
    if len(roll.faces) > 1:
        return f"{sum_of} = {roll.total}"
    return sum_of if roll.sides == USUAL_SIDES else f"{sum_of} of {roll.sides}"
