"""`manage.py do SEASON COMMAND.json`: perform one command or a list of commands on a season."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils import timezone

from journal import BatchResult, TypedFaces, perform
from journal.chain import hash_document
from league.input_files import read_file
from league.management.cli_actor import (
    DatabaseCommand,
    add_seen_option,
    answer_lines,
    digest_line,
    member_or_error,
    refusal_error,
    season_or_error,
)
from league.management.cli_approval import commands_need_approval
from league.management.table_dice import with_typed_faces
from rules.campaign.core.codec import command_from_document, parse_json
from rules.core.refusals import Refusal
from scheduling.first_names import hold_names, with_proper_names


class Command(DatabaseCommand):
    """Performs the commands of a JSON file, or of standard input for `-`, and prints the entries."""

    if_stopped = "It was done whole or not at all: look at the season's last entry before you give it again."
    help = "Perform a command from a JSON file on a season, such as rust-belt/s1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add season and file, the acting member, on whose behalf and why, the key, and options for dice by hand."""
        parser.add_argument("season")
        parser.add_argument("file", help="a JSON command, or a list of them; - for standard input")
        parser.add_argument("--as", dest="user", default="", help="the user name of the member who gives it")
        parser.add_argument(
            "--on-behalf-of", default="", metavar="FRANCHISE", help="whose owner a commissioner answers for"
        )
        parser.add_argument("--reason", default="", help="why, of a house act or for an owner; shown to everyone")
        parser.add_argument("--key", default="", help="the batch's key; made from the content when left out")
        add_seen_option(parser, refused="what it is about changed after it")
        parser.add_argument("--typed", action="store_true", help="ask for the faces of dice thrown at a real table")
        parser.add_argument("--witness", default="", help="who watched the dice being thrown")

    def handle(self, *args: Any, **options: Any) -> None:
        """Perform and print. Raises `CommandError` for a refusal."""
        try:
            answer = self._perform_file(options)
        except Refusal as refusal:
            raise refusal_error(refusal) from None
        if answer.repeated:
            self.stdout.write("This key was performed before; it answered:")
        for line in answer_lines(answer):
            self.stdout.write(line)
        self.stdout.write(digest_line(options["season"], answer))

    def _perform_file(self, options: dict[str, Any]) -> BatchResult:
        season = season_or_error(options["season"])
        member = member_or_error(season.league_id, options["user"])
        document = parse_json(self._read_file(options["file"]))
        documents = document if isinstance(document, list) else [document]
        commands = [command_from_document(item) for item in documents]

        def perform_with(typed: TypedFaces | None) -> BatchResult:
            with hold_names(season, commands):
                return perform(
                    season.pk,
                    with_proper_names(season, commands),
                    actor=member.handle,
                    at=timezone.now(),
                    key=options["key"] or hash_document([documents, season.length])[:32],
                    on_behalf_of=options["on_behalf_of"],
                    reason=options["reason"],
                    seen=options["seen"],
                    typed=typed,
                    alone=commands_need_approval(season, commands, member=member),
                )

        return with_typed_faces(
            perform_with,
            typist=member.handle,
            witness=options["witness"],
            typed=options["typed"],
            out=self.stdout,
        )

    def _read_file(self, file: str) -> bytes:
        if file == "-":
            return b"" if sys.stdin is None else sys.stdin.buffer.read()
        return read_file(Path(file), then="give a JSON file, or - for standard input")
