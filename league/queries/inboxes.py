"""What a person was told in all of his leagues."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from league.models import League, Notice


def everything_told(user: Any) -> QuerySet[Notice]:
    """Every notice of a person, in any role and league, the newest first; nothing for a stranger."""
    if not user.is_authenticated:
        return Notice.objects.none()
    found = Notice.objects.filter(member__user=user)
    return found.select_related("member__league", "season").order_by("-at", "-pk")


def unread_by(user: Any) -> int:
    """How much of it he has not read; no query for a stranger."""
    return Notice.objects.filter(member__user=user, read_at=None).count() if user.is_authenticated else 0


def with_unread(leagues: QuerySet[League], user: Any) -> QuerySet[Any]:
    """The same leagues, each with how much the person has not read in all of them as `unread`."""
    if not user.is_authenticated:
        return leagues.annotate(unread=Value(0))
    waiting = Notice.objects.filter(member__user=user, read_at=None).values("member__user_id")
    return leagues.annotate(unread=Coalesce(Subquery(waiting.annotate(times=Count("pk")).values("times")), 0))
