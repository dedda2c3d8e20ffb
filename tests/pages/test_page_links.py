"""The links to the pages of a long list, and about how many lines of a phone a text takes."""

from __future__ import annotations

from league.pages.list_pages import page_links, phone_lines


def test_a_text_takes_a_line_of_a_phone_for_every_38_letters() -> None:
    assert [phone_lines("x" * length) for length in (0, 37, 38, 76)] == [1, 1, 2, 3]


def test_of_many_pages_only_the_first_the_last_and_those_near_are_linked() -> None:
    few = page_links(str, here=2, how_many=3)
    assert [(it.number, it.href, it.here, it.gap) for it in few] == [
        (1, "1", False, False),
        (2, "2", True, False),
        (3, "3", False, False),
    ]
    many = page_links(str, here=20, how_many=40)
    assert [(it.number, it.gap) for it in many] == [
        (1, False),
        (18, True),
        (19, False),
        (20, False),
        (21, False),
        (22, False),
        (40, True),
    ]
