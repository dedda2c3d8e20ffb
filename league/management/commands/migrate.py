"""`manage.py migrate`: Django's own, with the system checks that a migration needs."""

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

    The checks left out, that of the URLs above all, import every view of the site and of its API. That takes longer
    than making the tables of an empty database and says nothing about it. `manage.py check` runs all of them.
    """

    if_stopped = (
        "Every migration that was made stands, and nothing of the one under way: give the same command again."
    )
    requires_system_checks = [Tags.models, Tags.database]

    def execute(self, *args: Any, **options: Any) -> Any:
        """Migrate. Raises `CommandError` where the database is busy for too long."""
        try:
            return super().execute(*args, **options)
        except OperationalError as no:
            if is_busy(no):
                raise CommandError(BUSY_SENTENCE) from None
            raise

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the migrations. Raises `CommandError` where a newer release made the database."""
        require_current_release(connections[options["database"]])
        super().handle(*args, **options)
