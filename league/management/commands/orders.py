"""`manage.py orders LEAGUE FRANCHISE [FILE.json]`: print the standing orders of a franchise, or set them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from franchises.models import Franchise
from franchises.standing_orders import set_standing_orders
from journal import steward
from league.input_files import read_file
from league.management.cli_actor import DatabaseCommand, member_or_error
from league.models import League
from rules.campaign.core.codec import parse_json
from rules.campaign.steward import DEFAULT_ORDERS
from rules.campaign.steward.standing_orders import POLICIES
from rules.core.refusals import Malformed, Refusal


class Command(DatabaseCommand):
    """Prints the current orders, with a star at those that differ from the default."""

    if_stopped = "The orders were set whole or not at all: give the same command again."
    help = "Read or set what standing orders answer for a franchise, such as slag-queens of rust-belt."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add league and franchise, the file with orders to set, and the acting member."""
        parser.add_argument("league")
        parser.add_argument("franchise")
        parser.add_argument("file", nargs="?", default="", help='a JSON object such as {"reserve_k": 100}')
        parser.add_argument("--as", dest="user", default="", help="the user name of the owner who sets them")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set the orders if a file is given, and print them. Raises `CommandError` for a refusal."""
        league, franchise = options["league"], options["franchise"]
        if not League.objects.filter(pk=league).exists():
            raise CommandError(f"There is no league {league!r}: name one there is.")
        if not Franchise.objects.filter(pk=f"{league}/{franchise}").exists():
            raise CommandError(f"There is no franchise {franchise[:80]!r} in {league}: name one that is.")
        try:
            if options["file"]:
                member = member_or_error(league, options["user"], franchise=franchise)
                set_standing_orders(
                    franchise=franchise, document=_read_orders(options["file"]), member=member, at=timezone.now()
                )
            orders = steward.standing_orders_of(league, franchise)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        for name in POLICIES:
            value = getattr(orders, name)
            changed = "*" if value != getattr(DEFAULT_ORDERS, name) else " "
            self.stdout.write(f"{changed} {name:<16} {json.dumps(value)}")


def _read_orders(file: str) -> dict[str, Any]:
    document = parse_json(read_file(Path(file), then="give a JSON file"))
    if not isinstance(document, dict):
        raise Malformed(f"{file} is not a JSON object: give policies by name, or {{}} for none.")
    return document
