"""The text of a rule as blocks of segments, so that each page decides how a table or a link looks.

Chapters are written in a small subset of Markdown: paragraphs, lists, tables, `code` and **strong words**.
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
    """Some words of a text: `kind` is `text`, `code`, `strong`, `rule` (a rule ID), or `term`, which has a meaning in
    `means`.
    """

    kind: str
    words: str
    means: str = ""


Line = tuple[TextSegment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A part of a text.

    A paragraph has one line, and a list one line per item. The lines of a table are the cells of its head, and its
    other cells are in `rows`.
    """

    kind: str
    """`paragraph`, `list`, `steps` (a numbered list) or `table`."""
    lines: tuple[Line, ...] = ()
    rows: tuple[tuple[Line, ...], ...] = ()
    caption: str = ""


def split_segments(text: str) -> Line:
    """The segments of a line of text, in order."""
    segments: list[TextSegment] = []
    end = 0
    for mark in INLINE_MARKS.finditer(text):
        if mark.start() > end:
            segments.append(TextSegment(TEXT, text[end : mark.start()]))
        kind = mark.lastgroup or TEXT
        segments.append(TextSegment(kind, mark[kind]))
        end = mark.end()
    if end < len(text):
        segments.append(TextSegment(TEXT, text[end:]))
    return tuple(segments)


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text, which are separated by empty lines."""
    return tuple(_block(part) for part in re.split(r"\n\s*\n", text.strip()) if part.strip())


def _block(text: str) -> Block:
    lines = text.splitlines()
    if lines[0].startswith("|"):
        head, *rows = (_cells(line) for line in lines if not DIVIDER.fullmatch(line.strip()))
        return table_block([head, *rows])
    if ITEM.match(lines[0]):
        kind = "list" if lines[0].startswith("- ") else "steps"
        return Block(kind=kind, lines=tuple(split_segments(item) for item in _items(lines)))
    return Block(kind="paragraph", lines=(split_segments(" ".join(text.split())),))


def table_block(cells: Iterable[Iterable[str | int]], caption: str = "") -> Block:
    """A table block made from rows of cells, of which the first row is the head."""
    head, *rows = (tuple(split_segments(str(cell)) for cell in row) for row in cells)
    return Block(kind="table", lines=head, rows=tuple(rows), caption=caption)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


def _items(lines: Iterable[str]) -> Iterator[str]:
    """The items of a list; a line without a list marker continues the item before it."""
    item = ""
    for line in lines:
        if ITEM.match(line):
            if item:
                yield item
            item = ITEM.sub("", line)
        else:
            item = f"{item} {line.strip()}"
    yield item


def plain_text(parts: Iterable[Block]) -> str:
    """The words of blocks in one line, without markup."""
    lines = (line for block in parts for line in (*block.lines, *(cell for row in block.rows for cell in row)))
    return " ".join(" ".join("".join(segment.words for segment in line) for line in lines).split())


def with_terms(parts: Iterable[Block], meanings: Mapping[str, str], explained: set[str]) -> tuple[Block, ...]:
    """The blocks with the first use of each term marked, unless its meaning is in `explained` already.

    The meanings of the marked terms are added to `explained`. The keys of `meanings` are lowercase terms. Tables are
    left unmarked.
    """
    if not meanings:
        return tuple(parts)
    longest_first = sorted(meanings, key=len, reverse=True)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)
    return tuple(_mark_block(block, pattern, meanings, explained) for block in parts)


def _mark_block(block: Block, pattern: re.Pattern[str], meanings: Mapping[str, str], explained: set[str]) -> Block:
    if block.kind == "table":
        return block
    lines = tuple(
        tuple(term for piece in line for term in _terms(piece, pattern, meanings, explained)) for line in block.lines
    )
    return Block(kind=block.kind, lines=lines)


def _terms(
    piece: TextSegment, pattern: re.Pattern[str], meanings: Mapping[str, str], explained: set[str]
) -> Iterator[TextSegment]:
    if piece.kind != TEXT:
        yield piece
        return
    end = 0
    for match in pattern.finditer(piece.words):
        means = meanings[match[0].lower()]
        if means in explained:
            continue
        explained.add(means)
        if match.start() > end:
            yield TextSegment(TEXT, piece.words[end : match.start()])
        yield TextSegment(TERM, match[0], means)
        end = match.end()
    if end < len(piece.words):
        yield TextSegment(TEXT, piece.words[end:])
