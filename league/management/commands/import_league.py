"""`manage.py import_league FILE`: import a league that `manage.py export LEAGUE` wrote, all of it or nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone

from journal.dice.fresh_dice import take_fresh_dice
from journal.transfer.import_staging import StagedImport, write_staged_league
from journal.transfer.league_import import ImportedLeague, get_or_create_user
from league.input_files import read_file
from league.management.cli_actor import DatabaseCommand
from league.queries.season_leaves import Seeds
from league.queries.seasons import seasons
from rules.core.refusals import Refusal

STOP_SECONDS = 5.0
"""How many seconds a stopped import may take to finish its current entry."""


class Command(DatabaseCommand):
    """Imports a league after replaying and verifying every entry. If that fails, nothing is changed."""

    if_stopped = "The league is here whole or not at all: give the same command again, which says so if it is."
    help = "Import a league that was exported with manage.py export LEAGUE; every season is replayed and audited."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file of the export, and whether to take fresh dice."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--fresh-dice",
            action="store_true",
            help="show the secret of the newest season, which others may know from the file, and take another",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, and print the seasons. Raises `CommandError` for a refusal."""
        try:
            text = read_file(options["file"], then="name the file that `export LEAGUE` wrote")
            restored = _import_league(text, fresh=options["fresh_dice"])
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        for row in restored.seasons:
            self.stdout.write(f"{row.pk}: {row.length} entries, as its journal says")
        self.stdout.write(f"{restored.league.pk} was imported: {restored.entries} entries in all.")


def _import_league(export: bytes, *, fresh: bool) -> ImportedLeague:
    """Prepare the league in memory, and write it in one short transaction. Raises a `Refusal`."""
    preparation = StagedImport(export)
    try:
        prepared = preparation.result()
    finally:  # after Ctrl-C too: the program must not end while the import still runs
        preparation.stop()
        preparation.wait(STOP_SECONDS)
    with transaction.atomic():
        restored = write_staged_league(
            prepared, users={name: get_or_create_user(name) for name in prepared.users.values()}
        )
        if fresh:
            newest = seasons(restored.league.pk)[0]
            take_fresh_dice(newest.pk, seeds=Seeds.fresh(), at=timezone.now())
        return restored
