"""The journal's side of the outbox: rows waiting for delivery, and marking them as sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from journal.gate import open_gate
from league.models import Outbox


def unsent_rows(*, after: int = 0, limit: int) -> list[Outbox]:
    """Unsent rows after that id, oldest first, without a lock: another delivery may send them meanwhile."""
    return list(Outbox.objects.filter(sent_at=None, pk__gt=after).order_by("pk")[:limit])


def lock_unsent_rows(rows: Sequence[Outbox]) -> list[Outbox]:
    """Lock those of these rows that are still unsent, oldest first, until the transaction ends.

    Rows that another delivery has locked are skipped if the database supports that (SQLite has one writer at a time).
    """
    unsent = Outbox.objects.filter(pk__in=[row.pk for row in rows], sent_at=None).order_by("pk")
    return list(unsent.select_for_update(skip_locked=True))


def mark_sent(rows: Sequence[Outbox], *, at: datetime) -> int:
    """Mark these rows as sent, and return how many were not marked before.

    Call it inside the transaction that delivers them.
    """
    if not rows:
        return 0
    with open_gate():
        return Outbox.objects.filter(pk__in=[row.pk for row in rows], sent_at=None).update(sent_at=at)
