"""Add-on armor: what it is worth against each cause of damage, and what it risks. Rules DM-C-111, DM-C-125, DM-C-126,
DM-C-151 to DM-C-153, DM-M-126.
"""

from __future__ import annotations

from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.match.item_types import Firepower

COLLISION, ROLLOVER = "collision", "rollover"
CRASHES = frozenset({COLLISION, ROLLOVER})
"""The causes that count as a collision. A rollover is like a collision with a standing obstacle (DM-M-075)."""
SHEETS, APPLIQUE, DIFFUSER, BARS = "ballistic_sheets", "applique_armour", "blast_panels", "crash_bars"
REACTIVE, RAM_GUARD = "reactive_armour", "ram_guard"
SHEETS_WORTH, APPLIQUE_WORTH, DIFFUSER_WORTH, BARS_WORTH, GUARDED = 1, 1, 1, 2, 1
"""The armor points of sheets, appliqué, blast diffuser and crash-bars where they apply, and the damage that a
ram-guard takes off (DM-M-126).
"""
RUINED_ON = 1
"""The face on which add-on armor at risk is ruined (DM-M-126)."""
NONE = Firepower()


def armor_of(play: Match, car: CarState, quadrant: str, cause: str, *, firepower: Firepower = NONE) -> int:
    """Return the armor points of a quadrant, with what add-on armor adds against that cause (DM-M-105, DM-M-126)."""
    return car.armor[quadrant] + bonus(play, car, cause, firepower=firepower)


def bonus(play: Match, car: CarState, cause: str, *, firepower: Firepower = NONE) -> int:
    """Return the armor points of a car's add-on armor against a cause of damage (DM-M-126).

    Sheets and appliqué count against everything, a blast diffuser against firepower of 1d2 or more and in collisions,
    crash-bars in collisions.
    """
    devices, crash = play.fits[car.id].devices, cause in CRASHES
    worth = 0
    if SHEETS in devices:
        worth += SHEETS_WORTH
    if APPLIQUE in devices:
        worth += APPLIQUE_WORTH
    if DIFFUSER in devices and (crash or is_heavy(firepower)):
        worth += DIFFUSER_WORTH
    if BARS in devices and crash:
        worth += BARS_WORTH
    return worth


def is_heavy(firepower: Firepower) -> bool:
    """Whether firepower is printed as 1d2 or more (DM-M-126)."""
    return bool(firepower.sides) or firepower.plus > 1


def absorb_with_reactive_armor(play: Match, car: CarState, *, firepower: Firepower) -> bool:
    """Whether reactive armor makes a hit have no effect, which uses it up. It does so for the first hit with printed
    firepower above 1 (DM-M-126).
    """
    sheets = play.fits[car.id].devices.get(REACTIVE, ())
    if not sheets or not is_heavy(firepower):
        return False
    car.loadout.used.append(sheets[0])
    play.update_fit(car)
    play.note("damage", "DM-M-126", car, item=sheets[0], outcome="ignored")
    return True


def after_ram_guard(play: Match, car: CarState, points: int, *, quadrant: str, cause: str) -> int:
    """Return the damage points that are left after a ram-guard, which takes 1 off damage from the front (DM-M-126).

    By house rule it works in crashes only.
    """
    if quadrant != "front" or RAM_GUARD not in play.fits[car.id].devices:
        return points
    if cause not in CRASHES and not play.settings.ram_guard_vs_weapons:
        return points
    return max(points - GUARDED, 0)


def roll_armor_risks(play: Match, car: CarState, *, cause: str, firepower: Firepower = NONE) -> None:
    """Roll for the add-on armor that a resolved hit or collision may ruin (DM-M-126).

    A blast diffuser and crash-bars are always at risk, appliqué only from weapons of firepower 1d2 or more.
    """
    devices = play.fits[car.id].devices
    threatened = [DIFFUSER, BARS]
    if cause not in CRASHES and is_heavy(firepower):
        threatened.insert(0, APPLIQUE)
    for kind in threatened:
        for id in devices.get(kind, ()):
            face = play.d6(kind.replace("_", " "))
            ruined = face == RUINED_ON
            if ruined:
                car.loadout.lost.append(id)
                play.update_fit(car)
            play.note("armor", "DM-M-126", car, item=id, face=face, ruined=ruined)
