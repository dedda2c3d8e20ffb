"""Converts between tables and the pure season: loads it whole, saves only differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from journal.state.row_cache import load_tables
from journal.state.tables import SEASON_COLUMNS, STATE_TABLES, IdPrefixes, Row, StateTable
from league.models import Season
from rules.campaign.core import state
from rules.core.canonical_json import json_bytes
from sql.bulk import upsert_values

SAVED_COLUMNS = tuple(
    field.name for field in Season._meta.concrete_fields if not field.primary_key and field.name != "title"
)
"""Every column of a season's own row but its id, and its title, which is the league's."""
RowsByTable = Mapping[str, Mapping[str, Row]]
"""Rows by shelf and short id, exactly as they are in the tables."""
TextsByTable = Mapping[str, Mapping[str, bytes]]
"""The JSON of things of the state by shelf and short id."""


class RowLost(RuntimeError):
    """A rule removed something that is never deleted: a bug in the program."""


@dataclass(frozen=True, slots=True)
class LoadedSeason:
    """A season from the tables, the rows it was loaded from, and the JSON of the thing in each row."""

    season: state.Season
    before: RowsByTable
    texts: TextsByTable


def id_prefixes_of(row: Season) -> IdPrefixes:
    """The id prefixes of the rows of that season."""
    return IdPrefixes(season=row.pk, league=row.league_id)


def load(row: Season, *, shelves: Iterable[StateTable] = STATE_TABLES) -> LoadedSeason:
    """Load a season: all its shelves, or some of them, in one query; its own row needs none."""
    place = id_prefixes_of(row)
    found = {shelf.attribute: table for shelf, table in load_tables(place, tuple(shelves)).items()}
    own = SEASON_COLUMNS.fields_from_row(tuple(getattr(row, name) for name in SEASON_COLUMNS.columns), place)
    things: dict[str, Any] = {name: contents.things for name, contents in found.items()}
    season = state.Season(**own, **things)
    before, texts = ({name: getattr(contents, of) for name, contents in found.items()} for of in ("rows", "texts"))
    return LoadedSeason(season, before, texts)


def flatten(season: state.Season, place: IdPrefixes) -> RowsByTable:
    """The rows that a season should have."""
    return {
        shelf.attribute: {
            id: shelf.row_from_thing(thing, place) for id, thing in getattr(season, shelf.attribute).items()
        }
        for shelf in STATE_TABLES
    }


def save(row: Season, season: state.Season, *, over: LoadedSeason | None = None, amended: bool = False) -> None:
    """Write what differs from the rows in `over`, or everything if it is None.

    Sets the season's own fields on `row`, which the caller must save. Things that no rule removes may only be gone
    if the season was `amended`.
    """
    place = id_prefixes_of(row)
    for shelf in STATE_TABLES:
        now = getattr(season, shelf.attribute)
        was, texts = (over.before[shelf.attribute], over.texts[shelf.attribute]) if over else ({}, {})
        removed = sorted(was.keys() - now.keys())
        if removed:
            if not (shelf.perishable or amended):
                raise RowLost(f"{shelf.attribute}: {', '.join(removed)}")
            shelf.model._default_manager.filter(pk__in=[place.row_id(id) for id in removed]).delete()
        rows = [
            (id, shelf.row_from_thing(now[id], place)) for id in sorted(now) if texts.get(id) != json_bytes(now[id])
        ]
        changed = [shelf.full_row(id, values, place) for id, values in rows if was.get(id) != values]
        upsert_values(shelf.model, shelf.filled, changed, over=shelf.updated)
    for name, value in own_columns(season, place).items():
        setattr(row, name, value)


def own_columns(season: state.Season, place: IdPrefixes) -> dict[str, Any]:
    """The columns of the season's own row that belong to the state, with their values."""
    return dict(zip(SEASON_COLUMNS.columns, SEASON_COLUMNS.row_from_thing(season, place), strict=True))


def table_differences(expected: state.Season, found: RowsByTable, place: IdPrefixes) -> list[str]:
    """The rows and columns that differ from the expected state, in words, by shelf and id."""
    differences = []
    expected_rows = flatten(expected, place)
    for shelf in STATE_TABLES:
        was, now = expected_rows[shelf.attribute], found[shelf.attribute]
        for id in sorted(was.keys() | now.keys()):
            if id not in now:
                differences.append(f"{shelf.model.__name__} {id} is gone")
            elif id not in was:
                differences.append(f"{shelf.model.__name__} {id} was put there")
            else:
                differences.extend(
                    f"{shelf.model.__name__} {id}: {name} is {is_now!r} and should be {was_then!r}"
                    for name, was_then, is_now in zip(shelf.names, was[id], now[id], strict=True)
                    if was_then != is_now
                )
    return differences


BY_ATTRIBUTE = {shelf.attribute: shelf for shelf in STATE_TABLES}


def load_partially(row: Season, *attributes: str) -> state.Season:
    """The season with only these shelves, such as `franchises`; the others are empty.

    Rules applied to it must read no other shelf. Raises `KeyError` for an unknown shelf.
    """
    return load(row, shelves=[BY_ATTRIBUTE[attribute] for attribute in attributes]).season
