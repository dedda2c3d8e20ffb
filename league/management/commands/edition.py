"""`manage.py edition SEASON`: print the season's edition and what later ones would change, or adopt one."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from journal import perform
from journal.edition_preview import changed_decisions
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
from league.models import Season
from rules.campaign.commissioner.edition_adoption import AdoptEdition
from rules.campaign.core.editions import EDITION_CHANGES, EDITIONS
from rules.core.refusals import Refusal


class Command(DatabaseCommand):
    """Prints what later editions change and which entries would differ; with --adopt it adopts an edition."""

    if_stopped = "It was adopted whole or not at all: without --adopt this command says which edition stands."
    help = "Tell by which edition a season is played, what later ones decide otherwise, and adopt one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the season, and the edition to adopt with the acting member and reason."""
        parser.add_argument("season")
        parser.add_argument("--adopt", default="", metavar="EDITION")
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who adopts it")
        parser.add_argument("--reason", default="", help="shown to everyone")
        add_seen_option(parser, refused="what it is about changed after it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the differences, or adopt an edition. Raises `CommandError` for a refusal."""
        season = season_or_error(options["season"])
        try:
            if options["adopt"]:
                self._adopt(season, options)
            else:
                self._print_differences(season)
        except Refusal as refusal:
            raise refusal_error(refusal) from None

    def _print_differences(self, season: Season) -> None:
        self.stdout.write(f"{season.pk} is played by edition {season.edition}.")
        for edition in EDITIONS[EDITIONS.index(season.edition) + 1 :]:
            self.stdout.write(f"Edition {edition}: {EDITION_CHANGES[edition]}")
            changes = list(changed_decisions(season, edition))
            for difference in changes:
                added = f" with {', '.join(difference.besides)}" if difference.besides else ""
                missing = f" without {', '.join(difference.not_told)}" if difference.not_told else ""
                self.stdout.write(
                    f"    entry {difference.number} ({difference.command}) would have been recorded{added}{missing}"
                )
            if not changes:
                self.stdout.write(
                    "    Nothing so far would have been decided otherwise. Matches that were played stay as they are."
                )

    def _adopt(self, season: Season, options: dict[str, Any]) -> None:
        member = member_or_error(season.league_id, options["user"])
        command = AdoptEdition(edition=options["adopt"])
        answer = perform(
            season.pk,
            [command],
            actor=member.handle,
            at=timezone.now(),
            key=f"edition.{options['adopt']}",
            reason=options["reason"],
            seen=options["seen"],
            alone=commands_need_approval(season, [command], member=member),
        )
        for line in answer_lines(answer):
            self.stdout.write(line)
        self.stdout.write(digest_line(season.pk, answer))
