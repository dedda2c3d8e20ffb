"""A rival's pages lead an owner to the form of a trade with it while both shop, and say why not where one shops."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.league.small_league import Table, founded, settled, shopping
from tests.pages.season_pages import main_of, owner, said
from tests.pages.test_market_page import decline_all

pytestmark = pytest.mark.django_db
SAINTS = "/l/rust-belt/f/saints/"
OWN = "/l/rust-belt/f/razors/"


def both_shopping() -> Table:
    """A league whose franchises shop, with nothing tinkered left to decide."""
    table = shopping()
    for franchise in table.franchises:
        decline_all(table, franchise)
    return table


@pytest.mark.rule("DM-C-107")
@pytest.mark.parametrize("page", ["", "market/", "history/"])
def test_a_rival_s_page_leads_to_a_trade_with_it_while_both_are_shopping(page: str) -> None:
    both_shopping()
    link = re.search(
        r'<a class="btn btn-outline" href="([^"]*)">Propose a trade</a>', main_of(SAINTS + page, owner("razors"))
    )
    assert link is not None
    form = owner("razors").get(unescape(link[1])).content.decode()
    assert 'name="partner" value="saints"' in form
    assert 'name="takes_pays"' in form


@pytest.mark.parametrize("reader", ["stranger", "saints"])
def test_nobody_but_another_owner_is_led_to_a_trade(reader: str) -> None:
    both_shopping()
    page = main_of(SAINTS, Client() if reader == "stranger" else owner(reader))
    assert "Propose a trade" not in page


@pytest.mark.rule("DM-C-107")
def test_while_one_of_the_two_is_not_shopping_the_page_says_so() -> None:
    table = both_shopping()
    table.give("finish_shopping", by="razors", franchise="razors", match="m1")
    page = said(SAINTS, owner("razors"))
    assert "You can trade with Saints once you both shop: your shops open when your next match is settled." in page
    assert "Propose a trade" not in page
    assert "You cannot trade with Razors now: its shops are closed." in said(OWN, owner("saints"))


def test_before_the_first_match_nothing_is_said_of_trades() -> None:
    founded()
    assert "trade" not in said(SAINTS, owner("razors"))


@pytest.mark.rule("DM-C-063")
@pytest.mark.parametrize("page", ["", "market/"])
def test_an_owner_is_told_when_hiring_opens_next(page: str) -> None:
    settled()
    sentence = "Hiring is closed now. It opens again when the next season is set up, before its first round."
    assert sentence in said(OWN + page, owner("razors"))
    assert sentence not in said(OWN + page, owner("saints"))


def test_while_hiring_is_open_nothing_says_that_it_is_closed() -> None:
    founded()
    assert "Hiring is closed" not in said(OWN, owner("razors"))


@pytest.mark.rule("DM-C-063")
def test_hiring_that_a_house_rule_opens_after_matches_is_said_to_open_then() -> None:
    table = shopping(switches={"hire.midseason": True})
    assert "Hiring is closed" not in said(OWN, owner("razors"))
    decline_all(table, "razors")
    table.give("finish_shopping", by="razors", franchise="razors", match="m1")
    assert "Hiring is closed now. It opens again while the franchise shops after a match." in said(
        OWN, owner("razors")
    )
