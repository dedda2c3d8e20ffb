"""`manage.py audit [SEASON]`: replay seasons and compare them with everything kept."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from journal import audit
from league.management.cli_actor import DatabaseCommand
from league.models import Season


class Command(DatabaseCommand):
    """Checks chain, replay, tables and sums. Exits with 1 if there are findings."""

    if_stopped = "Nothing was changed: give the same command again."
    help = "Replay a season from its opening and compare chain, facts, dice, tables, ledger and standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the season; all seasons if left out."""
        parser.add_argument("season", nargs="?", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit, and print a line for each season and each finding. Raises `CommandError` if there are findings."""
        rows = Season.objects.order_by("pk").values_list("pk", "length")
        if options["season"]:
            rows = rows.filter(pk=options["season"])
            if not rows:
                raise CommandError(f"There is no season {options['season']!r}: name it as league/season.")
        finding_count = 0
        for id, length in rows:
            findings = audit(id)
            finding_count += len(findings)
            self.stdout.write(
                f"{id}: {length} entries, {'as the journal says' if not findings else 'NOT as it should be'}"
            )
            for finding in findings:
                self.stdout.write(f"    {f'entry {finding.entry}: ' if finding.entry else ''}{finding.sentence}")
        if finding_count:
            raise CommandError(
                f"{finding_count} finding{'s' if finding_count > 1 else ''}: restore the last backup before going on."
            )
