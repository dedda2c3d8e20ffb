"""Slipstreams: extra squares for a car right behind another fast one. Rule FW-127."""

from __future__ import annotations

from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus
from rules.formule.movement import paths

SQUARES = 3
LEAST_GEAR = 4


def squares(play: Match, car: CarState) -> int:
    """The squares of a slipstream: three, or fewer if the finish is nearer (FW-127, FW-128)."""
    return min(SQUARES, positions.finish_line(play) - car.progress)


def is_offered(play: Match, car: CarState) -> bool:
    """Whether a car that has ended its move may move on in a slipstream (FW-127).

    It must be right behind another car, both in gear 4 or more and it in no lower gear. It must have moved without
    braking, its move must not have ended with a slide or a collision, and all squares of the slipstream must be free.
    """
    if not play.settings.slipstream or car.status is not CarStatus.RUNNING or car.gear < LEAST_GEAR:
        return False
    if car.spun or car.braked or car.diverted or not car.driven:
        return False
    other = play.car_on((car.row + 1) % play.circuit.length, car.lane, but=car.id)
    if other is None or not LEAST_GEAR <= other.gear <= car.gear:
        return False
    count = squares(play, car)
    return len(paths.longest_path(play.circuit, paths.path_start(car), count, paths.occupied(play, car))) == count
