"""The pages of one entry: its facts, what it said at first, its rolls and its long texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from explain.amended_entry import AmendedEntry
from explain.command_fields import RenderedField
from explain.fact_rendering import RenderedEntry, RenderedFact
from explain.roll_rendering import RenderedRoll
from league.pages.page_links import page_links, phone_lines
from rules.core.page_breaks import page_breaks

LINES_A_PAGE = 190
"""The most lines of an entry on a page, as a phone shows them; the first has the command and the chain besides."""
LONG_TEXT = 300
"""The most letters of a field of the command that stand unfolded beside its name."""
LETTERS_A_PART = 2000
"""A longer text of a command is cut into parts of so many letters, each of which is whole on a page."""


@dataclass(frozen=True, slots=True)
class LongText:
    """A long text of the command, or a part of it; `part` counts from 1, and the whole has `letters`."""

    name: str
    text: str
    part: int
    parts: int
    letters: int


def entry_part(entry: RenderedEntry, amended: AmendedEntry | None, *, page: int) -> dict[str, Any]:
    """The context of a page of an entry: the entry and its amended reading with what is on that page of them.

    A page after the last is the last.
    """
    said = amended.said if amended is not None else ()
    texts = [part for field in entry.given if _is_long(field) for part in _parts_of(field)]
    sections: tuple[Sequence[int], ...] = (
        [_fact_lines(fact) for fact in entry.facts],
        [_fact_lines(fact) for fact in said],
        [_roll_lines(roll) for roll in entry.rolls],
        [2 + phone_lines(text.text) for text in texts],
    )
    pages = page_breaks(sections, LINES_A_PAGE)
    page = min(max(page, 1), len(pages))
    here = {it.section: slice(it.start, it.end) for it in pages[page - 1]}
    nothing = slice(0, 0)
    return {
        "entry": replace(
            entry,
            facts=entry.facts[here.get(0, nothing)],
            rolls=entry.rolls[here.get(2, nothing)],
            given=tuple(field for field in entry.given if not _is_long(field)),
        ),
        "stands": replace(amended, said=said[here.get(1, nothing)]) if amended is not None else None,
        "outdated_words": amended.outdated_words if amended is not None else "",
        "has_facts": 0 in here,
        "has_said": 1 in here,
        "texts": texts[here.get(3, nothing)],
        "continued": frozenset(("facts", "said", "rolls", "texts")[it.section] for it in pages[page - 1] if it.start),
        "page": page,
        "pages": page_links(
            lambda number: f"{entry.href}?page={number}" if number > 1 else entry.href, here=page, how_many=len(pages)
        ),
    }


def _is_long(field: RenderedField) -> bool:
    """Whether a field is folded; the words and links that stand for ids are not."""
    return not (field.told.href or field.raw or field.in_words) and len(field.told.text) > LONG_TEXT


def _parts_of(field: RenderedField) -> list[LongText]:
    text = field.told.text
    parts = [text[start : start + LETTERS_A_PART] for start in range(0, len(text), LETTERS_A_PART)]
    return [LongText(field.name, part, number, len(parts), len(text)) for number, part in enumerate(parts, 1)]


def _fact_lines(fact: RenderedFact) -> int:
    """About how many lines a fact takes: its sentence, its rolls, the cell, its rule and the space around it."""
    return (
        phone_lines(fact.sentence)
        + sum(map(_roll_lines, fact.rolls))
        + (phone_lines(fact.cell) if fact.cell else 0)
        + 2
    )


def _roll_lines(roll: RenderedRoll) -> int:
    return 1 + phone_lines(roll.why) + phone_lines(roll.path)
