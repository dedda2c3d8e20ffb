"""A member makes tokens in their browser, sees each one's text once, and revokes them.

A commissioner may revoke anybody's.
"""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import AccessToken, League, LeagueLog
from league.role_changes import leave
from league.tokens import COMMISSION_SCOPE, MOST_TOKENS, READ_SCOPE, act_scope
from tests.api.api_callers import Program, at, long_ago, token_of
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db
TOKENS = "/l/rust-belt/tokens/"
MAKING = {"act": "make", "name": "our bot", "scopes": ["read", "act:razors"], "days": "30"}


def browser(who: str) -> Client:
    """A browser in which a member has just logged in with their password."""
    client = Client()
    client.post("/accounts/login/", {"login": f"rust-belt-{who}", "password": who})
    return client


def text_in(page: bytes) -> str:
    """The text of a token that a page shows, or an empty text."""
    match = re.search(rb'id="made"[^>]* value="(dm_[^"]+)"', page)
    return match[1].decode() if match else ""


def test_an_owner_makes_a_token_and_a_program_acts_by_it() -> None:
    table, client = founded(), browser("razors")
    html = client.get(TOKENS).content.decode()
    assert "Run Razors as its owner" in html
    assert "Act as commissioner" not in html
    answer = client.post(TOKENS, MAKING)
    program = Program(text_in(answer.content))
    hire = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
    assert program.post(at(table, "/commands"), {"commands": [hire]}, key="k").status_code == 201
    token = AccessToken.objects.get()
    assert (token.name, token.scopes) == ("our bot", ["act:razors", "read"])
    assert 29 <= (token.expires_at - timezone.now()).days <= 30


def test_its_text_is_shown_once_and_kept_nowhere() -> None:
    founded()
    client = browser("razors")
    answer = client.post(TOKENS, MAKING)
    text = text_in(answer.content)
    assert text
    assert "no-store" in answer["Cache-Control"]
    again = client.get(TOKENS).content
    assert text_in(again) == ""
    assert text.encode() not in again
    assert text[:11].encode() in again
    assert not any(text in str(session.get_decoded()) for session in Session.objects.all())
    assert not any(text in str(access_token) for access_token in AccessToken.objects.values())


def test_a_page_that_is_loaded_anew_makes_no_second_token() -> None:
    founded()
    client = browser("razors")
    key = re.search(rb'name="key" value="([^"]+)"', client.get(TOKENS).content)
    assert key
    payload = {**MAKING, "key": key[1].decode()}
    assert client.post(TOKENS, payload).status_code == 200
    again = client.post(TOKENS, payload)
    assert again.status_code == 422
    assert b"was made already" in again.content
    assert AccessToken.objects.count() == 1


def test_a_form_that_lacks_something_says_so_at_its_field_and_keeps_what_was_typed() -> None:
    founded()
    client = browser("razors")
    answer = client.post(TOKENS, {**MAKING, "scopes": [], "days": "9999"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="id_scopes_error"' in page
    assert 'id="id_days_error"' in page
    assert 'value="our bot"' in page
    assert client.post(TOKENS, {**MAKING, "scopes": ["commission"]}).status_code == 422
    assert not AccessToken.objects.exists()


def test_who_has_enough_tokens_is_told_so() -> None:
    table, client = founded(), browser("razors")
    for _ in range(MOST_TOKENS):
        token_of(table, "razors", READ_SCOPE)
    answer = client.post(TOKENS, MAKING)
    assert answer.status_code == 422
    assert b"revoke one that nothing uses" in answer.content


def test_who_logged_in_long_ago_shows_that_it_is_he_and_finds_what_he_typed() -> None:
    founded()
    client = browser("razors")
    session = client.session
    for method in session["account_authentication_methods"]:
        method["at"] -= 3600
    session.save()
    answer = client.post(TOKENS, MAKING)
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/reauthenticate/")
    assert not AccessToken.objects.exists()
    back = client.post("/accounts/reauthenticate/", {"password": "razors", "next": TOKENS})
    assert back["Location"] == TOKENS
    page = client.get(TOKENS).content.decode()
    assert 'value="our bot"' in page
    assert not AccessToken.objects.exists()
    assert text_in(client.post(TOKENS, MAKING).content)


def test_a_token_is_taken_back_at_once_and_its_program_is_let_in_no_more() -> None:
    table, client = founded(), browser("razors")
    token, text = token_of(table, "razors", READ_SCOPE)
    assert Program(text).get(at(table)).status_code == 200
    assert client.post(TOKENS, {"act": "revoke", "token": token.pk}).status_code == 302
    page = client.get(TOKENS).content.decode()
    assert "no longer works" in page
    assert "taken back <time" in page
    assert Program(text).get(at(table)).status_code == 401


def test_nobody_takes_back_anothers_but_a_commissioner_with_a_reason_that_all_read() -> None:
    table = founded()
    token, text = token_of(table, "razors", READ_SCOPE)
    assert browser("saints").post(TOKENS, {"act": "revoke", "token": token.pk}).status_code == 422
    by_owner = {"act": "revoke_of_member", "token": token.pk, "reason": "I want it."}
    assert browser("saints").post(TOKENS, by_owner).status_code == 403
    boss = browser("boss")
    without = boss.post(TOKENS, {"act": "revoke_of_member", "token": token.pk, "reason": " "})
    assert without.status_code == 422
    assert b"give a reason" in without.content
    assert Program(text).get(at(table)).status_code == 200
    boss.post(TOKENS, {"act": "revoke_of_member", "token": token.pk, "reason": "It was published."})
    assert Program(text).get(at(table)).status_code == 401
    log_line = LeagueLog.objects.get(what="token revoked")
    assert (log_line.subject, log_line.reason) == ("of rust-belt.razors", "It was published.")
    assert "took back a token" in browser("saints").get("/l/rust-belt/people/").content.decode()


def test_a_commissioner_sees_everybodys_tokens_and_an_owner_his_own() -> None:
    table = founded()
    _, text = token_of(table, "saints", READ_SCOPE, act_scope("saints"))
    token_of(table, "razors", READ_SCOPE)
    html = browser("boss").get(TOKENS).content.decode()
    assert "a program of saints" in html
    assert text not in html
    own = browser("razors").get(TOKENS).content.decode()
    assert "a program of razors" in own
    assert "a program of saints" not in own


def test_the_tokens_of_others_are_paged_and_none_is_left_out() -> None:
    table, boss = founded(), browser("boss")
    for number in range(45):
        token_of(table, ("razors", "saints")[number % 2], READ_SCOPE)
    names: list[str] = []
    address: str | None = TOKENS
    while address:
        page = boss.get(address).content.decode()
        names += re.findall(r'name="token" value="(\d+)"', page)
        older = re.search(r'href="(\?before=\d+)#others"', page)
        address = TOKENS + older[1] if older else None
    assert len(names) == len(set(names)) == 45


def test_what_became_of_a_token_is_told() -> None:
    table = founded()
    long_ago(token_of(table, "razors", READ_SCOPE)[0])
    token_of(table, "saints", READ_SCOPE)
    leave(
        league=League.objects.get(pk="rust-belt"),
        user=get_user_model().objects.get(username="rust-belt-saints"),
        at=timezone.now(),
    )
    page = browser("boss").get(TOKENS).content.decode()
    assert "expired" in page
    assert "its owner has left" in page


def test_a_persons_page_tells_the_tokens_he_has_in_all_leagues() -> None:
    table = founded()
    token_of(table, "razors", READ_SCOPE)
    page = browser("razors").get("/me/").content.decode()
    assert "a program of razors" in page
    assert f'href="{TOKENS}"' in page


def test_the_page_asks_no_more_of_the_database_for_many_tokens() -> None:
    table, counts = founded(), []
    boss = browser("boss")
    for _ in range(2):
        for who in ("boss", "razors", "saints"):
            for _ in range(8):
                token_of(table, who, *((READ_SCOPE, COMMISSION_SCOPE) if who == "boss" else (READ_SCOPE,)))
        with CaptureQueriesContext(connection) as queries:
            assert boss.get(TOKENS).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8
