"""`manage.py play FOLDER`: play a league folder through the journal, and print a report of its seasons."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from journal.chain import hash_document
from league.folder_import import play_folder
from league.league_folder import read_plan
from league.management.cli_actor import DatabaseCommand, answer_lines, parse_secret
from league.management.season_report import season_report_lines
from league.models import Season
from rules.campaign.core.codec import fact_document
from rules.core.refusals import Refusal


class Command(DatabaseCommand):
    """Plays a league folder. The last line printed is the digest of its last season's state, 64 hex digits."""

    if_stopped = (
        "Every batch that was printed stands, and nothing of the one under way: give the same command again to go on."
    )
    help = "Play a league on disk (examples/first-laps) through the journal and print its seasons."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the folder, the first season's secret in hex digits, and another id for the league."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--season-secret", default="", metavar="HEX", help="league.json's own when left out")
        parser.add_argument("--league", default="", metavar="ID", help="play it in a league of another id")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print. Raises `CommandError` for a refusal."""
        folder, league = options["folder"], options["league"]
        secret = parse_secret(options["season_secret"]) if options["season_secret"] else None
        facts: list[dict[str, Any]] = []
        try:
            for played in play_folder(folder, secret=secret, league=league):
                facts += [fact_document(fact) for fact in played.answer.facts]
                for line in answer_lines(played.answer, facts=options["verbosity"] > 0):
                    self.stdout.write(line)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        plan = read_plan(folder, league=league)
        rows = [Season.objects.get(pk=f"{plan.league}/{season.name}") for season in plan.seasons]
        for row in rows:
            self.stdout.write("")
            for line in season_report_lines(row):
                self.stdout.write(line)
        self.stdout.write("")
        self.stdout.write(f"facts {hash_document(facts)}")
        self.stdout.write(rows[-1].digest)
