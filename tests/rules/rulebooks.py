"""What holds of every book's pages for players: the IDs they stand under, and the words nobody wants to read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from rules.core.switches import Setting
from rules.match.ruleset import Page

HEADING = re.compile(r"^## ([A-Z]{2}(?:-[A-Z])?-\d{3}) (.+)$", re.MULTILINE)
DIVIDER = re.compile(r"\|( ?:?-{2,}:? ?\|)+")
BANNED = (
    r"seeds?\b",
    r"\bL\d+",
    r"\blost (table|text|chart|picture)",
    r"(table|text|chart|picture)s? (is|are|was|were) lost",
    r"\b(is|are) (silent|missing|damaged)\b",
    r"hidden test",
    r"not printed",
    r"the book\b",
    r"\bthe source\b",
    r"\b(ruling|why):",
    r"\bdigest\b",
    r"\bgenerator",
    r"\bcompetitor",
    r"\b(armour|centre|colour|tyre|manoeuvre|favour|grey)",
    r"\b\w+(isation|lised|lising|elled|elling)\b",
    r"\b(to-?do|fixme|tbd)\b",
)
"""What no player wants to read: where the rules come from, words the house does not use, British spelling."""
CODE = re.compile(r"`[^`]*`")


def sections(pages: Iterable[Page]) -> dict[str, str]:
    """The text of each rule by its ID."""
    found: dict[str, str] = {}
    for page in pages:
        parts = HEADING.split(page.text)
        for id, _, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            found[id] = text.strip()
    return found


def headings(pages: Iterable[Page]) -> list[tuple[str, str]]:
    """Every rule's ID and title, as they stand."""
    return [(id, title) for page in pages for id, title in HEADING.findall(page.text)]


def in_one_line(text: str) -> str:
    """A text without its breaks."""
    return " ".join(text.split())


def cells(row: str) -> list[str]:
    """The cells of a row of a table."""
    return [each.strip() for each in row.strip().removeprefix("|").removesuffix("|").split("|")]


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a text: the head, then every row, cell by cell."""
    table: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            if not DIVIDER.fullmatch(line):
                table.append(cells(line))
        elif table:
            yield table
            table = []


def shown(setting: Setting) -> str:
    """A setting as the rulebook writes it."""
    if isinstance(setting, bool):
        return "on" if setting else "off"
    return str(setting) or "nothing"


def out_of_place(page: Page) -> list[str]:
    """What no player wants to read of a page."""
    text = CODE.sub("", f"{page.title} {in_one_line(page.text)}")
    return [found for banned in BANNED for found in re.findall(rf"(?:{banned}).{{0,40}}", text, re.IGNORECASE)]


def ragged(page: Page) -> list[list[str]]:
    """The heads of tables that have no row, or rows of other lengths."""
    return [
        table[0] for table in tables(page.text) if len(table) < 2 or {len(row) for row in table} != {len(table[0])}
    ]


def ill_set(page: Page) -> list[str]:
    """Lines that are set wrongly: too long, a mark left open, a table without its divider or its blank lines."""
    lines = ["", *page.text.splitlines(), ""]
    found = []
    for number, (before, line) in enumerate(pairwise(lines), start=1):
        begins, ends = line.startswith("|") > before.startswith("|"), before.startswith("|") > line.startswith("|")
        follows = lines[number + 1] if begins else ""
        divided = not begins or (DIVIDER.fullmatch(follows) and follows.count("|") == line.count("|"))
        long = len(line) > 118 and not line.startswith("|")
        if (
            long
            or line.count("`") % 2
            or line.count("**") % 2
            or (begins and before)
            or (ends and line)
            or not divided
        ):
            found.append(line)
    return found
