"""The pages of a past season lead to the present: today's balance, and the same search in the other seasons."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from franchises.models import FranchiseSeason
from league.templatetags.formatting import k
from tests.league.small_league import closed, founded, reopened, settled
from tests.pages.page_reader import words
from tests.pages.season_pages import HOME, owner, said

pytestmark = pytest.mark.django_db
PAGES = (
    "/l/rust-belt/",
    "/l/rust-belt/s2/",
    HOME,
    f"{HOME}m1/",
    f"{HOME}journal/",
    f"{HOME}journal/3/",
    f"{HOME}drivers/",
    f"{HOME}market/",
    f"{HOME}rules/",
    f"{HOME}draft/",
    f"{HOME}pool/",
    "/l/rust-belt/f/saints/?season=s1",
    "/l/rust-belt/d/razors.d1/",
)


def purses(client: Client, address: str) -> set[str]:
    """The balances shown in the bar of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return set(re.findall(r"nav-link purse[^>]*>.*?<strong>(.*?)</strong>", answer.content.decode()))


def test_the_bar_has_the_balance_of_the_newest_season_on_every_page() -> None:
    second = reopened(closed(settled(rounds=1)))
    second.give("hire_staff", by="razors", franchise="razors", rating=3)
    balance_before, balance_now = (
        FranchiseSeason.objects.get(pk=f"rust-belt/{season}/razors").balance for season in ("s1", "s2")
    )
    assert balance_before != balance_now
    client = owner("razors")
    assert {address: purses(client, address) for address in PAGES} == {page: {k(balance_now)} for page in PAGES}


def test_a_franchise_that_is_not_in_the_newest_season_shows_its_last_balance() -> None:
    first = settled(rounds=1)
    first.give("fold_franchise", franchise="widows", reason="The owner moved away.")
    reopened(closed(first))
    last = FranchiseSeason.objects.get(identity="rust-belt/widows").balance
    client = owner("widows")
    assert {address: purses(client, address) for address in PAGES} == {page: {k(last)} for page in PAGES}


def test_a_search_that_finds_nothing_leads_to_the_same_one_in_the_other_seasons() -> None:
    reopened(closed(settled(rounds=1)))
    address = "/l/rust-belt/s2/journal/?subject=m1"
    assert "No entry of this season names m1. " in words(Client(), address)
    assert "The same search in season 1 ." in words(Client(), address)
    page = Client().get(address).content.decode()
    assert '<a href="/l/rust-belt/s1/journal/?subject=m1">season 1</a>' in page
    assert "The same search" not in words(Client(), "/l/rust-belt/s1/journal/?subject=m1")


def test_a_search_in_the_only_season_of_a_league_leads_nowhere_else() -> None:
    founded()
    assert "The same search" not in said(f"{HOME}journal/?subject=nobody")
