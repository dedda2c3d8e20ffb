"""What is wrong with a circuit as it was written, all of it at once. Rules FW-105, FW-107 to FW-109."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.core.plurals import count_phrase
from rules.formule.ground.circuit import STEPS, Circuit, circuit_from_document
from rules.match.ruleset import ErrorDetail

NumberedEntries = list[tuple[int, Any]]
"""Entries of a list with their numbers from 1."""
NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9_\-]*")
LANES, LENGTH, MOST_TITLE = (2, 5), (30, 200), 60
STOPS, DEGREES = (1, 3), (0, 270)
ANY_LANE_COUNT = 0  # no mutant: any number that no circuit has
"""The lanes of a circuit that does not say how many."""
GRID_PLACES = 12
"""The cars a grid must have room for (FW-105)."""
PAIR = 2
"""The figures of a place: its row and its lane."""
ROWS_FOR_A_STOP = 2
"""A corner is long enough for its stops in gear 1, which moves 1 or 2 squares (FW-102, FW-109)."""
FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "circuit": (("name", "title", "lanes", "length", "corners", "grid"), ("closed",)),
    "corner": (("first", "last", "stops", "inner_lane", "moves"), ("degrees",)),
    "closed stretch": (("first", "last", "lane"), ()),
}
"""The fields each part must have, and those it may have besides."""


def circuit_errors(document: object) -> list[ErrorDetail]:
    """Every fault of a circuit, those of its form and those of its lines together; it raises nothing (FW-105, FW-107
    to FW-109).

    A part whose form is wrong is left out where the lines are looked at, and where the squares lead is looked at only
    once nothing else is wrong.
    """
    if not isinstance(document, dict):
        text = f"The circuit is {_quote_value(document)}: write an object with its fields."
        return [_fault("unreadable", "FW-107", text)]
    site, form = _check_form(document)
    wrong = [
        *(_fault("unreadable", "FW-107", sentence) for sentence in form),
        *_corners(site),
        *_closed(site),
        *_grid(site),
    ]
    return wrong or list(_dead_ends(circuit_from_document(document)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReadableCircuit:
    """What is right in form of a circuit; where `lanes` or `length` is not, the most there may be.

    `has_lanes` says whether the lanes are its own, `listed` how many entries each list has, the bad ones among them.
    """

    lanes: int
    length: int
    has_lanes: bool
    corners: NumberedEntries
    closed: NumberedEntries
    grid: NumberedEntries
    listed: Mapping[str, int]

    def corner_with(self, row: int) -> bool:
        return any(each["first"] <= row <= each["last"] for _, each in self.corners)


def _fault(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)


# ----------------------------------------------------------------------------------------------------------- form


def _check_form(document: Mapping[str, Any]) -> tuple[_ReadableCircuit, list[str]]:
    """What is right in form, and a sentence for each field that is missing, unknown or of another kind."""
    wrong = [*_fields(document, "circuit", "The circuit"), *_texts(document)]
    right: dict[str, int] = {}
    for name, (least, most) in (("lanes", LANES), ("length", LENGTH)):
        wrong += _number(document, name, least, most, "The circuit")
        if _is_number(document.get(name), least, most):
            right[name] = document[name]
    looks: Mapping[str, Callable[[object, int], Iterator[str]]] = {
        "corners": partial(_corner, lanes=right.get("lanes", ANY_LANE_COUNT)),
        "closed": _stretch,
        "grid": _place,
    }
    lists: dict[str, NumberedEntries] = {}
    for name, look in looks.items():
        entries = document.get(name, [])
        if not isinstance(entries, list):
            wrong.append(f"The circuit has {name} {_quote_value(entries)}: write a list.")
            continue
        looked = [(number, entry, list(look(entry, number))) for number, entry in enumerate(entries, start=1)]
        wrong += [sentence for _, _, sentences in looked for sentence in sentences]
        lists[name] = [(number, each) for number, each, sentences in looked if not sentences]
    site = _ReadableCircuit(
        lanes=right.get("lanes", LANES[1]),
        length=right.get("length", LENGTH[1]),
        has_lanes="lanes" in right,
        corners=lists.get("corners", []),
        closed=lists.get("closed", []),
        grid=lists.get("grid", []),
        listed={name: len(document[name]) for name in lists if name in document},
    )
    return site, wrong


def _texts(document: Mapping[str, Any]) -> Iterator[str]:
    name, title = document.get("name", "x"), document.get("title", "x")
    if not isinstance(name, str) or not NAME_PATTERN.fullmatch(name) or len(name) > MOST_TITLE:
        yield (
            f"The name of the circuit is {_quote_value(name)}: use up to {MOST_TITLE} small letters, digits, dashes "
            "and "
            "underscores."
        )
    if not (isinstance(title, str) and title.strip() and title.isprintable() and len(title) <= MOST_TITLE):
        yield (
            f"The title of the circuit is {_quote_value(title)}: give it 1 to {MOST_TITLE} characters that can be "
            "printed."
        )


def _fields(part: object, kind: str, where: str) -> Iterator[str]:
    needed, besides = FIELDS[kind]
    if not isinstance(part, dict):
        yield f"{where} is {_quote_value(part)}: write an object with {', '.join(needed)}."
        return
    if lacking := [name for name in needed if name not in part]:
        yield f"{where} has no {_join_names(lacking)}: add {'it' if len(lacking) == 1 else 'them'}."
    for name in sorted({*map(str, part)} - {*needed, *besides}):
        yield f"{where} has a field {_quote_value(name)} that nobody reads: take it out."


def _join_names(names: Sequence[str]) -> str:
    """`lanes, length and grid`."""
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
    if not (isinstance(place, list) and len(place) == PAIR and all(type(each) is int for each in place)):
        yield f"Place {number} of the grid is no row and lane: write a list of these two whole numbers."


def _quote_value(value: object) -> str:
    """A value as it stands in the file, cut short; a text as it can be printed."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        return repr(value[:MOST_TITLE])
    return json.dumps(value)[:MOST_TITLE]


# ---------------------------------------------------------------------------------------------------------- lines


def _corners(site: _ReadableCircuit) -> Iterator[ErrorDetail]:
    """Corners one after the other, none on the line, each with a row of marks for each of its rows (FW-108,
    FW-109).
    """
    if site.listed.get("corners") == 0:
        yield _fault("no_corner", "FW-109", "The circuit has no corner: give it one.")
    before = 0
    for number, corner in site.corners:
        first, last, rows = corner["first"], corner["last"], corner["last"] - corner["first"] + 1
        if not before < first <= last < site.length:
            within = f"keep it within rows {before + 1} to {site.length - 1}."
            yield _fault("corner_place", "FW-109", f"Corner {number} has rows {first} to {last}: {within}")
        if last < first:
            continue
        before = max(before, last)
        if rows < ROWS_FOR_A_STOP * corner["stops"]:
            stops = count_phrase(corner["stops"], "stop")
            text = f"Corner {number} has {rows} rows for {stops}: give it {ROWS_FOR_A_STOP} for each."
            yield _fault("corner_short", "FW-109", text)
        if len(corner["moves"]) != rows:
            text = f"Corner {number} has {rows} rows and {len(corner['moves'])} rows of moves: write one for each."
            yield _fault("corner_moves", "FW-108", text)
        if site.has_lanes and corner["inner_lane"] not in {0, site.lanes - 1}:
            text = (
                f"The inner lane of corner {number} is {_quote_value(corner['inner_lane'])}: it is 0 or "
                f"{site.lanes - 1}."
            )
            yield _fault("inner_lane", "FW-108", text)


def _closed(site: _ReadableCircuit) -> Iterator[ErrorDetail]:
    """Closed stretches lie on straights and leave a lane open (FW-107)."""
    lanes_closed: dict[int, set[int]] = {}
    for number, stretch in site.closed:
        if stretch["last"] < stretch["first"] or stretch["last"] >= site.length or stretch["lane"] >= site.lanes:
            text = f"Closed stretch {number} is no stretch of a lane: give rows in their order and a lane there is."
            yield _fault("closed_place", "FW-107", text)
            continue
        rows = range(stretch["first"], stretch["last"] + 1)
        if any(map(site.corner_with, rows)):
            text = f"Closed stretch {number} reaches into a corner: keep it on a straight."
            yield _fault("closed_corner", "FW-107", text)
        for row in rows:
            lanes_closed.setdefault(row, set()).add(stretch["lane"])
    shut = [row for row, lanes in sorted(lanes_closed.items()) if len(lanes) == site.lanes]
    if shut:
        yield _fault("closed_road", "FW-107", f"No lane is open in row {shut[0]}: leave one open.")


def _grid(site: _ReadableCircuit) -> Iterator[ErrorDetail]:
    """Twelve places or more, on the straight behind the line, each once (FW-105)."""
    listed = site.listed.get("grid", GRID_PLACES)
    if listed < GRID_PLACES:
        text = f"The grid has {count_phrase(listed, 'place')}: give it {GRID_PLACES} or more."
        yield _fault("grid_small", "FW-105", text)
    places = [tuple(place) for _, place in site.grid]
    shut = {
        (row, stretch["lane"]) for _, stretch in site.closed for row in range(stretch["first"], stretch["last"] + 1)
    }
    behind = max((corner["last"] for _, corner in site.corners), default=0)  # no mutant: that is a fault too
    for row, lane in places:
        if not (behind < row < site.length and 0 <= lane < site.lanes) or (row, lane) in shut:
            text = f"The grid has a place at row {row}, lane {lane}: put it on a square past all corners."
            yield _fault("grid_place", "FW-105", text)
    for row, lane in sorted({place for place in places if places.count(place) > 1}):
        yield _fault(
            "grid_twice", "FW-105", f"The grid has row {row}, lane {lane} twice: give each car its own place."
        )
    if places != sorted(places, key=lambda place: -place[0]):
        yield _fault("grid_order", "FW-105", "The grid is not in its order: write the places from the line back.")


def _dead_ends(circuit: Circuit) -> Iterator[ErrorDetail]:
    """From every square there is one to go to (FW-107, FW-108)."""
    for row in range(circuit.length):
        for lane in range(circuit.lanes):
            if circuit.is_square(row, lane) and not circuit.ways[row][lane]:
                text = f"Nothing is ahead of row {row}, lane {lane}: open a lane there, or let it be left before."
                yield _fault("no_way", "FW-107", text)
