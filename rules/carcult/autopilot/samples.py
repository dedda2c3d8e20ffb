"""The moves the autopilot looks at: a fixed grid of legal ones. Rules CC-034 to CC-037, CC-096.

They are drawn by no dice. All moves of whole inches from the minimum to the maximum, with the turns there are in
steps of 45 degrees before, half way and after, and with whole inches of drift, are counted through; where there are
more than 200, that many are taken out of them in strides, so that they lie scattered all over.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.carcult.geometry import TURN, course
from rules.carcult.orders import Leg
from rules.carcult.table import INCH

MOST = 200
"""The moves looked at in one activation (CC-096)."""
STRIDE = 7919
"""A prime larger than the moves there can be: in strides of it every one comes up once."""
STEP = 45
"""Degrees of one whole turn (CC-036)."""
HALF_ROUND = 4
"""Turns that bring a car about; more are of no use."""


class Sample(NamedTuple):
    """A move as legs; how many hundredths of an inch it is long, drift included; where it ends from where it began;
    and where as much again, straight on, would lead.
    """

    legs: tuple[Leg, ...]
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
    turnings = _turnings(min(turns, HALF_ROUND))
    ways = list(product(range(minimum, maximum + 1), turnings, range(-drift, drift + 1)))
    total = len(ways)
    chosen = ways if total <= MOST else [ways[index * STRIDE % total] for index in range(MOST)]
    return tuple(_sample(heading, _legs(*way), way[0]) for way in chosen)


@lru_cache(maxsize=8)
def _turnings(turns: int) -> tuple[tuple[int, int, int], ...]:
    """The ways to spend up to so many turns before, half way and after: in turns, right above 0."""
    each = range(-turns, turns + 1)  # no mutant: more turns than there are are sorted out
    ways = [way for way in product(each, each, each) if sum(map(abs, way)) <= turns]
    return tuple(sorted(ways, key=lambda way: (sum(map(abs, way)), way)))


def _legs(inches: int, turning: tuple[int, int, int], drift: int) -> tuple[Leg, ...]:
    """A move as legs: a turn, half of the way, a turn, the rest with the drift, a turn."""
    before, middle, after = (STEP * each for each in turning)
    if not inches:
        return ()
    legs = [Leg(turn=before)] if before else []
    whole, half = INCH * inches, 0
    if middle:
        half = INCH * (inches // 2)
        legs.append(Leg(forward=half, turn=middle))
    return (*legs, Leg(forward=whole - half, drift=INCH * drift, turn=after))


def _sample(heading: int, legs: tuple[Leg, ...], inches: int) -> Sample:
    x = y = 0
    facing = heading
    for leg in legs:
        dx, dy = course(facing, leg.forward, leg.drift)
        x, y, facing = x + dx, y + dy, (facing + leg.turn) % TURN
    far_x, far_y = course(facing, INCH * inches, 0)
    length = sum(leg.forward + abs(leg.drift) for leg in legs)
    return Sample(legs, length, x, y, x + far_x, y + far_y)
