"""The league room as an application."""

from __future__ import annotations

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """Names the room, and sets the sentences of its forms."""

    name = "league"

    def ready(self) -> None:
        """Bring the checks of the settings and of what is registered, which Django finds once they are imported.

        Forms say what is wrong with a value in the site's words.
        """
        import jobs.checks  # noqa: F401 - the models these three stand on are loaded by now
        import league.checks  # noqa: F401 - as above
        import sql.collation_check  # noqa: F401 - as above
        from league.plain_validation import use_plain_sentences

        use_plain_sentences()
