"""Tables that a ruleset shows people: box scores of its matches and sheets of its cars. They are values; a terminal
prints them as lines, and a page renders them in its own way. Columns that the box scores of several books share are
here too.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.core.text_width import pad_left, pad_right, text_width

Cell = str | int
WIDTH = 100
"""The most characters in a line that explains columns; a table may be wider."""
INDENT = "  "
EMPTY_CELL: Cell = "-"
"""The content of a cell that has nothing to show: no figure, or an empty list."""


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
        """Whether each column holds figures only, so that it is aligned to the right."""
        return tuple(all(_is_figure(row[column]) for row in self.rows) for column in range(len(self.head)))


def make_table(title: str, head: Sequence[Column], rows: Iterable[Iterable[Cell]], *, note: str = "") -> Table:
    """A table of those rows."""
    return Table(title=title, head=tuple(head), rows=tuple(tuple(row) for row in rows), note=note)


def lines_of(tables: Iterable[Table]) -> list[str]:
    """Tables as lines of plain text, separated by empty lines, with the title above each and its note below.

    Columns are as wide as needed, and figures are aligned to the right. If there are rows, the meanings of the
    columns come last.
    """
    lines: list[str] = []
    for number, table in enumerate(tables):
        lines += [""] if number else []
        lines += _lines(table)
    return lines


def _lines(table: Table) -> Iterator[str]:
    head = [column.name for column in table.head]
    rows = [[str(cell) for cell in row] for row in table.rows]
    widths = [max(text_width(row[column]) for row in (head, *rows)) for column in range(len(head))]

    def padded(row: Sequence[str]) -> str:
        cells = zip(row, widths, table.numeric_columns, strict=True)
        return "  ".join((pad_left if right else pad_right)(cell, width) for cell, width, right in cells).rstrip()

    yield table.title
    yield padded(head)
    yield "  ".join("-" * width for width in widths)
    yield from map(padded, rows)
    if table.note:
        yield table.note
    if rows:
        yield from _meanings(table.head)


def _meanings(head: Sequence[Column]) -> Iterator[str]:
    """The meanings of the columns, each meaning once with all its columns."""
    names_by_meaning: dict[str, list[str]] = {}
    for column in head:
        if column.means:
            names_by_meaning.setdefault(column.means, []).append(column.name)
    text = "; ".join(f"{', '.join(names)} = {means}" for means, names in names_by_meaning.items())
    yield from textwrap.wrap(
        text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False, break_long_words=False
    )


def _is_figure(cell: Cell) -> bool:
    return cell == EMPTY_CELL or str(cell).lstrip("-").isdigit()


RANK = Column("rank")
TEAM = Column("team")
CAR = Column("car")
COMPETITOR = Column("competitor")
CAR_END = Column("end", "how the car ended")
STANDING_CRITICALS = Column("standing", "criticals that stand on it")
LOST_ITEMS = Column("lost", "items destroyed on it")
CRITICALS_MADE = Column("criticals", "criticals they made on enemies")
FRIENDLY_CRITICALS = Column("friendly", "criticals they made on their own side")
WOUNDS = Column("wounds", "flesh wounds they have")
COMPETITOR_END = Column("end", "whether they are out of action")


def competitor_end(*, out: bool) -> str:
    """How a competitor ended, for `COMPETITOR_END`."""
    return "out of action" if out else "able"


def list_cell(names: Iterable[str]) -> Cell:
    """A cell that lists names, or shows that there are none."""
    return ", ".join(names) or EMPTY_CELL
