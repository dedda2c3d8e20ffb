"""Which leagues wait for a person: as an owner, for a report of a match, or as a commissioner."""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, Exists, ExpressionWrapper, F, OuterRef, Q, Value
from django.db.models.functions import Concat

from league.models import LineUp, Membership, Notice, Window

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
