"""The moves the autopilot looks at: a fixed grid of legal ones. Rules CC-034 to CC-037, CC-096.

They are drawn by no dice. All moves of whole inches from the minimum to the maximum, with the turns there are in
steps of 45 degrees before, half way and after, and with whole inches of drift, are counted through; where there are
more than 200, that many are taken out of them in strides, so that they lie scattered all over.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.carcult.ground.geometry import FULL_CIRCLE, SPANS, displacement
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.orders import Leg

Pose = tuple[int, int, int]
"""Where a car is, and its heading."""
SAMPLE_LIMIT = 200
"""The moves looked at in one activation (CC-096)."""
STRIDE = 7919
"""A prime larger than the moves there can be: in strides of it every one comes up once."""
DEGREES_PER_TURN = 45
"""Degrees of one whole turn (CC-036)."""
HALF_ROUND = 4
"""Turns that bring a car about; more are of no use."""


class Drive(NamedTuple):
    """A leg without its turn: on which heading it is made, how far ahead, and how far that leads along x and y."""

    heading: int
    forward: int
    way: Point


class Path(NamedTuple):
    """A move leg by leg; what is driven of it; and the bounds along x and y of what the car drives up to, from where
    it sets out.
    """

    legs: tuple[Leg, ...]
    drives: tuple[Drive, ...]
    left: int
    top: int
    right: int
    bottom: int


class Sample(NamedTuple):
    """A move; how many hundredths of an inch it is long, drift included; where it ends from where it began; and where
    as much again, straight on, would lead.
    """

    path: Path
    length: int
    dx: int
    dy: int
    far_x: int
    far_y: int


@lru_cache(maxsize=4096)
def samples(heading: int, minimum: int, maximum: int, turns: int, drift: int) -> tuple[Sample, ...]:
    """At most 200 legal moves of a car on that heading; inches, turns, and inches of drift to either side."""
    if not maximum:
        return (_sample(heading, (), 0),)
    turnings = _turn_combinations(min(turns, HALF_ROUND))
    ways = list(product(range(minimum, maximum + 1), turnings, range(-drift, drift + 1)))
    total = len(ways)
    chosen = ways if total <= SAMPLE_LIMIT else [ways[index * STRIDE % total] for index in range(SAMPLE_LIMIT)]
    return tuple(_sample(heading, _legs(*way), way[0]) for way in chosen)


@lru_cache(maxsize=8)
def _turn_combinations(turns: int) -> tuple[tuple[int, int, int], ...]:
    """The ways to spend up to so many turns before, half way and after: in turns, right above 0."""
    each = range(-turns, turns + 1)  # no mutant: more turns than there are are sorted out
    ways = [way for way in product(each, each, each) if sum(map(abs, way)) <= turns]
    return tuple(sorted(ways, key=lambda way: (sum(map(abs, way)), way)))


def _legs(inches: int, turning: tuple[int, int, int], drift: int) -> tuple[Leg, ...]:
    """A move as legs: a turn, half of the way, a turn, the rest with the drift, a turn."""
    before, middle, after = (DEGREES_PER_TURN * each for each in turning)
    if not inches:
        return ()
    legs = [Leg(turn=before)] if before else []
    whole, half = INCH * inches, 0
    if middle:
        half = INCH * (inches // 2)
        legs.append(Leg(forward=half, turn=middle))
    return (*legs, Leg(forward=whole - half, drift=INCH * drift, turn=after))


def _sample(heading: int, legs: tuple[Leg, ...], inches: int) -> Sample:
    path, (x, y, facing) = path_of(heading, legs)
    far_x, far_y = displacement(facing, INCH * inches, 0)
    length = sum(leg.forward + abs(leg.drift) for leg in legs)
    return Sample(path, length, x, y, x + far_x, y + far_y)


def path_of(heading: int, legs: tuple[Leg, ...]) -> tuple[Path, Pose]:
    """Legs as a car on that heading drives them, and where it is in the end, from where it set out."""
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
