"""A database that is busy: whoever asked waited for others until its patience was over, and nothing was done."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

TAKEN = frozenset((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED))
"""What SQLite calls it that others write; the rest of its codes says how."""
WAITED_IN_VAIN = frozenset(
    (
        "55P03",  # lock_not_available: lock_timeout is over
        "57014",  # query_canceled: statement_timeout is over
        "40001",  # serialization_failure
        "40P01",  # deadlock_detected
        "53300",  # too_many_connections
    )
)
"""What PostgreSQL calls the same."""
NO_CONNECTION_FREE = "PoolTimeout"
"""What the pool of connections calls it that none was given back in time."""
TRY_AGAIN_SECONDS = 5
"""After how long whoever was turned away is told to ask again."""


def is_busy(wrong: BaseException | None) -> bool:
    """Whether an exception says that a database was waited for in vain, or comes from one that does."""
    return any(_says_so(each) for each in _causes(wrong))


def _says_so(wrong: BaseException) -> bool:
    if isinstance(wrong, sqlite3.OperationalError):
        return getattr(wrong, "sqlite_errorcode", 0) & 0xFF in TAKEN
    return getattr(wrong, "sqlstate", None) in WAITED_IN_VAIN or type(wrong).__name__ == NO_CONNECTION_FREE


def _causes(wrong: BaseException | None) -> Iterator[BaseException]:
    """An exception and what it was raised from."""
    seen: set[int] = set()
    while wrong is not None and id(wrong) not in seen:
        seen.add(id(wrong))
        yield wrong
        wrong = wrong.__cause__
