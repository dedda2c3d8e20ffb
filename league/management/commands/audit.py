"""`manage.py audit SEASON`: is a season what its journal says?"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from journal import audit
from league.management.cli_actor import DatabaseCommand
from league.models import Season


class Command(DatabaseCommand):
    """Checks chain, replay, tables and sums; ends with 1 when anything is not as it should be."""

    if_stopped = "Nothing was changed: give the same command again."
    help = "Replay a season from its opening and compare chain, facts, dice, tables, ledger and standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which season; every one when left out."""
        parser.add_argument("season", nargs="?", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit and print a line for each season and each finding."""
        rows = Season.objects.order_by("pk").values_list("pk", "length")
        if options["season"]:
            rows = rows.filter(pk=options["season"])
            if not rows:
                raise CommandError(f"There is no season {options['season']!r}: name it as league/season.")
        wrong = 0
        for id, length in rows:
            found = audit(id)
            wrong += len(found)
            self.stdout.write(
                f"{id}: {length} entries, {'as the journal says' if not found else 'NOT as it should be'}"
            )
            for finding in found:
                self.stdout.write(f"    {f'entry {finding.entry}: ' if finding.entry else ''}{finding.sentence}")
        if wrong:
            raise CommandError(f"{wrong} finding{'s' if wrong > 1 else ''}: restore the last backup before going on.")
