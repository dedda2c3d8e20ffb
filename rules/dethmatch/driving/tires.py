"""Tires: what a die does to them, and what that takes off the handling. Rules DM-M-078, DM-M-085, DM-M-103, DM-M-111,
DM-M-112.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.tables import band
from rules.core.weapon_stats import Firepower
from rules.dethmatch.driving import handling
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState

TIRE_TABLE_UP_TO = (5, 7)
"""The last totals of the tire table's first two rows; the third is 8 and more (DM-M-111)."""
TIRE_TABLE_DAMAGE = (0, 1, 2)
"""The damage of each row of the tire table (DM-M-111)."""
WHEEL_GUARD_MODIFIER = -1
"""What wheel guards change on the die, against weapon fire alone (DM-M-024, DM-M-111)."""
FIREPOWER_ON_TIRES: Mapping[int, int] = {0: 0, 2: 1, 3: 2, 6: 2}
"""What firepower adds to the die, by the sides of its die; a bomb's d6 counts as the largest (DM-M-111)."""
FOAM = "solid"
"""The carcass that is immune by house rule (DM-M-027)."""


def tire_points(total: int) -> int:
    """The tire damage of a total on the table (DM-M-111)."""
    return TIRE_TABLE_DAMAGE[band(total, TIRE_TABLE_UP_TO)]


def firepower_bonus(firepower: Firepower) -> int:
    """What firepower adds to the tire roll, by its die alone (DM-M-111)."""
    return FIREPOWER_ON_TIRES[firepower.sides]


def roll_tires(
    play: Match, car: CarState, *, bonus: int, why: str, weapon: bool, rule: str = "DM-M-111", extra: int = 0
) -> int:
    """Roll a car's tires on the tire table and say how many points of damage they took (DM-M-111).

    `bonus` is added to the die; wheel guards count where a `weapon` did it. `extra` points come on top, only where
    the die gave any unless the house says otherwise (DM-M-085). What the damage takes off the maximum handling comes
    off the current one at once (DM-M-112). Solid tires take none where they are immune by house rule (DM-M-027).
    """
    fit = play.fits[car.id]
    most = handling.maximum_handling(play, car)
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
        handling.apply_tire_change(play, car, most)
    return points
