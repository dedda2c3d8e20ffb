"""Strangers who sign up on the page of an invitation, and what that page tells them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from league.invitations import free_franchises
from league.models import Window
from tests.league.small_league import BEGAN
from tests.people.crowd import (
    SIGN_UP,
    browser,
    league_of,
    now_link,
    person,
    roles,
    rust_belt,
    said,
    vacate,
)

pytestmark = pytest.mark.django_db


def test_a_stranger_signs_up_on_the_page_of_the_invitation_and_has_the_franchise() -> None:
    league_of()
    vacate("saints")
    client, path = Client(), now_link(franchise="saints")
    answer = client.post(path, {**SIGN_UP, "franchise": "saints"})
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/f/saints/founding/")
    page = client.get("/l/rust-belt/f/saints/founding/").content.decode()
    advice = "It needs drivers and armed cars before the rounds begin: this page shows what is done and what is left."
    assert re.findall(r'class="alert[^>]*>\s*(.*?)\s*</', page) == [
        f"Saints is yours. {advice} Confirm your address by the link in the mail to nora@example.com."
    ]
    assert roles(get_user_model().objects.get(username="nora")) == [("owner", "rust-belt/saints")]


def test_what_is_wrong_with_a_sign_up_is_said_there_and_nothing_is_claimed() -> None:
    league_of("razors", "saints", "widows")
    vacate("saints")
    vacate("widows")
    client, path = Client(), now_link()
    answer = client.post(path, {**SIGN_UP, "password1": "x", "franchise": "widows"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="id_password1_error"' in page
    assert 'value="nora"' in page
    assert re.search(r'value="widows" checked', page)
    assert not get_user_model().objects.filter(username="nora").exists()


def test_no_account_is_made_for_a_franchise_that_was_taken_since_the_page_was_opened() -> None:
    league_of("razors", "saints", "widows")
    vacate("saints")
    vacate("widows")
    client, path = Client(), now_link(uses=5)
    browser(person("otto")).post(path, {"franchise": "saints"})
    for franchise, why in (("saints", "Saints has an owner"), ("nobody", "no such franchise")):
        answer = client.post(path, {**SIGN_UP, "franchise": franchise})
        page = said(answer)
        assert (answer.status_code, why in page) == (422, True)
        assert "Sign up and claim Widows" in page
        assert 'value="nora"' in answer.content.decode()
    assert not get_user_model().objects.filter(username="nora").exists()


def test_a_sign_up_with_an_address_that_has_an_account_claims_nothing() -> None:
    league_of()
    vacate("saints")
    ann = person("ann")
    ann.email = "ann@example.com"
    ann.save()
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    answer = Client().post(now_link(franchise="saints"), {**SIGN_UP, "email": "ann@example.com"})
    assert answer.status_code in (200, 302, 422)
    assert roles(ann) == []
    assert free_franchises(rust_belt()).exists()


def test_an_invitation_names_game_and_league_what_is_asked_and_by_when_in_the_color_of_the_franchise() -> None:
    league_of()
    vacate("saints")
    page = Client().get(now_link(franchise="saints")).content.decode()
    home = Client().get("/l/rust-belt/f/saints/").content.decode()
    (band,) = re.findall(r'class="join-color".*?fill="(#\w{6})"', page)
    assert f'fill="{band}"' in home
    assert "Dethmetal is armed car racing" in page
    assert "Rust Belt is in season 1, of 3 rounds; it has 2 franchises" in page
    assert "Nothing. The commissioner takes the next step." in page
    Window.objects.create(
        season_id="rust-belt/s1", what="S1", opened_at=BEGAN, closes_at=timezone.now() + timedelta(days=2, minutes=5)
    )
    page = Client().get(now_link(franchise="saints")).content.decode()
    assert "<strong>What an owner does now:</strong> Hire drivers and staff, by " in page
    assert "(in 2 days)" in page
