"""The times on which the commands of a season depend: the deadlines of its open windows, and its plans of rounds."""

from __future__ import annotations

from datetime import datetime

from django.db.models import TextField, Value
from django.db.models.functions import Cast

from league.models import RoundPlan, Window

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
