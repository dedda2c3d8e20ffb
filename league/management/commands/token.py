"""`manage.py token LEAGUE NAME --as USER --scope read …`: make a token for a program, list tokens, revoke one.

The token alone stands on standard output, so that a script can take it; what it may is said beside it.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.utils import timezone

from league.management.cli_actor import DatabaseCommand
from league.models import League
from league.tokens import DAYS, READ_SCOPE, create_token, revoke_token, tokens_of
from rules.core.refusals import Refusal


class Command(DatabaseCommand):
    """Prints the token's text, which is told here and never again; without a name, the tokens there are."""

    if_stopped = "A token whose text was not printed is of no use to anybody: list them, and revoke it."
    help = "Make a token by which a program acts for a person in a league."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """League and name; whose it is, what it may, and for how long."""
        parser.add_argument("league")
        parser.add_argument("name", nargs="?", default="", help="what uses it; without one, the tokens are listed")
        parser.add_argument("--as", dest="user", required=True, help="the user name of the person it acts for")
        parser.add_argument(
            "--scope",
            action="append",
            default=[],
            help="what it may: read, report, commission or act:FRANCHISE, as often as needed; read unless said",
        )
        parser.add_argument("--days", type=int, default=DAYS, help=f"how long it is good for; {DAYS} unless said")
        parser.add_argument("--revoke", type=int, metavar="NUMBER", help="take that token back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make, list or revoke; a refusal ends it with its sentence."""
        league = League.objects.filter(pk=options["league"]).first()
        user = get_user_model()._default_manager.filter(username=options["user"]).first()
        if league is None:
            raise CommandError(f"There is no league {options['league']!r}: name one that is here.")
        if user is None:
            raise CommandError(
                f"Nobody has the user name {options['user']!r}: name a member of the league with --as."
            )
        now = timezone.now()
        try:
            if options["revoke"] is not None:
                gone = revoke_token(token=options["revoke"], league=league, user=user, at=now)
                self.stdout.write(f"{gone.name} ({gone.shown}…) is revoked.")
            elif options["name"]:
                given = options["scope"] or [READ_SCOPE]
                made, text = create_token(
                    league=league, user=user, name=options["name"], scopes=given, at=now, days=options["days"]
                )
                self.stderr.write(
                    f"{made.name} may {', '.join(made.scopes)} in {league.pk} for {options['user']} until "
                    f"{made.expires_at:%Y-%m-%d}. It is told this once:",
                    style_func=str,
                )
                self.stdout.write(text)
            else:
                for token in tokens_of(league, user):
                    state = "revoked" if token.revoked_at else "over" if token.expires_at <= now else "good"
                    self.stdout.write(
                        f"{token.pk:>5} {state:<8} {token.shown}… {token.name}: {' '.join(token.scopes)}"
                    )
        except Refusal as no:
            raise CommandError(no.sentence) from None
