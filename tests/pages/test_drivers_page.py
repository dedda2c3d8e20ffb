"""The drivers of a season, sorted by links in the headings and filtered by words, with both in the URL."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.league.small_league import settled, signed
from tests.pages.season_pages import HOME, main_of, said

pytestmark = pytest.mark.django_db
DRIVERS = f"{HOME}drivers/"


def names(query: str = "") -> list[str]:
    """The drivers' names in the order of the table."""
    return re.findall(r'<th scope="row"><a href="[^"]*">([^<]*)</a>', main_of(f"{DRIVERS}{query}"))


def test_drivers_come_most_experienced_first_and_level_on_that_by_name() -> None:
    settled()
    assert names()[0] == "razors 1"
    assert names()[-1] == "widows 6"


@pytest.mark.parametrize(
    ("sort", "first"),
    [
        ("name", "razors 1"),
        ("-name", "widows 6"),
        ("franchise", "razors 1"),
        ("-franchise", "widows 1"),
        ("xp", "razors 3"),
    ],
)
def test_a_heading_sorts_the_table(sort: str, first: str) -> None:
    settled()
    assert names(f"?sort={sort}")[0] == first
    assert len(names(f"?sort={sort}")) == 18


def test_the_heading_that_sorts_says_so_and_turns_the_order_round() -> None:
    signed()
    page = main_of(f"{DRIVERS}?sort=name&q=razors")
    assert re.findall(r'aria-sort="(\w+)"><a href="([^"]*)"', page) == [("ascending", "?sort=-name&amp;q=razors")]
    links = [unescape(link) for link in re.findall(r'<th scope="col"[^>]*><a href="([^"]*)"', page)]
    assert "?sort=-level&q=razors" in links
    assert "?sort=franchise&q=razors" in links
    for link in links:
        assert Client().get(f"{DRIVERS}{link}").status_code == 200


def test_drivers_are_found_by_their_franchise_and_by_what_keeps_them_away() -> None:
    table = signed()
    table.give("adjust_driver", driver="saints.d2", availability="season_out", reason="Bit the marshal.")
    assert names("?q=Saints+season") == ["saints 2"]
    assert "1 of 18 that match" in said(f"{DRIVERS}?q=Saints+season")
    assert "No driver matches nobody." in said(f"{DRIVERS}?q=nobody")


@pytest.mark.parametrize("query", ["?sort=", "?sort=-", "?sort=talents", "?sort=--xp", "?q=%25%22"])
def test_nonsense_in_the_address_is_harmless(query: str) -> None:
    signed()
    assert Client().get(f"{DRIVERS}{query}").status_code == 200
