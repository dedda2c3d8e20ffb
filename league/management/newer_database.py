"""A database of a newer release than this one: nothing of this one may read or write it."""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader


def require_current_release(database: BaseDatabaseWrapper) -> None:
    """Raise `CommandError` when migrations of our own were made in a database that this release does not know."""
    newer = unknown_migrations(database)
    if newer:
        named = ", ".join(newer)
        raise CommandError(
            f"This database was made by a newer release ({named}): update the site, or use another database."
        )


def unknown_migrations(database: BaseDatabaseWrapper) -> list[str]:
    """The migrations of our own apps, by app and name, that were made in a database and are not in this release."""
    ours = {config.label for config in apps.get_app_configs() if Path(config.path).parent == settings.BASE_DIR}
    loader = MigrationLoader(database)
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        known |= {*migration.replaces}
    made = loader.applied_migrations
    return [f"{app} {name}" for app, name in sorted(made) if app in ours and (app, name) not in known]
