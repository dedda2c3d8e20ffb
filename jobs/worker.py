"""Running a job: one worker claims it, heartbeats keep it alive, and only the holder of the claim may end it.

A server that is the only one to use its folder may take back at once what the one before it was running. All others
wait until a job's heartbeats have stopped for long enough.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import socket
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import F, Q, QuerySet

from jobs.dispatch import dispatch_job
from jobs.kinds import ClaimLost, JobCancelled, JobPutBack, JobRun, find_job_kind
from jobs.outages import DATABASE, ServiceUnavailable, database_is_unreachable
from jobs.queue import append_line
from jobs.shutdown import is_stop_requested
from league.access import LeagueGone, LeagueReadOnly
from league.models import Job
from rules.core.refusals import Refusal
from sql.short_transactions import in_background

_claim_prefix = {"prefix": ""}


def local_claim_prefix() -> str:
    """The prefix of the claims of a server that keeps its files in this folder, on this machine."""
    place = f"{socket.gethostname()}|{Path(settings.VAR_DIR).resolve()}"
    return hashlib.sha256(place.encode()).hexdigest()[:8]


def set_claim_prefix(prefix: str) -> None:
    """Let every new claim of this process begin with that prefix."""
    _claim_prefix["prefix"] = prefix


def new_claim_id() -> str:
    """A unique claim for one try of one job."""
    prefix = _claim_prefix["prefix"]
    length: int = Job._meta.get_field("claim").max_length or 0
    return prefix + secrets.token_hex(length)[: length - len(prefix)]


log = logging.getLogger(__name__)
MOST_TRIES = 3
BACKOFF = (timedelta(seconds=10), timedelta(seconds=60))
"""The delays before a job is tried again after its first and second failure."""
HOLD = timedelta(hours=1)
"""How long a job is left alone at a time whose league is archived or will be deleted."""
Clock = Callable[[], datetime]


def due_filter(at: datetime) -> Q:
    """Queued jobs that are due. One that was due when it was enqueued stays due whatever the clock says now."""
    return Q(state=Job.State.QUEUED) & (Q(due_at__lte=at) | Q(due_at__lte=F("queued_at")))


def run_job(job_id: uuid.UUID | str, *, clock: Clock) -> Job | None:
    """Claim a job and run its body; None if it could not be claimed: another worker has it, it ended, or is not due.

    Errors of the body are not raised but recorded in the row. A second call finds nothing to claim.
    """
    from structlog.contextvars import bound_contextvars  # slow to import; few processes run jobs

    job = claim_job(job_id, at=clock())
    if job is None:
        log.info("Nothing to claim of job %s: another worker has it, or it has ended, or is not due.", job_id)
        return None
    with bound_contextvars(job=str(job.pk), kind=job.kind, season=job.season_id, league=job.league_id):
        log.info("Job begun, try %d.", job.tries)
        try:
            _run_body(job, clock=clock)
        except DatabaseError as fault:
            # Nothing can be written now; the heartbeats have stopped, so the sweeper will find the row.
            _log_database_error(fault, "The database failed while the job was ended.")
            _close_connection()
            return job
        log.info("Job ended: %s.", job.state)
    return job


def run_due_jobs(*, clock: Clock) -> list[Job]:
    """Run everything that is due, oldest first, until nothing is left or the process is being stopped."""
    worked: list[Job] = []
    while not is_stop_requested():
        waiting = Job.objects.filter(due_filter(clock())).order_by("queued_at", "due_at", "key")
        ids = list(waiting.values_list("pk", flat=True)[:100])
        finished = [job for id in ids if (job := run_job(id, clock=clock))]
        if not finished:
            break
        worked += finished
    return worked


def _log_database_error(fault: DatabaseError, message: str) -> None:
    """Log a database error with its traceback; if the database is unreachable, only that it is, and once."""
    if database_is_unreachable():
        DATABASE.report_start(fault, "jobs are taken up again when it is back.")
    else:
        log.error(message, exc_info=fault)


def _close_connection() -> None:
    """Drop a connection that may be broken; inside a transaction it is the caller's."""
    if not connection.in_atomic_block:
        connection.close()


def claim_job(job_id: uuid.UUID | str, *, at: datetime) -> Job | None:
    """Claim a due job; None if another worker did, or it is not due."""
    claimed = Job.objects.filter(due_filter(at), pk=job_id).update(
        state=Job.State.RUNNING,
        claim=new_claim_id(),
        tries=F("tries") + 1,
        started_at=at,
        heartbeat_at=at,
        done=0,
        total=0,
        failure="",
        cancel_asked=False,
    )
    return Job.objects.select_related("league").filter(pk=job_id).first() if claimed else None


def _run_body(job: Job, *, clock: Clock) -> None:
    run = JobRun(job, clock=clock)
    found = find_job_kind(job.kind)
    if job.tries > 1:
        run.note(f"Try {job.tries} of {MOST_TRIES}.")
    if found is None:
        sentence = f"This program knows no job called {job.kind}: bring all parts of the site to the same version."
        finish_job(job, Job.State.FAILED, at=clock(), failure=sentence)
        return
    if job.league is not None and job.league.is_read_only:
        _hold_job(job, at=clock())
        return
    try:
        with _heartbeat(job, clock=clock), in_background():
            found.body(run)
    except (KeyboardInterrupt, SystemExit):
        run.note("Put back: the worker was stopped at once.")
        return_to_queue(job, at=clock())
        raise
    except (ClaimLost, JobCancelled, JobPutBack) as end:
        _end_early(run, end, clock=clock)
    except Refusal as refusal:
        _end_refused(job, refusal, at=clock())
    except ServiceUnavailable as away:
        away.report()
        _retry_or_fail(job, type(away.fault).__name__, at=clock())
    except Exception as fault:  # noqa: BLE001 - the error is logged there, and recorded in the row
        _end_failed(job, fault, clock=clock)
    else:
        finish_job(job, Job.State.DONE, at=clock())


def _end_early(run: JobRun, end: ClaimLost | JobCancelled | JobPutBack, *, clock: Clock) -> None:
    job = run.job
    match end:
        case ClaimLost():
            log.warning("The job was claimed by another worker meanwhile, or its league was deleted.")
            _reload(job)
        case JobCancelled():
            run.note("Given up where it was safe.")
            finish_job(job, Job.State.CANCELLED, at=clock())
        case JobPutBack():
            run.note("Put back: the worker was stopped.")
            return_to_queue(job, at=clock())


def _end_refused(job: Job, refusal: Refusal, *, at: datetime) -> None:
    """Fail a job with a refusal's sentence; leave it for later if its league was archived while it ran."""
    log.info("Refused: %s", refusal.sentence)
    if isinstance(refusal, LeagueReadOnly):
        _hold_job(job, at=at)
    elif not isinstance(refusal, LeagueGone) and not _was_deleted(job):
        finish_job(job, Job.State.FAILED, at=at, failure=refusal.sentence)


def _end_failed(job: Job, fault: Exception, *, clock: Clock) -> None:
    """Try a job again, or fail it; nothing, if it was deleted with its league while it ran."""
    if _was_deleted(job):
        log.info("The league of the job was deleted while it ran: %s.", type(fault).__name__)
        return
    if isinstance(fault, DatabaseError):
        _log_database_error(fault, "The body of the job failed.")
        _close_connection()
    else:
        log.error("The body of the job failed.", exc_info=fault)
    _retry_or_fail(job, type(fault).__name__, at=clock())


def finish_job(job: Job, state: Job.State, *, at: datetime, failure: str = "") -> bool:
    """Record a job's end, with its last progress; False, without writing, if the claim is no longer ours."""
    return _update_claimed(job, at=at, state=state, failure=failure, ended_at=at)


def _hold_job(job: Job, *, at: datetime) -> None:
    """Leave a job for later whose league is archived or will be deleted, as if it had not been tried."""
    log.info("The league of the job can only be read now.")
    _update_claimed(job, at=at, state=Job.State.QUEUED, tries=F("tries") - 1, due_at=at + HOLD)


def _reload(job: Job) -> None:
    """Read a job's row again; one that was deleted with its league stays as it was."""
    with suppress(Job.DoesNotExist):
        job.refresh_from_db()


def _was_deleted(job: Job) -> bool:
    """Whether a job's row was deleted with its league."""
    try:
        return job.league_id is not None and not Job.objects.filter(pk=job.pk).exists()
    except DatabaseError:
        return False


def return_to_queue(job: Job, *, at: datetime) -> bool:
    """Queue a running job again as if it had not been tried."""
    back = {"state": Job.State.QUEUED, "tries": F("tries") - 1, "due_at": F("queued_at")}
    if written := _update_claimed(job, at=at, nudged_at=None, **back):
        dispatch_job(job.pk)
    return written


def final_failure_sentence(fault: str, id: uuid.UUID) -> str:
    """The sentence for a job that finally failed through an error of the site."""
    return (
        f"It was tried {MOST_TRIES} times and ended with a fault of the site ({fault}). Nothing was left half done: "
        f"ask for it once more, and when it fails again, give the operator of the site its number, {id}."
    )


def _retry_or_fail(job: Job, fault: str, *, at: datetime) -> None:
    if job.tries >= MOST_TRIES:
        finish_job(job, Job.State.FAILED, at=at, failure=final_failure_sentence(fault, job.pk))
        return
    wait = BACKOFF[job.tries - 1]
    job.log = append_line(job.log, f"A fault ({fault}): tried again in {wait.seconds} seconds.", at=at)
    _update_claimed(job, at=at, state=Job.State.QUEUED, due_at=at + wait, queued_at=at, nudged_at=None)


def _update_claimed(job: Job, *, at: datetime, **columns: Any) -> bool:
    updated = claimed_row(job).update(
        claim="", done=job.done, total=job.total, log=job.log, heartbeat_at=at, **columns
    )
    _reload(job)
    return bool(updated)


def claimed_row(job: Job) -> QuerySet[Job]:
    """The row, as long as the claim that this job was read with still holds."""
    return Job.objects.filter(pk=job.pk, claim=job.claim, state=Job.State.RUNNING)


@contextmanager
def _heartbeat(job: Job, *, clock: Clock) -> Iterator[None]:
    """Send heartbeats while a body runs that may report nothing for long."""
    stop = threading.Event()
    heart = threading.Thread(
        target=_send_heartbeats, args=(job.pk, job.claim, stop, clock), name=f"heart of {job.pk}", daemon=True
    )
    heart.start()
    try:
        yield
    finally:
        stop.set()
        heart.join(timeout=1)


def _send_heartbeats(id: uuid.UUID, token: str, stop: threading.Event, clock: Clock) -> None:
    """Send four heartbeats per `JOB_STALE_SECONDS`, over a separate connection."""
    while not stop.wait(settings.JOB_STALE_SECONDS / 4):
        claimed = Job.objects.filter(pk=id, claim=token, state=Job.State.RUNNING)
        try:
            if not claimed.update(heartbeat_at=clock()):
                break
        except DatabaseError as fault:
            _log_database_error(fault, "A heartbeat could not be written.")
        finally:
            connection.close()
