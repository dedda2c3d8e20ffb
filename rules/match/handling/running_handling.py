"""RHAD's handling for cars on the map of another book: a running number that is spent all turn and checked once at
its end, on RHAD's crash tables. Rules RH-001, RH-010 to RH-012, RH-015, RH-024, RH-031 to RH-038, RH-050 to RH-056,
RH-061, RH-064, RH-076.

A speed in hexes per turn counts as ten times as many mph, so that a car covers the distance in its row of the speed
table.
"""

from __future__ import annotations

from collections.abc import Collection

from rules.core.tables import D6
from rules.match.handling.crash_tables import CT1, CT2, QUARTER, RESULTS, CrashResult, crash_result_key, swing
from rules.match.handling.handling_formulas import (
    accessory_bonus,
    handling_after_recovery,
    handling_at_check,
    is_in_control,
)
from rules.match.handling.handling_model import Citations, CrashEffect, LossOfControl
from rules.match.handling.headings import ONE_SIDE
from rules.match.handling.maneuver_tolls import STEEP_DRIFT_D, turn_d
from rules.match.handling.speed_table import MPH_PER_STEP, SPEEDS, row

CITES = Citations(
    maneuver="RH-015",
    check="RH-036",
    crash="RH-053",
    slowing="RH-056",
    swerve="RH-061",
    spin="RH-064",
    recovery="RH-037",
)


def mph_of(speed: int) -> int:
    """The row of the speed table for a speed in hexes per turn; speeds above the last row use the last row (RH-022,
    RH-024).
    """
    return min(speed * MPH_PER_STEP, SPEEDS[-1])


def hexes_off(deceleration: int) -> int:
    """The speed in hexes per turn that a deceleration in mph takes off, rounded up (RH-056)."""
    return -(-deceleration // MPH_PER_STEP)


def loss_of(key: str) -> LossOfControl:
    """The loss of control a map shows for a result; a result that only slows the car shows none (RH-054)."""
    result = RESULTS[key]
    if result.spins:
        return LossOfControl.SPIN
    if result.tips or result.rolls:
        return LossOfControl.ROLLOVER
    if not result.skid_rolls:
        return LossOfControl.NONE
    return LossOfControl.FISHTAIL if result.end == "rear" else LossOfControl.SKID


def name_of(key: str) -> str:
    """The name of a result without its size: the two sizes of a minor result differ only in tires, and a map may
    treat its tires as one (RH-055).
    """
    return key.removesuffix("_two").removesuffix("_all")


def tire_points(result: CrashResult) -> int:
    """The points that a result takes off each tire.

    Dice for single tires are averaged, since a map may treat its tires as one (RH-054, RH-055).
    """
    return result.tire_points + result.tire_dice * sum(D6) // len(D6)


class RunningHandling:
    """The model; see `rules.match.handling.handling_model.HandlingModel`.

    It follows the rulings, whatever house rules RHAD itself is played by.
    """

    cites = CITES
    turn_toll = turn_d(1, surcharges=1)
    """D4 (RH-010, RH-011, RH-015)."""
    drift_toll = STEEP_DRIFT_D
    """D3, for a whole lane (RH-012, RH-015): on a map of hexes there are no drifts of half a lane (RH-013)."""

    def speed_adjustment(self, *, speed: int, accessories: Collection[str] = ()) -> int:
        """The modifier of the speed's row, plus what spoiler and airdam add (RH-024, RH-033, RH-035)."""
        mph = mph_of(speed)
        bonus = accessory_bonus(mph=mph, accessories=accessories)
        return handling_at_check(hc=0, modifier=row(mph).modifier, bonus=bonus)

    def in_control(self, end: int) -> bool:
        """Whether handling is above 0 (RH-036)."""
        return is_in_control(end)

    def crash(self, *, end: int, solid: bool, face: int) -> CrashEffect:
        """The entry of the crash table; the second table is for cars that have hit something solid (RH-050 to
        RH-054).
        """
        return CRASHES[crash_result_key(end=end, face=face, table=CT2 if solid else CT1)]

    def next_handling(self, *, end: int, maximum: int) -> int:
        """The handling plus the base handling, which is also the maximum (RH-037)."""
        return handling_after_recovery(end=end, base=maximum)

    def swerve(self, face: int) -> int:
        """The swing of a skid roll in half sides: 2 is a turn, and 1 is half of one, which becomes a drift (RH-061,
        RH-063).
        """
        return swing(face)

    def spin_sides(self, step: int) -> int:
        """Two hex-sides on the first step of a spin, one on the second, and so on in alternation (RH-064)."""
        return _sides_after(step) - _sides_after(step - 1)


def _sides_after(steps: int) -> int:
    """The hex-sides turned after that many steps of a spin; a car that would face a corner turns on to the next side
    (RH-064).
    """
    return -(-steps * QUARTER // ONE_SIDE)


CRASHES = {
    key: CrashEffect(
        result=name_of(key),
        loss=loss_of(key),
        steps=result.skid_rolls,
        thrown=result.spins,
        slows=hexes_off(result.deceleration),
        tire_points=tire_points(result),
        injuries=result.occupant_points,
    )
    for key, result in RESULTS.items()
}
"""Every result in the form a map receives (RH-054, RH-076)."""
MODEL = RunningHandling()
