"""Tables that a ruleset tells, as pages show them: names for ids, flags of teams, figures to the right."""

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
"""The column in which ids of teams stand."""
NO_NAMES = MatchNames()
MOST_NARROW = 4


@dataclass(frozen=True, slots=True)
class RenderedCell:
    """What stands in a cell; `colour` is that of the team it names, `heads` says that the row is called by it."""

    words: str
    figure: bool
    heads: bool
    colour: str = ""


@dataclass(frozen=True, slots=True)
class RenderedTable:
    """A table in words: `label` is what tells it from every other of the page, each column its head and whether it
    holds figures.
    """

    title: str
    label: str
    columns: Sequence[tuple[Column, bool]]
    rows: Sequence[Sequence[RenderedCell]]
    note: str = ""

    @property
    def is_broad(self) -> bool:
        """Whether it has more columns than stand in half the width of a page."""
        return len(self.columns) > MOST_NARROW


def render_table(told: Table, *, of: str, cast: MatchNames = NO_NAMES) -> RenderedTable:
    """A table with what `cast` calls everybody; `of` says whose it is, to tell tables of one title apart.

    A column in which no row has anything is left out.
    """
    told = _without_empty_columns(told)
    heading = next((number for number, figure in enumerate(told.numeric_columns) if not figure), -1)
    rows = [
        [
            _cell(cell, column, cast, figure=figure, heads=number == heading)
            for number, (cell, column, figure) in enumerate(zip(row, told.head, told.numeric_columns, strict=True))
        ]
        for row in told.rows
    ]
    return RenderedTable(
        told.title, f"{told.title}, {of}", list(zip(told.head, told.numeric_columns, strict=True)), rows, told.note
    )


def _without_empty_columns(told: Table) -> Table:
    """The table without the columns that hold nothing."""
    kept = [number for number in range(len(told.head)) if any(row[number] != EMPTY_CELL for row in told.rows)]
    if not kept:
        return told
    rows = tuple(tuple(row[number] for number in kept) for row in told.rows)
    return replace(told, head=tuple(told.head[number] for number in kept), rows=rows)


def _cell(cell: Cell, column: Column, cast: MatchNames, *, figure: bool, heads: bool) -> RenderedCell:
    if cell == EMPTY_CELL:
        return RenderedCell(DASH, figure, heads)
    words = str(cell)
    if column.name == TEAM:
        return RenderedCell(cast.teams.get(words, words), figure, heads, franchise_color(words))
    if figure:
        return RenderedCell(words.replace("-", MINUS), figure, heads)
    return RenderedCell(STORY_ID_PATTERN.sub(lambda found: cast.name(found[0]), words), figure, heads)
