"""What the commissioners of a league announced, in the words it has now."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.db.models import Count, F, Max, Q, QuerySet

from league.models import Wording
from league.prepared import prepared


def announced(league: str) -> QuerySet[Wording]:
    """The last wording of every announcement of a league, the newest announcement first, withdrawn ones too."""
    found = Wording.objects.filter(announcement__league_id=league, number=F("announcement__wordings"))
    return found.select_related("announcement").order_by("-announcement__number")


def standing(league: str, *, most: int) -> list[Wording]:
    """The last wording of those that are not withdrawn: pinned ones first, then the newest, so many at most."""
    return _standing(most)(league)


@cache
def _standing(most: int) -> Callable[[str], list[Wording]]:
    """What asks for so many."""

    @prepared
    def found(league: str) -> QuerySet[Wording]:
        not_withdrawn = announced(league).filter(announcement__withdrawn_at=None)
        return not_withdrawn.order_by("-announcement__pinned", "-announcement__number")[:most]

    return found


def wordings(league: str, number: int) -> QuerySet[Wording]:
    """Every wording of one announcement, the newest first."""
    found = Wording.objects.filter(announcement__league_id=league, announcement__number=number)
    return found.select_related("announcement").order_by("-number")


def last_worded(league: str) -> str:
    """What changes whenever a league's announcements do: the last wording, and how many are withdrawn or pinned."""
    every = Q(announcement__league_id=league)
    found = Wording.objects.filter(every).aggregate(
        last=Max("pk"),
        withdrawn=Max("announcement__withdrawn_at"),
        pinned=Count("pk", filter=Q(announcement__pinned=True)),
    )
    return f"{found['last']} {found['withdrawn']} {found['pinned']}"
