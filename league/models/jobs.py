"""Jobs: work done outside the request that asked for it. The row is the truth; a broker only nudges."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from league.models.leagues import League
from league.models.seasons import Season


class Job(models.Model):
    """Work that is done once: enqueued under a unique key, claimed by one worker at a time, tried up to three times.

    `done` of `total` is its progress, `log` its lines so far, `failure` a sentence that says what to do. A running
    job sends heartbeats; once its `heartbeat_at` is old, any worker may claim it again. `nudged_at` is when a worker
    was last nudged about a queued one.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=250, unique=True)
    league = models.ForeignKey(League, on_delete=models.PROTECT, null=True, related_name="jobs")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, related_name="jobs")
    arguments = models.JSONField(default=dict)
    asked_by = models.CharField(max_length=121, default="")
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    log = models.JSONField(default=list)
    tries = models.PositiveSmallIntegerField(default=0)
    claim = models.CharField(max_length=32, default="")
    cancel_asked = models.BooleanField(default=False)
    failure = models.TextField(default="")
    queued_at = models.DateTimeField()
    due_at = models.DateTimeField()
    nudged_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "done", "failed", "cancelled"]),
                name="job_state_is_known",
            ),
            models.CheckConstraint(
                condition=(Q(ended_at=None) & ~Q(state__in=["done", "failed", "cancelled"]))
                | (Q(ended_at__isnull=False) & ~Q(state__in=["queued", "running"])),
                name="ended_jobs_have_an_end",
            ),
            models.CheckConstraint(condition=Q(total=0) | Q(done__lte=models.F("total")), name="job_not_overdone"),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="jobs_waiting", condition=Q(state="queued")),
            models.Index(fields=["heartbeat_at"], name="jobs_running", condition=Q(state="running")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
