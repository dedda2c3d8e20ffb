"""The prices of a design in design points. No book prices RHAD cars, so the league does: ruling under RH-085.

A part of a step costs a whole one, and nothing costs less than 0.
"""

from __future__ import annotations

from rules.rhad.designs.design import Design, Weapon, parse_damage

BASE_HC_DP = {-2: 0, -1: 1, 0: 2, 1: 4, 2: 6, 3: 9, 4: 12, 5: 16, 6: 20}
"""The price of each handling class (ruling under RH-085)."""
TOP_SPEED_STEP, ACCEL_STEP, BRAKE_STEP = 20, 5, 10
"""The mph of top speed, acceleration and braking that 1 DP buys (ruling under RH-085)."""
TIRE_STEP, PLANT_STEP, ARMOR_STEP, WEAPON_STEP = 8, 4, 2, 4
"""The points that 1 DP buys: of all tires together, of the power plant, of all armor together, and of a weapon
(ruling under RH-085).
"""
GUNNER_DP, ACCESSORY_DP, TURRET_DP = 5, 3, 2
"""The price of a gunner's seat, of each accessory, and of putting a weapon into a turret (ruling under RH-085)."""
SHOTS_DP = {0: 0, 11: 1, 21: 2}
"""What a weapon with at least that many shots adds to its price (ruling under RH-085)."""
ENDLESS_DP = 4
"""What unlimited shots add to the price of a weapon (ruling under RH-085)."""
THROWS_REACHING = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1}
"""How many of the 36 throws of two dice reach each total (RH-085)."""
FULL_AIM_SHOTS = 4
"""With this many shots or more, a weapon's aim is paid in full; with fewer, one quarter for each shot (ruling under
RH-085).
"""
THROWS = 36
TWICE_A_DIE = 7
"""Twice the mean of a d6."""


def twice_mean(damage: str) -> int:
    """Twice the mean of damage in its notation, at least 1: `1d-1` is 5 (RH-085)."""
    dice, plus = parse_damage(damage)
    return max(TWICE_A_DIE * dice + 2 * plus, 1)


def weapon_dp(weapon: Weapon) -> int:
    """The price of a weapon in DP: its chance to hit times twice its mean damage, reduced for fewer than four shots,
    plus what its shots, points and mount add (ruling under RH-085).
    """
    shots = FULL_AIM_SHOTS if weapon.shots is None else weapon.shots
    aim = _steps(
        THROWS_REACHING[weapon.to_hit] * twice_mean(weapon.damage) * min(shots, FULL_AIM_SHOTS),
        THROWS * FULL_AIM_SHOTS,
    )
    shots_dp = ENDLESS_DP if weapon.shots is None else max(dp for least, dp in SHOTS_DP.items() if shots >= least)
    return aim + shots_dp + _steps(weapon.dp, WEAPON_STEP) + (TURRET_DP if weapon.mount == "turret" else 0)


def dp_spent(design: Design) -> int:
    """The design points a design takes; its figures must be within bounds (ruling under RH-085)."""
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
    """The number of steps in an amount, rounded up."""
    return -(-amount // step)
