"""What one car sees of another: the range, how far each mount must be turned to bear, and the side that is seen.

Rules RH-003, RH-010, RH-085. All of it follows from how far apart two places are and which way the car faces, so it
is worked out once for each combination.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.rhad.ground.hexes import hexes_apart, is_in_arc, side_facing

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
    turns = (_turns_to_bear(to, (facing + QUARTER * quarter) % HALF_SIDES) for quarter in range(4))
    return Sight(hexes_apart(MIDDLE, to), side_facing(MIDDLE, facing, to), (*turns, 0))


def _turns_to_bear(to: tuple[int, int], direction: int) -> int:
    """How many sides the car must turn until a mount that points in a direction covers a place (RH-085)."""
    for sides in range(MOST_TURNS):
        for way in (-1, 1):
            if is_in_arc(MIDDLE, (direction + way * sides * ONE_SIDE) % HALF_SIDES, "front", to):
                return sides
    return MOST_TURNS
