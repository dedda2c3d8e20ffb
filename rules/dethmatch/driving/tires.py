"""Tire damage: the roll on the tire table, and the handling it takes off. Rules DM-M-078, DM-M-085, DM-M-103,
DM-M-111, DM-M-112.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.tables import band
from rules.dethmatch.driving import handling
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.match.item_types import Firepower

TIRE_TABLE_UP_TO = (5, 7)
"""The last totals of the tire table's first two rows. The third row is 8 and more (DM-M-111)."""
TIRE_TABLE_DAMAGE = (0, 1, 2)
"""The damage of each row of the tire table (DM-M-111)."""
WHEEL_GUARD_MODIFIER = -1
"""What wheel guards add to the roll, against weapon fire only (DM-M-024, DM-M-111)."""
FIREPOWER_ON_TIRES: Mapping[int, int] = {0: 0, 2: 1, 3: 2, 6: 2}
"""What firepower adds to the roll, by the sides of its die. A bomb's d6 adds as much as a d3 (DM-M-111)."""
FOAM = "solid"
"""The carcass that takes no damage by house rule (DM-M-027)."""


def tire_points(total: int) -> int:
    """Return the tire damage for a total on the tire table (DM-M-111)."""
    return TIRE_TABLE_DAMAGE[band(total, TIRE_TABLE_UP_TO)]


def firepower_bonus(firepower: Firepower) -> int:
    """Return what firepower adds to the tire roll, by its die only (DM-M-111)."""
    return FIREPOWER_ON_TIRES[firepower.sides]


def roll_tires(
    play: Match, car: CarState, *, bonus: int, why: str, weapon: bool, rule: str = "DM-M-111", extra: int = 0
) -> int:
    """Roll on the tire table for a car and return the points of damage its tires took (DM-M-111).

    `bonus` is added to the die. Wheel guards count only if a `weapon` caused the roll. `extra` points are added if
    the die gave any damage, or always by house rule (DM-M-085). What the damage takes off the maximum handling comes
    off the current handling at once (DM-M-112). By house rule solid tires take no damage (DM-M-027).
    """
    fit = play.fits[car.id]
    maximum_before = handling.maximum_handling(play, car)
    guards = WHEEL_GUARD_MODIFIER if weapon and fit.wheel_guards else 0
    points = tire_points(play.d6(f"tires: {why}") + bonus + guards)
    if points or not play.settings.collision_tire_bonus_needs_base:
        points += extra
    if play.settings.foam_tires_immune and fit.tires.carcass == FOAM:
        points = 0
    before = car.tire_damage
    car.tire_damage += points
    play.note(
        "tire",
        rule,
        car,
        before={"tire_damage": before},
        after={"tire_damage": car.tire_damage},
        bonus=bonus + guards,
        why=why,
    )
    if points:
        handling.apply_tire_change(play, car, maximum_before)
    return points
