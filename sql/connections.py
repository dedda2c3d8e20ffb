"""What a connection to the database is asked or told beside its tables."""

from __future__ import annotations

from django.db import connection


def require_answer() -> None:
    """Have the database answer, whatever tables it has. Raises `DatabaseError` or `InterfaceError` where it does not.

    Reason: the ORM asks tables, and whether they are there is the next question. `connection.is_usable()` asks
    nothing on SQLite, and says on PostgreSQL only that something is wrong.
    Figure: 0.1 (SQLite) to 0.3 (PostgreSQL) of what asking for a row by the ORM takes.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def set_lock_timeout(patience: str) -> None:
    """Have the rest of a transaction wait so long for each lock, as `10s`; on SQLite nothing, which waits 20 seconds.

    Reason: the ORM knows `nowait` and `skip_locked` of a query that it locks with itself, and no time. Rows that a
    unique constraint makes wait are locked by no such query.
    Figure: nothing on SQLite, 0.3 of what asking for a row by the ORM takes on PostgreSQL, once in a keyed request.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [patience])
