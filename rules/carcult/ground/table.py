"""The table of a skirmish: its terrain, and the starting places of each team. Rules CC-045, CC-046, CC-090.

Lengths are whole hundredths of an inch. x goes right and y goes down. A heading of 0 degrees points right along x, 90
points down along y.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from rules.core.refusals import Unknown

INCH = 100
"""The units of length in an inch."""
TABLE_SIDE = 48 * INCH
"""The side of a table (CC-090)."""
ROUGH, BLOCKING = "rough", "blocking"
TEAM_CARS = 3
"""How many starting places a team has."""
MOST_TEAMS = 6
"""How many teams a table has starting places for."""

Point = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain:
    """A piece of `rough` or `blocking` terrain: a convex polygon with its corners clockwise as drawn (CC-045,
    CC-046).
    """

    kind: str
    name: str
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a car starts: the middle of its footprint, and its heading in whole degrees."""

    x: int
    y: int
    heading: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: its size, its terrain, and its starting places by team, then by car (CC-090)."""

    name: str
    title: str
    width: int
    height: int
    terrain: tuple[Terrain, ...]
    starts: tuple[tuple[Place, ...], ...]

    def places(self, team: int) -> tuple[Place, ...]:
        """The starting places of the team with that number, from 0."""
        return self.starts[team]


class _Piece(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    kind: str
    name: str
    corners: list[tuple[int, int]]


class _Start(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A team's start: the place of its middle car in inches, its heading, and the inches from car to car."""

    at: tuple[int, int]
    heading: int
    apart: int


class _File(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    name: str
    title: str
    terrain: list[_Piece]
    starts: list[_Start]


def table_from_document(document: Mapping[str, Any]) -> Table:
    """Build a table from a document in whole inches, which must be free of the errors of `table_document_errors`.

    Raises `msgspec.ValidationError` if its form is wrong.
    """
    file = msgspec.convert(document, type=_File)
    return Table(
        name=file.name,
        title=file.title,
        width=TABLE_SIDE,
        height=TABLE_SIDE,
        terrain=tuple(
            Terrain(
                kind=piece.kind,
                name=piece.name,
                corners=tuple((INCH * x, INCH * y) for x, y in piece.corners),
            )
            for piece in file.terrain
        ),
        starts=tuple(_places(start) for start in file.starts),
    )


def _places(start: _Start) -> tuple[Place, ...]:
    """A team's places: the first car in the middle, the other two along the edge on either side."""
    x, y = (INCH * inches for inches in start.at)
    along = INCH * start.apart
    dx, dy = (0, along) if start.heading % 180 == 0 else (along, 0)
    return tuple(Place(x=x + step * dx, y=y + step * dy, heading=start.heading) for step in (0, -1, 1))


def resolve_table(wanted: str | Mapping[str, Any]) -> Table:
    """The table that a match's setting names or writes out. Raises `Unknown` for an unknown name."""
    return load_table(wanted) if isinstance(wanted, str) else table_from_document(wanted)


@cache
def load_table(name: str) -> Table:
    """Load a table that comes with the game. Raises `Unknown`, which lists the names."""
    return table_from_document(load_table_document(name))


def load_table_document(name: str) -> dict[str, Any]:
    """Load the document of a table that comes with the game. Raises `Unknown`, which lists the names."""
    if name not in table_names():
        raise Unknown(f"There is no table {name[:60]!r}: choose {', '.join(table_names())}.")
    text = files("rules.carcult").joinpath("tables", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Any])


@cache
def table_names() -> tuple[str, ...]:
    """The names of the tables that come with the game, in alphabetical order."""
    file_names: list[Any] = [path.name for path in files("rules.carcult").joinpath("tables").iterdir()]
    return tuple(sorted(name.removesuffix(".json") for name in file_names if name.endswith(".json")))
