"""Armor added to a car: what it is worth against what, and what it risks. Rules DM-C-111, DM-C-125, DM-C-126,
DM-C-151 to DM-C-153, DM-M-126.
"""

from __future__ import annotations

from rules.core.weapon_stats import Firepower
from rules.dethmatch.match.fitted_car import update_fitted_car
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState

COLLISION, ROLLOVER = "collision", "rollover"
CRASHES = frozenset({COLLISION, ROLLOVER})
"""The causes that count as a collision: a rollover is like one with a stationary object (DM-M-075)."""
SHEETS, APPLIQUE, DIFFUSER, BARS = "ballistic_sheets", "applique_armour", "blast_panels", "crash_bars"
REACTIVE, RAM_GUARD = "reactive_armour", "ram_guard"
SHEETS_WORTH, APPLIQUE_WORTH, DIFFUSER_WORTH, BARS_WORTH, GUARDED = 1, 1, 1, 2, 1
"""Armor points of sheets, appliqué, blast diffuser and crash-bars where they count, and the damage a ram-guard takes
off (DM-M-126)."""
RUINED_ON = 1
"""The face on which a risk comes true (DM-M-126)."""
NONE = Firepower()


def armor_of(play: Match, car: CarState, quadrant: str, cause: str, *, firepower: Firepower = NONE) -> int:
    """The armor points of a quadrant, with what is added against that cause (DM-M-105, DM-M-126)."""
    return car.armor[quadrant] + bonus(play, car, cause, firepower=firepower)


def bonus(play: Match, car: CarState, cause: str, *, firepower: Firepower = NONE) -> int:
    """What add-on armor is worth: sheets and appliqué against anything, a blast diffuser against firepower of 1d2 or
    more and collisions, crash-bars in collisions (DM-M-126).
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
    """Whether reactive armor swallows a hit: the first with printed firepower of more than 1, which uses it up
    (DM-M-126).
    """
    sheets = play.fits[car.id].devices.get(REACTIVE, ())
    if not sheets or not is_heavy(firepower):
        return False
    car.loadout.used.append(sheets[0])
    update_fitted_car(play, car)
    play.note("damage", "DM-M-126", car, item=sheets[0], outcome="ignored")
    return True


def after_ram_guard(play: Match, car: CarState, points: int, *, quadrant: str, cause: str) -> int:
    """Damage points after a ram-guard, which takes 1 off what comes from the front; by house rule in crashes alone
    (DM-M-126).
    """
    if quadrant != "front" or RAM_GUARD not in play.fits[car.id].devices:
        return points
    if cause not in CRASHES and not play.settings.ram_guard_vs_weapons:
        return points
    return max(points - GUARDED, 0)


def roll_armor_risks(play: Match, car: CarState, *, cause: str, firepower: Firepower = NONE) -> None:
    """Roll for what a hit or collision may ruin, once it has been resolved: appliqué where firepower was 1d2 or more,
    a blast diffuser and crash-bars always (DM-M-126).
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
                update_fitted_car(play, car)
            play.note("armor", "DM-M-126", car, item=id, face=face, ruined=ruined)
