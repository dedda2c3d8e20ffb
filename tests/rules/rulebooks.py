"""Checks for every book's rulebook pages: rule IDs, tables, layout, and words that do not belong before players."""

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
"""Patterns players should not read: sources of the rules, words the project does not use, British spelling."""
CODE = re.compile(r"`[^`]*`")


def sections(pages: Iterable[Page]) -> dict[str, str]:
    """The text of each rule by its ID."""
    texts: dict[str, str] = {}
    for page in pages:
        parts = HEADING.split(page.text)
        for id, _, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            texts[id] = text.strip()
    return texts


def headings(pages: Iterable[Page]) -> list[tuple[str, str]]:
    """The ID and title of every rule, in the order of the pages."""
    return [(id, title) for page in pages for id, title in HEADING.findall(page.text)]


def in_one_line(text: str) -> str:
    """The text with every run of whitespace as one space."""
    return " ".join(text.split())


def cells(row: str) -> list[str]:
    """The cells of a row of a table."""
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a text. A table is a list of rows of cells, the head first."""
    table: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            if not DIVIDER.fullmatch(line):
                table.append(cells(line))
        elif table:
            yield table
            table = []


def shown(setting: Setting) -> str:
    """A setting as the rulebook prints it."""
    if isinstance(setting, bool):
        return "on" if setting else "off"
    return str(setting) or "nothing"


def out_of_place(page: Page) -> list[str]:
    """The passages of a page that contain words players should not have to read."""
    text = CODE.sub("", f"{page.title} {in_one_line(page.text)}")
    return [passage for banned in BANNED for passage in re.findall(rf"(?:{banned}).{{0,40}}", text, re.IGNORECASE)]


def ragged(page: Page) -> list[list[str]]:
    """The heads of tables that have no row, or rows of unequal length."""
    return [
        table[0] for table in tables(page.text) if len(table) < 2 or {len(row) for row in table} != {len(table[0])}
    ]


def ill_set(page: Page) -> list[str]:
    """Lines that are too long, leave a mark open, or belong to a table without its divider or blank lines."""
    lines = ["", *page.text.splitlines(), ""]
    bad_lines = []
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
            bad_lines.append(line)
    return bad_lines
