"""The notices to a person, in a league or in all of theirs, and which of their leagues wait for them."""

from __future__ import annotations

from typing import Any

from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Concat

from league.access import Viewer
from league.models import League, LineUp, Membership, Notice, Window


def inbox(viewer: Viewer) -> QuerySet[Notice]:
    """All notices to the viewer in any of their roles, the newest first; none for a stranger."""
    members = [membership.pk for membership in viewer.memberships]
    return Notice.objects.filter(member_id__in=members, on_site=True).select_related("season").order_by("-at", "-pk")


def unread_count_of_viewer(viewer: Viewer) -> int:
    """How many of them are unread; no query for a stranger."""
    return inbox(viewer).filter(read_at=None).count() if viewer.is_member else 0


REPORT_REQUEST_KINDS = ("report_missing", "reminder_report")
"""The kinds of notices that ask a team for its report of a match."""


def is_awaited(user: Any) -> Q:
    """A condition for leagues whose rounds wait for the person; they are annotated with `current_id` and `acted_at`.

    Before and after the rounds it takes a season's state to tell which owners are awaited.
    """
    owned = Membership.objects.filter(user=user, league_id=OuterRef(OuterRef("pk"))).exclude(franchise=None)
    line_ups = LineUp.objects.filter(
        Q(match__step="M3") & (Q(named=False) | Q(fallen=True))
        | Q(match__step="M5.4", decided=False)
        | Q(match__step="M5.10", shopping="open"),
        season_id=OuterRef("current_id"),
        franchise__identity_id__in=owned.values("franchise"),
    )
    unread = Notice.objects.filter(member__user=user, read_at=None, season_id=OuterRef("current_id"))
    open_windows = (
        Window.objects.filter(season_id=OuterRef("season_id"), closed_at=None)
        .annotate(notice_key=ExpressionWrapper(OuterRef("key"), CharField()))
        .filter(notice_key__contains=Concat(Value("/"), F("season_id"), Value("/"), F("what"), Value("/")))
    )
    reports = unread.filter(Exists(open_windows), about__in=REPORT_REQUEST_KINDS, arguments__done__isnull=True)
    commissioners = unread.filter(about="awaited", at__gte=OuterRef("acted_at"))
    return Q(Exists(line_ups)) | Q(Exists(reports)) | Q(Exists(commissioners))


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
