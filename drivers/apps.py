"""The drivers room as an application."""

from __future__ import annotations

from django.apps import AppConfig


class DriversConfig(AppConfig):
    """Names the room."""

    name = "drivers"
