"""The tour shows every page of the site; the repository keeps only the screenshots that the README shows."""

from __future__ import annotations

import re

from django.urls import resolve

from tests.journeys.whole_site import NO_PAGE, addresses
from tools.tour import LARGEST, README_PICTURES, SIZES, THEMES, readme_pictures
from tools.tour_page import tour_page
from tools.tour_screens import SCREENS, SHOWN_BY_NONE, TOUR
from tools.worlds import ROOT

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


def test_the_readme_shows_ten_small_screenshots_of_the_tour_and_no_others_are_kept() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    kept = readme_pictures()
    possible = {f"{name}-{size}-{theme}.png" for name in SCREENS for size in SIZES for theme in THEMES}
    assert len(kept) <= 10, "The README keeps ten screenshots: delete one of docs/screenshots before adding another."
    assert set(kept) <= possible, "make tour takes no such screenshot: rename or delete it in docs/screenshots."
    shown = re.findall(r"docs/screenshots/([\w-]+\.png)", readme)
    assert sorted(shown) == kept, "README.md and docs/screenshots differ: show each screenshot once, or delete it."
    large = [name for name in kept if (README_PICTURES / name).stat().st_size > LARGEST]
    assert large == [], f"Over {LARGEST // 1000} kB in docs/screenshots: show less on these screens."


def test_no_picture_is_kept_in_the_documents_outside_docs_screenshots() -> None:
    kinds = {".png", ".jpg", ".jpeg", ".webp", ".gif"}
    strays = sorted(
        each.relative_to(ROOT).as_posix()
        for folder in ("docs", "tools", "tests", "examples")
        for each in (ROOT / folder).rglob("*")
        if each.suffix in kinds and each.parent != README_PICTURES
    )
    assert strays == [], "Screenshots grow the history with every run: keep them in var/, as make tour does."


def test_the_index_page_of_the_tour_names_every_screenshot() -> None:
    page = tour_page()
    missing = [
        name
        for screen in SCREENS
        for name in (f"{screen}-{size}-{theme}.png" for size in SIZES for theme in THEMES)
        if name not in page
    ]
    assert missing == [], "tools/tour_page.py leaves these out of its index."
