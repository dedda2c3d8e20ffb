"""Shelves: each joins an attribute of the season, a dataclass and a model by equal field names.

Ids in a season's state are short. The tables prefix them with the season's id, and identities with the league's.
A column that no field fills stops the program at import, so that nothing is silently lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, get_type_hints

import msgspec
from django.db import models
from django.db.models import NOT_PROVIDED
from django.db.models.functions import Cast

from drivers.models import Contract, Sheet
from franchises.models import Car, FranchiseSeason, Item, Offer, Sponsor, Trade
from league.models import LineUp, Match, Round, Season, Seat
from rules.campaign.core import state
from sql.expressions import json_text_list

Row = tuple[Any, ...]


class StateTableIncomplete(TypeError):
    """A field of the state has no column, or nothing fills a column: the program does not start."""


@dataclass(frozen=True, slots=True)
class IdPrefixes:
    """The prefixes of the ids of a season's rows."""

    season: str
    league: str

    def row_id(self, id: str) -> str:
        """The id of a season's row."""
        return f"{self.season}/{id}"

    def identity_id(self, id: str) -> str:
        """The id of the identity, a driver or franchise, behind it."""
        return f"{self.league}/{id}"


Converter = Callable[[Any, IdPrefixes], Any]
"""Converts a value between the state and its column, in one direction."""


def _id_to_row(value: Any, place: IdPrefixes) -> Any:
    return place.row_id(value) if value else None


def _id_from_row(value: Any, place: IdPrefixes) -> Any:
    return value[len(place.season) + 1 :] if value else ""


def _to_document(value: Any, _place: IdPrefixes) -> Any:
    return msgspec.to_builtins(value)


def _from_document(kind: Any) -> Converter:
    """A converter from a JSON column to the state, which always makes new lists and dicts."""
    return lambda value, _place: msgspec.convert(value, kind)


TEXT_PARSERS: dict[type[models.Field[Any, Any]], Callable[[str], Any]] = {
    models.BooleanField: lambda text: text in ("1", "true"),
    models.IntegerField: int,
    models.JSONField: msgspec.json.decode,
}
"""How to parse a value from its column's text, which is the same in every database."""


class ColumnMap:
    """The columns of a dataclass of the state, one for each field, and the conversion of their values."""

    def __init__(self, cls: type, model: type[models.Model], *, but: Container[str] = ()) -> None:
        hints = get_type_hints(cls)
        known = {column.name: column for column in model._meta.concrete_fields}
        self.names = [field.name for field in fields(cls) if field.name not in but]
        missing = [name for name in self.names if name not in known]
        if missing:
            raise StateTableIncomplete(f"{model.__name__} has no column for {', '.join(missing)} of {cls.__name__}")
        self.columns = [known[name].attname for name in self.names]
        self.kinds = [_field_class(known[name]) for name in self.names]
        converters = [(number, _converters(known[name], hints[name])) for number, name in enumerate(self.names)]
        self._into = [(number, pair[0]) for number, pair in converters if pair]
        self._from = [(number, pair[1]) for number, pair in converters if pair]
        self._values = attrgetter(*self.names)

    def fields_from_row(self, row: Row, place: IdPrefixes) -> dict[str, Any]:
        """The fields of the thing in a row, by name."""
        values = list(row)
        for number, come in self._from:
            values[number] = come(values[number], place)
        return dict(zip(self.names, values, strict=True))

    def row_from_thing(self, thing: Any, place: IdPrefixes) -> Row:
        """The column values of a thing of the state."""
        values = list(self._values(thing))
        for number, go in self._into:
            values[number] = go(values[number], place)
        return tuple(values)


def _field_class(column: Any) -> type[models.Field[Any, Any]]:
    """The field class of a column. Raises `StateTableIncomplete` if its text cannot be parsed back."""
    target = column.target_field if column.is_relation else column
    for kind in (*TEXT_PARSERS, models.CharField, models.TextField):
        if isinstance(target, kind):
            return kind
    raise StateTableIncomplete(f"{column.model.__name__}.{column.name} holds what a shelf cannot")


def _converters(column: Any, kind: Any) -> tuple[Converter, Converter] | None:
    """The converters of a column, to the row and back; None if its values need no conversion."""
    if column.name == "id" or column.is_relation:
        return _id_to_row, _id_from_row
    if isinstance(column, models.JSONField):
        return _to_document, _from_document(kind)
    return None


class StateTable:
    """A shelf: one kind of thing in the state and in its table.

    `links` are columns derived from the id: `identity` points at the row of the league, `same` repeats the id.
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
        self._kept = ColumnMap(cls, model)
        self.names, self.columns = self._kept.names, self._kept.columns
        self._come = [
            (number, TEXT_PARSERS[kind]) for number, kind in enumerate(self._kept.kinds) if kind in TEXT_PARSERS
        ]
        self.filled = (*self.columns, "season_id", *(f"{name}_id" for name in self.links))
        self.updated = [name for name in self.columns if name != "id"]
        known = {*self.names, *self.links, "season"}
        unfilled = [
            column.name
            for column in model._meta.concrete_fields
            if column.name not in known
            and not column.null
            and not getattr(column, "generated", False)
            and getattr(column, "db_default", NOT_PROVIDED) is NOT_PROVIDED
        ]
        if unfilled:
            raise StateTableIncomplete(f"nothing fills {', '.join(unfilled)} of {model.__name__}")

    def rows_query(self, season: str, *, number: int) -> models.QuerySet[Any, Any]:
        """The rows of a season: the shelf's number, the id, and all columns as one JSON list of strings."""
        text = models.TextField()
        rows = self.model._default_manager.filter(season_id=season).order_by()
        cast = Cast(json_text_list(*(Cast(name, text) for name in self.columns)), text)
        return rows.annotate(shelf=models.Value(number), told=cast).values_list("shelf", "id", "told")

    def parse_row(self, text: str) -> Row:
        """Parse a row from such a JSON list."""
        values: list[Any] = msgspec.json.decode(text)
        for number, come in self._come:
            if values[number] is not None:
                values[number] = come(values[number])
        return tuple(values)

    def thing_from_row(self, row: Row, place: IdPrefixes) -> Any:
        """A thing of the state from its column values."""
        return self.cls(**self._kept.fields_from_row(row, place))

    def row_from_thing(self, thing: Any, place: IdPrefixes) -> Row:
        """The column values of a thing of the state."""
        return self._kept.row_from_thing(thing, place)

    def full_row(self, id: str, row: Row, place: IdPrefixes) -> Row:
        """A row to save: the values of the `filled` columns."""
        links = [place.identity_id(id) if kind == "identity" else place.row_id(id) for kind in self.links.values()]
        return (*row, place.season, *links)


STATE_TABLES = (
    StateTable("franchises", state.Franchise, FranchiseSeason, links={"identity": "identity"}),
    StateTable("drivers", state.Driver, Sheet, links={"person": "identity"}),
    StateTable("contracts", state.Contract, Contract, links={"sheet": "same"}, perishable=True),
    StateTable("cars", state.Car, Car),
    StateTable("sponsors", state.Sponsor, Sponsor, perishable=True),
    StateTable("items", state.Item, Item, perishable=True),
    StateTable("rounds", state.Round, Round),
    StateTable("matches", state.Match, Match),
    StateTable("line_ups", state.LineUp, LineUp),
    StateTable("seats", state.Seat, Seat, perishable=True),
    StateTable("offers", state.Offer, Offer, perishable=True),
    StateTable("trades", state.Trade, Trade, perishable=True),
)

SEASON_COLUMNS = ColumnMap(state.Season, Season, but={shelf.attribute for shelf in STATE_TABLES})
"""The state that is on the season's own row."""


def sort_by_dependency(tables: Collection[type[models.Model]]) -> list[type[models.Model]]:
    """Sort tables after those that their rows point at. Raises `TypeError` for a cycle."""
    waiting, ordered = list(tables), list[type[models.Model]]()
    while waiting:
        ready = [model for model in waiting if not points_at(model) & (set(waiting) - {model})]
        if not ready:
            raise TypeError(f"Rows of {', '.join(model.__name__ for model in waiting)} point at one another.")
        ordered += ready
        waiting = [model for model in waiting if model not in ready]
    return ordered


def points_at(model: type[models.Model]) -> set[type[models.Model]]:
    """The tables that rows of this one point at."""
    return {target(field) for field in relations(model)}


def relations(model: type[models.Model]) -> list[Any]:
    """The columns by which rows of a table point at others."""
    return [field for field in model._meta.concrete_fields if field.is_relation]


def target(field: Any) -> type[models.Model]:
    """The table that such a column points at."""
    found: type[models.Model] = field.remote_field.model
    return found
