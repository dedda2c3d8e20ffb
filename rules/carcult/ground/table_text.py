"""A table as text, for terminals and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.carcult.ground.table import BLOCKING, INCH, ROUGH, Point, Table

CELL = INCH
"""A character covers a square inch and shows what is at its middle."""
OPEN = "."
SIGNS: Mapping[str, str] = {ROUGH: "~", BLOCKING: "#"}


def draw_table_text(table: Table) -> str:
    """A map with one character per square inch, separated by spaces, and below it a description in words.

    A digit marks a starting place of the team with that number.
    """
    starts = {
        (place.x // CELL, place.y // CELL): str(number)
        for number, places in enumerate(table.starts, start=1)
        for place in places
    }
    half, columns = CELL // 2, range(table.width // CELL)
    rows = [
        " ".join(
            starts.get((column, row)) or _sign(table, (column * CELL + half, row * CELL + half)) for column in columns
        )
        for row in range(table.height // CELL)
    ]
    return "\n".join([table.title, "", *rows, "", *_words(table)]) + "\n"


def _sign(table: Table, point: Point) -> str:
    return next((SIGNS[piece.kind] for piece in table.terrain if is_within(point, piece.corners)), OPEN)


def is_within(point: Point, corners: tuple[Point, ...]) -> bool:
    """Whether a point is on a convex polygon, sides included."""
    return all(
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= 0
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    )


def _words(table: Table) -> Iterator[str]:
    yield f"{SIGNS[ROUGH]} rough terrain, {SIGNS[BLOCKING]} blocking terrain, {OPEN} open ground"
    yield "1 to 6 where the cars of that team start"
    for piece in table.terrain:
        across = sorted(x // INCH for x, _ in piece.corners)
        down = sorted(y // INCH for _, y in piece.corners)
        yield (
            f"{piece.name}: {piece.kind}, {across[0]} to {across[-1]} inches from the left, {down[0]} to {down[-1]} "
            "from the top"
        )
