"""An opening sheet out of a table with a row for each driver, as CSV or XLSX; every fault is told with its row.

Rule DM-C-180. What belongs to a franchise stands in any one of its rows. Items are not in such a table: who has some
writes the sheet as JSON.
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
"""What may be thousands as well as a fraction of three places."""
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
    """A sheet as it was read: its document, and the row each id on it comes from."""

    sheet: dict[str, Any]
    rows: dict[str, int]


@dataclass(slots=True)
class _Row:
    """A row of the table, with what is wrong with it."""

    number: int
    cells: dict[str, str]
    faults: list[str]

    def add_error(self, sentence: str) -> None:
        """Note that something is wrong here."""
        self.faults.append(f"Row {self.number}: {sentence}")

    def figure(self, column: str, otherwise: int) -> int:
        """A whole number."""
        text = self.cells.get(column, "")
        return otherwise if not text else self._number(column, text, times=1)

    def money(self, column: str, otherwise: int) -> int:
        """An amount in k, as credits."""
        text = self.cells.get(column, "").removesuffix("k").strip()
        return otherwise if not text else self._number(column, text, times=K)

    def tags_in(self, column: str, known: dict[str, str], thing: str) -> Iterator[str]:
        """The tags of what a cell lists, by printed name or by tag."""
        for each in _split_list(self.cells.get(column, "")):
            if (tag := known.get(_key(each))) is None:
                self.add_error(f"there is no {thing} {each[:60]!r}.")
            else:
                yield tag

    def _number(self, column: str, said: str, *, times: int) -> int:
        found = NUMBER.fullmatch(said)
        if GROUPED.fullmatch(said) and (times == 1 or "," in said):
            whole = re.sub("[.,]", "", said)
            one = f"{whole}k" if times == K else whole
            part = said.replace(",", ".").rstrip("0").rstrip(".")
            other = f"{part}k" if times == K else part
            self.add_error(f"{said} under {column} may be {one} or {other}: write one of them.")
            return 0
        value = Decimal(said.replace("−", "-").replace(",", ".")) * times if found else Decimal("0.5")
        if value != int(value):
            self.add_error(f"{said[:40]!r} under {column} is no {'amount in k' if times == K else 'whole number'}.")
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
    """The cells of a CSV or XLSX file, row by row. Raises `Malformed` for what is neither."""
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
        return [[each.strip() for each in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter)]
    except csv.Error as no:
        raise Malformed(f"That file cannot be read as CSV ({no}): save the table anew.") from None


def sheet_of_rows(rows: Sequence[Sequence[str]], *, rounds_before: int = 0) -> ParsedSheet:
    """The sheet that a table says. Raises `SheetUnreadable` with every fault and its row."""
    heads = [_key(row) for row in rows[0]] if rows else []
    faults = [
        f"Row 1: there is no column {head[:40]!r}: use {', '.join(COLUMNS)}."
        for head in heads
        if head and head not in COLUMNS
    ]
    faults.extend(f"Row 1: the column {each!r} is missing." for each in ("franchise", "driver") if each not in heads)
    if len(rows) > MOST_ROWS + 1:
        faults.append(f"The table has {len(rows) - 1} rows: send {MOST_ROWS} at most.")
    if faults:
        raise SheetUnreadable(faults)
    found: dict[str, _Franchise] = {}
    origin: dict[str, int] = {}
    for number, cells in enumerate(rows[1:], start=2):
        values = dict(zip(heads, cells, strict=False))
        if any(values.values()):
            _read(_Row(number, values, faults), found, origin)
    franchises = [_franchise_sheet(id, franchise, faults, origin) for id, franchise in found.items()]
    if not franchises:
        faults.append("The table has no franchise: write a row for each driver below the first.")
    if faults:
        raise SheetUnreadable(faults)
    return ParsedSheet({"franchises": franchises, "rounds_before": rounds_before}, origin)


def prefix_row_number(sentence: str, rows: dict[str, int]) -> str:
    """A fault of the rules with the row it speaks of, found by the longest id in it."""
    spoken = [id for id in rows if re.search(rf"(?<![\w.-]){re.escape(id)}(?![\w-]|\.\w)", sentence)]
    return f"Row {rows[max(spoken, key=len)]}: {sentence}" if spoken else sentence


def template_csv() -> str:
    """The table to fill in, with an example, as CSV."""
    made = io.StringIO()
    csv.writer(made).writerows([COLUMNS, *EXAMPLE])
    return made.getvalue()


def template_xlsx() -> bytes:
    """The same as XLSX."""
    from openpyxl import Workbook  # few send a table, and it is slow to import

    book = Workbook()
    sheet = book.active
    assert sheet is not None  # noqa: S101 - a new book has one
    sheet.title = "Drivers"
    for row in (COLUMNS, *EXAMPLE):
        sheet.append([int(each) if each.isdecimal() else each for each in row])
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def _xlsx(content: bytes) -> list[list[str]]:
    from openpyxl import load_workbook  # few send a table, and it is slow to import

    try:
        with ZipFile(io.BytesIO(content)) as packed:
            if sum(member.file_size for member in packed.infolist()) > LARGEST_UNPACKED:
                raise Malformed("That file unpacks to far more than a table: save it anew.")
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(max_row=MOST_ROWS + 2, max_col=len(COLUMNS) * 2, values_only=True)
        return [_pad_row([_text(each) for each in row]) for row in rows]
    except Refusal:
        raise
    except Exception:  # noqa: BLE001 - zipfile and openpyxl raise whatever an odd part of a workbook makes them raise
        raise Malformed(
            "That file cannot be read as XLSX: save the table anew, without a password, or as CSV."
        ) from None


def _pad_row(cells: list[str]) -> list[str]:
    """The cells of a row, padded to the table's width and without the empty ones past it."""
    while cells and not cells[-1]:
        cells.pop()
    return cells + [""] * (len(COLUMNS) - len(cells))


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


def _read(row: _Row, found: dict[str, _Franchise], origin: dict[str, int]) -> None:
    name = row.cells.get("franchise", "")
    id = id_from_name(name, otherwise="")
    if not id:
        row.add_error("it names no franchise.")
        return
    franchise = found.setdefault(id, _Franchise(name, row.number))
    origin.setdefault(id, row.number)
    for column in OF_FRANCHISE:
        if text := row.cells.get(column, ""):
            if franchise.said.setdefault(column, text) != text:
                row.add_error(f"{column} of {name} is {text[:40]} here and {franchise.said[column][:40]} above.")
            origin.setdefault(f"{id}/{column}", row.number)
    if called := row.cells.get("driver", ""):
        driver = f"{id}.d{len(franchise.drivers) + 1}"
        if any(each["name"] == called for each in franchise.drivers):
            row.add_error(f"{called[:60]} drives for {name} already, in a row above.")
        origin[driver] = row.number
        franchise.drivers.append(_driver_sheet(row, driver, called))


def _driver_sheet(row: _Row, id: str, name: str) -> dict[str, Any]:
    xp = row.figure("xp", 0)
    made: dict[str, Any] = {"driver": id, "name": name, "xp": xp}
    made["level"] = level_at(xp=min(max(xp, 0), MOST_XP))
    made |= {trait: row.figure(trait, 3) for trait in TRAITS if row.cells.get(trait)}
    made["talents"] = list(
        row.tags_in("talents", _by_name({tag: talent.name for tag, talent in TALENT_BY_TAG.items()}), "talent")
    )
    made["fatigue"] = list(row.tags_in("fatigue", _by_name(TRAIT_WORDS), "trait"))
    made["quirks"] = _quirks(row)
    if row.cells.get("fee_k"):
        made["fee"] = row.money("fee_k", 0)
    if row.cells.get("season_out", "").lower() in YES:
        made["season_out"] = True
    return {key: value for key, value in made.items() if value not in ([], {})}


def _quirks(row: _Row) -> dict[str, int]:
    known, counted = _by_name(QUIRK_NAMES), dict[str, int]()
    for each in _split_list(row.cells.get("quirks", "")):
        many = TIMES.fullmatch(each)
        name, times = (many["name"], int(many["times"])) if many else (each, 1)
        if (tag := known.get(_key(name))) is None:
            row.add_error(f"there is no quirk {name[:60]!r}.")
        else:
            counted[tag] = counted.get(tag, 0) + times
    return counted


def _franchise_sheet(id: str, found: _Franchise, faults: list[str], origin: dict[str, int]) -> dict[str, Any]:
    def row(column: str) -> _Row:
        return _Row(origin.get(f"{id}/{column}", found.row), found.said, faults)

    made: dict[str, Any] = {"franchise": id, "name": found.name, "drivers": found.drivers}
    made["balance"] = row("balance_k").money("balance_k", 0)
    made |= {column: row(column).figure(column, 0) for column in FIGURE_COLUMNS if column in found.said}
    kinds = row("sponsors").tags_in(
        "sponsors", _by_name({tag: kind.name for tag, kind in SPONSOR_KINDS.items()}), "sponsor"
    )
    made["sponsors"] = [{"sponsor": f"{id}.s{place}", "kind": kind} for place, kind in enumerate(kinds, start=1)]
    made["cars"] = [
        _car(f"{id}.c{place}", each) for place, each in enumerate(_split_list(found.said.get("cars", "")), 1)
    ]
    for each in (*(sponsor["sponsor"] for sponsor in made["sponsors"]), *(car["car"] for car in made["cars"])):
        origin[each] = found.row
    return made


def _car(id: str, said: str) -> dict[str, Any]:
    name, _, kind = said.partition("(")
    overhead = kind.lower().startswith("overhead")
    made = {"car": id, "name": name.strip(), "paid": (OVERHEAD_CAR_K if overhead else CAR_K) * K}
    return {**made, "overhead": True} if overhead else made


def _split_list(cell: str) -> list[str]:
    return [each.strip() for each in cell.split(";") if each.strip()]


def _key(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def _by_name(words: dict[str, str]) -> dict[str, str]:
    return {_key(each): tag for tag, name in words.items() for each in (tag, name)}


def errors_in_row_order(faults: Iterable[str], rows: dict[str, int]) -> list[str]:
    """Faults each with its row, in the order of the rows."""
    sentences = [prefix_row_number(fault, rows) for fault in faults]
    return sorted(sentences, key=lambda each: int(each[4:].partition(":")[0]) if re.match(r"Row \d+:", each) else 0)
