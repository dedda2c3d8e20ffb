"""The roads of an arena: how many steps a car can go straight on from a place before a wall or an obstacle.

Rules RH-003, RH-005, RH-085.
"""

from __future__ import annotations

from functools import lru_cache

from rules.rhad.ground.arena import Arena
from rules.rhad.ground.hexes import STRIDES, Place, hexes_of

FURTHEST = 20  # no mutant: how far anybody looks
"""The most steps that are counted."""


class Roads:
    """The free steps from every place of an arena, worked out when somebody looks."""

    __slots__ = ("_arena", "_free", "_runs")

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._free: dict[Place, bool] = {}
        self._runs: dict[tuple[int, int, int], int] = {}

    def is_free(self, at: Place) -> bool:
        """Whether all hexes of a place are open (RH-003, RH-005)."""
        known = self._free.get(at)
        if known is None:
            known = self._free[at] = all(self._arena.is_open(cell) for cell in hexes_of(at))
        return known

    def run(self, along: int, down: int, heading: int) -> int:
        """How many steps straight ahead from a place are free, `FURTHEST` at most."""
        key = along, down, heading
        known = self._runs.get(key)
        if known is None:
            stride = STRIDES[heading]
            q, r = along, down
            known = 0
            while known < FURTHEST:
                q, r = q + stride[0], r + stride[1]
                if not self.is_free((q, r)):
                    break
                known += 1
            self._runs[key] = known
        return known


@lru_cache(maxsize=16)
def roads_of(arena: Arena) -> Roads:
    """The roads of an arena."""
    return Roads(arena)
