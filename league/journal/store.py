"""From tables to the pure season and back: read whole, written as the difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from league.journal.meanings import things_of
from league.journal.shelves import OWN, SHELVES, Place, Row, Shelf
from league.models import Season
from league.prepared import put
from rules.campaign import state

UPDATED = tuple(each.name for each in Season._meta.concrete_fields if not each.primary_key)
"""Every column of a season's own row but its id."""
Shelved = dict[str, dict[str, Row]]
"""Rows by shelf and short id, exactly as they stand in the tables."""


class RowLost(RuntimeError):
    """A rule took away something that is never deleted: a fault of the program."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A season as the tables have it, and the rows it was read from."""

    season: state.Season
    before: Shelved


def place_of(row: Season) -> Place:
    """Where the rows of that season live."""
    return Place(season=row.pk, league=row.league_id)


def load(row: Season, *, shelves: Iterable[Shelf] = SHELVES) -> Loaded:
    """Read a season: in one query all of its shelves unless some are named, in none the season's own row."""
    place = place_of(row)
    before: Shelved = {}
    things: dict[str, Any] = {}
    for shelf, (rows, made) in things_of(place, tuple(shelves)).items():
        before[shelf.attribute], things[shelf.attribute] = rows, made
    own = OWN.fields(tuple(getattr(row, name) for name in OWN.columns), place)
    return Loaded(state.Season(**own, **things), before)


def flatten(season: state.Season, place: Place) -> Shelved:
    """The rows a season would have."""
    return {
        shelf.attribute: {id: shelf.write(thing, place) for id, thing in getattr(season, shelf.attribute).items()}
        for shelf in SHELVES
    }


def save(row: Season, before: Shelved, season: state.Season, *, amended: bool = False) -> None:
    """Write what differs from `before`; sets the season's own fields on `row` and leaves saving it to the caller.

    Only where the season was `amended` may a thing be gone that no rule takes away, since it never came to be.
    """
    place = place_of(row)
    after = flatten(season, place)
    for shelf in SHELVES:
        was, now = before.get(shelf.attribute, {}), after[shelf.attribute]
        gone = sorted(was.keys() - now.keys())
        if gone:
            if not (shelf.perishable or amended):
                raise RowLost(f"{shelf.attribute}: {', '.join(gone)}")
            shelf.model._default_manager.filter(pk__in=[place.row(id) for id in gone]).delete()
        changed = [shelf.instance(id, now[id], place) for id in sorted(now) if was.get(id) != now[id]]
        if changed:
            put(changed, over=shelf.updated)
    for name, value in own_columns(season, place).items():
        setattr(row, name, value)


def own_columns(season: state.Season, place: Place) -> dict[str, Any]:
    """What the season's own row holds of the state, by column."""
    return dict(zip(OWN.columns, OWN.row(season, place), strict=True))


def differences(expected: state.Season, found: Shelved, place: Place) -> list[str]:
    """Which rows and columns differ from what they should be, in words, most telling first."""
    told = []
    should = flatten(expected, place)
    for shelf in SHELVES:
        was, now = should[shelf.attribute], found[shelf.attribute]
        for id in sorted(was.keys() | now.keys()):
            if id not in now:
                told.append(f"{shelf.model.__name__} {id} is gone")
            elif id not in was:
                told.append(f"{shelf.model.__name__} {id} was put there")
            else:
                told.extend(
                    f"{shelf.model.__name__} {id}: {name} is {is_now!r} and should be {was_then!r}"
                    for name, was_then, is_now in zip(shelf.names, was[id], now[id], strict=True)
                    if was_then != is_now
                )
    return told
