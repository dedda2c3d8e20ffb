"""`manage.py verify SEASON|LEAGUE|FILE`: check the entries, faces and tables of seasons, or an export."""

from __future__ import annotations

import runpy
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from journal.transfer.league_export import LEAGUE_EXPORT_FORMAT
from journal.transfer.league_import import dry_run_import
from journal.verify import SeasonVerification, verify, verify_matches
from league.input_files import read_file
from league.management.cli_actor import DatabaseCommand
from league.membership import LeagueStands
from league.models import Season
from rules.core.refusals import Refusal

STANDALONE_VERIFIER = Path(settings.BASE_DIR) / "static" / "verify.py"


class Command(DatabaseCommand):
    """Verifies, and prints how much it checked. Exits with 1 if there are findings."""

    if_stopped = "Nothing was changed: give the same command again."
    help = (
        "Replay a season, or every season of a league, and check chain, faces, tables and sums; or check an export."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what to verify; every season if left out."""
        parser.add_argument("what", nargs="?", default="", help="league/season, a league, or the file of an export")
        parser.add_argument("--deep", action="store_true", help="play matches resolved here again from their logs")
        parser.add_argument(
            "--head", action="append", default=[], metavar="[N:]HASH", help="of an export: see verify.py"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and print. Raises `CommandError` if there are findings."""
        what, heads = options["what"], options["head"]
        ids = _season_ids(what)
        if not ids and what and _is_readable_path(what):
            self._check_export(what, heads)
            return
        if what and not ids:
            raise CommandError(f"{what!r} is no season, league or file: name one as league/season, league or a path.")
        if heads:
            raise CommandError("A head is compared with an export: give the file of one with --head.")
        finding_count = 0
        for id in ids:
            verification = verify(id)
            finding_count += len(verification.findings)
            for line in verification_lines(verification):
                self.stdout.write(line)
            if options["deep"]:
                finding_count += self._verify_matches(id)
        if finding_count:
            raise CommandError(
                f"{finding_count} finding{'s' if finding_count > 1 else ''}: restore the last backup before going on."
            )

    def _verify_matches(self, season: str) -> int:
        """Replay the season's matches from their logs, and return the number of findings."""
        deep = verify_matches(season)
        self.stdout.write(
            f"    matches played again from their logs: {deep.played}; passed over: {len(deep.passed_over)}"
        )
        for line in (*deep.passed_over, *(f"entry {finding.entry}: {finding.sentence}" for finding in deep.findings)):
            self.stdout.write(f"    {line}")
        return len(deep.findings)

    def _check_export(self, file: str, heads: list[str]) -> None:
        """Check an export by the standalone `verify.py`, and the export of a league also by a dry run of its import.

        Raises `CommandError` if there are findings.
        """
        standalone = runpy.run_path(str(STANDALONE_VERIFIER))
        try:
            text = read_file(Path(file), then="name the file of an export")
            document = standalone["document_in"](text)
            seasons = standalone["checked"](document, standalone["noted_heads"](heads, []))
        except Refusal as error:
            raise CommandError(error.sentence) from None
        except standalone["Unreadable"] as error:
            raise CommandError(f"{file} cannot be checked as an export: {error}. Export it again.") from None
        for season in seasons:
            for line in standalone["told"](season):
                self.stdout.write(line)
        if count := sum(len(season_check.found) for season_check in seasons):
            raise CommandError(
                f"{count} finding{'s' if count > 1 else ''}: this is not what the season's journal held."
            )
        if document["format"] != LEAGUE_EXPORT_FORMAT:
            self.stdout.write("Checked without the rules: where the season is kept, name it to have it replayed.")
            return
        try:
            replayed = dry_run_import(text)
        except LeagueStands:
            self.stdout.write("Checked without the rules: the league is here, name it to have it replayed.")
            return
        except Refusal as error:
            raise CommandError(error.sentence) from None
        for verification in replayed:
            for line in verification_lines(verification):
                self.stdout.write(line)


def verification_lines(verification: SeasonVerification) -> Iterator[str]:
    """The lines that report the verification of a season: what was checked, and the findings."""
    numbers = (
        f"{verification.entries} entries, {verification.facts} facts, "
        f"{verification.rolls} rolls ({verification.attested} attested), "
        f"{verification.sealed} sealed, {verification.retold} retold by amends, "
        f"{verification.checkpoints} checkpoints"
    )
    how = "replayed" if verification.replayed else "by chain, faces and checkpoints alone: its edition is not kept"
    verdict = "as its journal says" if not verification.findings else "NOT as it should be"
    yield f"{verification.season}: {verdict}; {how}"
    yield f"    {numbers}"
    for finding in verification.findings:
        yield f"    {f'entry {finding.entry}: ' if finding.entry else ''}{finding.sentence}"


def _season_ids(what: str) -> list[str]:
    """The ids of the seasons to verify. Rows are not read here, since an edited one may be unreadable."""
    ids = Season.objects.order_by("pk").values_list("pk", flat=True)
    if not what:
        return list(ids)
    if not what.isprintable():
        return []
    return list(ids.filter(pk=what) if "/" in what else ids.filter(league_id=what))


def _is_readable_path(file: str) -> bool:
    """Whether the path exists and is not a folder: a file, or the pipe of another program."""
    return Path(file).exists() and not Path(file).is_dir()
