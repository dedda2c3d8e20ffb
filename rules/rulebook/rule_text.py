"""The text of a rule as blocks of pieces, so that whoever shows it decides how a table or a link looks.

Chapters are written in a small part of Markdown: paragraphs, lists, tables, `code`, **strong words**.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

RULE_ID = r"(?:[A-Z]{2}(?:-[A-Z])?|HOUSE)-\d{3}"
INLINE_MARKS = re.compile(rf"`(?P<code>[^`]+)`|\*\*(?P<strong>[^*]+)\*\*|\b(?P<rule>{RULE_ID})\b")
ITEM = re.compile(r"^(?:- |\d+\. )")
DIVIDER = re.compile(r"\|(?: ?:?-{2,}:? ?\|)+")
TEXT, CODE, STRONG, RULE, TERM = "text", "code", "strong", "rule", "term"


@dataclass(frozen=True, slots=True)
class TextSegment:
    """Some words of a text: `kind` is `text`, `code`, `strong`, `rule` (an ID), or `term` with what it `means`."""

    kind: str
    words: str
    means: str = ""


Line = tuple[TextSegment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A part of a text: a paragraph has one line and a list one for each item; those of a table are the cells of
    its head, over its rows."""

    kind: str
    """`paragraph`, `list`, `steps` (a list with numbers) or `table`."""
    lines: tuple[Line, ...] = ()
    rows: tuple[tuple[Line, ...], ...] = ()
    caption: str = ""


def split_segments(text: str) -> Line:
    """The pieces of a line of text, in their order."""
    found: list[TextSegment] = []
    at = 0
    for mark in INLINE_MARKS.finditer(text):
        if mark.start() > at:
            found.append(TextSegment(TEXT, text[at : mark.start()]))
        kind = mark.lastgroup or TEXT
        found.append(TextSegment(kind, mark[kind]))
        at = mark.end()
    if at < len(text):
        found.append(TextSegment(TEXT, text[at:]))
    return tuple(found)


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text; an empty line parts them."""
    return tuple(_block(part) for part in re.split(r"\n\s*\n", text.strip()) if part.strip())


def _block(text: str) -> Block:
    lines = text.splitlines()
    if lines[0].startswith("|"):
        head, *rows = (_cells(line) for line in lines if not DIVIDER.fullmatch(line.strip()))
        return table_block([head, *rows])
    if ITEM.match(lines[0]):
        kind = "list" if lines[0].startswith("- ") else "steps"
        return Block(kind=kind, lines=tuple(split_segments(each) for each in _items(lines)))
    return Block(kind="paragraph", lines=(split_segments(" ".join(text.split())),))


def table_block(cells: Iterable[Iterable[str | int]], caption: str = "") -> Block:
    """A table of its head and its rows, cell by cell."""
    head, *rows = (tuple(split_segments(str(cell)) for cell in row) for row in cells)
    return Block(kind="table", lines=head, rows=tuple(rows), caption=caption)


def _cells(row: str) -> list[str]:
    return [each.strip() for each in row.strip().removeprefix("|").removesuffix("|").split("|")]


def _items(lines: Iterable[str]) -> Iterator[str]:
    """The items of a list; a line that begins none goes on with the one before."""
    item = ""
    for line in lines:
        if ITEM.match(line):
            if item:
                yield item
            item = ITEM.sub("", line)
        else:
            item = f"{item} {line.strip()}"
    yield item


def plain_text(found: Iterable[Block]) -> str:
    """The words of blocks in one line, without their marks."""
    lines = (line for block in found for line in (*block.lines, *(cell for row in block.rows for cell in row)))
    return " ".join(" ".join("".join(segment.words for segment in line) for line in lines).split())


def with_terms(found: Iterable[Block], meanings: Mapping[str, str], told: set[str]) -> tuple[Block, ...]:
    """The blocks with the first use of each term marked, which is not in `told` yet; `told` grows by them.

    `meanings` are by the terms in small letters. Tables are left as they are.
    """
    if not meanings:
        return tuple(found)
    longest_first = sorted(meanings, key=len, reverse=True)
    sought = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)
    return tuple(_mark_block(block, sought, meanings, told) for block in found)


def _mark_block(block: Block, sought: re.Pattern[str], meanings: Mapping[str, str], told: set[str]) -> Block:
    if block.kind == "table":
        return block
    lines = tuple(
        tuple(term for piece in line for term in _terms(piece, sought, meanings, told)) for line in block.lines
    )
    return Block(kind=block.kind, lines=lines)


def _terms(
    piece: TextSegment, sought: re.Pattern[str], meanings: Mapping[str, str], told: set[str]
) -> Iterator[TextSegment]:
    if piece.kind != TEXT:
        yield piece
        return
    at = 0
    for found in sought.finditer(piece.words):
        means = meanings[found[0].lower()]
        if means in told:
            continue
        told.add(means)
        if found.start() > at:
            yield TextSegment(TEXT, piece.words[at : found.start()])
        yield TextSegment(TERM, found[0], means)
        at = found.end()
    if at < len(piece.words):
        yield TextSegment(TEXT, piece.words[at:])
