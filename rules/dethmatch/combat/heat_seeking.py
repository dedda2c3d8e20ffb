"""Heat-seeking rockets: when they go for another car than their target. Rule DM-M-121."""

from __future__ import annotations

from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.dethmatch.weapons.targets import nearest_target
from rules.dethmatch.weapons.to_hit import FAST_TARGET_SPEED

STRAYS_ON = 1
"""The face on which a heat-seeking rocket goes for the nearest car (DM-M-121)."""


def homing_target(play: Match, car: CarState, weapon: MountedWeapon, target: CarState) -> CarState:
    """Return the car that a shot goes for.

    This is the target, except that 1 heat-seeking rocket in 6 goes for the car nearest to the firer, in arc or not,
    friend or not (DM-M-121).
    """
    if not weapon.heat_seeking or play.d6("heat-seeking") != STRAYS_ON:
        return target
    return nearest_target(play, car) or target


def modifiers_at(applied: tuple[str, ...], struck: CarState) -> tuple[str, ...]:
    """Return the modifiers of the ordered shot, with the speed of the car `struck` in place of the target's
    (DM-M-097, DM-M-121).
    """
    other_modifiers = tuple(modifier for modifier in applied if modifier != "fast_target")
    return (*other_modifiers, "fast_target") if struck.speed >= FAST_TARGET_SPEED else other_modifiers
