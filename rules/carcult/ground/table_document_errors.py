"""A table as somebody wrote it out: everything wrong with its form, and with whatever of it can be read. Rules
CC-045, CC-046, CC-090.

Nothing is raised on any JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.carcult.document_checks import PRINTABLE_NAME, is_int, is_printable_name, unknown_field_errors
from rules.carcult.ground.table import MOST_TEAMS, Table, table_from_document
from rules.carcult.ground.table_errors import start_count_errors, start_errors, terrain_errors
from rules.core.terms import LONGEST_NAME
from rules.match.ruleset import ErrorDetail

NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9_]*")
LEAST_CORNERS = 3
MOST_PIECES, MOST_CORNERS = 40, 12
"""The most pieces of terrain, and the most corners of one: more of either slows every look about."""
FIELDS = ("name", "title", "terrain", "starts")
PIECE_FIELDS = ("kind", "name", "corners")
START_FIELDS = ("at", "heading", "apart")
Document = Mapping[Any, Any]


def table_document_errors(document: object) -> list[ErrorDetail]:
    """Every fault of a table that was written out: of its form, then of the terrain and the starting places that can
    be read.
    """
    if not isinstance(document, Mapping):
        return [_fault("The table is no object: write one with a name, a title, terrain and starts.")]
    pieces, starts = _list_or_none(document, "terrain"), _list_or_none(document, "starts")
    found = list(map(_fault, (*_top(document), *_lists(pieces, starts))))
    first = (starts or [])[:MOST_TEAMS]
    readable = {number: each for number, each in enumerate(first, start=1) if not any(_start(each, ""))}
    table = _readable(pieces, readable.values())
    found += terrain_errors(table)
    if starts is not None:
        found += start_count_errors(len(starts))
    found += start_errors(table, dict(zip(readable, table.starts, strict=True)))
    return found


def _fault(sentence: str) -> ErrorDetail:
    return ErrorDetail(code="bad_table", rule="CC-090", sentence=sentence)


def _list_or_none(document: Document, name: str) -> list[Any] | None:
    """A list of the document; None where there is none."""
    told = document.get(name)
    return list(told) if isinstance(told, list | tuple) else None


def _readable(pieces: list[Any] | None, starts: Iterable[Any]) -> Table:
    """The table with those starts, and those of the pieces whose form is right."""
    return table_from_document(
        {
            "name": "own",
            "title": "",
            "terrain": [piece for piece in pieces or () if not any(_piece(piece, ""))],
            "starts": list(starts),
        }
    )


def _top(document: Document) -> Iterator[str]:
    """What is wrong with a table's own fields."""
    yield from unknown_field_errors(document, FIELDS, "The table")
    name = document.get("name")
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not NAME_PATTERN.fullmatch(name):
        yield f"The table has no name of 1 to {LONGEST_NAME} small letters, digits and underscores: give it one."
    if not is_printable_name(document.get("title")):
        yield f"The table has no title of {PRINTABLE_NAME}: give it one."


def _lists(pieces: list[Any] | None, starts: list[Any] | None) -> Iterator[str]:
    """What is wrong with the form of terrain and starting places."""
    if pieces is None or len(pieces) > MOST_PIECES:
        yield f"The table's terrain is no list of {MOST_PIECES} pieces at most: write one, which may be empty."
    for number, piece in enumerate(pieces or (), start=1):
        yield from _piece(piece, f"Piece {number} of the terrain")
    if starts is None:
        yield "The table's starts are no list: write one with a place for each team."
    for number, start in enumerate(starts or (), start=1):
        yield from _start(start, f"Start {number}")


def _piece(told: object, what: str) -> Iterator[str]:
    if not isinstance(told, Mapping):
        yield f"{what} is no object: write one with {', '.join(PIECE_FIELDS)}."
        return
    yield from unknown_field_errors(told, PIECE_FIELDS, what)
    if not is_printable_name(told.get("name")):
        yield f"{what} has no name of {PRINTABLE_NAME}: give it one."
    if not isinstance(told.get("kind"), str):
        yield f"{what} has no text for its kind: write rough or blocking."
    if not _are_corners(told.get("corners")):
        corners = f"{LEAST_CORNERS} to {MOST_CORNERS} corners"
        yield f"{what} has no list of {corners}, each two whole numbers of inches: write one."


def _start(told: object, what: str) -> Iterator[str]:
    if not isinstance(told, Mapping):
        yield f"{what} is no object: write one with {', '.join(START_FIELDS)}."
        return
    yield from unknown_field_errors(told, START_FIELDS, what)
    if not _is_place(told.get("at")):
        yield f"{what} has no two whole numbers of inches for its at: write where its first car stands."
    for name, unit in (("heading", "degrees"), ("apart", "inches")):
        if not is_int(told.get(name)):
            yield f"{what} has no whole number of {unit} for its {name}: give it one."


def _are_corners(told: object) -> bool:
    return isinstance(told, list | tuple) and LEAST_CORNERS <= len(told) <= MOST_CORNERS and all(map(_is_place, told))


def _is_place(told: object) -> bool:
    return isinstance(told, list | tuple) and len(told) == 2 and all(map(is_int, told))
