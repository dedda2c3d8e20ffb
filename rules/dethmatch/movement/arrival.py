"""Entering a free hex, and what a car meets there. Rules DM-M-055, DM-M-056, DM-M-058, DM-M-092."""

from __future__ import annotations

from rules.dethmatch.combat import dropped_weapons
from rules.dethmatch.driving import hazards, uncontrolled
from rules.dethmatch.driving.uncontrolled import is_undriven
from rules.dethmatch.events import event
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, Control


def arrive(play: Match, car: CarState, at: int, direction: int, *, drift: int) -> None:
    """Enter a free hex and meet what is there (DM-M-055, DM-M-058).

    First comes the event, then the ground for a car that drifts or is out of control, then an obstacle, then dropped
    markers. A hex entered straight ahead counts for the straight counter (DM-M-056). A car that nobody drives may
    veer (DM-M-092).
    """
    left, car.at = car.at, at
    if not drift and direction == car.facing:
        car.straight += 1
    play.note("drift" if drift else "move", "DM-M-055", car, before={"at": left}, after={"at": at})
    event.event_of(play).on_hex_entered(play, car, left, direction)
    if has_driver_to_check(play, car) and (drift or car.control is not Control.OK):
        hazards.check_road_hazard(play, car, at)
    if has_driver_to_check(play, car):
        hazards.check_obstacle_hazard(play, car, at)
    if car.at == at:
        dropped_weapons.meet_markers(play, car)
    if is_undriven(play, car) and car.speed and car.at == at and hazards.is_bad_ground(play, car, at):
        uncontrolled.veer(play, car)


def has_driver_to_check(play: Match, car: CarState) -> bool:
    """Whether a car moves and somebody at its wheel makes its checks."""
    return bool(car.speed) and not is_undriven(play, car)
