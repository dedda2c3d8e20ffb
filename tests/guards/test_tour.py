"""The tour shows every page of the site, and the repository has only the screenshots that two documents show."""

from __future__ import annotations

import re
from collections import Counter

from django.urls import resolve

from tests.guards.findings import beyond, report
from tests.journeys.whole_site import NO_PAGE, addresses
from tools.tour import LARGEST_PICTURE, README_PICTURES, SIZES, THEMES, readme_pictures
from tools.tour_page import tour_page
from tools.tour_screens import PAGES_WITHOUT_SCREEN, SCREENS, TOUR
from tools.tour_worlds import ROOT

MOST_KEPT = 10
"""The most screenshots in the repository, for the README and the guide to the site."""
SHOWING = ("README.md", "docs/site.md")
"""The documents that show screenshots."""
PARTS = {"token": "t", "letter": "t", "mine": "razors", "person": "1", "confirm": "k", "reset": "1-k", "passkey": "1"}


def shown() -> set[str]:
    """The names of the URLs that the tour shows."""
    paths = (re.split(r"[?#]", screen.address.format(**PARTS))[0] for screen in SCREENS.values())
    return {str(resolve(path).url_name) for path in paths}


def test_every_page_of_the_site_is_in_the_tour_or_named_as_shown_by_none() -> None:
    pages = {name for name, _ in addresses()} - NO_PAGE.keys()
    says = (
        "No screen of the tour shows the page {}: add one to TOUR in tools/tour_screens.py and run make tour, or say "
        "in PAGES_WITHOUT_SCREEN there why not."
    )
    both = "PAGES_WITHOUT_SCREEN in tools/tour_screens.py names {}, which a screen shows: take it out."
    problems = [
        *beyond(pages, shown() | PAGES_WITHOUT_SCREEN.keys(), says),
        *(both.format(key) for key in sorted(shown() & PAGES_WITHOUT_SCREEN.keys())),
    ]
    report(problems, seen=shown(), of="screens")


def test_no_two_screens_of_the_tour_have_one_name() -> None:
    names = Counter(screen.name for chapter in TOUR for screen in chapter.screens)
    twice = [name for name, times in names.items() if times > 1]
    says = "Two screens of the tour are called {}: rename one in tools/tour_screens.py."
    report(map(says.format, twice), seen=names, of="screens")


def test_two_documents_show_ten_small_screenshots_of_the_tour_and_no_others_are_kept() -> None:
    texts = "".join((ROOT / path).read_text(encoding="utf-8") for path in SHOWING)
    pictures_kept = readme_pictures()
    possible = {f"{name}-{size}-{theme}.png" for name in SCREENS for size in SIZES for theme in THEMES}
    pictures_shown = re.findall(r"\]\((?:docs/)?screenshots/([\w-]+\.png)\)", texts)
    twice = [name for name, times in Counter(pictures_shown).items() if times > 1]
    problems = [
        *beyond(pictures_kept, possible, "make tour takes no docs/screenshots/{}: rename or delete it."),
        *beyond(
            pictures_kept,
            pictures_shown,
            "README.md and docs/site.md do not show docs/screenshots/{}: show it there, or delete it.",
        ),
        *beyond(
            pictures_shown,
            pictures_kept,
            "README.md or docs/site.md shows docs/screenshots/{}, which is not there: take it out.",
        ),
        *(f"README.md and docs/site.md show docs/screenshots/{name} twice: show it once." for name in twice),
        *(
            f"docs/screenshots/{name} is over {LARGEST_PICTURE // 1000} kB: show less on that screen."
            for name in pictures_kept
            if (README_PICTURES / name).stat().st_size > LARGEST_PICTURE
        ),
    ]
    if len(pictures_kept) > MOST_KEPT:
        problems.append(f"docs/screenshots has {len(pictures_kept)} pictures and may have {MOST_KEPT}: delete some.")
    report(problems, seen=pictures_kept, of="screenshots")


def test_no_picture_is_kept_in_the_documents_outside_docs_screenshots() -> None:
    kinds = {".png", ".jpg", ".jpeg", ".webp", ".gif"}
    pictures = [
        path
        for folder in ("docs", "tools", "tests", "examples")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in kinds
    ]
    strays = sorted(picture.relative_to(ROOT).as_posix() for picture in pictures if picture.parent != README_PICTURES)
    says = "{} would grow the history with every run: keep it in var/, as make tour does."
    report(map(says.format, strays), seen=pictures, of="pictures")


def test_the_index_page_of_the_tour_names_every_screenshot() -> None:
    page = tour_page()
    wanted = [f"{name}-{size}-{theme}.png" for name in SCREENS for size in SIZES for theme in THEMES]
    missing = [name for name in wanted if name not in page]
    report(
        (f"The index that tools/tour_page.py writes leaves out {name}: show it there." for name in missing),
        seen=wanted,
        of="screenshots",
    )
