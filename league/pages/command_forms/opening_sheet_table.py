"""Reads an opening sheet from a table with one row for each driver, as CSV or XLSX; errors name their row.

Rule DM-C-180. The figures of a franchise may be in any of its rows. The table has no items: a sheet with items has to
be written as JSON.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from zipfile import ZipFile

from explain.printed_names import TRAIT_WORDS
from league.founding.franchise_names import id_from_name
from rules.campaign.commissioner.driver_corrections import MOST_XP
from rules.campaign.money.prices import CAR_K, OVERHEAD_CAR_K
from rules.campaign.people.experience import level_at
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import K

OF_FRANCHISE = ("balance_k", "staff_rating", "points", "wins", "criticals", "sponsors", "cars")
TRAITS = tuple(TRAIT_WORDS)
COLUMNS = ("franchise", *OF_FRANCHISE, "driver", *TRAITS, "xp", "talents", "quirks", "fatigue", "fee_k", "season_out")
"""The columns of the table, in the order of the file to fill in."""
EXAMPLE = (
    ("The Dead Reckoners", "250", "2", "40", "2", "7", "Oil company; Insurance company",
     "Hearse; Widow (overhead); Nail", "Mad Marnie", "4", "3", "3", "3", "3", "", "Stupid", "driving", "50", ""),
    ("The Dead Reckoners", "", "", "", "", "", "", "", "Gunner Gus", "3", "3", "3", "3", "", "", "", "", "50", ""),
)  # fmt: skip
MOST_ROWS, LARGEST_FILE, LARGEST_UNPACKED = 500, 1_000_000, 20_000_000
NUMBER = re.compile(r"[-−]?\d{1,9}([.,]\d{1,3})?")
GROUPED = re.compile(r"[-−]?[1-9]\d{0,2}[.,]\d{3}")
"""A number that may mean thousands as well as a decimal fraction."""
TIMES = re.compile(r"(?P<name>.*?)\s*[x×]\s*(?P<times>\d{1,2})")
YES = {"yes", "true", "on", "1", "x"}
FIGURE_COLUMNS = ("staff_rating", "points", "wins", "criticals")


class SheetUnreadable(Malformed):
    """The table cannot be read as an opening sheet; `faults` lists every error."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(f"The table cannot be read; mend what is wrong with it ({len(faults)}): {' '.join(faults)}")
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
        text = self.cells.get(column, "")
        return otherwise if not text else self._number(column, text, times=1)

    def money(self, column: str, otherwise: int) -> int:
        """The amount in k in a cell, as credits."""
        text = self.cells.get(column, "").removesuffix("k").strip()
        return otherwise if not text else self._number(column, text, times=K)

    def tags_in(self, column: str, known: dict[str, str], thing: str) -> Iterator[str]:
        """The tags of a cell's list, whose items are printed names or tags."""
        for item in _split_list(self.cells.get(column, "")):
            if (tag := known.get(_key(item))) is None:
                self.add_error(f"there is no {thing} {item[:60]!r}.")
            else:
                yield tag

    def _number(self, column: str, text: str, *, times: int) -> int:
        match = NUMBER.fullmatch(text)
        if GROUPED.fullmatch(text) and (times == 1 or "," in text):
            digits = re.sub("[.,]", "", text)
            as_thousands = f"{digits}k" if times == K else digits
            fraction = text.replace(",", ".").rstrip("0").rstrip(".")
            as_fraction = f"{fraction}k" if times == K else fraction
            self.add_error(f"{text} under {column} may be {as_thousands} or {as_fraction}: write one of them.")
            return 0
        value = Decimal(text.replace("−", "-").replace(",", ".")) * times if match else Decimal("0.5")
        if value != int(value):
            self.add_error(f"{text[:40]!r} under {column} is no {'amount in k' if times == K else 'whole number'}.")
            return 0
        return int(value)


@dataclass(slots=True)
class _Franchise:
    """A franchise while its rows are read."""

    name: str
    row: int
    said: dict[str, str] = field(default_factory=dict)
    drivers: list[dict[str, Any]] = field(default_factory=list)


def rows_of_file(name: str, content: bytes) -> list[list[str]]:
    """The cells of a CSV or XLSX file, row by row. Raises `Malformed` for any other file."""
    if len(content) > LARGEST_FILE:
        raise Malformed(f"That file has more than {LARGEST_FILE // 1_000_000} MB: send the table alone.")
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
        raise Malformed(f"That file cannot be read as CSV ({error}): save the table anew.") from None


def sheet_of_rows(rows: Sequence[Sequence[str]], *, rounds_before: int = 0) -> ParsedSheet:
    """The sheet in a table. Raises `SheetUnreadable` with every error and its row."""
    headings = [_key(row) for row in rows[0]] if rows else []
    faults = [
        f"Row 1: there is no column {heading[:40]!r}: use {', '.join(COLUMNS)}."
        for heading in headings
        if heading and heading not in COLUMNS
    ]
    faults.extend(
        f"Row 1: the column {column!r} is missing." for column in ("franchise", "driver") if column not in headings
    )
    if len(rows) > MOST_ROWS + 1:
        faults.append(f"The table has {len(rows) - 1} rows: send {MOST_ROWS} at most.")
    if faults:
        raise SheetUnreadable(faults)
    franchises_by_id: dict[str, _Franchise] = {}
    origin: dict[str, int] = {}
    for number, cells in enumerate(rows[1:], start=2):
        values = dict(zip(headings, cells, strict=False))
        if any(values.values()):
            _read(_Row(number, values, faults), franchises_by_id, origin)
    franchises = [_franchise_sheet(id, franchise, faults, origin) for id, franchise in franchises_by_id.items()]
    if not franchises:
        faults.append("The table has no franchise: write a row for each driver below the first.")
    if faults:
        raise SheetUnreadable(faults)
    return ParsedSheet({"franchises": franchises, "rounds_before": rounds_before}, origin)


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
    from openpyxl import load_workbook  # slow to import, and rarely needed

    try:
        with ZipFile(io.BytesIO(content)) as archive:
            if sum(member.file_size for member in archive.infolist()) > LARGEST_UNPACKED:
                raise Malformed("That file unpacks to far more than a table: save it anew.")
        workbook = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = workbook.worksheets[0].iter_rows(max_row=MOST_ROWS + 2, max_col=len(COLUMNS) * 2, values_only=True)
        return [_pad_row([_text(cell) for cell in row]) for row in rows]
    except Refusal:
        raise
    except Exception:  # noqa: BLE001 - zipfile and openpyxl raise whatever an odd part of a workbook makes them raise
        raise Malformed(
            "That file cannot be read as XLSX: save the table anew, without a password, or as CSV."
        ) from None


def _pad_row(cells: list[str]) -> list[str]:
    """The cells of a row, padded to the table's width; empty cells beyond that are dropped."""
    while cells and not cells[-1]:
        cells.pop()
    return cells + [""] * (len(COLUMNS) - len(cells))


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


def _read(row: _Row, franchises: dict[str, _Franchise], origin: dict[str, int]) -> None:
    name = row.cells.get("franchise", "")
    id = id_from_name(name, otherwise="")
    if not id:
        row.add_error("it names no franchise.")
        return
    franchise = franchises.setdefault(id, _Franchise(name, row.number))
    origin.setdefault(id, row.number)
    for column in OF_FRANCHISE:
        if text := row.cells.get(column, ""):
            if franchise.said.setdefault(column, text) != text:
                row.add_error(f"{column} of {name} is {text[:40]} here and {franchise.said[column][:40]} above.")
            origin.setdefault(f"{id}/{column}", row.number)
    if driver_name := row.cells.get("driver", ""):
        driver = f"{id}.d{len(franchise.drivers) + 1}"
        if any(driver_sheet["name"] == driver_name for driver_sheet in franchise.drivers):
            row.add_error(f"{driver_name[:60]} drives for {name} already, in a row above.")
        origin[driver] = row.number
        franchise.drivers.append(_driver_sheet(row, driver, driver_name))


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
    if row.cells.get("season_out", "").lower() in YES:
        sheet["season_out"] = True
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


def _franchise_sheet(id: str, franchise: _Franchise, faults: list[str], origin: dict[str, int]) -> dict[str, Any]:
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
        _car(f"{id}.c{place}", car) for place, car in enumerate(_split_list(franchise.said.get("cars", "")), 1)
    ]
    for thing_id in (*(sponsor["sponsor"] for sponsor in sheet["sponsors"]), *(car["car"] for car in sheet["cars"])):
        origin[thing_id] = franchise.row
    return sheet


def _car(id: str, text: str) -> dict[str, Any]:
    name, _, kind = text.partition("(")
    overhead = kind.lower().startswith("overhead")
    car = {"car": id, "name": name.strip(), "paid": (OVERHEAD_CAR_K if overhead else CAR_K) * K}
    return {**car, "overhead": True} if overhead else car


def _split_list(cell: str) -> list[str]:
    return [item.strip() for item in cell.split(";") if item.strip()]


def _key(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def _by_name(words: dict[str, str]) -> dict[str, str]:
    return {_key(word): tag for tag, name in words.items() for word in (tag, name)}


def errors_in_row_order(faults: Iterable[str], rows: dict[str, int]) -> list[str]:
    """Errors with their rows, in the order of the rows."""
    sentences = [prefix_row_number(fault, rows) for fault in faults]
    return sorted(
        sentences, key=lambda sentence: int(sentence[4:].partition(":")[0]) if re.match(r"Row \d+:", sentence) else 0
    )
