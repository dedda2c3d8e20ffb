"""Tables of the records that sort by the links in their heads, each on its own: what an address asks of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

LineT = TypeVar("LineT")
INITIAL_LINES = 25
"""The lines of a table before somebody asks for all of them."""
ALL = "all"


@dataclass(frozen=True, slots=True)
class SortableColumn:
    """A column: the field of a line it sorts by, its heading, a shorter one, how it is set, and whether figures in it
    are sorted with the highest first.
    """

    field: str
    name: str
    short: str = ""
    kind: str = ""

    @property
    def is_figure(self) -> bool:
        """Whether it holds figures, which people want from the top down."""
        return "n" in self.kind.split()


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """A column's head: the link that sorts by it, and how it is sorted now, as `aria-sort` says it."""

    name: str
    short: str
    href: str
    sorted: str
    kind: str


@dataclass(frozen=True, slots=True)
class SortedTable(Generic[LineT]):
    """A table as it was asked for: its heads, the lines that are shown, how many there are, the link to all of them,
    and what a file of it is asked with.
    """

    headings: Sequence[ColumnHeading]
    lines: Sequence[LineT]
    how_many: int
    all_href: str
    sort: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SortableTable(Generic[LineT]):
    """A table there is, by the name its order stands under in an address; `first` is the field it is sorted by where
    nobody asks for another.
    """

    name: str
    columns: Sequence[SortableColumn]
    first: str
    order: Mapping[str, Callable[[LineT], Any]] = field(default_factory=dict)
    """What a column is sorted by, where that is not the field itself."""

    def sort_lines(
        self, lines: Sequence[LineT], query: Mapping[str, str], *, every: bool = False
    ) -> SortedTable[LineT]:
        """The lines in the order that was asked for; those who are level stay in the order they came in.

        An unknown column is not asked for. With `every` none is left out.
        """
        asked = query.get(self.name, "")
        column, down = asked.removeprefix("-"), asked.startswith("-")
        if column not in {sortable_column.field for sortable_column in self.columns}:
            column, down = self.first, True
        found = sorted(lines, key=self.order.get(column, lambda line: getattr(line, column)), reverse=down)
        whole = every or query.get(ALL) == self.name or len(found) <= INITIAL_LINES
        others = {name: value for name, value in query.items() if name not in (self.name, ALL)}
        sort = f"{'-' if down else ''}{column}"
        return SortedTable(
            headings=[
                self._heading(sortable_column, column, down=down, others=others, whole=whole)
                for sortable_column in self.columns
            ],
            lines=found if whole else found[:INITIAL_LINES],
            how_many=len(found),
            all_href="" if whole else self._url({**others, self.name: sort, ALL: self.name}),
            sort=sort,
        )

    def _heading(
        self, column: SortableColumn, by: str, *, down: bool, others: Mapping[str, str], whole: bool
    ) -> ColumnHeading:
        """Another click turns the order round; figures begin with the highest."""
        here = column.field == by
        turned = not down if here else column.is_figure
        query = {**others, self.name: f"{'-' if turned else ''}{column.field}", **({ALL: self.name} if whole else {})}
        order = ("descending" if down else "ascending") if here else ""
        return ColumnHeading(column.name, column.short, self._url(query), order, column.kind)

    def _url(self, query: Mapping[str, str]) -> str:
        return f"?{urlencode(query)}#{self.name}"
