"""What a driver knows of a car: its weapons that work, and the points that are in the way of a kill on each side.

Rules RH-085, RH-090.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.rhad.autopilot.harm import points_in_the_way
from rules.rhad.autopilot.sight import MOUNTS_IN_ORDER
from rules.rhad.designs.design_points import TWICE_A_DIE
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, WeaponState

CERTAIN = 3
"""A weapon that needs less counts as if it needed so much: at any speed of the target, it hardly misses."""
Gun = tuple[int, float, int]
"""A weapon: the number it needs, its mean damage, and where its mount is among `MOUNTS_IN_ORDER`."""


def mean_damage(gun: WeaponState) -> float:
    """The damage of a weapon's hit on average, half a point at least (RH-085)."""
    return max(TWICE_A_DIE * gun.dice + 2 * gun.plus, 1) / 2


class CarSummary(NamedTuple):
    """A car's weapons that work, the points in the way of a kill on each side, and what part of a kill each of them
    is.
    """

    guns: tuple[Gun, ...]
    points: Mapping[str, int]
    parts: Mapping[str, float]


class Summaries:
    """The summaries of the cars of a match. One is made anew when the car has changed."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, tuple[list[int], CarSummary]] = {}

    def summary_of(self, play: Match, car: CarState) -> CarSummary:
        """The summary of a car as it is now."""
        signs = [*car.armor.values(), car.power_plant, play.state.crew[car.driver].hits]
        for gun in car.guns:
            signs += gun.dp, gun.shots
        known = self._known.get(car.id)
        if known is None or known[0] != signs:
            known = self._known[car.id] = signs, _summarize(play, car)
        return known[1]


def _summarize(play: Match, car: CarState) -> CarSummary:
    points = points_in_the_way(play, car)
    guns = (
        (max(gun.to_hit, CERTAIN), mean_damage(gun), MOUNTS_IN_ORDER[gun.mount])
        for gun in car.guns
        if gun.dp > 0 and gun.shots != 0
    )
    return CarSummary(tuple(guns), points, {side: 1 / (needed + 1) for side, needed in points.items()})
