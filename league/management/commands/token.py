"""`manage.py token LEAGUE NAME --as USER --scope read …`: make a token for a program, list tokens, or revoke one.

Only the token goes to standard output, so that a script can read it. Its scopes and end go to standard error.
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
    """Prints the text of a new token, which is shown only once; without a name it lists the tokens."""

    if_stopped = "A token whose text was not printed is of no use to anybody: list them, and revoke it."
    help = "Make a token by which a program acts for a person in a league."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add league and name, the person, the scopes, and how long the token is valid."""
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
        """Make, list or revoke tokens. Raises `CommandError` for a refusal."""
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
                revoked = revoke_token(token=options["revoke"], league=league, user=user, at=now)
                self.stdout.write(f"{revoked.name} ({revoked.shown}…) is revoked.")
            elif options["name"]:
                scopes = options["scope"] or [READ_SCOPE]
                new_token, text = create_token(
                    league=league, user=user, name=options["name"], scopes=scopes, at=now, days=options["days"]
                )
                self.stderr.write(
                    f"{new_token.name} may {', '.join(new_token.scopes)} in {league.pk} for {options['user']} until "
                    f"{new_token.expires_at:%Y-%m-%d}. It is told this once:",
                    style_func=str,
                )
                self.stdout.write(text)
            else:
                for token in tokens_of(league, user):
                    state = "revoked" if token.revoked_at else "over" if token.expires_at <= now else "good"
                    self.stdout.write(
                        f"{token.pk:>5} {state:<8} {token.shown}… {token.name}: {' '.join(token.scopes)}"
                    )
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
