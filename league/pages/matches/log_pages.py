"""The pages of a match's story and of its rolls: which part or line is on which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from league.pages.list_pages import PageLink, page_links, phone_lines
from league.pages.matches.rolls import Procedure, RollPart
from league.pages.matches.story import Jumps, StoryLine, StoryPart, jumps
from rules.core.page_breaks import page_breaks, page_of

LINES_A_PAGE = 120
"""The most lines on a page, as a phone shows them."""
MAX_NUMBER_DIGITS = 6
P = TypeVar("P", StoryPart, RollPart)


@dataclass(frozen=True, slots=True)
class LogPlace:
    """Where in a log a visitor wants to be: at the line with a number, at the part with an anchor, or on a page.

    A line comes first, then a part.
    """

    page: int = 1
    line: str = ""
    part: str = ""

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> LogPlace:
        """Read the query string; a page that is no number is the first."""
        page = query.get("page", "")
        number = int(page) if page.isdecimal() and len(page) <= MAX_NUMBER_DIGITS else 1
        return cls(page=number, line=query.get("line", ""), part=query.get("part", ""))


BEGINNING = LogPlace()


@dataclass(frozen=True, slots=True)
class LogPage(Generic[P]):
    """A page of a log: its parts with what is on it of them, and which of them began on an earlier page."""

    number: int
    parts: Sequence[P]
    continued: frozenset[str]
    how_many: int
    headings: Sequence[P]
    """Every part of the log, for the links to them."""
    page_by_anchor: Mapping[str, int]

    def links(self, url: Callable[[int], str]) -> list[PageLink]:
        """The links to its pages; `url` gives the address of a page by its number."""
        return page_links(url, here=self.number, how_many=self.how_many)

    def jumps(self, url: Callable[[int], str]) -> list[Jumps]:
        """The links to all parts in rows, each to its own page."""
        return [
            replace(row, places=tuple((self._href(anchor, url), words) for anchor, words in row.places))
            for row in jumps(self.headings)
        ]

    def _href(self, anchor: str, url: Callable[[int], str]) -> str:
        number = self.page_by_anchor[anchor]
        return f"#{anchor}" if number == self.number else f"{url(number)}#{anchor}"


def page_of_story(parts: Sequence[StoryPart], place: LogPlace) -> LogPage[StoryPart]:
    """The page of a story with that place."""
    lines = [
        (section, index, line.number) for section, part in enumerate(parts) for index, line in enumerate(part.lines)
    ]
    at = next(((section, index) for section, index, number in lines if number == place.line), None)
    return _page(
        parts,
        [[_line_height(line) for line in part.lines] for part in parts],
        [phone_lines(part.note) + 2 for part in parts],
        lambda part, start, end: replace(part, lines=part.lines[start:end], note="" if start else part.note),
        place=place,
        at=at,
    )


def page_of_rolls(parts: Sequence[RollPart], place: LogPlace) -> LogPage[RollPart]:
    """The page of a match's rolls with that place."""
    return _page(
        parts,
        [[_procedure_height(procedure) for procedure in part.procedures] for part in parts],
        [1 for _ in parts],
        lambda part, start, end: replace(part, procedures=part.procedures[start:end]),
        place=place,
    )


def _page(
    parts: Sequence[P],
    heights: Sequence[list[int]],
    headings: Sequence[int],
    cut: Callable[[P, int, int], P],
    *,
    place: LogPlace,
    at: tuple[int, int] | None = None,
) -> LogPage[P]:
    """The page with the item `at` (a part and an item by index), or with the part or the page that is asked for."""
    for items, heading in zip(heights, headings, strict=True):
        if items:
            items[0] += heading
    pages = page_breaks(heights, LINES_A_PAGE)
    page_by_anchor = {part.anchor: page_of(pages, section) for section, part in enumerate(parts)}
    if at is not None:
        number = page_of(pages, *at)
    else:
        number = page_by_anchor.get(place.part) or min(max(1, place.page), len(pages))
    shown = pages[number - 1]
    return LogPage(
        number=number,
        parts=[cut(parts[it.section], it.start, it.end) for it in shown],
        continued=frozenset(parts[it.section].anchor for it in shown if it.start),
        how_many=len(pages),
        headings=parts,
        page_by_anchor=page_by_anchor,
    )


def _line_height(line: StoryLine) -> int:
    return phone_lines(line.text) + 1


def _procedure_height(procedure: Procedure) -> int:
    throws: Any = (f"{throw.why} {throw.die} {' '.join(map(str, throw.faces))}" for throw in procedure.throws)
    return 1 + phone_lines(" ".join(throws))
