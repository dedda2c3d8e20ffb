"""`manage.py import_league FILE`: a league as `manage.py export LEAGUE` wrote it, all of it or nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.journal.restore import restore_league
from league.management.speaking import Spoken
from rules.refusal import Refusal


class Command(Spoken):
    """Imports a league that verifies, replayed entry by entry; refuses another and leaves everything as it was."""

    help = "Import a league that was exported with manage.py export LEAGUE; every season is replayed and audited."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file of the export."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Import and say what came of it; a refusal ends it with its sentence."""
        try:
            restored = restore_league(options["file"].read_bytes())
        except OSError as no:
            raise CommandError(f"{options['file']} cannot be read: {no.strerror}.") from None
        except Refusal as no:
            raise CommandError(no.sentence) from None
        for row in restored.seasons:
            self.stdout.write(f"{row.pk}: {row.length} entries, as its journal says")
        self.stdout.write(f"{restored.league.pk} was imported: {restored.entries} entries in all.")
