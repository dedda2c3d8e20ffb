"""A database that starts migrated lacks nothing the migrations would make, and outdated templates are dropped."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests import migrated

PARTS = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"


def is_migrated(database: str) -> bool:
    """Whether the migrations find nothing to do in the database at that URL."""
    completed = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--check"],
        cwd=migrated.CHECKOUT,
        env={**os.environ, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode in (0, 1), completed.stderr
    return completed.returncode == 0


def parts(database: Path) -> list[tuple[str, ...]]:
    """The definition of every table and index of a SQLite database."""
    with closing(sqlite3.connect(database)) as database_connection:
        return database_connection.execute(PARTS).fetchall()


@pytest.mark.django_db
def test_the_database_of_this_run_is_migrated() -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.mark.long
def test_a_copy_is_what_the_migrations_make(tmp_path: Path) -> None:
    copy, anew = tmp_path / "copy.sqlite3", tmp_path / "anew.sqlite3"
    migrated.copy_to_file(copy)
    migrated.migrate(f"sqlite:///{anew}")
    assert parts(copy) == parts(anew)
    assert len(parts(copy)) > 100
    for table in ("django_migrations", "django_content_type", "auth_permission"):
        with closing(sqlite3.connect(copy)) as copied, closing(sqlite3.connect(anew)) as migrated_anew:
            columns = [
                column[1] for column in copied.execute(f"PRAGMA table_info({table})") if column[1] != "applied"
            ]
            statement = f"SELECT {', '.join(columns)} FROM {table} ORDER BY id"  # noqa: S608 - named above
            assert copied.execute(statement).fetchall() == migrated_anew.execute(statement).fetchall()


@pytest.mark.long
def test_a_database_that_is_not_migrated_is_seen_to_be_none(tmp_path: Path) -> None:
    migrated.copy_to_file(tmp_path / "copy.sqlite3")
    assert is_migrated(f"sqlite:///{tmp_path}/copy.sqlite3")
    assert not is_migrated(f"sqlite:///{tmp_path}/empty.sqlite3")


@pytest.mark.postgres
@pytest.mark.long
def test_a_copy_on_a_server_is_migrated(postgres_url: str) -> None:
    assert is_migrated(postgres_url)


@pytest.mark.postgres
def test_a_template_of_other_sources_is_dropped_once_nobody_used_it_for_days(postgres_url: str) -> None:
    server = postgres_url.rpartition("/")[0]
    now = datetime.now(tz=UTC)
    names = {f"{migrated.TEMPLATES}test_{os.getpid()}_{days}": now - timedelta(days=days) for days in (0, 1, 9)}
    with migrated._admin(server) as admin:
        for name, used in names.items():
            admin.execute(f'CREATE DATABASE "{name}"')
            admin.execute(f"COMMENT ON DATABASE \"{name}\" IS '{used:%Y-%m-%d}'")
        try:
            migrated._drop_unused(admin)
            assert sorted(names.keys() & migrated._templates(admin).keys()) == sorted(names)[:2]
            assert migrated.template_on(server) in migrated._templates(admin)
        finally:
            for name in names:
                admin.execute(f'DROP DATABASE IF EXISTS "{name}"')
