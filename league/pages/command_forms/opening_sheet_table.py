"""Reads an opening sheet from a table with one row for each driver, as CSV or XLSX; errors name their row.

Rule DM-C-180. The figures of a franchise may be in any of its rows. The table has no items: a sheet with items has to
be written as JSON.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from itertools import zip_longest
from typing import Any
from zipfile import ZipFile

from explain.printed_names import TRAIT_WORDS
from league.founding.franchise_names import free_id_from_name
from rules.campaign.commissioner.driver_corrections import MOST_XP
from rules.campaign.money.prices import CAR_K, OVERHEAD_CAR_K
from rules.campaign.people.experience import level_at
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import K
from rules.core.text_folding import as_written, fold_text
from rules.core.typed_numbers import AmbiguousNumber, read_k, read_whole_number, write_number

OF_FRANCHISE = ("balance_k", "staff_rating", "points", "wins", "criticals", "sponsors", "cars")
TRAITS = tuple(TRAIT_WORDS)
OF_DRIVER = (*TRAITS, "xp", "talents", "quirks", "fatigue", "fee_k", "season_out")
COLUMNS = ("franchise", *OF_FRANCHISE, "driver", *OF_DRIVER)
"""The columns of the table, in the order of the file to fill in."""
EXAMPLE = (
    ("The Dead Reckoners", "250", "2", "40", "2", "7", "Oil company; Insurance company",
     "Hearse; Widow (overhead); Nail", "Mad Marnie", "4", "3", "3", "3", "3", "", "Stupid", "driving", "50", ""),
    ("The Dead Reckoners", "", "", "", "", "", "", "", "Gunner Gus", "3", "3", "3", "3", "", "", "", "", "50", ""),
)  # fmt: skip
MOST_COLUMNS = 200
MOST_ROWS, LARGEST_FILE, LARGEST_UNPACKED = 500, 1_000_000, 20_000_000
TIMES = re.compile(r"(?P<name>.*?)\s*[x×]\s*(?P<times>\d{1,2})")
YES, NO = {"yes", "true", "on", "1", "x"}, {"", "no", "false", "off", "0", "–", "-"}
FIGURE_COLUMNS = ("staff_rating", "points", "wins", "criticals")


class SheetUnreadable(Malformed):
    """The table cannot be read as an opening sheet; `faults` lists every error."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(f"The table cannot be read; fix these errors ({len(faults)}): {' '.join(faults)}")
        self.faults = tuple(faults)


@dataclass(slots=True)
class ParsedSheet:
    """A sheet that was read: its document, and the row from which each id comes."""

    sheet: dict[str, Any]
    rows: dict[str, int]


@dataclass(slots=True)
class _Row:
    """A row of the table with its errors."""

    number: int
    cells: dict[str, str]
    faults: list[str]

    def add_error(self, sentence: str) -> None:
        """Add an error of this row."""
        self.faults.append(f"Row {self.number}: {sentence}")

    def figure(self, column: str, otherwise: int) -> int:
        """The whole number in a cell, `otherwise` if the cell is empty."""
        return self._number(column, otherwise, read_whole_number, "is not a whole number")

    def money(self, column: str, otherwise: int) -> int:
        """The amount in k in a cell, as credits."""
        return self._number(column, otherwise, read_k, "is not an amount in k")

    def tags_in(self, column: str, known: dict[str, str], thing: str) -> Iterator[str]:
        """The tags of a cell's list, whose items are printed names or tags."""
        for item in _split_list(self.cells.get(column, "")):
            if (tag := known.get(_key(item))) is None:
                self.add_error(f"there is no {thing} {item[:60]!r}.")
            else:
                yield tag

    def _number(self, column: str, otherwise: int, read: Callable[[str], int], wrong: str) -> int:
        if not (text := self.cells.get(column, "")):
            return otherwise
        try:
            return read(text)
        except AmbiguousNumber as refusal:
            self.add_error(refusal.sentence.replace(" may be ", f" under {column} may be ", 1))
        except Malformed:
            self.add_error(f"{text[:40]!r} under {column} {wrong}.")
        return 0


@dataclass(slots=True)
class _Franchise:
    """A franchise while its rows are read."""

    id: str
    name: str
    row: int
    said: dict[str, str] = field(default_factory=dict)
    drivers: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True)
class _Franchises:
    """The franchises of a table by name, and the row from which each id comes; `taken` has the names of ids."""

    taken: dict[str, str]
    by_name: dict[str, _Franchise] = field(default_factory=dict)
    origin: dict[str, int] = field(default_factory=dict)

    def of_row(self, row: _Row, name: str) -> _Franchise:
        """The franchise of that name, which is a new one in the first row that has it."""
        if name not in self.by_name:
            spelled_alike = (known for known in self.by_name.values() if known.name.casefold() == name.casefold())
            if (known := next(spelled_alike, None)) is not None:
                row.add_error(
                    f"{name[:60]} is spelled {known.name[:60]} in row {known.row}: spell both the same way."
                )
                return known
            id = free_id_from_name(name, otherwise="franchise", taken=self.taken)
            self.taken[id] = name
            self.origin[id] = row.number
            self.by_name[name] = _Franchise(id, name, row.number)
        return self.by_name[name]


def rows_of_file(name: str, content: bytes) -> list[list[str]]:
    """The cells of a CSV or XLSX file, row by row. Raises `Malformed` for any other file."""
    if len(content) > LARGEST_FILE:
        raise Malformed(f"That file has more than {LARGEST_FILE // 1_000_000} MB: send only the table.")
    if name.lower().endswith(".xlsx"):
        return _xlsx(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("That file is not UTF-8 text: save the table as CSV (UTF-8) or XLSX.") from None
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter)]
    except csv.Error as error:
        raise Malformed(f"That file cannot be read as CSV ({error}): save the table again.") from None


def sheet_of_rows(
    rows: Sequence[Sequence[str]], *, rounds_before: int = 0, known: Mapping[str, str] | None = None
) -> ParsedSheet:
    """The sheet in a table. Raises `SheetUnreadable` with every error and its row.

    `known` are the franchises of the league by id, whose ids go to no franchise of another name.
    """
    headings = [_key(cell) for cell in rows[0]] if rows else []
    faults = list(_heading_errors(headings, rows[0] if rows else ()))
    if len(rows) > MOST_ROWS + 1:
        faults.append(f"The table has {len(rows) - 1} rows: send {MOST_ROWS} at most.")
    if faults:
        raise SheetUnreadable(faults)
    parsed = _Franchises(dict(known or {}))
    for number, cells in enumerate(rows[1:], start=2):
        row = _Row(number, dict(zip(headings, cells, strict=False)), faults)
        for place, cell in enumerate(cells):
            if cell and (place >= len(headings) or not headings[place]):
                row.add_error(f"{cell[:40]!r} is in column {place + 1}, which has no heading.")
        if any(cell for heading, cell in row.cells.items() if heading):
            _read(row, parsed)
    franchises = [_franchise_sheet(franchise, faults, parsed.origin) for franchise in parsed.by_name.values()]
    if not franchises:
        faults.append("The table has no franchise: write a row for each driver below the first.")
    if faults:
        raise SheetUnreadable(faults)
    return ParsedSheet({"franchises": franchises, "rounds_before": rounds_before}, parsed.origin)


def _heading_errors(headings: Sequence[str], cells: Sequence[str]) -> Iterator[str]:
    """Columns that are unknown, given twice, or missing."""
    for place, (heading, cell) in enumerate(zip(headings, cells, strict=True)):
        if cell and heading not in COLUMNS:
            yield f"Row 1: there is no column {cell[:40]!r}: use {', '.join(COLUMNS)}."
        elif heading and heading in headings[:place]:
            first = headings.index(heading) + 1
            yield f"Row 1: {heading!r} is the heading of columns {first} and {place + 1}: leave one of them out."
    for column in ("franchise", "driver"):
        if column not in headings:
            yield f"Row 1: the column {column!r} is missing."


def prefix_row_number(sentence: str, rows: dict[str, int]) -> str:
    """An error of the rules with the row it is about, which the longest id in its sentence tells."""
    ids = [id for id in rows if re.search(rf"(?<![\w.-]){re.escape(id)}(?![\w-]|\.\w)", sentence)]
    return f"Row {rows[max(ids, key=len)]}: {sentence}" if ids else sentence


def template_csv() -> str:
    """The empty table with an example, as CSV."""
    text = io.StringIO()
    csv.writer(text).writerows([COLUMNS, *EXAMPLE])
    return text.getvalue()


def template_xlsx() -> bytes:
    """The empty table with an example, as XLSX."""
    from openpyxl import Workbook  # slow to import, and rarely needed

    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None  # noqa: S101 - a new workbook has one
    sheet.title = "Drivers"
    for row in (COLUMNS, *EXAMPLE):
        sheet.append([int(cell) if cell.isdecimal() else cell for cell in row])
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def _xlsx(content: bytes) -> list[list[str]]:
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            if sum(member.file_size for member in archive.infolist()) > LARGEST_UNPACKED:
                raise Malformed("That file unpacks to far more than a table: save it again.")
            has_formulas = any(b"<f" in archive.read(name) for name in archive.namelist() if "worksheets/" in name)
        rows = _cells_of(content, results=True)
        if has_formulas:
            _refuse_missing_results(rows, _cells_of(content, results=False))
        if any(len(row) > MOST_COLUMNS for row in rows):
            raise Malformed(f"The table has more than {MOST_COLUMNS} columns: leave out everything beside it.")
        return rows
    except Refusal:
        raise
    except Exception:  # noqa: BLE001 - zipfile and openpyxl raise whatever an odd part of a workbook makes them raise
        raise Malformed(
            "That file cannot be read as XLSX: save the table again, without a password, or as CSV."
        ) from None


def _cells_of(content: bytes, *, results: bool) -> list[list[str]]:
    """The cells of a workbook's first sheet: the saved results of its formulas, or the formulas themselves."""
    from openpyxl import load_workbook  # slow to import, and rarely needed

    workbook = load_workbook(io.BytesIO(content), read_only=True, data_only=results)
    rows = workbook.worksheets[0].iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS + 1, values_only=True)
    return [_pad_row([_text(cell) for cell in row]) for row in rows]


def _refuse_missing_results(rows: Sequence[Sequence[str]], formulas: Sequence[Sequence[str]]) -> None:
    """Raise `Malformed` for a formula whose result was not saved, since it would count as an empty cell."""
    for number, (cells, written) in enumerate(zip(rows, formulas, strict=False), start=1):
        for cell, text in zip_longest(cells, written, fillvalue=""):
            if text.startswith("=") and not cell:
                raise Malformed(
                    f"Row {number}: the result of {text[:40]} is not in the file: write the result itself."
                )


def _pad_row(cells: list[str]) -> list[str]:
    """The cells of a row, padded to the table's width; empty cells beyond that are dropped."""
    while cells and not cells[-1]:
        cells.pop()
    return cells + [""] * (len(COLUMNS) - len(cells))


def _text(cell: object) -> str:
    """The text of a cell of a workbook; a number is written as it can be read in one way alone."""
    if cell is None:
        return ""
    if isinstance(cell, (date, time)):
        raise Malformed(f"A cell holds the date {cell}: make it text or a number, and say what was meant.")
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else write_number(Decimal(repr(cell)))
    return str(cell).strip()


def _read(row: _Row, franchises: _Franchises) -> None:
    name = as_written(row.cells.get("franchise", ""))
    if not name:
        row.add_error("it names no franchise.")
        return
    franchise = franchises.of_row(row, name)
    for column in OF_FRANCHISE:
        if text := row.cells.get(column, ""):
            if franchise.said.setdefault(column, text) != text:
                row.add_error(f"{column} of {name} is {text[:40]} here and {franchise.said[column][:40]} above.")
            franchises.origin.setdefault(f"{franchise.id}/{column}", row.number)
    if driver_name := as_written(row.cells.get("driver", "")):
        driver = f"{franchise.id}.d{len(franchise.drivers) + 1}"
        if any(driver_sheet["name"] == driver_name for driver_sheet in franchise.drivers):
            row.add_error(f"{driver_name[:60]} drives for {name} already, in a row above.")
        franchises.origin[driver] = row.number
        franchise.drivers.append(_driver_sheet(row, driver, driver_name))
    elif figures := [column for column in OF_DRIVER if row.cells.get(column)]:
        row.add_error(f"it names no driver, and has {', '.join(figures)}.")


def _driver_sheet(row: _Row, id: str, name: str) -> dict[str, Any]:
    xp = row.figure("xp", 0)
    sheet: dict[str, Any] = {"driver": id, "name": name, "xp": xp}
    sheet["level"] = level_at(xp=min(max(xp, 0), MOST_XP))
    sheet |= {trait: row.figure(trait, 3) for trait in TRAITS if row.cells.get(trait)}
    sheet["talents"] = list(
        row.tags_in("talents", _by_name({tag: talent.name for tag, talent in TALENT_BY_TAG.items()}), "talent")
    )
    sheet["fatigue"] = list(row.tags_in("fatigue", _by_name(TRAIT_WORDS), "trait"))
    sheet["quirks"] = _quirks(row)
    if row.cells.get("fee_k"):
        sheet["fee"] = row.money("fee_k", 0)
    season_out = row.cells.get("season_out", "").casefold()
    if season_out in YES:
        sheet["season_out"] = True
    elif season_out not in NO:
        row.add_error(f"{season_out[:40]!r} under season_out is neither yes nor no.")
    return {key: value for key, value in sheet.items() if value not in ([], {})}


def _quirks(row: _Row) -> dict[str, int]:
    tags, counts = _by_name(QUIRK_NAMES), dict[str, int]()
    for item in _split_list(row.cells.get("quirks", "")):
        match = TIMES.fullmatch(item)
        name, times = (match["name"], int(match["times"])) if match else (item, 1)
        if (tag := tags.get(_key(name))) is None:
            row.add_error(f"there is no quirk {name[:60]!r}.")
        else:
            counts[tag] = counts.get(tag, 0) + times
    return counts


def _franchise_sheet(franchise: _Franchise, faults: list[str], origin: dict[str, int]) -> dict[str, Any]:
    id = franchise.id

    def row(column: str) -> _Row:
        return _Row(origin.get(f"{id}/{column}", franchise.row), franchise.said, faults)

    sheet: dict[str, Any] = {"franchise": id, "name": franchise.name, "drivers": franchise.drivers}
    sheet["balance"] = row("balance_k").money("balance_k", 0)
    sheet |= {column: row(column).figure(column, 0) for column in FIGURE_COLUMNS if column in franchise.said}
    kinds = row("sponsors").tags_in(
        "sponsors", _by_name({tag: kind.name for tag, kind in SPONSOR_KINDS.items()}), "sponsor"
    )
    sheet["sponsors"] = [{"sponsor": f"{id}.s{place}", "kind": kind} for place, kind in enumerate(kinds, start=1)]
    sheet["cars"] = [
        _car(row("cars"), f"{id}.c{place}", car)
        for place, car in enumerate(_split_list(franchise.said.get("cars", "")), 1)
    ]
    for thing_id in (*(sponsor["sponsor"] for sponsor in sheet["sponsors"]), *(car["car"] for car in sheet["cars"])):
        origin[thing_id] = franchise.row
    return sheet


def _car(row: _Row, id: str, text: str) -> dict[str, Any]:
    name, bracket, kind = text.partition("(")
    if bracket and kind.rstrip(") ").casefold() != "overhead":
        row.add_error(f"{text[:60]!r} under cars has {bracket}{kind[:40]} after its name: there is only (overhead).")
    car = {"car": id, "name": as_written(name), "paid": (OVERHEAD_CAR_K if bracket else CAR_K) * K}
    return {**car, "overhead": True} if bracket else car


def _split_list(cell: str) -> list[str]:
    return [item.strip() for item in cell.split(";") if item.strip()]


def _key(text: str) -> str:
    return re.sub(r"\W+", "_", fold_text(text)).strip("_")


def _by_name(words: dict[str, str]) -> dict[str, str]:
    return {_key(word): tag for tag, name in words.items() for word in (tag, name)}


def errors_in_row_order(faults: Iterable[str], rows: dict[str, int]) -> list[str]:
    """Errors with their rows, in the order of the rows."""
    sentences = [prefix_row_number(fault, rows) for fault in faults]
    return sorted(
        sentences, key=lambda sentence: int(sentence[4:].partition(":")[0]) if re.match(r"Row \d+:", sentence) else 0
    )
