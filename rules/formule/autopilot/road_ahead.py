"""What lies ahead of a car on an empty track, square by square: the tires it pays, where it would be out, and which
stops it makes. Rules FW-109 to FW-113, FW-128, FW-129, FW-140, FW-141.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.formule.match.match import Match
from rules.formule.match.positions import finish_line
from rules.formule.match.state import CarState

OUT_VALUE, STOP_VALUE = -100, 3
"""What a move that puts the car out is priced at, and what a stop it needs (FW-140)."""
MOST_BRAKES = 2
"""The brake points spent to make a stop (FW-141)."""
CIRCUITS = 16  # no mutant: how many are kept ready


class Road(NamedTuple):
    """What a circuit asks of a car whatever its lane: each row's corner or -1, the stops of each corner, and the
    tires that an overshoot takes beside those of its squares (FW-109, FW-129).
    """

    corner_of: tuple[int, ...]
    needs: tuple[int, ...]
    extra: int


class Survey(NamedTuple):
    """For each number of squares from 0: the tires due, whether a corner was left with two stops or more missing,
    whether a turn that ends there makes a stop that is needed, and the stops made once it has ended.
    """

    tires: list[int]
    lost: list[bool]
    stops: list[bool]
    made: list[int]


class RoadAhead(NamedTuple):
    """For each number of squares from 0: the tires paid, whether the car is out, and whether the turn makes a stop
    that is needed.
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
    """What driving 0 squares to that many comes to, from a row with so many stops made in its corner, and so many
    corners overshot already (FW-109 to FW-113).
    """
    corner_of, needs, extra = road
    length, corner = len(corner_of), corner_of[row]
    due, lost = 0, False
    counts = corner >= 0 and not toll
    found = Survey([0], [False], [counts and stops < needs[corner]], [stops + counts])
    for _ in range(squares):
        row = row + 1 if row + 1 < length else 0
        now = corner_of[row]
        if now != corner:
            if corner >= 0 and stops < needs[corner]:
                if stops + 1 < needs[corner]:
                    lost = True
                else:
                    toll += 1
                    due += extra
            corner, stops = now, 0
        due += toll
        counts = now >= 0 and not toll
        found.tires.append(due)
        found.lost.append(lost)
        found.stops.append(counts and not lost and stops < needs[now])
        found.made.append(stops + counts)
    return found


def look_ahead(play: Match, car: CarState, squares: int) -> RoadAhead:
    """What driving 0 squares to that many comes to, others left aside; more tires than it has put the car out, and
    past the finish nothing is paid (FW-109 to FW-112, FW-128).
    """
    last = finish_line(play) - car.progress - 1
    beyond = squares - last
    found = survey(road_of(play), car.row, car.stops, car.overshooting, min(squares, last))
    out = [lost or due > car.tires for lost, due in zip(found.lost, found.tires, strict=True)]
    stops = [makes and not gone for makes, gone in zip(found.stops, out, strict=True)]
    return RoadAhead(found.tires + found.tires[-1:] * beyond, out + out[-1:] * beyond, stops + [False] * beyond)


def choose_braking(ahead: RoadAhead | Survey, squares: int, brakes: int) -> int:
    """The brake points to spend on a roll: as few as make a needed stop, and none where nothing does (FW-141)."""
    for brake in range(min(MOST_BRAKES, brakes, squares) + 1):
        if ahead.stops[squares - brake]:
            return brake
    return 0


def end_value(ahead: RoadAhead, squares: int, weight: int) -> int:
    """What ending so many squares on is worth (FW-140)."""
    worth = squares - weight * ahead.tires[squares]
    if ahead.out[squares]:
        worth += OUT_VALUE
    return worth + STOP_VALUE if ahead.stops[squares] else worth


def weight_of(play: Match, car: CarState) -> int:
    """How much a tire point weighs: 1 with more than half of them left, 2 otherwise (FW-140)."""
    return 1 if 2 * car.tires > play.entrants[car.id].design.tires else 2
