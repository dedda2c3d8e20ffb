"""Heat-seeking rockets: what they make for instead of what they were fired at. Rule DM-M-121."""

from __future__ import annotations

from rules.dethmatch.match.fitted_car import Weapon
from rules.dethmatch.match.match import Play
from rules.dethmatch.match.state import CarSheet
from rules.dethmatch.weapons.targets import nearest
from rules.dethmatch.weapons.to_hit import FAST

STRAYS_ON = 1
"""The face on which a heat-seeking rocket goes for the nearest (DM-M-121)."""


def homed(play: Play, car: CarSheet, weapon: Weapon, target: CarSheet) -> CarSheet:
    """The car a shot goes for: the target, or for a heat-seeking rocket 1 time in 6 whoever is nearest to the firer,
    in arc or not, friend or not (DM-M-121).
    """
    if not weapon.heat_seeking or play.d6("heat-seeking") != STRAYS_ON:
        return target
    return nearest(play, car) or target


def modifiers_at(applied: tuple[str, ...], struck: CarSheet) -> tuple[str, ...]:
    """The modifiers of the shot as ordered, with the speed of the car it goes for instead (DM-M-097, DM-M-121)."""
    kept = tuple(each for each in applied if each != "fast_target")
    return (*kept, "fast_target") if struck.speed >= FAST else kept
