"""Tables that a ruleset tells, as pages show them: names for ids, flags of teams, figures to the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.pages.frame import colour_of
from league.pages.log_cast import Cast
from league.pages.log_story import ID
from league.pages.words import MINUS
from rules.match.text_tables import EMPTY_CELL, Cell, Column, Table

DASH = "\N{EN DASH}"
TEAM = "team"
"""The column in which ids of teams stand."""
NOBODY = Cast()
MOST_NARROW = 4


@dataclass(frozen=True, slots=True)
class CellShown:
    """What stands in a cell; `colour` is that of the team it names, `heads` says that the row is called by it."""

    words: str
    figure: bool
    heads: bool
    colour: str = ""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table in words: `label` is what tells it from every other of the page, each column its head and whether it
    holds figures.
    """

    title: str
    label: str
    columns: Sequence[tuple[Column, bool]]
    rows: Sequence[Sequence[CellShown]]
    note: str = ""

    @property
    def is_broad(self) -> bool:
        """Whether it has more columns than stand in half the width of a page."""
        return len(self.columns) > MOST_NARROW


def table_shown(told: Table, *, of: str, cast: Cast = NOBODY) -> TableShown:
    """A table with what `cast` calls everybody; `of` says whose it is, to tell tables of one title apart.

    A column in which no row has anything is left out.
    """
    told = _filled(told)
    heading = next((number for number, figure in enumerate(told.figures) if not figure), -1)
    rows = [
        [
            _cell(cell, column, cast, figure=figure, heads=number == heading)
            for number, (cell, column, figure) in enumerate(zip(row, told.head, told.figures, strict=True))
        ]
        for row in told.rows
    ]
    return TableShown(
        told.title, f"{told.title}, {of}", list(zip(told.head, told.figures, strict=True)), rows, told.note
    )


def _filled(told: Table) -> Table:
    """The table without the columns that hold nothing."""
    kept = [number for number in range(len(told.head)) if any(row[number] != EMPTY_CELL for row in told.rows)]
    if not kept:
        return told
    rows = tuple(tuple(row[number] for number in kept) for row in told.rows)
    return replace(told, head=tuple(told.head[number] for number in kept), rows=rows)


def _cell(cell: Cell, column: Column, cast: Cast, *, figure: bool, heads: bool) -> CellShown:
    if cell == EMPTY_CELL:
        return CellShown(DASH, figure, heads)
    words = str(cell)
    if column.name == TEAM:
        return CellShown(cast.teams.get(words, words), figure, heads, colour_of(words))
    if figure:
        return CellShown(words.replace("-", MINUS), figure, heads)
    return CellShown(ID.sub(lambda found: cast.name(found[0]), words), figure, heads)
