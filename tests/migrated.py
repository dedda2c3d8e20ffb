"""Databases that start migrated: the migrations run once for the current sources, and other databases are copies.

A SQLite file is copied from one in `tests.disk_cache`. A PostgreSQL server keeps a template database, and those of
other sources are dropped after a few days.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from filelock import FileLock
from psycopg import sql

from tests.disk_cache import CHECKOUT, SITE, digest, folder_of, read_or_make

TEMPLATES = "dethmetal_migrated_"
"""The prefix of the template databases' names."""
UNUSED = timedelta(days=2)


def sqlite_file() -> Path:
    """The path of the SQLite database that the others are copied from."""
    return read_or_make(SITE, "migrated.sqlite3", _make_file)


def copy_to_file(path: Path) -> None:
    """Create a migrated SQLite database at that path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(sqlite_file(), path)


def copy_to_connection(connection: sqlite3.Connection) -> None:
    """Fill a connection's empty SQLite database with the migrated tables."""
    with closing(sqlite3.connect(f"{sqlite_file().as_uri()}?mode=ro", uri=True)) as template:
        template.backup(connection)


def copy_on_server(server: str, name: str) -> None:
    """Create a migrated database of that name on a PostgreSQL server; `server` is a URL without a database name."""
    template = template_on(server)
    with _admin(server) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*map(sql.Identifier, (name, template))))


def template_on(server: str) -> str:
    """The name of the template on a PostgreSQL server, to which no connection is open; created if missing."""
    name = f"{TEMPLATES}{digest(SITE)}"
    with FileLock(folder_of(SITE) / "postgresql.lock"), _admin(server) as admin:
        used = _templates(admin).get(name)
        if used is None:
            _drop_unused(admin)
            _make_template(admin, server, name)
        if used != _today():
            _note_use(admin, name)
    return name


def _make_file(path: Path) -> None:
    migrate(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")  # so that a copy is one file, without a log beside it


def _make_template(admin: psycopg.Connection, server: str, name: str) -> None:
    """Create the template under another name, and rename it once it is complete."""
    unfinished = f"{name}_{os.getpid()}"
    admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(unfinished)))
    _note_use(admin, unfinished)
    migrate(f"{server}/{unfinished}")
    admin.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(*map(sql.Identifier, (unfinished, name))))


def migrate(database: str) -> None:
    """Migrate the database at that URL, as an installation does."""
    environment = {
        name: value for name, value in os.environ.items() if name not in {"REDIS_URL", "DJANGO_SETTINGS_MODULE"}
    }
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v", "0"],
        cwd=CHECKOUT,
        env={**environment, "DATABASE_URL": database, "SECRET_KEY": "only-for-tests"},
        check=True,
    )


def _templates(admin: psycopg.Connection) -> dict[str, str]:
    """The template databases of a server, each with the date it was last used."""
    rows = admin.execute(
        "SELECT datname, coalesce(shobj_description(oid, 'pg_database'), '') FROM pg_database WHERE datname LIKE %s",
        [f"{TEMPLATES}%"],
    )
    return dict(rows.fetchall())


def _note_use(admin: psycopg.Connection, name: str) -> None:
    admin.execute(sql.SQL("COMMENT ON DATABASE {} IS {}").format(sql.Identifier(name), sql.Literal(_today())))


def _drop_unused(admin: psycopg.Connection) -> None:
    for name, used in _templates(admin).items():
        if used and used < _today(before=UNUSED):
            admin.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


def _today(*, before: timedelta = timedelta()) -> str:
    return f"{datetime.now(tz=UTC) - before:%Y-%m-%d}"


def _admin(server: str) -> psycopg.Connection:
    return psycopg.connect(f"{server}/postgres", autocommit=True)
