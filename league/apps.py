"""The league room as an application."""

from __future__ import annotations

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Names the room."""

    name = "league"

    def ready(self) -> None:
        """Bring the checks of the settings and of what is registered, which Django finds once they are imported."""
        import jobs.checks  # noqa: F401 - the models these three stand on are loaded by now
        import league.login_checks
        import league.registration_checks  # noqa: F401 - as above
