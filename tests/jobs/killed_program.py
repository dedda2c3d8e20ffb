"""Simulates a program that is killed at a statement, which loses uncommitted work, and started again."""

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
    """The simulated program was killed."""


@contextmanager
def suppress_killed() -> Iterator[None]:
    """Continue after the simulated program was killed."""
    with suppress(Killed):
        yield


@contextmanager
def killed_at(nth: int) -> Iterator[list[str]]:
    """Allow `nth` statements; the next one raises `Killed` instead. Yields the list of statements."""
    statements: list[str] = []

    def execute(perform: Any, sql: str, params: object, many: bool, context: dict[str, Any]) -> Any:
        if len(statements) >= nth:
            raise Killed
        statements.append(sql)
        return perform(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield statements
