"""A long list of sections is broken into pages that are about equally heavy, and every item is on one of them."""

from __future__ import annotations

import pytest

from rules.core.page_breaks import Stretch, page_breaks, page_of


def test_sections_stay_whole_where_they_fit_a_page() -> None:
    pages = page_breaks([[1, 1], [1, 1, 1], [1]], 4)
    assert pages == [(Stretch(0, 0, 2),), (Stretch(1, 0, 3), Stretch(2, 0, 1))]


def test_a_section_heavier_than_a_page_is_broken_into_about_equal_stretches() -> None:
    assert page_breaks([[1] * 10], 4) == [(Stretch(0, 0, 3),), (Stretch(0, 3, 7),), (Stretch(0, 7, 10),)]
    assert page_breaks([[5, 5, 5, 5]], 10) == [(Stretch(0, 0, 2),), (Stretch(0, 2, 4),)]


def test_a_section_has_one_page_more_where_equal_ones_would_be_too_heavy() -> None:
    assert page_breaks([[6, 6, 6, 2]], 10) == [(Stretch(0, 0, 1),), (Stretch(0, 1, 2),), (Stretch(0, 2, 4),)]


def test_an_item_heavier_than_a_page_has_one_to_itself() -> None:
    assert page_breaks([[9], [1]], 4) == [(Stretch(0, 0, 1),), (Stretch(1, 0, 1),)]
    assert page_breaks([[1, 9, 1]], 4) == [(Stretch(0, 0, 1),), (Stretch(0, 1, 2),), (Stretch(0, 2, 3),)]


def test_there_is_a_page_even_of_nothing() -> None:
    assert page_breaks([], 4) == [()]
    assert page_breaks([[]], 4) == [(Stretch(0, 0, 0),)]
    assert page_breaks([[0, 0, 0]], 4) == [(Stretch(0, 0, 3),)]


@pytest.mark.parametrize("most", [1, 3, 7, 20, 100])
def test_every_item_is_on_one_page_and_no_page_is_too_heavy(most: int) -> None:
    sections = [[1 + (section * item) % 3 for item in range(section * 5 % 23)] for section in range(12)]
    pages = page_breaks(sections, most)
    items = [(it.section, item) for page in pages for it in page for item in range(it.start, it.end)]
    assert items == [(section, item) for section, weights in enumerate(sections) for item in range(len(weights))]
    for page in pages:
        weights = [sections[it.section][item] for it in page for item in range(it.start, it.end)]
        assert sum(weights) <= most or len(weights) == 1
    assert [page_of(pages, section, item) for section, item in items] == [
        number for number, page in enumerate(pages, 1) for it in page for _ in range(it.start, it.end)
    ]


def test_what_is_on_no_page_is_looked_for_on_the_first() -> None:
    assert page_of(page_breaks([[1, 1], [1, 1]], 2), 1) == 2
    assert page_of(page_breaks([[1, 1], [1, 1]], 2), 7) == 1
