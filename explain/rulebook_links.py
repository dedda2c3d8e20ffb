"""The addresses of the rulebook: its books, their chapters, and every rule."""

from __future__ import annotations

from explain.routes import route_url
from rules.rulebook.book_pages import page_of_rule


def rulebook_url(season: str = "") -> str:
    """The rulebook, optionally as a season with that stored id plays it."""
    return route_url("season_rulebook", *season.split("/")) if season else route_url("rulebook")


def book_url(book: str, season: str = "") -> str:
    """A book of the rulebook by name, optionally as a season with that stored id plays it."""
    return route_url("season_book", *season.split("/"), book) if season else route_url("book", book)


def chapter_url(book: str, chapter: str, season: str = "") -> str:
    """A page of a book by its name, optionally as a season with that stored id plays it."""
    return (
        route_url("season_chapter", *season.split("/"), book, chapter)
        if season
        else route_url("chapter", book, chapter)
    )


def rule_url(rule: str, season: str = "") -> str:
    """The place of a rule in the rulebook, by its ID; empty if no book has it."""
    book, chapter = page_of_rule(rule)
    return f"{chapter_url(book, chapter, season)}#{rule}" if book else ""
