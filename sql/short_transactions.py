"""Short transactions: how background work writes, so that nobody waits long for it on SQLite.

SQLite has one writer and no queue for it. A transaction that finds it taken sleeps and tries again: after 1, 2, 5,
10, 15, 20, 25, 25, 25, 50, 50 ms and from then on every 100 ms. Back-to-back transactions leave only microseconds
between them, so somebody who waits may never get a turn. Background work therefore takes turns: at most `MOST_ROWS`
rows or `LONGEST_TURN` seconds of holding the writer, in one transaction or in several, and then `PAUSE` seconds in
which it leaves the writer alone. The pause is longer than the longest sleep, so that every waiting one tries once
during it, however long they have waited. PostgreSQL locks rows, and queues those who wait for one: transactions are
as short there, and there is no pause.

Only what runs inside `in_background` pauses. A request that uses the same functions is never delayed by them.

Reason: SQLite's own connection counts the rows that a transaction wrote; the ORM counts those of one statement.
Figure: the writer is held for 20 ms and free for 120; without turns a request could wait out its 20 seconds (ADR 8).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

MOST_ROWS = 100
"""Rows written in one turn, besides those of the last statement."""
LONGEST_TURN = 0.02
"""Seconds for which the writer is held in one turn, besides the last statement."""
PAUSE = 0.12
"""Seconds for which the writer is left to others after a turn."""
MOST_ROWS_PER_SWEEP = 1000
"""The most rows of a table that one sweep deletes, so that other work gets its turn."""


@dataclass(slots=True)
class Pace:
    """How much of its turn a thread's background work has used, and how many rows it has counted in all.

    Clock and sleep are parameters, so that tests can count.
    """

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    held: float = 0.0
    rows: int = 0
    counted: int = 0
    left_at: float = float("-inf")

    @property
    def used_up(self) -> bool:
        """Whether the turn is over."""
        return self.rows >= MOST_ROWS or self.held >= LONGEST_TURN

    def pause(self) -> None:
        """Wait for the rest of the pause that began when the writer was released, and begin a new turn."""
        remaining = PAUSE - (self.clock() - self.left_at)
        if remaining > 0:
            self.sleep(remaining)
        self.held, self.rows = 0.0, 0

    def await_turn(self) -> None:
        """Pause if the turn is used up; after at least a pause away from the writer, begin a new turn."""
        if self.used_up or self.clock() - self.left_at >= PAUSE:
            self.pause()

    def let_go(self, *, since: float, rows: int) -> None:
        """Note that the writer was held since then and is free again."""
        self.left_at = self.clock()
        self.held += self.left_at - since
        self.rows += rows
        self.counted += rows


class _Here(threading.local):
    """The pace of a thread; `background` is true while it does background work."""

    def __init__(self) -> None:
        self.pace = Pace()
        self.background = False


_here = _Here()


class Turn:
    """A transaction under way, which knows whether it should end and leave the rest to the next one."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._before = _changes()
        self._began = pace.clock()

    @property
    def over(self) -> bool:
        """Whether this turn has written its most rows, or held the writer for its longest time."""
        pace = self._pace
        return pace.rows + self._rows() >= MOST_ROWS or pace.held + (pace.clock() - self._began) >= LONGEST_TURN

    def end(self) -> None:
        """Count the rows that were written, and the time."""
        self._pace.let_go(since=self._began, rows=self._rows())

    def _rows(self) -> int:
        return _changes() - self._before


@contextmanager
def in_background(pace: Pace | None = None) -> Iterator[None]:
    """Mark the block as background work: its short transactions pause. Nested inside another it changes nothing.

    If it wrote much outside its short transactions, as the journal does, it pauses at its end, before the next work
    begins. `pace` replaces the thread's own, for tests.
    """
    before = _here.pace, _here.background
    current = _here.pace = pace or _here.pace
    rows = _changes() - current.counted
    _here.background = True
    try:
        yield
        if not before[1] and _changes() - current.counted - rows >= MOST_ROWS:
            yield_writer()
    finally:
        _here.pace, _here.background = before


@contextmanager
def short_transaction(*, durable: bool = False) -> Iterator[Turn]:
    """A transaction of background work, begun when it is its turn; it should end as soon as the `Turn` is over.

    Inside another transaction it is part of that one and does not pause: nobody else could write in the meantime.
    """
    pace = _here.pace
    own = not connection.in_atomic_block
    if own and _pausing():
        pace.await_turn()
    turn: Turn | None = None
    try:
        with transaction.atomic(durable=durable):
            turn = Turn(pace)
            yield turn
    finally:
        if own and turn is not None:
            turn.end()


def yield_writer() -> None:
    """Leave the writer to others for a pause, after a transaction that cannot be split, such as the journal's."""
    if _pausing() and not connection.in_atomic_block:
        _here.pace.left_at = _here.pace.clock()
        _here.pace.pause()


def write_in_pieces(
    queryset: QuerySet[Any], write: Callable[[QuerySet[Any]], int], *, most: int | None = None
) -> int:
    """Call `write` on the rows that are found, some in each transaction, in order; the sum of what `write` returns.

    Rows are looked up before anything is locked. Each piece is queried again, so rows that no longer match are
    skipped. `most` is how many are looked up at once; the rest are left for the next time.
    """
    ids = list(queryset.values_list("pk", flat=True)[:most])
    plain = queryset.order_by()
    written = 0
    for first in range(0, len(ids), MOST_ROWS):
        with short_transaction():
            written += write(plain.filter(pk__in=ids[first : first + MOST_ROWS]))
    return written


def update_in_pieces(queryset: QuerySet[Any], **columns: Any) -> int:
    """Set columns of every row that is found, some in each transaction; how many were set."""
    return write_in_pieces(queryset, lambda rows: rows.update(**columns))


def delete_in_pieces(queryset: QuerySet[Any], *, most: int | None = MOST_ROWS_PER_SWEEP) -> int:
    """Delete the rows that are found, some in each transaction, at most `most`; how many were deleted."""
    return write_in_pieces(queryset, lambda rows: rows.delete()[0], most=most)


def _pausing() -> bool:
    return _here.background and connection.vendor == "sqlite"


def _changes() -> int:
    """How many rows this connection has written in all, on SQLite; elsewhere nothing pauses, so nothing counts."""
    raw_connection = connection.connection
    return int(raw_connection.total_changes) if connection.vendor == "sqlite" and raw_connection is not None else 0
