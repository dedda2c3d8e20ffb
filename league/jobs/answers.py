"""Answers that the API kept under the keys they were asked by: thrown away once nobody asks for them again."""

from __future__ import annotations

from datetime import datetime, timedelta

from league.jobs.sweeping import also_sweeps
from league.models import StoredAnswer
from league.short_transactions import MOST_SWEPT, delete_in_pieces

KEPT = timedelta(hours=48)
"""How long an answer is kept at least."""
AT_A_TIME = MOST_SWEPT
"""How many one sweep throws away."""


@also_sweeps
def forget_old(at: datetime) -> None:
    """Throw away the oldest answers whose time is over, some in each sweep."""
    delete_in_pieces(StoredAnswer.objects.filter(at__lt=at - KEPT).order_by("at", "pk"), most=AT_A_TIME)
