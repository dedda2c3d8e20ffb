"""Example matches of every book with a ground, each played once per test run, with their films and stories."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from rules.match.exhibition import ExhibitionRuleset
from rules.match.log import LogEntry
from rules.match.registry import get_ruleset, rulesets
from rules.match.replay.frames import Film

MATCHES = Path(__file__).parents[2] / "examples" / "matches"
FILMED = {
    "dethmatch": ("street-duel.json", "own-track.json"),
    "formule": ("formule/rust-duel.json",),
    "rhad": ("rhad/own-design.json",),
    "carcult": ("carcult/own-table.json",),
}
"""The examples that are filmed, of books with more than one to choose from."""


def examples_of(book: str) -> tuple[str, ...]:
    """The examples of a book that are filmed: those chosen above, or else the first one in its folder."""
    files = sorted(path.relative_to(MATCHES).as_posix() for path in (MATCHES / book).glob("*.json"))
    return FILMED.get(book, tuple(files[:1]))


EXAMPLES = tuple((ruleset.name, file) for ruleset in rulesets() for file in examples_of(ruleset.name))


@cache
def log_of(book: str, file: str) -> bytes:
    """The log of an example match, which is played with a fixed secret."""
    ruleset = get_ruleset(book)
    assert isinstance(ruleset, ExhibitionRuleset)
    return ruleset.play_exhibition(MATCHES.joinpath(file).read_bytes(), secret=b"\x00\xff").log


@cache
def film_of(book: str, file: str) -> Film:
    """The film of an example match."""
    return get_ruleset(book).film(log_of(book, file))


@cache
def story_of(book: str, file: str) -> tuple[str, ...]:
    """The story of an example match, line by line."""
    return tuple(get_ruleset(book).story(log_of(book, file)))


@cache
def entries_of(book: str, file: str) -> tuple[LogEntry, ...]:
    """The log entries of an example match."""
    ruleset: Any = get_ruleset(book)
    return tuple(ruleset.replay_recording(ruleset.decode(log_of(book, file))).log.entries)
