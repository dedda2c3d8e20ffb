"""What should be true of each book that plays from packets: its own expectations, or what is counted of any book."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from rules.match.packet_ruleset import PacketRuleset
from rules.match.registry import rulesets
from tools.sanity.book_counts import BookExpectations
from tools.sanity.expected_figures import unbounded_figures

BOOKS = Path(__file__).parent / "books"
OF_ITS_OWN = ("dethmatch",)
"""The books that are counted by a page of their own."""


def books_with_expectations() -> list[str]:
    """The books that have expectations of their own, sorted."""
    return sorted(path.stem for path in BOOKS.glob("*.py") if path.stem != "__init__")


def counted_books() -> Sequence[str]:
    """The books whose matches can be counted, sorted. This imports every book."""
    packet_books = (ruleset.name for ruleset in rulesets() if isinstance(ruleset, PacketRuleset))
    return [name for name in packet_books if name not in OF_ITS_OWN]


def expectations_of(book: str) -> BookExpectations:
    """The expectations of a book; one that has none of its own is counted without any bound."""
    if book in books_with_expectations():
        expectations: BookExpectations = import_module(f"tools.sanity.books.{book}").EXPECTATIONS
        return expectations
    return BookExpectations(name=book, figures=unbounded_figures(), advantages=())
