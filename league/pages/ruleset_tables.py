"""Renders a ruleset's tables for pages: names in place of ids, team colors, and figures aligned right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from explain.printed_names import MINUS
from league.pages.base_context import franchise_color
from league.pages.matches.names import MatchNames
from league.pages.matches.story import STORY_ID_PATTERN
from rules.match.text_tables import EMPTY_CELL, Cell, Column, Table

DASH = "\N{EN DASH}"
TEAM = "team"
"""The column that has ids of teams."""
NO_NAMES = MatchNames()
MOST_NARROW = 4


@dataclass(frozen=True, slots=True)
class RenderedCell:
    """The content of a cell; `color` is that of the team it names, `heads` marks the row's heading."""

    words: str
    figure: bool
    heads: bool
    color: str = ""


@dataclass(frozen=True, slots=True)
class RenderedTable:
    """A table ready to be laid out; `label` is unique on its page, and each column says whether it holds figures."""

    title: str
    label: str
    columns: Sequence[tuple[Column, bool]]
    rows: Sequence[Sequence[RenderedCell]]
    note: str = ""

    @property
    def is_broad(self) -> bool:
        """Whether it has too many columns for half the width of a page."""
        return len(self.columns) > MOST_NARROW


def render_table(table: Table, *, of: str, cast: MatchNames = NO_NAMES) -> RenderedTable:
    """A table with the names that `cast` has; `of` says whose it is, so that equal titles can be told apart.

    Columns in which every row is empty are left out.
    """
    table = _without_empty_columns(table)
    heading = next((number for number, figure in enumerate(table.numeric_columns) if not figure), -1)
    rows = [
        [
            _cell(cell, column, cast, figure=figure, heads=number == heading)
            for number, (cell, column, figure) in enumerate(zip(row, table.head, table.numeric_columns, strict=True))
        ]
        for row in table.rows
    ]
    return RenderedTable(
        table.title,
        f"{table.title}, {of}",
        list(zip(table.head, table.numeric_columns, strict=True)),
        rows,
        table.note,
    )


def _without_empty_columns(table: Table) -> Table:
    """The table without the columns in which every row is empty."""
    kept = [number for number in range(len(table.head)) if any(row[number] != EMPTY_CELL for row in table.rows)]
    if not kept:
        return table
    rows = tuple(tuple(row[number] for number in kept) for row in table.rows)
    return replace(table, head=tuple(table.head[number] for number in kept), rows=rows)


def _cell(cell: Cell, column: Column, cast: MatchNames, *, figure: bool, heads: bool) -> RenderedCell:
    if cell == EMPTY_CELL:
        return RenderedCell(DASH, figure, heads)
    words = str(cell)
    if column.name == TEAM:
        return RenderedCell(cast.teams.get(words, words), figure, heads, franchise_color(words))
    if figure:
        return RenderedCell(words.replace("-", MINUS), figure, heads)
    return RenderedCell(STORY_ID_PATTERN.sub(lambda match: cast.name(match[0]), words), figure, heads)
