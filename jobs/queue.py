"""The queue of jobs: enqueue, retry and cancel."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from jobs.dispatch import dispatch_job
from jobs.kinds import LONGEST_LOG, find_job_kind, job_title
from league.models import Job
from rules.core.refusals import Malformed, Refusal, Unknown

LONGEST_KIND, LONGEST_KEY = 60, 250
ENDED_STATES = (Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED)


class JobKeyReused(Refusal):
    """The key of the job was already used for different work."""


class JobNotFailed(Refusal):
    """Only a job that failed or was canceled can be requested again."""


class JobEnded(Refusal):
    """The job has ended and cannot be canceled."""


class JobNotCancellable(Refusal):
    """A running job of this kind cannot be canceled."""


def enqueue(
    kind: str,
    *,
    key: str,
    at: datetime,
    season: str = "",
    league: str = "",
    arguments: Mapping[str, Any] | None = None,
    asked_by: str = "",
    due_at: datetime | None = None,
) -> Job:
    """Enqueue a piece of work, once: the same key returns the same job, whatever its state.

    The row is written in the caller's transaction and a worker is nudged after it is committed; if the broker is down
    the caller need not care, since the sweeper finds the row. `due_at` is the earliest time it may run, `at` by
    default; a season's league need not be named. Raises `JobKeyReused` if the key belongs to other work, `Malformed`
    for a kind or key that cannot be stored.
    """
    if not 1 <= len(kind) <= LONGEST_KIND or not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Malformed(f"A job has a kind of up to {LONGEST_KIND} characters and a printable key of {LONGEST_KEY}.")
    due = due_at or at
    new_job = Job(
        kind=kind,
        key=key,
        season_id=season or None,
        league_id=league or season.partition("/")[0] or None,
        arguments=json.loads(json.dumps(dict(arguments or {}))),
        asked_by=asked_by,
        queued_at=at,
        due_at=due,
        nudged_at=at if due <= at else None,
    )
    Job.objects.bulk_create([new_job], ignore_conflicts=True)
    job = Job.objects.get(key=key)
    if job.pk == new_job.pk:
        if due <= at:
            dispatch_job(job.pk)
        return job
    if _work_key(job) != _work_key(new_job):
        raise JobKeyReused(
            f"The key {key!r} stands for another job ({job_title(job.kind)}): make up a new key for new work."
        )
    return job


def retry_job(job: Job, *, at: datetime, asked_by: str) -> Job:
    """Queue a failed or canceled job again, with three new tries. Raises `JobNotFailed`."""
    ended_jobs = Job.objects.filter(pk=job.pk, state__in=[Job.State.FAILED, Job.State.CANCELLED])
    updated = ended_jobs.update(
        state=Job.State.QUEUED,
        tries=0,
        claim="",
        cancel_asked=False,
        failure="",
        queued_at=at,
        due_at=at,
        nudged_at=at,
        started_at=None,
        heartbeat_at=None,
        ended_at=None,
        log=append_line(job.log, f"Asked for again by {asked_by or 'the operator'}.", at=at),
    )
    current = get_job(job.pk)
    if not updated:
        raise JobNotFailed(
            f"{job_title(current.kind)} is {current.state}: only a job that failed is asked for again."
        )
    dispatch_job(current.pk)
    return current


def cancel_job(job_id: uuid.UUID | str, *, at: datetime, asked_by: str) -> Job:
    """Cancel a job: at once while it is queued, or at its next safe point while it runs.

    Raises `Unknown`, `JobEnded`, or `JobNotCancellable` for a running job that cannot stop halfway.
    """
    job = get_job(job_id)
    line = append_line(job.log, f"Given up by {asked_by or 'the operator'}.", at=at)
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.QUEUED)
    if waiting.update(state=Job.State.CANCELLED, ended_at=at, claim="", log=line):
        return get_job(job_id)
    job.refresh_from_db()
    if job.state in ENDED_STATES:
        raise JobEnded(f"{job_title(job.kind)} is {job.state} already: there is nothing left to give up.")
    found = find_job_kind(job.kind)
    if found is None or not found.cancellable:
        raise JobNotCancellable(f"{job_title(job.kind)} does not stop half way: wait until it has ended.")
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(cancel_asked=True)
    return get_job(job_id)


def get_job(id: uuid.UUID | str) -> Job:
    """The job of that id. Raises `Unknown`."""
    try:
        found = Job.objects.filter(pk=uuid.UUID(str(id))).first()
    except ValueError:
        found = None
    if found is None:
        raise Unknown(f"There is no job {str(id)[:40]!r}: name one by its whole id.")
    return found


def append_line(log: list[Any], line: str, *, at: datetime) -> list[Any]:
    """A job's log with one more line, its oldest lines dropped when it grows too long."""
    return [*log, {"at": at.isoformat(), "line": line}][-LONGEST_LOG:]


def _work_key(job: Job) -> tuple[Any, ...]:
    return job.kind, job.season_id, job.league_id, job.arguments
