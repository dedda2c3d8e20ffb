"""A database that is busy: whoever asked waited for others until its patience was over, and nothing was done."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

SQLITE_BUSY_CODES = frozenset((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED))
"""What SQLite calls it that others write; the rest of its codes says how."""
POSTGRESQL_BUSY_CODES = frozenset(
    (
        "55P03",  # lock_not_available: lock_timeout is over
        "57014",  # query_canceled: statement_timeout is over
        "40001",  # serialization_failure
        "40P01",  # deadlock_detected
        "53300",  # too_many_connections
    )
)
"""What PostgreSQL calls the same."""
POOL_TIMEOUT_NAME = "PoolTimeout"
"""What the pool of connections calls it that none was given back in time."""
RETRY_AFTER_SECONDS = 5
"""After how long whoever was turned away is told to ask again."""


def is_busy(wrong: BaseException | None) -> bool:
    """Whether an exception says that a database was waited for in vain, or comes from one that does."""
    return any(_is_busy_exception(cause) for cause in _causes(wrong))


def _is_busy_exception(wrong: BaseException) -> bool:
    if isinstance(wrong, sqlite3.OperationalError):
        return getattr(wrong, "sqlite_errorcode", 0) & 0xFF in SQLITE_BUSY_CODES
    return getattr(wrong, "sqlstate", None) in POSTGRESQL_BUSY_CODES or type(wrong).__name__ == POOL_TIMEOUT_NAME


def _causes(wrong: BaseException | None) -> Iterator[BaseException]:
    """An exception and what it was raised from."""
    seen: set[int] = set()
    while wrong is not None and id(wrong) not in seen:
        seen.add(id(wrong))
        yield wrong
        wrong = wrong.__cause__
