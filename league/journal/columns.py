"""The columns of a row as an export holds them, and a row's columns from what an export holds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import models

from league.journal.export import instant


def columns_of(row: models.Model, *, but: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The columns of a row as JSON holds them, without its key and those in `but`; times in UTC."""
    made = {}
    for column in row._meta.concrete_fields:
        if column.name in but or column.name == "id":
            continue
        value = getattr(row, column.attname)
        made[column.attname] = instant(value) if isinstance(value, datetime) else value
    return made


def columns_from(model: type[models.Model], document: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a row from the export of it, times as times; what the model does not know is passed over.

    Raises `ValidationError` for what is no value of its column.
    """
    known = {each.attname: each for each in model._meta.concrete_fields}
    return {name: known[name].to_python(value) for name, value in document.items() if name in known}
