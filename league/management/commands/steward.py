"""`manage.py steward SEASON`: let standing orders answer what owners are asked."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from journal import steward
from league.management.cli_actor import DatabaseCommand, answer_lines, digest_line, season_or_error
from rules.core.refusals import Refusal


class Command(DatabaseCommand):
    """Answers for franchises by their owners' standing orders, until they are asked nothing more."""

    if_stopped = "What was printed stands: give the same command again to go on."
    help = "Let standing orders answer for the owners of a season, such as rust-belt/s1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The season, and for which franchises; all of them when none is named."""
        parser.add_argument("season")
        parser.add_argument("--franchise", action="append", default=None, metavar="FRANCHISE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer and print; a refusal ends it with its sentence."""
        row = season_or_error(options["season"])
        answered = True
        while answered:
            row.refresh_from_db()
            try:
                answers = steward.answer_as_steward(
                    row.pk, at=timezone.now(), key=f"steward.{row.length}", franchises=options["franchise"]
                )
            except Refusal as no:
                raise CommandError(no.sentence) from None
            answered = bool(answers)
            for answer in answers:
                for line in answer_lines(answer):
                    self.stdout.write(line)
                self.stdout.write(digest_line(row.pk, answer))
