"""The front page: a person's own leagues first, and where something waits for them."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from league.membership import found_league
from league.models import Membership, Notice
from tests.league.small_league import BEGAN, founded
from tests.pages.page_reader import reader

pytestmark = pytest.mark.django_db


def leagues(client: Client) -> list[tuple[str, bool, bool, int]]:
    """For each league shown: its path, whether the reader is a member, whether it needs them, and unread news."""
    return [(league.href, league.mine, league.asked, league.unread) for league in client.get("/").context["leagues"]]


def two() -> None:
    """A league with owners, and one earlier in the alphabet in which they have no part."""
    founded()
    someone = get_user_model().objects.create_user("someone")
    found_league(id="anvil", name="Anvil", public=True, commissioner=someone, at=BEGAN)


def told(about: str) -> None:
    """Give the owner of the razors a notice."""
    member = Membership.objects.get(handle="rust-belt.razors")
    Notice.objects.create(member=member, about=about, at=BEGAN, key=about)


def test_a_strangers_leagues_stand_by_name() -> None:
    two()
    assert leagues(Client()) == [("/l/anvil/", False, False, 0), ("/l/rust-belt/", False, False, 0)]
    assert "Yours" not in Client().get("/").content.decode()


def test_ones_own_leagues_come_first_and_say_where_something_waits() -> None:
    two()
    owner = reader("razors")
    assert leagues(owner) == [("/l/rust-belt/", True, False, 0), ("/l/anvil/", False, False, 0)]
    told("locked")
    assert leagues(owner)[0] == ("/l/rust-belt/", True, False, 1)
    told("turn")
    assert leagues(owner)[0] == ("/l/rust-belt/", True, True, 2)
    assert "your turn" in owner.get("/").content.decode()
