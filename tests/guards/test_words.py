"""No module, class, function, parameter, field or variable has a name with a banned word of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guards.findings import beyond, report
from tools.source_index import SITE_PACKAGES, read_source, source_files, source_from_text

CHECKOUT = Path(__file__).parents[2]
ROOMS = (*SITE_PACKAGES, "tools", "benchmarks")
BANNED = {
    "cost", "costs", "data", "handle", "handler", "handles", "helper", "helpers", "info", "manager", "managers",
    "misc", "process", "processes", "processing", "processor", "util", "utils",
}  # fmt: skip
ALLOWED = {
    "cleaned_data": "Django's name for what a form holds once it is checked",
    "handle": "Django's name for what a command does; and Membership.handle, the opaque name of a member",
    "handles": "Viewer.handles: those opaque names",
    "handler400": "Django's name for what answers a request that cannot be read",
    "handler403": "Django's name for what answers when a view says no",
    "handler404": "Django's name for what answers when there is nothing",
    "handler500": "Django's name for what answers when something broke",
    "new_handle": "makes such a name",
    "processes": "how many the operating system runs at once",
    "turn_cost_table": "the rulebook's name of a switch (DM-M-065)",
    "process_exception": "Django's name for a middleware's hook",
    "process_view": "Django's name for another",
}


def words(name: str) -> set[str]:
    """The words of a name in any spelling: `RosterFull`, `roster_full` and `ROSTER_FULL` are two words."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def banned_names(files: list[Path]) -> Iterator[str]:
    """A sentence for each name with a banned word in it."""
    for path in files:
        where = path.relative_to(CHECKOUT).as_posix() if path.is_relative_to(CHECKOUT) else path.name
        found = {path.stem, path.parent.name, *read_source(path).given}
        for name in sorted(found):
            if words(name) & BANNED and name not in ALLOWED:
                hits = ", ".join(sorted(words(name) & BANNED))
                yield f"{where} names {name}, with the banned word {hits}: name it for what it is (docs/glossary.md)."


def files() -> list[Path]:
    """All modules of the project except migrations."""
    found = sorted(path for room in ROOMS for path in source_files(CHECKOUT / room))
    assert found
    return found


def test_no_banned_word_names_anything() -> None:
    looked_at = files()
    report(banned_names(looked_at), seen=looked_at, of="modules")


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("class RosterManager: ...", "RosterManager"),
        ("def get_data(): ...", "get_data"),
        ("def f(*, info): ...", "info"),
        ("REPAIR_COST = 5", "REPAIR_COST"),
        ("class Bill:\n    cost: int = 0", "cost"),
    ],
)
def test_a_banned_word_is_seen_in_a_name(code: str, name: str) -> None:
    assert [name for name in source_from_text(code).given if words(name) & BANNED] == [name]


@pytest.mark.parametrize("name", ["Undatable", "database", "costume", "informed", "processed_at"])
def test_a_word_that_only_begins_like_a_banned_one_is_not(name: str) -> None:
    assert words(name) & BANNED == set()


def test_every_exception_is_still_needed() -> None:
    names = {name for path in files() for name in read_source(path).given}
    says = "Nothing is called {} any more: take it out of ALLOWED in tests/guards/test_words.py."
    report(beyond(ALLOWED, names, says), seen=names, of="names")


def test_every_banned_word_is_in_the_glossary() -> None:
    glossary = CHECKOUT.joinpath("docs", "glossary.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(\w+)`", glossary.split("## Banned")[1]))
    plurals = {f"{word}{ending}" for word in documented for ending in ("s", "es")}
    says = "The word {} is banned and not told so: add it to the section Banned of docs/glossary.md."
    report(beyond(BANNED, documented | plurals, says), seen=documented, of="banned words in docs/glossary.md")


def words_defined_twice(glossary: str) -> Iterator[str]:
    """A sentence for each word that has two entries in the glossary."""
    seen: set[str] = set()
    for row in re.findall(r"^\| (\*\*.*?) \| ", glossary, re.MULTILINE):
        for word in re.split(r", | > ", ", ".join(re.findall(r"\*\*([^*]+)\*\*", row))):
            if word in seen:
                yield f"docs/glossary.md defines {word!r} twice: make it one entry, and rename the other thing."
            seen.add(word)


def test_the_glossary_gives_every_word_one_entry() -> None:
    glossary = CHECKOUT.joinpath("docs", "glossary.md").read_text(encoding="utf-8")
    report(words_defined_twice(glossary), seen=re.findall(r"^\| \*\*", glossary, re.MULTILINE), of="words")
    (sentence,) = words_defined_twice("| **leaf, root** | a |\n| **leaf** of dice | b |\n")
    assert sentence.startswith("docs/glossary.md defines 'leaf' twice")
