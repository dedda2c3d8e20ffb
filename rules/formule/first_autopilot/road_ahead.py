"""The road ahead of a car on an empty track, square by square: tires, corners and stops. Rules FW-109 to FW-113,
FW-128, FW-129, FW-140, FW-141.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.formule.match.match import Match
from rules.formule.match.positions import finish_line
from rules.formule.match.state import CarState

OUT_VALUE, STOP_VALUE = -100, 3
"""The value of a move that puts the car out, and of a stop that is needed (FW-140)."""
MOST_BRAKES = 2
"""The most brake points spent to make a stop (FW-141)."""
CIRCUITS = 16  # no mutant: the size of a cache


class Road(NamedTuple):
    """What a circuit demands of a car in any lane (FW-109, FW-129).

    `corner_of` has each row's corner or -1, `needs` the stops of each corner, and `extra` the tires that each
    overshoot takes besides those for its squares.
    """

    corner_of: tuple[int, ...]
    needs: tuple[int, ...]
    extra: int


class Survey(NamedTuple):
    """What driving costs in tires and corners, indexed by the number of squares from 0.

    `tires` are the tires due, and `lost` is whether a corner has been left with two or more stops missing. `stops` is
    whether a turn that ends there makes a needed stop, and `made` the stops made in the corner by then.
    """

    tires: list[int]
    lost: list[bool]
    stops: list[bool]
    made: list[int]


class RoadAhead(NamedTuple):
    """A survey for one car, indexed by the number of squares from 0.

    `tires` are the tires paid, `out` is whether the car is out, and `stops` whether the turn makes a needed stop.
    """

    tires: list[int]
    out: list[bool]
    stops: list[bool]


def road_of(play: Match) -> Road:
    """The road of a race (FW-109, FW-129)."""
    circuit = play.circuit
    extra = play.settings.rain_overshoot_extra and play.setup.weather == "rain"
    return _road(circuit.corner_of, tuple([corner.stops for corner in circuit.corners]), int(extra))


@lru_cache(maxsize=CIRCUITS)
def _road(corner_of: tuple[int, ...], needs: tuple[int, ...], extra: int) -> Road:
    return Road(corner_of, needs, extra)


def survey(road: Road, row: int, stops: int, toll: int, squares: int) -> Survey:
    """Survey a road for 0 to `squares` squares from a row (FW-109 to FW-113).

    `stops` is how many are made in the row's corner, `toll` how many corners the turn has overshot already.
    """
    corner_of, needs, extra = road
    length, corner = len(corner_of), corner_of[row]
    due, lost = 0, False
    counts = corner >= 0 and not toll
    result = Survey([0], [False], [counts and stops < needs[corner]], [stops + counts])
    for _ in range(squares):
        row = row + 1 if row + 1 < length else 0
        row_corner = corner_of[row]
        if row_corner != corner:
            if corner >= 0 and stops < needs[corner]:
                if stops + 1 < needs[corner]:
                    lost = True
                else:
                    toll += 1
                    due += extra
            corner, stops = row_corner, 0
        due += toll
        counts = row_corner >= 0 and not toll
        result.tires.append(due)
        result.lost.append(lost)
        result.stops.append(counts and not lost and stops < needs[row_corner])
        result.made.append(stops + counts)
    return result


def look_ahead(play: Match, car: CarState, squares: int) -> RoadAhead:
    """Survey the road for a car that drives 0 to `squares` squares, ignoring other cars (FW-109 to FW-112, FW-128).

    A car that owes more tires than it has is out. Squares past the finish take nothing.
    """
    last = finish_line(play) - car.progress - 1
    beyond = squares - last
    surveyed = survey(road_of(play), car.row, car.stops, car.overshooting, min(squares, last))
    out = [lost or due > car.tires for lost, due in zip(surveyed.lost, surveyed.tires, strict=True)]
    stops = [stop and not is_out for stop, is_out in zip(surveyed.stops, out, strict=True)]
    return RoadAhead(surveyed.tires + surveyed.tires[-1:] * beyond, out + out[-1:] * beyond, stops + [False] * beyond)


def choose_braking(ahead: RoadAhead | Survey, squares: int, brakes: int) -> int:
    """How many brake points to spend on a roll: the fewest that make a needed stop, 0 if none do (FW-141)."""
    for brake in range(min(MOST_BRAKES, brakes, squares) + 1):
        if ahead.stops[squares - brake]:
            return brake
    return 0


def end_value(ahead: RoadAhead, squares: int, weight: int) -> int:
    """The value of a move of so many squares (FW-140)."""
    worth = squares - weight * ahead.tires[squares]
    if ahead.out[squares]:
        worth += OUT_VALUE
    return worth + STOP_VALUE if ahead.stops[squares] else worth


def weight_of(play: Match, car: CarState) -> int:
    """The weight of a tire point: 1 while more than half of the tires are left, then 2 (FW-140)."""
    return 1 if 2 * car.tires > play.entrants[car.id].design.tires else 2
