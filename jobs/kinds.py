"""The kinds of jobs there are, and what the body of one is given while it runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from jobs.shutdown import is_stop_requested
from league.models import Job

LONGEST_LOG = 500
"""Lines kept of a job's log; the oldest go first."""
WRITE_INTERVAL = 0.5
"""Seconds between two writes of a job's progress."""


class ClaimLost(Exception):
    """The job was claimed by somebody else meanwhile: what is under way here ends without a word."""


class JobCancelled(Exception):
    """Somebody asked that the job be given up, and it came to a place where that is safe."""


class JobPutBack(Exception):
    """The worker is being stopped: the job goes back to the queue and the try is not counted."""


class KindTaken(Exception):
    """Two bodies were written for one kind of job."""


class JobRun:
    """A job while it runs: what it was asked, the time, and where it tells how far it has come."""

    def __init__(self, job: Job, *, clock: Callable[[], datetime]) -> None:
        self.job = job
        self._clock = clock
        self._written = float("-inf")

    @property
    def season(self) -> str:
        """The id of the season it is for, empty for none."""
        return self.job.season_id or ""

    @property
    def league(self) -> str:
        """The id of the league it is for, empty for none."""
        return self.job.league_id or ""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """What it was asked with."""
        return self.job.arguments

    def now(self) -> datetime:
        """The time, from the clock the worker was given."""
        return self._clock()

    def progress(self, done: int, total: int, line: str = "") -> None:
        """So much is done of so much (`total` 0 while nobody knows), with a line for the log.

        Beats the heart. Writes at most twice a second; what was told last is written when the body ends. Belongs
        between transactions: said inside one it is seen, and the heart heard, only once that is committed. Raises
        `ClaimLost` when the job is somebody else's by now and `JobPutBack` when the worker is being stopped.
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
        said = {"at": self.now().isoformat(), "line": line}
        self.job.log = [*self.job.log, said][-LONGEST_LOG:]

    def raise_if_cancelled(self) -> None:
        """Raise `JobCancelled`, `JobPutBack` or `ClaimLost` where the body may end here and leave all whole."""
        if is_stop_requested():
            raise JobPutBack
        asked = Job.objects.filter(pk=self.job.pk, claim=self.job.claim, state=Job.State.RUNNING)
        asked_now = asked.values_list("cancel_asked", flat=True).first()
        if asked_now is None:
            raise ClaimLost
        if asked_now:
            raise JobCancelled

    def _save_progress(self) -> None:
        ours = Job.objects.filter(pk=self.job.pk, claim=self.job.claim, state=Job.State.RUNNING)
        if not ours.update(done=self.job.done, total=self.job.total, log=self.job.log, heartbeat_at=self.now()):
            raise ClaimLost


JobBody = Callable[[JobRun], None]


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: its stable name, its title for people, its body.

    A cancellable body asks `run.refuse_cancelled()` where it may end. The rows of a fleeting kind are thrown away a
    day after they are done, and a month after they failed. `resumes` is said of one that a stopping server leaves to
    the next; the season and what the job was asked with stand in braces.
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
    """Register a body under a kind. It must be safe to run twice. Raises `KindTaken` for a second body."""

    def register(body: JobBody) -> JobBody:
        before = _job_kinds.get(name)
        if before and (before.body.__module__, before.body.__qualname__) != (body.__module__, body.__qualname__):
            raise KindTaken(f"{name} is {before.body.__module__}.{before.body.__qualname__} already")
        _job_kinds[name] = JobKind(name, title, body, cancellable, fleeting, resumes)
        return body

    return register


def find_job_kind(name: str) -> JobKind | None:
    """The kind of that name, None when this program knows none."""
    return _job_kinds.get(name)


def job_title(name: str) -> str:
    """What people call that kind of job."""
    found = _job_kinds.get(name)
    return found.title if found else name.replace("_", " ").capitalize()


def resumption_sentence(job: Job) -> str:
    """What is said of a job that goes on when the server was started again."""
    found = _job_kinds.get(job.kind)
    if found is None or not found.resumes:
        return f"{job_title(job.kind)} goes on after the next start."
    return found.resumes.format(season=job.season_id, **job.arguments)


def fleeting_kinds() -> list[str]:
    """The names of the kinds whose rows are not kept."""
    return sorted(each.name for each in _job_kinds.values() if each.fleeting)
