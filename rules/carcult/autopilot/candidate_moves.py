"""The moves that the autopilot considers: a fixed set of legal ones, chosen without dice. Rules CC-034 to CC-037,
CC-096.

The moves go whole inches from the minimum to the maximum, turn in steps of 45 degrees before, halfway and after, and
drift whole inches. If there are too many of them, some are picked in even strides, so that they are spread over all.
Further moves are aimed straight at enemies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.carcult.first_autopilot.move_samples import (
    DEGREES_PER_TURN,
    HALF_ROUND,
    STRIDE,
    Path,
    path_of,
    turn_combinations,
)
from rules.carcult.ground.geometry import COSINE, FULL_CIRCLE, SINE
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.orders import Leg

MOST_MOVES = 64
"""The most moves considered at once, besides those aimed at enemies (CC-096)."""


AIM_STEP = 15
"""The degrees between the headings that a car turns to if it aims at an enemy with its weapons."""
COARSE_HEADINGS = range(0, FULL_CIRCLE, AIM_STEP)


class Candidate(NamedTuple):
    """A move that may be chosen, in hundredths of an inch and relative to its start.

    `length` includes drift. `dx`, `dy` and `facing` are where and how it ends. `places` are
    some on its way, the middle and the end of each leg.
    """

    path: Path
    length: int
    dx: int
    dy: int
    facing: int
    places: tuple[Point, ...]


@lru_cache(maxsize=4096)
def candidate_moves(heading: int, minimum: int, maximum: int, turns: int, drift: int) -> tuple[Candidate, ...]:
    """Legal moves of a car on that heading, of `minimum` to `maximum` inches with at most so many turns, and with
    `drift` inches of drift.
    """
    return tuple(_candidate(heading, legs) for legs in _moves(minimum, maximum, turns, drift))


@lru_cache(maxsize=1024)
def _moves(minimum: int, maximum: int, turns: int, drift: int) -> tuple[tuple[Leg, ...], ...]:
    """The legs of the candidates, which are the same for every heading."""
    if not maximum:
        return ((),)
    turn_options = turn_combinations(min(turns, HALF_ROUND))
    moves = list(product(range(minimum, maximum + 1), turn_options, sorted({-drift, 0, drift})))
    total = len(moves)
    picked = moves if total <= MOST_MOVES else [moves[index * STRIDE % total] for index in range(MOST_MOVES)]
    return tuple(_legs(*move) for move in picked)


def aimed_moves(
    heading: int, enemies: Iterable[Point], *, maximum: int, turns: int, exactly: bool
) -> list[Candidate]:
    """A move straight at each of some places, given from the car's own, if the car can turn to it at once.

    The heading is one of few, whose moves are soon all known, or `exactly` the best to the degree.
    """
    moves = []
    for dx, dy in enemies:
        best = max(COARSE_HEADINGS, key=lambda degrees: dx * COSINE[degrees] + dy * SINE[degrees])
        if exactly:
            best = max(
                range(best - AIM_STEP, best + AIM_STEP),
                key=lambda degrees: dx * COSINE[degrees % FULL_CIRCLE] + dy * SINE[degrees % FULL_CIRCLE],
            )
        turn = (best - heading + FULL_CIRCLE // 2) % FULL_CIRCLE - FULL_CIRCLE // 2
        if abs(turn) <= DEGREES_PER_TURN * turns:
            moves.append(_aimed_move(heading, turn, maximum))
    return moves


@lru_cache(maxsize=4096)
def _aimed_move(heading: int, turn: int, maximum: int) -> Candidate:
    legs = (Leg(turn=turn), Leg(forward=INCH * maximum)) if turn else (Leg(forward=INCH * maximum),)
    return _candidate(heading, legs)


def _legs(inches: int, turning: tuple[int, int, int], drift: int) -> tuple[Leg, ...]:
    """A move as legs: a turn, half of the way, a turn, the rest with the drift, a turn.

    A car that stays where it is has a leg too, so that it may act before it rolls for its brakes (CC-017, CC-040).
    """
    before, middle, after = (DEGREES_PER_TURN * count for count in turning)
    if not inches:
        return (Leg(turn=before + middle + after),)
    legs = [Leg(turn=before)] if before else []
    total, half = INCH * inches, 0
    if middle:
        half = INCH * (inches // 2)
        legs.append(Leg(forward=half, turn=middle))
    return (*legs, Leg(forward=total - half, drift=INCH * drift, turn=after))


def _candidate(heading: int, legs: tuple[Leg, ...]) -> Candidate:
    path, (x, y, facing) = path_of(heading, legs)
    length = sum(leg.forward + abs(leg.drift) for leg in legs)
    return Candidate(path, length, x, y, facing, tuple(_places(path)))


def _places(path: Path) -> Iterator[Point]:
    x = y = 0
    for _, _, (dx, dy) in path.drives:
        yield x + dx // 2, y + dy // 2
        x, y = x + dx, y + dy
        yield x, y
