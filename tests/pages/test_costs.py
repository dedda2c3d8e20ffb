"""What a page asks of the database and sends over the wire does not grow with the league."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.pages.growing import grown

pytestmark = pytest.mark.django_db

MOST_QUERIES = 8
QUERIES = {
    "/": (1, 3),
    "/l/rust-belt/": (4, 7),
    "/l/rust-belt/s1/": (4, 7),
    "/l/rust-belt/s1/drivers/": (3, 7),
    "/l/rust-belt/s1/m0/": (5, 8),
    "/l/rust-belt/s1/m1/": (5, 8),
    "/l/rust-belt/f/f00/": (5, 8),
    "/l/rust-belt/d/f00.d0/": (5, 8),
    "/l/rust-belt/s1/journal/": (4, 8),
    "/l/rust-belt/s1/journal/?subject=f00": (4, 8),
    "/l/rust-belt/s1/journal/3/": (4, 8),
}
"""Each page with its queries for a stranger and for an owner who is logged in (session and user among them)."""


@pytest.mark.parametrize("size", [8, 24, 96])
def test_every_page_asks_as_little_of_a_large_league_as_of_a_small_one(size: int) -> None:
    grown(size)
    owner = Client()
    owner.force_login(get_user_model().objects.get(username="rust-belt-owner"))
    counted = {address: (_queries(Client(), address), _queries(owner, address)) for address in QUERIES}
    assert counted == QUERIES
    assert max(max(both) for both in counted.values()) <= MOST_QUERIES


def test_the_standings_of_24_franchises_are_under_60_kb() -> None:
    grown(24)
    page = Client().get("/l/rust-belt/s1/").content
    assert page.count(b'<th scope="row">') == 24
    assert len(page) < 60_000


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200, address
    return len(asked)
