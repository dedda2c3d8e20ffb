"""The windows of a season: what it waits for, and until when."""

from __future__ import annotations

from django.db.models import F, QuerySet

from league.models import Window


def open_windows(season: str) -> QuerySet[Window]:
    """What a season waits for, the next deadline first; what is paused last, then by name."""
    return Window.objects.filter(season_id=season, closed_at=None).order_by(
        F("closes_at").asc(nulls_last=True), "what"
    )


def all_windows(season: str) -> QuerySet[Window]:
    """Every window a season has had, the first opened first."""
    return Window.objects.filter(season_id=season).order_by("opened_at", "what")
