"""`manage.py seats`: list what is advertised under Seats, or hide or show one of it."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.management.cli_actor import DatabaseCommand
from league.models import SeatAd, SeatSeeker


class Command(DatabaseCommand):
    """Prints every advertisement and every person who looks for a seat, hidden ones too."""

    if_stopped = "It was done whole or not at all: give the same command again."
    help = "List which leagues advertise seats and who looks for one, and hide or show one of them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add at most one action."""
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--hide-league", default="", metavar="LEAGUE", help="show its advertisement to nobody")
        act.add_argument("--show-league", default="", metavar="LEAGUE", help="show it again")
        act.add_argument("--hide-person", default="", metavar="USER", help="show to nobody that they look for a seat")
        act.add_argument("--show-person", default="", metavar="USER", help="show it again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform the action if there is one, and print. Raises `CommandError` if there is nothing of that name."""
        at = timezone.now()
        for act, hidden_at in (("hide", at), ("show", None)):
            if league := options[f"{act}_league"]:
                self._set(SeatAd.objects.filter(pk=league).update(hidden_at=hidden_at), league)
            if name := options[f"{act}_person"]:
                self._set(SeatSeeker.objects.filter(user__username=name).update(hidden_at=hidden_at), name)
        for ad in SeatAd.objects.order_by("league_id"):
            self.stdout.write(f"{ad.league_id}{_state(ad.expires_at, ad.hidden_at, at)}: {ad.note}")
        for seeker in SeatSeeker.objects.select_related("user").order_by("user__username"):
            state = _state(seeker.expires_at, seeker.hidden_at, at)
            self.stdout.write(f"{seeker.user.get_username()} looks for a seat{state}: {seeker.note}")

    def _set(self, count: int, name: str) -> None:
        if not count:
            raise CommandError(f"Nothing under Seats is of {name[:60]!r}: give the command alone to see the list.")


def _state(expires_at: datetime, hidden_at: datetime | None, at: datetime) -> str:
    return ", hidden" if hidden_at else ", expired" if expires_at <= at else ""
