"""The inbox of a person in a league."""

from __future__ import annotations

from django.db.models import QuerySet

from league.access import Viewer
from league.models import Notice


def inbox(viewer: Viewer) -> QuerySet[Notice]:
    """All notices to the viewer in any of their roles, the newest first; none for a stranger."""
    members = [membership.pk for membership in viewer.memberships]
    return Notice.objects.filter(member_id__in=members, on_site=True).select_related("season").order_by("-at", "-pk")


def unread_count_of_viewer(viewer: Viewer) -> int:
    """How many of them are unread; no query for a stranger."""
    return inbox(viewer).filter(read_at=None).count() if viewer.is_member else 0
