"""`manage.py play FOLDER --season-secret HEX`: play a league on disk through the writer and say what came of it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.example import plan_of, play
from league.journal import store
from league.journal.chain import hashed
from league.models import Season
from rules.campaign.codec import fact_document
from rules.campaign.standings import standings
from rules.campaign.telling import sentence
from rules.refusal import Refusal
from rules.terms import in_k


class Command(BaseCommand):
    """Plays an example; the last line it prints is the state's digest, 64 hex digits."""

    help = "Play a league on disk (examples/first-laps) through the journal and print its season."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The folder, the season's secret in hex digits, and a name for the season."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--season-secret", required=True, metavar="HEX")
        parser.add_argument("--season", default="", metavar="NAME")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print; a refusal ends it with its sentence."""
        folder: Path = options["folder"]
        facts: list[dict[str, Any]] = []
        try:
            secret = secret_of(options["season_secret"])
            plan = plan_of(folder)
            for played in play(folder, secret=secret, season=options["season"]):
                for told in played.answer.entries:
                    self.stdout.write(f"#{told.number} {told.command['type']}")
                    facts += [fact_document(each) for each in told.facts]
                    if options["verbosity"] > 0:
                        for each in told.facts:
                            self.stdout.write(f"    {sentence(each)} [{each.rule}]")
        except Refusal as no:
            raise CommandError(no.sentence) from None
        row = Season.objects.get(pk=f"{plan.league}/{options['season'] or plan.season}")
        season = store.load(row).season
        self.stdout.write("")
        for line in standings(season):
            balance = in_k(season.franchise(line.franchise).balance)
            self.stdout.write(
                f"{line.rank:>3} {line.franchise:<20} {line.points:>4} points {line.wins:>2} wins "
                f"{line.criticals:>3} criticals {balance:>8}"
            )
        self.stdout.write(f"facts {hashed(facts)}")
        self.stdout.write(row.digest)


def secret_of(text: str) -> bytes:
    """A season's secret from hex digits."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise CommandError(
            f"{text!r} is no season secret: give an even number of hex digits, such as 00ff."
        ) from None
