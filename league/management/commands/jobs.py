"""`manage.py jobs [LEAGUE]`: list jobs, retry or cancel one, or run all that are due."""

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
    """Lists jobs, or performs one action and lists the jobs it concerns."""

    if_stopped = "What was done stands, and a job that was cut off is queued again: give the same command again."
    help = "List the jobs of a league, or all; ask for one again, give one up, or work off what is due."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the league, and the three actions."""
        parser.add_argument("league", nargs="?", default="")
        parser.add_argument("--last", type=int, default=30, metavar="N", help="how many are listed")
        action = parser.add_mutually_exclusive_group()
        action.add_argument("--again", metavar="ID", help="queue a failed job once more")
        action.add_argument("--cancel", metavar="ID", help="give a job up")
        action.add_argument("--work", action="store_true", help="sweep, then run all that is due until none is left")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform the action, and list the jobs it concerns. Raises `CommandError` for a refusal."""
        at = timezone.now()
        try:
            if options["again"]:
                jobs = [queue.retry_job(queue.get_job(options["again"]), at=at, asked_by=OPERATOR)]
            elif options["cancel"]:
                jobs = [queue.cancel_job(options["cancel"], at=at, asked_by=OPERATOR)]
            elif options["work"]:
                sweep(at=at)
                jobs = run_due_jobs(clock=timezone.now)
            else:
                jobs = _list_jobs(options["league"], options["last"])
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        for job in jobs:
            self.stdout.write(_job_line(job))
            if job.failure:
                self.stdout.write(f"    {job.failure}")
        if not jobs:
            self.stdout.write("There is no job.")


def _list_jobs(league: str, last: int) -> list[Job]:
    jobs = Job.objects.order_by("-queued_at", "key")
    if league:
        if not League.objects.filter(pk=league).exists():
            raise CommandError(f"There is no league {league!r}: name one there is.")
        jobs = jobs.filter(league=league)
    return list(jobs[: max(1, last)])


def _job_line(job: Job) -> str:
    progress = f"{job.done}/{job.total}" if job.total else "-"
    tries = f"try {job.tries}" if job.tries > 1 else ""
    subject = job.season_id or job.league_id or ""
    return f"{job.pk} {job.state:<9} {progress:>9} {job_title(job.kind)} {subject} {tries}".rstrip()
