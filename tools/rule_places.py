"""Where a rule is found: its list entry, its rulebook paragraph, what cites it and which tests are marked with it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from rules.match.registry import RULESET_MODULES
from tools.rule_coverage import coverage_state
from tools.rulebook import RULES_FOLDER, ids_of_mark, notes_by_table, rule_mentions, titles_by_system
from tools.source_index import mark_name, product_packages
from tools.source_texts import Place, SourceText, numbered_lines, read_documents, read_product, read_tests

RULE_URL = "/rulebook/{book}/#{rule}"
"""An address that leads to a rule on the site: a book's contents, which go on to the rule's chapter."""
PARAGRAPHS = {"rulebook": "## {rule} ", "questions": 'id = "{rule}"'}
"""How the paragraph of a rule begins in the chapters of each folder."""
NO_CODE_STATES = frozenset({"recorded", "untested"})
"""Coverage states of rules that no code has to cite."""
WHOLE_FILE, SCENARIO = "the whole file", "a scenario"


@dataclass(frozen=True, kw_only=True)
class Checkout:
    """Everything that is searched: rule titles by system, notes on rules by table, and all texts."""

    root: Path
    titles: Mapping[str, Mapping[str, str]]
    notes: Mapping[str, Mapping[str, str]]
    product: list[SourceText]
    tests: list[SourceText]
    documents: list[SourceText]

    @property
    def rules(self) -> dict[str, str]:
        """The title of every rule, by its ID."""
        return {rule: title for titles in self.titles.values() for rule, title in titles.items()}

    @cached_property
    def citations(self) -> dict[str, list[Place]]:
        """Every line of the product that names a rule, by the rule."""
        return mentions_by_rule(self.product)

    @cached_property
    def mentions(self) -> dict[str, list[Place]]:
        """Every line of a document that names a rule, by the rule."""
        return mentions_by_rule(self.documents)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePlaces:
    """A rule and where it is found. `state` is its coverage state; `note` says why it is not fully tested."""

    rule: str
    title: str
    listed: Place
    state: str
    note: str
    noted: Place | None
    paragraph: Place | None
    url: str
    ruling: Place | None
    code: list[Place]
    tests: list[Place]
    documents: list[Place]


def read_checkout(root: Path) -> Checkout:
    """Read everything that is searched. Raises ValueError if a list of rules cannot be read."""
    return Checkout(
        root=root,
        titles=titles_by_system(root),
        notes=notes_by_table(root),
        product=read_product(root),
        tests=read_tests(root),
        documents=read_documents(root),
    )


def find_rule(rule: str, checkout: Checkout) -> RulePlaces:
    """Where a listed rule is found. Raises StopIteration if no list has it, and UnreadableMark."""
    system = next(system for system, titles in checkout.titles.items() if rule in titles)
    tests = sorted(marked_tests(rule, checkout.tests))
    notes = {table: notes[rule] for table, notes in checkout.notes.items() if rule in notes}
    paragraph = rulebook_paragraph(rule, checkout.documents)
    return RulePlaces(
        rule=rule,
        title=checkout.titles[system][rule],
        listed=_row(rule, checkout.root, RULES_FOLDER / f"{system}.tsv"),
        state=coverage_state(rule, is_marked=bool(tests), notes=checkout.notes),
        note=next(iter(notes.values()), ""),
        noted=_row(rule, checkout.root, RULES_FOLDER / f"{next(iter(notes))}.tsv") if notes else None,
        paragraph=paragraph,
        url=RULE_URL.format(book=book_name(paragraph.path), rule=rule) if paragraph else "",
        ruling=_ruling(rule, checkout.root),
        code=checkout.citations.get(rule, []),
        tests=tests,
        documents=[place for place in checkout.mentions.get(rule, []) if place != paragraph],
    )


def mentions_by_rule(texts: Iterable[SourceText]) -> dict[str, list[Place]]:
    """Every line that names a rule, alone or within a range, by the rule; each line once."""
    found: dict[str, list[Place]] = {}
    for source in texts:
        places: dict[int, Place] = {}
        for line, rule in dict.fromkeys(rule_mentions(source.text)):
            if line not in places:
                places[line] = source.place_on(line)
            found.setdefault(rule, []).append(places[line])
    return found


def marked_tests(rule: str, texts: Iterable[SourceText]) -> Iterator[Place]:
    """Every mark that names a rule, with the test or class that carries it. Raises UnreadableMark."""
    for source in texts:
        if f'"{rule}"' in source.text:
            marks = scenario_marks if source.path.endswith(".json") else module_marks
            yield from (place for marked, place in marks(source) if marked == rule)


def scenario_marks(source: SourceText) -> tuple[tuple[str, Place], ...]:
    """The rules that a scenario tests, each with its place."""
    rules = json.loads(source.text).get("rules", ())
    begin = source.text.find('"rules"')
    places = (source.place_at(source.text.index(f'"{rule}"', begin)) for rule in rules)
    return tuple((rule, replace(place, text=SCENARIO)) for rule, place in zip(rules, places, strict=True))


@cache
def module_marks(source: SourceText) -> tuple[tuple[str, Place], ...]:
    """The rules that the marks of a module name, each with its place. Raises UnreadableMark."""
    return tuple(mark for statement in ast.parse(source.text).body for mark in _marks_below(source.path, statement))


def _marks_below(path: str, statement: ast.stmt) -> Iterator[tuple[str, Place]]:
    """The marks of a test, or of a class and its tests; those of another statement, under the name it assigns."""
    inside: list[ast.stmt] = []
    carrying: list[ast.AST] = [statement]
    holder = WHOLE_FILE
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        holder, carrying = statement.name, list(statement.decorator_list)
        inside = statement.body if isinstance(statement, ast.ClassDef) else []
    elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        variable = statement.targets[0].id
        holder = WHOLE_FILE if variable == "pytestmark" else variable
    for call in (node for part in carrying for node in ast.walk(part) if isinstance(node, ast.Call)):
        if mark_name(call) == "rule":
            yield from ((mark.rule, Place(path, mark.line, holder)) for mark in ids_of_mark(call, path))
    for nested in inside:
        yield from _marks_below(path, nested)


def rulebook_paragraph(rule: str, documents: Iterable[SourceText]) -> Place | None:
    """The heading or question under which the rulebook shows a rule; None if no book has it."""
    for source in documents:
        for folder, beginning in PARAGRAPHS.items():
            heading = beginning.format(rule=rule)
            if f"/{folder}/" in source.path and f"\n{heading}" in f"\n{source.text}":
                return source.place_at(f"\n{source.text}".index(f"\n{heading}"))
    return None


def book_name(chapter: str) -> str:
    """A book's name in addresses, by the path of a chapter: its ruleset's name, or else its package's."""
    package = Path(chapter).parents[1].as_posix().replace("/", ".")
    names = {module.rpartition(".")[0]: name for name, module in RULESET_MODULES.items()}
    return names.get(package, package.rpartition(".")[2])


def _row(rule: str, root: Path, path: Path) -> Place:
    """The line of a list or a note that is about a rule."""
    line = next(
        line
        for line, text in numbered_lines((root / path).read_text(encoding="utf-8"))
        if text.startswith(f"{rule}\t")
    )
    return Place(path.as_posix(), line)


def _ruling(rule: str, root: Path) -> Place | None:
    """The line of a `rulings.tsv` that says why the house reads a rule as it does; None if there is none."""
    for package in product_packages(root):
        for path in sorted((root / package).rglob("rulings.tsv")):
            for line, text in numbered_lines(path.read_text(encoding="utf-8")):
                if text.startswith(f"{rule}\t"):
                    return Place(path.relative_to(root).as_posix(), line)
    return None
