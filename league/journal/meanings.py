"""What the rows of a season mean, remembered: a row that says what it said before is not made out a second time.

The tables are asked every time and for every row; remembered is only what such a text stands for. Most of what
happens in a season changes a handful of its hundreds of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import msgspec
from django.db import models

from league.journal.shelves import SHELVES, Place, Row, Shelf
from league.prepared import prepared_texts

REMEMBERED = 32 * len(SHELVES)
"""Shelves of rows that are kept in a process: those of 32 seasons, of up to 1 MB each."""
NUMBERS = {shelf: number for number, shelf in enumerate(SHELVES)}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a row's text stands for: the row, and the thing of the state as a line of its shelf's JSON."""

    text: str
    row: Row
    line: bytes


@dataclass(slots=True)
class _Kept:
    meanings: dict[str, Meaning] = field(default_factory=dict)


def things_of(place: Place, shelves: Sequence[Shelf]) -> dict[Shelf, tuple[dict[str, Row], dict[str, Any]]]:
    """The rows of a season on each of those shelves and the things they stand for, by short id, in one query.

    The things are new ones every time, for the rules to change as they like.
    """
    found: dict[Shelf, list[tuple[str, str]]] = {shelf: [] for shelf in shelves}
    for number, id, text in _rows(place.season, tuple(shelves)) if shelves else ():
        found[SHELVES[number]].append((id, text))
    return {shelf: _made_out(shelf, place, rows) for shelf, rows in found.items()}


def _made_out(shelf: Shelf, place: Place, found: Sequence[tuple[str, str]]) -> tuple[dict[str, Row], dict[str, Any]]:
    kept = _remembered(place, shelf)
    known, now, start = kept.meanings, {}, len(place.season) + 1
    for whole, text in found:
        id = whole[start:]
        meaning = known.get(id)
        now[id] = meaning if meaning is not None and meaning.text == text else _meaning(shelf, place, id, text)
    kept.meanings = now
    told = b",".join(each.line for each in now.values())
    return {id: each.row for id, each in now.items()}, _decoder(shelf.cls).decode(b"{%b}" % told)


def _meaning(shelf: Shelf, place: Place, id: str, text: str) -> Meaning:
    row = shelf.told(text)
    line = b"%b:%b" % (msgspec.json.encode(id), msgspec.json.encode(shelf.read(row, place)))
    return Meaning(text, row, line)


@lru_cache(maxsize=REMEMBERED)
def _remembered(_place: Place, _shelf: Shelf) -> _Kept:
    return _Kept()


@cache
def _decoder(cls: type) -> msgspec.json.Decoder[dict[str, Any]]:
    return msgspec.json.Decoder(dict[str, cls])  # type: ignore[valid-type] # known when it runs


@prepared_texts
def _rows(season: str, shelves: tuple[Shelf, ...]) -> models.QuerySet[Any, Any]:
    first, *others = (shelf.asked(season, number=NUMBERS[shelf]) for shelf in shelves)
    return first.union(*others, all=True) if others else first
