"""The league room as an application."""

from __future__ import annotations

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Names the room."""

    name = "league"
