"""Chances of dice, as whole numbers of ways: the sums of dice."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

SIX = 6


@lru_cache(maxsize=256)
def sum_ways(dice: int, *, sides: int = SIX) -> tuple[tuple[int, int], ...]:
    """Each sum of some dice with the number of ways to throw it, from the lowest on; of no dice, 0 in one way."""
    ways = Counter({0: 1})
    for _ in range(dice):
        ways = Counter(
            {
                total: sum(ways[total - face] for face in range(1, sides + 1))
                for total in range(min(ways) + 1, max(ways) + sides + 1)
            }
        )
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=4096)
def chance_of_at_least(target: int, dice: int, *, sides: int = SIX) -> float:
    """The chance that some dice come to a sum of `target` or more."""
    favorable = sum(ways for total, ways in sum_ways(dice, sides=sides) if total >= target)
    return favorable / float(sides**dice)
