"""The search for better prices: one price at a time is made higher or lower, and kept if it wins more."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from tools.tuning.self_play import Comparison

BATCH = 20
"""The seeds that are played before a change is judged again."""
ERRORS_TO_KEEP = 1.5
"""By how many standard errors a change must win more than half to be kept."""
ERRORS_TO_DROP = 1.0
"""By how many standard errors a change must win less than half to be dropped before all seeds are played."""
DIGITS = 3
"""The significant digits of a price."""


@dataclass(frozen=True, slots=True)
class Change:
    """A changed price: its name, its value before and after, the share that the new prices won, of how many seeds,
    and whether the change was kept.
    """

    price: str
    before: float
    after: float
    share: float
    seeds: int
    kept: bool

    def __str__(self) -> str:
        verdict = "kept" if self.kept else "dropped"
        return f"{self.price} {self.before:g} -> {self.after:g}: {self.share:.3f} of {2 * self.seeds}, {verdict}"


class PriceSearch:
    """A search that begins with some prices and keeps changes that win.

    `prices` are the best so far, `matches` how many matches were played, and `seed` is the next seed to play. `most`
    is how many seeds at most are played for one change. `order` draws the order in which prices are tried.
    """

    def __init__(self, prices: Any, comparison: Comparison, *, seed: int, most: int) -> None:
        self.prices, self.comparison, self.seed, self.most = prices, comparison, seed, most
        self.order = random.Random(seed)
        self.matches = 0

    def sweep(self, factor: float, names: tuple[str, ...] = ()) -> Iterator[Change]:
        """Try every price once, or only those with the given names: multiplied by the factor, and if that does not
        win, divided by it. A change that is kept is tried once more in the same direction. A price of 0 stays.
        """
        order = [field.name for field in fields(self.prices) if not names or field.name in names]
        self.order.shuffle(order)
        for name in order:
            for by in (factor, 1 / factor):
                change = self._try(name, by)
                yield change
                if change.kept:
                    yield self._try(name, by)
                    break

    def compare(self, new: Any, current: Any, most: int) -> tuple[float, float, int]:
        """The share that new prices win, its standard error, and how many seeds were played, `most` at most."""
        shares: list[float] = []
        mean, error = 0.5, math.inf
        while len(shares) < most:
            count = min(BATCH, most - len(shares))
            shares += self.comparison(new, current, range(self.seed, self.seed + count))
            self.seed += count
            self.matches += 2 * count
            mean, error = _mean_and_error(shares)
            if mean + ERRORS_TO_DROP * error < 1 / 2:
                break
        return mean, error, len(shares)

    def _try(self, name: str, by: float) -> Change:
        before = getattr(self.prices, name)
        after = _rounded(before * by)
        if after == before:
            return Change(name, before, after, 0.5, 0, kept=False)
        new = replace(self.prices, **{name: after})
        share, error, seeds = self.compare(new, self.prices, self.most)
        kept = share - ERRORS_TO_KEEP * error > 1 / 2
        if kept:
            self.prices = new
        return Change(name, before, after, share, seeds, kept)


def _mean_and_error(shares: list[float]) -> tuple[float, float]:
    count = len(shares)
    mean = sum(shares) / count
    variance = sum((share - mean) ** 2 for share in shares) / max(count - 1, 1)
    return mean, math.sqrt(variance / count)


def _rounded(price: float) -> float:
    return float(f"{price:.{DIGITS}g}")
