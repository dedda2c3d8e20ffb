"""Temporary databases for measuring; the league's own database is never touched."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

LOCAL_SERVER = "postgres://postgres@127.0.0.1:5432/postgres"
CONNECT_SECONDS = 3
"""How many seconds to wait for a PostgreSQL server."""


class NoServer(ConnectionError):
    """No PostgreSQL server answers."""


def temporary_database(where: str) -> AbstractContextManager[dict[str, str]]:
    """Environment variables for `sqlite`, `postgresql` or `none`.

    Entering the context raises `NoServer` if there is none.
    """
    if where == "postgresql":
        return postgresql()
    return sqlite() if where == "sqlite" else nullcontext({})


@contextmanager
def sqlite() -> Iterator[dict[str, str]]:
    """Environment variables for a program that uses a new SQLite file."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        yield {"VAR_DIR": folder, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}


@contextmanager
def postgresql(server: str = "") -> Iterator[dict[str, str]]:
    """Environment variables for a program that uses a new PostgreSQL database.

    The database is created on `server`, on the one of DATABASE_URL, or on this machine. Raises `NoServer` if none
    answers.
    """
    database_url = os.environ.get("DATABASE_URL", "")
    address = server or (database_url if database_url.startswith("postgres") else LOCAL_SERVER)
    name = f"bench_{os.getpid()}_{secrets.token_hex(4)}"
    try:
        connection = psycopg.connect(address, autocommit=True, connect_timeout=CONNECT_SECONDS)
    except psycopg.OperationalError as error:
        raise NoServer(f"No PostgreSQL server answers: {error}") from None
    with connection, tempfile.TemporaryDirectory(prefix="bench-") as folder:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield {"VAR_DIR": folder, "DATABASE_URL": urlunsplit(urlsplit(address)._replace(path=f"/{name}"))}
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
