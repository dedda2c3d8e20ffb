"""`manage.py amend SEASON`: preview an amend of entries, or save it."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils import timezone

from journal import AmendResult, TypedFaces, amend, preview_amend, take_back
from journal.amends import corrections as put_right
from journal.amends.misread_dice import Misreading
from journal.amends.state_differences import describe_difference
from journal.chain import hash_document
from league.input_files import read_file
from league.management.cli_actor import (
    DatabaseCommand,
    add_seen_option,
    hold_unchanged,
    member_or_error,
    refusal_error,
    season_or_error,
)
from league.management.cli_approval import amend_needs_approval
from league.management.table_dice import with_typed_faces
from league.models import Membership, Season
from league.queries.entries import has_sealed_entries
from rules.campaign.core.codec import parse_json
from rules.core.refusals import Malformed, Refusal
from scheduling.first_names import with_proper_corrections

STANDING_TEXTS = {
    "corrected": "is corrected",
    "struck": "is struck",
    "lapsed": "does not stand",
    "gave_way": "gives way",
    "stood_in": "is stood in for",
}


MISREAD_PATTERN = re.compile(r"(?P<path>[^=]+)=(?P<die>\d{1,3}):(?P<was>\d{1,3}):(?P<now>\d{1,3})")
"""A misread die: its path, its number there, the face that was entered, and the face that fell."""


class Command(DatabaseCommand):
    """Previews an amend, or with --save makes it. Both write to the journal."""

    if_stopped = "The amend was made whole or not at all: look at the season's last entry before you give it again."
    help = "Amend entries of a season, such as rust-belt/s1: previewed unless --save is given."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the corrections, the acting member, the reason, and options for dice by hand."""
        parser.add_argument("season")
        parser.add_argument("--report", action="append", default=[], metavar="MATCH=FILE", help="another one")
        parser.add_argument("--void", action="append", default=[], metavar="MATCH", help="count it as not made")
        parser.add_argument(
            "--correct", action="append", default=[], metavar="ENTRY=FILE", help="a JSON command, or a list of them"
        )
        parser.add_argument("--strike", action="append", default=[], type=int, metavar="ENTRY")
        parser.add_argument("--as-given", action="append", default=[], type=int, metavar="ENTRY")
        parser.add_argument(
            "--misread",
            action="append",
            default=[],
            metavar="PATH=DIE:WAS:NOW",
            help="a die thrown at a table whose face was misread, such as setup/razors/party=1:2:5",
        )
        parser.add_argument("--undo", action="append", default=[], type=int, metavar="AMEND")
        parser.add_argument(
            "--take-back", type=int, metavar="ENTRY", help="one's own, before anything depends on it; alone"
        )
        parser.add_argument("--save", action="store_true", help="make it, and not only show what it comes to")
        parser.add_argument("--as", dest="user", default="", help="the user name of the commissioner who amends")
        parser.add_argument("--reason", default="", help="shown to everyone; needed of all but --take-back")
        parser.add_argument("--key", default="", help="the batch's key; made from the content when left out")
        add_seen_option(parser, refused="anything came after it")
        parser.add_argument("--typed", action="store_true", help="ask for the faces of dice thrown at a real table")
        parser.add_argument("--witness", default="", help="who watched the dice being thrown")

    def handle(self, *args: Any, **options: Any) -> None:
        """Preview or save, and print the differences. Raises `CommandError` for a refusal."""
        season = season_or_error(options["season"])
        try:
            if options["take_back"] is None:
                result = self._amend_or_preview(
                    season, _corrections(season, options), _misreadings(season, options), options
                )
            else:
                result = _take_back(season, options)
        except Refusal as refusal:
            raise refusal_error(refusal) from None
        for line in amend_lines(result, saved=options["save"] or options["take_back"] is not None):
            self.stdout.write(line)
        has_sealed = has_sealed_entries(season.pk)
        self.stdout.write("The digest is told once what is sealed is open." if has_sealed else result.digest)

    def _amend_or_preview(
        self,
        season: Season,
        corrections: put_right.NewCorrections,
        misread: list[Misreading],
        options: dict[str, Any],
    ) -> AmendResult:
        corrections = with_proper_corrections(season, corrections)
        member: Membership = member_or_error(season.league_id, options["user"])
        content: list[Any] = [
            {str(number): documents for number, documents in corrections.items()},
            season.length,
            options["save"],
        ]
        if misread:
            content.append([misreading.sentence() for misreading in misread])
        key = options["key"] or hash_document(content)[:32]

        def amend_with(typed: TypedFaces | None) -> AmendResult:
            with hold_unchanged(season.pk, options["seen"], key=key):
                arguments: dict[str, Any] = {
                    "actor": member.handle,
                    "at": timezone.now(),
                    "key": key,
                    "reason": options["reason"],
                    "typed": typed,
                    "misread": misread,
                }
                if not options["save"]:
                    return preview_amend(season.pk, corrections, **arguments)
                alone = amend_needs_approval(season, corrections, misread, member=member)
                return amend(season.pk, corrections, alone=alone, **arguments)

        return with_typed_faces(
            amend_with,
            typist=member.handle,
            witness=options["witness"],
            typed=options["typed"],
            out=self.stdout,
        )


def _take_back(season: Season, options: dict[str, Any]) -> AmendResult:
    number = options["take_back"]
    key = options["key"] or f"take-back.{number}.{season.length}"
    member = member_or_error(season.league_id, options["user"])
    with hold_unchanged(season.pk, options["seen"], key=key):
        return take_back(season.pk, number, actor=member.handle, at=timezone.now(), key=key, reason=options["reason"])


def _corrections(season: Season, options: dict[str, Any]) -> put_right.NewCorrections:
    """All corrections, by entry number. Raises `Malformed` if two of them are for one entry, or there are none."""
    parts: list[put_right.NewCorrections] = []
    for option in options["report"]:
        match, document = _read_file_option(option, what="a report")
        parts.append(put_right.corrections_to_replace_report(season, match, document))
    for option in options["correct"]:
        number, document = _read_file_option(option, what="a command")
        if not number.isdecimal():
            raise Malformed(f"{number!r} is not the number of an entry: give one as in 812=command.json.")
        parts.append({int(number): document if isinstance(document, list) else [document]})
    parts += [put_right.corrections_to_void(season, match) for match in options["void"]]
    parts += [put_right.corrections_to_strike([entry]) for entry in options["strike"]]
    parts += [put_right.corrections_to_restore(season, [entry]) for entry in options["as_given"]]
    parts += [put_right.corrections_to_undo(season, entry) for entry in options["undo"]]
    corrections: put_right.NewCorrections = {}
    for corrected in parts:
        for at, documents in corrected.items():
            if at in corrections:
                raise Malformed(f"Entry {at} is corrected in two ways: choose one.")
            corrections[at] = documents
    if not corrections and not (options["misread"] or options["undo"]):
        raise Malformed("There is nothing to amend: give --report, --void, --correct, --strike, --misread or --undo.")
    return corrections


def _misreadings(season: Season, options: dict[str, Any]) -> list[Misreading]:
    """The misread dice of the options, and those whose faces an undone amend restores. Raises `Malformed`."""
    dice = [misreading for number in options["undo"] for misreading in put_right.misreads_to_undo(season, number)]
    for option in options["misread"]:
        parsed = MISREAD_PATTERN.fullmatch(option)
        if parsed is None:
            raise Malformed(f"{option!r} does not name a misread die: give one as in setup/razors/party=1:2:5.")
        dice.append(Misreading(parsed["path"], int(parsed["die"]), int(parsed["was"]), int(parsed["now"])))
    return dice


def _read_file_option(option: str, *, what: str) -> tuple[str, Any]:
    name, separator, file = option.partition("=")
    if not separator:
        raise Malformed(f"{option!r} does not name a file: give {what} as in m3=report.json.")
    return name, parse_json(read_file(Path(file), then="name a JSON file"))


def amend_lines(result: AmendResult, *, saved: bool) -> Iterator[str]:
    """The lines that report an amend: changed entries, differences, odds, warnings and obstacles."""
    yield f"#{result.number} {'amend' if saved else 'preview_amend: nothing was changed'}"
    yield from (f"    misread: {misreading.sentence()}" for misreading in result.misread)
    bodies = result.amended.amended_bodies()
    for number, body in bodies.items():
        if body.standing != "followed":
            because = f": {body.because}" if body.because else ""
            former_command = f" ({body.given})" if body.given else ""
            yield f"    entry {number}{former_command} {STANDING_TEXTS[body.standing]}{because}"
    followed = sum(body.standing == "followed" for body in bodies.values())
    if followed:
        yield f"    {followed} entries stand with other facts"
    yield from (f"    {describe_difference(difference)}" for difference in result.amended.differences)
    yield from (f"    to come: {throw.in_words()}" for throw in result.amended.to_come)
    yield from (f"    hangs on dice: {chance.in_words(plays=result.amended.plays)}" for chance in result.amended.odds)
    if result.thrown_paths:
        yield f"    threw dice for {', '.join(result.thrown_paths)}"
    if result.amended.unapproved:
        yield "    not approved by anybody else: it is marked so for good"
    yield from (f"    warning: {warning}" for warning in result.amended.warnings)
    yield from (f"    in its way: {obstacle}" for obstacle in result.amended.obstacles)
    yield from (f"#{entry.number} {entry.command['type']}" for entry in result.entries)
