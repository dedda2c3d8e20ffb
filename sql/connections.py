"""Commands to a database connection that concern no table."""

from __future__ import annotations

from django.db import connection


def require_answer() -> None:
    """Check that the database answers, whatever tables it has. Raises `DatabaseError` or `InterfaceError` if not.

    Reason: the ORM queries tables, and whether they exist is another question. `connection.is_usable()` checks
    nothing on SQLite, and on PostgreSQL says only that something is wrong.
    Figure: 0.1 (SQLite) to 0.3 (PostgreSQL) of what querying a row by the ORM takes.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def set_lock_timeout(patience: str) -> None:
    """Limit the wait for each lock in the rest of a transaction, as `10s`; SQLite always waits 20 seconds.

    Reason: the ORM has `nowait` and `skip_locked` for a query that itself locks rows, and no timeout. Rows on which a
    unique constraint waits are locked by no such query.
    Figure: nothing on SQLite, 0.3 of what querying a row by the ORM takes on PostgreSQL, once in a keyed request.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [patience])
