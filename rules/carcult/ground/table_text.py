"""A table as text, for terminals and for people who read by ear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.carcult.ground.table import BLOCKING, INCH, ROUGH, Point, Table

CELL = INCH
"""A character is one inch square, wherever its middle lies."""
OPEN = "."
SIGNS: Mapping[str, str] = {ROUGH: "~", BLOCKING: "#"}


def draw_table_text(table: Table) -> str:
    """The map, an inch a character and a space between, and under it what stands where, in words.

    A digit is a starting place of the team of that number.
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


def _sign(table: Table, at: Point) -> str:
    return next((SIGNS[piece.kind] for piece in table.terrain if is_within(at, piece.corners)), OPEN)


def is_within(at: Point, corners: tuple[Point, ...]) -> bool:
    """Whether a place is on a convex polygon, its sides included."""
    return all(
        (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) >= 0
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
