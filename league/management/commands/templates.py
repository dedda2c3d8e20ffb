"""`manage.py templates`: list the published league templates, or hide or show one of them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.accounts import display_name
from league.management.cli_actor import DatabaseCommand
from league.models import LeagueTemplate


class Command(DatabaseCommand):
    """Prints every published template, hidden ones too."""

    if_stopped = "It was done whole or not at all: give the same command again."
    help = "List the published league templates, and hide or show one of them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add at most one action."""
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--hide", default="", metavar="KEY", help="show that template to nobody but its maker")
        act.add_argument("--show", default="", metavar="KEY", help="show it again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform the action if there is one, and print. Raises `CommandError` if no template has that key."""
        for act, hidden_at in (("hide", timezone.now()), ("show", None)):
            key = options[act]
            if key and not LeagueTemplate.objects.filter(key=key).update(hidden_at=hidden_at):
                raise CommandError(f"No template has the key {key[:40]!r}: give the command alone to see the list.")
        published = LeagueTemplate.objects.filter(published_at__isnull=False).select_related("maker")
        for row in published.order_by("published_at", "key"):
            maker = f" by {display_name(row.maker)}" if row.maker is not None else ""
            hidden = ", hidden" if row.hidden_at else ""
            self.stdout.write(f"{row.key}: {row.title}, version {row.version}{maker}{hidden}")
