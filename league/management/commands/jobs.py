"""`manage.py jobs [LEAGUE]`: what is under way; ask for a failed job again, give one up, work off what is due."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

import scheduling.background_work  # noqa: F401 - registers every kind of job
from jobs import queue
from jobs.kinds import job_title
from jobs.sweeper import sweep
from jobs.worker import run_due_jobs
from league.management.cli_actor import DatabaseCommand
from league.models import Job, League
from rules.core.refusals import Refusal

OPERATOR = "the operator"


class Command(DatabaseCommand):
    """Lists jobs, or does one thing to one of them."""

    if_stopped = "What was done stands, and a job that was cut off is queued again: give the same command again."
    help = "List the jobs of a league, or all; ask for one again, give one up, or work off what is due."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A league, or one of the three things to do."""
        parser.add_argument("league", nargs="?", default="")
        parser.add_argument("--last", type=int, default=30, metavar="N", help="how many are listed")
        does = parser.add_mutually_exclusive_group()
        does.add_argument("--again", metavar="ID", help="queue a failed job once more")
        does.add_argument("--cancel", metavar="ID", help="give a job up")
        does.add_argument("--work", action="store_true", help="sweep, then run all that is due until none is left")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and list what it concerns; a refusal ends it with its sentence."""
        at = timezone.now()
        try:
            if options["again"]:
                listed = [queue.retry_job(queue.get_job(options["again"]), at=at, asked_by=OPERATOR)]
            elif options["cancel"]:
                listed = [queue.cancel_job(options["cancel"], at=at, asked_by=OPERATOR)]
            elif options["work"]:
                sweep(at=at)
                listed = run_due_jobs(clock=timezone.now)
            else:
                listed = _list_jobs(options["league"], options["last"])
        except Refusal as no:
            raise CommandError(no.sentence) from None
        for job in listed:
            self.stdout.write(_job_line(job))
            if job.failure:
                self.stdout.write(f"    {job.failure}")
        if not listed:
            self.stdout.write("There is no job.")


def _list_jobs(league: str, last: int) -> list[Job]:
    found = Job.objects.order_by("-queued_at", "key")
    if league:
        if not League.objects.filter(pk=league).exists():
            raise CommandError(f"There is no league {league!r}: name one there is.")
        found = found.filter(league=league)
    return list(found[: max(1, last)])


def _job_line(job: Job) -> str:
    far = f"{job.done}/{job.total}" if job.total else "-"
    tries = f"try {job.tries}" if job.tries > 1 else ""
    of = job.season_id or job.league_id or ""
    return f"{job.pk} {job.state:<9} {far:>9} {job_title(job.kind)} {of} {tries}".rstrip()
