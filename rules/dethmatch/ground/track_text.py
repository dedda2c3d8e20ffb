"""A track as text, for terminals and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.ground.track import OUTSIDE, Track

SURFACE_SIGNS = {
    "asphalt": "a",
    "concrete": "c",
    "dirt": "e",
    "gravel": "g",
    "debris": "d",
    "mud": "m",
    "snow": "s",
    "ice": "i",
}
ROAD, IMPASSABLE, LINE, CHECKPOINT, PIT, BASE, FLAG = ".", "#", "=", "+", "P", "B", "!"
IN_WORDS = {
    ROAD: "the road: {road}",
    IMPASSABLE: "impassable",
    LINE: "the line",
    CHECKPOINT: "checkpoint",
    PIT: "pit",
    BASE: "base",
    FLAG: "flag",
}


def text_map(track: Track, *, cars: Mapping[int, str] | None = None) -> str:
    """The map with one character for each hex and odd rows half a hex to the right, followed by a key.

    A digit is an obstacle of that rating. `cars` are the characters shown in place of a hex, by hex.
    """
    cars_by_hex = cars or {}
    width = max(column for column, _ in map(track.column_and_row, range(track.size))) + 1
    rows = max(row for _, row in map(track.column_and_row, range(track.size))) + 1
    lines, signs_used = [], set()
    for row in range(rows):
        signs = []
        for column in range(width):
            at = track.index.get(hex_at(column, row), OUTSIDE)
            sign = " " if at == OUTSIDE else cars_by_hex[at][:1] if at in cars_by_hex else _sign(track, at)
            signs.append(sign)
            signs_used.add(sign)
        lines.append((" " * (row % 2) + " ".join(signs)).rstrip())
    return "\n".join([track.name, "", *lines, "", *_key(track, signs_used)]) + "\n"


def _sign(track: Track, at: int) -> str:
    """The sign for the most important thing in a hex."""
    rating, surface = track.obstacle[at], track.surface[at]
    if track.impassable[at]:
        return IMPASSABLE
    if at in track.line:
        return LINE
    if at in track.flag_spawns:
        return FLAG
    if rating is not None:
        return str(min(rating, 9))
    if any(at in hexes for hexes in track.checkpoints):
        return CHECKPOINT
    if any(at in base for base in track.bases.values()):
        return BASE
    if track.pit[at]:
        return PIT
    return ROAD if surface == track.surface_of_road else SURFACE_SIGNS[surface]


def _key(track: Track, signs_used: set[str]) -> Iterator[str]:
    words = {sign: text.format(road=track.surface_of_road) for sign, text in IN_WORDS.items()}
    words |= {sign: surface for surface, sign in SURFACE_SIGNS.items()}
    yield from (f"{sign} {text}" for sign, text in words.items() if sign in signs_used)
    if any(sign.isdecimal() for sign in signs_used):
        yield "0 to 9 obstacle of that rating"
