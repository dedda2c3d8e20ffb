"""The content of all league tables, to compare before and after."""

from __future__ import annotations

from typing import Any

from django.apps import apps


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the three league apps' tables, by table, ordered by primary key."""
    return {
        model._meta.db_table: [
            tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
            for row in model._default_manager.order_by("pk").values_list()
        ]
        for room in ("league", "drivers", "franchises")
        for model in apps.get_app_config(room).get_models()
    }
