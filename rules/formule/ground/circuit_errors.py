"""Every error of a circuit's document, found at once. Rules FW-105, FW-107 to FW-109."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.core.plurals import count_phrase
from rules.core.readable_text import is_legible
from rules.formule.ground.circuit import STEPS, Circuit, circuit_from_document
from rules.match.ruleset import ErrorDetail

NumberedEntries = list[tuple[int, Any]]
"""Entries of a list, each with its number from 1."""
NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9_\-]*")
LANES, LENGTH, MOST_TITLE = (2, 5), (30, 200), 60
STOPS, DEGREES = (1, 3), (0, 270)
ANY_LANE_COUNT = 0  # no mutant: any number that no circuit has
"""Stands for the lanes of a circuit that does not say how many it has."""
GRID_PLACES = 12
"""The number of places a grid must have at least (FW-105)."""
PAIR = 2
"""A grid place is a list of two numbers, its row and its lane."""
ROWS_FOR_A_STOP = 2
"""The least rows of a corner per stop, so that gear 1 (1 or 2 squares) can make its stops (FW-102, FW-109)."""
FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "circuit": (("name", "title", "lanes", "length", "corners", "grid"), ("closed",)),
    "corner": (("first", "last", "stops", "inner_lane", "moves"), ("degrees",)),
    "closed stretch": (("first", "last", "lane"), ()),
}
"""The required and the optional fields of each part."""


def circuit_errors(document: object) -> list[ErrorDetail]:
    """Every error of a circuit's document, in its form and in its content; raises nothing (FW-105, FW-107 to FW-109).

    Parts with a wrong form are left out when the content is checked. Dead ends are only looked for in a circuit
    without any other error.
    """
    if not isinstance(document, dict):
        text = f"The circuit is {_quote_value(document)}: write an object with its fields."
        return [_fault("unreadable", "FW-107", text)]
    readable, form_errors = _check_form(document)
    errors = [
        *(_fault("unreadable", "FW-107", sentence) for sentence in form_errors),
        *_corners(readable),
        *_closed(readable),
        *_grid(readable),
    ]
    return errors or list(_dead_ends(circuit_from_document(document)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReadableCircuit:
    """The parts of a circuit whose form is right.

    If `lanes` or `length` is wrong, the maximum stands in for it; `has_lanes` is whether the document's own lanes are
    right. `listed` counts all the entries of each list, including wrong ones.
    """

    lanes: int
    length: int
    has_lanes: bool
    corners: NumberedEntries
    closed: NumberedEntries
    grid: NumberedEntries
    listed: Mapping[str, int]

    def corner_with(self, row: int) -> bool:
        return any(corner["first"] <= row <= corner["last"] for _, corner in self.corners)


def _fault(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)


# ----------------------------------------------------------------------------------------------------------- form


def _check_form(document: Mapping[str, Any]) -> tuple[_ReadableCircuit, list[str]]:
    """The parts whose form is right, and a sentence for each field that is missing, unknown or malformed."""
    errors = [*_fields(document, "circuit", "The circuit"), *_texts(document)]
    valid: dict[str, int] = {}
    for name, (least, most) in (("lanes", LANES), ("length", LENGTH)):
        errors += _number(document, name, least, most, "The circuit")
        if _is_number(document.get(name), least, most):
            valid[name] = document[name]
    checks: Mapping[str, Callable[[object, int], Iterator[str]]] = {
        "corners": partial(_corner, lanes=valid.get("lanes", ANY_LANE_COUNT)),
        "closed": _stretch,
        "grid": _place,
    }
    lists: dict[str, NumberedEntries] = {}
    for name, check in checks.items():
        entries = document.get(name, [])
        if not isinstance(entries, list):
            errors.append(f"The circuit has {name} {_quote_value(entries)}: write a list.")
            continue
        checked = [(number, entry, list(check(entry, number))) for number, entry in enumerate(entries, start=1)]
        errors += [sentence for _, _, sentences in checked for sentence in sentences]
        lists[name] = [(number, entry) for number, entry, sentences in checked if not sentences]
    readable = _ReadableCircuit(
        lanes=valid.get("lanes", LANES[1]),
        length=valid.get("length", LENGTH[1]),
        has_lanes="lanes" in valid,
        corners=lists.get("corners", []),
        closed=lists.get("closed", []),
        grid=lists.get("grid", []),
        listed={name: len(document[name]) for name in lists if name in document},
    )
    return readable, errors


def _texts(document: Mapping[str, Any]) -> Iterator[str]:
    name, title = document.get("name", "x"), document.get("title", "x")
    if not isinstance(name, str) or not NAME_PATTERN.fullmatch(name) or len(name) > MOST_TITLE:
        yield (
            f"The name of the circuit is {_quote_value(name)}: use up to {MOST_TITLE} small letters, digits, dashes "
            "and "
            "underscores."
        )
    if not (isinstance(title, str) and title.strip() and is_legible(title) and len(title) <= MOST_TITLE):
        yield (
            f"The title of the circuit is {_quote_value(title)}: give it 1 to {MOST_TITLE} characters that can be "
            "printed."
        )


def _fields(part: object, kind: str, where: str) -> Iterator[str]:
    required, optional = FIELDS[kind]
    if not isinstance(part, dict):
        yield f"{where} is {_quote_value(part)}: write an object with {', '.join(required)}."
        return
    if missing := [name for name in required if name not in part]:
        yield f"{where} has no {_join_names(missing)}: add {'it' if len(missing) == 1 else 'them'}."
    for name in sorted({*map(str, part)} - {*required, *optional}):
        yield f"{where} has a field {_quote_value(name)} that nobody reads: take it out."


def _join_names(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _number(part: object, name: str, least: int, most: int, where: str) -> Iterator[str]:
    if isinstance(part, dict) and name in part and not _is_number(part[name], least, most):
        yield f"{where} has {name} {_quote_value(part[name])}: give a whole number from {least} to {most}."


def _is_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _corner(corner: object, number: int, *, lanes: int) -> Iterator[str]:
    where = f"Corner {number}"
    yield from _fields(corner, "corner", where)
    for name in ("first", "last"):
        yield from _number(corner, name, 0, LENGTH[1], where)
    if isinstance(corner, dict) and "inner_lane" in corner and type(corner["inner_lane"]) is not int:
        inner = f"give the whole number 0 or {f'{lanes - 1}' if lanes else 'that of the last lane'}."
        yield f"{where} has inner_lane {_quote_value(corner['inner_lane'])}: {inner}"
    yield from _number(corner, "stops", *STOPS, where)
    yield from _number(corner, "degrees", *DEGREES, where)
    moves = corner.get("moves", []) if isinstance(corner, dict) else []
    if not isinstance(moves, list) or not all(
        isinstance(row, str) and lanes in {ANY_LANE_COUNT, len(row)} and set(row) <= set(STEPS) for row in moves
    ):
        text = f"write a text a row, a mark of {' '.join(STEPS)} for each lane."
        yield f"{where} has moves that are no rows of marks: {text}"


def _stretch(stretch: object, number: int) -> Iterator[str]:
    where = f"Closed stretch {number}"
    yield from _fields(stretch, "closed stretch", where)
    for name in ("first", "last", "lane"):
        yield from _number(stretch, name, 0, LENGTH[1], where)


def _place(place: object, number: int) -> Iterator[str]:
    if not (isinstance(place, list) and len(place) == PAIR and all(type(figure) is int for figure in place)):
        yield f"Place {number} of the grid is no row and lane: write a list of these two whole numbers."


def _quote_value(value: object) -> str:
    """A value as the file has it, truncated; of a list or object only its kind."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        return repr(value[:MOST_TITLE])
    return json.dumps(value)[:MOST_TITLE]


# ---------------------------------------------------------------------------------------------------------- lines


def _corners(readable: _ReadableCircuit) -> Iterator[ErrorDetail]:
    """Check that corners are in order, off the line, long enough and have a row of marks per row (FW-108, FW-109)."""
    if readable.listed.get("corners") == 0:
        yield _fault("no_corner", "FW-109", "The circuit has no corner: give it one.")
    previous_last = 0
    for number, corner in readable.corners:
        first, last, rows = corner["first"], corner["last"], corner["last"] - corner["first"] + 1
        if not previous_last < first <= last < readable.length:
            within = f"keep it within rows {previous_last + 1} to {readable.length - 1}."
            yield _fault("corner_place", "FW-109", f"Corner {number} has rows {first} to {last}: {within}")
        if last < first:
            continue
        previous_last = max(previous_last, last)
        if rows < ROWS_FOR_A_STOP * corner["stops"]:
            stops = count_phrase(corner["stops"], "stop")
            text = f"Corner {number} has {rows} rows for {stops}: give it {ROWS_FOR_A_STOP} for each."
            yield _fault("corner_short", "FW-109", text)
        if len(corner["moves"]) != rows:
            text = f"Corner {number} has {rows} rows and {len(corner['moves'])} rows of moves: write one for each."
            yield _fault("corner_moves", "FW-108", text)
        if readable.has_lanes and corner["inner_lane"] not in {0, readable.lanes - 1}:
            text = (
                f"The inner lane of corner {number} is {_quote_value(corner['inner_lane'])}: it is 0 or "
                f"{readable.lanes - 1}."
            )
            yield _fault("inner_lane", "FW-108", text)


def _closed(readable: _ReadableCircuit) -> Iterator[ErrorDetail]:
    """Check that closed stretches are on straights and leave a lane open (FW-107)."""
    lanes_closed: dict[int, set[int]] = {}
    for number, stretch in readable.closed:
        if (
            stretch["last"] < stretch["first"]
            or stretch["last"] >= readable.length
            or stretch["lane"] >= readable.lanes
        ):
            text = f"Closed stretch {number} is no stretch of a lane: give rows in their order and a lane there is."
            yield _fault("closed_place", "FW-107", text)
            continue
        rows = range(stretch["first"], stretch["last"] + 1)
        if any(map(readable.corner_with, rows)):
            text = f"Closed stretch {number} reaches into a corner: keep it on a straight."
            yield _fault("closed_corner", "FW-107", text)
        for row in rows:
            lanes_closed.setdefault(row, set()).add(stretch["lane"])
    closed_rows = [row for row, lanes in sorted(lanes_closed.items()) if len(lanes) == readable.lanes]
    if closed_rows:
        yield _fault("closed_road", "FW-107", f"No lane is open in row {closed_rows[0]}: leave one open.")


def _grid(readable: _ReadableCircuit) -> Iterator[ErrorDetail]:
    """Check that the grid has enough different places on the straight behind the line, in order (FW-105)."""
    listed = readable.listed.get("grid", GRID_PLACES)
    if listed < GRID_PLACES:
        text = f"The grid has {count_phrase(listed, 'place')}: give it {GRID_PLACES} or more."
        yield _fault("grid_small", "FW-105", text)
    places = [tuple(place) for _, place in readable.grid]
    closed_squares = {
        (row, stretch["lane"])
        for _, stretch in readable.closed
        for row in range(stretch["first"], stretch["last"] + 1)
    }
    behind = max((corner["last"] for _, corner in readable.corners), default=0)  # no mutant: that is an error too
    for row, lane in places:
        if not (behind < row < readable.length and 0 <= lane < readable.lanes) or (row, lane) in closed_squares:
            text = f"The grid has a place at row {row}, lane {lane}: put it on a square past all corners."
            yield _fault("grid_place", "FW-105", text)
    for row, lane in sorted({place for place in places if places.count(place) > 1}):
        yield _fault(
            "grid_twice", "FW-105", f"The grid has row {row}, lane {lane} twice: give each car its own place."
        )
    if places != sorted(places, key=lambda place: -place[0]):
        yield _fault("grid_order", "FW-105", "The grid is not in its order: write the places from the line back.")


def _dead_ends(circuit: Circuit) -> Iterator[ErrorDetail]:
    """Check that every square leads to another (FW-107, FW-108)."""
    for row in range(circuit.length):
        for lane in range(circuit.lanes):
            if circuit.is_square(row, lane) and not circuit.ways[row][lane]:
                text = f"Nothing is ahead of row {row}, lane {lane}: open a lane there, or let it be left before."
                yield _fault("no_way", "FW-107", text)
