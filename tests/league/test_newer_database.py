"""A database made by a newer release is neither migrated nor served."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from league.management.newer_database import unknown_migrations
from tests.league.test_bad_settings import ran
from tests.migrated import copy_to_file

SENTENCE = "This database was made by a newer release (league 0999_future): update the site, or use another database."


@pytest.mark.django_db
def test_a_database_of_this_release_holds_no_migration_it_does_not_know() -> None:
    assert unknown_migrations(connection) == []


@pytest.mark.django_db
def test_migrating_is_refused_where_a_newer_release_has_migrated() -> None:
    MigrationRecorder(connection).record_applied("league", "0999_future")
    MigrationRecorder(connection).record_applied("drivers", "0998_future")
    MigrationRecorder(connection).record_applied("somebody_elses", "0999_future")
    assert unknown_migrations(connection) == ["drivers 0998_future", "league 0999_future"]
    with pytest.raises(CommandError, match=r"newer release \(drivers 0998_future, league 0999_future\): update"):
        call_command("migrate", verbosity=0)


def test_such_a_database_is_not_served(tmp_path: Path) -> None:
    database = tmp_path / "league.sqlite3"
    copy_to_file(database)
    with closing(sqlite3.connect(database)) as connection_to_file, connection_to_file:
        connection_to_file.execute(
            "insert into django_migrations (app, name, applied) values ('league', '0999_future', '2030-01-01')"
        )
    code, output, errors = ran("serve", "--port", "8765", "--no-example", VAR_DIR=str(tmp_path))
    assert (code, output, errors) == (1, "", f"CommandError: {SENTENCE}\n")
