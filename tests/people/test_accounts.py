"""A user's own account: the displayed name, and erasure of everything that could identify them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.core import mail, serializers
from django.test import Client
from pytest_django import Settings

from journal import audit
from league.accounts import ERASED_NAME, display_name, erase, set_display_name
from league.membership import found_league, join
from league.models import LanguageChoice, Membership, Notice, Preferences
from league.role_changes import LastCommissioner, appoint
from rules.core.refusals import Malformed
from scheduling.notices.inbox import notify
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN
from tests.people.crowd import PEOPLE, browser, known, league_of, member, person, roles, rust_belt, said

pytestmark = pytest.mark.django_db
ME = "/me/"


def marked(user: Any) -> None:
    """Give a user everything an account may have, each marked with text that is easy to find."""
    user.first_name, user.email = "Ethel Marked", "marked@example.com"
    user.save()
    EmailAddress.objects.create(user=user, email="marked@example.com", primary=True)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "marked"})
    LanguageChoice.objects.create(user=user, language="fr")
    notify([member("saints")], about="locked", key="k", at=BEGAN, arguments={"match": "marked"})


def test_a_name_shown_stands_for_the_user_name() -> None:
    league_of()
    saint = browser(known("saints"))
    answer = saint.post(ME, {"act": "name", "name": "  Sister   Mercy "}, follow=True)
    assert "You are shown as Sister Mercy." in said(answer)
    assert "Sister Mercy Saints owner" in said(browser(known("razors")).get(PEOPLE))
    saint.post(ME, {"act": "name", "name": ""})
    assert display_name(known("saints")) == "rust-belt-saints"


def test_a_name_too_long_is_refused_beside_its_field() -> None:
    answer = browser(person("nora")).post(ME, {"act": "name", "name": "x" * 61})
    assert (answer.status_code, "at most 60 characters" in said(answer)) == (422, True)
    with pytest.raises(Malformed):
        set_display_name(user=person("otto"), name="a\x00b")


def test_ones_page_lists_ones_leagues_or_says_how_to_come_by_one() -> None:
    league_of()
    assert "Rust Belt Owner of Saints" in said(browser(known("saints")).get(ME))
    assert "You do not belong to a league yet." in said(browser(person("nora")).get(ME))
    assert Client().get(ME)["Location"] == "/accounts/login/?next=%2Fme%2F"


def test_who_is_forgotten_leaves_nothing_but_a_handle() -> None:
    table = league_of()
    table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1", name="Kept")
    saint = known("saints")
    marked(saint)
    erase(user=saint, at=BEGAN)
    rows = serializers.serialize("json", [*get_user_model().objects.all(), *Membership.objects.all()])
    assert "arked" not in rows
    assert "rust-belt-saints" not in rows
    assert not EmailAddress.objects.exists()
    assert not Authenticator.objects.exists()
    assert not LanguageChoice.objects.exists()
    assert not Notice.objects.exists()
    former_member = member("saints")
    assert (former_member.role, former_member.franchise, display_name(former_member.user)) == (
        "former",
        None,
        ERASED_NAME,
    )
    assert (former_member.user.is_active, former_member.user.has_usable_password()) == (False, False)
    assert audit(table.season) == []


def test_an_account_is_erased_on_ones_page_and_every_browser_is_logged_out() -> None:
    league_of()
    browser_here, browser_elsewhere = browser(known("saints")), browser(known("saints"))
    answer = browser_here.post(ME, {"act": "forget", "sure": "rust-belt-saints"}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Your account is gone." in said(answer)
    for client in (browser_here, browser_elsewhere):
        assert client.get(ME).status_code == 302
    assert f"{ERASED_NAME} left the league" in said(browser(known("boss")).get(PEOPLE))


def test_an_account_is_erased_only_where_the_user_name_is_typed() -> None:
    league_of()
    before = everything()
    answer = browser(known("saints")).post(ME, {"act": "forget", "sure": "yes"})
    assert (answer.status_code, "Type your user name" in said(answer)) == (422, True)
    assert everything() == before
    assert known("saints").is_active


def test_who_alone_runs_a_league_hands_it_over_before_he_goes() -> None:
    league_of()
    answer = browser(known("boss")).post(ME, {"act": "forget", "sure": "rust-belt-boss"})
    assert (answer.status_code, "first hand it over" in said(answer)) == (422, True)
    assert known("boss").is_active
    with pytest.raises(LastCommissioner):
        erase(user=known("boss"), at=BEGAN)
    appoint(league=rust_belt(), user=known("razors"), by=member("boss"), at=BEGAN, reason="He goes.")
    erase(user=known("boss"), at=BEGAN)
    assert roles(member("boss").user) == [("former", None)]


def test_who_is_all_alone_in_a_league_does_not_leave_it_to_nobody() -> None:
    nora = person("nora")
    league = found_league(id="alone", name="Alone", public=True, commissioner=nora, at=BEGAN)
    with pytest.raises(LastCommissioner, match="Alone would have no commissioner"):
        erase(user=nora, at=BEGAN)
    assert nora.is_active
    assert roles(nora) == [("commissioner", None)]
    join(league=league, user=person("olga"), role=Membership.Role.COMMISSIONER, actor="", at=BEGAN)
    erase(user=nora, at=BEGAN)
    assert roles(nora) == [("former", None)]


def test_a_commissioner_who_left_long_ago_does_not_count_as_another_one() -> None:
    nora = person("nora")
    league = found_league(id="alone", name="Alone", public=True, commissioner=nora, at=BEGAN)
    olga = person("olga")
    join(league=league, user=olga, role=Membership.Role.COMMISSIONER, actor="", at=BEGAN)
    erase(user=olga, at=BEGAN)
    with pytest.raises(LastCommissioner):
        erase(user=nora, at=BEGAN)


def test_a_name_that_was_given_up_may_be_taken_by_somebody_else() -> None:
    nora = person("nora")
    erase(user=nora, at=BEGAN)
    assert person("nora").pk != nora.pk


# ------------------------------------------------------------------------------------------ logging in


@pytest.mark.parametrize(
    "address",
    [
        "/accounts/2fa/",
        "/accounts/2fa/webauthn/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/logout/",
        "/accounts/reauthenticate/",
    ],
)
def test_every_page_of_the_account_is_one_of_ours(address: str) -> None:
    answer = browser(person("nora")).get(address)
    assert answer.status_code == 200
    assert '<main id="main"' in answer.content.decode()


def test_a_log_in_offers_a_password_a_passkey_and_a_code_on_one_screen() -> None:
    page = Client().get("/accounts/login/").content.decode()
    assert 'id="passkey_login"' in page
    assert "/accounts/login/code/" in page
    assert Client().get("/accounts/2fa/webauthn/login/", HTTP_X_REQUESTED_WITH="XMLHttpRequest").status_code == 200


def test_signing_up_takes_three_fields_and_logs_in() -> None:
    client = Client()
    fields = {"username": "nora", "email": "nora@example.com", "password1": "a long pass phrase"}
    assert client.post("/accounts/signup/", fields)["Location"] == "/"
    assert client.get(ME).status_code == 200
    assert not Preferences.objects.exists()


def test_signing_up_may_choose_a_time_zone_for_which_a_script_proposes_the_browsers() -> None:
    client = Client()
    page = client.get("/accounts/signup/").content.decode()
    assert "theme/zone.js" in page
    assert re.search(r'<select name="time_zone"[^>]*id="id_time_zone"', page)
    fields = {"username": "nora", "email": "nora@example.com", "password1": "a long pass phrase"}
    refused = client.post("/accounts/signup/", {**fields, "time_zone": "Mars/Olympus"})
    assert (refused.status_code, get_user_model().objects.exists()) == (200, False)
    assert client.post("/accounts/signup/", {**fields, "time_zone": "Asia/Tokyo"})["Location"] == "/"
    assert Preferences.objects.get().time_zone == "Asia/Tokyo"


def test_mail_about_an_account_has_the_senders_headers(settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL, settings.MAIL_REPLY_TO = "Racers <league@example.org>", "help@example.org"
    fields = {"username": "nora", "email": "nora@example.com", "password1": "a long pass phrase"}
    Client().post("/accounts/signup/", fields)
    (sent,) = mail.outbox
    assert sent.from_email == "Racers <league@example.org>"
    assert sent.message()["Reply-To"] == "help@example.org"
    assert re.fullmatch(r"<[^@<>\s]+@example\.org>", sent.message()["Message-ID"])


@pytest.mark.parametrize("name", ["ünal", "ÜNAL", "U\u0308nal"])
def test_a_user_name_is_taken_whatever_its_letters_case_on_every_database(name: str) -> None:
    person("Ünal")
    fields = {"username": name, "email": "nora@example.com", "password1": "a long pass phrase"}
    answer = Client().post("/accounts/signup/", fields)
    assert answer.status_code == 200
    assert "already exists" in answer.content.decode()
    assert get_user_model().objects.count() == 1
