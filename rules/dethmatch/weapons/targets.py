"""Which cars can be shot at, and which is nearest. Rules DM-M-100, DM-M-118, DM-M-121."""

from __future__ import annotations

from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, NOWHERE, CarState
from rules.dethmatch.weapons.arcs import hexes_apart


def is_target(car: CarState, other: CarState) -> bool:
    """Whether a car can be shot at by another: on the map, not destroyed, and not that car itself (DM-M-100)."""
    return other.at != NOWHERE and other.status in INTACT_STATUSES and other is not car


def nearest_target(play: Match, car: CarState) -> CarState | None:
    """The car nearest to another, friend or enemy; None if it is alone (DM-M-118, DM-M-121).

    A die decides between cars that are equally near.
    """
    others = [other for other in play.state.cars.values() if is_target(car, other)]
    if not others:
        return None
    distances = [hexes_apart(play, car.at, other.at) for other in others]
    least = min(distances)
    close = [other for other, distance in zip(others, distances, strict=True) if distance == least]
    return close[play.pick(len(close), "the nearest")]
