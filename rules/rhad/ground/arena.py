"""Arenas: discs of hexes with walls around them, obstacles, and starting places. Rules RH-003, RH-004, RH-085.

A hex is axial (q, r) with (0, 0) in the middle. Facings run clockwise from 0, toward (1, 0), to 5. The disc of the
rules has radius 20 and no obstacles; the two others are the league's own (ruling under RH-085).
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
"""What one step in each facing adds to (q, r) (RH-004)."""
DEFAULT_ARENA = "the_pan"
"""The name of the bare disc of the rules (RH-085)."""
MOST_CARS = 12
"""The number of starting places in every arena (ruling under RH-085)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A starting place: its hex and the side it faces, 0 to 5 (RH-004)."""

    at: Hex
    facing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arena:
    """A disc of `radius` hexes around (0, 0), with walls beyond it. Hexes in `obstacles` are as solid as a wall.

    `starts` run clockwise around it, each facing the middle (RH-085).
    """

    title: str
    radius: int
    obstacles: frozenset[Hex]
    starts: tuple[Start, ...]

    def is_inside(self, at: Hex) -> bool:
        """Whether a hex lies within the walls; it may be an obstacle (RH-085)."""
        return distance_from_middle(at) <= self.radius

    def is_open(self, at: Hex) -> bool:
        """Whether a car can be in a hex: it is within the walls and no obstacle (RH-085)."""
        return at not in self.obstacles and distance_from_middle(at) <= self.radius

    def places(self, cars: Sequence[int]) -> list[list[Start]]:
        """Starting places for each team's number of cars: cars of a team side by side, and teams as far apart as
        possible.

        Cars after the twelfth get none (ruling under RH-085).
        """
        free = MOST_CARS - min(sum(cars), MOST_CARS)
        places_by_team: list[list[Start]] = []
        used = 0
        for number, count in enumerate(cars):
            first = used + free * number // len(cars)
            places_by_team.append(list(self.starts[first : first + count]))
            used += count
        return places_by_team


def distance_from_middle(at: Hex) -> int:
    """The distance of a hex from the middle of the arena, in hexes (RH-003)."""
    q, r = at
    return max(abs(q), abs(r), abs(q + r))


def hex_distance(a: Hex, b: Hex) -> int:
    """The distance between two hexes: 1 for neighbors (RH-003)."""
    return distance_from_middle((b[0] - a[0], b[1] - a[1]))


@cache
def arena_names() -> tuple[str, ...]:
    """The names of the arenas that come with the game, the bare one first."""
    names = (path.name.removesuffix(".json") for path in files("rules.rhad").joinpath("arenas").iterdir())
    return tuple(sorted(names, key=lambda name: (name != DEFAULT_ARENA, name)))


@cache
def load_arena_document(name: str) -> Document:
    """The document of an arena that comes with the game; the bare disc if the name is empty (RH-085).

    Raises `Unknown`.
    """
    name = name or DEFAULT_ARENA
    if name not in arena_names():
        raise Unknown(f"There is no arena {name[:60]!r}: use one of {', '.join(arena_names())}.")
    text = files("rules.rhad").joinpath("arenas", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Any])


@cache
def load_arena(name: str) -> Arena:
    """The arena of that name, or the bare disc if it is empty (RH-085). Raises `Unknown`."""
    return arena_from_document(load_arena_document(name))


def arena_from_document(document: Mapping[str, Any]) -> Arena:
    """The arena in a document without errors: `obstacles` are [q, r], and `starts` are [q, r, facing]; see
    `arena_errors.arena_errors` (RH-085).
    """
    return Arena(
        title=document["title"],
        radius=document["radius"],
        obstacles=frozenset((q, r) for q, r in document.get("obstacles", ())),
        starts=tuple(Start(at=(q, r), facing=facing) for q, r, facing in document["starts"]),
    )


def resolve_arena(setting: Mapping[str, Any]) -> Arena:
    """The arena in the setting of a match: one by name, one written out, or the bare disc (RH-085).

    Raises `Unknown`.
    """
    chosen = setting.get("arena", "")
    return arena_from_document(chosen) if isinstance(chosen, Mapping) else load_arena(str(chosen))
