"""Shows in the terminal how far the example leagues are loaded, and then their log-ins."""

from __future__ import annotations

import threading
from typing import TextIO

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from jobs.worker import Clock
from league.example_archives import log_ins
from league.example_archives.catalog import examples
from league.invitations import free_franchises, open_invitations
from league.models import Job, League, Membership
from league.queries.jobs import LoadingProgress, example_being_loaded

POLL_SECONDS = 0.5
"""Seconds between two polls."""
LONGEST_LINE = 100


class ExampleProgress:
    """Reports the jobs that load examples: a changing line in a terminal, and one line for each loaded league.

    `clock` says which invitations are open.
    """

    def __init__(self, out: TextIO, jobs: list[Job], *, clock: Clock = timezone.now) -> None:
        self._out = out
        self._clock = clock
        self._jobs = [job.pk for job in jobs]
        self._over = threading.Event()
        self._line = ""
        self._ended: set[object] = set()
        if jobs:
            self._print_line(
                f"Loading example leagues in the background: {', '.join(job.arguments['name'] for job in jobs)} …"
            )
            self.start()
        else:
            self._print_log_ins()

    def start(self) -> None:
        """Poll in a thread until all jobs have ended."""
        threading.Thread(target=self._poll_until_loaded, name="example progress", daemon=True).start()

    def stop(self) -> None:
        """Stop reporting, and clear the changing line."""
        self._over.set()
        self._clear_line()

    def _poll_until_loaded(self) -> None:
        try:
            while not self._over.is_set() and self.poll():
                self._over.wait(POLL_SECONDS)
        except DatabaseError:
            pass  # `manage.py jobs` shows how the jobs ended
        finally:
            connection.close()

    def poll(self) -> bool:
        """Report what has changed. Returns whether jobs are still running or queued."""
        jobs = list(Job.objects.filter(pk__in=self._jobs).order_by("queued_at", "key"))
        for job in jobs:
            if job.ended_at is not None and job.pk not in self._ended:
                self._ended.add(job.pk)
                self._print_line(_ended_line(job))
        if len(self._ended) == len(jobs):
            self._print_log_ins()
            return False
        if progress := example_being_loaded():
            self._show_progress(progress)
        return True

    def _show_progress(self, progress: LoadingProgress) -> None:
        """Show the progress on a line that the next call overwrites; only in a terminal."""
        if not self._out.isatty():
            return
        line = f"Loading {progress.name}"
        if progress.total:
            line += f": {progress.done:,} of {progress.total:,} entries"
        self._out.write(f"\r{line[:LONGEST_LINE]:<{len(self._line)}}")
        self._out.flush()
        self._line = line[:LONGEST_LINE]

    def _print_line(self, line: str) -> None:
        """Print a line that stays."""
        self._clear_line()
        self._out.write(f"{line}\n")
        self._out.flush()

    def _clear_line(self) -> None:
        if self._line:
            self._out.write(f"\r{'':<{len(self._line)}}\r")
            self._line = ""

    def _print_log_ins(self) -> None:
        if stored_log_ins := log_ins.log_ins():
            self._print_line(f"Log-ins of the example leagues (kept in {log_ins.file()}):")
            for log_in in stored_log_ins:
                self._print_line(f"  {log_in}")
        for league in League.objects.filter(pk__in=[example.league for example in examples()]).order_by("pk"):
            open_to_owners = open_invitations(league, at=self._clock()).filter(
                role=Membership.Role.OWNER, franchise=None
            )
            if open_to_owners.exists() and (free := free_franchises(league).count()):
                seats = "A seat is" if free == 1 else f"{free} seats are"
                self._print_line(f"{seats} free in {league.name}: {settings.SITE_URL.rstrip('/')}/l/{league.pk}/")


def _ended_line(job: Job) -> str:
    name = job.arguments["name"]
    match job.state:
        case Job.State.DONE:
            return f"Loaded {name}."
        case Job.State.CANCELLED:
            return f"Loading {name} was given up."
        case _:
            return f"Loading {name} failed: {job.failure}"
