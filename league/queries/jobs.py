"""The jobs of a league, as its members may see them."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.db.models import QuerySet

from league.access import Viewer
from league.models import Job, League

LOAD_EXAMPLE = "load_example"
"""The kind of jobs that load an example league."""


def jobs(league: League, viewer: Viewer) -> QuerySet[Job]:
    """The jobs of a league, the newest first; those enqueued at the same moment by key.

    Commissioners see all. Other members see their own and those the site itself enqueued; a stranger sees none.
    """
    found = Job.objects.filter(league=league).select_related("season").order_by("-queued_at", "key")
    if viewer.is_commissioner:
        return found
    if not viewer.is_member:
        return found.none()
    return found.filter(asked_by__in=["", *viewer.handles])


def job(league: League, viewer: Viewer, id: uuid.UUID) -> Job | None:
    """That job, or None if the viewer may see none of that id."""
    return jobs(league, viewer).filter(pk=id).first()


@dataclass(frozen=True, slots=True)
class LoadingProgress:
    """The example league that is being loaded, or the next one: its name, and how many of its entries are there.

    `total` is 0 while it is unknown.
    """

    name: str
    done: int
    total: int

    @property
    def percent(self) -> int:
        """How much of it is there in percent, in steps of ten: listeners are notified no more often."""
        return self.done * 10 // self.total * 10 if self.total else 0


def example_being_loaded() -> LoadingProgress | None:
    """The example league that is being loaded, or the next one waiting; None if there is none."""
    waiting = Job.objects.filter(kind=LOAD_EXAMPLE, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    found = waiting.order_by("-state", "queued_at", "due_at", "key").first()  # running before queued
    return None if found is None else LoadingProgress(str(found.arguments.get("name", "")), found.done, found.total)
