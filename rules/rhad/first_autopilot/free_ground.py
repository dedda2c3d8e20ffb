"""Where a car can drive: places without walls, obstacles and other cars. Rules RH-003, RH-005, RH-087."""

from __future__ import annotations

from functools import lru_cache

from rules.match.handling.speed_table import ram_at
from rules.rhad.designs.design_points import TWICE_A_DIE
from rules.rhad.ground.arena import Arena
from rules.rhad.ground.hexes import STRIDES, Place, hexes_of
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState
from rules.rhad.movement.collisions import closing_speed

FURTHEST = 12  # no mutant: how far anybody looks
"""The most steps ahead that are checked."""


@lru_cache(maxsize=16)
def open_places(arena: Arena) -> frozenset[Place]:
    """Every place of an arena, in half hexes, whose hexes are all open (RH-003, RH-005)."""
    reach = range(-2 * arena.radius, 2 * arena.radius + 1)  # no mutant: nothing is open beyond
    return frozenset((q, r) for q in reach for r in reach if all(arena.is_open(cell) for cell in hexes_of((q, r))))


class FreeGround:
    """The places one car may drive into now: its arena without the cars it must not run into (RH-087)."""

    __slots__ = ("_open", "_taken")

    def __init__(self, play: Match, car: CarState) -> None:
        self._open = open_places(play.arena)
        self._taken = {
            at
            for other in play.state.cars.values()
            if other is not car and not may_ram(car, other)
            for at in hexes_of(other.at)
        }

    def is_free(self, at: Place) -> bool:
        """Whether a car can be there without hitting anything (RH-087)."""
        if at not in self._open:
            return False
        return not any(cell in self._taken for cell in hexes_of(at))

    def clear_run(self, at: Place, heading: int, most: int) -> int:
        """How many steps straight ahead from a place are free, up to `most`."""
        along, down = STRIDES[heading]
        q, r = at
        for steps in range(most):
            q, r = q + along, r + down
            if not self.is_free((q, r)):
                return steps
        return most


def may_ram(car: CarState, other: CarState) -> bool:
    """Whether the autopilot runs into another car: an enemy, if the car's front armor is more than twice the expected
    ram damage (RH-087).
    """
    if other.team == car.team or not car.speed:
        return False
    ram = ram_at(closing_speed(car, other))
    return car.armor["front"] > TWICE_A_DIE * ram.dice - 2 * ram.minus
