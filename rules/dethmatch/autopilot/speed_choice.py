"""The speed to aim at, and what is spent on it. Rules DM-M-142, DM-M-145, DM-M-146."""

from __future__ import annotations

from rules.dethmatch.autopilot.prices import Prices
from rules.dethmatch.driving.speed import FUEL_BURNS_EVERY
from rules.dethmatch.events.heat_limits import enemies
from rules.dethmatch.first_autopilot.destinations import turns_to_go
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.dethmatch.weapons.arcs import hexes_apart


def fighting_speed(play: Match, car: CarState, prices: Prices) -> int:
    """The highest speed at which a car in an arena fights: lower the nearer its enemies are."""
    nearest = min((hexes_apart(play, car.at, enemy.at) for enemy in enemies(play, car)), default=99)
    if nearest <= prices.near:
        return round(prices.near_speed)
    if nearest <= prices.far:
        return round(prices.far_speed)
    return 6


def has_spare_fuel(play: Match, car: CarState) -> bool:
    """Whether a car has a fuel point more than the rest of the heat burns (DM-M-048)."""
    return car.fuel > -(-turns_to_go(play, car) // FUEL_BURNS_EVERY)
