"""`manage.py beacon [ROUND]`: fetch or read a round of the public beacon, and check its signature."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from beacon.client import fetch_round, parse_round
from beacon.quicknet import DrandRound, latest_round, parse_signature, round_time, verify_round
from league.input_files import read_file
from league.management.stoppable_command import StoppableCommand
from rules.core.refusals import Refusal

LARGEST_FILE = 64 * 1024
"""The most bytes of a file with a round."""


class Command(StoppableCommand):
    """Prints a round of the beacon with its time and randomness. Exits with 1 if its signature is wrong."""

    if_stopped = "Nothing is kept of a round: give the same command again."
    help = (
        "Fetch a round of the public beacon (drand's quicknet), or take one that was pasted, and check its signature."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the round, and the source of its signature if it is not fetched."""
        parser.add_argument("round", nargs="?", type=int, help="the number of the round; the latest without one")
        pasted = parser.add_mutually_exclusive_group()
        pasted.add_argument("--signature", default="", metavar="HEX", help="check this signature and fetch nothing")
        pasted.add_argument("--file", type=Path, help="check the round in a file: the JSON the beacon answers with")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the round after checking it. Raises `CommandError` for a refusal."""
        try:
            round = self._round(options)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        self.stdout.write(f"round       {round.number}")
        self.stdout.write(f"moment      {round_time(round.number):%Y-%m-%d %H:%M:%S} UTC")
        self.stdout.write(f"randomness  {round.randomness.hex()}")
        self.stdout.write(f"signature   {round.signature.hex()}")
        self.stdout.write("The signature is right: the beacon made this round.")

    def _round(self, options: dict[str, Any]) -> DrandRound:
        """The requested round, with its signature checked. Raises a `Refusal`."""
        number, now = options["round"], datetime.now(UTC)
        if options["signature"]:
            if number is None:
                raise CommandError("A signature is of one round: name its number before it.")
            round = DrandRound(number, parse_signature(options["signature"]))
        elif options["file"]:
            then = "give the JSON of a round, as the beacon answers it"
            round = parse_round(read_file(options["file"], then=then, most=LARGEST_FILE))
            if number not in (None, round.number):
                raise CommandError(f"{options['file']} holds round {round.number}: name that one, or another file.")
        else:
            requested = latest_round(now) if number is None else number
            return fetch_round(requested, settings.BEACON_URLS, now=now)
        verify_round(round)
        return round
