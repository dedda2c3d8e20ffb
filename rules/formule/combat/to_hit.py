"""The roll to hit and its modifiers. Rules FW-023, FW-024, FW-033 to FW-038."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.formule.car import wear
from rules.formule.car.gears import HIGHEST_GEAR
from rules.formule.combat import arcs
from rules.formule.match.match import Match
from rules.formule.match.positions import distance, rows_ahead
from rules.formule.match.state import CarState
from rules.formule.settings import Settings
from rules.formule.weapons import COMPUTER, COMPUTER_BONUS, Weapon

HITS_AT = 12
"""The lowest total that hits (FW-033)."""
TARGET_GEAR: Mapping[int, int] = {1: 1, 2: 0, 3: 0, 4: -1, 5: -2}
SHOOTER_GEAR: Mapping[int, int] = {1: 0, 2: 0, 3: 0, 4: 0, 5: -1}
"""The modifiers for the gears of target and shooter. Those of gear 6 depend on a house rule (FW-034, FW-035)."""
ADJACENT = 2
IN_A_CORNER = -2
CHANGED_LANE = -1
WEATHER_MODIFIERS: Mapping[str, int] = {"dry": 0, "temporary_rain": -1, "rain": -2}
LASER_IN_RAIN = -1
SMOKE = -2
"""The modifier of each situation (FW-034)."""


class Stance(NamedTuple):
    """A shooter at the moment of the shot: their square, and the modifiers that depend on their move (FW-036).

    `corner` is whether they count as in a corner, `changed` whether they have changed lane.
    """

    row: int
    lane: int
    corner: bool
    changed: bool


def stance_of(play: Match, car: CarState) -> Stance:
    """The stance of a car as it is now (FW-036).

    It counts as in a corner if it is in one or has overshot one this turn.
    """
    corner = play.circuit.corner_at(car.row) >= 0 or car.overshooting > 0
    return Stance(car.row, car.lane, corner, car.lane_changes > 0)


def gear_of(car: CarState) -> int:
    """The gear that rules count for a car: 1 if it has stalled, has spun or has no gear yet (FW-081)."""
    return 1 if car.spun or car.stalled else max(car.gear, 1)


def target_gear_modifier(settings: Settings, gear: int) -> int:
    """The modifier for the target's gear (FW-034, FW-035)."""
    return int(settings.gear6_mods.split()[0]) if gear == HIGHEST_GEAR else TARGET_GEAR[gear]


def shooter_gear_modifier(settings: Settings, gear: int) -> int:
    """The modifier for the shooter's own gear (FW-034, FW-035)."""
    return int(settings.gear6_mods.split()[1]) if gear == HIGHEST_GEAR else SHOOTER_GEAR[gear]


def weather_modifier(weather: str, weapon: Weapon, *, laser_temp_rain: bool) -> int:
    """The modifier for the weather, which is worse for lasers in rain (FW-034, FW-037)."""
    wet_laser = weapon.is_laser and (weather == "rain" or (weather == "temporary_rain" and laser_temp_rain))
    return WEATHER_MODIFIERS[weather] + (LASER_IN_RAIN if wet_laser else 0)


def modifier(play: Match, car: CarState, stance: Stance, weapon: Weapon, target: CarState) -> int:
    """The sum of everything that is added to the black die of a shot (FW-024, FW-034, FW-038)."""
    return sum(modifier_parts(play, car, stance, weapon, target).values())


def modifier_parts(play: Match, car: CarState, stance: Stance, weapon: Weapon, target: CarState) -> dict[str, int]:
    """What is added to the black die of a shot, by its reason; reasons that add nothing are 0 or left out (FW-024,
    FW-034, FW-038).
    """
    gear, own_gear = gear_of(target), gear_of(car)
    parts = {
        f"target in gear {gear}": target_gear_modifier(play.settings, gear),
        f"own gear {own_gear}": shooter_gear_modifier(play.settings, own_gear),
        "weather": weather_modifier(play.setup.weather, weapon, laser_temp_rain=play.settings.laser_temp_rain),
        "weapon": weapon.bonus,
        "wounded": -wear.wound_penalty(car),
    }
    if range_of(play, stance, target) == 1:
        parts["adjacent"] = ADJACENT
    if stance.corner:
        parts["in a corner"] = IN_A_CORNER
    if stance.changed:
        parts["lane changed"] = CHANGED_LANE
    if arcs.in_smoke(play, stance.row, stance.lane, target.row, target.lane):
        parts["smoke"] = SMOKE
    if play.has(car, COMPUTER):
        parts["computer"] = COMPUTER_BONUS
    return parts


def range_of(play: Match, stance: Stance, target: CarState) -> int:
    """How many squares a shooter is away from a target (FW-032)."""
    return distance(rows_ahead(play.circuit, stance.row, target.row), target.lane - stance.lane)


def is_hit(settings: Settings, face: int, added: int) -> bool:
    """Whether a face of the black die hits with that modifier (FW-033)."""
    return face + added >= HITS_AT or (settings.natural_20_hits and face == wear.BLACK_DIE)
