"""The moves that the autopilot considers: a fixed set of legal ones, chosen without dice. Rules CC-034 to CC-037,
CC-096.

The moves go whole inches from the minimum to the maximum, turn in steps of 45 degrees before, halfway and after, and
drift whole inches. If there are more than 200 of them, 200 are picked in even strides, so that they are spread over
all of them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.carcult.ground.geometry import FULL_CIRCLE, SPANS, displacement
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.orders import Leg

Pose = tuple[int, int, int]
"""A car's place and heading."""
SAMPLE_LIMIT = 200
"""The most moves considered at once (CC-096)."""
STRIDE = 7919
"""A prime larger than the number of possible moves, so that strides of it reach each move once."""
DEGREES_PER_TURN = 45
"""The degrees of one whole turn (CC-036)."""
HALF_ROUND = 4
"""How many turns turn a car around; more are useless."""


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


class Sample(NamedTuple):
    """A move that may be chosen, in hundredths of an inch and relative to its start.

    `length` includes drift. `dx` and `dy` are where it ends. `far_x` and `far_y` are where it would lead if the car
    went as far again straight on.
    """

    path: Path
    length: int
    dx: int
    dy: int
    far_x: int
    far_y: int


@lru_cache(maxsize=4096)
def samples(heading: int, minimum: int, maximum: int, turns: int, drift: int) -> tuple[Sample, ...]:
    """At most 200 legal moves of a car on that heading.

    `minimum` and `maximum` are in inches, `turns` is how many turns it has, and `drift` is how many inches it may
    drift.
    """
    if not maximum:
        return (_sample(heading, (), 0),)
    turn_options = turn_combinations(min(turns, HALF_ROUND))
    moves = list(product(range(minimum, maximum + 1), turn_options, range(-drift, drift + 1)))
    total = len(moves)
    picked = moves if total <= SAMPLE_LIMIT else [moves[index * STRIDE % total] for index in range(SAMPLE_LIMIT)]
    return tuple(_sample(heading, _legs(*move), move[0]) for move in picked)


@lru_cache(maxsize=8)
def turn_combinations(turns: int) -> tuple[tuple[int, int, int], ...]:
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
        return ()
    legs = [Leg(turn=before)] if before else []
    total, half = INCH * inches, 0
    if middle:
        half = INCH * (inches // 2)
        legs.append(Leg(forward=half, turn=middle))
    return (*legs, Leg(forward=total - half, drift=INCH * drift, turn=after))


def _sample(heading: int, legs: tuple[Leg, ...], inches: int) -> Sample:
    path, (x, y, facing) = path_of(heading, legs)
    far_x, far_y = displacement(facing, INCH * inches, 0)
    length = sum(leg.forward + abs(leg.drift) for leg in legs)
    return Sample(path, length, x, y, x + far_x, y + far_y)


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
