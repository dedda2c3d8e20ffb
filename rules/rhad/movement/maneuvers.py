"""The maneuvers: what handling each costs, who may make it, and where it leads. Rules RH-004, RH-006, RH-010 to
RH-016, RH-064.

A maneuver belongs to one car step. A turn swings the car first and then takes the step along its new heading. A drift
takes the step sideways. A bootlegger takes it straight on and ends the car's round there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.match.handling.headings import ONE_SIDE, half_sides_off, shorter_turn
from rules.match.handling.maneuver_tolls import BOOTLEGGER_D, KEY_LIGHT_DRIFT, STEEP_DRIFT_D, turn_d, turn_d_by_key
from rules.rhad.match.match import Match
from rules.rhad.match.state import LEFT, RIGHT, CarState
from rules.rhad.settings import Settings

STRAIGHT, BOOTLEGGER = "straight", "bootlegger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Maneuver:
    """A maneuver: the number of sides it turns, its drift (`light` or `steep`), and its direction (-1 left, 1 right).

    With `rotates`, it turns the car but not its direction of travel, as a car that slides askew may (RH-015, RH-064).
    """

    sides: int = 0
    drift: str = ""
    way: int = 0
    rotates: bool = False


def _both(name: str, maneuver: Maneuver) -> dict[str, Maneuver]:
    return {f"{name}_{side}": replace(maneuver, way=way) for side, way in (("left", LEFT), ("right", RIGHT))}


MANEUVERS: Mapping[str, Maneuver] = {
    STRAIGHT: Maneuver(),
    **_both("light_drift", Maneuver(drift="light")),
    **_both("steep_drift", Maneuver(drift="steep")),
    **_both("turn_60", Maneuver(sides=1)),
    **_both("turn_120", Maneuver(sides=2)),
    **_both("rotate_60", Maneuver(sides=1, rotates=True)),
    BOOTLEGGER: Maneuver(sides=3),
}
"""Every maneuver by its key (RH-015, RH-064)."""
SLIDING = frozenset({STRAIGHT, "rotate_60_left", "rotate_60_right"})
"""The maneuvers of a car whose facing differs from its direction of travel (RH-064)."""


def d_value(name: str, settings: Settings) -> int:
    """The handling that a maneuver costs (RH-006, RH-010 to RH-015)."""
    maneuver = MANEUVERS[name]
    by_key = settings.maneuver_scale == "turning_key"
    if name == BOOTLEGGER:
        return BOOTLEGGER_D
    if maneuver.drift == "steep":
        return STEEP_DRIFT_D
    if maneuver.drift:
        return KEY_LIGHT_DRIFT if by_key else settings.light_drift_d
    if by_key:
        return turn_d_by_key(maneuver.sides)
    surcharges = 0 if maneuver.rotates else maneuver.sides
    if settings.turn_surcharge == "once":
        surcharges = min(surcharges, 1)
    return turn_d(maneuver.sides, surcharges=surcharges)


def why_not_maneuver(play: Match, car: CarState, name: str) -> str:
    """Why a car may not make that maneuver now, as a clause that says what it may do; empty if it may (RH-014 to
    RH-016, RH-064).
    """
    if name not in MANEUVERS:
        return f"knows no maneuver {name[:40]!r}: choose among {', '.join(MANEUVERS)}"
    if half_sides_off(car.facing, car.heading):
        if name not in SLIDING:
            return f"slides askew: go straight, or rotate towards its travel, and leave {name} out"
        return "" if name == STRAIGHT else _why_no_rotation(car, name)
    if name in SLIDING and name != STRAIGHT:
        return f"travels as it faces: leave {name} out"
    if name == BOOTLEGGER:
        slowest, fastest = play.window
        if not slowest <= car.set_speed <= fastest:
            return (
                f"goes {car.set_speed} mph this round: a bootlegger is for {slowest} to {fastest} mph, "
                "so leave it out"
            )
    return ""


def _why_no_rotation(car: CarState, name: str) -> str:
    """Why a sliding car may not rotate that way: it may only turn toward its direction of travel, or either way if it
    goes backwards (RH-064).
    """
    way = shorter_turn(car.facing, car.heading)
    backwards = half_sides_off(car.facing, car.heading) == ONE_SIDE * 3
    if backwards or MANEUVERS[name].way == way:
        return ""
    return f"would turn away from its travel: rotate {'left' if way == LEFT else 'right'} or go straight"
