"""The speed to aim at, and what is spent on it. Rules DM-M-142, DM-M-145, DM-M-146."""

from __future__ import annotations

from rules.dethmatch.autopilot.prices import Prices
from rules.dethmatch.driving.speed import FUEL_BURNS_EVERY
from rules.dethmatch.events.heat_limits import enemies
from rules.dethmatch.first_autopilot.destinations import turns_to_go
from rules.dethmatch.first_autopilot.speed_choice import IN_THE_ARENA
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.dethmatch.weapons.arcs import hexes_apart

OUT_OF_SIGHT = 1000  # no mutant: any figure above all distances


def fighting_speed(play: Match, car: CarState, prices: Prices) -> int:
    """The highest speed of a car that fights in an arena: it slows down near its enemies, since a car at rest turns
    freely and keeps its guns on them (DM-M-049).
    """
    nearest = min((hexes_apart(play, car.at, enemy.at) for enemy in enemies(play, car)), default=OUT_OF_SIGHT)
    return round(prices.near_speed) if nearest <= prices.near else IN_THE_ARENA


def has_spare_fuel(play: Match, car: CarState) -> bool:
    """Whether a car has a fuel point more than the rest of the heat burns (DM-M-048)."""
    return car.fuel > -(-turns_to_go(play, car) // FUEL_BURNS_EVERY)
