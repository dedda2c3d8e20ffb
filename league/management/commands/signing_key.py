"""`manage.py signing_key [--rotate]`: list the keys that sign match packets, or retire the one that does."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from league.management.cli_actor import DatabaseCommand
from league.signing import public_key_base64, rotate, signing_key, signing_keys


class Command(DatabaseCommand):
    """Prints each key's id, public bytes and times; the private ones are never told."""

    if_stopped = "A key was made whole or not at all: without --rotate this command says which one signs."
    help = "List the keys that sign match packets; with --rotate retire the one that does and make another."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether to rotate."""
        parser.add_argument("--rotate", action="store_true", help="retire the key that signs, and make another")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate where that is asked, and list what there is."""
        now = timezone.now()
        if options["rotate"]:
            rotate(at=now)
        else:
            signing_key(at=now)
        for each in signing_keys():
            until = f"retired {each.retired_at:%Y-%m-%d %H:%M}" if each.retired_at else "signs"
            self.stdout.write(f"{each.pk} {public_key_base64(each)} made {each.made_at:%Y-%m-%d %H:%M}, {until}")
