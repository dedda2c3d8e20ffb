"""Arenas: discs of hexes with walls outside, obstacles, and places to start from. Rules RH-003, RH-004, RH-085.

A hex is axial (q, r) with (0, 0) in the middle; facings run clockwise from 0, toward (1, 0), to 5. The disc of the
rules is radius 20 and bare; the two others are the league's own (ruling under RH-085).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from rules.core.refusals import Unknown
from rules.match.ruleset import Document

Hex = tuple[int, int]
STEP_BY_FACING = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""What one step adds to (q, r) in each facing (RH-004)."""
DEFAULT_ARENA = "the_pan"
"""The bare disc of the rules (RH-085)."""
MOST_CARS = 12
"""The places every arena has (ruling under RH-085)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A place to start from: its hex and the side it faces, 0 to 5 (RH-004)."""

    at: Hex
    facing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arena:
    """A disc of `radius` hexes round (0, 0), beyond which are walls; `obstacles` are hexes as solid as a wall.

    `starts` run clockwise round it, each facing the middle (RH-085).
    """

    title: str
    radius: int
    obstacles: frozenset[Hex]
    starts: tuple[Start, ...]

    def is_inside(self, at: Hex) -> bool:
        """Whether a hex lies within the walls, an obstacle in it or not (RH-085)."""
        return distance_from_middle(at) <= self.radius

    def is_open(self, at: Hex) -> bool:
        """Whether a car can be in a hex: within the walls, and no obstacle (RH-085)."""
        return at not in self.obstacles and distance_from_middle(at) <= self.radius

    def places(self, cars: Sequence[int]) -> list[list[Start]]:
        """Places for so many cars of each team: a team's side by side, the teams as far apart as there is room.

        Cars past the twelfth find none (ruling under RH-085).
        """
        free = MOST_CARS - min(sum(cars), MOST_CARS)
        given: list[list[Start]] = []
        taken = 0
        for number, count in enumerate(cars):
            first = taken + free * number // len(cars)
            given.append(list(self.starts[first : first + count]))
            taken += count
        return given


def distance_from_middle(at: Hex) -> int:
    """Hexes from the middle of the arena (RH-003)."""
    q, r = at
    return max(abs(q), abs(r), abs(q + r))


def hex_distance(a: Hex, b: Hex) -> int:
    """Hexes from one to the other: 1 for neighbors (RH-003)."""
    return distance_from_middle((b[0] - a[0], b[1] - a[1]))


@cache
def arena_names() -> tuple[str, ...]:
    """Every arena that comes with the game, the bare one first."""
    found = (path.name.removesuffix(".json") for path in files("rules.rhad").joinpath("arenas").iterdir())
    return tuple(sorted(found, key=lambda name: (name != DEFAULT_ARENA, name)))


@cache
def load_arena_document(name: str) -> Document:
    """The document of an arena that comes with the game, the bare disc for no name (RH-085). Raises `Unknown`."""
    name = name or DEFAULT_ARENA
    if name not in arena_names():
        raise Unknown(f"There is no arena {name[:60]!r}: use one of {', '.join(arena_names())}.")
    text = files("rules.rhad").joinpath("arenas", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Any])


@cache
def load_arena(name: str) -> Arena:
    """The arena of that name, the bare disc for none (RH-085). Raises `Unknown`."""
    return arena_from_document(load_arena_document(name))


def arena_from_document(document: Mapping[str, Any]) -> Arena:
    """The arena of a document without faults: `obstacles` are [q, r], `starts` [q, r, facing]; see
    `arena_errors.arena_errors` (RH-085).
    """
    return Arena(
        title=document["title"],
        radius=document["radius"],
        obstacles=frozenset((q, r) for q, r in document.get("obstacles", ())),
        starts=tuple(Start(at=(q, r), facing=facing) for q, r, facing in document["starts"]),
    )


def resolve_arena(setting: Mapping[str, Any]) -> Arena:
    """The arena a match is set: one by its name, one written out, or the bare disc (RH-085). Raises `Unknown`."""
    chosen = setting.get("arena", "")
    return arena_from_document(chosen) if isinstance(chosen, Mapping) else load_arena(str(chosen))
