"""`manage.py season_end SEASON`: queue the jobs that play a season's end, or print a report of it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.management.cli_actor import DatabaseCommand, member_or_error, season_or_error
from rules.core.refusals import Refusal
from scheduling.season_end import begin_season_end
from scheduling.season_end_report import season_end_report


class Command(DatabaseCommand):
    """Queues the job for the step the season's end has reached; each job queues the next."""

    if_stopped = "The job was asked for or was not: give the same command again, or see manage.py jobs."
    help = "Play the end of a season, such as rust-belt/s1, by jobs; with --report, print what came of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the season, the acting member, and whether to print the report instead."""
        parser.add_argument("season")
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who asks")
        parser.add_argument("--report", action="store_true", help="what the season's end has come to so far")

    def handle(self, *args: Any, **options: Any) -> None:
        """Queue the job, or print the report. Raises `CommandError` for a refusal."""
        row = season_or_error(options["season"])
        try:
            if options["report"]:
                for line in season_end_report(row):
                    self.stdout.write(line)
                return
            job = begin_season_end(row.pk, member=member_or_error(row.league_id, options["user"]), at=timezone.now())
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        self.stdout.write(f"{job.key} is {job.state}, job {job.pk}: a worker plays it and asks for the next.")
