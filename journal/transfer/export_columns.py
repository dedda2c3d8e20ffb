"""Converts the columns of a row to their form in an export, and back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from journal.transfer.season_export import utc_isoformat
from rules.core.refusals import Malformed

JSON_TYPES: tuple[tuple[type[models.Field[Any, Any]], type], ...] = (
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.DateTimeField, str),
    (models.BinaryField, str),
    (models.CharField, str),
    (models.TextField, str),
)
"""The JSON type of each kind of column."""
FIRST_YEAR, LAST_YEAR = 1, 9999
"""The years in which a conversion to another time zone may overflow."""


def columns_of(row: models.Model, *, but: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The columns of a row for JSON, without its key and those in `but`; times in UTC."""
    columns = {}
    for column in row._meta.concrete_fields:
        if column.name in but or column.name == "id":
            continue
        value = getattr(row, column.attname)
        columns[column.attname] = utc_isoformat(value) if isinstance(value, datetime) else value
    return columns


def columns_from(model: type[models.Model], document: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a row from its export, with parsed times; unknown columns are ignored.

    Raises `Malformed` for an invalid value.
    """
    known = {field.attname: field for field in model._meta.concrete_fields}
    return {name: _value(known[name], value) for name, value in document.items() if name in known}


def require_value(document: Mapping[str, Any], name: str, kind: type = str) -> Any:
    """The value of that name in an exported row. Raises `Malformed` if it is missing or of another type."""
    value = document.get(name)
    if type(value) is not kind:
        raise Malformed(f"a row has no {name}")
    return value


def _value(column: Any, value: Any) -> Any:
    """Convert a value from JSON for its column. Raises `Malformed`."""
    target = column.target_field if column.is_relation else column
    kind: type | None = next((kind for of, kind in JSON_TYPES if isinstance(target, of)), None)
    if kind is None or (value is None and column.null):
        return value
    try:
        if type(value) is not kind or (isinstance(value, str) and "\0" in value):
            raise ValueError
        converted = column.to_python(value)
        column.run_validators(converted)
        if column.choices and converted and converted not in dict(column.flatchoices):
            raise ValueError
        if isinstance(target, models.DateTimeField):
            _refuse_unzoned(converted)
    except (ValidationError, ValueError, OverflowError):
        raise Malformed(f"{str(value)[:60]!r} is no {column.attname} of {column.model.__name__}") from None
    return converted


def _refuse_unzoned(at: datetime) -> None:
    """Raise `ValueError` for a time without a zone, or one that may overflow in another zone."""
    if at.tzinfo is None or not FIRST_YEAR < at.year < LAST_YEAR:
        raise ValueError
