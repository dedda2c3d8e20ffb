"""Answers that the API kept under the keys they were asked by: thrown away once nobody asks for them again."""

from __future__ import annotations

from datetime import datetime, timedelta

from league.jobs.sweeping import also_sweeps
from league.models import StoredAnswer

KEPT = timedelta(hours=48)
"""How long an answer is kept at least."""
AT_A_TIME = 1000
"""How many one sweep throws away, so that it holds up no writer."""


@also_sweeps
def forget_old(at: datetime) -> None:
    """Throw away the oldest answers whose time is over."""
    old = StoredAnswer.objects.filter(at__lt=at - KEPT).order_by("at", "pk").values_list("pk", flat=True)[:AT_A_TIME]
    if found := list(old):
        StoredAnswer.objects.filter(pk__in=found).delete()
