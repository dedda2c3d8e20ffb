"""The addresses of the rulebook: its books, chapters and rules, and a rule's ID as a link to its place."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from explain.links import route_url
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


LINK_CACHE_SIZE = 4096
"""How many links are cached: a page names the same few rules many times."""


def rule_link(id: str, *, season: str = "", about: str = "") -> SafeString:
    """The link of a rule's ID, optionally as a season with that stored id plays it; empty without an ID.

    `about` is its tooltip. An ID that no book has is shown without a link.
    """
    if not id:
        return SafeString("")
    return _mark(id, rule_url(id, season), about)


@lru_cache(maxsize=LINK_CACHE_SIZE, typed=True)
def _mark(id: str, href: str, about: str) -> SafeString:
    title = format_html(' title="{}"', about) if about else SafeString("")
    if not href:
        return format_html('<span class="rule"{}>{}</span>', title, id)
    return format_html('<a class="rule" href="{}"{}>{}</a>', href, title, id)
