"""The league room as an application."""

from __future__ import annotations

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Names the room."""

    name = "league"

    def ready(self) -> None:
        """Bring the checks of the settings and of what is registered, which Django finds once they are imported."""
        from jobs import checks  # noqa: F401 - the same
        from league import log_in_checks, registration_checks  # noqa: F401 - the models it stands on are loaded by now
