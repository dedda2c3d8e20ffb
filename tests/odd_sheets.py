"""Invalid or unusual workbooks as bytes, by what is odd about each."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook, load_workbook

from league.pages.command_forms.opening_sheet_table import COLUMNS, EXAMPLE, LARGEST_UNPACKED, template_xlsx

SHEET, BOOK, TYPES = "xl/worksheets/sheet1.xml", "xl/workbook.xml", "[Content_Types].xml"
UPLOADS = {
    "templates/league/desk/sheet.html": "tests/command_forms/test_odd_sheets.py",
    "templates/league/templates.html": "tests/pages/test_league_template_pages.py",
}
"""The templates with a file field, and the tests that upload odd workbooks to them."""
READ_ALL_THE_SAME = frozenset({"another sheet name", "a macro", "a far cell declared", "two sheets"})
"""Oddities that are valid in a workbook: its first sheet is the table."""
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000
"""A stand-in for the container in which Office wraps an encrypted workbook: its first bytes are real."""


def odd_sheets() -> dict[str, bytes]:
    """All odd workbooks."""
    true = template_xlsx()
    return {
        "nothing": b"",
        "the first half": true[: len(true) // 2],
        "the last byte missing": true[:-1],
        "garbage in the middle": true[:400] + bytes(200) + true[600:],
        "text": b"franchise,driver\nRazors,Ada\n",
        "a picture": b"\x89PNG\r\n\x1a\n" + bytes(500),
        "encrypted by Office": OLE,
        "encrypted as a zip": _locked(true),
        "compressed as nobody does": _patched(true, method=99),
        "a zip of nothing": _packed({}),
        "a zip of a text": _packed({"league.json": b"{}"}),
        "a document of Writer": _packed({"mimetype": b"application/vnd.oasis.opendocument.text"}),
        "no content types": _without(true, TYPES),
        "no workbook": _without(true, BOOK),
        "no sheet where it is named": _without(true, SHEET),
        "a sheet that is no XML": _with(true, {SHEET: b"<worksheet><"}),
        "a sheet of another kind": _with(true, {SHEET: b"<html/>"}),
        "a workbook that is no XML": _with(true, {BOOK: b"\xff\xfe"}),
        "a sheet that grows": _with(true, {SHEET: b" " * (LARGEST_UNPACKED + 1)}),
        "entities that grow": _with(true, {SHEET: _laughs()}),
        "an entity of a file": _with(
            true, {SHEET: b'<!DOCTYPE w [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet>&f;</worksheet>'}
        ),
        "a number that is none": _with(true, {SHEET: _cells(b'<c r="A1" t="n"><v>ten</v></c>')}),
        "a text of the shared ones that is none of them": _with(
            true, {SHEET: _cells(b'<c r="A1" t="s"><v>999999</v></c>')}
        ),
        "a cell at no place": _with(true, {SHEET: _cells(b'<c r="?" t="n"><v>1</v></c>')}),
        "a date before all time": _with(true, {SHEET: _cells(b'<c r="A1" t="d"><v>never</v></c>')}),
        "an empty sheet": _made(lambda book: book.create_sheet(index=0)),
        "formulas": _made(_formulas),
        "merged cells": _made(lambda book: book.worksheets[0].merge_cells("A2:A3")),
        "another sheet name": _made(lambda book: setattr(book.worksheets[0], "title", "Öl & 'Blut'")),
        "two sheets": _made(lambda book: book.create_sheet("Notes")),
        "a chart alone": _made(_chart),
        "a far cell": _made(lambda book: book.worksheets[0].cell(1_048_576, 16_384, "x")),
        "a far cell declared": _with(true, {SHEET: _as_large_as_can_be(_part(true, SHEET))}),
        "a macro": _with(true, {"xl/vbaProject.bin": OLE}),
    }


def _made(change: Callable[[Workbook], object]) -> bytes:
    """The valid template after `change` has altered it."""
    book = load_workbook(io.BytesIO(template_xlsx()))
    change(book)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _formulas(book: Workbook) -> None:
    for row in range(2, len(EXAMPLE) + 2):
        for column in range(1, len(COLUMNS) + 1):
            book.worksheets[0].cell(row, column, '=HYPERLINK("https://example.org", "x")')


def _chart(book: Workbook) -> None:
    book.create_chartsheet("Chart")
    book.remove(book.worksheets[0])


def _as_large_as_can_be(sheet: bytes) -> bytes:
    return re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', sheet)


def _part(text: bytes, name: str) -> bytes:
    with ZipFile(io.BytesIO(text)) as packed:
        return packed.read(name)


def _packed(parts: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return buffer.getvalue()


def _parts(text: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(text)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def _with(text: bytes, parts: Mapping[str, bytes]) -> bytes:
    return _packed({**_parts(text), **parts})


def _without(text: bytes, removed: str) -> bytes:
    return _packed({name: part for name, part in _parts(text).items() if name != removed})


def _cells(cells: bytes) -> bytes:
    space = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    return b"<worksheet " + space + b'><sheetData><row r="1">' + cells + b"</row></sheetData></worksheet>"


def _laughs() -> bytes:
    grown = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE l [<!ENTITY l0 "l">{grown}]><worksheet>&l9;</worksheet>'.encode()


def _locked(text: bytes) -> bytes:
    """A zip whose parts are flagged as encrypted."""
    return _patched(text, flags=1)


def _patched(text: bytes, *, flags: int | None = None, method: int | None = None) -> bytes:
    """A zip whose parts have other flags, or another compression method, in both of their headers."""
    altered = bytearray(text)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = altered.find(mark)
        while start >= 0:
            if flags is not None:
                altered[start + offset] |= flags
            if method is not None:
                altered[start + offset + 2] = method
            start = altered.find(mark, start + 4)
    return bytes(altered)
