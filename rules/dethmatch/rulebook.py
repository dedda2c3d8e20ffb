"""The rulebook of Dethmatch for players: a page for each chapter, kept as Markdown beside the code."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.ruleset import Page

CHAPTERS = files("rules.dethmatch").joinpath("rulebook")
SUFFIX = ".md"
TITLE = "# "


@cache
def pages() -> tuple[Page, ...]:
    """Every page in the order of the chapters' numbers."""
    chapters = sorted(
        (each for each in CHAPTERS.iterdir() if each.name.endswith(SUFFIX)), key=lambda chapter: chapter.name
    )
    return tuple(page_of(chapter.read_text(encoding="utf-8")) for chapter in chapters)


def page_of(chapter: str) -> Page:
    """A chapter as a page: its first line is the title, the rest the text."""
    title, _, text = chapter.partition("\n")
    return Page(title=title.removeprefix(TITLE), text=text.strip())
