"""Checks an arena as it was written and reports all its errors at once. Rules RH-003, RH-004, RH-085.

The bounds are the league's (ruling under RH-085). A field of the wrong form does not hide errors of the others; if
the radius is wrong, places are checked as in the largest arena.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from rules.core.readable_text import is_legible
from rules.match.ruleset import ErrorDetail
from rules.rhad.ground.arena import MOST_CARS, STEP_BY_FACING, Arena, Hex, Start, distance_from_middle, hex_distance

FIELDS = ("title", "radius", "obstacles", "starts")
"""The fields of an arena; only its obstacles may be left out."""
LEAST_RADIUS, LARGEST_RADIUS = 10, 30  # no mutant: ours to choose
"""The smallest and largest radius of an arena, in hexes."""
LEAST_APART = 3  # no mutant: the same
"""The smallest distance between two starting places, in hexes."""
MOST_ENTRIES = 3 * LARGEST_RADIUS * (LARGEST_RADIUS + 1) + 1  # no mutant: the same
"""The number of hexes in the largest arena, which no list of hexes may exceed."""
MOST_LISTED_ERRORS = 12  # no mutant: the same
"""The most errors of one list that are reported one by one."""
MOST_TITLE = 60  # no mutant: the same
"""The most characters of a title."""
OBSTACLE, START = ("q", "r"), ("q", "r", "facing")
"""The numbers of an obstacle and of a starting place, in order."""


def arena_errors(document: object) -> list[ErrorDetail]:
    """Every error of an arena: its fields, its size, its obstacles and its starting places.

    It raises nothing (RH-085).
    """
    if not isinstance(document, Mapping):
        return [_fault("unreadable", f"An arena is an object with {', '.join(FIELDS)}: write one.")]
    return list(_document_errors(document))


def _document_errors(document: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    obstacles = _valid_entries(document, "obstacles", OBSTACLE)
    starts = dict(islice(_valid_entries(document, "starts", START).items(), MOST_CARS))
    errors = [*_fields(document), *_title(document), *_radius(document), *_lists(document)]
    arena = Arena(
        title="",
        radius=document["radius"] if _is_a_radius(document.get("radius")) else LARGEST_RADIUS,
        obstacles=frozenset((q, r) for q, r in obstacles.values()),
        starts=tuple(Start(at=(q, r), facing=facing) for q, r, facing in starts.values()),
    )
    errors += [*_shorten_list(_outside(arena, obstacles), "obstacles"), *_starts(arena, list(starts))]
    yield from errors or _unreachable_starts(arena)


def _fault(code: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule="RH-085", sentence=sentence)


def _shorten_list(faults: Iterable[ErrorDetail], entries: str) -> Iterator[ErrorDetail]:
    """The first errors of a list, and one error that says how many more there are of the same kind."""
    listed = list(faults)
    yield from listed[:MOST_LISTED_ERRORS]
    if (unlisted := len(listed) - MOST_LISTED_ERRORS) > 0:
        yield _fault(listed[0].code, f"The same is wrong with {unlisted} more of the {entries}: fix these too.")


# ----------------------------------------------------------------------------------------------------------- form


def _fields(document: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    """Missing fields and unknown fields."""
    if missing := [name for name in FIELDS if name not in document and name != "obstacles"]:
        yield _fault("missing_field", f"The arena has no {' and no '.join(missing)}: add what is missing.")
    for name in sorted(str(name) for name in document if name not in FIELDS):
        yield _fault("unknown_field", f"The arena has a field {name[:60]!r} that nobody reads: take it out.")


def _title(document: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    """The title appears in the first line of the story, so it must be printable."""
    title = document.get("title", "x")
    if not (isinstance(title, str) and title.strip() and is_legible(title) and len(title) <= MOST_TITLE):
        yield _fault("bad_title", f"The title of the arena is no text of 1 to {MOST_TITLE} characters: write one.")


def _radius(document: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    if "radius" in document and not _is_a_radius(document["radius"]):
        text = f"The radius of the arena is no whole number from {LEAST_RADIUS} to {LARGEST_RADIUS}: give one."
        yield _fault("bad_radius", text)


def _is_a_radius(radius: object) -> bool:
    return type(radius) is int and LEAST_RADIUS <= radius <= LARGEST_RADIUS


def _valid_entries(document: Mapping[Any, Any], field: str, parts: Sequence[str]) -> dict[int, tuple[int, ...]]:
    """The entries of a list that have the right number of integers, by their number in the list, from 1."""
    entries = enumerate(_list_or_none(document, field) or (), start=1)
    return {number: tuple(entry) for number, entry in entries if _is_int_list(entry, len(parts))}


def _list_or_none(document: Mapping[Any, Any], field: str) -> Sequence[Any] | None:
    """The entries of a list, empty if it is left out; None if it is not a list, or longer than any arena allows."""
    listed = document.get(field, ())
    return listed if isinstance(listed, list | tuple) and len(listed) <= MOST_ENTRIES else None


def _is_int_list(entry: object, count: int) -> bool:
    return isinstance(entry, list | tuple) and [type(part) for part in entry] == [int] * count


def _lists(document: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    """Fields that are not lists, entries of the wrong form, and a wrong number of starting places."""
    for field, noun, parts in (("obstacles", "obstacle", OBSTACLE), ("starts", "starting place", START)):
        listed, form = _list_or_none(document, field), f"[{', '.join(parts)}]"
        if listed is None:
            text = f"The {field} of the arena are no list of {MOST_ENTRIES} at most: write one of {form}."
            yield _fault("bad_list", text)
            continue
        malformed = (number for number, entry in enumerate(listed, start=1) if not _is_int_list(entry, len(parts)))
        yield from _shorten_list(
            (
                _fault("bad_entry", f"The {noun} {number} is not {form} in whole numbers: write it so.")
                for number in malformed
            ),
            field,
        )
        if field == "starts" and field in document and len(listed) != MOST_CARS:
            text = f"An arena has {MOST_CARS} starting places and this one {len(listed)}: give it {MOST_CARS}."
            yield _fault("bad_starts", text)


# --------------------------------------------------------------------------------------------------------- places


def _outside(arena: Arena, obstacles: Mapping[int, tuple[int, ...]]) -> Iterator[ErrorDetail]:
    for number, (q, r) in obstacles.items():
        if not arena.is_inside((q, r)):
            text = f"The obstacle {number}, [{q}, {r}], lies outside the walls: move it in, or take it out."
            yield _fault("bad_obstacle", text)


def _starts(arena: Arena, numbers: Sequence[int]) -> Iterator[ErrorDetail]:
    """Errors of each starting place, and places too near to an earlier one (RH-004, RH-085).

    `numbers` are their numbers in the document.
    """
    earlier: list[Hex] = []
    for number, start in zip(numbers, arena.starts, strict=True):
        if clause := _start_problem(arena, start):
            yield _fault("bad_starting_place", f"The starting place {number} {clause}.")
        if any(hex_distance(start.at, at) < LEAST_APART for at in earlier):
            text = f"The starting place {number} is nearer than {LEAST_APART} hexes to one before it: part them."
            yield _fault("bad_starting_place", text)
        earlier.append(start.at)


def _start_problem(arena: Arena, start: Start) -> str:
    """What is wrong with a starting place, as a clause; empty if nothing is.

    It must be open, face one of the six sides, and have two open steps ahead that lead toward the middle (RH-004,
    RH-085).
    """
    if not arena.is_open(start.at):
        return "is no open hex: move it"
    if start.facing not in range(len(STEP_BY_FACING)):
        return f"faces {start.facing}: give it a side from 0 to {len(STEP_BY_FACING) - 1}"
    along, down = STEP_BY_FACING[start.facing]
    ahead = [(start.at[0] + along * steps, start.at[1] + down * steps) for steps in (1, 2)]
    if any(not arena.is_open(cell) for cell in ahead):
        return "has no two open hexes ahead: turn it, or clear them"
    if distance_from_middle(ahead[-1]) != distance_from_middle(start.at) - len(ahead):
        return "does not face the middle: turn it"
    return ""


def _unreachable_starts(arena: Arena) -> Iterator[ErrorDetail]:
    """The starting places of an otherwise valid arena from which no path leads to the first one."""
    first = arena.starts[0].at
    reached, edge = {first}, [first]
    while edge:
        q, r = edge.pop()
        for along, down in STEP_BY_FACING:
            at = (q + along, r + down)
            if at not in reached and arena.is_open(at):
                reached.add(at)
                edge.append(at)
    for number, start in enumerate(arena.starts, start=1):
        if start.at not in reached:
            yield _fault("cut_off", f"No way leads from the starting place {number} to the first: open one.")
