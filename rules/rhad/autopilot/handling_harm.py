"""What a round costs that ends with too little handling, in duel points. Rules RH-036, RH-050 to
RH-056.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.match.handling.crash_tables import CT1, LAST_ROW, RESULTS, CrashResult
from rules.rhad.autopilot.prices import Prices
from rules.rhad.match.state import CarState

TIRES = 4
USUAL = 40
"""The speed in mph for which the price of a skid is given."""
SLOWED = 20
"""The mph that cost as much as one roll of a skid."""
SAFE = 1
"""The least handling of a car in control (RH-036)."""


class RowHarm(NamedTuple):
    """What a row of the crash table costs on average: points of tires, rolls of skids, and duel points for others."""

    tires: float
    rolls: float
    other: float


@lru_cache(maxsize=64)
def row_harms(spin: float, roll: float) -> tuple[RowHarm, ...]:
    """What each end handling costs, from `SAFE` down to that of the last row, by the prices of a spin and of leaving
    the wheels (RH-053, RH-054).
    """
    harms = [RowHarm(0.0, 0.0, 0.0)]
    for end in range(0, LAST_ROW - 1, -1):
        results = [RESULTS[key] for key in CT1[end]]
        tires = sum(result.tire_points * (TIRES // 2 if result.two_tires else TIRES) for result in results)
        rolls = sum(result.skid_rolls + result.deceleration / SLOWED for result in results)
        other = sum(_other_harm(result, spin, roll) for result in results)
        harms.append(RowHarm(tires / len(results), rolls / len(results), other / len(results)))
    return tuple(harms)


def _other_harm(result: CrashResult, spin: float, roll: float) -> float:
    leaves_wheels = (result.tips or result.rolls) + (result.occupant_points + result.burns) / 2
    return spin * result.spins + roll * leaves_wheels


def crash_harms(car: CarState, prices: Prices, *, kill: float, mph: int) -> list[float]:
    """What each end handling costs a car at a speed in mph, from `SAFE` down. A kill costs it so much, and it is one
    when its tires are gone (RH-053, RH-054, RH-067).
    """
    tire, skid = prices.tire * kill / (sum(car.tires) + 1), prices.skid * mph / USUAL
    return [tire * row.tires + skid * row.rolls + row.other for row in row_harms(prices.spin, prices.roll)]
