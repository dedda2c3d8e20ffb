"""The pages of a book: a chapter each, or several where a chapter is too long to be read on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.core.page_breaks import page_breaks
from rules.match.registry import rulesets
from rules.rulebook.books import Book, Chapter, Rule, books
from rules.rulebook.rule_text import Block

LONGEST_PAGE = 4800
"""The height of a page's rules on a phone, in estimated pixels, above which a chapter has another page."""
LINE, CHARACTERS_A_LINE, HEADING, ROW, NOTE = 26, 42, 80, 38, 130
"""Estimated pixels of a line, its characters, and pixels of a heading, a row of a table and a house rule's note."""
NOT_IN_ADDRESSES = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPage:
    """A page: its name in addresses, its chapter, which of how many parts of the chapter it is, and its rules."""

    slug: str
    chapter: Chapter
    part: int
    parts: int
    rules: tuple[Rule, ...]

    @property
    def title(self) -> str:
        """The chapter's title, with the part if there are several."""
        return self.chapter.title if self.parts == 1 else f"{self.chapter.title}, part {self.part}"


def pages_of(book: Book) -> tuple[BookPage, ...]:
    """The pages of a book in their order."""
    return _pages(tuple(ruleset.name for ruleset in rulesets()))[book.name]


def page_of_rule(rule: str) -> tuple[str, str]:
    """The book and the name of the page that have the rule with that ID; two empty texts if no book has it."""
    return _places(tuple(ruleset.name for ruleset in rulesets())).get(rule, ("", ""))


@lru_cache(maxsize=4)
def _pages(_installed: tuple[str, ...]) -> Mapping[str, tuple[BookPage, ...]]:
    """The pages of every book by its name, for those installed rulesets."""
    return {book.name: tuple(page for chapter in book.chapters for page in _split(chapter)) for book in books()}


@lru_cache(maxsize=4)
def _places(installed: tuple[str, ...]) -> Mapping[str, tuple[str, str]]:
    return {
        rule.id: (book, page.slug)
        for book, pages in _pages(installed).items()
        for page in pages
        for rule in page.rules
    }


def _split(chapter: Chapter) -> Iterator[BookPage]:
    """The pages of a chapter, about equally long."""
    pages = page_breaks([[_height(rule) for rule in chapter.rules]], LONGEST_PAGE)
    slug = NOT_IN_ADDRESSES.sub("-", chapter.title.lower()).strip("-")
    for part, stretches in enumerate(pages, start=1):
        yield BookPage(
            slug=slug if part == 1 else f"{slug}-{part}",
            chapter=chapter,
            part=part,
            parts=len(pages),
            rules=chapter.rules[stretches[0].start : stretches[-1].end],
        )


def _height(rule: Rule) -> int:
    """About how many pixels a rule takes on a phone."""
    text = [line for block in rule.blocks if block.kind != "table" for line in block.lines]
    lengths = [sum(len(segment.words) for segment in line) for line in text] + [len(rule.ruling)]
    lines = sum(-(-length // CHARACTERS_A_LINE) for length in lengths)
    rows = sum(len(block.rows) + 1 for block in _tables(rule))
    is_question = rule.id.startswith("CW-Q")
    return HEADING + lines * LINE + rows * ROW + NOTE * (len(rule.bends) + is_question)


def _tables(rule: Rule) -> Iterator[Block]:
    yield from (block for block in rule.blocks if block.kind == "table")
    yield from rule.tables
