"""Steps with their facts, on as many pages as they need: a match's settlement, or a season's end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import slugify

from explain.fact_rendering import RenderedFact
from league.pages.list_pages import page_links, phone_lines
from league.pages.matches.match_entries import FactSection
from rules.core.page_breaks import Stretch, page_breaks, page_of

LINES_A_PAGE = 125
"""The most lines of facts on a page, as a phone shows them."""
LINES_BESIDE_OTHERS = 60
"""The most lines of facts on a page that shows more than its steps."""


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step, how many facts it has, and where they are; `here` if that is the current page."""

    title: str
    href: str
    facts: int
    amended: bool
    here: bool


@dataclass(frozen=True, slots=True)
class StepStretch:
    """A step as far as it is on a page; `again` if it began on an earlier one."""

    anchor: str
    title: str
    step: FactSection
    again: bool


def step_page(address: str, steps: Sequence[FactSection], *, page: int) -> dict[str, Any]:
    """The context of a page of steps, whose first page is at `address`; a page after the last is the last."""
    pages = _pages(steps)
    page = min(page, len(pages))
    return {
        "page": page,
        "pages": page_links(lambda number: _step_url(address, number), here=page, how_many=len(pages)),
        "steps": step_links(address, steps, here=page),
        "stretches": [
            StepStretch(
                _anchor(steps[it.section]),
                _title(steps[it.section]),
                replace(steps[it.section], facts=steps[it.section].facts[it.start : it.end]),
                it.start > 0,
            )
            for it in pages[page - 1]
        ],
    }


def fit_beside_others(steps: Sequence[FactSection]) -> bool:
    """Whether a page that shows more than these steps has room for their facts."""
    return sum(_lines(fact) for step in steps for fact, _ in step.facts) <= LINES_BESIDE_OTHERS


def step_links(address: str, steps: Sequence[FactSection], *, here: int = 0) -> list[StepLink]:
    """Where each step begins, on the pages whose first is at `address`; `here` is the number of the current page."""
    pages = _pages(steps)
    return [
        StepLink(
            _title(step),
            _step_url(address, number, _anchor(step)),
            len(step.facts),
            step.amended,
            number == here,
        )
        for index, step in enumerate(steps)
        for number in (page_of(pages, index),)
    ]


def _step_url(address: str, page: int, anchor: str = "") -> str:
    query = f"?page={page}" if page > 1 else ""
    return f"{address}{query}{f'#{anchor}' if anchor else ''}"


def _title(step: FactSection) -> str:
    return f"{step.number}. {step.name}" if step.number else step.name


def _anchor(step: FactSection) -> str:
    return f"step-{step.number or slugify(step.name)}"


def _pages(steps: Sequence[FactSection]) -> list[tuple[Stretch, ...]]:
    return page_breaks([[_lines(fact) for fact, _ in step.facts] for step in steps], LINES_A_PAGE)


def _lines(fact: RenderedFact) -> int:
    """About how many lines of a phone a fact takes: its sentence, its rolls, the cell, and its rule and entry."""
    return phone_lines(fact.sentence) + len(fact.rolls) + (phone_lines(fact.cell) if fact.cell else 0) + 1
