"""A driver's view: the nearest enemy, the enemies that could hit the car, and which weapons bear.

Rules RH-085 to RH-088.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.rhad.car.kills import IN_THE_AIR
from rules.rhad.combat.attacks import needed_to_hit
from rules.rhad.designs.design_points import THROWS_REACHING, TWICE_A_DIE
from rules.rhad.ground.hexes import Place, hexes_apart, is_in_arc
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CarStatus, WeaponState

HIGHEST_THROW = 12
"""The highest total of two dice (RH-085)."""


def enemies(play: Match, car: CarState) -> list[CarState]:
    """Cars of other teams that are worth a shot: all that are not complete kills (RH-090)."""
    return [
        other
        for other in play.state.cars.values()
        if other.team != car.team and other.status is not CarStatus.COMPLETE_KILL
    ]


def nearest(play: Match, car: CarState) -> CarState | None:
    """The nearest running enemy, or else the nearest enemy; of two at the same range, the first by id (RH-087)."""
    all_enemies = enemies(play, car)
    running = [other for other in all_enemies if other.status is CarStatus.RUNNING]
    return min(running or all_enemies, key=lambda other: hexes_apart(car.at, other.at), default=None)


def can_hit(play: Match, gun: WeaponState, at: Place, facing: int, target: Place) -> bool:
    """Whether a weapon of a car at that place and facing could hit a target at the other place (RH-085)."""
    return (
        gun.works
        and is_in_arc(at, facing, gun.mount, target)
        and needed_to_hit(play, gun, at, target) <= HIGHEST_THROW
    )


def best_gun(car: CarState) -> WeaponState | None:
    """The weapon with the highest product of chance to hit and mean damage at short range; of two equal ones, the
    first (RH-087).
    """
    return max((gun for gun in car.guns if gun.works), key=lambda gun: shot_value(gun, gun.to_hit), default=None)


def shot_value(gun: WeaponState, least: int) -> int:
    """The value of a shot that needs a throw of `least`: how many of 36 throws reach it, times twice the mean damage
    (RH-088).
    """
    return THROWS_REACHING[least] * max(TWICE_A_DIE * gun.dice + 2 * gun.plus, 1)


def count_threats(play: Match, car: CarState, at: Place) -> int:
    """How many enemies have a clear shot at that place (RH-086)."""
    return sum(_threatens(play, other, at) for other in _armed_enemies(play, car))


def is_threatened(play: Match, car: CarState) -> bool:
    """Whether any enemy has a clear shot at the car (RH-086)."""
    return any(_threatens(play, other, car.at) for other in _armed_enemies(play, car))


def _armed_enemies(play: Match, car: CarState) -> Iterator[CarState]:
    """Enemies that can fire; cars in the air cannot (RH-067)."""
    return (
        other
        for other in play.state.cars.values()
        if other.team != car.team and other.pending not in IN_THE_AIR and play.can_fire(other)
    )


def _threatens(play: Match, other: CarState, at: Place) -> bool:
    place, facing = other.at, other.facing
    return any(can_hit(play, gun, place, facing, at) for gun in other.guns)
