"""The queries of a franchise's and a driver's pages do not grow from one row to thirty."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from franchises.models import Offer, StandingOrders
from rules.match.catalog import CATALOG
from tests.league.small_league import BEGAN, closed, reopened, settled, shopping, signed
from tests.pages.large_league import batch
from tests.pages.page_reader import reader

pytestmark = pytest.mark.django_db
RAZORS = "/l/rust-belt/f/razors/"
MOST = 8


def queries(client: Client, address: str) -> int:
    """The number of queries of a page."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200, address
    return len(captured)


KINDS = [kind for kind, row in sorted(CATALOG.items()) if row.group in ("armour", "medical", "personal")]
"""Kinds of item without rolled values."""


def proposals(count: int) -> list[dict[str, object]]:
    """That many proposals of a trade by the razors to the saints."""
    sides = {"gives": {"drivers": ["razors.d1"], "cars": [], "pays": 5_000}, "takes": {"drivers": ["saints.d1"]}}
    return [
        {"type": "propose_trade", "franchise": "razors", "trade": f"razors.t{n}", "partner": "saints", **sides}
        for n in range(count)
    ]


@pytest.mark.parametrize("page", ["stores/", ""])
def test_thirty_items_ask_no_more_than_one(page: str) -> None:
    table = signed()
    for number in range(30):
        kind = KINDS[number % len(KINDS)]
        table.give("give_item", franchise="razors", item=f"razors.i{number}", kind=kind, reason="A gift.")
        if number == 0:
            query_count = queries(reader("razors"), f"{RAZORS}{page}")
    assert queries(reader("razors"), f"{RAZORS}{page}") == query_count <= MOST


def test_thirty_trades_ask_no_more_than_one() -> None:
    table = shopping()
    for offer in Offer.objects.filter(season=table.season):
        whose = offer.franchise_id.rsplit("/", 1)[-1]
        table.give("decline_offer", by=whose, franchise=whose, offer=offer.pk.rsplit("/", 1)[-1])
    first, *others = proposals(30)
    batch(table, [first], behalf="razors")
    query_count = queries(reader("razors"), f"{RAZORS}market/")
    batch(table, others, behalf="razors")
    assert queries(reader("razors"), f"{RAZORS}market/") == query_count <= MOST


def test_thirty_lines_of_money_and_of_points_ask_no_more_than_one() -> None:
    table = settled()
    pages = (f"{RAZORS}finances/", f"{RAZORS}history/")
    query_counts = [queries(reader("razors"), page) for page in pages]
    for _ in range(30):
        table.give("adjust_balance", franchise="razors", amount=1_000, reason="A gift.")
        table.give("award_points", franchise="razors", points=1, reason="A gift.")
    assert all(queries(reader("razors"), page) <= most for page, most in zip(pages, query_counts, strict=True))
    assert max(query_counts) <= MOST


def test_thirty_turns_of_the_sponsors_ask_no_more_than_one() -> None:
    table = signed()
    before = queries(reader("razors"), f"{RAZORS}sponsors/")
    for _ in range(30):
        table.give("give_sponsor", franchise="razors", sponsor="house.sponsor1", kind="oil", reason="A gift.")
        table.give("take_sponsor", sponsor="house.sponsor1", reason="A loan.")
    assert queries(reader("razors"), f"{RAZORS}sponsors/") == before <= MOST


def test_a_second_season_asks_no_more_than_the_first() -> None:
    table = closed(settled(rounds=1))
    reserved = table.state.reserved_drivers("razors")[0].id
    pages = (f"/l/rust-belt/d/{reserved}/", f"{RAZORS}history/", RAZORS)
    query_counts = [queries(reader("razors"), page) for page in pages]
    reopened(table)
    assert all(queries(reader("razors"), page) <= most for page, most in zip(pages, query_counts, strict=True))
    assert max(query_counts) <= MOST


def test_orders_that_name_thirty_drivers_ask_no_more_than_those_that_name_one() -> None:
    signed()
    orders = StandingOrders.objects.create(
        franchise_id="rust-belt/razors",
        document={"drivers": ["razors.d1"]},
        updated_at=BEGAN,
        updated_by="rust-belt.razors",
    )
    query_count = queries(reader("razors"), f"{RAZORS}orders/")
    orders.document = {"drivers": [f"razors.d{n}" for n in range(30)], "protect": ["saints.d1"]}
    orders.save()
    assert queries(reader("razors"), f"{RAZORS}orders/") == query_count <= MOST
