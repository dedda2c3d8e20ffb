"""What running into something solid does, in duel points. Rules RH-075, RH-085, RH-090."""

from __future__ import annotations

from functools import lru_cache

from rules.match.driving.chances import chance_of_at_least
from rules.match.handling.speed_table import ram_at
from rules.rhad.designs.design_points import TWICE_A_DIE

FINISHES = 0.4
"""The part of a kill's points that only the chance to finish a car earns; the rest goes by the damage done."""
MANY = 30
"""From this many dice on, the mean is as good as the chance."""


def mean_ram_points(mph: int) -> int:
    """The mean damage of a ram at a speed in mph, rounded down (RH-075)."""
    ram = ram_at(mph)
    return max(TWICE_A_DIE * ram.dice // 2 - ram.minus, 0)


@lru_cache(maxsize=1 << 12)
def chance_of_ram(mph: int, points: int) -> float:
    """The chance that a ram at a speed in mph does that much damage or more (RH-075)."""
    ram = ram_at(mph)
    if not ram.dice:
        return 0.0
    if ram.dice > MANY:
        return float(mean_ram_points(mph) >= points)
    return chance_of_at_least(points + ram.minus, ram.dice)


@lru_cache(maxsize=1 << 14)
def blow_share(mph: int, points: int) -> float:
    """The share of a kill that a ram at a speed in mph is worth, if that many points are in the way of a complete
    kill.
    """
    ram = ram_at(mph)
    if not ram.dice:
        return 0.0
    part = min(max(TWICE_A_DIE * ram.dice / 2 - ram.minus, 0) / (points + 1), 1.0)
    if ram.dice > MANY:
        return part
    return FINISHES * chance_of_at_least(points + ram.minus, ram.dice) + (1 - FINISHES) * part
