"""Every book is named in all places that name the books, which the guide lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.books import BOOK_BENCHMARKS as MEASURED
from league.pages.registry_gaps import KIT, book_gaps, packages, unlisted_books
from rules.match.registry import RULESET_MODULES, rulesets
from tests.guards.findings import beyond, report
from tests.rules.films import EXAMPLES
from tests.trials.order_samples import SAMPLERS
from tools.rulebook import RULES_FOLDER, read_table, rule_ids_in
from tools.sanity.expectations import EXPECTATIONS as HELD

CHECKOUT = Path(__file__).parents[2]
TITLES = {ruleset.name: ruleset.title for ruleset in rulesets()}
FOLDERS = sorted({path.parent.name for path in CHECKOUT.glob("rules/*/ruleset.py")} - {KIT})
"""All books by folder, not by registration, so that a missing registration is noticed."""
OF_ITS_OWN = "dethmatch"
"""The book that plays setups, which has its own trials, expectations and benchmark."""
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


PLACES: Mapping[str, Callable[[str], bool]] = {
    "`docs/rules/<system>.tsv`": has_rules,
    "`rules/match/registry.py`": lambda name: RULESET_MODULES.get(name) == f"rules.{name}.ruleset",
    "`tests/trials/order_samples.py`": lambda name: name in {*SAMPLERS, OF_ITS_OWN},
    "`tests/rules/films.py`": {book for book, _ in EXAMPLES}.__contains__,
    "`tools/sanity/expectations.py`": lambda name: name in {*HELD, OF_ITS_OWN},
    "`benchmarks/books.py`": lambda name: name in {*MEASURED, OF_ITS_OWN},
    "`README.md`, `docs/<book>.md`": has_page,
    "`docs/glossary.md`": lambda name: name in TITLES and TITLES[name] in text("docs/glossary.md"),
}
"""The places that name the books, as the guide calls them, with a test whether a place has a book."""


def wanted() -> dict[str, str]:
    """What to add in each place that names the books, from the guide's table."""
    _, _, after = text(GUIDE).partition("These places name the books")
    table, _, _ = after.partition("These look at every book")
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    return {row[1].strip(): row[2].strip() for row in rows}


def missing(name: str) -> list[str]:
    """A sentence for each place that does not name a book."""
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


def test_a_book_stands_in_every_place_that_names_the_books() -> None:
    report((sentence for name in FOLDERS for sentence in missing(name)), seen=FOLDERS, of="match systems")


def test_nothing_that_a_book_needs_is_half_registered() -> None:
    gaps = [
        *unlisted_books(RULESET_MODULES.values(), packages()),
        *(gap for book in RULESET_MODULES.values() for gap in book_gaps(book)),
    ]
    report((gap.sentence for gap in gaps), seen=RULESET_MODULES, of="match systems")


def test_a_book_that_stands_nowhere_is_told_of_every_place() -> None:
    sentences = missing("chess")
    assert len(sentences) == len(PLACES)
    for place, sentence in zip(PLACES, sentences, strict=True):
        assert sentence.startswith(f"{place} does not have chess: add "), sentence


def test_the_guide_lists_the_places_that_name_the_books() -> None:
    says = f"{GUIDE} does not list {{}} among the places that name the books: add a row."
    gone = f"{GUIDE} lists {{}} as a place that names the books: add it to PLACES in tests/guards/test_books.py."
    found = wanted()
    report([*beyond(PLACES, found, says), *beyond(found, PLACES, gone)], seen=found, of="places")
    assert list(found) == list(PLACES)
