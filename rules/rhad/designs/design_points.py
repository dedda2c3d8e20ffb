"""What a car's design points buy. No book prices a RHAD car, so the league does: ruling under RH-085.

A part of a step counts as a whole one, and nothing is had for less than 0.
"""

from __future__ import annotations

from rules.rhad.designs.design import Design, Weapon, parse_damage

BASE_HC_DP = {-2: 0, -1: 1, 0: 2, 1: 4, 2: 6, 3: 9, 4: 12, 5: 16, 6: 20}
"""The price of each handling class (ruling under RH-085)."""
TOP_SPEED_STEP, ACCEL_STEP, BRAKE_STEP = 20, 5, 10
"""Mph that 1 DP buys of top speed, of acceleration and of braking (ruling under RH-085)."""
TIRE_STEP, PLANT_STEP, ARMOR_STEP, WEAPON_STEP = 8, 4, 2, 4
"""Points that 1 DP buys of all tires together, the power plant, all armor together, and a weapon's own
(ruling under RH-085).
"""
GUNNER_DP, ACCESSORY_DP, TURRET_DP = 5, 3, 2
"""A gunner's seat, each accessory, and what a turret adds to its weapon (ruling under RH-085)."""
SHOTS_DP = {0: 0, 11: 1, 21: 2}
"""What a weapon of so many shots or more adds (ruling under RH-085)."""
ENDLESS_DP = 4
"""What a weapon adds that is never empty (ruling under RH-085)."""
THROWS_REACHING = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1}
"""Of the 36 throws of two dice, those that come to so much or more (RH-085)."""
FULL_AIM_SHOTS = 4
"""The shots from which a weapon's aim is paid in full; with fewer, so many quarters (ruling under RH-085)."""
THROWS = 36
TWICE_A_DIE = 7
"""Twice what a die of six comes to on average."""


def twice_mean(damage: str) -> int:
    """Twice the mean of damage as written, at least 1: `1d-1` is 5 (RH-085)."""
    dice, plus = parse_damage(damage)
    return max(TWICE_A_DIE * dice + 2 * plus, 1)


def weapon_dp(weapon: Weapon) -> int:
    """The DP of a weapon: its chance to hit by twice its mean damage, less where it has fewer than four shots, and
    what its shots, points and mount add (ruling under RH-085).
    """
    shots = FULL_AIM_SHOTS if weapon.shots is None else weapon.shots
    aim = _steps(
        THROWS_REACHING[weapon.to_hit] * twice_mean(weapon.damage) * min(shots, FULL_AIM_SHOTS),
        THROWS * FULL_AIM_SHOTS,
    )
    more = ENDLESS_DP if weapon.shots is None else max(dp for least, dp in SHOTS_DP.items() if shots >= least)
    return aim + more + _steps(weapon.dp, WEAPON_STEP) + (TURRET_DP if weapon.mount == "turret" else 0)


def dp_spent(design: Design) -> int:
    """The design points a design takes, all its figures within their bounds (ruling under RH-085)."""
    return (
        BASE_HC_DP[design.base_hc]
        + _steps(design.max_speed, TOP_SPEED_STEP)
        + _steps(design.accel, ACCEL_STEP)
        + _steps(design.brake, BRAKE_STEP)
        + _steps(sum(tire.dp for tire in design.tires), TIRE_STEP)
        + _steps(design.power_plant_dp, PLANT_STEP)
        + _steps(design.armor.total, ARMOR_STEP)
        + (GUNNER_DP if design.has_gunner else 0)
        + ACCESSORY_DP * len(design.accessories)
        + sum(weapon_dp(weapon) for weapon in design.weapons)
    )


def _steps(amount: int, step: int) -> int:
    """The steps an amount takes, a part of one as a whole."""
    return -(-amount // step)
