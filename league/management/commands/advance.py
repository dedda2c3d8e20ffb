"""`manage.py advance SEASON`: give the command a season needs of its commissioner next."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from league.access import viewer_called
from league.journal import perform
from league.journal.visible_state import seen_by
from league.management.second_word import gives_alone
from league.management.speaking import Spoken, add_seen, digest_told, member_of, refused, season_of, told
from league.queries.plans import as_planned
from rules.campaign.core.state import Match, Season
from rules.campaign.steward import franchises_awaited, next_commissioner_command
from rules.core.refusals import Refusal
from rules.match.registry import get_ruleset

REASON = "The season goes on as its calendar says."


class Command(Spoken):
    """Performs one step of the commissioner's and tells it, or says whom the season waits for."""

    if_stopped = "The step was given whole or not at all: give the same command again to go on."
    help = "Give the next command a season, such as rust-belt/s1, needs of its commissioner."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The season, who gives the command, and the reason of a house act."""
        parser.add_argument("season")
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who gives it")
        parser.add_argument("--reason", default=REASON, help="shown to everyone where the step is a house act")
        add_seen(parser, refused="what it is about changed after it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform and print; a refusal ends it with its sentence."""
        row = season_of(options["season"])
        member = member_of(row.league_id, options["user"])
        season, _ = seen_by(row, viewer_called(row.league_id, member.handle))
        step = as_planned(next_commissioner_command(season), row.pk, season)
        if step is None:
            self.stdout.write(f"{row.pk} is at {row.step} and waits for {_awaited(season)}.")
            return
        try:
            answer = perform(
                row.pk,
                [step],
                actor=member.handle,
                at=timezone.now(),
                key=f"advance.{row.length}",
                reason=options["reason"],
                seen=options["seen"],
                alone=gives_alone(row, [step], member=member),
            )
        except Refusal as no:
            raise refused(no) from None
        for line in told(answer):
            self.stdout.write(line)
        self.stdout.write(digest_told(row.pk, answer))


def _awaited(season: Season) -> str:
    """Whom or what a season waits for when its commissioner has nothing to give."""
    if season.step == "closed":
        return "nobody any more: the next one may be opened"
    locked = sorted(season.matches.values(), key=lambda each: each.id)
    unsettled = [_result_of(each) for each in locked if each.step == "M4"]
    return ", ".join([*franchises_awaited(season), *unsettled]) or "franchises to be founded"


def _result_of(match: Match) -> str:
    """The result a locked match waits for, and how it comes where a ruleset resolves the match here."""
    if not match.ruleset:
        return f"the report of {match.id}"
    return f"{match.id} to be resolved here ({get_ruleset(match.ruleset).title}: `manage.py jobs LEAGUE --work`)"
