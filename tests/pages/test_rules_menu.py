"""The menu of everything that says how a season is played."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.league.small_league import founded

pytestmark = pytest.mark.django_db
SEASON = "/l/rust-belt/s1/"
PLACES = {
    "House rules": "rules/",
    "Rulebook": "rulebook/",
    "Questionnaires": "questionnaires/",
    "House acts": "acts/",
    "Procedures": "procedures/",
}


def menu(address: str) -> str:
    """The HTML of the menu on a page."""
    return Client().get(address).content.decode().split("nav-menu", 1)[1].split("</details>")[0]


def test_one_menu_leads_to_all_that_says_how_a_season_is_played_and_says_which_is_which() -> None:
    founded()
    found = re.findall(r'<a href="([^"]+)"[^>]*><strong>([^<]+)</strong><span>([^<]+)</span></a>', menu(SEASON))
    assert {name: href for href, name, _ in found} == {name: SEASON + place for name, place in PLACES.items()}
    assert len({about for *_, about in found}) == len(PLACES)
    assert "aria-current" not in menu(SEASON)


@pytest.mark.parametrize("name", PLACES)
def test_the_menu_marks_the_page_that_is_shown_without_being_open(name: str) -> None:
    founded()
    html = menu(SEASON + PLACES[name])
    assert re.findall(r'aria-current="page"><strong>([^<]+)<', html) == [name]
    assert '<summary class="nav-link" aria-current="true">' in html
    assert "<details>" in html
