"""The drivers of a season, sorted by links in the headings and filtered by words, with both in the URL."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.league.small_league import settled, signed
from tests.pages.season_pages import HOME, main_of, owner, said

pytestmark = pytest.mark.django_db
DRIVERS = f"{HOME}drivers/"


def names(query: str = "") -> list[str]:
    """The drivers' names in the order of the table."""
    return re.findall(
        r'<th scope="row"[^>]*>(?:<span.*?</span>)?<a href="[^"]*">([^<]*)</a>',
        main_of(f"{DRIVERS}{query}"),
        flags=re.DOTALL,
    )


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


def cells(page: str, name: str) -> list[str]:
    """The texts of a driver's cells, in the order of the columns."""
    row = next(it for it in re.findall(r'<tr role="row".*?</tr>', page, flags=re.DOTALL) if f">{name}</a>" in it)
    found = re.findall(r'<t[hd] [^>]*role="(?:rowheader|cell)"[^>]*>(.*?)</t[hd]>', row, flags=re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", cell)).split()) for cell in found]


def test_a_row_shows_traits_talents_quirks_fatigue_experience_form_and_fee() -> None:
    table = settled()
    table.give("adjust_driver", driver="razors.d1", driving=2, talents_added=["marksman"], reason="It was so.")
    table.give("adjust_driver", driver="razors.d1", quirk="unhinged", quirk_change=1, reason="It was so.")
    sheet = table.state.drivers["razors.d1"]
    row = cells(main_of(DRIVERS), "razors 1")
    assert row[:2] == ["razors 1 , Razors", "Razors"]
    assert row[2:4] == [f"L {sheet.level}", f"{sheet.xp} XP"]
    assert row[4] == "D 4 ★ best"
    assert row[8:10] == ["Marksman", "Unhinged"]
    assert row[11:] == ["1", "50k"]


@pytest.mark.parametrize(
    "column", ["driving", "gunnery", "initiative", "toughness", "talents", "quirks", "fatigue", "form", "fee"]
)
def test_what_stands_out_comes_first_and_the_other_order_is_its_reverse(column: str) -> None:
    table = settled()
    table.give("adjust_driver", driver="widows.d6", talents_added=["marksman"], reason="It was so.")
    table.give("adjust_driver", driver="widows.d6", quirk="unhinged", quirk_change=1, reason="It was so.")
    changes = dict.fromkeys(("driving", "gunnery", "initiative", "toughness"), 3)
    table.give("adjust_driver", driver="widows.d6", **changes, reason="It was so.")
    if column not in ("fatigue", "form", "fee"):
        assert names(f"?sort=-{column}")[0] == "widows 6"
        assert names(f"?sort={column}")[-1] == "widows 6"
    assert sorted(names(f"?sort={column}")) == sorted(names())


def test_filters_count_the_viewers_own_drivers_and_those_without_quirks() -> None:
    settled()
    text = said(DRIVERS, owner("razors"))
    assert "All 18 Yours 6" in text
    assert {name.split()[0] for name in names("?q=no-quirk")} == {"razors", "saints", "widows"}
    page = main_of(f"{DRIVERS}?q=yours", owner("razors"))
    assert page.count('<tr role="row" class="own">') == 6
