"""What background work writes between two pauses, counted in statements and rows; no time goes by and none is slept.

The clock of the work goes by what it writes: every statement of a transaction takes a millisecond. SQLite only, which
tells every statement it is given and how many rows it changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from django.db import connection

from sql.short_transactions import LONGEST_TURN, MOST_ROWS, Pace, in_background

Test = TypeVar("Test", bound=Callable[..., object])
ELSEWHERE = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no single writer")
SECONDS_A_STATEMENT = 0.001
MOST_STATEMENTS = round(LONGEST_TURN / SECONDS_A_STATEMENT * 2.5)
"""Statements of a turn: as many as its time allows, and the piece of work that was begun in it.

The largest piece is the end of a sandbox, with a statement for each table that has a season's rows.
"""
MOST_ROWS_EVER = MOST_ROWS * 2
"""Rows of a turn: as many as it may have, and once more for the last statement."""
JOURNAL = 'INSERT INTO "league_entry"'


def on_sqlite(test: Test) -> Test:
    """Have a test run on SQLite alone: the second suite leaves it out."""
    marked: Test = pytest.mark.once(ELSEWHERE(test))
    return marked


@dataclass
class Turn:
    """What was written between two pauses: rows, the statements of its transactions, and which were the journal's."""

    rows: int = 0
    statements: int = 0
    transactions: int = 0
    of_journal: int = 0


@dataclass
class Counted:
    """The turns of some work, every statement of it that wrote, and what it read while it held the writer."""

    turns: list[Turn] = field(default_factory=lambda: [Turn()])
    written: list[str] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)
    read_within: list[str] = field(default_factory=list)
    clock: float = 0.0
    _changes: int = 0
    _within: bool = False
    _journal: bool = False

    @property
    def rows(self) -> int:
        """All rows that were written."""
        return sum(turn.rows for turn in self.turns)

    def pace(self) -> Pace:
        """The pace of the work, by this clock."""
        return Pace(clock=lambda: self.clock, sleep=self.sleep)

    def sleep(self, seconds: float) -> None:
        """A pause: what follows is another turn."""
        self.take_in()
        self.slept.append(seconds)
        self.clock += seconds
        self.turns.append(Turn())

    def hear(self, sql: str) -> None:
        """Take in a statement before it is performed."""
        self.take_in()
        start = sql.lstrip().upper()
        if start.startswith("BEGIN"):
            self._within = True
        elif start.startswith(("COMMIT", "ROLLBACK")) and not start.startswith("ROLLBACK TO"):
            self._within = False
            self.turns[-1].transactions += 1
            self.turns[-1].of_journal += self._journal
            self._journal = False
        elif self._within or start.startswith(("INSERT", "UPDATE", "DELETE", "REPLACE")):
            self.clock += SECONDS_A_STATEMENT
            self.turns[-1].statements += 1
            if start.startswith("SELECT"):
                self.read_within.append(sql)
            self._journal = self._journal or sql.startswith(JOURNAL)
        if start.startswith(("INSERT", "UPDATE", "DELETE", "REPLACE")):
            self.written.append(sql)

    def take_in(self) -> None:
        """Count what the statement before changed."""
        now = connection.connection.total_changes
        self.turns[-1].rows += now - self._changes
        self._changes = now

    def too_much(self, what: str, *, by_journal: bool = False) -> list[str]:
        """A sentence for each way in which the work holds the writer for too long.

        `by_journal` says that its transactions are the journal's, each of which is as long as it is.
        """
        told = []
        for turn in self.turns:
            if turn.of_journal > 1:
                told.append(
                    f"{what} writes {turn.of_journal} transactions of the journal without a pause between them: call "
                    "yield_writer() of sql/short_transactions.py after each."
                )
            if by_journal and turn.of_journal:
                continue
            if turn.rows > MOST_ROWS_EVER or turn.statements > MOST_STATEMENTS:
                told.append(
                    f"{what} writes {turn.rows} rows by {turn.statements} statements in {turn.transactions} "
                    f"transactions without a pause, and may write {MOST_ROWS_EVER} by {MOST_STATEMENTS}: use "
                    "short_transaction(), update_in_pieces() or delete_in_pieces() of sql/short_transactions.py."
                )
        return told


@contextmanager
def counted() -> Iterator[Counted]:
    """Count what is written here as background work of this thread."""
    connection.ensure_connection()
    made: Any = connection.connection
    found = Counted(_changes=made.total_changes)
    made.set_trace_callback(found.hear)
    try:
        with in_background(found.pace()):
            yield found
            found.take_in()
    finally:
        made.set_trace_callback(None)
