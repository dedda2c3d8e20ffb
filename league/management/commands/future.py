"""`manage.py future LEAGUE`: say whether a league is archived or will be deleted, or change that."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.utils import timezone

from league.management.cli_actor import DatabaseCommand, refusal_error
from league.membership import join
from league.models import DeletedLeague, DeletionRequest, League
from league.role_changes import COMMISSIONER_ROLE
from league.times import DAY, UTC_ZONE, format_time
from rules.core.refusals import Refusal
from scheduling.league_life import archive_league, confirm_deletion, keep_league, unarchive_league


class Command(DatabaseCommand):
    """Prints the state of a league. It changes nothing unless an action is given."""

    if_stopped = "It was done whole or not at all: give the same command again."
    help = "Show whether a league is archived or will be deleted, or change that as the operator of the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the league, and at most one action."""
        parser.add_argument("league")
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--archive", action="store_true", help="nothing in it changes any more")
        act.add_argument("--unarchive", action="store_true", help="take it out of the archive")
        act.add_argument("--confirm", action="store_true", help="confirm a deletion that a commissioner asked for")
        act.add_argument("--keep", action="store_true", help="take its deletion back")
        act.add_argument("--appoint", default="", metavar="USER", help="make somebody a commissioner of it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform the action if there is one, and print. Raises `CommandError` for a refusal."""
        league = League.objects.filter(pk=options["league"]).first()
        if league is None:
            gone = DeletedLeague.objects.filter(pk=options["league"]).first()
            when = f", it was deleted on {format_time(gone.deleted_at, UTC_ZONE, DAY)}" if gone else ""
            raise CommandError(f"There is no league {options['league'][:80]!r}{when}: name one that is.")
        try:
            self._act(league, options)
        except Refusal as refusal:
            raise refusal_error(refusal) from None
        league.refresh_from_db()
        self._print(league)

    def _act(self, league: League, options: dict[str, Any]) -> None:
        """Perform the action that was given. Raises a `Refusal`, or `CommandError` for an unknown user."""
        at = timezone.now()
        if options["archive"]:
            archive_league(league=league, by=None, at=at)
        elif options["unarchive"]:
            unarchive_league(league=league, by=None, at=at)
        elif options["confirm"]:
            confirm_deletion(league=league, by=None, at=at)
        elif options["keep"]:
            keep_league(league=league, by=None, at=at)
        elif name := options["appoint"]:
            user = get_user_model().objects.filter(username=name, is_active=True).first()
            if user is None:
                raise CommandError(f"There is no user {name[:60]!r} here: name one who has an account.")
            join(league=league, user=user, role=COMMISSIONER_ROLE, actor="", at=at, read_only_too=True)

    def _print(self, league: League) -> None:
        request = DeletionRequest.objects.filter(league=league).first()
        if league.delete_at is not None:
            state = f"will be deleted on {format_time(league.delete_at, UTC_ZONE)}"
        elif league.archived_at is not None:
            state = f"is archived since {format_time(league.archived_at, UTC_ZONE, DAY)}"
        else:
            state = "is open"
        self.stdout.write(f"{league.pk} {state}.")
        if request is not None and request.confirmed_at is None:
            self.stdout.write(f"A commissioner asks to delete it, which nobody has confirmed: {request.reason}")
