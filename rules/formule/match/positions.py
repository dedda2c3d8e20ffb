"""Where cars are to each other on the ring of squares. Rules FW-032, FW-038, FW-104, FW-124, FW-128."""

from __future__ import annotations

from rules.formule.ground.circuit import Circuit
from rules.formule.match.match import Match
from rules.formule.match.state import CarState


def rows_ahead(circuit: Circuit, row: int, other: int) -> int:
    """How many rows the other row is ahead of a row the shorter way round the ring, negative behind (FW-032)."""
    half = circuit.length // 2
    return (other - row + half) % circuit.length - half


def distance(ahead: int, across: int) -> int:
    """Squares between two that are so many rows and lanes apart, diagonals as one (FW-032)."""
    return max(abs(ahead), abs(across))


def put_car(play: Match, car: CarState, progress: int, lane: int) -> None:
    """Put a car on a square of its race; the grid belongs to the first lap, the finish to the last."""
    length = play.circuit.length
    car.progress, car.lane = progress, lane
    car.row = progress % length
    car.lap = min(max(progress // length + 1, 1), play.laps)


def finish_line(play: Match) -> int:
    """The progress at which a car is home (FW-128)."""
    return play.laps * play.circuit.length


def around(play: Match, car: CarState) -> list[CarState]:
    """The cars right ahead, right behind, beside to the left and beside to the right, in this order (FW-124)."""
    length, row, lane = play.circuit.length, car.row, car.lane
    squares = (((row + 1) % length, lane), ((row - 1) % length, lane), (row, lane - 1), (row, lane + 1))
    found = (play.car_on(*square, but=car.id) for square in squares)
    return [car for car in found if car is not None]


def running_order(play: Match) -> list[CarState]:
    """The racing cars as they move in a round: the leader first; level cars by their gear, then by how near they are
    to the inner lane of the corner they are in or come to next (FW-104).
    """

    def standing(car: CarState) -> tuple[int, int, int, int]:
        inner = play.circuit.inner_lane(car.row)
        return -car.progress, -car.gear, abs(car.lane - inner), car.lane

    return sorted(play.racing_cars, key=standing)
