"""`manage.py migrate`: Django's own, with the system checks that a migration needs."""

from __future__ import annotations

from django.core.checks import Tags
from django.core.management.commands import migrate


class Command(migrate.Command):
    """Migrates a database after checking the models and the database.

    The checks left out, that of the URLs above all, import every view of the site and of its API. That takes longer
    than making the tables of an empty database and says nothing about it. `manage.py check` runs all of them.
    """

    requires_system_checks = [Tags.models, Tags.database]
