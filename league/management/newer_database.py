"""Detects a database that was made by a newer release, which this one must not read or write."""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader


def require_current_release(database: BaseDatabaseWrapper) -> None:
    """Raise `CommandError` if the database has migrations of our apps that this release does not know."""
    unknown = unknown_migrations(database)
    if unknown:
        names = ", ".join(unknown)
        raise CommandError(
            f"This database was made by a newer release ({names}): update the site, or use another database."
        )


def unknown_migrations(database: BaseDatabaseWrapper) -> list[str]:
    """Applied migrations of our own apps that this release does not have, as "app name"."""
    own_apps = {config.label for config in apps.get_app_configs() if Path(config.path).parent == settings.BASE_DIR}
    loader = MigrationLoader(database)
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        known |= {*migration.replaces}
    applied = loader.applied_migrations
    return [f"{app} {name}" for app, name in sorted(applied) if app in own_apps and (app, name) not in known]
