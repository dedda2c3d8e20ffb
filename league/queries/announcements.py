"""The announcements of a league's commissioners, in their latest wording."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.db.models import Count, F, Max, Q, QuerySet

from league.models import Wording
from sql.cached_sql import cached_sql


def latest_wordings(league: str) -> QuerySet[Wording]:
    """The last wording of every announcement of a league, the newest announcement first, withdrawn ones included."""
    found = Wording.objects.filter(announcement__league_id=league, number=F("announcement__wordings"))
    return found.select_related("announcement").order_by("-announcement__number")


def current_announcements(league: str, *, most: int) -> list[Wording]:
    """The last wording of those that are not withdrawn, at most `most`: pinned ones first, then the newest."""
    return _current_announcements_query(most)(league)


@cache
def _current_announcements_query(most: int) -> Callable[[str], list[Wording]]:
    """The query for that many."""

    @cached_sql
    def found(league: str) -> QuerySet[Wording]:
        not_withdrawn = latest_wordings(league).filter(announcement__withdrawn_at=None)
        return not_withdrawn.order_by("-announcement__pinned", "-announcement__number")[:most]

    return found


def wordings(league: str, number: int) -> QuerySet[Wording]:
    """Every wording of one announcement, the newest first."""
    found = Wording.objects.filter(announcement__league_id=league, announcement__number=number)
    return found.select_related("announcement").order_by("-number")


def announcements_version(league: str) -> str:
    """A version of a league's announcements: the last wording, and how many are withdrawn or pinned."""
    every = Q(announcement__league_id=league)
    found = Wording.objects.filter(every).aggregate(
        last=Max("pk"),
        withdrawn=Max("announcement__withdrawn_at"),
        pinned=Count("pk", filter=Q(announcement__pinned=True)),
    )
    return f"{found['last']} {found['withdrawn']} {found['pinned']}"
