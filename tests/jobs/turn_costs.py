"""Counts the statements and rows that background work writes between two pauses, without real time or sleep.

The clock of the work depends on its writes: every statement in a transaction takes a millisecond. This works only on
SQLite, which reports every statement and the number of changed rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from django.db import connection

from league.models import Season
from sql.short_transactions import LONGEST_TURN, MOST_ROWS, Pace, in_background

Test = TypeVar("Test", bound=Callable[..., object])
ELSEWHERE = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no single writer")
SECONDS_A_STATEMENT = 0.001
TABLES_OF_A_SEASON = sum(relation.one_to_many for relation in Season._meta.related_objects)
MOST_STATEMENTS = round(LONGEST_TURN / SECONDS_A_STATEMENT) + TABLES_OF_A_SEASON
"""The most statements of a turn: as many as its time allows, and those of the piece of work begun in it.

The largest piece is the end of a sandbox, with a statement for each table with rows of a season.
"""
MOST_ROWS_EVER = MOST_ROWS * 2
"""The most rows of a turn: its limit, and as many again for its last statement."""
JOURNAL = 'INSERT INTO "league_entry"'


def on_sqlite(test: Test) -> Test:
    """Run a test only on SQLite, and not in the suite for PostgreSQL."""
    marked: Test = pytest.mark.once(ELSEWHERE(test))
    return marked


@dataclass
class Turn:
    """What was written between two pauses: rows, statements, transactions, and those of the journal."""

    rows: int = 0
    statements: int = 0
    transactions: int = 0
    of_journal: int = 0


@dataclass
class Counted:
    """The turns of some work, its writing statements, its pauses, and its reads while it held the writer."""

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
        """The number of rows written in all turns."""
        return sum(turn.rows for turn in self.turns)

    def pace(self) -> Pace:
        """A pace for the work that uses this clock."""
        return Pace(clock=lambda: self.clock, sleep=self.sleep)

    def sleep(self, seconds: float) -> None:
        """Record a pause and begin a new turn."""
        self.take_in()
        self.slept.append(seconds)
        self.clock += seconds
        self.turns.append(Turn())

    def hear(self, sql: str) -> None:
        """Record a statement before it is performed."""
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
        """Count the rows that the last statement changed."""
        total = connection.connection.total_changes
        self.turns[-1].rows += total - self._changes
        self._changes = total

    def too_much(self, what: str, *, by_journal: bool = False) -> list[str]:
        """A sentence for each turn in which the work holds the writer for too long.

        With `by_journal` its transactions are the journal's, whose length has no limit.
        """
        sentences = []
        for turn in self.turns:
            if turn.of_journal > 1:
                sentences.append(
                    f"{what} writes {turn.of_journal} transactions of the journal without a pause between them: call "
                    "yield_writer() of sql/short_transactions.py after each."
                )
            if by_journal and turn.of_journal:
                continue
            if turn.rows > MOST_ROWS_EVER or turn.statements > MOST_STATEMENTS:
                sentences.append(
                    f"{what} writes {turn.rows} rows by {turn.statements} statements in {turn.transactions} "
                    f"transactions without a pause, and may write {MOST_ROWS_EVER} by {MOST_STATEMENTS}: use "
                    "short_transaction(), update_in_pieces() or delete_in_pieces() of sql/short_transactions.py."
                )
        return sentences


@contextmanager
def counted() -> Iterator[Counted]:
    """Count the writes of the block, which counts as background work of this thread."""
    connection.ensure_connection()
    driver_connection: Any = connection.connection
    found = Counted(_changes=driver_connection.total_changes)
    driver_connection.set_trace_callback(found.hear)
    try:
        with in_background(found.pace()):
            yield found
            found.take_in()
    finally:
        driver_connection.set_trace_callback(None)
