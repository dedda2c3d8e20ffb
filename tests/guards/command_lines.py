"""Command lines that give no command: every management command that reads, tries or previews.

A management command without a line here fails the guard.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from django.core.management import CommandError, call_command, get_commands
from django.db import transaction

from league.models import Entry
from rules.campaign.core.command import COMMAND_TYPES, Giver
from tests.guards.sealed_pairs import IN_VAIN, WHY, documents, hashes, settled_text, tags_for
from tests.league.small_league import Table

BOSS = ("--as", "rust-belt-boss", "--reason", WHY)
SEASON = "rust-belt/s1"
LAST = 6
"""The number of last entries for which an amend is previewed."""


@dataclass(frozen=True)
class Line:
    """The arguments of a command line. FILE in them stands for a file with `file` as JSON."""

    words: tuple[str, ...]
    file: object = None


READ = {
    "calendar": [Line(("calendar", "rust-belt"))],
    "clock": [Line(("clock", SEASON))],
    "edition": [Line(("edition", SEASON))],
    "jobs": [Line(("jobs", "rust-belt"))],
    "future": [Line(("future", "rust-belt"))],
    "orders": [Line(("orders", "rust-belt", "razors"))],
    "rehearse": [Line(("rehearse", SEASON, "--times", "3", "--secret", "00ff"))],
    "reveal": [Line(("reveal", SEASON))],
    "season_end": [Line(("season_end", SEASON, "--report"))],
    "simulate": [Line(("simulate", "rust-belt", "--secret", "00ff"))],
}
"""Command lines that read a season as it is, by the command's name."""
MADE = ("amend", "do")
"""Commands whose lines `lines` builds from the season and all commands it takes."""
NOTHING_TRIED = {
    "advance": "it gives the next step, which throws; a trial of it is the board's",
    "api_conformance": "it founds a league of its own, or asks another server",
    "beacon": "it checks a round of the public beacon, and reads no season",
    "audit": "it checks dice that fell against the secret that threw them",
    "commands": "it says what commands there are, and reads no season",
    "export": "it hands out what fell, with the keys that are published: tests/journal/test_export_sealed.py",
    "import_league": "it founds a league from a file",
    "migrate": "it changes tables",
    "play": "it plays a league from a folder, whose secret whoever plays has",
    "record_bounce": "it reads a mail that could not be delivered, and knows no season",
    "resolve": "it plays one match with dice of its own",
    "scaled": "it serves the site",
    "score": "it scores a duel from a file, and knows no season",
    "seats": "it lists what is advertised, and reads no season",
    "serve": "it serves the site",
    "signing_key": "it makes the key that heads are signed with",
    "steward": "it gives what standing orders answer, which throws",
    "templates": "it lists league templates, and reads no season",
    "token": "it makes tokens of people",
    "vendored": "it checks files of the site",
    "verify": "it checks dice that fell against the keys that threw them",
}
"""Commands that the guard does not run, with the reason."""


def known() -> set[str]:
    """The names of the project's own commands."""
    return {name for name, app in get_commands().items() if app == "league"}


def listed() -> set[str]:
    """The commands named in this module."""
    return {*READ, *MADE, *NOTHING_TRIED}


def lines(table: Table, tags: list[str] | None = None) -> Iterator[Line]:
    """All command lines for a season, with trials of these commands or of all."""
    for fixed_lines in READ.values():
        yield from fixed_lines
    numbers = Entry.objects.filter(season=table.season).exclude(actor="season").exclude(command="open_season")
    last = sorted(numbers.values_list("number", flat=True))[-LAST:]
    for number in last:
        yield Line(("amend", SEASON, "--strike", str(number), *BOSS))
        yield Line(("amend", SEASON, "--as-given", str(number), *BOSS))
        yield Line(("amend", SEASON, "--take-back", str(number), "--key", "back", *BOSS))
    yield Line(("amend", SEASON, "--void", "m1", *BOSS))
    for turn, tag in enumerate(tags_for("boss") if tags is None else tags):
        row = COMMAND_TYPES[tag]
        behalf = ("--on-behalf-of", "razors") if row.by is Giver.OWNER else ()
        document = documents(row.cls, tag)[0]
        yield Line(("amend", SEASON, "--correct", f"{last[turn % len(last)]}=FILE", *BOSS), [document])
        failing = {"type": "pass_pick", "franchise": "razors"} if behalf else IN_VAIN
        yield Line(("do", SEASON, "FILE", *behalf, *BOSS), [document, failing])


def answers(table: Table, folder: Path, tags: list[str] | None = None) -> dict[str, str]:
    """The output or refusal of each line, by its arguments and file. Each run is rolled back."""
    replacements, printed = hashes(table), {}
    file = folder / "asked.json"
    for line in lines(table, tags):
        output, refusal = StringIO(), ""
        file.write_text(json.dumps(line.file), encoding="utf-8")
        words = [word.replace("FILE", str(file)) for word in line.words]
        with transaction.atomic():
            try:
                call_command(*words, stdout=output)
            except CommandError as error:
                refusal = f"refused: {error}"
            transaction.set_rollback(True)
        name = f"manage.py {' '.join(line.words)} {json.dumps(line.file)}"
        printed[name] = settled_text(output.getvalue() + refusal, replacements)
    return printed
