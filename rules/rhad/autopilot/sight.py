"""What one car sees of another: the range, how far each mount must be turned to bear, and the side that is seen.

Rules RH-003, RH-010, RH-085. All of it follows from how far apart two places are and which way the car faces, so it
is worked out once for each combination.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.rhad.ground.hexes import hexes_apart, side_facing

MOUNTS_IN_ORDER: Mapping[str, int] = {"front": 0, "right": 1, "back": 2, "left": 3, "turret": 4}
"""Where the turns of each mount are in a `Sight`."""
MOST_TURNS = 3
QUARTER = 3
"""Half sides from a side of the car to the next."""
MIDDLE = (0, 0)


class Sight(NamedTuple):
    """What is seen: the range in hexes, the side that faces the other car, and for each mount the sides that the car
    must turn for it to bear, 0 to `MOST_TURNS`.
    """

    hexes: int
    side: str
    turns: tuple[int, ...]


@lru_cache(maxsize=1 << 17)
def sight(along: int, down: int, facing: int) -> Sight:
    """What a car with that facing sees of another that lies so many half hexes away."""
    for _ in range(facing // ONE_SIDE):
        along, down = along + down, -along
    return _sight_ahead(along, down, facing % ONE_SIDE)


@lru_cache(maxsize=1 << 15)
def _sight_ahead(along: int, down: int, facing: int) -> Sight:
    """The same for a car that faces the first side, or the corner after it."""
    to = along, down
    return Sight(hexes_apart(MIDDLE, to), side_facing(MIDDLE, facing, to), _turns_of(_bearings(along, down), facing))


def _bearings(along: int, down: int) -> tuple[bool, ...]:
    """For each half side, whether a mount that points there covers a place: whether the place is in the wedge of 120
    degrees around it, edges included (RH-085).
    """
    covers: list[bool] = []
    for _ in range(HALF_SIDES // ONE_SIDE):
        covers += abs(down) <= 2 * along + down, abs(down - along) <= 3 * (along + down)
        along, down = along + down, -along
    return tuple(covers)


@lru_cache(maxsize=1 << 8)
def _turns_of(covers: tuple[bool, ...], facing: int) -> tuple[int, ...]:
    """How many sides a car with that facing must turn until each of its mounts covers a place that lies so."""
    return (*(_turns_to_bear(covers, facing + QUARTER * quarter) for quarter in range(4)), 0)


def _turns_to_bear(covers: tuple[bool, ...], direction: int) -> int:
    """How many sides the car must turn until a mount that points in a direction covers the place."""
    for sides in range(MOST_TURNS):
        if any(covers[(direction + way * sides * ONE_SIDE) % HALF_SIDES] for way in (-1, 1)):
            return sides
    return MOST_TURNS
