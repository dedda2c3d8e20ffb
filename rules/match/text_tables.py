"""Tables that a ruleset tells people: box scores of its matches, sheets of its cars. They are values; a terminal has
their lines, a page makes its own of them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Cell = str | int
WIDTH = 100
"""Characters of a line that says what columns mean, at most; a table is as wide as it must be."""
INDENT = "  "
EMPTY_CELL: Cell = "-"
"""What stands in a cell where there is nothing to tell: no figure, or a list of none."""


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column; `means` is what it counts and in which units, where its name does not say so."""

    name: str
    """Head of the column."""
    means: str = ""
    """What the column counts and in which units, where its head does not say so; else empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A titled table, each row with a cell for each column.

    Cars, drivers and items stand in its cells by their ids; in a column called `team` stands the id of a team and
    nothing else. `note` is a sentence for below it.
    """

    title: str
    """Title above the table."""
    head: tuple[Column, ...]
    """Heads of the columns, from left to right."""
    rows: tuple[tuple[Cell, ...], ...]
    """Cells of each row, one for each column; `-` where there is nothing."""
    note: str = ""
    """Sentence below the table; empty for none."""

    @property
    def numeric_columns(self) -> tuple[bool, ...]:
        """Whether a column holds figures alone, so that they stand to the right."""
        return tuple(all(_is_figure(row[column]) for row in self.rows) for column in range(len(self.head)))


def make_table(title: str, head: Sequence[Column], rows: Iterable[Iterable[Cell]], *, note: str = "") -> Table:
    """A table of those rows."""
    return Table(title=title, head=tuple(head), rows=tuple(tuple(row) for row in rows), note=note)


def lines_of(tables: Iterable[Table]) -> list[str]:
    """Tables as lines of plain text, an empty one between two: the title above each, below it its note.

    Columns are as wide as they must be, figures to the right; what they mean stands last, where there are rows.
    """
    lines: list[str] = []
    for number, table in enumerate(tables):
        lines += [""] if number else []
        lines += _lines(table)
    return lines


def _lines(shown: Table) -> Iterator[str]:
    head = [column.name for column in shown.head]
    rows = [[str(cell) for cell in row] for row in shown.rows]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]

    def padded(row: Sequence[str]) -> str:
        cells = zip(row, widths, shown.numeric_columns, strict=True)
        return "  ".join(cell.rjust(width) if right else cell.ljust(width) for cell, width, right in cells).rstrip()

    yield shown.title
    yield padded(head)
    yield "  ".join("-" * width for width in widths)
    yield from map(padded, rows)
    if shown.note:
        yield shown.note
    if rows:
        yield from _meanings(shown.head)


def _meanings(head: Sequence[Column]) -> Iterator[str]:
    """What columns mean, each meaning once with all the columns it is of."""
    called: dict[str, list[str]] = {}
    for column in head:
        if column.means:
            called.setdefault(column.means, []).append(column.name)
    text = "; ".join(f"{', '.join(names)} = {means}" for means, names in called.items())
    yield from textwrap.wrap(
        text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False, break_long_words=False
    )


def _is_figure(cell: Cell) -> bool:
    return cell == EMPTY_CELL or str(cell).lstrip("-").isdigit()
