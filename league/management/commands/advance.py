"""`manage.py advance SEASON`: give the command a season needs of its commissioner next."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Collection
from typing import Any

from django.utils import timezone

from journal import perform
from journal.state.visible import load_visible_state
from league.access import viewer_of_actor
from league.management.cli_actor import (
    DatabaseCommand,
    add_seen_option,
    answer_lines,
    digest_line,
    member_or_error,
    refusal_error,
    season_or_error,
)
from league.management.cli_approval import commands_need_approval
from league.queries.match_times import rounds_held_back
from league.queries.round_plans import with_planned_matches
from rules.campaign.core.state import Match, Season
from rules.campaign.steward import franchises_awaited, next_commissioner_command
from rules.core.refusals import Refusal
from rules.match.registry import get_ruleset

DEFAULT_REASON = "The season goes on as its calendar says."


class Command(DatabaseCommand):
    """Performs the commissioner's next step and prints it, or prints what the season waits for."""

    if_stopped = "The step was given whole or not at all: give the same command again to go on."
    help = "Give the next command a season, such as rust-belt/s1, needs of its commissioner."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the season, the acting member, and the reason for a house act."""
        parser.add_argument("season")
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who gives it")
        parser.add_argument(
            "--reason", default=DEFAULT_REASON, help="shown to everyone where the step is a house act"
        )
        add_seen_option(parser, refused="what it is about changed after it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform the step and print it. Raises `CommandError` for a refusal."""
        row = season_or_error(options["season"])
        member = member_or_error(row.league_id, options["user"])
        season, _ = load_visible_state(row, viewer_of_actor(row.league_id, member.handle))
        step = with_planned_matches(next_commissioner_command(season), row.pk, season)
        if step is None:
            held_back = rounds_held_back(row.pk, at=timezone.now())
            self.stdout.write(f"{row.pk} is at {row.step} and waits for {_describe_waits(season, held_back)}.")
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
                alone=commands_need_approval(row, [step], member=member),
            )
        except Refusal as refusal:
            raise refusal_error(refusal) from None
        for line in answer_lines(answer):
            self.stdout.write(line)
        self.stdout.write(digest_line(row.pk, answer))


def _describe_waits(season: Season, held_back: Collection[int]) -> str:
    """Whom or what a season waits for when its commissioner has nothing to do; some rounds may be `held_back`."""
    if season.step == "closed":
        return "nobody any more: the next one may be opened"
    matches = sorted(season.matches.values(), key=lambda match: match.id)
    unsettled = [
        _describe_missing_result(match, held_back=season.rounds[match.round].number in held_back)
        for match in matches
        if match.step == "M4"
    ]
    return ", ".join([*franchises_awaited(season), *unsettled]) or "franchises to be founded"


def _describe_missing_result(match: Match, *, held_back: bool) -> str:
    """The missing result of a locked match, with the command that runs the match if it is run here."""
    if not match.ruleset:
        return f"the report of {match.id}"
    if held_back:
        return f"{match.id} to be resolved here when its round is revealed (`manage.py reveal SEASON`)"
    return f"{match.id} to be resolved here ({get_ruleset(match.ruleset).title}: `manage.py jobs LEAGUE --work`)"
