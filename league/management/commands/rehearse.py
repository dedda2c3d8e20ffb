"""`manage.py rehearse SEASON`: a season's end before it is played, in odds; nothing is kept and no die is shown."""

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
    """Plays E1 to E9 through in memory, many times, and says in what share of them a thing came to be."""

    if_stopped = "Nothing was changed: give the same command again."
    help = "Rehearse the end of a season, such as rust-belt/s1, in memory, and print refusals, prices and odds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The season, how often, and a throw-away secret that tells the same odds again."""
        parser.add_argument("season")
        parser.add_argument("--times", type=int, default=TIMES)
        parser.add_argument("--secret", default="", metavar="HEX", help="the rehearsal's own, never the season's")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rehearse and print; a refusal ends it with its sentence."""
        row = season_or_error(options["season"])
        secret = parse_secret(options["secret"]) or secrets.token_bytes(SECRET_BYTES)
        try:
            made = stored_season_end_odds(row, times=options["times"], secret=secret)
        except Refusal as no:
            raise CommandError(no.sentence) from None
        for line in odds_lines(made, names_by_id(row)):
            self.stdout.write(line)
