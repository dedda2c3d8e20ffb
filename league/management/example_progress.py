"""How far the example leagues are loaded, told in the terminal, and then how their people log in."""

from __future__ import annotations

import threading
from typing import TextIO

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from league.example_archives import log_ins
from league.example_archives.catalog import examples
from league.invitations import free_franchises, open_invitations
from league.models import Job, League, Membership
from league.queries.jobs import LoadingProgress, example_being_loaded

POLL_SECONDS = 0.5
"""Seconds between two looks."""
LONGEST_LINE = 100


class ExampleProgress:
    """Tells of the jobs that load examples: one line that changes in a terminal, a line for each league elsewhere."""

    def __init__(self, out: TextIO, jobs: list[Job]) -> None:
        self._out = out
        self._jobs = [job.pk for job in jobs]
        self._over = threading.Event()
        self._line = ""
        self._ended: set[object] = set()
        if jobs:
            self._print_line(
                f"Loading example leagues in the background: {', '.join(each.arguments['name'] for each in jobs)} …"
            )
            self.start()
        else:
            self._print_log_ins()

    def start(self) -> None:
        """Look again and again, in a thread, until all jobs have ended."""
        threading.Thread(target=self._poll_until_loaded, name="example progress", daemon=True).start()

    def stop(self) -> None:
        """Tell nothing any more."""
        self._over.set()
        self._clear_line()

    def _poll_until_loaded(self) -> None:
        try:
            while not self._over.is_set() and self.poll():
                self._over.wait(POLL_SECONDS)
        except DatabaseError:
            pass  # the jobs tell how they ended, in `manage.py jobs`
        finally:
            connection.close()

    def poll(self) -> bool:
        """Tell what is new; whether anything is still to come."""
        found = list(Job.objects.filter(pk__in=self._jobs).order_by("queued_at", "key"))
        for job in found:
            if job.ended_at is not None and job.pk not in self._ended:
                self._ended.add(job.pk)
                self._print_line(_ended_line(job))
        if len(self._ended) == len(found):
            self._print_log_ins()
            return False
        if loading := example_being_loaded():
            self._show_progress(loading)
        return True

    def _show_progress(self, loading: LoadingProgress) -> None:
        """Show how far it is, on a line that the next one takes the place of."""
        if not self._out.isatty():
            return
        line = f"Loading {loading.name}"
        if loading.total:
            line += f": {loading.done:,} of {loading.total:,} entries"
        self._out.write(f"\r{line[:LONGEST_LINE]:<{len(self._line)}}")
        self._out.flush()
        self._line = line[:LONGEST_LINE]

    def _print_line(self, line: str) -> None:
        """Say something that stays."""
        self._clear_line()
        self._out.write(f"{line}\n")
        self._out.flush()

    def _clear_line(self) -> None:
        if self._line:
            self._out.write(f"\r{'':<{len(self._line)}}\r")
            self._line = ""

    def _print_log_ins(self) -> None:
        if kept := log_ins.log_ins():
            self._print_line(f"Log-ins of the example leagues (kept in {log_ins.file()}):")
            for log_in in kept:
                self._print_line(f"  {log_in}")
        for league in League.objects.filter(pk__in=[example.league for example in examples()]).order_by("pk"):
            open_to_owners = open_invitations(league, at=timezone.now()).filter(
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
