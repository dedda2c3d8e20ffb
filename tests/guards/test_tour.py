"""The tour shows every page of the site, in every size and theme, and its README is what its list says."""

from __future__ import annotations

import re
from pathlib import Path

from django.urls import resolve

from tests.journeys.whole_site import NO_PAGE, addresses
from tools.tour import LARGEST, PICTURES, SIZES, THEMES
from tools.tour_page import tour_page
from tools.tour_screens import SCREENS, SHOWN_BY_NONE, TOUR

PARTS = {"token": "t", "mine": "razors", "person": "1", "confirm": "k", "reset": "1-k", "passkey": "1"}


def shown() -> set[str]:
    """The names of the addresses that a screen of the tour shows."""
    paths = (re.split(r"[?#]", each.address.format(**PARTS))[0] for each in SCREENS.values())
    return {str(resolve(path).url_name) for path in paths}


def test_every_page_of_the_site_is_in_the_tour_or_named_as_shown_by_none() -> None:
    assert len(shown()) > 50
    assert not shown() & SHOWN_BY_NONE.keys()
    assert {name for name, _ in addresses()} - NO_PAGE.keys() - shown() - SHOWN_BY_NONE.keys() == set()


def test_no_two_screens_of_the_tour_have_one_name() -> None:
    assert len(SCREENS) == sum(len(chapter.screens) for chapter in TOUR)


def test_every_screen_has_its_pictures_none_is_large_and_none_is_left_over() -> None:
    wanted = {f"{name}-{size}-{theme}.png" for name in SCREENS for size in SIZES for theme in THEMES}
    there = {each.name: each.stat().st_size for each in Path(PICTURES).glob("*.png")}
    assert sorted(there) == sorted(wanted)
    assert [name for name, size in there.items() if size > LARGEST] == []


def test_the_tours_readme_is_made_from_its_list() -> None:
    assert (PICTURES / "README.md").read_text(encoding="utf-8") == tour_page()
