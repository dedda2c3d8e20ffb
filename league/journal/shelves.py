"""Shelves: one for each (attribute of the season, dataclass, model), joined by equal field names.

Ids in a season's state are short; the tables put the season's id before them, the league's before identities.
A column that no field fills stops the program at import, so that nothing is silently left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, get_type_hints

import msgspec
from django.db import models
from django.db.models import NOT_PROVIDED

from drivers.models import Contract, Sheet
from franchises.models import Car, FranchiseSeason, Sponsor
from league.models import LineUp, Match, Round, Season, Seat
from rules.campaign import state

Row = tuple[Any, ...]


class ShelfIncomplete(TypeError):
    """A field of the state has no column, or a column nothing fills: the program does not start."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a season's rows live: the prefixes of their ids."""

    season: str
    league: str

    def row(self, id: str) -> str:
        """The id of a season's row."""
        return f"{self.season}/{id}"

    def identity(self, id: str) -> str:
        """The id of the person or franchise behind it."""
        return f"{self.league}/{id}"


def _as_it_is(value: Any, _place: Place) -> Any:
    return value


def _converter(kind: Any) -> Callable[[Any, Place], Any]:
    """A column of JSON as the state holds it: new lists and dicts, never those the row was read with."""
    return lambda value, _place: msgspec.convert(value, kind)


class Shelf:
    """One kind of thing: how it stands in the state and how in its table.

    `links` are columns made from the id alone: `identity` points at the row of the league, `same` repeats the id.
    Only a `perishable` kind may lose rows.
    """

    def __init__(
        self,
        attribute: str,
        cls: type,
        model: type[models.Model],
        *,
        links: Mapping[str, str] | None = None,
        perishable: bool = False,
    ) -> None:
        self.attribute, self.cls, self.model, self.perishable = attribute, cls, model, perishable
        self.links = dict(links or {})
        hints = get_type_hints(cls)
        columns = {each.name: each for each in model._meta.concrete_fields}
        self.names = [each.name for each in fields(cls)]
        missing = [name for name in self.names if name not in columns]
        if missing:
            raise ShelfIncomplete(f"{model.__name__} has no column for {', '.join(missing)} of {cls.__name__}")
        self.columns = [columns[name].attname for name in self.names]
        self._into: list[Callable[[Any, Place], Any]] = []
        self._from: list[Callable[[Any, Place], Any]] = []
        for name in self.names:
            column = columns[name]
            if name == "id" or column.is_relation:
                self._into.append(lambda value, place: place.row(value) if value else None)
                self._from.append(lambda value, place: value[len(place.season) + 1 :] if value else "")
            elif isinstance(column, models.JSONField):
                self._into.append(lambda value, _place: msgspec.to_builtins(value))
                self._from.append(_converter(hints[name]))
            else:
                self._into.append(_as_it_is)
                self._from.append(_as_it_is)
        self.updated = [name for name in self.columns if name != "id"]
        known = {*self.names, *self.links, "season"}
        unfilled = [
            name
            for name, column in columns.items()
            if name not in known
            and not column.null
            and not getattr(column, "generated", False)
            and getattr(column, "db_default", NOT_PROVIDED) is NOT_PROVIDED
        ]
        if unfilled:
            raise ShelfIncomplete(f"nothing fills {', '.join(unfilled)} of {model.__name__}")

    def read(self, row: Row, place: Place) -> Any:
        """A thing of the state from the values of its columns."""
        return self.cls(
            **{name: come(value, place) for name, come, value in zip(self.names, self._from, row, strict=True)}
        )

    def write(self, thing: Any, place: Place) -> Row:
        """The values of its columns from a thing of the state."""
        return tuple(go(getattr(thing, name), place) for name, go in zip(self.names, self._into, strict=True))

    def instance(self, id: str, row: Row, place: Place) -> models.Model:
        """A row to save."""
        made = self.model(season_id=place.season, **dict(zip(self.columns, row, strict=True)))
        for name, kind in self.links.items():
            setattr(made, f"{name}_id", place.identity(id) if kind == "identity" else place.row(id))
        return made


SHELVES = (
    Shelf("franchises", state.Franchise, FranchiseSeason, links={"identity": "identity"}),
    Shelf("drivers", state.Driver, Sheet, links={"person": "identity"}),
    Shelf("contracts", state.Contract, Contract, links={"sheet": "same"}),
    Shelf("cars", state.Car, Car),
    Shelf("sponsors", state.Sponsor, Sponsor, perishable=True),
    Shelf("rounds", state.Round, Round),
    Shelf("matches", state.Match, Match),
    Shelf("line_ups", state.LineUp, LineUp),
    Shelf("seats", state.Seat, Seat, perishable=True),
)

SEASON_FIELDS = tuple(
    each.name for each in fields(state.Season) if each.name not in {shelf.attribute for shelf in SHELVES}
)
"""What stands on the season's own row."""

_lost = [name for name in SEASON_FIELDS if name not in {each.name for each in Season._meta.concrete_fields}]
if _lost:
    raise ShelfIncomplete(f"Season has no column for {', '.join(_lost)}")
