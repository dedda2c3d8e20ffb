"""`manage.py migrate`: Django's command with only the system checks that a migration needs."""

from __future__ import annotations

from typing import Any

from django.core.checks import Tags
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections

from league.management.cli_actor import BUSY_SENTENCE
from league.management.newer_database import require_current_release
from league.management.stoppable_command import StoppableCommand
from sql.busy_errors import is_busy


class Command(StoppableCommand, migrate.Command):
    """Migrates a database after checking the models and the database.

    The other checks, above all that of the URLs, import every view of the site. That takes longer than creating all
    tables and has no bearing on the database. `manage.py check` runs all of them.
    """

    if_stopped = (
        "Every migration that was made stands, and nothing of the one under way: give the same command again."
    )
    requires_system_checks = [Tags.models, Tags.database]

    def execute(self, *args: Any, **options: Any) -> Any:
        """Migrate. Raises `CommandError` if the database is busy for too long."""
        try:
            return super().execute(*args, **options)
        except OperationalError as error:
            if is_busy(error):
                raise CommandError(BUSY_SENTENCE) from None
            raise

    def handle(self, *args: Any, **options: Any) -> None:
        """Apply the migrations. Raises `CommandError` if the database was made by a newer release."""
        require_current_release(connections[options["database"]])
        super().handle(*args, **options)
