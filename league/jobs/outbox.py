"""What leaves with an entry: each outbox row is handed, once, to whoever registered for its topic.

A receiver writes rows (notices, jobs) and nothing else: it runs in the transaction that marks the row as sent, so
that both are done or neither is. What it wants done outside the database it asks for as a job.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import connection, transaction

from league.journal import outbox
from league.models import Outbox

log = logging.getLogger(__name__)
Receiver = Callable[[str, int, str, datetime], None]
"""Given the season's id, the entry's number, its topic (the command's tag) and the time of delivery."""
EVERY = "*"
PAGE = 200

_receivers: dict[str, list[Receiver]] = {}


def receives(*topics: str) -> Callable[[Receiver], Receiver]:
    """Register a receiver for these topics, `*` for all."""

    def register(receiver: Receiver) -> Receiver:
        name = (receiver.__module__, receiver.__qualname__)
        for topic in topics:
            kept = [each for each in _receivers.get(topic, []) if (each.__module__, each.__qualname__) != name]
            _receivers[topic] = [*kept, receiver]
        return receiver

    return register


def deliver(*, at: datetime, limit: int = 10_000) -> int:
    """Hand out what waits, oldest first; how many rows were.

    A receiver that fails leaves its row unsent, to be tried again at the next delivery, and holds up no other. Two
    deliveries at once hand out each row once.
    """
    sent, after = 0, 0
    while sent < limit:
        with transaction.atomic():
            waiting = outbox.waiting(after=after, limit=min(PAGE, limit - sent))
            if not waiting:
                break
            told = [each for each in waiting if _told(each, at=at)]
            outbox.mark_sent(told, at=at)
        sent, after = sent + len(told), waiting[-1].pk
    return sent


def _told(row: Outbox, *, at: datetime) -> bool:
    receivers = [*_receivers.get(row.topic, []), *_receivers.get(EVERY, [])]
    if not receivers:
        return True
    try:
        with transaction.atomic():
            for each in receivers:
                each(row.season_id, row.entry, row.topic, at)
    except Exception:
        log.exception("Nobody was told of %s in entry %d of %s.", row.topic, row.entry, row.season_id)
        if connection.needs_rollback:  # a full disk undoes the whole transaction, and not the receivers' part alone
            raise
        return False
    return True
