"""The journal's side of the outbox: what waits to be told, and that it was."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from journal.gate import open_gate
from league.models import Outbox


def unsent_rows(*, after: int = 0, limit: int) -> list[Outbox]:
    """Unsent rows behind that id, oldest first, as they stand: another delivery may hand them out meanwhile."""
    return list(Outbox.objects.filter(sent_at=None, pk__gt=after).order_by("pk")[:limit])


def lock_unsent_rows(rows: Sequence[Outbox]) -> list[Outbox]:
    """Those of these rows that are unsent still, oldest first, held against other deliveries in this transaction.

    What another delivery holds is passed over where the database can tell (SQLite lets one write at a time).
    """
    unsent = Outbox.objects.filter(pk__in=[row.pk for row in rows], sent_at=None).order_by("pk")
    return list(unsent.select_for_update(skip_locked=True))


def mark_sent(rows: Sequence[Outbox], *, at: datetime) -> int:
    """Say of these rows that they were told, and of how many that was new.

    Belongs into the transaction that told them.
    """
    if not rows:
        return 0
    with open_gate():
        return Outbox.objects.filter(pk__in=[row.pk for row in rows], sent_at=None).update(sent_at=at)
