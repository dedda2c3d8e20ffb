"""Tables of the records page, each sorted on its own by links in its column headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from league.pages.list_pages import ListPage, list_page

LineT = TypeVar("LineT")
MOST_LINES = 12
"""How many lines of a table are on a page."""


@dataclass(frozen=True, slots=True)
class SortableColumn:
    """A column: the line's field it sorts by, its heading, a shorter heading, and the CSS classes of its cells."""

    field: str
    name: str
    short: str = ""
    kind: str = ""

    @property
    def is_figure(self) -> bool:
        """Whether the column holds figures, which are sorted with the highest first."""
        return "n" in self.kind.split()


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """A column's heading: the link that sorts by it; `sorted` is the value of `aria-sort`, "" if not sorted by it."""

    name: str
    short: str
    href: str
    sorted: str
    kind: str


@dataclass(frozen=True, slots=True)
class SortedTable(Generic[LineT]):
    """A table as requested: headings, and the lines that are on the page.

    `sort` is the query value that requests the same order in a file of the table.
    """

    headings: Sequence[ColumnHeading]
    lines: ListPage[LineT]
    sort: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SortableTable(Generic[LineT]):
    """The definition of a table: `name` is its query parameter, `first` the field it is sorted by at first."""

    name: str
    columns: Sequence[SortableColumn]
    first: str
    order: Mapping[str, Callable[[LineT], Any]] = field(default_factory=dict)
    """Sort keys of columns that are not sorted by the field itself."""

    @property
    def page(self) -> str:
        """The query parameter with the number of the table's page."""
        return f"{self.name}_page"

    def sort_lines(
        self, lines: Sequence[LineT], query: Mapping[str, str], *, every: bool = False
    ) -> SortedTable[LineT]:
        """The lines in the order the query asks for, by default the highest of `first` first; ties keep their order.

        An unknown column is ignored. Of many lines there is one page, with `every` all of them.
        """
        requested = query.get(self.name, "")
        column, down = requested.removeprefix("-"), requested.startswith("-")
        if column not in {sortable_column.field for sortable_column in self.columns}:
            column, down = self.first, True
        ordered = sorted(lines, key=self.order.get(column, lambda line: getattr(line, column)), reverse=down)
        others = {name: value for name, value in query.items() if name not in (self.name, self.page)}
        sort = f"{'-' if down else ''}{column}"
        return SortedTable(
            headings=[
                self._heading(sortable_column, column, down=down, others=others) for sortable_column in self.columns
            ],
            lines=list_page(
                ordered, None if every else query, self.page, lines=lambda _: 1, most=MOST_LINES, at=self.name
            ),
            sort=sort,
        )

    def _heading(self, column: SortableColumn, by: str, *, down: bool, others: Mapping[str, str]) -> ColumnHeading:
        """A heading whose link reverses the order, or starts a new one: figures begin with the highest."""
        is_sorted = column.field == by
        next_down = not down if is_sorted else column.is_figure
        query = {
            **others,
            self.name: f"{'-' if next_down else ''}{column.field}",
        }
        order = ("descending" if down else "ascending") if is_sorted else ""
        return ColumnHeading(column.name, column.short, self._url(query), order, column.kind)

    def _url(self, query: Mapping[str, str]) -> str:
        return f"?{urlencode(query)}#{self.name}"
