"""A guard on every SQL statement: journaled tables may only be written while the journal's gate is open."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from journal.gate import JOURNALED_TABLES, is_open

WRITE = re.compile(
    r"^\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?)\s+\"?(\w+)\"?",
    re.IGNORECASE,
)


class WroteOutsideTheJournal(AssertionError):
    """A statement wrote to a journaled table while the journal's gate was closed."""


def one_writer(execute: Callable[..., Any], sql: str, params: object, many: bool, context: dict[str, Any]) -> Any:
    """A wrapper for `connection.execute_wrapper`: raises `WroteOutsideTheJournal` before such a statement runs."""
    write = WRITE.match(sql)
    if write and write[1] in JOURNALED_TABLES and not is_open():
        raise WroteOutsideTheJournal(f"{write[1]} was written outside the journal: {sql[:120]}")
    return execute(sql, params, many, context)
