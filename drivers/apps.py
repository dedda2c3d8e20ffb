"""Configuration of the drivers app."""

from __future__ import annotations

from django.apps import AppConfig


class DriversConfig(AppConfig):
    """The drivers app."""

    name = "drivers"
