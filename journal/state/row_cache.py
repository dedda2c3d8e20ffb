"""Caches parsed rows of a season: a row that has not changed is not parsed again.

All rows are queried every time; only the result of parsing their text is cached. Most commands change a handful of a
season's hundreds of rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import msgspec
from django.db import models

from journal.state.tables import STATE_TABLES, IdPrefixes, Row, StateTable
from rules.core.canonical_json import json_bytes
from sql.cached_sql import cached_sql_texts

MOST_TABLES_CACHED = 32 * len(STATE_TABLES)
"""How many shelves a process caches: those of 32 seasons, of up to 1 MB each."""
TABLE_NUMBERS = {shelf: number for number, shelf in enumerate(STATE_TABLES)}


@dataclass(frozen=True, slots=True)
class CachedRow:
    """A parsed row: its text, its values, the thing of the state as JSON, and its line in the shelf's JSON."""

    text: str
    row: Row
    thing: bytes
    line: bytes


@dataclass(frozen=True, slots=True)
class TableContents:
    """The content of a shelf, by short id: the rows, the things they stand for, and the JSON of these.

    Do not change rows or JSON: they are shared with later readers.
    """

    rows: Mapping[str, Row]
    things: dict[str, Any]
    texts: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class _CachedTable:
    """The last content of a shelf: its texts, the parsed rows, and the JSON of all of them."""

    found: Sequence[tuple[str, str]] = ()
    meanings: Mapping[str, CachedRow] = field(default_factory=dict)
    rows: Mapping[str, Row] = field(default_factory=dict)
    texts: Mapping[str, bytes] = field(default_factory=dict)
    told: bytes = b"{}"


@dataclass(slots=True)
class _CacheSlot:
    """The cached table of one shelf of one season; replaced as a whole, since several threads may read it."""

    known: _CachedTable = field(default_factory=_CachedTable)


def load_tables(place: IdPrefixes, shelves: Sequence[StateTable]) -> dict[StateTable, TableContents]:
    """Load these shelves of a season in one query.

    The things are new objects every time, so that the rules may change them.
    """
    found: dict[StateTable, list[tuple[str, str]]] = {shelf: [] for shelf in shelves}
    for number, id, text in _rows(place.season, tuple(shelves)) if shelves else ():
        found[STATE_TABLES[number]].append((id, text))
    return {shelf: _table_contents(shelf, place, rows) for shelf, rows in found.items()}


def _table_contents(shelf: StateTable, place: IdPrefixes, found: Sequence[tuple[str, str]]) -> TableContents:
    slot = _cache_slot(place, shelf)
    known = slot.known
    if known.found != found:
        known = slot.known = _refresh_table(shelf, place, found, known.meanings)
    return TableContents(known.rows, _decoder(shelf.cls).decode(known.told), known.texts)


def _refresh_table(
    shelf: StateTable, place: IdPrefixes, found: Sequence[tuple[str, str]], meanings: Mapping[str, CachedRow]
) -> _CachedTable:
    refreshed, start = {}, len(place.season) + 1
    for row_id, text in found:
        id = row_id[start:]
        meaning = meanings.get(id)
        refreshed[id] = meaning if meaning is not None and meaning.text == text else _meaning(shelf, place, id, text)
    content = b",".join([cached.line for cached in refreshed.values()])
    rows, texts = (
        {id: cached.row for id, cached in refreshed.items()},
        {id: cached.thing for id, cached in refreshed.items()},
    )
    return _CachedTable(found, refreshed, rows, texts, b"{%b}" % content)


def _meaning(shelf: StateTable, place: IdPrefixes, id: str, text: str) -> CachedRow:
    row = shelf.parse_row(text)
    thing = json_bytes(shelf.thing_from_row(row, place))
    return CachedRow(text, row, thing, b"%b:%b" % (json_bytes(id), thing))


@lru_cache(maxsize=MOST_TABLES_CACHED)
def _cache_slot(_place: IdPrefixes, _shelf: StateTable) -> _CacheSlot:
    return _CacheSlot()


@cache
def _decoder(cls: type) -> msgspec.json.Decoder[dict[str, Any]]:
    return msgspec.json.Decoder(dict[str, cls])  # type: ignore[valid-type] # known when it runs


@cached_sql_texts
def _rows(season: str, shelves: tuple[StateTable, ...]) -> models.QuerySet[Any, Any]:
    first, *others = (shelf.rows_query(season, number=TABLE_NUMBERS[shelf]) for shelf in shelves)
    return first.union(*others, all=True) if others else first
