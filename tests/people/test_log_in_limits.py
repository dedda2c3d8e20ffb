"""Attacks on an account do not lock its owner out: attempts are limited by who makes them (ADR 24)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.signing import dumps
from django.test import Client

from league.login_limits import (
    CODE_LIMITS,
    COOKIE_NAME,
    COOKIE_SALT,
    MOST_ACCOUNTS,
    PASSWORD_LIMITS,
    RESET_LIMITS,
    device_of,
)
from tests.people.crowd import person

pytestmark = pytest.mark.django_db
LOG_IN, CODE, RESET = "/accounts/login/", "/accounts/login/code/", "/accounts/password/reset/"
RIGHT, WRONG = "a pass phrase", "another pass phrase"
TOO_MANY = "Too many wrong passwords were tried"
OWNERS, STRANGERS = "198.51.100.1", "203.0.113.1"


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings: Any) -> None:
    settings.PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1


def send(path: str, form_fields: dict[str, str], *, of: str, by: Client | None = None) -> Any:
    """Send a form from the address `of`, through the proxy that all requests pass."""
    headers = {"x-forwarded-for": of}
    return (by or Client()).post(path, form_fields, REMOTE_ADDR="10.0.0.1", headers=headers)


def tried(login: str, password: str = WRONG, *, of: str = STRANGERS, by: Client | None = None) -> str:
    """The result of a login attempt: `in`, `wrong`, or `too many`."""
    answer = send(LOG_IN, {"login": login, "password": password}, of=of, by=by)
    if answer.status_code == 302:
        return "in"
    return "too many" if answer.status_code == 429 or TOO_MANY in answer.content.decode() else "wrong"


def ethel(**more: Any) -> Any:
    """A user with a verified email address."""
    user = person("ethel")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def known_browser(login: str = "ethel") -> Client:
    """A browser in which that user has logged in once, and out again."""
    client = Client()
    assert tried(login, RIGHT, of=OWNERS, by=client) == "in"
    client.post("/accounts/logout/")
    return client


# ------------------------------------------------------------------------------------------------ addresses


def test_many_wrong_log_ins_of_one_address_behind_a_proxy_lock_nobody_else_out() -> None:
    ethel()
    outcomes = [tried(f"nobody{number}") for number in range(14)]
    assert outcomes == ["wrong"] * 10 + ["too many"] * 4
    assert tried("ethel", RIGHT, of=OWNERS) == "in"


def test_who_forges_the_header_is_counted_as_one_all_the_same() -> None:
    ethel()
    outcomes = [tried("ethel", of=f"1.2.3.{number}, {STRANGERS}") for number in range(6)]
    assert outcomes == ["wrong"] * 5 + ["too many"]


def test_without_proxies_the_header_is_not_read(settings: Any) -> None:
    settings.PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    ethel()
    outcomes = [tried("ethel", of=f"1.2.3.{number}") for number in range(6)]
    assert outcomes == ["wrong"] * 5 + ["too many"]


def test_the_addresses_of_one_household_are_one() -> None:
    ethel()
    assert [tried("ethel", of=f"2001:db8::{number}") for number in range(1, 7)] == ["wrong"] * 5 + ["too many"]
    assert tried("ethel", RIGHT, of="2001:db8:0:1::1") == "in"


# ------------------------------------------------------------------------------------------------ accounts


def test_five_wrong_passwords_of_a_stranger_leave_the_owners_own_log_in_open() -> None:
    ethel()
    assert [tried("ethel") for _ in range(7)] == ["wrong"] * 5 + ["too many"] * 2
    assert tried("ethel", RIGHT) == "too many"
    assert tried("ethel", RIGHT, of=OWNERS) == "in"


def test_an_account_is_one_by_whatever_it_is_called() -> None:
    ethel()
    names = ["ethel", "ethel@example.com", "ETHEL@example.com", "ethel", "ethel@example.com", "ethel"]
    assert [tried(name) for name in names] == ["wrong"] * 5 + ["too many"]


def test_a_name_nobody_has_is_limited_as_any_other() -> None:
    assert [tried("nobody") for _ in range(6)] == ["wrong"] * 5 + ["too many"]
    assert [tried("no@example.com", of=OWNERS) for _ in range(6)] == ["wrong"] * 5 + ["too many"]


def test_a_password_that_is_right_counts_for_nothing() -> None:
    ethel()
    for _ in range(8):
        assert tried("ethel", RIGHT) == "in"
    assert tried("ethel") == "wrong"


def test_an_attack_from_many_addresses_is_slowed_and_keeps_out_no_browser_that_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("league.views.accounts.PASSWORD_LIMITS", replace(PASSWORD_LIMITS, strangers="8/h/key"))
    ethel()
    home = known_browser()
    outcomes = [tried("ethel", of=f"203.0.113.{number}") for number in range(10)]
    assert outcomes == ["wrong"] * 8 + ["too many"] * 2
    assert tried("ethel", RIGHT, of="192.0.2.9") == "too many"
    assert tried("ethel", RIGHT, of="192.0.2.9", by=home) == "in"  # from any address


def test_the_neighbours_of_an_address_keep_out_no_browser_that_is_known() -> None:
    ethel()
    home = known_browser()
    for number in range(11):
        tried(f"nobody{number}", of=OWNERS)
    for _ in range(6):
        tried("ethel", of=OWNERS)
    assert tried("ethel", RIGHT, of=OWNERS) == "too many"
    assert tried("ethel", RIGHT, of=OWNERS, by=home) == "in"


def test_a_known_browser_has_a_limit_of_its_own_and_is_a_stranger_beyond_it() -> None:
    ethel()
    home = known_browser()
    assert [tried("ethel", of=OWNERS, by=home) for _ in range(11)] == ["wrong"] * 10 + ["too many"]
    assert tried("ethel", RIGHT, of="192.0.2.9", by=home) == "in"


def test_codes_by_mail_stay_open_whatever_passwords_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.views.accounts.PASSWORD_LIMITS", replace(PASSWORD_LIMITS, strangers="3/h/key"))
    ethel()
    for number in range(6):
        tried("ethel", of=f"203.0.113.{number}")
    client = Client()
    assert tried("ethel", RIGHT, of=OWNERS, by=client) == "too many"
    assert send(CODE, {"email": "ethel@example.com"}, of=OWNERS, by=client).status_code == 302
    code = re.findall(r"^\s*([A-Z0-9-]{6,})\s*$", str(mail.outbox[-1].body), re.MULTILINE)[0]
    answer = send("/accounts/login/code/confirm/", {"code": code}, of=OWNERS, by=client)
    assert (answer.status_code, client.get("/me/").status_code) == (302, 200)
    client.post("/accounts/logout/")
    assert tried("ethel", RIGHT, of=OWNERS, by=client) == "in"  # the browser is known by now


def test_who_is_asked_for_their_password_again_is_no_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.views.accounts.PASSWORD_LIMITS", replace(PASSWORD_LIMITS, strangers="3/h/key"))
    client = Client()
    client.force_login(ethel())
    for number in range(6):
        tried("ethel", of=f"203.0.113.{number}")
    answer = send("/accounts/reauthenticate/", {"password": RIGHT}, of=OWNERS, by=client)
    assert answer.status_code == 302


def test_a_password_set_anew_by_mail_ends_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.views.accounts.PASSWORD_LIMITS", replace(PASSWORD_LIMITS, strangers="6/h/key"))
    ethel()
    for _ in range(6):
        tried("ethel", of=OWNERS)
    tried("ethel"), tried("ethel")
    client = Client()
    assert send(RESET, {"email": "ethel@example.com"}, of=OWNERS, by=client).status_code == 302
    link = re.findall(r"https?://[^/]+(/accounts/password/reset/key/\S+)", str(mail.outbox[-1].body))[0]
    form = client.get(link, follow=True).redirect_chain[-1][0]
    fresh = {"password1": "a third pass phrase", "password2": "a third pass phrase"}
    assert send(form, fresh, of=OWNERS, by=client).status_code == 302
    assert tried("ethel", "a third pass phrase", of=OWNERS) == "in"


# ------------------------------------------------------------------------------------------ codes, reset mails


@pytest.mark.parametrize(("path", "limits"), [(CODE, "CODE_LIMITS"), (RESET, "RESET_LIMITS")])
def test_who_asks_for_mail_to_another_uses_up_nothing_of_its_owners(
    monkeypatch: pytest.MonkeyPatch, path: str, limits: str
) -> None:
    rates = {"CODE_LIMITS": CODE_LIMITS, "RESET_LIMITS": RESET_LIMITS}[limits]
    monkeypatch.setattr(f"league.views.accounts.{limits}", replace(rates, strangers="8/h/key"))
    ethel()
    home = known_browser()
    payload = {"email": "ethel@example.com"}
    assert [send(path, payload, of=STRANGERS).status_code for _ in range(4)] == [302, 302, 302, 200]
    assert send(path, payload, of=OWNERS).status_code == 302
    outcomes = [send(path, payload, of=f"203.0.113.{number}").status_code for number in range(2, 8)]
    assert outcomes == [302] * 4 + [200] * 2  # a mailbox gets only so many an hour
    assert send(path, payload, of=OWNERS, by=home).status_code == 302


def test_who_may_not_try_again_is_told_what_else_lets_them_in() -> None:
    ethel()
    for _ in range(5):
        tried("ethel")
    html = send(LOG_IN, {"login": "ethel", "password": RIGHT}, of=STRANGERS).content.decode()
    assert f"{TOO_MANY}. Wait a few minutes, or log in with a passkey or a code by mail." in html
    codes = [send(CODE, {"email": "ethel@example.com"}, of=STRANGERS) for _ in range(4)]
    html = codes[-1].content.decode()
    assert "Too many codes were asked for. Wait a few minutes, or log in with a passkey or password." in html


def test_sign_ups_are_counted_by_address() -> None:
    outcomes = [
        send("/accounts/signup/", {"username": "", "email": "", "password1": ""}, of=STRANGERS).status_code
        for _ in range(21)
    ]
    assert outcomes == [200] * 20 + [429]
    assert send("/accounts/signup/", {"username": ""}, of=OWNERS).status_code == 200


# ------------------------------------------------------------------------------------------------- the cookie


def test_a_browser_is_known_by_a_cookie_that_no_script_reads_and_no_other_page_is_sent() -> None:
    user = ethel()
    client = Client()
    answer = send(LOG_IN, {"login": "ethel", "password": RIGHT}, of=OWNERS, by=client)
    cookie = answer.cookies[COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/accounts/")
    first = client.cookies[COOKIE_NAME].value
    client.post("/accounts/logout/")
    assert client.cookies[COOKIE_NAME].value == first
    tried("ethel", RIGHT, of=OWNERS, by=client)
    assert client.cookies[COOKIE_NAME].value != first
    request = answer.wsgi_request
    request.COOKIES = {COOKIE_NAME: client.cookies[COOKIE_NAME].value}
    assert device_of(request).accounts == (user.pk,)


def test_a_cookie_of_ones_own_making_or_of_another_account_is_worth_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("league.views.accounts.PASSWORD_LIMITS", replace(PASSWORD_LIMITS, strangers="5/h/key"))
    user, other = ethel(), person("otto")
    own = known_browser("otto")
    for _ in range(5):
        tried("ethel")
    assert tried("ethel", RIGHT, of=OWNERS, by=own) == "too many"
    for forged in (
        "",
        "x",
        dumps(["id", [user.pk]], salt="another"),
        dumps(["id"], salt=COOKIE_SALT),
        dumps(5, salt=COOKIE_SALT),
    ):
        client = Client()
        client.cookies[COOKIE_NAME] = forged
        assert tried("ethel", RIGHT, of=OWNERS, by=client) == "too many"
    assert other.pk != user.pk


def test_a_browser_is_known_to_the_last_few_accounts() -> None:
    client = Client()
    people = [person(f"person{number}") for number in range(MOST_ACCOUNTS + 1)]
    for user in people:
        assert tried(user.username, RIGHT, of=OWNERS, by=client) == "in"
        client.post("/accounts/logout/")
    request: Any = client.get(LOG_IN).wsgi_request
    assert device_of(request).accounts == tuple(user.pk for user in people[:0:-1])
