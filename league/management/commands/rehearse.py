"""`manage.py rehearse SEASON`: print the odds of a season's end; nothing is saved and no dice are shown."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from league.management.cli_actor import DatabaseCommand, parse_secret, season_or_error
from rules.core.refusals import Refusal
from scheduling.season_end_odds import odds_lines, stored_season_end_odds
from scheduling.season_end_report import names_by_id

TIMES, SECRET_BYTES = 20, 32


class Command(DatabaseCommand):
    """Plays E1 to E9 many times in memory, and prints how often each outcome occurred."""

    if_stopped = "Nothing was changed: give the same command again."
    help = "Rehearse the end of a season, such as rust-belt/s1, in memory, and print refusals, prices and odds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the season, the number of runs, and a throw-away secret that makes the odds reproducible."""
        parser.add_argument("season")
        parser.add_argument("--times", type=int, default=TIMES)
        parser.add_argument("--secret", default="", metavar="HEX", help="the rehearsal's own, never the season's")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rehearse and print. Raises `CommandError` for a refusal."""
        row = season_or_error(options["season"])
        secret = parse_secret(options["secret"]) or secrets.token_bytes(SECRET_BYTES)
        try:
            odds = stored_season_end_odds(row, times=options["times"], secret=secret)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        for line in odds_lines(odds, names_by_id(row)):
            self.stdout.write(line)
