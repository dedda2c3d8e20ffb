"""`manage.py steward SEASON`: let standing orders answer for owners."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from journal import steward
from league.management.cli_actor import DatabaseCommand, answer_lines, digest_line, season_or_error
from rules.core.refusals import Refusal


class Command(DatabaseCommand):
    """Answers for franchises by their standing orders, until nothing is left to answer."""

    if_stopped = "What was printed stands: give the same command again to go on."
    help = "Let standing orders answer for the owners of a season, such as rust-belt/s1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the season, and the franchises to answer for; all if none is named."""
        parser.add_argument("season")
        parser.add_argument("--franchise", action="append", default=None, metavar="FRANCHISE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer and print. Raises `CommandError` for a refusal."""
        row = season_or_error(options["season"])
        has_answers = True
        while has_answers:
            row.refresh_from_db()
            try:
                batches = steward.answer_as_steward(
                    row.pk, at=timezone.now(), key=f"steward.{row.length}", franchises=options["franchise"]
                )
            except Refusal as refusal:
                raise CommandError(refusal.sentence) from None
            has_answers = bool(batches)
            for batch in batches:
                for line in answer_lines(batch):
                    self.stdout.write(line)
                self.stdout.write(digest_line(row.pk, batch))
