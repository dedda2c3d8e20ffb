"""Databases that begin migrated: the migrations run once for these sources, and every other database is a copy.

A SQLite file is copied from one in `tests.disk_cache`; a PostgreSQL server keeps a database of its own as a template,
and drops those of other sources after a few days.
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
"""What the names of the templates on a server begin with."""
UNUSED = timedelta(days=2)


def sqlite_file() -> Path:
    """The SQLite database that the others are copies of."""
    return read_or_make(SITE, "migrated.sqlite3", _make_file)


def copy_to_file(path: Path) -> None:
    """Make a migrated SQLite database at that path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(sqlite_file(), path)


def copy_to_connection(connection: sqlite3.Connection) -> None:
    """Fill the empty SQLite database of a connection."""
    with closing(sqlite3.connect(f"{sqlite_file().as_uri()}?mode=ro", uri=True)) as template:
        template.backup(connection)


def copy_on_server(server: str, name: str) -> None:
    """Make a migrated database of that name on a PostgreSQL server, whose address names no database."""
    template = template_on(server)
    with _admin(server) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*map(sql.Identifier, (name, template))))


def template_on(server: str) -> str:
    """The name of the template on a PostgreSQL server; nobody is connected to it."""
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
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode=DELETE")  # a copy is one file, without a log beside it


def _make_template(admin: psycopg.Connection, server: str, name: str) -> None:
    """It has its name only once it is whole."""
    unfinished = f"{name}_{os.getpid()}"
    admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(unfinished)))
    _note_use(admin, unfinished)
    migrate(f"{server}/{unfinished}")
    admin.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(*map(sql.Identifier, (unfinished, name))))


def migrate(database: str) -> None:
    """Migrate the database at that address, as an installation does."""
    kept = {name: value for name, value in os.environ.items() if name not in {"REDIS_URL", "DJANGO_SETTINGS_MODULE"}}
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v", "0"],
        cwd=CHECKOUT,
        env={**kept, "DATABASE_URL": database, "SECRET_KEY": "only-for-tests"},
        check=True,
    )


def _templates(admin: psycopg.Connection) -> dict[str, str]:
    """The templates of a server, each with the day on which it was used last."""
    found = admin.execute(
        "SELECT datname, coalesce(shobj_description(oid, 'pg_database'), '') FROM pg_database WHERE datname LIKE %s",
        [f"{TEMPLATES}%"],
    )
    return dict(found.fetchall())


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
