"""Warns of a PostgreSQL database that sorts text in another way than SQLite, so that lists would differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core import checks
from django.core.checks import CheckMessage, Tags, register
from django.db import connections

BYTE_ORDERS = ("C", "POSIX")
"""The collations that sort by bytes, as SQLite does, whatever encoding follows them (`C.UTF-8`)."""


@register(Tags.database)
def check_collation(databases: Iterable[str] | None = None, **_options: Any) -> list[CheckMessage]:
    """A warning for each PostgreSQL database whose collation does not sort by bytes.

    Reason: the ORM queries tables of the site, and the collation is in the catalog of PostgreSQL.
    Figure: 0.3 of what querying a row by the ORM takes, once when the site is migrated.
    """
    found: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT datcollate FROM pg_database WHERE datname = current_database()")
                (collation,) = cursor.fetchone()
            found.extend(collation_warnings(collation))
    return found


def collation_warnings(collation: str) -> list[CheckMessage]:
    """The warning about a collation, none if it sorts by bytes."""
    if collation.partition(".")[0] in BYTE_ORDERS:
        return []
    return [
        checks.Warning(
            f"The database sorts text by {collation}, so that lists come in another order than on SQLite.",
            hint="Make it with CREATE DATABASE name TEMPLATE template0 LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'.",
            id="sql.W001",
        )
    ]
