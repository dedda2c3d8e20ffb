"""Chances of the sums of dice."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

SIX = 6


@lru_cache(maxsize=256)
def sum_ways(dice: int, *, sides: int = SIX) -> tuple[tuple[int, int], ...]:
    """Each sum of some dice and in how many ways it is thrown, the lowest first. No dice give 0 in one way."""
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
    """The chance that the sum of some dice is `target` or more, 0 to 1."""
    favorable = sum(ways for total, ways in sum_ways(dice, sides=sides) if total >= target)
    return favorable / float(sides**dice)
