"""What a round costs that ends with too little handling, in duel points. Rules RH-024, RH-035, RH-036, RH-050 to
RH-056.
"""

from __future__ import annotations

from functools import lru_cache

from rules.match.handling.crash_tables import CT1, LAST_ROW, RESULTS
from rules.match.handling.handling_formulas import accessory_bonus
from rules.match.handling.speed_table import row
from rules.rhad.autopilot.prices import Prices
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState

TIRES = 4
SAFE = 1
"""The least handling of a car in control (RH-036)."""


@lru_cache(maxsize=64)
def crash_costs(prices: Prices) -> tuple[float, ...]:
    """What each end handling costs on average, from `SAFE` down to that of the last row (RH-053, RH-054)."""
    costs = [0.0]
    rows = (CT1[end] for end in range(0, LAST_ROW - 1, -1))
    costs.extend(sum(_result_cost(key, prices) for key in row) / len(row) for row in rows)
    return tuple(costs)


def _result_cost(key: str, prices: Prices) -> float:
    result = RESULTS[key]
    tires = TIRES // 2 if result.two_tires else TIRES
    leaves_wheels = result.tips or result.rolls
    return (
        prices.tire * result.tire_points * tires
        + prices.skid * (result.skid_rolls + result.deceleration / 20)
        + prices.spin * result.spins
        + prices.roll * (leaves_wheels + (result.occupant_points + result.burns) / 2)
    )


def cost_of_end(costs: tuple[float, ...], end: float) -> float:
    """What it costs on average to end a round with that handling, which may lie between two numbers."""
    below = SAFE - end
    if below <= 0:
        return 0.0
    last = len(costs) - 1
    if below >= last:
        return costs[last]
    whole = int(below)
    return costs[whole] + (below - whole) * (costs[whole + 1] - costs[whole])


def handling_gain(play: Match, car: CarState, mph: int) -> int:
    """What a speed and the accessories add to handling at the check (RH-025, RH-035)."""
    settings = play.settings
    return _gain(mph, play.designs[car.id].accessories, settings.accessory_stack, settings.mod_280)


@lru_cache(maxsize=4096)
def _gain(mph: int, accessories: tuple[str, ...], stack: bool, mod_280: int) -> int:
    return row(mph, mod_280=mod_280).modifier + accessory_bonus(mph=mph, accessories=accessories, stack=stack)
