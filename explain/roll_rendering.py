"""Renders rolls: the faces, what they decided, and whether they were entered by hand or misread."""

from __future__ import annotations

from dataclasses import dataclass

from league.dice_marks import MisreadMark, is_entered_by_hand, misread_marks_on
from rules.core.dice import Roll


@dataclass(frozen=True, slots=True)
class RenderedRoll:
    """Dice as they fell, and what they were for; the path identifies them for anybody who checks.

    Faces entered `by_hand` were thrown at a table, and only their typist vouches for them; `misread` are the dice of
    the path that were corrected later.
    """

    faces: tuple[int, ...]
    why: str
    path: str
    by_hand: bool = False
    misread: tuple[MisreadMark, ...] = ()


def render_roll(roll: Roll) -> RenderedRoll:
    """Render a roll, marked if its faces were entered by hand."""
    return RenderedRoll(
        roll.faces, roll.why, roll.path, by_hand=is_entered_by_hand(roll.path), misread=misread_marks_on(roll.path)
    )
