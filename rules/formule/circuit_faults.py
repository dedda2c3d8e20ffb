"""What is wrong with a circuit as it was written, all of it at once. Rules FW-105, FW-107 to FW-109."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.formule.circuit import STEPS, Circuit, circuit_from
from rules.ruleset import Fault

NAME = re.compile(r"[a-z0-9][a-z0-9_\-]*")
LANES, LENGTH, MOST_TITLE = (2, 5), (30, 200), 60
STOPS, DEGREES = (1, 3), (0, 270)
ANY = 0  # no mutant: any number that no circuit has
"""The lanes of a circuit that does not say how many."""
GRID_PLACES = 12
"""The cars a grid must have room for (FW-105)."""
ROWS_FOR_A_STOP = 2
"""A corner is long enough for its stops in gear 1, which moves 1 or 2 squares (FW-102, FW-109)."""
FIELDS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "circuit": (
        frozenset({"name", "title", "lanes", "length", "corners", "grid"}),
        frozenset({"closed"}),
    ),
    "corner": (frozenset({"first", "last", "stops", "inner_lane", "moves"}), frozenset({"degrees"})),
    "closed stretch": (frozenset({"first", "last", "lane"}), frozenset()),
}
"""The fields each part must have, and those it may have besides."""


def faults_of_circuit(document: object) -> list[Fault]:
    """Every fault of a circuit: those of its form, or else those of its lines; it raises nothing (FW-107 to
    FW-109).
    """
    wrong = [_fault("unreadable", "FW-107", each) for each in _form(document)]
    if wrong or not isinstance(document, dict):
        return wrong
    site = _Site(document, document["lanes"], document["length"])
    wrong = [*_corners(site), *_closed(site), *_grid(site)]
    return wrong or list(_ways(circuit_from(document)))


@dataclass(frozen=True, slots=True)
class _Site:
    """A circuit whose form is right."""

    document: Mapping[str, Any]
    lanes: int
    length: int

    def corner_with(self, row: int) -> bool:
        return any(each["first"] <= row <= each["last"] for each in self.document["corners"])


def _fault(code: str, rule: str, sentence: str) -> Fault:
    return Fault(code=code, rule=rule, sentence=sentence)


# ----------------------------------------------------------------------------------------------------------- form


def _form(document: object) -> Iterator[str]:
    """Fields that are missing, unknown or of another kind."""
    if not isinstance(document, dict):
        yield "A circuit is an object with a name, lanes, length, corners and a grid: write one."
        return
    yield from _fields(document, "circuit", "the circuit")
    for name, (least, most) in (("lanes", LANES), ("length", LENGTH)):
        yield from _number(document, name, least, most, "the circuit")
    yield from _texts(document)
    lanes = document.get("lanes")
    width = lanes if type(lanes) is int and _is_number(lanes, *LANES) else ANY
    for number, each in _parts(document, "corners"):
        yield from _corner(each, f"corner {number}", width)
    for number, each in _parts(document, "closed"):
        where = f"closed stretch {number}"
        yield from _fields(each, "closed stretch", where)
        for name in ("first", "last", "lane"):
            yield from _number(each, name, 0, LENGTH[1], where)
    yield from _places(document)


def _texts(document: Mapping[str, Any]) -> Iterator[str]:
    name, title = document.get("name", "x"), document.get("title", "x")
    if not isinstance(name, str) or not NAME.fullmatch(name) or len(name) > MOST_TITLE:
        yield f"The name of the circuit is {_shown(name)}: use small letters, digits, dashes and underscores."
    if not isinstance(title, str) or not 1 <= len(title) <= MOST_TITLE:
        yield f"The title of the circuit is {_shown(title)}: give it 1 to {MOST_TITLE} characters."


def _parts(document: Mapping[str, Any], name: str) -> Iterator[tuple[int, Any]]:
    parts = document.get(name, [])
    return enumerate(parts if isinstance(parts, list) else [parts], start=1)


def _fields(part: object, kind: str, where: str) -> Iterator[str]:
    needed, besides = FIELDS[kind]
    if not isinstance(part, dict):
        yield f"{where[0].upper()}{where[1:]} is {_shown(part)}: write an object with {', '.join(sorted(needed))}."
        return
    for name in sorted(needed - set(part)):
        yield f"{where[0].upper()}{where[1:]} has no {name}: add it."
    for name in sorted(set(map(str, part)) - needed - besides):
        yield f"{where[0].upper()}{where[1:]} has a field {_shown(name)} that nobody reads: take it out."


def _number(part: object, name: str, least: int, most: int, where: str) -> Iterator[str]:
    if isinstance(part, dict) and name in part and not _is_number(part[name], least, most):
        yield f"The {name} of {where} is {_shown(part[name])}: give a whole number from {least} to {most}."


def _is_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _corner(corner: object, where: str, lanes: int) -> Iterator[str]:
    yield from _fields(corner, "corner", where)
    for name in ("first", "last", "inner_lane"):
        yield from _number(corner, name, 0, LENGTH[1], where)
    yield from _number(corner, "stops", *STOPS, where)
    yield from _number(corner, "degrees", *DEGREES, where)
    moves = corner.get("moves", []) if isinstance(corner, dict) else []
    if not isinstance(moves, list) or not all(
        isinstance(row, str) and lanes in {ANY, len(row)} and set(row) <= set(STEPS) for row in moves
    ):
        marks = " ".join(STEPS)
        yield f"The moves of {where} are not rows of a mark for each lane: write a text a row, with marks of {marks}."


def _places(document: Mapping[str, Any]) -> Iterator[str]:
    for number, place in _parts(document, "grid"):
        if not (
            isinstance(place, list)
            and len(place) == len(("row", "lane"))
            and all(type(each) is int for each in place)
        ):
            yield f"Place {number} of the grid is {_shown(place)}: write its row and its lane."


def _shown(value: object) -> str:
    """A value as it was written, cut short."""
    return repr(value)[:60]  # no mutant: how much is shown


# ---------------------------------------------------------------------------------------------------------- lines


def _corners(site: _Site) -> Iterator[Fault]:
    """Corners one after the other, none on the line, each with a row of marks for each of its rows (FW-108,
    FW-109).
    """
    corners = site.document["corners"]
    if not corners:
        yield _fault("no_corner", "FW-109", "The circuit has no corner: give it one.")
    before = 0
    for number, each in enumerate(corners, start=1):
        first, last, rows = each["first"], each["last"], each["last"] - each["first"] + 1
        if first <= before or last >= site.length:
            told = f"Corner {number} has rows {first} to {last}: begin after row {before} and end before the last."
            yield _fault("corner_place", "FW-109", told)
        before = max(before, last)
        if rows < ROWS_FOR_A_STOP * each["stops"]:
            told = f"Corner {number} has {rows} rows for {each['stops']} stops: give it {ROWS_FOR_A_STOP} for each."
            yield _fault("corner_short", "FW-109", told)
        if len(each["moves"]) != rows:
            told = f"Corner {number} has {rows} rows and {len(each['moves'])} rows of moves: write one for each."
            yield _fault("corner_moves", "FW-108", told)
        if each["inner_lane"] not in {0, site.lanes - 1}:
            told = f"The inner lane of corner {number} is {each['inner_lane']}: it is 0 or {site.lanes - 1}."
            yield _fault("inner_lane", "FW-108", told)


def _closed(site: _Site) -> Iterator[Fault]:
    """Closed stretches lie on straights and leave a lane open (FW-107)."""
    lanes_closed: dict[int, set[int]] = {}
    for number, each in enumerate(site.document.get("closed", ()), start=1):
        if each["last"] < each["first"] or each["last"] >= site.length or each["lane"] >= site.lanes:
            told = f"Closed stretch {number} is no stretch of a lane: give rows in their order and a lane there is."
            yield _fault("closed_place", "FW-107", told)
            continue
        rows = range(each["first"], each["last"] + 1)
        if any(map(site.corner_with, rows)):
            told = f"Closed stretch {number} reaches into a corner: keep it on a straight."
            yield _fault("closed_corner", "FW-107", told)
        for row in rows:
            lanes_closed.setdefault(row, set()).add(each["lane"])
    shut = [row for row, lanes in sorted(lanes_closed.items()) if len(lanes) == site.lanes]
    if shut:
        yield _fault("closed_road", "FW-107", f"No lane is open in row {shut[0]}: leave one open.")


def _grid(site: _Site) -> Iterator[Fault]:
    """Twelve places or more, on the straight behind the line, each once (FW-105)."""
    places = [tuple(each) for each in site.document["grid"]]
    if len(places) < GRID_PLACES:
        yield _fault("grid_small", "FW-105", f"The grid has {len(places)} places: give it {GRID_PLACES} or more.")
    shut = {
        (row, each["lane"])
        for each in site.document.get("closed", ())
        for row in range(each["first"], each["last"] + 1)
    }
    behind = max((each["last"] for each in site.document["corners"]), default=0)  # no mutant: that is a fault too
    for row, lane in places:
        if not (behind < row < site.length and 0 <= lane < site.lanes) or (row, lane) in shut:
            told = f"The grid has a place at row {row}, lane {lane}: put it on a square past all corners."
            yield _fault("grid_place", "FW-105", told)
    for row, lane in sorted({each for each in places if places.count(each) > 1}):
        yield _fault(
            "grid_twice", "FW-105", f"The grid has row {row}, lane {lane} twice: give each car its own place."
        )
    if places != sorted(places, key=lambda place: -place[0]):
        yield _fault("grid_order", "FW-105", "The grid is not in its order: write the places from the line back.")


def _ways(circuit: Circuit) -> Iterator[Fault]:
    """From every square there is one to go to (FW-107, FW-108)."""
    for row in range(circuit.length):
        for lane in range(circuit.lanes):
            if circuit.is_square(row, lane) and not circuit.ways[row][lane]:
                told = f"Nothing is ahead of row {row}, lane {lane}: open a lane there, or let it be left before."
                yield _fault("no_way", "FW-107", told)
