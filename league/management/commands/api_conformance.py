"""`manage.py api_conformance`: prepare a league for testing a client, or check that a server follows the API."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.utils import timezone

import league.management.conformance_checks  # noqa: F401 - importing them lists their checks
from league.league_folder import expand_folder
from league.management.cli_actor import DatabaseCommand, parse_secret
from league.management.conformance import CannotRunChecks, CheckOutcome, Server, require_ready, run_checks
from league.membership import found_league
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE, create_token
from rules.core.refusals import Refusal

CANNOT_TRY_EXIT_CODE = 3
"""Exit code if the checks could not run; 1 means that a server does not follow the API."""
FIRST_LAPS = Path(__file__).parents[3] / "examples" / "first-laps"


class Command(DatabaseCommand):
    """Prints the commissioner's token of a prepared league, or the outcome of each check of a server."""

    if_stopped = "What was tried stands in that league: prepare an empty one to try again."
    help = (
        "Prepare an empty league for a program to be tried in, or check that a server keeps to the API. Ends with 1 "
        "where it does not, and with 3 where it could not be tried: it is away, the token is no good, or the league "
        "is not empty."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the three actions and their options."""
        action = parser.add_mutually_exclusive_group(required=True)
        action.add_argument("--prepare", metavar="LEAGUE", help="found it, empty, and print its commissioner's token")
        action.add_argument(
            "--write-out", nargs=2, type=Path, metavar=("FOLDER", "INTO"), help="an example with every batch in it"
        )
        action.add_argument("--server", default="", metavar="URL", help="check it in an empty league, by --token")
        parser.add_argument("--league", default="conformance", help="the empty league; `conformance` unless said")
        parser.add_argument("--token", default="", help="its commissioner's, as --prepare printed it")
        parser.add_argument("--folder", type=Path, default=FIRST_LAPS, help="the example it is checked on")
        parser.add_argument("--until-throttled", type=int, default=0, metavar="TIMES", help="ask so often for a 429")
        parser.add_argument("--season-secret", default="", metavar="HEX", help="the folder's own when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform the action. Raises `CommandError` for a refusal or a failed check."""
        try:
            if options["prepare"]:
                self.stdout.write(prepare_league(options["prepare"]))
            elif options["write_out"]:
                folder, into = options["write_out"]
                secret = options["season_secret"]
                expand_folder(folder, into, secret=parse_secret(secret) if secret else None)
                self.stdout.write(f"{folder} is written out in {into}.")
            else:
                self._check_server(options)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None

    def _check_server(self, options: dict[str, Any]) -> None:
        """Run all checks. Raises `CommandError` if one fails, or if they cannot run."""
        arguments = {
            "token": options["token"],
            "folder": options["folder"],
            "throttled_after": options["until_throttled"],
        }
        server = Server(options["server"], options["league"], **arguments)
        outcomes = []
        try:
            require_ready(server)
            for check in run_checks(server):
                outcomes.append(check)
                self._print_outcome(check)
        except CannotRunChecks as refusal:
            raise CommandError(str(refusal), returncode=CANNOT_TRY_EXIT_CODE) from None
        broken = sum(bool(outcome.wrong) for outcome in outcomes)
        kept = sum(outcome.kept for outcome in outcomes)
        self.stdout.write(f"{kept} kept, {len(outcomes) - kept - broken} not tried, {broken} broken.")
        if broken:
            share = f"{broken} of {len(outcomes)} checks"
            raise CommandError(f"{options['server']} does otherwise than the API says in {share}.")

    def _print_outcome(self, outcome: CheckOutcome) -> None:
        mark = "kept" if outcome.kept else "not tried" if outcome.not_tried else "BROKEN"
        explanation = outcome.not_tried or outcome.wrong
        self.stdout.write(f"{mark:<10} {outcome.name}{f': {explanation}' if explanation else ''}")


def prepare_league(league: str) -> str:
    """Found an empty public league with a made-up commissioner, and return the text of their token.

    Raises `LeagueStands` if there is a league of that name.
    """
    at = timezone.now()
    user = get_user_model()._default_manager.create(username=f"{league}-marshal-{secrets.token_hex(4)}")
    user.set_unusable_password()
    user.save()
    new_league = found_league(id=league, name=league, public=True, commissioner=user, at=at)
    _, text = create_token(
        league=new_league, user=user, name="for trying", scopes=[READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE], at=at
    )
    return text
