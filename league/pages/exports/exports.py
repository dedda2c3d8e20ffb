"""Tables to take along: what a table is, and how it is written as CSV and as XLSX.

Money is in whole credits, as everywhere but on pages (DM-C-001).
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO, StringIO
from typing import Any

from league.access import Viewer
from league.models import League, Season

Cell = str | int | None
Row = tuple[Cell, ...]
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""
UNWRITABLE = {code: " " for code in range(32) if chr(code) not in "\t\n\r"}
"""Signs that no workbook may hold."""
LONGEST_SHEET_NAME = 31
MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH = 60, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRequest:
    """Whose table, and for whom: of a match or a franchise by its short name; `query` is the page's own."""

    league: League
    season: Season
    viewer: Viewer
    match: str = ""
    franchise: str = ""
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportTable:
    """A table there is: its name in addresses, its title, what it is `of`, its columns, and what fills them.

    `of` is empty for a table of the season, else `league`, `match` or `franchise`. `rows` gives None where there
    is no such match or franchise.
    """

    name: str
    title: str
    of: str = ""
    columns: tuple[str, ...]
    rows: Callable[[ExportRequest], Sequence[Row] | None]


def escape_cell(cell: Cell) -> Cell:
    """A cell as a spreadsheet may read it: a text that would be a formula stands behind an apostrophe."""
    if isinstance(cell, str):
        cell = cell.translate(UNWRITABLE)
        return f"'{cell}" if cell.startswith(FORMULA) else cell
    return cell


def format_moment(at: datetime) -> str:
    """A moment in a cell, in UTC: "2026-11-22 15:04"."""
    return f"{at:%Y-%m-%d %H:%M}"


def as_csv(kind: ExportTable, rows: Sequence[Row]) -> bytes:
    """The table as CSV, in UTF-8, its columns' names first."""
    text = StringIO()
    lines = csv.writer(text)
    lines.writerow(kind.columns)
    lines.writerows([escape_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def as_xlsx(kind: ExportTable, rows: Sequence[Row]) -> bytes:
    """The table as a workbook of one sheet, its columns' names bold and standing still."""
    from openpyxl import Workbook  # few take a workbook along, and it is slow to import
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet(kind.title[:LONGEST_SHEET_NAME])
    sheet.freeze_panes = "A2"
    for at, name in enumerate(kind.columns):
        longest = max([len(name), *(len(str(row[at])) for row in rows)])
        sheet.column_dimensions[get_column_letter(at + 1)].width = (
            min(max(longest, MIN_COLUMN_WIDTH), MAX_COLUMN_WIDTH) + 2
        )
    heads: list[Any] = [WriteOnlyCell(sheet, column) for column in kind.columns]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    for row in rows:
        sheet.append([escape_cell(cell) for cell in row])
    kept = BytesIO()
    book.save(kept)
    return kept.getvalue()


FILE_FORMATS: dict[str, tuple[str, Callable[[ExportTable, Sequence[Row]], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
}
"""How a table may be written, by the ending of its file: the type of the file, and what writes it."""
