"""Every kind of log entry has a picture in the replay, or is listed as having none."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from rules.match.registry import get_ruleset, rulesets
from rules.match.replay.events import EventKind, Pictures
from tests.guards.findings import report
from tests.rules.films import EXAMPLES, entries_of

RULES = Path(__file__).parents[2] / "rules"
BOOKS = ("dethmatch", "formule", "rhad", "carcult")
books = pytest.mark.parametrize("book", BOOKS)


def pictures_of(book: str) -> Pictures:
    """The tables of a book."""
    pictures = import_module(f"rules.{book}.log.pictures").PICTURES
    assert isinstance(pictures, Pictures)
    return pictures


def kinds_written(book: str) -> Iterator[tuple[str, str]]:
    """Every text that a book passes as the kind of an entry, with its place: whole, or as a branch of a condition."""
    for path in sorted((RULES / book).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "note":
                continue
            kind = node.args[0]
            for part in (kind.body, kind.orelse) if isinstance(kind, ast.IfExp) else (kind,):
                if isinstance(part, ast.Constant):
                    yield str(part.value), f"{path.relative_to(RULES.parent)}:{part.lineno}"


def kinds_known(book: str) -> dict[str, str]:
    """Every kind of entry there is known to be: written in the source, played in an example, or with a message."""
    messages = import_module(f"rules.{book}.log.log_messages").LOG_MESSAGES
    known = dict.fromkeys(messages, f"the messages of {book}")
    known |= {entry.kind: file for name, file in EXAMPLES if name == book for entry in entries_of(name, file)}
    return known | dict(kinds_written(book))


def test_all_books_that_can_be_watched_are_looked_at() -> None:
    watched = {ruleset.name for ruleset in rulesets() if getattr(ruleset, "scene_of", None)}
    assert watched == set(BOOKS)
    assert all(get_ruleset(book) for book in BOOKS)


@books
def test_every_kind_of_entry_is_drawn_or_listed_as_having_no_picture(book: str) -> None:
    known, drawn = kinds_known(book), set(pictures_of(book).kinds)
    problems = [
        f"{place} writes entries of the kind {kind!r}, which rules/{book}/log/pictures.py does not list: draw it, or "
        "say why it has no picture."
        for kind, place in known.items()
        if kind not in drawn
    ]
    report(problems, seen=list(known), of="kinds of log entries")


@books
def test_no_kind_is_listed_twice_or_without_being_one(book: str) -> None:
    known, kinds = kinds_known(book), Counter(pictures_of(book).kinds)
    assert [kind for kind, times in kinds.items() if times > 1] == []
    assert sorted(set(kinds) - set(known)) == []


@books
def test_what_has_no_picture_says_why_and_what_lasts_says_where(book: str) -> None:
    pictures = pictures_of(book)
    assert all(pictures.unseen.values())
    assert all(pictures.lasting.values())
    assert len(pictures.events) > 10


def test_every_kind_of_event_is_drawn_by_the_script() -> None:
    script = (RULES.parent / "static" / "theme" / "replay-effects.js").read_text(encoding="utf-8")
    table = script.partition("const EFFECTS = {")[2].partition("\n  };")[0]
    drawn = set(re.findall(r"^    (\w+):", table, re.MULTILINE))
    assert sorted(kind.value for kind in EventKind) == sorted(drawn)
