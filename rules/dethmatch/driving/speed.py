"""Gaining and losing speed, and spending fuel. Rules DM-M-044, DM-M-046 to DM-M-048, DM-M-052, DM-M-056."""

from __future__ import annotations

from rules.dethmatch.driving import standstill
from rules.dethmatch.driving.movement_points import drop_points
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CarStatus

FUEL_BURNS_EVERY = 3
"""The turns that a fuel point lasts (DM-M-048)."""
ENGINE_ON_STATUSES = frozenset({CarStatus.RUNNING, CarStatus.PARKED})
"""The cars whose engine runs, even at rest (DM-M-048)."""


def slow(play: Match, car: CarState, by: int, *, rule: str, why: str) -> int:
    """Take speed off a car, to no less than 0, and return how much came off. Speed is lost in no other way
    (DM-M-047).

    A boost ends. At speed 0 the car loses its movement points of this turn, its straight counter is satisfied, and
    being out of control ends (DM-M-046, DM-M-052, DM-M-056).
    """
    shed = min(by, car.speed)
    if not shed:
        return 0
    before = car.speed
    car.speed -= shed
    car.boosted = False
    play.note("speed", rule, car, before={"speed": before}, after={"speed": car.speed}, why=why)
    if car.speed == 0:
        drop_points(car)
        car.straight, car.settled = 0, True
        standstill.stop_losing_control(play, car)
    return shed


def quicken(play: Match, car: CarState, by: int, *, rule: str, why: str) -> None:
    """Add speed without a roll, even past the speed chart. A boost ends (DM-M-044, DM-M-046)."""
    before = car.speed
    car.speed += by
    car.boosted = False
    play.note("speed", rule, car, before={"speed": before}, after={"speed": car.speed}, why=why)


def burn_fuel(play: Match, car: CarState) -> None:
    """Burn a fuel point at the end of every third turn of the heat (DM-M-048)."""
    if play.state.moment.turn % FUEL_BURNS_EVERY == 0 and car.status in ENGINE_ON_STATUSES:
        spend_fuel(play, car, rule="DM-M-048", why="burned")


def spend_fuel(play: Match, car: CarState, *, rule: str, why: str) -> bool:
    """Spend a fuel point. Returns False and writes no entry if the tank is empty (DM-M-046)."""
    if not car.fuel:
        return False
    before = car.fuel
    car.fuel -= 1
    play.note("fuel", rule, car, before={"fuel": before}, after={"fuel": car.fuel}, why=why)
    return True
