"""Sweeping finds what was lost, left behind or is too old. Two concurrent sweeps do no harm."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.models import Q

from jobs import outbox_delivery
from jobs.dispatch import cache_errors, dispatch_job
from jobs.kinds import fleeting_kinds
from jobs.queue import append_line
from jobs.worker import BACKOFF, MOST_TRIES, due_filter, final_failure_sentence
from league.models import Job, StoredAnswer
from sql.short_transactions import (
    MOST_ROWS,
    MOST_ROWS_PER_SWEEP,
    delete_in_pieces,
    in_background,
    short_transaction,
    update_in_pieces,
)

log = logging.getLogger(__name__)
LAST_SWEEP_KEY = "jobs-swept-at"
"""The cache key of the last sweep's time, for the readiness check."""
RETENTION, FAILED_RETENTION = timedelta(days=1), timedelta(days=30)
"""How long the rows of fleeting kinds are kept once they are done or canceled, and once they have failed."""

SweepFunction = Callable[[datetime], None]
_extra_sweeps: dict[tuple[str, str], SweepFunction] = {}


@dataclass(frozen=True, slots=True)
class SweepResult:
    """The results of a sweep: queued jobs nudged again, running ones taken back or failed, outbox rows delivered."""

    told: int = 0
    reclaimed: int = 0
    failed: int = 0
    delivered: int = 0


def register_sweep(sweep: SweepFunction) -> SweepFunction:
    """Register a function that every sweep also calls, with the time. It must be cheap if there is nothing to do."""
    _extra_sweeps[sweep.__module__, sweep.__qualname__] = sweep
    return sweep


@in_background()
def sweep(*, at: datetime, everything: bool = False, deliveries: int = 10_000) -> SweepResult:
    """Find jobs that nobody took, jobs that died while running, and outbox rows that were not delivered.

    `everything` nudges all due jobs, however recently a worker was nudged: for a start, when the broker is empty.
    `deliveries` is the most rows of the outbox it delivers.
    """
    _correct_future_times(at)
    reclaimed, failed = _reclaim_stale(at)
    nudged = _redispatch(at, everything=everything)
    delivered = outbox_delivery.deliver_outbox(at=at, limit=deliveries)
    fleeting = Job.objects.filter(kind__in=fleeting_kinds())
    delete_in_pieces(fleeting.filter(state__in=[Job.State.DONE, Job.State.CANCELLED], ended_at__lt=at - RETENTION))
    delete_in_pieces(fleeting.filter(state=Job.State.FAILED, ended_at__lt=at - FAILED_RETENTION))
    for extra_sweep in _extra_sweeps.values():
        _run_extra_sweep(extra_sweep, at)
    with suppress(*cache_errors()):
        cache.set(LAST_SWEEP_KEY, at.isoformat(), timeout=None)
    return SweepResult(nudged, reclaimed, failed, delivered)


def _run_extra_sweep(extra_sweep: SweepFunction, at: datetime) -> None:
    """Run an extra sweep; if it fails, that is logged and nothing else is held up."""
    try:
        extra_sweep(at)
    except Exception:
        log.exception("%s could not be swept.", extra_sweep.__qualname__)
        if connection.needs_rollback:
            raise


def _correct_future_times(at: datetime) -> None:
    """Correct future times, left when the clock was set back: they would hold up jobs, so they count from now."""
    ahead = at + timedelta(seconds=settings.JOB_STALE_SECONDS)
    update_in_pieces(Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__gt=ahead), heartbeat_at=at)
    update_in_pieces(Job.objects.filter(state=Job.State.QUEUED, nudged_at__gt=ahead), nudged_at=None)
    waiting = Job.objects.filter(state=Job.State.QUEUED, tries__gt=0, queued_at__gt=ahead)
    update_in_pieces(waiting, due_at=at + max(BACKOFF), queued_at=at)


@in_background()
def reclaim_by_prefix(claims: str, *, at: datetime, counted: bool) -> None:
    """Take back at once the running jobs whose claims begin like this: their process is known to be gone.

    Their tries count, since a job may have ended the process, unless they were cut off when it was stopped.
    """
    for job in Job.objects.filter(state=Job.State.RUNNING, claim__startswith=claims):
        _requeue_or_fail(job, at=at, tries=job.tries - (not counted))


def _reclaim_stale(at: datetime) -> tuple[int, int]:
    """Requeue running jobs whose heartbeats have stopped, or fail those that are out of tries."""
    still = at - timedelta(seconds=settings.JOB_STALE_SECONDS)
    found = Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__lt=still).order_by("heartbeat_at", "key")
    became = [_requeue_or_fail(job, at=at, tries=job.tries) for job in found]
    return became.count(Job.State.QUEUED), became.count(Job.State.FAILED)


def _requeue_or_fail(job: Job, *, at: datetime, tries: int) -> Job.State | None:
    """Take back a job whose worker is gone: its new state, or None if somebody else has it by now."""
    end: dict[str, Any] = {"ended_at": at}
    if job.cancel_asked:
        became, columns = Job.State.CANCELLED, end
    elif tries >= MOST_TRIES:
        became, columns = Job.State.FAILED, {**end, "failure": final_failure_sentence("the worker was lost", job.pk)}
        log.error("Job %s of kind %s was lost %d times and given up.", job.pk, job.kind, tries)
    else:
        became, columns = Job.State.QUEUED, {"queued_at": at, "due_at": at, "nudged_at": None}
        log.warning("Job %s of kind %s lost its worker and is queued again.", job.pk, job.kind)
    line = append_line(job.log, "The worker was lost.", at=at)
    claimed = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, claim=job.claim, heartbeat_at=job.heartbeat_at)
    with short_transaction():
        return became if claimed.update(state=became, claim="", tries=tries, log=line, **columns) else None


def _redispatch(at: datetime, *, everything: bool) -> int:
    """Nudge a worker for each due job that had no recent nudge; of two concurrent sweeps, only one does."""
    lately = at - timedelta(seconds=settings.JOB_RESEND_SECONDS)
    unheard = Q() if everything else Q(nudged_at=None) | Q(nudged_at__lte=lately)
    waiting = Job.objects.filter(due_filter(at)).filter(unheard).order_by("queued_at", "key")
    found = list(waiting.values_list("pk", "nudged_at"))
    nudged = 0
    for first in range(0, len(found), MOST_ROWS):
        before = dict(found[first : first + MOST_ROWS])
        with short_transaction():
            queued = Job.objects.filter(pk__in=before, state=Job.State.QUEUED).select_for_update(skip_locked=True)
            current = dict(queued.values_list("pk", "nudged_at"))
            unchanged = [id for id, when in before.items() if id in current and current[id] == when]
            Job.objects.filter(pk__in=unchanged).update(nudged_at=at)
            for id in unchanged:
                dispatch_job(id)
        nudged += len(unchanged)
    return nudged


ANSWER_RETENTION = timedelta(hours=48)
"""The least time for which an answer is kept."""
MOST_PER_SWEEP = MOST_ROWS_PER_SWEEP
"""How many one sweep deletes."""


@register_sweep
def delete_expired_answers(at: datetime) -> None:
    """Delete the oldest expired answers, a limited number per sweep."""
    delete_in_pieces(
        StoredAnswer.objects.filter(at__lt=at - ANSWER_RETENTION).order_by("at", "pk"), most=MOST_PER_SWEEP
    )
