"""Limits for figures that people give: far above any league's, and small enough for every column."""

from __future__ import annotations

from rules.core.refusals import Refusal
from rules.core.terms import K

LARGEST_FIGURE = 9_999
"""The largest count of criticals, scores, wounds and the like, and of a quirk."""
LARGEST_POINTS = 1_000_000
LARGEST_AMOUNT = 1_000_000 * K
"""In credits."""


class FigureTooLarge(Refusal):
    """A figure, positive or negative, is too large to be stored."""


def refuse_too_large(figure: int, *, most: int, what: str) -> None:
    """Raise `FigureTooLarge` unless the figure is within `most` on either side of 0."""
    if abs(figure) > most:
        raise FigureTooLarge(f"{what} may be {most} at most, either way: give a smaller figure.")
