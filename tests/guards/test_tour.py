"""The tour shows every page of the site, in every size and theme, and its README is what its list says."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from django.urls import resolve

from tests.guards.findings import beyond, report
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
    pages = {name for name, _ in addresses()} - NO_PAGE.keys()
    says = (
        "No screen of the tour shows the page {}: add one to TOUR in tools/tour_screens.py and run make tour, or say "
        "in SHOWN_BY_NONE there why not."
    )
    both = "SHOWN_BY_NONE in tools/tour_screens.py names {}, which a screen shows: take it out."
    problems = [
        *beyond(pages, shown() | SHOWN_BY_NONE.keys(), says),
        *(both.format(each) for each in sorted(shown() & SHOWN_BY_NONE.keys())),
    ]
    report(problems, seen=shown(), of="screens")


def test_no_two_screens_of_the_tour_have_one_name() -> None:
    names = Counter(screen.name for chapter in TOUR for screen in chapter.screens)
    twice = [name for name, times in names.items() if times > 1]
    says = "Two screens of the tour are called {}: rename one in tools/tour_screens.py."
    report(map(says.format, twice), seen=names, of="screens")


def test_every_screen_has_its_pictures_none_is_large_and_none_is_left_over() -> None:
    wanted = {f"{name}-{size}-{theme}.png" for name in SCREENS for size in SIZES for theme in THEMES}
    there = {each.name: each.stat().st_size for each in Path(PICTURES).glob("*.png")}
    problems = [
        *beyond(wanted, there, "docs/tour has no {}: run make tour."),
        *beyond(there, wanted, "docs/tour/{} is of no screen in tools/tour_screens.py: delete it."),
        *(
            f"docs/tour/{name} has {size} bytes and may have {LARGEST}: see tools/tour.py."
            for name, size in there.items()
            if size > LARGEST
        ),
    ]
    report(problems, seen=there, of="pictures")


def test_the_tours_readme_is_made_from_its_list() -> None:
    written = (PICTURES / "README.md").read_text(encoding="utf-8")
    stale = ["docs/tour/README.md is not what tools/tour_screens.py lists: run make tour."]
    report(stale if written != tour_page() else (), seen=SCREENS, of="screens")
