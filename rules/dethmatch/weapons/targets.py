"""Whom a shot can be at, and who is nearest. Rules DM-M-100, DM-M-118, DM-M-121."""

from __future__ import annotations

from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus
from rules.dethmatch.weapons.arcs import hexes_apart

INTACT_STATUSES = frozenset({CarStatus.RUNNING, CarStatus.PARKED})
"""What can be shot at, and can itself fire: neither destroyed nor off the map."""


def is_target(car: CarState, other: CarState) -> bool:
    """Whether a car can be shot at by another: on the map, not destroyed, and not that car itself (DM-M-100)."""
    return other.at != NOWHERE and other.status in INTACT_STATUSES and other is not car


def nearest_target(play: Match, car: CarState) -> CarState | None:
    """The car nearest to another, friend or not, by chance among those equally near; None where it is alone
    (DM-M-118, DM-M-121).
    """
    others = [other for other in play.state.cars.values() if is_target(car, other)]
    if not others:
        return None
    far = [hexes_apart(play, car.at, other.at) for other in others]
    least = min(far)
    close = [other for other, apart in zip(others, far, strict=True) if apart == least]
    return close[play.pick(len(close), "the nearest")]
