"""The differences an amend makes, on as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from league.pages.amends.differences import ChangedThing, ChangeHeading, FranchiseChanges
from league.pages.list_pages import phone_lines
from rules.core.page_breaks import page_breaks

LINES_A_PAGE = 90
"""The most lines of differences on a page, as a phone shows them; a page has other things besides."""


def pages_of_changes(groups: Sequence[FranchiseChanges]) -> list[list[FranchiseChanges]]:
    """The pages of these differences, each with its franchises and what of them is on it; a page at least."""
    listed = [[(heading.name, thing) for heading in group.headings for thing in heading.things] for group in groups]
    pages = page_breaks([[_lines(thing) for _, thing in things] for things in listed], LINES_A_PAGE)
    return [
        [
            replace(groups[it.section], headings=_headings(listed[it.section][it.start : it.end]))
            for it in page
            if it.end > it.start
        ]
        for page in pages
    ]


def _headings(things: Sequence[tuple[str, ChangedThing]]) -> tuple[ChangeHeading, ...]:
    return tuple(
        ChangeHeading(name, tuple(thing for _, thing in those))
        for name, those in groupby(things, key=lambda it: it[0])
    )


def _lines(thing: ChangedThing) -> int:
    return phone_lines(thing.piece.text) + sum(
        phone_lines(f"{change.name} {change.was} {change.now}") for change in thing.changes
    )
