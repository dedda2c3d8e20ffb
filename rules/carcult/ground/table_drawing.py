"""Drawings of a table as SVG: terrain, starting places, and a scale in inches.

Cars can be drawn at their places instead of the starting places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.carcult.ground.table import BLOCKING, INCH, ROUGH, Place, Point, Table
from rules.match.drawing.svg import GRAY, INK, TEAM_COLORS, picture, svg_text

UNITS_PER_INCH = 10
"""The units of the drawing in an inch."""
MARGIN, LEGEND = 26, 24
GROUND = "#d9d2bf"
COLORS = {ROUGH: "#b98f5a", BLOCKING: "#4a4e57"}
LABEL_COLORS = {ROUGH: INK, BLOCKING: "#ffffff"}
CAR_PATH = "M-15 -6.25H9L15 0L9 6.25H-15z"
"""The footprint of a car, pointing right."""
SCALE_INTERVAL = 6
"""The inches between two numbers of the scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarOnDrawing:
    """A car on a drawing, in the color of the team with that number, from 0."""

    label: str
    team: int
    place: Place


def draw_table(table: Table, *, cars: Iterable[CarOnDrawing] | None = None) -> str:
    """Draw a table as an SVG image, with the given cars or else its starting places."""
    width, height = extent(table)
    shapes = [
        *draw_bare_table(table),
        *(_car(car) for car in (_starting(table) if cars is None else cars)),
        *_legend(to_drawing(table.height) + MARGIN + 8),
    ]
    title = f"{table.title}, a table of {table.width // INCH} by {table.height // INCH} inches"
    return picture(shapes, title=title, width=width, height=height + LEGEND)


def extent(table: Table) -> tuple[int, int]:
    """The width and height of a table's drawing, including margins but no legend."""
    return to_drawing(table.width) + MARGIN, to_drawing(table.height) + MARGIN


def draw_bare_table(table: Table) -> Iterator[str]:
    """A table with its terrain and a scale, without cars."""
    wide, tall = table.width * UNITS_PER_INCH // INCH, table.height * UNITS_PER_INCH // INCH
    yield f'<rect x="{MARGIN}" y="{MARGIN}" width="{wide}" height="{tall}" fill="{GROUND}" stroke="{INK}"/>'
    yield from _scale(table)
    yield from _terrain(table)


def to_drawing(units: int) -> int:
    """Convert a coordinate on the table to one on the drawing."""
    return MARGIN + units * UNITS_PER_INCH // INCH


def _text(x: int, y: int, words: str, *, fill: str = GRAY, size: int = 11, anchor: str = "middle") -> str:
    return svg_text(x, y, words, fill=fill, size=size, anchor=anchor)


def _scale(table: Table) -> Iterator[str]:
    for inches in range(0, table.width // INCH + 1, SCALE_INTERVAL):
        yield _text(to_drawing(inches * INCH), MARGIN - 8, str(inches))
    for inches in range(0, table.height // INCH + 1, SCALE_INTERVAL):
        yield _text(MARGIN - 6, to_drawing(inches * INCH) + 4, str(inches), anchor="end")


def _terrain(table: Table) -> Iterator[str]:
    for piece in table.terrain:
        points = " ".join(f"{to_drawing(x)},{to_drawing(y)}" for x, y in piece.corners)
        dashes = ' stroke-dasharray="4 3"' if piece.kind == ROUGH else ""
        yield f'<polygon points="{points}" fill="{COLORS[piece.kind]}" stroke="{INK}"{dashes}/>'
        x, y = middle(piece.corners)
        yield _text(to_drawing(x), to_drawing(y) + 4, piece.name, fill=LABEL_COLORS[piece.kind], size=9)


def middle(corners: tuple[Point, ...]) -> Point:
    """The middle of a polygon's corners."""
    return sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)


def _starting(table: Table) -> Iterator[CarOnDrawing]:
    for number, places in enumerate(table.starts):
        yield from (CarOnDrawing(label=str(number + 1), team=number, place=place) for place in places)


def _car(car: CarOnDrawing) -> str:
    x, y = to_drawing(car.place.x), to_drawing(car.place.y)
    color = TEAM_COLORS[car.team % len(TEAM_COLORS)]
    return (
        f'<g transform="translate({x} {y})"><path transform="rotate({car.place.heading})"'
        f' d="{CAR_PATH}" fill="{color}" stroke="{INK}"/>' + _text(0, 4, car.label, fill=INK, size=10) + "</g>"
    )


def _legend(y: int) -> Iterator[str]:
    for number, kind in enumerate((ROUGH, BLOCKING)):
        x = MARGIN + 90 * number
        yield f'<rect x="{x}" y="{y}" width="14" height="10" fill="{COLORS[kind]}" stroke="{INK}"/>'
        yield _text(x + 20, y + 9, kind, anchor="start")
    yield _text(MARGIN + 200, y + 9, "pointed: where a team's cars start, by its number", anchor="start")
