"""The sandboxes of a league: who made which, of what season, until when."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from league.access import Viewer
from league.models import Sandbox


def sandboxes(league: str, *, at: datetime) -> QuerySet[Sandbox]:
    """Those of a league that are not over, each with its season and maker, the newest first."""
    found = Sandbox.objects.filter(season__league_id=league, expires_at__gt=at)
    return found.select_related("season__league", "user").order_by("-made_at", "season_id")


def visible_sandboxes(league: str, viewer: Viewer, *, at: datetime) -> QuerySet[Sandbox]:
    """A member's own; commissioners see that others' exist, but never what is in them."""
    found = sandboxes(league, at=at)
    if viewer.is_commissioner:
        return found
    return found.filter(user__in=sorted({membership.user_id for membership in viewer.memberships}))


def expired_sandboxes(*, at: datetime) -> QuerySet[Sandbox]:
    """Those whose time is over, or whose maker's account is closed, the oldest first."""
    return Sandbox.objects.filter(Q(expires_at__lte=at) | Q(user__is_active=False)).order_by(
        "expires_at", "season_id"
    )
