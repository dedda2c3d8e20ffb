"""Parses a submitted drawing into a design document, and adds or removes rows.

Text in a number field stays in the document as it was typed, so that the ruleset reports it with all other errors.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict

from rules.core.document_validation import LONGEST_LIST, LONGEST_TEXT
from rules.match.drawing_board import CHOICE, EITHER, FIGURE, FIGURES, GROUP, ROWS, TICKS, DesignPart
from rules.match.ruleset import Document

STEM = "d"
"""The first part of the names of a drawing's fields."""
WRITTEN_OUT = "written-out"
"""The choice that means the value is written out in fields of its own."""
WAS = "was."
"""Prefix of the hidden fields with the choice that was selected when the form was rendered."""
WHOLE = re.compile(r"[-+\u2212]?\d{1,9}")
APART = re.compile(r"\d*$")
LEFT_OUT = object()
MOST_ROWS = LONGEST_LIST + 1
"""The most rows that are read: one more than a design may have, so that the ruleset reports the excess."""


def document_from(parts: Iterable[DesignPart], sent: QueryDict, *, at: str = STEM) -> Document:
    """The submitted document, without optional parts that have their default value."""
    document: Document = {}
    for part in parts:
        value = _value(part, sent, f"{at}.{part.name}")
        if value is not LEFT_OUT and (part.is_required or value != part.default):
            document[part.name] = value
    return document


def _value(part: DesignPart, sent: QueryDict, at: str) -> Any:
    match part.kind:
        case "group":
            found = document_from(part.parts, sent, at=at)
            return found if found or part.is_required else LEFT_OUT
        case "rows":
            return [_row(part, sent, f"{at}.{number}") for number in _numbers(sent, at)]
        case "ticks":
            return [value for value in sent.getlist(at) if value][:MOST_ROWS]
        case "either":
            if sent.get(at) == WRITTEN_OUT:
                return _written_out(part, sent, at)
    text = sent.get(at)
    if text is None:
        return LEFT_OUT
    text = text.strip()
    if part.kind == FIGURE:
        return _whole(text) if text else LEFT_OUT
    if part.kind == FIGURES:
        figures = [_whole(figure) for figure in text.replace(",", " ").split()][:MOST_ROWS]
        return figures if figures or not part.may_be_left else LEFT_OUT
    return text[: LONGEST_TEXT + 1]


def _written_out(part: DesignPart, sent: QueryDict, at: str) -> Any:
    """A written-out value. If its fields were not shown yet, it is made from the previous choice."""
    before = sent.get(f"{WAS}{at}", WRITTEN_OUT)
    if before != WRITTEN_OUT:
        return copy.deepcopy(part.note.as_written.get(before, {}))
    return document_from(part.parts, sent, at=at)


def _row(part: DesignPart, sent: QueryDict, at: str) -> Any:
    if part.parts[0].name:
        return document_from(part.parts, sent, at=at)
    return _value(part.parts[0], sent, at)


def _numbers(sent: QueryDict, at: str) -> list[str]:
    """The numbers of the submitted rows, in their order."""
    return [number for number in dict.fromkeys(sent.getlist(at)) if number.isdecimal()][:MOST_ROWS]


def _whole(text: str) -> int | str:
    return int(text.replace("\u2212", "-")) if WHOLE.fullmatch(text) else text


def with_row_changes(document: Document, parts: tuple[DesignPart, ...], sent: QueryDict) -> Document:
    """A copy of the document with the requested row added or removed."""
    document = copy.deepcopy(document)
    if name := sent.get("add", ""):
        part = next((part for part in parts if part.kind == ROWS and part.name == name), None)
        if part is not None:
            key = sent.get(f"new.{name}", "")
            rows = document.setdefault(name, [])
            rows.append(_make_distinct(part, _new(part, key), rows))
    name, _, number = sent.get("cut", "").partition(".")
    rows = document.get(name)
    if isinstance(rows, list) and number.isdecimal() and int(number) < len(rows):
        del rows[int(number)]
        if not rows and not next(part for part in parts if part.name == name).is_required:
            del document[name]
    return document


def _new(part: DesignPart, key: str) -> Any:
    items = part.note.items
    if items:
        return copy.deepcopy(next((item.holds for item in items if item.key == key), items[0].holds))
    if not part.parts[0].name:
        return ""
    return {child.name: blank(child) for child in part.parts if child.is_required}


def blank(part: DesignPart) -> Any:
    """The initial value of a part."""
    if part.kind == FIGURE:
        return part.note.least or 0
    if part.kind == GROUP:
        return {child.name: blank(child) for child in part.parts if child.is_required}
    if part.kind in {ROWS, TICKS, FIGURES}:
        return []
    if part.kind in {CHOICE, EITHER} and part.note.choices:
        return part.note.choices[0][0]
    return ""


def _make_distinct(part: DesignPart, row: Any, rows: Iterable[Any]) -> Any:
    """The new row, with a number appended to values that must differ from those of other rows."""
    for child in part.parts:
        if not child.note.apart:
            continue
        taken = {other.get(child.name) for other in rows if isinstance(other, Mapping)}
        stem, number = APART.sub("", str(row.get(child.name, ""))), 1
        while row[child.name] in taken:
            number += 1
            row[child.name] = f"{stem}{number}"
    return row
