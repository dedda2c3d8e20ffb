"""Reads a track's file: rows of characters with a legend.

The characters of a row are its hexes from left to right; odd rows are half a hex further right, and a space is no
hex. Positions in the file are `[column, row]`, counted from 0. The result has axial hexes and may still have errors:
see `track_errors`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.quoted_text import printable_name, quote_value
from rules.core.readable_text import is_legible
from rules.core.refusals import Malformed
from rules.core.terms import LONGEST_NAME
from rules.dethmatch.ground.hexes import SIDES, Hex, hex_at, step

DEFAULT_SIGN = "."
"""The character of a plain hex of the track's surface, unless the legend says otherwise."""
NO_HEX = " "
TRACK_KINDS = ("circuit", "arena")
EDGES = ("wall", "run_off")
DIRECTION_DIGITS = frozenset("012345")
LARGEST_SIDE = 60
"""The most rows of a track, and the most characters in a row."""
LONGEST_LAP = 240
"""The most hexes of a guide line."""


class TrackUnreadable(Malformed):
    """The track's file does not have the form of a track."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackHex:
    """The contents of a hex. An empty `surface` means the track's, and a `rating` of None the surface's (DM-M-060).

    `obstacle` is the rating of an obstacle that can be driven over, or None (DM-M-059).
    """

    at: Hex
    surface: str = ""
    rating: int | None = None
    obstacle: int | None = None
    impassable: bool = False
    blocks_sight: bool = False
    pit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A place on the starting grid. Any team may take a place with an empty slot."""

    at: Hex
    facing: int
    slot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackFile:
    """A track as its file describes it.

    Cars cross the line in the direction `line_direction`. A circuit has checkpoints, a line and a closed guide line;
    an arena may have flags and a base for each slot.
    """

    id: str
    name: str
    kind: str
    surface: str
    edge: str
    hexes: tuple[TrackHex, ...]
    checkpoints: tuple[tuple[Hex, ...], ...] = ()
    line: tuple[Hex, ...] = ()
    line_direction: int = 0
    guide_line: tuple[Hex, ...] = ()
    start_grid: tuple[Start, ...] = ()
    flag_spawns: tuple[Hex, ...] = ()
    bases: Mapping[str, tuple[Hex, ...]]


class _TrackReader:
    """Reads a track's document and collects everything wrong with its form."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.wrong: list[str] = []

    def take(self, name: str, kind: type, default: Any) -> Any:
        """The member of that name, or the default and an error if it has another type."""
        value = self.document.get(name, default)
        if type(value) is kind:
            return value
        self.wrong.append(f"{name} must be {KIND_IN_WORDS[kind]}")
        return default

    def hex(self, value: object, where: str) -> Hex:
        """Read a `[column, row]` as a hex."""
        match value:
            case [int(column), int(row)] if row >= 0:
                return hex_at(column, row)
        self.wrong.append(f"{where} must be [column, row], not {quote_value(value)}")
        return 0, 0

    def hexes(self, value: object, where: str) -> tuple[Hex, ...]:
        """Read a list of `[column, row]` as hexes."""
        if isinstance(value, list):
            return tuple(self.hex(place, f"{where}, number {number}") for number, place in enumerate(value, start=1))
        self.wrong.append(f"{where} must be a list of [column, row]")
        return ()


KIND_IN_WORDS = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}
MEMBERS = frozenset(
    {
        "id", "name", "kind", "surface", "edge", "rows", "legend", "checkpoints", "line", "guide_line", "start_grid",
        "flag_spawns", "bases",
    }
)  # fmt: skip
HEX_MEMBERS: Mapping[str, type] = {
    "surface": str, "rating": int, "obstacle": int, "impassable": bool, "blocks_sight": bool, "pit": str,
}  # fmt: skip


def read_track(document: object) -> TrackFile:
    """Read a track's document. Raises `TrackUnreadable`, which names everything of the wrong form."""
    if not isinstance(document, Mapping):
        raise TrackUnreadable("The track cannot be read: it is not an object with members. Fix its file.")
    reader = _TrackReader(document)
    reader.wrong += [
        f"{quote_value(name)} is no member of a track" for name in sorted(map(str, set(document) - MEMBERS))
    ]
    legend = _legend(reader)
    line = reader.take("line", dict, {})
    track = TrackFile(
        id=_printable_text(reader, "id"),
        name=_printable_text(reader, "name"),
        kind=_word(reader, "kind", TRACK_KINDS),
        surface=reader.take("surface", str, ""),
        edge=_word(reader, "edge", EDGES),
        hexes=_hexes(reader, legend),
        checkpoints=tuple(
            reader.hexes(hexes, f"checkpoint {number}")
            for number, hexes in enumerate(reader.take("checkpoints", list, []), start=1)
        ),
        line=reader.hexes(line.get("hexes", []), "the line's hexes"),
        line_direction=_direction(reader, line.get("direction", 0), "the line's direction"),
        guide_line=_guide_line(reader),
        start_grid=_start_grid(reader),
        flag_spawns=reader.hexes(document.get("flag_spawns", []), "flag_spawns"),
        bases={
            slot: reader.hexes(hexes, f"the base of {printable_name(slot)}")
            for slot, hexes in sorted(reader.take("bases", dict, {}).items())
        },
    )
    if reader.wrong:
        raise TrackUnreadable(f"The track cannot be read: {'; '.join(reader.wrong)}. Fix its file.")
    return track


def _printable_text(reader: _TrackReader, name: str) -> str:
    """The id or name of a track, which must be printable in a line of a story."""
    value: str = reader.take(name, str, "")
    if len(value) <= LONGEST_NAME and is_legible(value):
        return value
    reader.wrong.append(f"{name} must be a text of {LONGEST_NAME} characters at most, each of which can be printed")
    return ""


def _word(reader: _TrackReader, name: str, words: tuple[str, ...]) -> str:
    value = reader.document.get(name, words[0])
    if value in words:
        return str(value)
    reader.wrong.append(f"{name} must be {' or '.join(words)}, not {quote_value(value)}")
    return words[0]


def _direction(reader: _TrackReader, value: object, where: str) -> int:
    if type(value) is int and 0 <= value < SIDES:
        return value
    reader.wrong.append(f"{where} must be a direction from 0 to 5, not {quote_value(value)}")
    return 0


def _legend(reader: _TrackReader) -> dict[str, dict[str, Any]]:
    legend: dict[str, dict[str, Any]] = {DEFAULT_SIGN: {}}
    for sign, contents in reader.take("legend", dict, {}).items():
        if len(sign) != 1 or sign == NO_HEX or not isinstance(contents, dict):
            reader.wrong.append(
                f"the legend's {quote_value(sign)} must be one character, not a space, and say what lies there"
            )
            continue
        legend[sign] = {}
        for name, value in contents.items():
            if type(value) is HEX_MEMBERS.get(name):
                legend[sign][name] = value
            else:
                reader.wrong.append(
                    f"the legend's {sign!r} says {name[:LONGEST_NAME]!r} is {quote_value(value)}, which no hex can be"
                )
    return legend


def _hexes(reader: _TrackReader, legend: Mapping[str, Mapping[str, Any]]) -> tuple[TrackHex, ...]:
    rows = reader.take("rows", list, [])
    if not all(isinstance(row, str) for row in rows):
        reader.wrong.append("rows must be texts, a character for each hex")
        return ()
    if len(rows) > LARGEST_SIDE or any(len(row) > LARGEST_SIDE for row in rows):
        reader.wrong.append(f"rows must be {LARGEST_SIDE} at most, of {LARGEST_SIDE} characters at most")
        return ()
    unknown = sorted({sign for row in rows for sign in row} - set(legend) - {NO_HEX})
    reader.wrong += [f"the sign {sign!r} is not in the legend" for sign in unknown]
    return tuple(
        TrackHex(at=hex_at(column, number), **legend.get(sign, {}))
        for number, row in enumerate(rows)
        for column, sign in enumerate(row)
        if sign != NO_HEX
    )


def _guide_line(reader: _TrackReader) -> tuple[Hex, ...]:
    """The hexes that the steps lead through, each once: the last step leads back to the first hex."""
    value = reader.take("guide_line", dict, {})
    if not value:
        return ()
    start = reader.hex(value.get("from"), "the start of guide_line")
    steps = value.get("steps")
    if not isinstance(steps, str) or set(steps) - DIRECTION_DIGITS or len(steps) > LONGEST_LAP:
        reader.wrong.append(
            f"the steps of guide_line must be a text of directions from 0 to 5, {LONGEST_LAP} at most"
        )
        return ()
    line = [start]
    for digit in steps:
        line.append(step(*line[-1], int(digit)))
    return tuple(line[:-1] if line[-1] == start else line)


def _start_grid(reader: _TrackReader) -> tuple[Start, ...]:
    starts = []
    for number, value in enumerate(reader.take("start_grid", list, []), start=1):
        where = f"place {number} of start_grid"
        match value:
            case [column, row, facing, str(slot)]:
                pass
            case [column, row, facing]:
                slot = ""
            case _:
                reader.wrong.append(f"{where} must be [column, row, facing] or [column, row, facing, slot]")
                continue
        starts.append(
            Start(
                at=reader.hex([column, row], where),
                facing=_direction(reader, facing, f"the facing of {where}"),
                slot=slot,
            )
        )
    return tuple(starts)
