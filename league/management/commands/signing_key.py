"""`manage.py signing_key [--rotate]`: list the keys that sign match packets, or replace the current one."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from league.management.cli_actor import DatabaseCommand
from league.signing import public_key_base64, rotate, signing_key, signing_keys


class Command(DatabaseCommand):
    """Prints each key's id, public key and dates; private keys are never printed."""

    if_stopped = "A key was made whole or not at all: without --rotate this command says which one signs."
    help = "List the keys that sign match packets; with --rotate retire the one that does and make another."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option to rotate."""
        parser.add_argument("--rotate", action="store_true", help="retire the key that signs, and make another")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate if requested, and list the keys."""
        now = timezone.now()
        if options["rotate"]:
            rotate(at=now)
        else:
            signing_key(at=now)
        for key in signing_keys():
            status = f"retired {key.retired_at:%Y-%m-%d %H:%M}" if key.retired_at else "signs"
            self.stdout.write(f"{key.pk} {public_key_base64(key)} made {key.made_at:%Y-%m-%d %H:%M}, {status}")
