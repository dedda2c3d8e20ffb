"""How sure a share is: the mean of pairs, its 95 % interval, and whether enough pairs were played.

A pair is two matches on the same dice with the sides swapped, and counts once, with the mean of its two results. So
what a seat is worth cancels out, and pairs are independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

EVEN = 0.5
"""The share of a side that is neither better nor worse."""
IN_95_PERCENT = 1.96
"""How many standard errors on each side of the mean make a 95 % interval."""
CLEAR_ERRORS = 3
"""A share that is farther from `EVEN` than this many standard errors is clear."""
FEWEST_PAIRS = 100
"""The fewest pairs by which a share is judged."""
NARROW = 0.02
"""An interval whose half-width is at most this needs no more pairs."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean share, the half-width of its 95 % interval, the pairs it comes from, and whether that is enough.

    `ended` is `clear` or `narrow` if it is enough, and `open` if not.
    """

    share: float
    half_width: float
    pairs: int
    ended: str

    @property
    def lowest(self) -> float:
        """The lower end of the interval."""
        return self.share - self.half_width

    @property
    def highest(self) -> float:
        """The upper end of the interval."""
        return self.share + self.half_width

    @property
    def is_above_even(self) -> bool:
        """Whether the whole interval is above one half, after enough pairs."""
        return self.pairs >= FEWEST_PAIRS and self.lowest > EVEN

    @property
    def is_below_even(self) -> bool:
        """Whether the whole interval is below one half, after enough pairs."""
        return self.pairs >= FEWEST_PAIRS and self.highest < EVEN

    def __str__(self) -> str:
        return f"{self.share:.3f} ± {self.half_width:.3f}"


def estimate(results: Sequence[float]) -> Estimate:
    """The estimate from the results of some pairs, each 0 to 1. One pair or none says nothing of the interval."""
    pairs = len(results)
    mean = sum(results) / pairs if pairs else EVEN
    if pairs <= 1:
        return Estimate(mean, 1.0, pairs, "open")
    variance = sum((result - mean) ** 2 for result in results) / (pairs - 1)
    error = math.sqrt(variance / pairs)
    half_width = IN_95_PERCENT * error
    if pairs < FEWEST_PAIRS:
        return Estimate(mean, half_width, pairs, "open")
    if abs(mean - EVEN) > CLEAR_ERRORS * error:
        return Estimate(mean, half_width, pairs, "clear")
    return Estimate(mean, half_width, pairs, "narrow" if half_width <= NARROW else "open")
