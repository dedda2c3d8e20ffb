"""A busy database: the caller waited for others until the timeout, and nothing was done."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

SQLITE_BUSY_CODES = frozenset((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED))
"""SQLite's codes when others are writing; the rest of a code adds detail."""
POSTGRESQL_BUSY_CODES = frozenset(
    (
        "55P03",  # lock_not_available: lock_timeout expired
        "57014",  # query_canceled: statement_timeout expired
        "40001",  # serialization_failure
        "40P01",  # deadlock_detected
        "53300",  # too_many_connections
    )
)
"""PostgreSQL's codes for the same."""
POOL_TIMEOUT_NAME = "PoolTimeout"
"""The exception of the connection pool if none was returned in time."""
RETRY_AFTER_SECONDS = 5
"""How many seconds later the caller is told to try again."""


def is_busy(error: BaseException | None) -> bool:
    """Whether an exception, or one that caused it, says that waiting for a database timed out."""
    return any(_is_busy_exception(cause) for cause in _causes(error))


def _is_busy_exception(error: BaseException) -> bool:
    if isinstance(error, sqlite3.OperationalError):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in SQLITE_BUSY_CODES
    return getattr(error, "sqlstate", None) in POSTGRESQL_BUSY_CODES or type(error).__name__ == POOL_TIMEOUT_NAME


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and those it was raised from."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__
