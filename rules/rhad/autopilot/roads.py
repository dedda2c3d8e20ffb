"""The roads of an arena: how many steps a car can go straight on from a place before a wall or an obstacle.

Rules RH-003, RH-005, RH-085.
"""

from __future__ import annotations

from functools import lru_cache

from rules.match.handling.headings import HALF_SIDES
from rules.rhad.ground.arena import Arena
from rules.rhad.ground.hexes import STRIDES, Place, hexes_of


class Roads:
    """The free steps from every place of an arena, worked out when somebody looks."""

    __slots__ = ("_arena", "_free", "_runs")

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._free: dict[Place, bool] = {}
        self._runs: dict[tuple[int, int, int], int] = {}

    def is_free(self, at: Place) -> bool:
        """Whether all hexes of a place are open (RH-003, RH-005)."""
        try:
            return self._free[at]
        except KeyError:
            known = self._free[at] = all(self._arena.is_open(cell) for cell in hexes_of(at))
            return known

    def run(self, along: int, down: int, heading: int) -> int:
        """How many steps straight ahead from a place are free."""
        try:
            return self._runs[along, down, heading]
        except KeyError:
            return self._measure(along, down, heading)

    def _measure(self, along: int, down: int, heading: int) -> int:
        """The free steps from a place, and both ways from every place on the road that it lies on. A place that is
        not free lies at the end of a road.
        """
        start = along, down, heading
        q, r = STRIDES[heading]
        is_free = self.is_free((along, down))
        while is_free and self.is_free((along - q, down - r)):
            along, down = along - q, down - r
        back = (heading + HALF_SIDES // 2) % HALF_SIDES
        places = [(along, down)]
        while self.is_free((along + q, down + r)):
            along, down = along + q, down + r
            places.append((along, down))
        last = len(places) - 1
        for passed, (along, down) in enumerate(places):
            self._runs[along, down, heading] = last - passed
            if is_free:
                self._runs[along, down, back] = passed
        return self._runs[start]


@lru_cache(maxsize=16)
def roads_of(arena: Arena) -> Roads:
    """The roads of an arena."""
    return Roads(arena)
