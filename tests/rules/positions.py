"""Where a test puts things on a board: coordinates, words such as `2 ahead of b`, or a drawing such as `a> . b<`.

Coordinates are two whole numbers, which each book reads in its own way. Words are a number (by default 1), a
direction, and the id of a car or the name of a place that was given before. In a drawing, a small letter is a car,
`>` behind it faces right and `<` left; a capital letter names a place, `#` is solid, and `.` is nothing. Each further
line of a drawing is the next row below; on hexes it begins half a hex further to the right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

Place = tuple[int, int]
Position = Place | str
"""Coordinates, or words."""
WORDS = re.compile(
    r"(?:(?P<count>\d+(?:\.\d+)?) )?"
    r"(?P<direction>ahead|behind|(?:left|right)(?: ahead| behind)?)(?: of)? (?P<name>\S+)"
)
TOKEN = re.compile(r"\.|#|(?P<place>[A-Z]\w*)|(?P<car>[a-z][\w.-]*)(?P<mark>[<>]?)")
HEX_STEPS: Mapping[str, int] = {
    "ahead": 0, "right ahead": 1, "right behind": 2, "behind": 3, "left behind": 4, "left ahead": 5,
}  # fmt: skip
"""The six neighbors of a hex, in sides clockwise from the one a car faces."""
HEX_OFFSETS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""What a step in each direction adds to a hex."""


class Geometry(Protocol):
    """What a book's places and facings are."""

    facing_by_mark: Mapping[str, int]
    """The facings that the marks of a drawing mean."""

    def cell(self, column: int, row: int) -> Place:
        """The place that a drawing means by a column and a row, both counted from 0."""

    def beside(self, place: Place, facing: int, direction: str, count: float) -> Place:
        """The place so far from another one in a direction, as seen with that facing.

        Raises `KeyError` for a direction that the book does not have.
        """


def whole_steps(count: float) -> int:
    """A number of hexes or squares. Raises `ValueError` for a part of one."""
    if count != int(count):
        raise ValueError(f"{count} is no number of hexes or squares: give a whole one.")
    return int(count)


class Hexes:
    """Hexes (q, r); facing 0 is to the right, and the others follow clockwise."""

    facing_by_mark: Mapping[str, int] = {">": 0, "<": 3}

    def cell(self, column: int, row: int) -> Place:
        return column, row

    def beside(self, place: Place, facing: int, direction: str, count: float) -> Place:
        along, down = HEX_OFFSETS[(facing + HEX_STEPS[direction]) % len(HEX_OFFSETS)]
        return place[0] + along * whole_steps(count), place[1] + down * whole_steps(count)


@dataclass(frozen=True)
class Drawing:
    """What stands where in a drawing: cars with `>`, `<` or nothing, places and solid cells, by column and row."""

    cars: Mapping[str, tuple[Place, str]] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)
    solid: tuple[Place, ...] = ()


def read_drawing(text: str) -> Drawing:
    """A drawing of the cells of each row, with spaces between them. Raises `ValueError` for an unknown cell, and
    for a car or place that is drawn twice.
    """
    cars: dict[str, tuple[Place, str]] = {}
    places: dict[str, Place] = {}
    solid: list[Place] = []
    for row, line in enumerate(text.strip().splitlines()):
        for column, cell in enumerate(line.split()):
            token = TOKEN.fullmatch(cell)
            if token is None:
                raise ValueError(f"{cell} is no cell of a drawing: draw ., #, a car like a> or a place like A.")
            if (token["place"] or token["car"]) in places.keys() | cars.keys():
                raise ValueError(f"{cell} is drawn twice: draw each car and each place once.")
            if cell == "#":
                solid.append((column, row))
            elif token["place"]:
                places[token["place"]] = column, row
            elif token["car"]:
                cars[token["car"]] = (column, row), token["mark"]
    return Drawing(cars=cars, places=places, solid=tuple(solid))


def locate(position: Position, known: Mapping[str, tuple[Place, int]], geometry: Geometry) -> Place:
    """The place of a position. `known` has the place and facing of every car and place named so far.

    Raises `ValueError` for words that name no place.
    """
    if not isinstance(position, str):
        return position
    if position in known:
        return known[position][0]
    words = WORDS.fullmatch(position)
    if words is None or words["name"] not in known:
        raise ValueError(f"{position!r} is no place: write `ahead of b` or `2 left of b`, after b is placed.")
    place, facing = known[words["name"]]
    try:
        return geometry.beside(place, facing, words["direction"], float(words["count"] or 1))
    except KeyError:
        raise ValueError(f"{position!r} is no place: this book has no direction {words['direction']!r}.") from None
