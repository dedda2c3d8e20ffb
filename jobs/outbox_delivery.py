"""Delivers the outbox: each row is handed, once, to the receivers registered for its topic.

A receiver only writes rows (notices, jobs): it runs in the transaction that marks the row as sent, so that both are
done or neither is. For work outside the database it enqueues a job. A receiver that has to read first does so before
that transaction, while others may write, and returns what to call in it. Rows that concern no receiver are marked
many at once; the others in short transactions, a few rows in each.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import connection, transaction

from jobs.shutdown import is_stop_requested
from journal import outbox
from league.models import Outbox
from sql.short_transactions import MOST_ROWS, in_background, short_transaction

log = logging.getLogger(__name__)
Write = Callable[[], object]
Receiver = Callable[[str, int, str, datetime], Write | None]
"""Called with the season's id, the entry's number, its topic (the command's tag) and the time of delivery.

One that reads first returns what to call in the transaction that marks the row, or None for nothing.
"""
RowFilter = Callable[[Sequence[Outbox]], Collection[int]]
"""The ids of the rows that a receiver must be handed; called before anything is locked."""
EVERY_TOPIC = "*"
FAILURE_MESSAGE = "Nobody was told of %s in entry %d of %s."
PAGE_SIZE = MOST_ROWS
READ_AHEAD = 10
"""How many rows receivers read for before a transaction."""


@dataclass(frozen=True, slots=True)
class _Registration:
    """A receiver, and the filter for the rows that concern it; None if all rows of its topics do."""

    receiver: Receiver
    concerned: RowFilter | None
    reads_first: bool

    @property
    def name(self) -> tuple[str, str]:
        return self.receiver.__module__, self.receiver.__qualname__


_receivers: dict[str, list[_Registration]] = {}


def outbox_receiver(
    *topics: str, concerned: RowFilter | None = None, reads_first: bool = False
) -> Callable[[Receiver], Receiver]:
    """Register a receiver for these topics, `*` for all.

    One that `reads_first` is called before the transaction and returns what to call in it. Any other is called inside
    it, and blocks writers for as long as it takes.

    `concerned` picks the rows that the receiver needs from many, by values that no later write can change. A receiver
    of all topics should have it: rows that concern nobody are marked as sent without being read by a receiver.
    """

    def register(receiver: Receiver) -> Receiver:
        new = _Registration(receiver, concerned, reads_first)
        for topic in topics:
            others = [registration for registration in _receivers.get(topic, []) if registration.name != new.name]
            _receivers[topic] = [*others, new]
        return receiver

    return register


def deliver_outbox(*, at: datetime, limit: int = 10_000) -> int:
    """Deliver waiting rows, the oldest first; how many were delivered.

    A receiver that fails leaves its row unsent, to be tried again at the next delivery, and holds up no other row.
    Two concurrent deliveries deliver each row once. It ends early if this process is being stopped.
    """
    sent, after = 0, 0
    with in_background():
        while sent < limit and not is_stop_requested():
            rows = outbox.unsent_rows(after=after, limit=min(PAGE_SIZE, limit - sent))
            if not rows:
                break
            sent, after = sent + _deliver_rows(rows, at=at), rows[-1].pk
    return sent


def _deliver_rows(rows: Sequence[Outbox], *, at: datetime) -> int:
    """Hand these rows to the receivers they concern, and mark them as sent; how many were."""
    receivers = _receivers_by_row(rows)
    nobodys = [row for row in rows if not receivers[row.pk]]
    remaining = [row for row in rows if receivers[row.pk]]
    sent = 0
    if nobodys:
        with short_transaction():
            sent += outbox.mark_sent(nobodys, at=at)
    writes: dict[int, list[Write] | None] = {}
    while remaining and not is_stop_requested():
        part = remaining[:READ_AHEAD]
        for row in part:
            if row.pk not in writes:
                writes[row.pk] = _prepare_writes(row, receivers[row.pk], at=at)
        with short_transaction() as turn:
            handled, last = [], part[-1].pk
            for row in outbox.lock_unsent_rows([row for row in part if writes[row.pk] is not None]):
                if _run_writes(row, writes[row.pk] or ()):
                    handled.append(row)
                if turn.over:
                    last = row.pk
                    break
            sent += outbox.mark_sent(handled, at=at)
        remaining = [row for row in remaining if row.pk > last]
    return sent


def _prepare_writes(row: Outbox, receivers: Sequence[_Registration], *, at: datetime) -> list[Write] | None:
    """What to call in the transaction that marks a row as sent; None if a receiver already failed."""
    writes: list[Write] = []
    for registration in receivers:
        call = partial(registration.receiver, row.season_id, row.entry, row.topic, at)
        if not registration.reads_first:
            writes.append(call)
            continue
        try:
            write = call()
        except Exception:
            log.exception(FAILURE_MESSAGE, row.topic, row.entry, row.season_id)
            return None
        if write is not None:
            writes.append(write)
    return writes


def _receivers_by_row(rows: Sequence[Outbox]) -> dict[int, list[_Registration]]:
    """The receivers of each row, by its id; none if it concerns nobody."""
    found: dict[int, list[_Registration]] = {row.pk: [] for row in rows}
    for topic in [*sorted({row.topic for row in rows}), EVERY_TOPIC]:
        of_topic = [row for row in rows if topic in (row.topic, EVERY_TOPIC)]
        for registered in _receivers.get(topic, []):
            concerned = _concerned_ids(registered, of_topic)
            for row in of_topic:
                if concerned is None or row.pk in concerned:
                    found[row.pk].append(registered)
    return found


def _concerned_ids(registered: _Registration, rows: Sequence[Outbox]) -> Collection[int] | None:
    """The ids of the rows that concern a receiver; None for all, also if its filter fails."""
    if registered.concerned is None:
        return None
    try:
        return registered.concerned(rows)
    except Exception:
        log.exception("%s did not say what concerns it: it is handed everything.", registered.receiver.__qualname__)
        return None


def _run_writes(row: Outbox, writes: Sequence[Write]) -> bool:
    try:
        with transaction.atomic():
            for write in writes:
                write()
    except Exception:
        log.exception(FAILURE_MESSAGE, row.topic, row.entry, row.season_id)
        if connection.needs_rollback:  # a full disk rolls back the whole transaction, not only the receivers' part
            raise
        return False
    return True
