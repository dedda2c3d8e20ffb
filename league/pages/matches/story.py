"""The story of a match in parts: headings, the lines under each, and jump links.

A ruleset tells its matches in lines (`rules.match.ruleset.Ruleset.story`). An empty line ends a part, a line that is
not indented is a heading, a number before an indented line is its phase, and the rule comes last, in brackets.
`docs/rulesets.md` describes it in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from django.utils.text import slugify

from rules.core.terms import ID_PATTERN
from rules.match.ruleset import Page

STORY_ID_PATTERN = re.compile(rf"(?<![\w.\-]){ID_PATTERN.pattern}(?![\w\-]|\.[\w])")
"""A whole word that may be an id."""
RULE = re.compile(r"\s*\[([A-Z]+(?:-[A-Z]+)*-\d+)?\]$")
"""The rule at the end of a line."""
INDENTED = re.compile(r"\s+(?:(\d+)\s+)?(.+)")
HEADING_WITH_NOTE = re.compile(r"(.+?) \((.+)\)")
"""A heading with a note in parentheses."""
NUMBER = re.compile(r"\d+")
RULE_HEADING = re.compile(r"^#+ ([A-Z]+(?:-[A-Z]+)*-\d+)\s+(.+)$", re.MULTILINE)
"""A heading of a rulebook with a rule's ID and title."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of a story: its number from 1, its phase, its text, its rule, and every possible id in it."""

    number: str
    phase: str
    text: str
    rule: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoryPart:
    """A part of a story, such as a turn: its anchor on the page, its heading, and its lines.

    `note` is what the heading has in parentheses. A plain story is one part without a heading.
    """

    anchor: str
    heading: str
    note: str
    rule: str
    lines: tuple[StoryLine, ...]

    @property
    def phases(self) -> list[tuple[str, list[StoryLine]]]:
        """The lines by phase, in order."""
        return [(phase, list(lines)) for phase, lines in groupby(self.lines, key=lambda line: line.phase)]


@dataclass(frozen=True, slots=True)
class Jumps:
    """Places to jump to; `label` is what the headings of a row have in common, empty for a single place."""

    label: str
    places: tuple[tuple[str, str], ...]
    """Anchors or addresses, each with its label."""


def parts_of(story: Sequence[str]) -> tuple[StoryPart, ...]:
    """A story in its parts, each with a unique anchor."""
    plain = all(line and not line[0].isspace() for line in story)
    parts: list[StoryPart] = []
    heading, rule, anchors = "", "", set[str]()
    lines: list[StoryLine] = []

    def end() -> None:
        if heading or lines:
            match = HEADING_WITH_NOTE.fullmatch(heading)
            name, note = (match[1], match[2]) if match else (heading, "")
            anchor = _free(slugify(name.split(":")[0]) or "story", anchors)
            parts.append(StoryPart(anchor, name, note, rule, tuple(lines)))
            lines.clear()

    for number, sentence in enumerate((line for line in story if line), 1):
        text, its_rule = _split_rule(sentence)
        indented = INDENTED.fullmatch(text)
        if plain or indented:
            phase, content = (indented[1] or "", indented[2]) if indented else ("", text)
            lines.append(StoryLine(str(number), phase, content, its_rule, story_ids(content)))
        else:
            end()
            heading, rule = text, its_rule
    end()
    return tuple(parts)


def parts_about(parts: Iterable[StoryPart], ids: frozenset[str]) -> Iterator[StoryPart]:
    """The lines that mention any of those ids; parts without such a line are left out."""
    for part in parts:
        lines = tuple(line for line in part.lines if ids.intersection(line.ids))
        if lines:
            yield replace(part, lines=lines, note=_note_of(part.note, ids))


def _note_of(note: str, ids: frozenset[str]) -> str:
    """The items of a note that mention those ids, after the note's label, such as `Speeds: razors.c1 3`."""
    label, colon, listed = note.rpartition(": ")
    kept = ", ".join(item for item in listed.split(", ") if ids.intersection(story_ids(item)))
    return f"{label}{colon}{kept}" if kept else ""


class HasHeading(Protocol):
    """A part of a page with an anchor and a heading."""

    @property
    def anchor(self) -> str:
        """The fragment of a link to it."""

    @property
    def heading(self) -> str:
        """Its heading."""


def jumps(parts: Iterable[HasHeading]) -> list[Jumps]:
    """The parts as jump links; consecutive parts whose headings differ in the same single number share a row."""
    rows: list[list[tuple[str, str]]] = []
    row_position: int | None = None
    for part in parts:
        if not part.heading:
            continue
        link = (part.anchor, part.heading.split(":")[0])
        position = _differ(rows[-1][-1][1], link[1]) if rows else None
        if position is not None and row_position in (None, position):
            rows[-1].append(link)
            row_position = position
        else:
            rows.append([link])
            row_position = None
    return [_row(row) for row in rows]


def _row(places: Sequence[tuple[str, str]]) -> Jumps:
    if len(places) == 1:
        return Jumps("", tuple(places))
    position = _differ(places[0][1], places[1][1]) or 0
    pieces = NUMBER.split(places[0][1])
    numbers = NUMBER.findall(places[0][1])
    numbers[position] = "…"
    common = "".join(piece + number for piece, number in zip(pieces, [*numbers, ""], strict=True))
    return Jumps(common, tuple((anchor, NUMBER.findall(heading)[position]) for anchor, heading in places))


def _differ(heading: str, other: str) -> int | None:
    """The index of the only number in which two headings differ; None if they differ in more, or in something
    else.
    """
    if NUMBER.split(heading) != NUMBER.split(other):
        return None
    pairs = zip(NUMBER.findall(heading), NUMBER.findall(other), strict=True)
    positions = [position for position, (a, b) in enumerate(pairs) if a != b]
    return positions[0] if len(positions) == 1 else None


def titles_of_rules(rulebook: Iterable[Page]) -> dict[str, str]:
    """The title of each rule, by ID, from the headings of a rulebook."""
    return {rule: title.strip() for page in rulebook for rule, title in RULE_HEADING.findall(page.text)}


def story_ids(text: str) -> tuple[str, ...]:
    """Every word of a text that may be an id, in order."""
    return tuple(match[0] for match in STORY_ID_PATTERN.finditer(text))


def _split_rule(line: str) -> tuple[str, str]:
    match = RULE.search(line)
    return (line, "") if match is None else (line[: match.start()], match[1] or "")


def _free(anchor: str, taken: set[str]) -> str:
    """The anchor, followed by a number if it is taken."""
    unique, count = anchor, 1
    while unique in taken:
        count += 1
        unique = f"{anchor}-{count}"
    taken.add(unique)
    return unique
