"""The order of tables by their foreign keys: rows are written after those they point at, and deleted before them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import models


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
