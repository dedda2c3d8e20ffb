"""The moves that the autopilot considers: a fixed set of legal ones, chosen without dice. Rules CC-034 to CC-037,
CC-096.

The moves go whole inches from the minimum to the maximum, turn in steps of 45 degrees before, halfway and after, and
drift whole inches. If there are too many of them, some are picked in even strides, so that they are spread over all.
Further moves are aimed straight at enemies.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.carcult.autopilot.room import DEGREES_PER_TURN, HALF_ROUND
from rules.carcult.ground.geometry import COSINE, FULL_CIRCLE, SINE, SPANS, displacement
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.orders import Leg

Pose = tuple[int, int, int]
"""A car's place and heading."""
MOST_MOVES = 90
"""The most moves considered at once, besides those aimed at enemies (CC-096)."""
STRIDE = 7919
"""A prime larger than the number of possible moves, so that strides of it reach each move once."""


class Drive(NamedTuple):
    """A leg without its turn: its heading, how far ahead it goes, and its displacement along x and y."""

    heading: int
    forward: int
    way: Point


class Path(NamedTuple):
    """A move with the legs that are driven, relative to its start.

    `left`, `top`, `right` and `bottom` are how far the car's outline gets in each direction that it drives in.
    """

    legs: tuple[Leg, ...]
    drives: tuple[Drive, ...]
    left: int
    top: int
    right: int
    bottom: int


class Candidate(NamedTuple):
    """A move that may be chosen, in hundredths of an inch and relative to its start.

    `length` includes drift. `dx`, `dy` and `facing` are where and how it ends.
    """

    path: Path
    length: int
    dx: int
    dy: int
    facing: int


@lru_cache(maxsize=4096)
def candidate_moves(heading: int, minimum: int, maximum: int, turns: int, drift: int) -> tuple[Candidate, ...]:
    """Legal moves of a car on that heading, of `minimum` to `maximum` inches with at most so many turns, and with
    `drift` inches of drift.
    """
    if not maximum:
        return (_candidate(heading, ()),)
    turn_options = _turn_combinations(min(turns, HALF_ROUND))
    moves = list(product(range(minimum, maximum + 1), turn_options, sorted({-drift, 0, drift})))
    total = len(moves)
    picked = moves if total <= MOST_MOVES else [moves[index * STRIDE % total] for index in range(MOST_MOVES)]
    return tuple(_candidate(heading, _legs(*move)) for move in picked)


def aimed_moves(here: Pose, enemies: Iterable[Point], *, maximum: int, turns: int) -> list[Candidate]:
    """A move straight at each of some places, if the car can turn to it at once."""
    x, y, heading = here
    moves = []
    for place in enemies:
        turn = _turn_to(heading, place[0] - x, place[1] - y)
        if abs(turn) <= DEGREES_PER_TURN * turns:
            legs = (Leg(turn=turn), Leg(forward=INCH * maximum)) if turn else (Leg(forward=INCH * maximum),)
            moves.append(_candidate(heading, legs))
    return moves


def _turn_to(heading: int, dx: int, dy: int) -> int:
    """The turn in whole degrees, right is positive, that points a car along a displacement."""
    best = max(range(FULL_CIRCLE), key=lambda degrees: dx * COSINE[degrees] + dy * SINE[degrees])
    turn = (best - heading) % FULL_CIRCLE
    return turn - FULL_CIRCLE if turn > FULL_CIRCLE // 2 else turn


@lru_cache(maxsize=8)
def _turn_combinations(turns: int) -> tuple[tuple[int, int, int], ...]:
    """The ways to spend that many turns before, halfway and after; right is positive."""
    turn_range = range(-turns, turns + 1)  # no mutant: combinations with too many turns are dropped below
    combinations = [
        combination
        for combination in product(turn_range, turn_range, turn_range)
        if sum(map(abs, combination)) <= turns
    ]
    return tuple(sorted(combinations, key=lambda combination: (sum(map(abs, combination)), combination)))


def _legs(inches: int, turning: tuple[int, int, int], drift: int) -> tuple[Leg, ...]:
    """A move as legs: a turn, half of the way, a turn, the rest with the drift, a turn."""
    before, middle, after = (DEGREES_PER_TURN * count for count in turning)
    if not inches:
        return (Leg(turn=before + middle + after),) if before + middle + after else ()
    legs = [Leg(turn=before)] if before else []
    total, half = INCH * inches, 0
    if middle:
        half = INCH * (inches // 2)
        legs.append(Leg(forward=half, turn=middle))
    return (*legs, Leg(forward=total - half, drift=INCH * drift, turn=after))


def _candidate(heading: int, legs: tuple[Leg, ...]) -> Candidate:
    path, (x, y, facing) = path_of(heading, legs)
    return Candidate(path, sum(leg.forward + abs(leg.drift) for leg in legs), x, y, facing)


def path_of(heading: int, legs: tuple[Leg, ...]) -> tuple[Path, Pose]:
    """The path that legs make from that heading, and the pose at its end, relative to its start."""
    x = y = left = top = right = bottom = 0
    drives = []
    for leg in legs:
        if leg.forward:
            dx, dy = displacement(heading, leg.forward, leg.drift)
            span_x, span_y = SPANS[heading]
            x, y = x + dx, y + dy
            left, right = min(left, x - span_x) if dx < 0 else left, max(right, x + span_x) if dx > 0 else right
            top, bottom = min(top, y - span_y) if dy < 0 else top, max(bottom, y + span_y) if dy > 0 else bottom
            drives.append(Drive(heading, leg.forward, (dx, dy)))
        heading = (heading + leg.turn) % FULL_CIRCLE
    return Path(legs, tuple(drives), left, top, right, bottom), (x, y, heading)
