"""The windows of a season: what it waits for, and until when."""

from __future__ import annotations

from django.db.models import F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Concat, StrIndex, Substr

from league.models import Match, Window
from league.queries.match_titles import ROUND_AND_PLACE


def open_windows(season: str) -> QuerySet[Window]:
    """What a season waits for, the next deadline first; what is paused last, then by name.

    `match_at` is the round and place of the match that it waits for, as `title_at` reads it; None without one.
    """
    match = Concat("season_id", Value("/"), Substr("what", StrIndex("what", Value("/")) + 1))
    found = Match.objects.filter(pk=OuterRef("match")).values_list(ROUND_AND_PLACE)
    return (
        Window.objects.filter(season_id=season, closed_at=None)
        .alias(match=match)
        .annotate(match_at=Subquery(found[:1]))
        .order_by(F("closes_at").asc(nulls_last=True), "what")
    )


def all_windows(season: str) -> QuerySet[Window]:
    """Every window a season has had, the first opened first."""
    return Window.objects.filter(season_id=season).order_by("opened_at", "what")
