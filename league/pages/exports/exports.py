"""Export tables: their definition, and how they are written as CSV and XLSX.

Money is in whole credits, as everywhere except on pages (DM-C-001).
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
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters with which a spreadsheet begins a formula; Japanese and Chinese ones take the wide forms too."""
TEXT_CELL = "s"
"""The type of a workbook's cell that holds text."""
UNWRITABLE = {code: " " for code in range(32) if chr(code) not in "\t\n\r"}
"""Control characters that a workbook cannot contain, each with its replacement."""
LONGEST_SHEET_NAME = 31
MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH = 60, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRequest:
    """For which league, season, viewer, and match or franchise (short ids) a table is; `query` is the page's
    query.
    """

    league: League
    season: Season
    viewer: Viewer
    match: str = ""
    franchise: str = ""
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportTable:
    """A table that can be exported: its name in addresses, its title, what it is `of`, its columns, and its rows.

    `of` is empty for a table of the season, else `league`, `match` or `franchise`. `rows` returns None if there is no
    such match or franchise.
    """

    name: str
    title: str
    of: str = ""
    columns: tuple[str, ...]
    rows: Callable[[ExportRequest], Sequence[Row] | None]


def csv_cell(cell: Cell) -> Cell:
    """A cell that a spreadsheet opens as text: an apostrophe precedes a text that would be a formula."""
    if isinstance(cell, str):
        cell = cell.translate(UNWRITABLE)
        return f"'{cell}" if cell.startswith(FORMULA) else cell
    return cell


def format_moment(at: datetime) -> str:
    """A time in a cell, in UTC, such as "2026-11-22 15:04"."""
    return f"{at:%Y-%m-%d %H:%M}"


def as_csv(kind: ExportTable, rows: Sequence[Row]) -> bytes:
    """The table as CSV in UTF-8, with a line of column names first.

    It begins with a byte order mark: without one, spreadsheets read it in the encoding of the machine.
    """
    text = StringIO()
    lines = csv.writer(text)
    lines.writerow(kind.columns)
    lines.writerows([csv_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def as_xlsx(kind: ExportTable, rows: Sequence[Row]) -> bytes:
    """The table as a workbook with one sheet, its column names bold and frozen."""
    from openpyxl import Workbook  # slow to import, and rarely needed
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet(kind.title[:LONGEST_SHEET_NAME])
    sheet.freeze_panes = "A2"
    for index, name in enumerate(kind.columns):
        longest = max([len(name), *(len(str(row[index])) for row in rows)])
        sheet.column_dimensions[get_column_letter(index + 1)].width = (
            min(max(longest, MIN_COLUMN_WIDTH), MAX_COLUMN_WIDTH) + 2
        )
    header_cells: list[Any] = [WriteOnlyCell(sheet, column) for column in kind.columns]
    for cell in header_cells:
        cell.font = Font(bold=True)
    sheet.append(header_cells)
    for row in rows:
        sheet.append([_xlsx_cell(sheet, cell) for cell in row])
    buffer = BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def _xlsx_cell(sheet: Any, value: Cell) -> Any:
    """A cell of a workbook; a text that would be taken for a formula is marked as text."""
    from openpyxl.cell import WriteOnlyCell

    if not isinstance(value, str):
        return value
    cell: Any = WriteOnlyCell(sheet, value.translate(UNWRITABLE))
    if value.startswith(FORMULA):
        cell.data_type = TEXT_CELL
        cell.quotePrefix = True  # it stays text when somebody edits it
    return cell


FILE_FORMATS: dict[str, tuple[str, Callable[[ExportTable, Sequence[Row]], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
}
"""The file formats by extension: the media type, and the function that writes it."""
