"""The market after a match: offers and how they ended, both sides of every trade, and purchases."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.league.small_league import Table, settled, shopping
from tests.pages.season_pages import HOME, owner, said

pytestmark = pytest.mark.django_db


@pytest.mark.rule("DM-C-105")
def test_the_market_shows_world_trade_and_what_became_of_each_offer() -> None:
    table = shopping()
    decline_all(table, "razors")
    table.give("roll_world_trade", by="razors", franchise="razors", match="m1")
    assert re.search(r"Razors world trade [\d.]+k [\d.]+k open", said(f"{HOME}market/", at="offers"))
    assert "Razors may buy" in said(f"{HOME}market/", at="world-trade")
    decline_all(table, "razors")
    assert re.search(r"Razors world trade [\d.]+k [\d.]+k declined", said(f"{HOME}market/", at="offers"))
    assert "Still shopping: Razors , Saints , Widows ." in said(f"{HOME}market/")


def decline_all(table: Table, franchise: str) -> None:
    """Decline all offers to that franchise."""
    for offer in table.state.offers_to(franchise):
        table.give("decline_offer", by=franchise, franchise=franchise, offer=offer.id)


@pytest.mark.rule("DM-C-107")
def test_a_trade_shows_what_each_side_gives_and_what_came_of_it() -> None:
    table = shopping()
    for franchise in table.franchises:
        decline_all(table, franchise)
    table.give(
        "propose_trade",
        by="razors",
        franchise="razors",
        trade="razors.t1",
        partner="saints",
        gives={"drivers": ["razors.d5"]},
        takes={"drivers": ["saints.d6"], "pays": 5000},
    )
    assert "Nobody proposed a trade." in said(f"{HOME}market/", at="trades")
    words = said(f"{HOME}market/", owner("saints"), at="trades")
    assert "trade 1 proposed Razors gives razors 5 Saints gives saints 6 , 5k" in words
    table.give("accept_trade", by="saints", franchise="saints", trade="razors.t1")
    words = said(f"{HOME}market/", at="trades")
    assert "trade 1 made" in words
    assert "razors 5 went from Razors to Saints" in words


def test_the_market_of_each_match_has_an_address_and_the_last_is_shown_first() -> None:
    settled(2, settled())
    assert "after round 2, match A" in said(f"{HOME}market/")
    assert "after round 1, match A" in said(f"{HOME}market/?match=m1")
    assert Client().get(f"{HOME}market/?match=m9").status_code == 404


@pytest.mark.rule("DM-C-136")
def test_the_market_tells_who_tinkered_and_what_was_bought_from_the_list() -> None:
    table = shopping()
    decline_all(table, "widows")
    table.give("buy_item", by="widows", franchise="widows", item="widows.g1", kind="heavy_machinegun")
    assert "Widows bought Heavy machinegun, listed at" in said(f"{HOME}market/", at="bought")
    assert "tinker" in said(f"{HOME}market/", at="tinkering").lower()
