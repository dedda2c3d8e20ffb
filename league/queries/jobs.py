"""The jobs of a league, as its members may see them."""

from __future__ import annotations

import uuid

from django.db.models import QuerySet

from league.access import Viewer
from league.models import Job, League


def jobs(league: League, viewer: Viewer) -> QuerySet[Job]:
    """The jobs of a league, the newest first, those asked for at the same moment by key.

    Commissioners see all. Other members see those they asked for and those the site asked for itself; a stranger
    sees none.
    """
    found = Job.objects.filter(league=league).select_related("season").order_by("-queued_at", "key")
    if viewer.is_commissioner:
        return found
    if not viewer.is_member:
        return found.none()
    return found.filter(asked_by__in=["", *viewer.handles])


def job(league: League, viewer: Viewer, id: uuid.UUID) -> Job | None:
    """That job, None where there is none the viewer may see."""
    return jobs(league, viewer).filter(pk=id).first()
