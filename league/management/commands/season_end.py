"""`manage.py season_end SEASON`: ask for the end of a season to be played by jobs, or print what came of it."""

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
    """Asks for the job of the step a season's end has reached; the jobs after it ask for one another."""

    if_stopped = "The job was asked for or was not: give the same command again, or see manage.py jobs."
    help = "Play the end of a season, such as rust-belt/s1, by jobs; with --report, print what came of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The season, who asks, and whether to print the report instead."""
        parser.add_argument("season")
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who asks")
        parser.add_argument("--report", action="store_true", help="what the season's end has come to so far")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask, or print; a refusal ends it with its sentence."""
        row = season_or_error(options["season"])
        try:
            if options["report"]:
                for line in season_end_report(row):
                    self.stdout.write(line)
                return
            job = begin_season_end(row.pk, member=member_or_error(row.league_id, options["user"]), at=timezone.now())
        except Refusal as no:
            raise CommandError(no.sentence) from None
        self.stdout.write(f"{job.key} is {job.state}, job {job.pk}: a worker plays it and asks for the next.")
