"""The story of a match in parts: its headings, what stands under each, and where a reader may jump to.

A ruleset tells its matches in lines (`rules.match.ruleset.Ruleset.story`). An empty line ends a part, a line that is
not indented heads one, a number before an indented line is its phase, and the rule stands last, in brackets.
`docs/rulesets.md` has it at length.
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
"""A word of a text that may be an id, whole."""
RULE = re.compile(r"\s*\[([A-Z]+(?:-[A-Z]+)*-\d+)?\]$")
"""The rule at the end of a line."""
INDENTED = re.compile(r"\s+(?:(\d+)\s+)?(.+)")
HEADING_WITH_NOTE = re.compile(r"(.+?) \((.+)\)")
"""A heading with what it adds in brackets."""
NUMBER = re.compile(r"\d+")
RULE_HEADING = re.compile(r"^#+ ([A-Z]+(?:-[A-Z]+)*-\d+)\s+(.+)$", re.MULTILINE)
"""A heading of a rulebook that names a rule and says what it is about."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of a story: its number, from 1, the phase it is of, its words, its rule, and every id it may hold."""

    number: str
    phase: str
    text: str
    rule: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoryPart:
    """A part of a story, such as a turn: where it is found on the page, its heading, and the lines under it.

    `note` is what the heading adds in brackets; a part without a heading is the whole of a plain story.
    """

    anchor: str
    heading: str
    note: str
    rule: str
    lines: tuple[StoryLine, ...]

    @property
    def phases(self) -> list[tuple[str, list[StoryLine]]]:
        """The lines by phase, in their order."""
        return [(phase, list(lines)) for phase, lines in groupby(self.lines, key=lambda line: line.phase)]


@dataclass(frozen=True, slots=True)
class Jumps:
    """Places to jump to: `label` is what those of a row have in common, empty for one that stands alone."""

    label: str
    places: tuple[tuple[str, str], ...]
    """Anchors, each with its words."""


def parts_of(story: Sequence[str]) -> tuple[StoryPart, ...]:
    """A story in its parts, each anchor once."""
    plain = all(each and not each[0].isspace() for each in story)
    parts: list[StoryPart] = []
    heading, rule, anchors = "", "", set[str]()
    lines: list[StoryLine] = []

    def end() -> None:
        if heading or lines:
            noted = HEADING_WITH_NOTE.fullmatch(heading)
            name, note = (noted[1], noted[2]) if noted else (heading, "")
            anchor = _free(slugify(name.split(":")[0]) or "story", anchors)
            parts.append(StoryPart(anchor, name, note, rule, tuple(lines)))
            lines.clear()

    for number, sentence in enumerate((each for each in story if each), 1):
        text, its_rule = _split_rule(sentence)
        indented = INDENTED.fullmatch(text)
        if plain or indented:
            phase, said = (indented[1] or "", indented[2]) if indented else ("", text)
            lines.append(StoryLine(str(number), phase, said, its_rule, story_ids(said)))
        else:
            end()
            heading, rule = text, its_rule
    end()
    return tuple(parts)


def parts_about(parts: Iterable[StoryPart], ids: frozenset[str]) -> Iterator[StoryPart]:
    """What speaks of any of those ids, parts without such a line left out."""
    for part in parts:
        lines = tuple(line for line in part.lines if ids.intersection(line.ids))
        if lines:
            yield replace(part, lines=lines, note=_note_of(part.note, ids))


def _note_of(note: str, ids: frozenset[str]) -> str:
    """What a note lists of those ids, after what it says the list is of: `Speeds: razors.c1 3`."""
    label, colon, listed = note.rpartition(": ")
    named = ", ".join(each for each in listed.split(", ") if ids.intersection(story_ids(each)))
    return f"{label}{colon}{named}" if named else ""


class HasHeading(Protocol):
    """A part of a page: where it is found, and its heading."""

    @property
    def anchor(self) -> str:
        """What a link to it ends with."""

    @property
    def heading(self) -> str:
        """What stands over it."""


def jumps(parts: Iterable[HasHeading]) -> list[Jumps]:
    """The parts as places to jump to; those in a row whose headings differ in one and the same number share a row."""
    rows: list[list[tuple[str, str]]] = []
    place: int | None = None
    for part in parts:
        if not part.heading:
            continue
        here = (part.anchor, part.heading.split(":")[0])
        differ = _differ(rows[-1][-1][1], here[1]) if rows else None
        if differ is not None and place in (None, differ):
            rows[-1].append(here)
            place = differ
        else:
            rows.append([here])
            place = None
    return [_row(row) for row in rows]


def _row(places: Sequence[tuple[str, str]]) -> Jumps:
    if len(places) == 1:
        return Jumps("", tuple(places))
    place = _differ(places[0][1], places[1][1]) or 0
    pieces = NUMBER.split(places[0][1])
    numbers = NUMBER.findall(places[0][1])
    numbers[place] = "…"
    common = "".join(piece + number for piece, number in zip(pieces, [*numbers, ""], strict=True))
    return Jumps(common, tuple((anchor, NUMBER.findall(heading)[place]) for anchor, heading in places))


def _differ(one: str, other: str) -> int | None:
    """Which of their numbers two headings differ in, counted from 0; None unless it is one, and nothing else."""
    if NUMBER.split(one) != NUMBER.split(other):
        return None
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    places = [place for place, (a, b) in enumerate(pairs) if a != b]
    return places[0] if len(places) == 1 else None


def titles_of_rules(rulebook: Iterable[Page]) -> dict[str, str]:
    """What each rule is about, by its ID, as the headings of a rulebook say."""
    return {rule: title.strip() for page in rulebook for rule, title in RULE_HEADING.findall(page.text)}


def story_ids(text: str) -> tuple[str, ...]:
    """Every word of a text that could be an id, in order."""
    return tuple(found[0] for found in STORY_ID_PATTERN.finditer(text))


def _split_rule(line: str) -> tuple[str, str]:
    found = RULE.search(line)
    return (line, "") if found is None else (line[: found.start()], found[1] or "")


def _free(anchor: str, taken: set[str]) -> str:
    """The anchor, or with a number after it where it is taken."""
    free, count = anchor, 1
    while free in taken:
        count += 1
        free = f"{anchor}-{count}"
    taken.add(free)
    return free
