"""The documents are true: the table of invariants, the settings and commands listed, links, and example designs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import league.tasks
import league.urls  # noqa: F401 - imports the refusals of the site itself
import rules.campaign.play.perform  # noqa: F401 - imports every chapter and so all its refusals
from rules.core.refusals import Refusal
from rules.match.book_ruleset import BookRuleset
from rules.match.registry import get_ruleset as ruleset_named
from rules.match.registry import rulesets
from rules.match.ruleset import Document
from tests.guards.findings import beyond, report
from tests.journal.test_invariants import AUDITED, CONSTRAINTS, DATABASE, RULES
from tools.source_index import read_source

CHECKOUT = Path(__file__).parents[2]
CASES = {"test_the_database_refuses": DATABASE, "test_the_rules_refuse": RULES, "test_the_audit_names": AUDITED}
BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
"""A block of code. Links in it belong to another file."""
LEVELS = ("database", "rules", "audit", "league", "journal")
GUIDE = CHECKOUT.joinpath("docs", "rulesets.md").read_text(encoding="utf-8")
"""The guide to rulesets."""
RECIPE = CHECKOUT.joinpath("docs", "contributing", "match-system.md").read_text(encoding="utf-8")
"""The guide to adding a match system."""
SHOWN = [
    design
    for command in map(json.loads, re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL))
    for design in (command["designs"] if "designs" in command else {command["ruleset"]: command["design"]}).items()
]
"""The designs in the guide to rulesets, as pairs with the name of the ruleset."""


def rows() -> list[list[str]]:
    """The rows of all tables of invariants, as cells: the invariant, its level, and its tests."""
    lines = CHECKOUT.joinpath("docs", "invariants.md").read_text(encoding="utf-8").splitlines()
    found = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| ")]
    found = [cells for cells in found if cells[0] != "What always holds" and not cells[0].startswith("---")]
    assert found
    return found


@cache
def written_tests() -> dict[str, frozenset[str]]:
    """The names of all test functions, by the path of their file in `tests/`."""
    return {
        str(path.relative_to(CHECKOUT / "tests")): read_source(path).functions
        for path in sorted(CHECKOUT.glob("tests/**/test_*.py"))
    }


def all_refusals(cls: type[Refusal] = Refusal) -> set[str]:
    """The names of all refusals in the code."""
    return {refusal for sub in cls.__subclasses__() for refusal in ({sub.__name__} | all_refusals(sub))}


def faults_of_row(cells: list[str]) -> Iterator[str]:
    """A sentence for each error in a row of the table of invariants."""
    row = f"The row {cells[0][:60]!r} of docs/invariants.md"
    if len(cells) != 3:
        yield f"{row} has {len(cells)} cells: give it what holds, which level, and where it is tried."
        return
    _, level, where = cells
    word = re.match(r"\w+", level)
    if word is None or word[0] not in LEVELS:
        yield f"{row} names no level: begin its second cell with one of {', '.join(LEVELS)}."
    for refusal in sorted(set(re.findall(r"`([A-Z]\w+)`", level)) - all_refusals()):
        yield f"{row} names {refusal}, which no module raises: name a refusal there is."
    named = re.findall(r"`(?:(\S+\.py)::)?(test_\w+)(?:\[([^\]]+)\])?`", where)
    if not named:
        yield f"{row} names no test that breaks it: write one, and name it in the third cell."
    for file, test, case in named:
        path = file or "journal/test_invariants.py"
        if test not in written_tests().get(path, ()):
            yield f"{row} names {test}, and tests/{path} has none of that name: name one it has."
        elif case and case not in CASES[test]:
            yield f"{row} names the case {case!r} of {test}, and tests/{path} has none: add it there."


def test_every_row_of_the_table_names_a_level_and_a_test_that_exists() -> None:
    found = rows()
    report((fault for cells in found for fault in faults_of_row(cells)), seen=found, of="rows of docs/invariants.md")


def test_every_constraint_is_in_the_table_and_is_tried() -> None:
    listed = {name for _, level, _ in rows() for name in re.findall(r"`([a-z_]+)`", level)}
    problems = [
        *beyond(
            CONSTRAINTS, DATABASE, "Nothing breaks the constraint {}: add a case to tests/journal/broken_rows.py."
        ),
        *beyond(
            DATABASE, CONSTRAINTS, "There is no constraint {}: take its case out of tests/journal/broken_rows.py."
        ),
        *beyond(
            CONSTRAINTS, listed, "docs/invariants.md does not tell of the constraint {}: add a row to its table."
        ),
        *beyond(
            listed, CONSTRAINTS, "docs/invariants.md tells of the constraint {}, which no model has: mend its row."
        ),
    ]
    report(problems, seen=CONSTRAINTS, of="constraints")


def test_every_setting_that_is_read_from_the_environment_is_in_the_operations_guide() -> None:
    settings = CHECKOUT.joinpath("config", "settings.py").read_text(encoding="utf-8")
    guide = CHECKOUT.joinpath("docs", "operations.md").read_text(encoding="utf-8")
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings))
    documented = re.findall(r"^\| `([A-Z_]+)`", guide, re.MULTILINE)
    says = (
        "config/settings.py reads {}, and docs/operations.md does not tell of it: add a row to its table of settings."
    )
    gone = "docs/operations.md tells of {}, which config/settings.py does not read: take its row out."
    twice = [
        f"docs/operations.md tells of {name} twice: leave one row."
        for name in {*documented}
        if documented.count(name) > 1
    ]
    report([*beyond(read, documented, says), *beyond(documented, read, gone), *twice], seen=read, of="settings")


def test_every_file_a_document_of_ours_points_at_is_there() -> None:
    documents = [*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md")]
    assert documents
    missing = [
        f"{document.relative_to(CHECKOUT)} points at {target}, which is not there: mend the link, or write the file."
        for document in documents
        for target in re.findall(r"\]\(([^)#\s]+)", BLOCK.sub("", document.read_text(encoding="utf-8")))
        if "://" not in target and not (document.parent / target).exists()
    ]
    report(missing, seen=documents, of="documents")


def test_the_guide_shows_a_design_for_each_book() -> None:
    books = sorted(ruleset.name for ruleset in rulesets() if isinstance(ruleset, BookRuleset))
    names = [name for name, _ in SHOWN]
    says = "docs/rulesets.md shows no design for {}: add one under How a car gets its designs."
    gone = "docs/rulesets.md shows a design for {}, which is no book of the site: take it out."
    report([*beyond(books, names, says), *beyond(names, books, gone)], seen=books, of="match systems")


@pytest.mark.parametrize(("name", "design"), SHOWN, ids=[name for name, _ in SHOWN])
def test_a_design_the_guide_shows_has_no_fault_on_a_car_of_60_points(name: str, design: Document) -> None:
    faults = ruleset_named(name).design_errors(design, dp=60, gunner_station=False, gearing=0, switches={})
    says = f"The design for {name} in docs/rulesets.md is not legal: {{}}"
    report((says.format(fault.sentence) for fault in faults), seen=design, of="parts of a design")


def test_every_file_that_a_finished_book_is_named_in_is_there() -> None:
    section = RECIPE.split("## What a finished system has")[1]
    places = re.findall(r"^\| `([\w./]+\.(?:py|toml|md))`.* \|$", section, re.MULTILINE)
    lost = [place for place in places if not CHECKOUT.joinpath(place).is_file()]
    says = "docs/contributing/match-system.md sends to {}, which is not there: name the place where it is now."
    report(map(says.format, lost), seen=places, of="places")
    assert {"rules/match/registry.py", "docs/glossary.md"} <= set(places)


def unrepeatable(name: str, text: str) -> Iterator[str]:
    """A sentence for each command line in a document that uses another interpreter or amends a closed season."""
    for line in re.findall(r"^\$ (.*)$", text, re.MULTILINE):
        if "manage.py" in line and not line.startswith(".venv/bin/python manage.py "):
            yield f"{name} shows {line!r}: write .venv/bin/python manage.py, as everywhere."
        if "manage.py amend rust-belt/s1 " in line:
            yield f"{name} shows {line!r}, and that season is closed: show it on midden/s1."


def test_a_reader_can_repeat_the_command_lines_of_the_documents() -> None:
    documents = {
        path.relative_to(CHECKOUT).as_posix(): path.read_text(encoding="utf-8")
        for path in [*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md")]
    }
    transcripts = [name for name, text in documents.items() if "\n$ " in text]
    report(
        (sentence for name in transcripts for sentence in unrepeatable(name, documents[name])),
        seen=transcripts,
        of="transcripts",
    )
    assert {"docs/commands.md", "docs/corrections.md"} <= set(transcripts)
    sentences = list(unrepeatable("README.md", "$ python manage.py amend rust-belt/s1 x\n$ cat x\n"))
    assert [sentence.partition(":")[0].partition(",")[0] for sentence in sentences] == [
        "README.md shows 'python manage.py amend rust-belt/s1 x'",
        "README.md shows 'python manage.py amend rust-belt/s1 x'",
    ]


def test_every_command_of_the_command_line_has_a_row_in_the_list_of_commands() -> None:
    text = CHECKOUT.joinpath("docs", "commands.md").read_text(encoding="utf-8")
    documented = {
        name for row in re.findall(r"^\| (`.*?) \| ", text, re.MULTILINE) for name in re.findall(r"`([a-z_]+)", row)
    }
    commands = [path.stem for path in CHECKOUT.glob("*/management/commands/*.py") if path.stem != "__init__"]
    says = "docs/commands.md has no row for manage.py {}: add one."
    gone = "docs/commands.md has a row for manage.py {}, which is not there: take it out."
    report([*beyond(commands, documented, says), *beyond(documented, commands, gone)], seen=commands, of="commands")
