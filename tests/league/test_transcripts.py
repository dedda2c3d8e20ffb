"""The transcript of a league folder in docs/commands.md is what the commands print, to the last digest."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

CHECKOUT = Path(__file__).parents[2]
COMMANDS = CHECKOUT / "docs" / "commands.md"
PROGRAM = ".venv/bin/python manage.py "
LEFT_OUT = "…"
"""Marks lines that a transcript leaves out."""


def steps() -> list[tuple[str, list[str]]]:
    """The command lines of the transcript, each with the lines that follow it."""
    _, _, transcript_and_rest = COMMANDS.read_text(encoding="utf-8").partition("\n```\n$ ")
    transcript, _, _ = transcript_and_rest.partition("\n```")
    return [(lines[0], lines[1:]) for lines in (step.splitlines() for step in transcript.split("\n$ "))]


def with_gaps(expected: list[str], printed: list[str]) -> Iterator[str]:
    """The printed lines, with one mark in place of those that the transcript leaves out."""
    if LEFT_OUT not in expected:
        yield from printed
        return
    before = expected.index(LEFT_OUT)
    after = len(expected) - before - 1
    yield from [*printed[:before], LEFT_OUT, *printed[len(printed) - after :]]


def printed_by(line: str) -> list[str]:
    """The lines that a command prints, with the sentence of a refusal last."""
    output = StringIO()
    name, *words = shlex.split(line.removeprefix(PROGRAM))
    try:
        call_command(name, *words, stdout=output)
    except CommandError as error:
        return [*output.getvalue().splitlines(), f"CommandError: {error}"]
    return output.getvalue().splitlines()


@pytest.mark.django_db(transaction=True)
def test_the_transcript_of_a_league_from_a_folder_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = CHECKOUT / "examples" / "first-laps"
    season = tmp_path / "backyard" / "s1"
    season.mkdir(parents=True)
    league = (example / "league.json").read_text(encoding="utf-8")
    league = league.replace('"league": "scrapyard"', '"league": "backyard"')
    league = league.replace("The Scrapyard League", "The Backyard League")
    season.parent.joinpath("league.json").write_text(league, encoding="utf-8")
    season.joinpath("01-founding.json").write_bytes((example / "s1" / "01-founding.json").read_bytes())
    monkeypatch.chdir(tmp_path)
    commands_run = 0
    for line, expected in steps():
        if line.startswith("cat "):
            Path(line.removeprefix("cat ")).write_text("\n".join(expected), encoding="utf-8")
            continue
        printed = printed_by(line)
        while printed and not printed[-1]:
            printed.pop()
        assert list(with_gaps(expected, printed)) == expected, line
        commands_run += 1
    assert commands_run == 6
