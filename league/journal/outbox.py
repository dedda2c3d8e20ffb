"""The journal's side of the outbox: what waits to be told, and that it was."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from league.journal.gate import writing
from league.models import Outbox


def waiting(*, after: int = 0, limit: int) -> list[Outbox]:
    """Unsent rows behind that id, oldest first, held against other deliveries until the transaction ends.

    What another delivery holds is passed over where the database can tell (SQLite lets one write at a time).
    """
    unsent = Outbox.objects.filter(sent_at=None, pk__gt=after).order_by("pk")
    return list(unsent.select_for_update(skip_locked=True)[:limit])


def mark_sent(rows: Sequence[Outbox], *, at: datetime) -> None:
    """Say of these rows that they were told; belongs into the transaction that told them."""
    with writing():
        Outbox.objects.filter(pk__in=[each.pk for each in rows], sent_at=None).update(sent_at=at)
