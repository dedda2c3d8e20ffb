"""A book's pages for players: its folder `rulebook` holds one Markdown file per chapter, sorted by number.

The rows of a list of house rules are made from the switches that the book's settings declare.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.resources import files

from rules.core.switches import Setting, Switch
from rules.match.ruleset import Page

SUFFIX = ".md"
TITLE = "# "
HOUSE_RULES = "{house rules}"
"""The line of a chapter in whose place the book's house rules are listed, as rows of a table."""


@cache
def rulebook_pages(book: str) -> tuple[Page, ...]:
    """Every page of a book, given its package (`rules.ladder`), in the order of the chapters' numbers."""
    chapters = sorted(
        (path for path in files(book).joinpath("rulebook").iterdir() if path.name.endswith(SUFFIX)),
        key=lambda chapter: chapter.name,
    )
    return tuple(_page_of(book, chapter.read_text(encoding="utf-8")) for chapter in chapters)


def parse_page(chapter: str) -> Page:
    """A chapter as a page: its first line is the title, and the rest is the text."""
    title, _, text = chapter.partition("\n")
    return Page(title=title.removeprefix(TITLE), text=text.strip())


def house_rule_rows(switches: Iterable[Switch]) -> str:
    """The rows of a table of house rules by their rules: rule, switch, default, what it may be, what it changes."""
    return "\n".join(
        f"| {switch.rule} | `{switch.name}` | {_written(switch.default)} | {_possible_settings(switch)} "
        f"| {switch.about or switch.changes.removesuffix('.')} |"
        for switch in sorted(switches, key=lambda switch: switch.rule)
    )


def _page_of(book: str, chapter: str) -> Page:
    """A chapter of a book as a page, with the house rules of the book where it lists them."""
    if HOUSE_RULES in chapter:
        switches = import_module(f"{book}.settings").SWITCHES_BY_NAME.values()
        chapter = chapter.replace(HOUSE_RULES, house_rule_rows(switches))
    return parse_page(chapter)


def _possible_settings(switch: Switch) -> str:
    """What a switch may be, in words."""
    if switch.choices:
        return ", ".join(map(_written, switch.choices))
    if isinstance(switch.default, bool):
        return "on, off"
    return f"{switch.lowest} to {switch.highest}" if isinstance(switch.default, int) else switch.may_be or "a text"


def _written(setting: Setting) -> str:
    """A setting as the rulebook prints it."""
    if isinstance(setting, bool):
        return "on" if setting else "off"
    return str(setting) or "nothing"
