"""Every book has what a finished match system has, which the guide lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.books import books_with_aims
from league.pages.registry_gaps import KIT, book_gaps, packages, unlisted_books
from rules.match.registry import GROUND_KINDS, RULESET_MODULES, rulesets
from tests.guards.findings import beyond, report
from tests.rules.films import examples_of
from tools.rulebook import RULES_FOLDER, read_table, rule_ids_in
from tools.sanity.book_measure import measured_books

CHECKOUT = Path(__file__).parents[2]
TITLES = {ruleset.name: ruleset.title for ruleset in rulesets()}
FOLDERS = sorted({path.parent.name for path in CHECKOUT.glob("rules/*/ruleset.py")} - {KIT})
"""All books by folder, not by registration, so that a missing registration is noticed."""
OF_ITS_OWN = "dethmatch"
"""The book that plays setups, which has its own trials and benchmark."""
GUIDE = "docs/contributing/match-system.md"
ROW = re.compile(r"\*\*(?P<title>[^*]+)\*\* \(\[(?P<page>docs/[\w-]+\.md)\]\((?P=page)\)\)")
"""The first cell of a row in the table of match systems in README.md."""


def text(path: str) -> str:
    return (CHECKOUT / path).read_text(encoding="utf-8")


def has_rules(name: str) -> bool:
    """Whether a book's list of rules has any, with IDs of the usual form."""
    listed = list(read_table(CHECKOUT / RULES_FOLDER / f"{name}.tsv"))
    return bool(listed) and rule_ids_in(" ".join(listed)) == listed


def has_page(name: str) -> bool:
    """Whether a book has a row in the table of match systems, and the page linked there exists."""
    rows = {found["title"]: found["page"] for found in ROW.finditer(text("README.md"))}
    page = rows.get(TITLES.get(name, ""), "")
    return bool(page) and (CHECKOUT / page).is_file()


def has_file(path: str) -> Callable[[str], bool]:
    """A test whether the file is there, with a book's name in the place of `<book>`."""
    return lambda name: (CHECKOUT / path.replace("<book>", name)).is_file()


def has_grounds(name: str) -> bool:
    """Whether the registry knows a book's kind of ground, or the book plays on none."""
    return name in GROUND_KINDS or (name in FOLDERS and not (CHECKOUT / "rules" / name / "ground").is_dir())


PLACES: Mapping[str, Callable[[str], bool]] = {
    "`docs/rules/<book>.tsv`": has_rules,
    "`rules/match/registry.py`": lambda name: RULESET_MODULES.get(name) == f"rules.{name}.ruleset",
    "`rules/<book>/ground/ground_kind.py`": has_grounds,
    "`rules/<book>/play/laws.py`": lambda name: name == OF_ITS_OWN or has_file("rules/<book>/play/laws.py")(name),
    "`tests/rules/<book>/chance_matches.py`": has_file("tests/rules/<book>/chance_matches.py"),
    "`tests/rules/<book>/starting_places.py`": has_file("tests/rules/<book>/starting_places.py"),
    "`examples/matches/<book>/`": lambda name: bool(examples_of(name)),
    "`tools/sanity/books/<book>.py`": lambda name: name in measured_books(),
    "`benchmarks/match_systems/<book>.py`": lambda name: name in {*books_with_aims(), OF_ITS_OWN},
    "`README.md`, `docs/<book>.md`": has_page,
    "`docs/glossary.md`": lambda name: name in TITLES and TITLES[name] in text("docs/glossary.md"),
}
"""What a finished book has, by its place as the guide calls it, with a test whether a book has it."""


def wanted() -> dict[str, str]:
    """What a finished book has in each place, from the guide's table."""
    _, _, after = text(GUIDE).partition("A finished system has")
    table, _, _ = after.partition("These look at every book")
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    return {row[1].strip(): row[2].strip() for row in rows}


def missing(name: str) -> list[str]:
    """A sentence for each thing that a book lacks."""
    return [
        f"{place} does not have {name}: add {wanted()[place]} ({GUIDE})."
        for place, has_book in PLACES.items()
        if not has_book(name)
    ]


def test_a_book_is_called_as_its_folder_is() -> None:
    says = "The folder rules/{0} holds a match system of another name: call its RULESET {0} in rules/{0}/ruleset.py."
    listed = [folder for folder in FOLDERS if folder in RULESET_MODULES]
    report((says.format(name) for name in listed if name not in TITLES), seen=FOLDERS, of="match systems")
    assert len(FOLDERS) >= 4


def test_a_book_has_all_that_a_finished_one_has() -> None:
    report((sentence for name in FOLDERS for sentence in missing(name)), seen=FOLDERS, of="match systems")


def test_nothing_that_a_book_needs_is_half_registered() -> None:
    gaps = [
        *unlisted_books(RULESET_MODULES.values(), packages()),
        *(gap for book in RULESET_MODULES.values() for gap in book_gaps(book)),
    ]
    report((gap.sentence for gap in gaps), seen=RULESET_MODULES, of="match systems")


def test_a_book_that_has_nothing_is_told_of_all_it_lacks() -> None:
    sentences = missing("chess")
    assert len(sentences) == len(PLACES)
    for place, sentence in zip(PLACES, sentences, strict=True):
        assert sentence.startswith(f"{place} does not have chess: add "), sentence


def test_the_guide_lists_what_a_finished_book_has() -> None:
    says = f"{GUIDE} does not list {{}} among what a finished system has: add a row."
    gone = f"{GUIDE} lists {{}} among what a finished system has: add it to PLACES in tests/guards/test_books.py."
    found = wanted()
    report([*beyond(PLACES, found, says), *beyond(found, PLACES, gone)], seen=found, of="places")
    assert list(found) == list(PLACES)
