"""Where a long list of sections is broken into pages: a section stays whole where it fits a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True, slots=True)
class Stretch:
    """The items of a section that are on one page: from `start` to before `end`, by index."""

    section: int
    start: int
    end: int


def page_breaks(sections: Sequence[Sequence[int]], most: int) -> list[tuple[Stretch, ...]]:
    """The pages of sections, each given by the weights of its items; a page weighs at most `most`.

    A section that is heavier than a page is broken into stretches, each of which begins a page; an item that is
    heavier than a page has one to itself. There is always a page, if an empty one.
    """
    pages: list[list[Stretch]] = [[]]
    weight = 0
    for section, weights in enumerate(sections):
        for start, end in _stretches(weights, most):
            added = sum(weights[start:end])
            if pages[-1] and weight + added > most:
                pages.append([])
                weight = 0
            pages[-1].append(Stretch(section, start, end))
            weight += added
    return [tuple(page) for page in pages]


def page_of(pages: Sequence[Sequence[Stretch]], section: int, item: int = 0) -> int:
    """The number, from 1, of the page with that item of a section; the first page if there is none."""
    for number, page in enumerate(pages, 1):
        if any(it.section == section and it.start <= item < max(it.end, it.start + 1) for it in page):
            return number
    return 1


def _stretches(weights: Sequence[int], most: int) -> list[tuple[int, int]]:
    """The stretches of a section, about equally heavy, and no more of them than it takes for that."""
    if sum(weights) <= most:
        return [(0, len(weights))]
    for how_many in count(-(-sum(weights) // most)):
        stretches = _even_stretches(weights, how_many)
        if all(end - start == 1 or sum(weights[start:end]) <= most for start, end in stretches):
            break
    return stretches


def _even_stretches(weights: Sequence[int], how_many: int) -> list[tuple[int, int]]:
    """At most so many stretches: an item is in the share of the whole weight in which its middle is."""
    share = sum(weights) / how_many
    stretches: list[tuple[int, int]] = []
    start, above, place = 0, 0, 0
    for index, weight in enumerate(weights):
        own = min(how_many - 1, int((above + weight / 2) // share))
        if index > start and own > place:
            stretches.append((start, index))
            start = index
        place, above = own, above + weight
    return [*stretches, (start, len(weights))]
