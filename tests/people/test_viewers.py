"""A league page's viewer is the user Django would load, although the account is fetched with the membership."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY, get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from league.models import League
from tests.league.small_league import Table
from tests.pages.large_league import grown

pytestmark = pytest.mark.django_db

HOME = "/l/rust-belt/"


@pytest.fixture
def table() -> Table:
    """A league that only its members may read."""
    table = grown(8)
    League.objects.update(public=False)
    return table


@pytest.fixture
def owner(table: Table) -> Any:
    return get_user_model().objects.get(username="rust-belt-owner")


@pytest.fixture
def client(owner: Any) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def test_a_members_account_comes_with_his_membership(client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(HOME).context["user"].username == "rust-belt-owner"
    assert [query["sql"] for query in queries if 'FROM "auth_user"' in query["sql"]] == []


def test_a_password_that_was_changed_ends_every_log_in(client: Client, owner: Any) -> None:
    assert client.get(HOME).status_code == 200
    owner.set_password("another one")
    owner.save()
    assert client.get(HOME).status_code == 404
    assert SESSION_KEY not in client.session


def test_an_account_that_was_closed_sees_no_more_than_a_stranger(client: Client, owner: Any) -> None:
    owner.is_active = False
    owner.save()
    assert client.get(HOME).status_code == 404


def test_a_way_to_log_in_that_is_no_longer_open_lets_nobody_in(client: Client) -> None:
    session = client.session
    session[BACKEND_SESSION_KEY] = "nobody.knows.Backend"
    session.save()
    assert client.get(HOME).status_code == 404


def test_a_secret_key_that_was_changed_keeps_who_was_logged_in(client: Client, settings: Settings) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"
    assert client.get(HOME).status_code == 200


def test_who_is_no_member_is_himself_all_the_same(table: Table) -> None:
    League.objects.update(public=True)
    client, guest = Client(), get_user_model().objects.create_user("guest")
    client.force_login(guest)
    response = client.get(HOME)
    assert (response.context["user"].username, response.context["member"]) == ("guest", False)
