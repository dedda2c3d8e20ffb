"""Circuits: rows of squares in a ring, with lanes and corners. Rules FW-104, FW-107 to FW-109.

Rows are counted from the line, starting at 0, and lanes from the left in driving direction. A circuit is read from a
document: a file in `circuits`, or one written out in a match's setting. The document must have passed
`circuit_errors`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import msgspec

from rules.core.refusals import Unknown

Ways = tuple[tuple[tuple[int, ...], ...], ...]
SUFFIX = ".json"
AHEAD, LEFT, RIGHT, BOTH = "^", "<", ">", "x"
STEPS: Mapping[str, tuple[int, ...]] = {AHEAD: (0,), LEFT: (0, -1), RIGHT: (0, 1), BOTH: (0, -1, 1)}
"""The lanes that a mark in a corner leads to, relative to the car's own (FW-108)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corner:
    """Rows `first` to `last`, in which `stops` turns must end; `degrees` only matters to the drawing (FW-109)."""

    first: int
    last: int
    stops: int
    inner_lane: int
    degrees: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Circuit:
    """A circuit ready to be raced on.

    `squares` says for each row which lanes have a square. `ways` has for each square the lanes of the next row that
    may be entered from it, its own lane first (FW-108).

    `corner_of` has for each row the number of its corner, or -1. `next_corner` has the corner a row is in or comes to
    next. `segment_of` numbers the straights and corners around the ring, starting with the one that has the line.
    `grid` has the starting places as (row, lane), the pole first, behind the line.
    """

    name: str
    title: str
    lanes: int
    length: int
    corners: tuple[Corner, ...]
    squares: tuple[tuple[bool, ...], ...]
    ways: Ways
    corner_of: tuple[int, ...]
    next_corner: tuple[int, ...]
    segment_of: tuple[int, ...]
    segments: int
    grid: tuple[tuple[int, int], ...]
    marks: Mapping[int, str]
    """For each row in a corner, the mark of each lane."""

    def corner_at(self, row: int) -> int:
        """The number of the corner a row is in, from 0; -1 on a straight."""
        return self.corner_of[row]

    def is_square(self, row: int, lane: int) -> bool:
        """Whether the circuit has a square in that row and lane."""
        return 0 <= lane < self.lanes and self.squares[row][lane]

    def inner_lane(self, row: int) -> int:
        """The inner lane of the corner that a row is in or comes to next (FW-104)."""
        return self.corners[self.next_corner[row]].inner_lane


def circuit_names() -> tuple[str, ...]:
    """The names of the circuits that come with the game, in alphabetical order."""
    file_names = (path.name for path in files("rules.formule").joinpath("circuits").iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in file_names if name.endswith(SUFFIX)))


@cache
def load_circuit_document(name: str) -> dict[str, Any]:
    """Load the document of a circuit that comes with the game. Raises `Unknown`, which lists the names."""
    if name not in circuit_names():
        raise Unknown(f"There is no circuit {name[:60]!r}: use one of {', '.join(circuit_names())}.")
    text = files("rules.formule").joinpath("circuits", f"{name}{SUFFIX}").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Any])


@cache
def load_circuit(name: str) -> Circuit:
    """Load a circuit that comes with the game. Raises `Unknown`."""
    return circuit_from_document(load_circuit_document(name))


def resolve_circuit(wanted: str | Mapping[str, Any]) -> Circuit:
    """The circuit that a match's setting names or writes out; the setting must be free of errors."""
    return load_circuit(wanted) if isinstance(wanted, str) else circuit_from_document(wanted)


def circuit_from_document(document: Mapping[str, Any]) -> Circuit:
    """Build a circuit from a document that has no errors (FW-107, FW-108)."""
    lanes, length = document["lanes"], document["length"]
    corners = tuple(
        Corner(**{name: value for name, value in entry.items() if name != "moves"}) for entry in document["corners"]
    )
    marks = {
        entry["first"] + number: row for entry in document["corners"] for number, row in enumerate(entry["moves"])
    }
    squares = _squares(document)
    numbers = [
        next((n for n, corner in enumerate(corners) if corner.first <= row <= corner.last), -1)
        for row in range(length)
    ]
    segment_of = _segments(numbers)
    return Circuit(
        name=document["name"],
        title=document["title"],
        lanes=lanes,
        length=length,
        corners=corners,
        squares=squares,
        ways=_ways(squares, marks),
        corner_of=tuple(numbers),
        next_corner=tuple(
            next((n for n, corner in enumerate(corners) if row <= corner.last), 0) for row in range(length)
        ),
        segment_of=segment_of,
        segments=max(segment_of) + 1,
        grid=tuple((row, lane) for row, lane in document["grid"]),
        marks=marks,
    )


def _squares(document: Mapping[str, Any]) -> tuple[tuple[bool, ...], ...]:
    """For each row, which lanes have a square: all that are not closed."""
    open_lanes = [[True] * document["lanes"] for _ in range(document["length"])]
    for stretch in document.get("closed", ()):
        for row in range(stretch["first"], stretch["last"] + 1):
            open_lanes[row][stretch["lane"]] = False
    return tuple(map(tuple, open_lanes))


def _ways(squares: tuple[tuple[bool, ...], ...], marks: Mapping[int, str]) -> Ways:
    """The lanes of the next row that may be entered from each square (FW-107, FW-108).

    On a straight these are the square's own lane and its neighbors; in a corner they depend on the square's mark.
    """
    ways = []
    for row, lanes in enumerate(squares):
        beyond = squares[(row + 1) % len(squares)]
        printed = marks.get(row, BOTH * len(lanes))
        ways.append(
            tuple(
                tuple(lane + step for step in STEPS[printed[lane]] if _is_open(beyond, lane + step))
                if is_square
                else ()
                for lane, is_square in enumerate(lanes)
            )
        )
    return tuple(ways)


def _is_open(lanes: tuple[bool, ...], lane: int) -> bool:
    return 0 <= lane < len(lanes) and lanes[lane]


def _segments(numbers: list[int]) -> tuple[int, ...]:
    """The number of each row's straight or corner, from 0 at the line.

    The straight that leads back to the line has number 0 too.
    """
    segment = 0
    segments = [segment]
    for before, number in pairwise(numbers):
        segment += number != before
        segments.append(segment)
    return tuple(
        0 if numbers[-1] == numbers[0] and row_segment == segment and segment else row_segment
        for row_segment in segments
    )
