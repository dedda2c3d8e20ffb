"""What a page asks of the database and sends over the wire does not grow with the league."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.pages.growing import batch, ending, grown, to_step

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12
QUERIES = {
    "/": (1, 3),
    "/l/rust-belt/": (5, 8),
    "/l/rust-belt/s1/": (5, 8),
    "/l/rust-belt/s1/drivers/": (3, 7),
    "/l/rust-belt/s1/rules/": (5, 9),
    "/l/rust-belt/s1/draft/": (3, 7),
    "/l/rust-belt/s1/pool/": (3, 7),
    "/l/rust-belt/s1/market/": (6, 10),
    "/l/rust-belt/s1/market/?match=m0": (6, 10),
    "/l/rust-belt/s1/m0/": (7, 10),
    "/l/rust-belt/s1/m1/": (7, 10),
    "/l/rust-belt/f/f00/": (5, 8),
    "/l/rust-belt/f/f00/stores/": (3, 6),
    "/l/rust-belt/f/f00/market/": (4, 7),
    "/l/rust-belt/f/f00/finances/": (5, 8),
    "/l/rust-belt/f/f00/sponsors/": (4, 7),
    "/l/rust-belt/f/f00/history/": (5, 8),
    "/l/rust-belt/d/f00.d0/": (5, 8),
    "/l/rust-belt/s1/journal/": (4, 8),
    "/l/rust-belt/s1/journal/?subject=f00": (4, 8),
    "/l/rust-belt/s1/journal/3/": (4, 8),
}
"""Each page with its queries for a stranger and for an owner who is logged in (session and user among them).

While line-ups are named, a season's page counts the cars to know whom the season waits for.
"""
AT_THE_END = {
    "E5": {"/l/rust-belt/s1/": (5, 8), "/l/rust-belt/s1/draft/": (7, 11)},
    "E6": {"/l/rust-belt/s1/": (8, 11), "/l/rust-belt/s1/draft/": (7, 11)},
    "E7": {"/l/rust-belt/s1/": (6, 9), "/l/rust-belt/s1/pool/": (3, 7)},
    "E8": {"/l/rust-belt/s1/": (7, 10), "/l/rust-belt/s1/pool/": (6, 10)},
}
"""The same at the steps of the season's end."""


@pytest.mark.parametrize("size", [8, 24, pytest.param(96, marks=pytest.mark.long)])
def test_every_page_asks_as_little_of_a_large_league_as_of_a_small_one(size: int) -> None:
    grown(size)
    owner = Client()
    owner.force_login(get_user_model().objects.get(username="rust-belt-owner"))
    counted = {address: (_queries(Client(), address), _queries(owner, address)) for address in QUERIES}
    assert counted == QUERIES
    assert max(max(both) for both in counted.values()) <= MOST_QUERIES


@pytest.mark.parametrize("size", [8, 32])
def test_the_pages_of_a_seasons_end_ask_as_little_of_a_large_league(size: int) -> None:
    table = ending(grown(size))
    owner = Client()
    owner.force_login(get_user_model().objects.get(username="rust-belt-owner"))
    counted = {}
    for step, pages in AT_THE_END.items():
        to_step(table, step)
        counted[step] = {address: (_queries(Client(), address), _queries(owner, address)) for address in pages}
    assert counted == AT_THE_END
    assert max(max(both) for pages in counted.values() for both in pages.values()) <= MOST_QUERIES


def test_a_market_of_many_bargains_asks_as_little_as_one_of_a_few() -> None:
    table = grown(8)
    address = "/l/rust-belt/s1/market/"
    few = _queries(Client(), address)
    teams = ("f00", "f01", "f02", "f03")
    for team in teams:
        bought = [
            {"type": "buy_item", "franchise": team, "item": f"{team}.i{number}", "kind": "caltrops"}
            for number in range(8)
        ]
        declined = [
            {"type": "decline_offer", "franchise": team, "offer": offer.id} for offer in table.state.offers_to(team)
        ]
        batch(table, [*declined, *bought], behalf=team)
    page = Client().get(address).content.decode()
    assert page.count("Caltrops") == 8 * len(teams)
    assert _queries(Client(), address) <= few


def test_the_standings_of_24_franchises_are_under_60_kb() -> None:
    grown(24)
    page = Client().get("/l/rust-belt/s1/").content
    assert page.count(b'<th scope="row">') == 24
    assert len(page) < 60_000


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200, address
    return len(asked)
