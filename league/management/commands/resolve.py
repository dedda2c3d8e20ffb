"""`manage.py resolve MATCH.json`: play a match from a file or from a league's packet, and print its story."""

from __future__ import annotations

import os
import secrets
from argparse import ArgumentParser
from collections.abc import Mapping
from errno import EISDIR
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.input_files import read_file
from league.management.stoppable_command import StoppableCommand
from rules.core.canonical_json import json_bytes, without_defaults
from rules.core.refusals import Refusal
from rules.match.crew_start import with_crew_start
from rules.match.exhibition import (
    Exhibition,
    exhibition_ruleset,
    only_ruleset,
    refuse_wrong_file,
    replay_log,
    ruleset_in,
)
from rules.match.offline_match import OfflineMatch, packet_in_file, play_offline
from rules.match.ruleset import log_digest
from rules.match.text_tables import lines_of

SECRET_BYTES = 32
LARGEST_LOG = 32 * 1024 * 1024
"""The most bytes of a file with a match or a log."""


class Command(StoppableCommand):
    """Plays a match from a file, and prints its box score and story. The same secret gives the same output.

    The file describes a match, or is the packet of a league's match from the API.
    """

    if_stopped = "No file was written by half: give the same command again."
    help = (
        "Play the match one file describes, such as examples/matches/street-duel.json, or the packet of a league's "
        "match with dice of your own; nothing is saved."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, the ruleset, the secret of the dice, and the files for log and report."""
        parser.add_argument(
            "match", type=Path, help="the file of a match, or its packet; with --again what --replay wrote"
        )
        parser.add_argument("--ruleset", default="", metavar="NAME", help="by whose rules; else the file says it")
        parser.add_argument("--secret", default="", metavar="HEX", help="the same secret plays the same match")
        parser.add_argument(
            "--replay", type=Path, metavar="FILE", help="write its log: what it can be played from again"
        )
        parser.add_argument(
            "--report", type=Path, metavar="FILE", help="of a packet: write what came of it, as the API takes reports"
        )
        parser.add_argument("--again", action="store_true", help="play a match again and see that it comes out so")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print. Raises `CommandError` for a refusal."""
        if options["again"] and options["secret"]:
            raise CommandError("A log has its own dice: leave --secret out.")
        if options["replay"] and options["replay"] == options["report"]:
            raise CommandError("The log and the report are two things: name a file for each.")
        text = _read_match(options["match"])
        try:
            secret = b"" if options["again"] else _parse_secret(options["secret"])
            refuse_wrong_file(text, again=options["again"])
            exhibition = _play_match(text, options["ruleset"], secret=secret)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        files = {options["replay"]: exhibition.log} if options["replay"] else {}
        if options["report"]:
            files[options["report"]] = _report_bytes(exhibition)
        _write_files(files)
        if secret:
            self.stdout.write(f"The secret is {secret.hex()}.")
        self._print_match(exhibition)
        if options["replay"]:
            self.stdout.write(f"Kept in {options['replay']}: play it again with --again.")
        if options["report"]:
            self.stdout.write(f"What came of it is in {options['report']}.")
        if options["again"]:
            self.stdout.write(f"{exhibition.match} came out as its log has it.")

    def _print_match(self, exhibition: Exhibition) -> None:
        if exhibition.lacks:
            for line in (*exhibition.lacks, ""):
                self.stdout.write(line)
        for line in (*lines_of(exhibition.box_score), "", *exhibition.story, ""):
            self.stdout.write(line)
        self.stdout.write(f"The log of {exhibition.match} is {log_digest(exhibition.log)}.")


def _play_match(text: bytes, ruleset: str, *, secret: bytes) -> Exhibition:
    """Play the match of a file or packet; without a secret, replay a log.

    The ruleset is the requested one, else the one that the text names, else the only one there is.
    """
    if secret:
        if (packet := packet_in_file(text)) is not None:
            return play_offline(packet, ruleset=ruleset, secret=secret)
        chosen = exhibition_ruleset(ruleset or ruleset_in(text) or only_ruleset())
        return chosen.play_exhibition(with_crew_start(text), secret=secret)
    return exhibition_ruleset(ruleset).replay_exhibition(text) if ruleset else replay_log(text)


def _parse_secret(text: str) -> bytes:
    """The secret of the dice from hex digits, or a random one. Raises `CommandError`."""
    if not text:
        return secrets.token_bytes(SECRET_BYTES)
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if not secret:
        raise CommandError(f"{text!r} is no secret: give an even number of hex digits, such as 00ff.")
    return secret


def _read_match(file: Path) -> bytes:
    try:
        return read_file(file, then="name the file of a match", most=LARGEST_LOG)
    except Refusal as refusal:
        raise CommandError(refusal.sentence) from None


def _report_bytes(exhibition: Exhibition) -> bytes:
    if not isinstance(exhibition, OfflineMatch):
        raise CommandError("Only the packet of a league's match comes to a report: leave --report out.")
    return json_bytes(without_defaults(exhibition.report))


def _write_files(files: Mapping[Path, bytes]) -> None:
    """Write all files or none: old files stay until all new ones are complete. Raises `CommandError`."""
    if not all(path.name for path in files):
        raise CommandError("What is written needs a file of its own: name one in a folder there is.")
    unfinished = {path: path.with_name(f".{path.name}.unfinished") for path in files}
    file = Path()
    try:
        try:
            for file, text in files.items():
                if _is_device(file):
                    continue
                unfinished[file].write_bytes(text)
                if file.is_dir():
                    raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
            for file, text in files.items():
                if _is_device(file):
                    file.write_bytes(text)
                else:
                    unfinished[file].replace(file)
        finally:
            for path in unfinished.values():
                path.unlink(missing_ok=True)
    except OSError as error:
        raise CommandError(
            f"{file} cannot be written ({error.strerror}): name a file in a folder there is."
        ) from None


def _is_device(file: Path) -> bool:
    """Whether the path exists and is neither a file nor a folder, such as `/dev/stdout`."""
    return file.exists() and not file.is_file() and not file.is_dir()
