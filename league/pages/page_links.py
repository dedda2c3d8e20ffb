"""The links to the pages of a long list, and how long a text is on a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

PHONE_LINE = 38
"""About how many letters fit on a line of a phone."""
MOST_LINKS = 14
NEAR = 2
"""How many pages on either side of the current one are linked where there are many."""


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to a page, whether it is the one that is shown, and whether pages before it are left out."""

    number: int
    href: str
    here: bool
    gap: bool


def phone_lines(text: str) -> int:
    """About how many lines of a phone a text takes."""
    return 1 + len(text) // PHONE_LINE


def page_links(url: Callable[[int], str], *, here: int, how_many: int) -> list[PageLink]:
    """Links to pages by number from 1; of more than `MOST_LINKS` only to the first, the last and those near."""
    numbers = [
        number
        for number in range(1, how_many + 1)
        if how_many <= MOST_LINKS or number in (1, how_many) or abs(number - here) <= NEAR
    ]
    before = [0, *numbers]
    return [
        PageLink(number, url(number), number == here, number > last + 1)
        for last, number in zip(before, numbers, strict=False)
    ]
