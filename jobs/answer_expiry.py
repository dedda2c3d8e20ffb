"""Answers that the API kept under the keys they were asked by: thrown away once nobody asks for them again."""

from __future__ import annotations

from datetime import datetime, timedelta

from jobs.sweeper import register_sweep
from league.models import StoredAnswer
from sql.short_transactions import MOST_ROWS_PER_SWEEP, delete_in_pieces

RETENTION = timedelta(hours=48)
"""How long an answer is kept at least."""
MOST_PER_SWEEP = MOST_ROWS_PER_SWEEP
"""How many one sweep throws away."""


@register_sweep
def delete_expired_answers(at: datetime) -> None:
    """Throw away the oldest answers whose time is over, some in each sweep."""
    delete_in_pieces(StoredAnswer.objects.filter(at__lt=at - RETENTION).order_by("at", "pk"), most=MOST_PER_SWEEP)
