"""A track's file: rows of characters with a legend, and what is read from them.

A row's characters are its hexes from left to right, odd rows half a hex further right; a space is no hex. Places in
the file are `[column, row]`, counted from 0. What is read is axial, and is not yet a good track: see `track_errors`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.quoted_text import printable_name, quote_value
from rules.core.refusals import Malformed
from rules.core.terms import LONGEST_NAME
from rules.dethmatch.ground.hexes import SIDES, Hex, hex_at, step

DEFAULT_SIGN = "."
"""The character of a hex that is as its track is; a legend may say otherwise."""
NO_HEX = " "
TRACK_KINDS = ("circuit", "arena")
EDGES = ("wall", "run_off")
DIRECTION_DIGITS = frozenset("012345")
LARGEST_SIDE = 60
"""The most rows, and characters a row, of a track."""
LONGEST_LAP = 240
"""The most hexes of a guide line."""


class TrackUnreadable(Malformed):
    """The track's file does not have the form of a track."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackHex:
    """What lies in a hex; an empty surface is the track's own, a rating of None the surface's (DM-M-060).

    `obstacle` is the rating of one that can be driven over, None where there is none (DM-M-059).
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
    """A place of the starting grid; an empty slot is anybody's."""

    at: Hex
    facing: int
    slot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackFile:
    """A track as it was written down.

    `line_direction` is the direction in which the line is crossed; a circuit has checkpoints, a line and a closed
    guide line, an arena may have flags and a base for each slot.
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
    """The document under way, and everything found wrong with its form."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.wrong: list[str] = []

    def take(self, name: str, kind: type, default: Any) -> Any:
        """A member of that kind; its default, and a sentence, when it is of another."""
        given = self.document.get(name, default)
        if type(given) is kind:
            return given
        self.wrong.append(f"{name} must be {KIND_IN_WORDS[kind]}")
        return default

    def hex(self, given: object, where: str) -> Hex:
        """A `[column, row]` as a hex."""
        match given:
            case [int(column), int(row)] if row >= 0:
                return hex_at(column, row)
        self.wrong.append(f"{where} must be [column, row], not {quote_value(given)}")
        return 0, 0

    def hexes(self, given: object, where: str) -> tuple[Hex, ...]:
        """A list of them."""
        if isinstance(given, list):
            return tuple(self.hex(each, f"{where}, number {number}") for number, each in enumerate(given, start=1))
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
    """Read a track's document. Raises `TrackUnreadable`, which names everything that is of the wrong form."""
    if not isinstance(document, Mapping):
        raise TrackUnreadable("The track cannot be read: it is no object with members. Mend its file.")
    reading = _TrackReader(document)
    reading.wrong += [
        f"{quote_value(name)} is no member of a track" for name in sorted(map(str, set(document) - MEMBERS))
    ]
    legend = _legend(reading)
    line = reading.take("line", dict, {})
    track = TrackFile(
        id=_printable_text(reading, "id"),
        name=_printable_text(reading, "name"),
        kind=_word(reading, "kind", TRACK_KINDS),
        surface=reading.take("surface", str, ""),
        edge=_word(reading, "edge", EDGES),
        hexes=_hexes(reading, legend),
        checkpoints=tuple(
            reading.hexes(each, f"checkpoint {number}")
            for number, each in enumerate(reading.take("checkpoints", list, []), start=1)
        ),
        line=reading.hexes(line.get("hexes", []), "the line's hexes"),
        line_direction=_direction(reading, line.get("direction", 0), "the line's direction"),
        guide_line=_guide_line(reading),
        start_grid=_start_grid(reading),
        flag_spawns=reading.hexes(document.get("flag_spawns", []), "flag_spawns"),
        bases={
            slot: reading.hexes(hexes, f"the base of {printable_name(slot)}")
            for slot, hexes in sorted(reading.take("bases", dict, {}).items())
        },
    )
    if reading.wrong:
        raise TrackUnreadable(f"The track cannot be read: {'; '.join(reading.wrong)}. Mend its file.")
    return track


def _printable_text(reading: _TrackReader, name: str) -> str:
    """What a track is called, as it may stand in a line of a story."""
    given: str = reading.take(name, str, "")
    if len(given) <= LONGEST_NAME and given.isprintable():
        return given
    reading.wrong.append(f"{name} must be a text of {LONGEST_NAME} characters at most, each of which can be printed")
    return ""


def _word(reading: _TrackReader, name: str, words: tuple[str, ...]) -> str:
    given = reading.document.get(name, words[0])
    if given in words:
        return str(given)
    reading.wrong.append(f"{name} must be {' or '.join(words)}, not {quote_value(given)}")
    return words[0]


def _direction(reading: _TrackReader, given: object, where: str) -> int:
    if type(given) is int and 0 <= given < SIDES:
        return given
    reading.wrong.append(f"{where} must be a direction from 0 to 5, not {quote_value(given)}")
    return 0


def _legend(reading: _TrackReader) -> dict[str, dict[str, Any]]:
    legend: dict[str, dict[str, Any]] = {DEFAULT_SIGN: {}}
    for sign, means in reading.take("legend", dict, {}).items():
        if len(sign) != 1 or sign == NO_HEX or not isinstance(means, dict):
            reading.wrong.append(
                f"the legend's {quote_value(sign)} must be one character, not a space, and say what lies there"
            )
            continue
        legend[sign] = {}
        for name, given in means.items():
            if type(given) is HEX_MEMBERS.get(name):
                legend[sign][name] = given
            else:
                reading.wrong.append(
                    f"the legend's {sign!r} says {name[:LONGEST_NAME]!r} is {quote_value(given)}, which no hex can be"
                )
    return legend


def _hexes(reading: _TrackReader, legend: Mapping[str, Mapping[str, Any]]) -> tuple[TrackHex, ...]:
    rows = reading.take("rows", list, [])
    if not all(isinstance(row, str) for row in rows):
        reading.wrong.append("rows must be texts, a character for each hex")
        return ()
    if len(rows) > LARGEST_SIDE or any(len(row) > LARGEST_SIDE for row in rows):
        reading.wrong.append(f"rows must be {LARGEST_SIDE} at most, of {LARGEST_SIDE} characters at most")
        return ()
    unknown = sorted({sign for row in rows for sign in row} - set(legend) - {NO_HEX})
    reading.wrong += [f"the sign {sign!r} is not in the legend" for sign in unknown]
    return tuple(
        TrackHex(at=hex_at(column, number), **legend.get(sign, {}))
        for number, row in enumerate(rows)
        for column, sign in enumerate(row)
        if sign != NO_HEX
    )


def _guide_line(reading: _TrackReader) -> tuple[Hex, ...]:
    """The hexes the steps go through, the first once: the last step leads back to it."""
    given = reading.take("guide_line", dict, {})
    if not given:
        return ()
    start = reading.hex(given.get("from"), "the start of guide_line")
    steps = given.get("steps")
    if not isinstance(steps, str) or set(steps) - DIRECTION_DIGITS or len(steps) > LONGEST_LAP:
        reading.wrong.append(
            f"the steps of guide_line must be a text of directions from 0 to 5, {LONGEST_LAP} at most"
        )
        return ()
    line = [start]
    for each in steps:
        line.append(step(*line[-1], int(each)))
    return tuple(line[:-1] if line[-1] == start else line)


def _start_grid(reading: _TrackReader) -> tuple[Start, ...]:
    starts = []
    for number, given in enumerate(reading.take("start_grid", list, []), start=1):
        where = f"place {number} of start_grid"
        match given:
            case [column, row, facing, str(slot)]:
                pass
            case [column, row, facing]:
                slot = ""
            case _:
                reading.wrong.append(f"{where} must be [column, row, facing] or [column, row, facing, slot]")
                continue
        starts.append(
            Start(
                at=reading.hex([column, row], where),
                facing=_direction(reading, facing, f"the facing of {where}"),
                slot=slot,
            )
        )
    return tuple(starts)
