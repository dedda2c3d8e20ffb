"""A program that is killed at a statement: what it had not committed is gone, and it is started again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import connection

from sql.short_transactions import Pace


def unslept() -> Pace:
    """A pace whose pauses take no time."""
    return Pace(sleep=lambda _seconds: None)


class Killed(BaseException):
    """The program was killed."""


@contextmanager
def suppress_killed() -> Iterator[None]:
    """The program that was killed is started again."""
    with suppress(Killed):
        yield


@contextmanager
def killed_at(nth: int) -> Iterator[list[str]]:
    """The nth statement is the last: it is not performed, and nothing after it."""
    seen: list[str] = []

    def execute(go_on: Any, sql: str, params: object, many: bool, context: dict[str, Any]) -> Any:
        if len(seen) >= nth:
            raise Killed
        seen.append(sql)
        return go_on(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield seen
