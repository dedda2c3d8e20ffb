"""The books of the rulebook: the campaign and every installed ruleset, by chapter and rule."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from rules.campaign.core.switches import SWITCHES, every_switch
from rules.core.switches import Switch
from rules.core.text_folding import fold_text
from rules.match.registry import get_ruleset, other_books, rulesets
from rules.match.rulebook_pages import rulebook_pages
from rules.match.ruleset import Page
from rules.rulebook.campaign_tables import tables_under_rule
from rules.rulebook.rule_text import RULE_ID, Block, blocks, plain_text, with_terms

CAMPAIGN = "campaign"
HEADING = re.compile(rf"^## ({RULE_ID}) (.+)$", re.MULTILINE)
HOUSE_RULE_PATTERN = re.compile(r"^House rule: `(?P<name>[^`]+)` \(default .*?\): (?P<told>.*)$", re.DOTALL)
RULINGS, TERMS = "rulings.tsv", "terms.tsv"


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule that changes a rule: its switch, and what it changes."""

    switch: Switch
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule: its ID and title, its text, the tables that belong to it, and the house rules that change it.

    `ruling` says why this project reads the rule as it does if the printed rules leave it open; else it is empty.
    """

    id: str
    title: str
    blocks: tuple[Block, ...]
    tables: tuple[Block, ...] = ()
    ruling: str = ""
    bends: tuple[HouseRule, ...] = ()
    words: str = ""
    """All its words in one lowercase line, for searching."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter: its number, counted from 1, its title, the text before its first rule, and its rules."""

    number: int
    title: str
    lead: tuple[Block, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A book: its name in URLs, its title, and its chapters."""

    name: str
    title: str
    chapters: tuple[Chapter, ...]

    @property
    def rules(self) -> Iterator[Rule]:
        """Every rule in the order of the chapters."""
        return (rule for chapter in self.chapters for rule in chapter.rules)


def books() -> tuple[Book, ...]:
    """The campaign's book, one for each installed ruleset that has a rulebook, then those that play no matches."""
    return _books(tuple(ruleset.name for ruleset in rulesets()))


def get_book(name: str) -> Book | None:
    """The book of that name, or None if there is none."""
    return next((book for book in books() if book.name == name), None)


def book_name_of_rule(rule: str) -> str:
    """The name of the book that has the rule with that ID; empty if no book has it."""
    return _places(tuple(ruleset.name for ruleset in rulesets())).get(rule, "")


def get_rule(id: str) -> Rule | None:
    """The rule with that ID, or None if no book has it."""
    book = get_book(book_name_of_rule(id))
    return None if book is None else next(rule for rule in book.rules if rule.id == id)


@lru_cache(maxsize=4)
def _books(installed: tuple[str, ...]) -> tuple[Book, ...]:
    """The books for those installed rulesets."""
    sources = [(CAMPAIGN, "The campaign", rulebook_pages("rules.campaign"))]
    sources += [
        (ruleset.name, ruleset.title, ruleset.rulebook) for ruleset in map(get_ruleset, installed) if ruleset.rulebook
    ]
    return tuple(_book(name, title, pages) for name, title, pages in (*sources, *other_books()))


@lru_cache(maxsize=4)
def _places(_installed: tuple[str, ...]) -> Mapping[str, str]:
    return {rule.id: book.name for book in books() for rule in book.rules}


def _book(name: str, title: str, pages: tuple[Page, ...]) -> Book:
    switches = {switch.name: switch for switch in (SWITCHES if name == CAMPAIGN else every_switch())}
    chapters = tuple(_chapter(number, page, name, switches) for number, page in enumerate(pages, 1))
    return Book(name=name, title=title, chapters=chapters)


def _chapter(number: int, page: Page, book: str, switches: Mapping[str, Switch]) -> Chapter:
    lead, *parts = HEADING.split(page.text)
    explained: set[str] = set()
    lead_blocks = with_terms(blocks(lead), terms(), explained)
    rules = tuple(
        _rule(id, title.strip(), text, book=book, switches=switches, explained=explained)
        for id, title, text in zip(parts[0::3], parts[1::3], parts[2::3], strict=True)
    )
    return Chapter(number=number, title=page.title, lead=lead_blocks, rules=rules)


def _rule(id: str, title: str, text: str, *, book: str, switches: Mapping[str, Switch], explained: set[str]) -> Rule:
    """A rule made from its text. `explained` are the meanings of terms that the chapter has explained already."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    matches = [HOUSE_RULE_PATTERN.match(" ".join(paragraph.split())) for paragraph in paragraphs]
    bends = [
        HouseRule(switches[match["name"]], match["told"]) for match in matches if match and match["name"] in switches
    ]
    if book == CAMPAIGN:
        bends = [HouseRule(switch, switch.changes) for switch in switches.values() if switch.rule == id]
    rule_blocks = blocks(
        "\n\n".join(paragraph for paragraph, name in zip(paragraphs, matches, strict=True) if not name)
    )
    marked_blocks = with_terms(rule_blocks, terms(), explained)
    ruling = rulings().get(id, "")
    words = (
        f"{id} {title} {plain_text(marked_blocks)} {ruling} {' '.join(bend.switch.name for bend in bends)}".lower()
    )
    tables = tables_under_rule(id) if book == CAMPAIGN else ()
    return Rule(
        id=id, title=title, blocks=marked_blocks, tables=tables, ruling=ruling, bends=tuple(bends), words=words
    )


@cache
def rulings() -> Mapping[str, str]:
    """Why this project reads a rule as it does if the printed rules leave it open, by the rule's ID."""
    return dict(_rows(RULINGS))


@cache
def terms() -> Mapping[str, str]:
    """The meanings of the rulebook's own terms, by the lowercase term. Each of the forms of a term is a key."""
    return {form.lower(): means for forms, means in _rows(TERMS) for form in forms.split(", ")}


@cache
def glossary() -> tuple[tuple[str, str], ...]:
    """The rulebook's own terms, each once, in alphabetical order, with their meanings."""
    return tuple(
        sorted(((forms.split(", ")[0], means) for forms, means in _rows(TERMS)), key=lambda row: fold_text(row[0]))
    )


def _rows(name: str) -> list[tuple[str, str]]:
    text = files("rules.rulebook").joinpath(name).read_text(encoding="utf-8")
    return [(row[0], row[1]) for row in csv.reader(text.splitlines()[1:], delimiter="\t", quoting=csv.QUOTE_NONE)]
