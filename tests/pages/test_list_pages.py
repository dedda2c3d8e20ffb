"""Lists of a page that are broken into pages of their own: every line of a long one is on one of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from drivers.pages import draft, driver
from franchises.pages import finances, season_market
from franchises.pages.season_market import _shop_links
from league.pages.dice import heads
from league.pages.list_pages import list_page
from league.queries.matches import Shop
from tests.league.small_league import closed, reopened, settled, shopping
from tests.pages.page_reader import main_of, words
from tests.pages.season_pages import HOME, ended

LETTERS = "abcdefgh"
DRIVER, CLONED = "/l/rust-belt/d/razors.d1/", "/l/rust-belt/d/widows.d2/"
FINANCES, HEADS = "/l/rust-belt/f/razors/finances/", "/l/rust-belt/heads/"


def test_a_list_has_as_many_pages_as_its_lines_take_and_each_item_is_on_one_of_them() -> None:
    pages = [list_page(LETTERS, {"letters": str(n)}, "letters", lines=lambda _: 2, most=6) for n in (1, 2, 3)]
    assert "".join(map("".join, pages)) == LETTERS
    assert max(map(len, pages)) == 3
    assert {page.how_many for page in pages} == {8}


def test_its_links_keep_the_rest_of_the_query_and_lead_to_the_list() -> None:
    page = list_page(LETTERS, {"match": "m 1", "letters": "2"}, "letters", lines=lambda _: 1, most=4, at="abc")
    assert [(it.href, it.here) for it in page.links] == [
        ("?match=m+1#abc", False),
        ("?match=m+1&letters=2#abc", True),
    ]
    assert list_page(LETTERS, {}, "letters", lines=lambda _: 1, most=8).links == []


def test_without_a_query_it_is_whole_and_a_page_that_is_none_is_the_first_or_the_last() -> None:
    whole = list_page(LETTERS, None, "letters", lines=lambda _: 1, most=4)
    assert ("".join(whole), whole.links) == (LETTERS, [])
    for wanted, shown in (("", "abcd"), ("0", "abcd"), ("x", "abcd"), ("9", "efgh")):
        page = list_page(LETTERS, {"letters": wanted}, "letters", lines=lambda _: 1, most=4)
        assert "".join(page) == shown


def test_a_list_whose_end_matters_most_begins_with_its_last_page() -> None:
    page = list_page(LETTERS, {}, "letters", lines=lambda _: 1, most=4, end_first=True)
    assert "".join(page) == "efgh"
    assert [it.href for it in page.links] == ["?letters=1#letters", "?#letters"]
    first = list_page(LETTERS, {"letters": "1"}, "letters", lines=lambda _: 1, most=4, end_first=True)
    assert "".join(first) == "abcd"


def drafted() -> None:
    """A league whose season is over, with its draft."""
    closed(ended())


def traded() -> None:
    """A league at its shops, where two franchises have declined what they were offered and asked world trade."""
    table = shopping()
    for franchise in ("razors", "widows"):
        for offer in table.state.offers_to(franchise):
            table.give("decline_offer", by=franchise, franchise=franchise, offer=offer.id)
        table.give("roll_world_trade", by=franchise, franchise=franchise, match="m1")


@dataclass(frozen=True)
class BrokenList:
    """A list of a page: what makes its league, where it is, its limit, and its name in the context and the query."""

    league: Callable[[], object]
    address: str
    module: ModuleType
    most: str
    name: str
    at: str


LISTS = [
    BrokenList(ended, DRIVER, driver, "RUN_LINES", "runs", "matches"),
    BrokenList(ended, CLONED, driver, "BODY_LINES", "bodies", "bodies"),
    BrokenList(drafted, DRIVER, driver, "CONTRACT_LINES", "career", "contracts"),
    BrokenList(ended, FINANCES, finances, "MOST_MATCHES", "matches", "matches"),
    BrokenList(traded, f"{HOME}market/", season_market, "OFFER_LINES", "offers", "offers"),
    BrokenList(drafted, f"{HOME}draft/", draft, "ORDER_LINES", "order", "order"),
    BrokenList(drafted, f"{HOME}draft/", draft, "TURN_LINES", "taken", "turns"),
    BrokenList(drafted, f"{HOME}draft/", draft, "PROTECTED_LINES", "kept", "protected"),
    BrokenList(drafted, f"{HOME}draft/", draft, "MOST_UNDRAFTED", "left_over", "undrafted"),
]


@pytest.mark.django_db
@pytest.mark.parametrize("listed", LISTS, ids=lambda listed: f"{listed.module.__name__}-{listed.at}")
def test_every_line_of_a_long_list_is_on_a_page_that_is_linked(
    monkeypatch: pytest.MonkeyPatch, listed: BrokenList
) -> None:
    listed.league()
    whole = list(Client().get(listed.address).context[listed.name])
    assert len(whole) > 1
    monkeypatch.setattr(listed.module, listed.most, 1)
    page = Client().get(listed.address)
    links = re.findall(rf'href="(\?[^"]*#{listed.at})"', page.content.decode())
    assert len(links) == len(whole), links
    pages = [Client().get(listed.address + unescape(link)).context[listed.name] for link in links]
    assert [line for page in pages for line in page] == whole


@pytest.mark.django_db
def test_the_pages_of_a_ledger_hold_every_line_of_it_whatever_its_lines_take(monkeypatch: pytest.MonkeyPatch) -> None:
    settled()
    monkeypatch.setattr(finances, "LINES_A_PAGE", 1000)
    whole = ledger_lines(FINANCES)
    monkeypatch.setattr(finances, "LINES_A_PAGE", 12)
    found, address = ledger_lines(FINANCES), FINANCES
    assert 0 < len(found) < len(whole)
    while older := re.search(r'rel="next" href="([^"#]*)#ledger"', main_of(Client(), address)):
        address = FINANCES + unescape(older[1])
        found += ledger_lines(address)
    assert found == whole


def ledger_lines(address: str) -> list[Any]:
    """The lines of the ledger on a page, as entry and balance."""
    return [(line.entry, line.balance) for group in Client().get(address).context["ledger"] for line in group.lines]


@pytest.mark.django_db
def test_heads_of_many_matches_are_on_pages_and_each_season_is_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    reopened(closed(ended()))
    whole = heads_on(HEADS)
    monkeypatch.setattr(heads, "HEADS_A_PAGE", 4)
    pages = Client().get(HEADS).context["pages"]
    assert len(pages) > 1
    assert [head for page in pages for head in heads_on(page.href)] == whole
    season_links = [it.href for it in Client().get(HEADS).context["season_links"]]
    assert len(season_links) == 2
    for link in season_links:
        address, _, anchor = link.partition("#")
        assert f'id="{anchor}"' in main_of(Client(), address)
        assert "Download rust-belt" in words(Client(), address)
    assert "Season 1 continued" in words(Client(), pages[-1].href)


def heads_on(address: str) -> list[str]:
    """The heads that a page shows."""
    return re.findall(r'<div class="mono">(\d+:[0-9a-f]{64})</div>', main_of(Client(), address))


def test_of_many_markets_those_of_the_round_are_linked_and_one_of_each_other_round() -> None:
    opened = [shop(round, place) for round in range(19, 0, -1) for place in range(10)]
    linked = _shop_links(opened, opened[25])
    assert [it.title for it in linked if not it.title.endswith("match")] == [
        f"Round {round}" for round in range(19, 0, -1) if round != 17
    ]
    assert [it.name for it in linked if it.title.endswith("match")] == [f"r17m{place}" for place in range(10)]
    assert [it.name for it in linked if it.here] == ["r17m5"]
    assert [it.name for it in _shop_links(opened[:12], opened[0])] == [it.match for it in opened[:12]]


def shop(round: int, place: int) -> Shop:
    """A market of a match."""
    return Shop(
        match=f"r{round}m{place}", title=f"Round {round}, a match", round=round, open=False, teams=(), shopping=()
    )
