"""Arenas: discs of hexes with walls outside, obstacles, and places to start from. Rules RH-003, RH-004, RH-085.

A hex is axial (q, r) with (0, 0) in the middle; facings run clockwise from 0, toward (1, 0), to 5. The disc of the
rules is radius 20 and bare; the two others are the league's own (ruling under RH-085).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec

from rules.refusal import Malformed, Unknown

Hex = tuple[int, int]
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""What one step adds to (q, r) in each facing (RH-004)."""
PRINTED = "the_pan"
"""The bare disc of the rules (RH-085)."""
MOST_CARS = 12
"""The places every arena has (ruling under RH-085)."""
LEAST_RADIUS, LARGEST_RADIUS = 10, 30  # no mutant: ours to choose
"""How far an arena may reach from its middle, in hexes."""
LEAST_APART = 3  # no mutant: the same
"""The hexes from one starting place to the next, at least."""


class ArenaFaulty(Malformed):
    """The file of an arena is wrong; every fault is named."""


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

    name: str
    title: str
    radius: int
    obstacles: frozenset[Hex]
    starts: tuple[Start, ...]

    def is_inside(self, at: Hex) -> bool:
        """Whether a hex lies within the walls, an obstacle in it or not (RH-085)."""
        return from_middle(at) <= self.radius

    def is_open(self, at: Hex) -> bool:
        """Whether a car can be in a hex: within the walls, and no obstacle (RH-085)."""
        return at not in self.obstacles and from_middle(at) <= self.radius

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


def from_middle(at: Hex) -> int:
    """Hexes from the middle of the arena (RH-003)."""
    q, r = at
    return max(abs(q), abs(r), abs(q + r))


def between(a: Hex, b: Hex) -> int:
    """Hexes from one to the other: 1 for neighbors (RH-003)."""
    return from_middle((b[0] - a[0], b[1] - a[1]))


@cache
def arena_names() -> tuple[str, ...]:
    """Every arena that comes with the game, the bare one first."""
    found = (each.name.removesuffix(".json") for each in files("rules.rhad").joinpath("arenas").iterdir())
    return tuple(sorted(found, key=lambda name: (name != PRINTED, name)))


@cache
def arena_named(name: str) -> Arena:
    """The arena of that name, the bare disc for none (RH-085). Raises `Unknown`."""
    name = name or PRINTED
    if name not in arena_names():
        raise Unknown(f"There is no arena {name[:60]!r}: use one of {', '.join(arena_names())}.")
    return arena_from(files("rules.rhad").joinpath("arenas", f"{name}.json").read_bytes(), name=name)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """An arena's file: `obstacles` are [q, r], `starts` [q, r, facing]."""

    title: str
    radius: int
    obstacles: list[tuple[int, int]]
    starts: list[tuple[int, int, int]]


def arena_from(text: bytes, *, name: str) -> Arena:
    """The arena a file describes. Raises `ArenaFaulty` with everything that is wrong with it (RH-085)."""
    try:
        file = msgspec.json.decode(text, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError) as no:
        raise ArenaFaulty(f"The arena {name} cannot be read ({no}): mend it there.") from None
    arena = Arena(
        name=name,
        title=file.title,
        radius=file.radius,
        obstacles=frozenset(file.obstacles),
        starts=tuple(Start(at=(q, r), facing=facing) for q, r, facing in file.starts),
    )
    if wrong := faults_of_arena(arena):
        raise ArenaFaulty(f"The arena {name} cannot be used: {'; '.join(wrong)}. Mend each of these.")
    return arena


def faults_of_arena(arena: Arena) -> list[str]:
    """What is wrong with an arena, as clauses: its size, its obstacles, and its starting places (RH-085)."""
    wrong = []
    if not LEAST_RADIUS <= arena.radius <= LARGEST_RADIUS:
        wrong.append(f"its radius is {arena.radius} and not {LEAST_RADIUS} to {LARGEST_RADIUS}")
    wrong += [f"the obstacle {at} lies outside" for at in sorted(arena.obstacles) if not arena.is_inside(at)]
    if len(arena.starts) != MOST_CARS:
        wrong.append(f"it has {len(arena.starts)} starting places and not {MOST_CARS}")
    for number, start in enumerate(arena.starts, start=1):
        wrong += [f"place {number} {fault}" for fault in _faults_of_start(arena, start)]
        if any(between(start.at, other.at) < LEAST_APART for other in arena.starts[: number - 1]):
            wrong.append(f"place {number} is nearer than {LEAST_APART} hexes to one before it")
    return wrong or [f"nothing leads from {at} to the middle" for at in _cut_off(arena)]


def _faults_of_start(arena: Arena, start: Start) -> list[str]:
    """A place is open, faces one of the six sides, and two open steps lead from it toward the middle (RH-004,
    RH-085).
    """
    if not arena.is_open(start.at):
        return ["is no open hex"]
    if start.facing not in range(len(AROUND)):
        return [f"faces {start.facing} and not 0 to {len(AROUND) - 1}"]
    along, down = AROUND[start.facing]
    ahead = [(start.at[0] + along * steps, start.at[1] + down * steps) for steps in (1, 2)]
    if any(not arena.is_open(each) for each in ahead):
        return ["has no two open hexes ahead"]
    if from_middle(ahead[1]) != from_middle(start.at) - len(ahead):
        return ["does not face the middle"]
    return []


def _cut_off(arena: Arena) -> list[Hex]:
    """The starting hexes from which no way leads to the first of them."""
    reached, edge = {arena.starts[0].at}, [arena.starts[0].at]
    while edge:
        q, r = edge.pop()
        for along, down in AROUND:
            at = (q + along, r + down)
            if at not in reached and arena.is_open(at):
                reached.add(at)
                edge.append(at)
    return [start.at for start in arena.starts if start.at not in reached]
