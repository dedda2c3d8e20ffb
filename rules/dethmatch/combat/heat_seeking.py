"""Heat-seeking rockets: when they go for another car than their target. Rule DM-M-121."""

from __future__ import annotations

from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.dethmatch.weapons.targets import nearest_target
from rules.dethmatch.weapons.to_hit import FAST_TARGET_SPEED
from rules.dethmatch.weapons.weapon_use import WeaponUser

STRAYS_ON = 1
"""The face on which a heat-seeking rocket goes for the nearest car (DM-M-121)."""


def homing_target(play: Match, hand: WeaponUser, weapon: MountedWeapon, target: CarState) -> CarState:
    """Return the car that a shot goes for.

    This is the target, except that 1 heat-seeking rocket in 6 goes for the car nearest to the firer, in arc or not,
    friend or not (DM-M-121).
    """
    if not weapon.heat_seeking:
        return target
    strays = play.d6("heat-seeking") == STRAYS_ON
    play.note("homing", "DM-M-121", hand.car, crew=hand.by, strays=strays, target=target.id)
    if not strays:
        return target
    nearest = nearest_target(play, hand.car) or target
    if play.has_unrecorded_dice:
        play.note("nearest", "DM-M-121", hand.car, crew=hand.by, target=nearest.id)
    return nearest


def modifiers_at(applied: tuple[str, ...], struck: CarState) -> tuple[str, ...]:
    """Return the modifiers of the ordered shot, with the speed of the car `struck` in place of the target's
    (DM-M-097, DM-M-121).
    """
    other_modifiers = tuple(modifier for modifier in applied if modifier != "fast_target")
    return (*other_modifiers, "fast_target") if struck.speed >= FAST_TARGET_SPEED else other_modifiers
