"""Who belongs to a league, and its log."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from league.models import LeagueLog, MailFailure, Membership
from sql.cached_sql import cached_sql


@cached_sql
def everybody(league: str) -> QuerySet[Any]:
    """All who ever had a part in a league, commissioners first, each with `since` when they have had it.

    `unreached` says whether their address takes no mail.
    """
    called = Concat(OuterRef("handle"), Value(" as "))
    joined = LeagueLog.objects.filter(league_id=league, what="joined", subject__startswith=called)
    since = joined.values("league_id").annotate(last=Max("at")).values("last")
    refused = MailFailure.objects.filter(
        user_id=OuterRef("user_id"), address=OuterRef("user__email"), stopped_at__isnull=False
    )
    found = Membership.objects.filter(league_id=league).annotate(since=Subquery(since), unreached=Exists(refused))
    return found.select_related("user__preferences", "franchise").order_by("role", "pk")


def members(league: str) -> list[Any]:
    """Those who have a part in it now."""
    return [member for member in everybody(league) if member.role != Membership.Role.FORMER]


def league_log_lines(league: str, *, before: int | None = None) -> QuerySet[LeagueLog]:
    """The log of a league, the newest line first; with `before`, only lines older than that one."""
    found = LeagueLog.objects.filter(league_id=league)
    if before is not None:
        found = found.filter(pk__lt=before)
    return found.order_by("-pk")
