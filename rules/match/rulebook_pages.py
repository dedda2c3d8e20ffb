"""A book's pages for players: its folder `rulebook` holds one Markdown file per chapter, sorted by number."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.match.ruleset import Page

SUFFIX = ".md"
TITLE = "# "


@cache
def rulebook_pages(book: str) -> tuple[Page, ...]:
    """Every page of a book, given its package (`rules.ladder`), in the order of the chapters' numbers."""
    chapters = sorted(
        (path for path in files(book).joinpath("rulebook").iterdir() if path.name.endswith(SUFFIX)),
        key=lambda chapter: chapter.name,
    )
    return tuple(parse_page(chapter.read_text(encoding="utf-8")) for chapter in chapters)


def parse_page(chapter: str) -> Page:
    """A chapter as a page: its first line is the title, and the rest is the text."""
    title, _, text = chapter.partition("\n")
    return Page(title=title.removeprefix(TITLE), text=text.strip())
