"""`manage.py reveal SEASON [ROUND]`: print when rounds are revealed, or set, give or call off the reveal of one."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.management.cli_actor import (
    DatabaseCommand,
    answer_lines,
    member_or_error,
    parse_moment,
    refusal_error,
    season_or_error,
)
from league.models import Season
from league.queries.match_times import reveals_of
from rules.core.refusals import Refusal
from scheduling.calendar import calendar_of, format_local_time
from scheduling.watch_parties import call_off_reveal, reveal_now, set_reveal


class Command(DatabaseCommand):
    """Prints a line for each round that has a reveal. It changes nothing unless an action is given."""

    if_stopped = "The reveal was set whole or not at all: give the same command again."
    help = "Show when the matches of rounds are played and revealed together, or set that for one round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the season, the round, and at most one action."""
        parser.add_argument("season")
        parser.add_argument("round", nargs="?", type=int, default=None, help="the number of the round")
        act = parser.add_mutually_exclusive_group()
        act.add_argument(
            "--until", default="", metavar="ISO", help="no match of it is played before; league time unless it says"
        )
        act.add_argument("--now", action="store_true", help="play and reveal it now")
        act.add_argument("--off", action="store_true", help="call it off: each match is played once it is locked")
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who acts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform the action if there is one, and print. Raises `CommandError` for a refusal."""
        row = season_or_error(options["season"])
        at = timezone.now()
        if options["until"] or options["now"] or options["off"]:
            if options["round"] is None:
                raise CommandError(f"Name the round, such as `reveal {row.pk} 2 --now`.")
            try:
                self._run_act(row, at, options)
            except Refusal as refusal:
                raise refusal_error(refusal) from None
        self._print(row, at)

    def _run_act(self, row: Season, at: datetime, options: dict[str, Any]) -> None:
        number, member = options["round"], member_or_error(row.league_id, options["user"])
        if options["until"]:
            until = parse_moment(calendar_of(row.league_id), options["until"])
            set_reveal(row.pk, number, until=until, member=member, at=at)
            return
        act = reveal_now if options["now"] else call_off_reveal
        for batch in act(row.pk, number, member=member, at=at):
            for line in answer_lines(batch, facts=False):
                self.stdout.write(line)

    def _print(self, row: Season, at: datetime) -> None:
        calendar, reveals = calendar_of(row.league_id), list(reveals_of(row.pk))
        for reveal in reveals:
            if reveal.at is None:
                self.stdout.write(f"  round {reveal.number}: called off")
            else:
                tense = "is revealed" if reveal.at > at else "was revealed"
                self.stdout.write(f"  round {reveal.number} {tense} {format_local_time(calendar, reveal.at)}")
        if not reveals:
            self.stdout.write("  No round has a reveal: matches are played as soon as they are locked.")
