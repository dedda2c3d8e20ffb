"""Lists of a page broken into pages of their own, with the links between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, overload
from urllib.parse import urlencode

from league.pages.number_fields import whole_number
from rules.core.page_breaks import page_breaks

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


ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class ListPage(Sequence[ItemT], Generic[ItemT]):
    """The items of a list that are on the page, of `how_many` in all, with links to its pages if it has several."""

    items: Sequence[ItemT]
    how_many: int
    links: list[PageLink] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> ItemT: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[ItemT]: ...

    def __getitem__(self, index: int | slice) -> ItemT | Sequence[ItemT]:
        return self.items[index]

    @property
    def is_last(self) -> bool:
        """Whether no page comes after this one."""
        return not self.links or self.links[-1].here


def list_page(
    items: Sequence[ItemT],
    query: Mapping[str, str] | None,
    name: str,
    *,
    lines: Callable[[ItemT], int],
    most: int,
    at: str = "",
    end_first: bool = False,
) -> ListPage[ItemT]:
    """The page of a list that the parameter `name` of a query asks for; without a query, all of the list.

    A page has at most so many `lines` of a phone. By default the first page is shown, with `end_first` the last.
    Links keep the rest of the query, and lead to the element with the id `at`, by default the name.
    """
    if query is None:
        return ListPage(items, len(items))
    pages = [stretch for page in page_breaks([[lines(item) for item in items]], most) for stretch in page]
    usual = len(pages) if end_first else 1
    here = min(whole_number(query.get(name, "")) or usual, len(pages))
    others = {key: value for key, value in query.items() if key != name}

    def url(number: int) -> str:
        return f"?{urlencode(others if number == usual else {**others, name: number})}#{at or name}"

    links = page_links(url, here=here, how_many=len(pages)) if len(pages) > 1 else []
    return ListPage(items[pages[here - 1].start : pages[here - 1].end], len(items), links)


def fact_lines(fact: Any) -> int:
    """About how many lines of a phone a rendered fact takes with its dice, their cell, its rule and its entry."""
    return phone_lines(fact.sentence) + bool(fact.rolls) + (phone_lines(fact.cell) if fact.cell else 0) + 1
