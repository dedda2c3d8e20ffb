"""Slipstreams: three squares more behind a fast car. Rule FW-127."""

from __future__ import annotations

from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus
from rules.formule.movement import paths

SQUARES = 3
LEAST_GEAR = 4


def squares(play: Match, car: CarState) -> int:
    """The squares of a slipstream: three, or as many as there are to the finish (FW-127, FW-128)."""
    return min(SQUARES, positions.finish_line(play) - car.progress)


def is_offered(play: Match, car: CarState) -> bool:
    """Whether a car whose roll has ended may move on: right behind another, both in gear 4 or more and it in no lower
    gear, without having braked, and with free squares to go to (FW-127).
    """
    if not play.settings.slipstream or car.status is not CarStatus.RUNNING or car.gear < LEAST_GEAR:
        return False
    if car.spun or car.braked or car.diverted or not car.driven:
        return False
    other = play.car_on((car.row + 1) % play.circuit.length, car.lane, but=car.id)
    if other is None or not LEAST_GEAR <= other.gear <= car.gear:
        return False
    wanted = squares(play, car)
    return len(paths.longest_path(play.circuit, paths.path_start(car), wanted, paths.occupied(play, car))) == wanted
