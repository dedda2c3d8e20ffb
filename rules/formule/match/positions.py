"""Positions of cars on the ring of squares, relative to each other. Rules FW-032, FW-038, FW-104, FW-124, FW-128."""

from __future__ import annotations

from collections.abc import Iterable

from rules.formule.ground.circuit import Circuit
from rules.formule.match.match import Match
from rules.formule.match.state import CarState


def rows_ahead(circuit: Circuit, row: int, other: int) -> int:
    """How many rows `other` is ahead of `row`, negative if behind, the shorter way around the ring (FW-032)."""
    half = circuit.length // 2
    return (other - row + half) % circuit.length - half


def distance(ahead: int, across: int) -> int:
    """The distance in squares for a difference of rows and lanes; a diagonal step counts as one (FW-032)."""
    return max(abs(ahead), abs(across))


def put_car(play: Match, car: CarState, progress: int, lane: int) -> None:
    """Put a car in a lane at that progress, and set its row and lap.

    The grid belongs to the first lap, the squares past the finish to the last.
    """
    length = play.circuit.length
    car.progress, car.lane = progress, lane
    car.row = progress % length
    car.lap = min(max(progress // length + 1, 1), play.laps)


def finish_line(play: Match) -> int:
    """The progress at which a car has finished (FW-128)."""
    return play.laps * play.circuit.length


def around(play: Match, car: CarState) -> list[CarState]:
    """The cars right ahead, right behind, to the left and to the right, in that order (FW-124)."""
    length, row, lane = play.circuit.length, car.row, car.lane
    squares = (((row + 1) % length, lane), ((row - 1) % length, lane), (row, lane - 1), (row, lane + 1))
    cars = (play.car_on(*square, but=car.id) for square in squares)
    return [car for car in cars if car is not None]


def running_order(play: Match) -> list[CarState]:
    """The racing cars in the order in which they move in a round (FW-104)."""
    return in_running_order(play, play.racing_cars)


def in_running_order(play: Match, cars: Iterable[CarState]) -> list[CarState]:
    """Those cars in the order in which they would move in a round (FW-104).

    The leader is first. Level cars are ordered by gear, highest first, then by distance from the inner lane of the
    corner they are in or come to next, then by lane.
    """

    def standing(car: CarState) -> tuple[int, int, int, int]:
        inner = play.circuit.inner_lane(car.row)
        return -car.progress, -car.gear, abs(car.lane - inner), car.lane

    return sorted(cars, key=standing)
