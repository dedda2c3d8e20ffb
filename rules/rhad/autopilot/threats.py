"""What a driver sees: the nearest enemy, who could hit him, and whether a weapon bears. Rules RH-085 to RH-088."""

from __future__ import annotations

from collections.abc import Iterator

from rules.rhad.car.kills import IN_THE_AIR
from rules.rhad.combat.attacks import needed
from rules.rhad.designs.design_points import HITS, TWICE_A_DIE
from rules.rhad.ground.hexes import Place, apart, bears
from rules.rhad.match.match import Play
from rules.rhad.match.state import CarSheet, Gun, Status

HIGHEST_THROW = 12
"""What two dice come to at most (RH-085)."""


def enemies(play: Play, car: CarSheet) -> list[CarSheet]:
    """Cars of other teams that are worth a shot: all that are no complete kill (RH-090)."""
    return [
        other
        for other in play.state.cars.values()
        if other.team != car.team and other.status is not Status.COMPLETE_KILL
    ]


def nearest(play: Play, car: CarSheet) -> CarSheet | None:
    """The nearest enemy that runs, else the nearest of any, the first by id where two are level (RH-087)."""
    found = enemies(play, car)
    running = [other for other in found if other.status is Status.RUNNING]
    return min(running or found, key=lambda other: apart(car.at, other.at), default=None)


def reaches(play: Play, gun: Gun, at: Place, facing: int, target: Place) -> bool:
    """Whether a weapon of a car that stands there could hit what is in that place (RH-085)."""
    return gun.works and bears(at, facing, gun.mount, target) and needed(play, gun, at, target) <= HIGHEST_THROW


def best_gun(car: CarSheet) -> Gun | None:
    """The weapon with the best chance to hit times mean damage near by, the first where two are level (RH-087)."""
    return max((gun for gun in car.guns if gun.works), key=lambda gun: worth(gun, gun.to_hit), default=None)


def worth(gun: Gun, least: int) -> int:
    """Throws out of 36 that come to so much, times twice the mean damage (RH-088)."""
    return HITS[least] * max(TWICE_A_DIE * gun.dice + 2 * gun.plus, 1)


def threats(play: Play, car: CarSheet, at: Place) -> int:
    """How many enemies have a clear shot at that place (RH-086)."""
    return sum(_threatens(play, other, at) for other in _armed(play, car))


def is_threatened(play: Play, car: CarSheet) -> bool:
    """Whether an enemy has a clear shot (RH-086)."""
    return any(_threatens(play, other, car.at) for other in _armed(play, car))


def _armed(play: Play, car: CarSheet) -> Iterator[CarSheet]:
    """Enemies that can fire: none of them in the air (RH-067)."""
    return (
        other
        for other in play.state.cars.values()
        if other.team != car.team and other.pending not in IN_THE_AIR and play.can_fire(other)
    )


def _threatens(play: Play, other: CarSheet, at: Place) -> bool:
    place, facing = other.at, other.facing
    return any(reaches(play, gun, place, facing, at) for gun in other.guns)
