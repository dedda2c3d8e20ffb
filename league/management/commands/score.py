"""`manage.py score FILE`: score a duel that was fought at a table, or the log of a match, and print its sheet."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from league.input_files import read_file
from league.management.stoppable_command import StoppableCommand
from rules.campaign.core.codec import parse_json
from rules.carwars.scoring.documents import read_duel_document, sheet_document
from rules.carwars.scoring.score import score_duel
from rules.carwars.scoring.sheet_text import sheet_lines, sheet_tables
from rules.core.refusals import Malformed, Refusal
from rules.match.logged_duel import duel_of_log, is_match_log
from rules.match.text_tables import lines_of

LARGEST_DUEL = 4 * 1024 * 1024
"""The most bytes of a file with a duel."""


class Command(StoppableCommand):
    """Scores a duel from a file of its events; nothing is saved."""

    if_stopped = "Nothing was changed: give the same command again."
    help = (
        "Score the duel that one file describes, such as examples/duels/three-cars.json, or that is in the log of a "
        "match: who is where, what the referee has to decide, and every point with its rule. Nothing is saved."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file and the form of the output."""
        parser.add_argument("duel", type=Path, help="the file of a duel, or the log of a match that was one")
        parser.add_argument("--json", action="store_true", help="print the score sheet as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Score and print. Raises `CommandError` with every fault of the duel."""
        try:
            text = read_file(options["duel"], then="name the file of a duel", most=LARGEST_DUEL)
            parsed = _parse(text, options["duel"])
            document = read_duel_document(duel_of_log(text) if is_match_log(parsed) else parsed)
            duel = document.duel()
            sheet = score_duel(duel, document.events, closed=document.closed)
        except Refusal as refusal:
            faults = refusal.together or (refusal,)
            raise CommandError("\n".join(map(_fault_line, faults))) from None
        if options["json"]:
            self.stdout.write(json.dumps(sheet_document(duel, sheet), indent=1, ensure_ascii=False))
            return
        for line in (*lines_of(sheet_tables(duel, sheet)), "", *sheet_lines(duel, sheet)):
            self.stdout.write(line)


def _fault_line(fault: Refusal) -> str:
    """A fault with the field it is in, as the third event: `... [/events/2]`."""
    return f"{fault.sentence} ({fault.pointer})" if fault.pointer else fault.sentence


def _parse(text: bytes, file: Path) -> object:
    """The JSON of a file. Raises `Malformed`."""
    try:
        return parse_json(text)
    except Malformed as refusal:
        raise Malformed(f"{file} cannot be read: {refusal.sentence}") from None
