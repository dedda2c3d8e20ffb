"""The kinds of jobs there are, and the context that the body of a job is given."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from jobs.shutdown import is_stop_requested
from league.models import Job

LONGEST_LOG = 500
"""The most lines kept of a job's log; the oldest are dropped first."""
WRITE_INTERVAL = 0.5
"""The least seconds between two writes of a job's progress."""


class ClaimLost(Exception):
    """Another worker claimed the job in the meantime: this run ends silently."""


class JobCancelled(Exception):
    """Somebody asked to cancel the job, and it reached a point where that is safe."""


class JobPutBack(Exception):
    """The worker is being stopped: the job goes back to the queue and the try is not counted."""


class KindTaken(Exception):
    """Two bodies were registered for one kind of job."""


class JobRun:
    """A job while it runs: its arguments, the time, and methods to report progress."""

    def __init__(self, job: Job, *, clock: Callable[[], datetime]) -> None:
        self.job = job
        self._clock = clock
        self._written = float("-inf")

    @property
    def season(self) -> str:
        """The id of its season, empty if it has none."""
        return self.job.season_id or ""

    @property
    def league(self) -> str:
        """The id of its league, empty if it has none."""
        return self.job.league_id or ""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments it was enqueued with."""
        return self.job.arguments

    def now(self) -> datetime:
        """The time, from the worker's clock."""
        return self._clock()

    def progress(self, done: int, total: int, line: str = "") -> None:
        """Report progress (`total` is 0 while it is unknown), with a line for the log.

        Also sends a heartbeat. Writes at most twice a second; the last report is written when the body ends. Call it
        between transactions: inside one, progress and heartbeat become visible only on commit. Raises `ClaimLost` if
        another worker has the job by now, and `JobPutBack` if this worker is being stopped.
        """
        self.job.total = max(0, total)
        self.job.done = min(max(0, done), total) if total > 0 else max(0, done)
        if line:
            self.note(line)
        moment = time.monotonic()
        if moment - self._written >= WRITE_INTERVAL:
            self._written = moment
            self._save_progress()
        if is_stop_requested():
            raise JobPutBack

    def note(self, line: str) -> None:
        """Add a line to the log, with its time."""
        entry = {"at": self.now().isoformat(), "line": line}
        self.job.log = [*self.job.log, entry][-LONGEST_LOG:]

    def raise_if_cancelled(self) -> None:
        """Raise `JobCancelled`, `JobPutBack` or `ClaimLost` if needed; call it where the body may safely end."""
        if is_stop_requested():
            raise JobPutBack
        jobs = Job.objects.filter(pk=self.job.pk, claim=self.job.claim, state=Job.State.RUNNING)
        asked_now = jobs.values_list("cancel_asked", flat=True).first()
        if asked_now is None:
            raise ClaimLost
        if asked_now:
            raise JobCancelled

    def _save_progress(self) -> None:
        claimed = Job.objects.filter(pk=self.job.pk, claim=self.job.claim, state=Job.State.RUNNING)
        if not claimed.update(done=self.job.done, total=self.job.total, log=self.job.log, heartbeat_at=self.now()):
            raise ClaimLost


JobBody = Callable[[JobRun], None]


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: its stable name, its title for people, its body.

    A cancellable body calls `run.raise_if_cancelled()` where it may end. The rows of a fleeting kind are deleted a
    day after they are done, and a month after they failed. `resumes` is the sentence for a job that a stopping server
    leaves to the next; it may name the season and the job's arguments in braces.
    """

    name: str
    title: str
    body: JobBody
    cancellable: bool = False
    fleeting: bool = False
    resumes: str = ""


_job_kinds: dict[str, JobKind] = {}


def job_kind(
    name: str, *, title: str, cancellable: bool = False, fleeting: bool = False, resumes: str = ""
) -> Callable[[JobBody], JobBody]:
    """Register the body of a kind. It must be safe to run twice. Raises `KindTaken` for a second body."""

    def register(body: JobBody) -> JobBody:
        before = _job_kinds.get(name)
        if before and (before.body.__module__, before.body.__qualname__) != (body.__module__, body.__qualname__):
            raise KindTaken(f"{name} is {before.body.__module__}.{before.body.__qualname__} already")
        _job_kinds[name] = JobKind(name, title, body, cancellable, fleeting, resumes)
        return body

    return register


def find_job_kind(name: str) -> JobKind | None:
    """The kind of that name, or None if this program has none."""
    return _job_kinds.get(name)


def job_title(name: str) -> str:
    """The title of a kind of job, for people."""
    found = _job_kinds.get(name)
    return found.title if found else name.replace("_", " ").capitalize()


def resumption_sentence(job: Job) -> str:
    """The sentence about a job that continues after a restart of the server."""
    found = _job_kinds.get(job.kind)
    if found is None or not found.resumes:
        return f"{job_title(job.kind)} goes on after the next start."
    return found.resumes.format(season=job.season_id, **job.arguments)


def fleeting_kinds() -> list[str]:
    """The names of the kinds whose rows are not kept."""
    return sorted(kind.name for kind in _job_kinds.values() if kind.fleeting)
