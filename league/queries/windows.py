"""The windows of a season: what it waits for, until when, and when its commands depend on that."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Cast, Concat, StrIndex, Substr

from league.models import Match, RoundPlan, Window
from league.queries.names import ROUND_AND_PLACE


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


WINDOW, PLAN = "window", "plan"
Times = dict[str, datetime | None]


def deadlines_and_plans(season: str, *, windows: bool = True, plans: bool = True) -> tuple[Times, Times]:
    """When each open window of a season closes, by its name; and when each round was planned, by its number as text.

    One query, however much is asked for, and none for nothing. Names and numbers are in order; a paused window has
    no time.
    """
    open_windows = (
        Window.objects.filter(season_id=season, closed_at=None)
        .annotate(kind=Value(WINDOW))
        .values_list("kind", "what", "closes_at")
    )
    round_plans = (
        RoundPlan.objects.filter(season_id=season)
        .annotate(kind=Value(PLAN), name=Cast("number", TextField()))
        .values_list("kind", "name", "updated_at")
    )
    if windows and plans:
        rows = list(open_windows.order_by().union(round_plans.order_by(), all=True))
    else:
        rows = list(open_windows) if windows else list(round_plans) if plans else []
    rows.sort(key=lambda row: row[:2])
    closes_at, planned_at = (
        {name: time for row_kind, name, time in rows if row_kind == kind} for kind in (WINDOW, PLAN)
    )
    return closes_at, planned_at
