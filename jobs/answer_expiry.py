"""Deletes old answers that the API stored under idempotency keys."""

from __future__ import annotations

from datetime import datetime, timedelta

from jobs.sweeper import register_sweep
from league.models import StoredAnswer
from sql.short_transactions import MOST_ROWS_PER_SWEEP, delete_in_pieces

RETENTION = timedelta(hours=48)
"""The least time for which an answer is kept."""
MOST_PER_SWEEP = MOST_ROWS_PER_SWEEP
"""How many one sweep deletes."""


@register_sweep
def delete_expired_answers(at: datetime) -> None:
    """Delete the oldest expired answers, a limited number per sweep."""
    delete_in_pieces(StoredAnswer.objects.filter(at__lt=at - RETENTION).order_by("at", "pk"), most=MOST_PER_SWEEP)
