"""The notices to a person in all of their leagues."""

from __future__ import annotations

from typing import Any

from django.db.models import Case, Count, Exists, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from league.models import League, Membership, Notice
from league.queries.own_tasks import is_awaited


def notices_of_user(user: Any) -> QuerySet[Notice]:
    """Every notice to a person, in any role and league, the newest first; none for a stranger."""
    if not user.is_authenticated:
        return Notice.objects.none()
    found = Notice.objects.filter(member__user=user, on_site=True)
    return found.select_related("member__league__calendar", "season").order_by("-at", "-pk")


def unread_count_of_user(user: Any) -> int:
    """How many of them are unread; no query for a stranger."""
    return Notice.objects.filter(member__user=user, read_at=None).count() if user.is_authenticated else 0


def leagues_with_unread(leagues: QuerySet[League], user: Any) -> QuerySet[Any]:
    """The same leagues, each with the person's unread notices in all leagues as `unread`.

    `unread_here` counts those of that league, `asked` says whether its rounds wait for them, and `mine` whether they
    are a member of that league; their own come first. The leagues have `current_id` and `acted_at`.
    """
    if not user.is_authenticated:
        return leagues.annotate(unread=Value(0), unread_here=Value(0), asked=Value(0), mine=Value(0))
    waiting = Notice.objects.filter(member__user=user, read_at=None).values("member__user_id")
    times = waiting.annotate(times=Count("pk")).values("times")
    memberships = Membership.objects.filter(user=user, league_id=OuterRef("pk")).exclude(role=Membership.Role.FORMER)
    return leagues.annotate(
        unread=Coalesce(Subquery(times), 0),
        unread_here=Coalesce(Subquery(times.filter(member__league_id=OuterRef("pk"))), 0),
        asked=Case(When(is_awaited(user), then=Value(True)), default=Value(False)),
        mine=Exists(memberships),
    ).order_by("-mine", "name", "id")
