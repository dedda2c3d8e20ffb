"""Heat-seeking rockets: what they make for instead of what they were fired at. Rule DM-M-121."""

from __future__ import annotations

from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.dethmatch.weapons.targets import nearest_target
from rules.dethmatch.weapons.to_hit import FAST_TARGET_SPEED

STRAYS_ON = 1
"""The face on which a heat-seeking rocket goes for the nearest (DM-M-121)."""


def homing_target(play: Match, car: CarState, weapon: MountedWeapon, target: CarState) -> CarState:
    """The car a shot goes for: the target, or for a heat-seeking rocket 1 time in 6 whoever is nearest to the firer,
    in arc or not, friend or not (DM-M-121).
    """
    if not weapon.heat_seeking or play.d6("heat-seeking") != STRAYS_ON:
        return target
    return nearest_target(play, car) or target


def modifiers_at(applied: tuple[str, ...], struck: CarState) -> tuple[str, ...]:
    """The modifiers of the shot as ordered, with the speed of the car it goes for instead (DM-M-097, DM-M-121)."""
    kept = tuple(each for each in applied if each != "fast_target")
    return (*kept, "fast_target") if struck.speed >= FAST_TARGET_SPEED else kept
