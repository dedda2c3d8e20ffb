"""Tables of drivers that are sorted by links in their headings: the columns, and how each sorts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from drivers.pages.driver_rows import DriverRow, finish_rows


@dataclass(frozen=True, slots=True)
class DriverColumn:
    """A column: its name in URLs, its heading, a short heading, its CSS classes, and its sort key."""

    column: str
    name: str
    short: str
    kind: str
    key: Callable[[DriverRow], Any]
    highest_first: bool = True


COLUMNS = (
    DriverColumn("name", "Driver", "", "c-n", lambda row: row.name.lower(), highest_first=False),
    DriverColumn(
        "franchise",
        "Franchise",
        "",
        "c-fr",
        lambda row: (row.team is None, "" if row.team is None else row.team.name.lower()),
        highest_first=False,
    ),
    DriverColumn("level", "Level", "Lv", "n c-lv", lambda row: (row.level, row.xp)),
    DriverColumn("xp", "Experience", "XP", "n c-x", lambda row: row.xp),
    DriverColumn("driving", "Driving", "D", "t4", lambda row: row.trait(0)),
    DriverColumn("gunnery", "Gunnery", "G", "t4", lambda row: row.trait(1)),
    DriverColumn("initiative", "Initiative", "I", "t4", lambda row: row.trait(2)),
    DriverColumn("toughness", "Toughness", "T", "t4", lambda row: row.trait(3)),
    DriverColumn("talents", "Talents", "", "c-ta", lambda row: len(row.talents)),
    DriverColumn("quirks", "Quirks", "", "c-q", lambda row: sum(quirk.count for quirk in row.quirks)),
    DriverColumn("fatigue", "Fatigue", "Fat", "n c-fa", lambda row: row.fatigue),
    DriverColumn("form", "Form", "", "c-fo", lambda row: row.record.strength),
    DriverColumn("fee", "Fee", "", "n c-fe", lambda row: -1 if row.fee is None else row.fee),
)
"""The columns of every table of drivers."""
COLUMNS_BY_NAME = {column.column: column for column in COLUMNS}


@dataclass(frozen=True, slots=True)
class DriverColumnHeading:
    """A column heading: the link that sorts by it, "" where the table is not sorted, and the value of `aria-sort`."""

    name: str
    short: str
    href: str
    sorted: str
    kind: str


@dataclass(frozen=True, slots=True)
class DriverSort:
    """The column a table is sorted by, and whether the highest comes first."""

    column: str = "xp"
    down: bool = True

    @classmethod
    def from_text(cls, text: str, default: DriverSort | None = None) -> DriverSort:
        """Parse a column's name; `-` before it means descending. An unknown column is the default."""
        column = text.removeprefix("-")
        return cls(column, text.startswith("-")) if column in COLUMNS_BY_NAME else default or cls()

    @property
    def text(self) -> str:
        """The sort as it stands in a URL."""
        return f"{'-' if self.down else ''}{self.column}"


@dataclass(frozen=True, slots=True)
class DriverTable:
    """A table of drivers: its headings and its rows, in order."""

    headings: tuple[DriverColumnHeading, ...]
    rows: tuple[DriverRow, ...]
    with_teams: bool


def driver_table(
    rows: Iterable[DriverRow],
    *,
    sort: DriverSort | None,
    query: Mapping[str, str] | None = None,
    at: str = "",
    with_teams: bool = True,
) -> DriverTable:
    """A table of drivers; without a `sort` the rows stay in their order and the headings are no links.

    Drivers who are equal stay in the order given. `query` are other parameters of the page, `at` the section of the
    page that the links lead back to.
    """
    ordered = finish_rows(list(rows))
    if sort is not None:
        ordered.sort(key=COLUMNS_BY_NAME[sort.column].key, reverse=sort.down)
    columns = [column for column in COLUMNS if with_teams or column.column != "franchise"]
    headings = tuple(_heading(column, sort, query or {}, at) for column in columns)
    return DriverTable(headings, tuple(ordered), with_teams)


def _heading(column: DriverColumn, sort: DriverSort | None, query: Mapping[str, str], at: str) -> DriverColumnHeading:
    """The heading of a column. Clicking the sorted column reverses the order; numbers begin with the highest."""
    if sort is None:
        return DriverColumnHeading(column.name, column.short, "", "", column.kind)
    here = column.column == sort.column
    wanted = DriverSort(column.column, not sort.down if here else column.highest_first)
    href = f"?{urlencode({'sort': wanted.text, **query})}{f'#{at}' if at else ''}"
    order = ("descending" if sort.down else "ascending") if here else ""
    return DriverColumnHeading(column.name, column.short, href, order, column.kind)
