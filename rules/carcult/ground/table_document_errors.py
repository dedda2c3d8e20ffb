"""Every error of a table's document: of its form, and of whatever in it can be read. Rules CC-045, CC-046, CC-090.

No JSON document makes these functions raise.
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
"""The most pieces of terrain, and the most corners of one. More would slow down every calculation."""
FIELDS = ("name", "title", "terrain", "starts")
PIECE_FIELDS = ("kind", "name", "corners")
START_FIELDS = ("at", "heading", "apart")
Document = Mapping[Any, Any]


def table_document_errors(document: object) -> list[ErrorDetail]:
    """Every error of a table's document.

    Errors of form come first, then those of the terrain and starts whose form is right.
    """
    if not isinstance(document, Mapping):
        return [_fault("The table is no object: write one with a name, a title, terrain and starts.")]
    pieces, starts = _list_or_none(document, "terrain"), _list_or_none(document, "starts")
    errors = list(map(_fault, (*_top(document), *_lists(pieces, starts))))
    first_starts = (starts or [])[:MOST_TEAMS]
    readable = {number: start for number, start in enumerate(first_starts, start=1) if not any(_start(start, ""))}
    table = _readable(pieces, readable.values())
    errors += terrain_errors(table)
    if starts is not None:
        errors += start_count_errors(len(starts))
    errors += start_errors(table, dict(zip(readable, table.starts, strict=True)))
    return errors


def _fault(sentence: str) -> ErrorDetail:
    return ErrorDetail(code="bad_table", rule="CC-090", sentence=sentence)


def _list_or_none(document: Document, name: str) -> list[Any] | None:
    """A list in the document; None if the field has no list."""
    value = document.get(name)
    return list(value) if isinstance(value, list | tuple) else None


def _readable(pieces: list[Any] | None, starts: Iterable[Any]) -> Table:
    """The table with those starts, and the pieces whose form is right."""
    return table_from_document(
        {
            "name": "own",
            "title": "",
            "terrain": [piece for piece in pieces or () if not any(_piece(piece, ""))],
            "starts": list(starts),
        }
    )


def _top(document: Document) -> Iterator[str]:
    """The errors of a table's own fields."""
    yield from unknown_field_errors(document, FIELDS, "The table")
    name = document.get("name")
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not NAME_PATTERN.fullmatch(name):
        yield f"The table has no name of 1 to {LONGEST_NAME} small letters, digits and underscores: give it one."
    if not is_printable_name(document.get("title")):
        yield f"The table has no title of {PRINTABLE_NAME}: give it one."


def _lists(pieces: list[Any] | None, starts: list[Any] | None) -> Iterator[str]:
    """The errors of form in the terrain and the starts."""
    if pieces is None or len(pieces) > MOST_PIECES:
        yield f"The table's terrain is no list of {MOST_PIECES} pieces at most: write one, which may be empty."
    for number, piece in enumerate(pieces or (), start=1):
        yield from _piece(piece, f"Piece {number} of the terrain")
    if starts is None:
        yield "The table's starts are no list: write one with a place for each team."
    for number, start in enumerate(starts or (), start=1):
        yield from _start(start, f"Start {number}")


def _piece(piece: object, what: str) -> Iterator[str]:
    if not isinstance(piece, Mapping):
        yield f"{what} is no object: write one with {', '.join(PIECE_FIELDS)}."
        return
    yield from unknown_field_errors(piece, PIECE_FIELDS, what)
    if not is_printable_name(piece.get("name")):
        yield f"{what} has no name of {PRINTABLE_NAME}: give it one."
    if not isinstance(piece.get("kind"), str):
        yield f"{what} has no text for its kind: write rough or blocking."
    if not _are_corners(piece.get("corners")):
        corners = f"{LEAST_CORNERS} to {MOST_CORNERS} corners"
        yield f"{what} has no list of {corners}, each two whole numbers of inches: write one."


def _start(start: object, what: str) -> Iterator[str]:
    if not isinstance(start, Mapping):
        yield f"{what} is no object: write one with {', '.join(START_FIELDS)}."
        return
    yield from unknown_field_errors(start, START_FIELDS, what)
    if not _is_place(start.get("at")):
        yield f"{what} has no two whole numbers of inches for its at: write where its first car stands."
    for name, unit in (("heading", "degrees"), ("apart", "inches")):
        if not is_int(start.get(name)):
            yield f"{what} has no whole number of {unit} for its {name}: give it one."


def _are_corners(value: object) -> bool:
    return (
        isinstance(value, list | tuple) and LEAST_CORNERS <= len(value) <= MOST_CORNERS and all(map(_is_place, value))
    )


def _is_place(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(map(is_int, value))
