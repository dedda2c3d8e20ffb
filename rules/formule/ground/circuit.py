"""Circuits: rows of squares round a ring, their lanes and corners, and which lane may be taken next. Rules FW-104,
FW-107 to FW-109.

Rows count from the line, 0 first, lanes from the left as one drives. A circuit is a document (a file of `circuits`,
or a match's own in its setting); `circuit_errors` says what is wrong with one; here it has no errors.
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
"""The lanes a mark in a corner leads to, counted from one's own (FW-108)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corner:
    """Rows `first` to `last`, in which so many turns must end; `degrees` are for the drawing alone (FW-109)."""

    first: int
    last: int
    stops: int
    inner_lane: int
    degrees: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Circuit:
    """A circuit ready to be driven.

    `squares` says which lanes a row has, `ways` which lanes of the row after may be entered from each square, one's
    own first (FW-108). `corner_of` is each row's corner or -1, `next_corner` the one a row is in or comes to next,
    `segment_of` the straight or corner a row lies in, counted round the ring from the one with the line. `grid` has
    the starting places as (row, lane), pole first, behind the line.
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
    """The arrows of each row in a corner."""

    def corner_at(self, row: int) -> int:
        """The corner a row lies in, by its number from 0; -1 on a straight."""
        return self.corner_of[row]

    def is_square(self, row: int, lane: int) -> bool:
        """Whether there is such a square."""
        return 0 <= lane < self.lanes and self.squares[row][lane]

    def inner_lane(self, row: int) -> int:
        """The inner lane of the corner a row is in or comes to next (FW-104)."""
        return self.corners[self.next_corner[row]].inner_lane


def circuit_names() -> tuple[str, ...]:
    """The circuits that come with the game."""
    found = (path.name for path in files("rules.formule").joinpath("circuits").iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX)))


@cache
def load_circuit_document(name: str) -> dict[str, Any]:
    """The document of a circuit that comes with the game. Raises `Unknown`, naming those there are."""
    if name not in circuit_names():
        raise Unknown(f"There is no circuit {name[:60]!r}: use one of {', '.join(circuit_names())}.")
    text = files("rules.formule").joinpath("circuits", f"{name}{SUFFIX}").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Any])


@cache
def load_circuit(name: str) -> Circuit:
    """A circuit that comes with the game. Raises `Unknown`."""
    return circuit_from_document(load_circuit_document(name))


def resolve_circuit(wanted: str | Mapping[str, Any]) -> Circuit:
    """The circuit a match's setting names or writes out; it has no faults."""
    return load_circuit(wanted) if isinstance(wanted, str) else circuit_from_document(wanted)


def circuit_from_document(document: Mapping[str, Any]) -> Circuit:
    """A circuit out of its document, which has no faults (FW-107, FW-108)."""
    lanes, length = document["lanes"], document["length"]
    corners = tuple(
        Corner(**{name: value for name, value in each.items() if name != "moves"}) for each in document["corners"]
    )
    marks = {each["first"] + number: row for each in document["corners"] for number, row in enumerate(each["moves"])}
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
    """Every lane of every row, but where a stretch of it is closed."""
    open_lanes = [[True] * document["lanes"] for _ in range(document["length"])]
    for stretch in document.get("closed", ()):
        for row in range(stretch["first"], stretch["last"] + 1):
            open_lanes[row][stretch["lane"]] = False
    return tuple(map(tuple, open_lanes))


def _ways(squares: tuple[tuple[bool, ...], ...], marks: Mapping[int, str]) -> Ways:
    """The lanes of the row after that may be entered: on a straight the own and its neighbors, in a corner those of
    the square's mark (FW-107, FW-108).
    """
    found = []
    for row, lanes in enumerate(squares):
        beyond = squares[(row + 1) % len(squares)]
        printed = marks.get(row, BOTH * len(lanes))
        found.append(
            tuple(
                tuple(lane + step for step in STEPS[printed[lane]] if _is_open(beyond, lane + step)) if there else ()
                for lane, there in enumerate(lanes)
            )
        )
    return tuple(found)


def _is_open(lanes: tuple[bool, ...], lane: int) -> bool:
    return 0 <= lane < len(lanes) and lanes[lane]


def _segments(numbers: list[int]) -> tuple[int, ...]:
    """The straight or corner of each row, from the one with the line; the last straight is the first again."""
    segment = 0
    found = [segment]
    for before, number in pairwise(numbers):
        segment += number != before
        found.append(segment)
    return tuple(0 if numbers[-1] == numbers[0] and each == segment and segment else each for each in found)
