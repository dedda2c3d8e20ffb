"""`manage.py verify SEASON|LEAGUE|FILE`: are a season's entries, faces and tables what they say they are?"""

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
from journal.verify import SeasonVerification, verify
from journal.verify_matches import verify_matches
from league.input_files import read_file
from league.management.cli_actor import DatabaseCommand
from league.membership import LeagueStands
from league.models import Season
from rules.core.refusals import Refusal

STANDALONE_VERIFIER = Path(settings.BASE_DIR) / "static" / "verify.py"


class Command(DatabaseCommand):
    """Verifies and says what it checked in numbers; ends with 1 when anything is not as it should be."""

    if_stopped = "Nothing was changed: give the same command again."
    help = (
        "Replay a season, or every season of a league, and check chain, faces, tables and sums; or check an export."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to verify; every season when nothing is named."""
        parser.add_argument("what", nargs="?", default="", help="league/season, a league, or the file of an export")
        parser.add_argument("--deep", action="store_true", help="play matches resolved here again from their logs")
        parser.add_argument(
            "--head", action="append", default=[], metavar="[N:]HASH", help="of an export: see verify.py"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and print."""
        what, heads = options["what"], options["head"]
        ids = _season_ids(what)
        if not ids and what and _is_readable_path(what):
            self._check_export(what, heads)
            return
        if what and not ids:
            raise CommandError(f"{what!r} is no season, league or file: name one as league/season, league or a path.")
        if heads:
            raise CommandError("A head is compared with an export: give the file of one with --head.")
        found = 0
        for id in ids:
            verified = verify(id)
            found += len(verified.findings)
            for line in verification_lines(verified):
                self.stdout.write(line)
            if options["deep"]:
                found += self._verify_matches(id)
        if found:
            raise CommandError(f"{found} finding{'s' if found > 1 else ''}: restore the last backup before going on.")

    def _verify_matches(self, season: str) -> int:
        """Play the season's matches again from their logs; how many findings there were."""
        deep = verify_matches(season)
        self.stdout.write(
            f"    matches played again from their logs: {deep.played}; passed over: {len(deep.passed_over)}"
        )
        for line in (*deep.passed_over, *(f"entry {finding.entry}: {finding.sentence}" for finding in deep.findings)):
            self.stdout.write(f"    {line}")
        return len(deep.findings)

    def _check_export(self, file: str, heads: list[str]) -> None:
        """What `verify.py` finds in an export, and for a league what an import that is taken back finds besides."""
        standalone = runpy.run_path(str(STANDALONE_VERIFIER))
        try:
            text = read_file(Path(file), then="name the file of an export")
            document = standalone["document_in"](text)
            seasons = standalone["checked"](document, standalone["noted_heads"](heads, []))
        except Refusal as no:
            raise CommandError(no.sentence) from None
        except standalone["Unreadable"] as no:
            raise CommandError(f"{file} cannot be checked as an export: {no}. Export it again.") from None
        for season in seasons:
            for line in standalone["told"](season):
                self.stdout.write(line)
        if found := sum(len(each.found) for each in seasons):
            raise CommandError(
                f"{found} finding{'s' if found > 1 else ''}: this is not what the season's journal held."
            )
        if document["format"] != LEAGUE_EXPORT_FORMAT:
            self.stdout.write("Checked without the rules: where the season is kept, name it to have it replayed.")
            return
        try:
            replayed = dry_run_import(text)
        except LeagueStands:
            self.stdout.write("Checked without the rules: the league is here, name it to have it replayed.")
            return
        except Refusal as no:
            raise CommandError(no.sentence) from None
        for verification in replayed:
            for line in verification_lines(verification):
                self.stdout.write(line)


def verification_lines(verified: SeasonVerification) -> Iterator[str]:
    """What was checked of a season and what was found, in lines."""
    numbers = (
        f"{verified.entries} entries, {verified.facts} facts, {verified.rolls} rolls ({verified.attested} attested), "
        f"{verified.sealed} sealed, {verified.retold} retold by amends, {verified.checkpoints} checkpoints"
    )
    how = "replayed" if verified.replayed else "by chain, faces and checkpoints alone: its edition is not kept"
    verdict = "as its journal says" if not verified.findings else "NOT as it should be"
    yield f"{verified.season}: {verdict}; {how}"
    yield f"    {numbers}"
    for finding in verified.findings:
        yield f"    {f'entry {finding.entry}: ' if finding.entry else ''}{finding.sentence}"


def _season_ids(what: str) -> list[str]:
    """The ids of the seasons that are meant; a row that was edited is read when it is verified, and not before."""
    ids = Season.objects.order_by("pk").values_list("pk", flat=True)
    if not what:
        return list(ids)
    if not what.isprintable():
        return []
    return list(ids.filter(pk=what) if "/" in what else ids.filter(league_id=what))


def _is_readable_path(file: str) -> bool:
    """Whether there is something of that name that may be read: a file, or the pipe of another program."""
    return Path(file).exists() and not Path(file).is_dir()
