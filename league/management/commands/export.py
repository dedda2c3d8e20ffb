"""`manage.py export SEASON|LEAGUE`: write a season, or a league with all its seasons, as one JSON document."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from journal.transfer.league_export import league_lines
from journal.transfer.season_export import season_lines
from league.management.cli_actor import DatabaseCommand, season_or_error
from league.models import League

OWNER_ONLY_MODE = 0o600


class Command(DatabaseCommand):
    """Writes the public export of a season, or the full export of a league for its operator."""

    if_stopped = "The file is as it was before, and standard output is cut off: give the same command again."
    help = "Export a season (rust-belt/s1) as everybody may see it, or a league (rust-belt) whole, as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what to export, how much of it, and the output file."""
        parser.add_argument("what", help="league/season, or a league")
        parser.add_argument("--whole", action="store_true", help="a season with its secret and all that is sealed")
        parser.add_argument("--output", "-o", default="-", metavar="FILE", help="standard output when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the export. Only its owner can read the file, since it may hold secrets."""
        lines = _export_lines(options["what"], whole=options["whole"])
        if options["output"] == "-":
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
            return
        try:
            _write_file(Path(os.path.realpath(options["output"])), lines)
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}.") from None


def _write_file(file: Path, lines: Iterator[bytes]) -> None:
    """Write a file atomically: the old one stays until the new one is complete. Raises `OSError`."""
    if file.exists() and not file.is_file():
        with file.open("wb") as device:  # such as /dev/stdout; opening a folder raises OSError
            device.writelines(lines)
        return
    unfinished = file.with_name(f".{file.name}.unfinished")
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY_MODE)
        with os.fdopen(descriptor, "wb") as output:
            output.writelines(lines)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _export_lines(what: str, *, whole: bool) -> Iterator[bytes]:
    if "/" in what:
        return season_lines(season_or_error(what), whole=whole)
    league = League.objects.filter(pk=what).first()
    if league is None:
        raise CommandError(f"There is no league {what!r}: name one, or a season as league/season.")
    return league_lines(league)
