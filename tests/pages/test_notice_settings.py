"""The page on which a person chooses what they get, how and when, with their own webhook."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.mail import record_refusal
from league.models import Membership, NoticeChoice, PersonalDelivery, PersonalWebhook, Preferences
from rules.core.refusals import Malformed
from scheduling.notices.choices import CHANNELS, DELIVERIES, NOTICE_GROUPS, settings_of_user
from scheduling.notices.settings import save_notice_settings
from tests.league.small_league import BEGAN
from tests.people.crowd import PEOPLE, browser, known, league_of, person, said
from webhooks.personal import set_personal_webhook

pytestmark = pytest.mark.django_db
SETTINGS = "/me/notices/"


def form(**changed: Any) -> dict[str, Any]:
    """All fields of the form: the defaults but what is named."""
    fields: dict[str, Any] = {"act": "save", "time_zone": "Europe/Berlin", "digest_hour": "9", "digest_day": "0"}
    for group in NOTICE_GROUPS:
        for channel in CHANNELS:
            fields[f"{group}-{channel}"] = DELIVERIES[channel][0]
    return {**fields, **{name.replace("__", "-"): value for name, value in changed.items()}}


def saved(client: Client, **changed: Any) -> Any:
    """The answer to a save."""
    return client.post(SETTINGS, form(**changed), follow=True)


def test_every_group_has_a_field_for_every_channel_but_what_cannot_be_turned_off() -> None:
    league_of()
    Membership.objects.filter(user=known("saints")).update(role=Membership.Role.COMMISSIONER, franchise=None)
    html = browser(known("saints")).get(SETTINGS).content.decode()
    names = set(re.findall(r'<select name="([a-z]+-[a-z]+)"', html))
    everything = {f"{group}-{channel}" for group in NOTICE_GROUPS for channel in CHANNELS}
    of_webhooks = {name for name in everything if name.endswith("-webhook")}
    assert everything - names == {"waits-site", "commissioners-site", *of_webhooks}
    set_personal_webhook(user=known("saints"), address="https://1.1.1.1/x", shape="discord", at=BEGAN)
    html = browser(known("saints")).get(SETTINGS).content.decode()
    assert of_webhooks <= set(re.findall(r'<select name="([a-z]+-[a-z]+)"', html))
    for group in NOTICE_GROUPS.values():
        assert group.name in html


def test_only_people_who_run_a_league_choose_about_notices_for_commissioners_and_a_choice_stays() -> None:
    league_of()
    saved(browser(known("boss")), commissioners__mail="weekly")
    assert ("", "commissioners", "mail") in settings_of_user(known("boss").pk).choices
    group = NOTICE_GROUPS["commissioners"].name
    assert group in said(browser(known("boss")).get(SETTINGS))
    assert group not in said(browser(known("saints")).get(SETTINGS))
    Membership.objects.filter(user=known("boss")).update(role=Membership.Role.SPECTATOR)
    saved(browser(known("boss")), commissioners__mail="off", results__mail="daily")
    choices = settings_of_user(known("boss").pk).choices
    assert choices["", "commissioners", "mail"] == "weekly"
    assert choices["", "results", "mail"] == "daily"


def test_settings_are_saved_in_one_form_and_shown_again() -> None:
    league_of()
    client = browser(known("saints"))
    answer = saved(
        client,
        results__mail="daily",
        trades__site="off",
        digest_hour="18",
        quiet_from="22",
        quiet_to="7",
        muted=["rust-belt"],
    )
    assert "Your notices come as you chose from now on." in said(answer)
    assert "Your daily digest comes next" in said(answer)
    settings = settings_of_user(known("saints").pk)
    assert (settings.zone.key, settings.digest_hour, settings.quiet) == ("Europe/Berlin", 18, (22, 7))
    assert settings.choices == {
        ("", "results", "mail"): "daily",
        ("", "trades", "site"): "off",
        ("rust-belt", "", ""): "off",
    }
    html = client.get(SETTINGS).content.decode()
    assert '<option value="daily" selected>' in html
    assert '<option value="22" selected>' in html
    saved(client)
    assert not NoticeChoice.objects.exists()


def test_what_was_chosen_for_a_webhook_stays_while_there_is_none() -> None:
    league_of()
    set_personal_webhook(user=known("saints"), address="https://1.1.1.1/x", shape="discord", at=BEGAN)
    client = browser(known("saints"))
    saved(client, results__webhook="weekly")
    client.post(SETTINGS, {"act": "hook_remove"})
    saved(client, results__mail="daily")
    assert settings_of_user(known("saints").pk).choices == {
        ("", "results", "mail"): "daily",
        ("", "results", "webhook"): "weekly",
    }


def test_of_two_tabs_the_last_one_stands_whole() -> None:
    league_of()
    client = browser(known("saints"))
    saved(client, results__mail="daily", digest_hour="7")
    saved(client, season__mail="weekly")
    assert settings_of_user(known("saints").pk).choices == {("", "season", "mail"): "weekly"}
    assert Preferences.objects.get().digest_hour == 9


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"quiet_from": "22"}, "choose both, or neither"),
        ({"quiet_from": "22", "quiet_to": "22"}, "Quiet hours end at another hour than they begin"),
        ({"results__mail": "hourly"}, "hourly"),
        ({"time_zone": "Factory"}, "Factory"),
        ({"muted": ["elsewhere"]}, "elsewhere"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_is_saved(changed: dict[str, Any], sentence: str) -> None:
    league_of()
    answer = browser(known("saints")).post(SETTINGS, form(**changed))
    assert (answer.status_code, sentence in said(answer)) == (422, True)
    assert not Preferences.objects.exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"choices": {("gossip", "mail"): "now"}},
        {"choices": {("results", "pigeon"): "now"}},
        {"choices": {("results", "site"): "daily"}},
        {"choices": {("waits", "site"): "off"}},
        {"digest_hour": 24},
        {"digest_day": 7},
        {"quiet": (3, 24)},
        {"quiet": (3, 3)},
        {"muted": ["elsewhere"]},
        {"off_in": [("rust-belt", "gossip")]},
        {"time_zone": "Mars/Olympus"},
    ],
)
def test_a_program_is_refused_what_the_form_does_not_offer(changed: dict[str, Any]) -> None:
    league_of()
    values: dict[str, Any] = {"time_zone": "", "digest_hour": 9, "digest_day": 0, "quiet": None, "choices": {}}
    values |= {"muted": (), "off_in": ()}
    with pytest.raises(Malformed):
        save_notice_settings(user=known("saints"), at=BEGAN, **{**values, **changed})
    assert not Preferences.objects.exists()


def test_a_form_sent_after_the_log_in_ended_is_shown_again_as_it_was_typed() -> None:
    league_of()
    client = Client()
    assert client.post(SETTINGS, form(results__mail="weekly"))["Location"].startswith("/accounts/login/")
    client.force_login(known("saints"))
    answer = client.get(SETTINGS)
    assert not NoticeChoice.objects.exists()
    assert answer.status_code == 200


def test_who_belongs_to_no_league_can_choose_too() -> None:
    assert "Not at all" in said(browser(person("nora")).get(SETTINGS))


def test_an_own_webhook_is_set_tested_and_removed() -> None:
    league_of()
    client = browser(known("saints"))
    refused = client.post(SETTINGS, {"act": "hook", "address": "https://127.0.0.1/x", "shape": "discord"})
    assert (refused.status_code, PersonalWebhook.objects.exists()) == (422, False)
    made = client.post(SETTINGS, {"act": "hook", "address": "https://1.1.1.1/secret-path", "shape": "standard"})
    hook = PersonalWebhook.objects.get()
    assert hook.secret in made.content.decode()
    again = client.get(SETTINGS).content.decode()
    assert (hook.secret in again, "secret-path" in again, "https://1.1.1.1/…" in again) == (False, False, True)
    assert "A test is on its way" in said(client.post(SETTINGS, {"act": "hook_test"}, follow=True))
    twice = client.post(SETTINGS, {"act": "hook_test"})
    assert (twice.status_code, "A test is still under way" in said(twice)) == (422, True)
    assert "Your webhook is removed" in said(client.post(SETTINGS, {"act": "hook_remove"}, follow=True))
    assert client.post(SETTINGS, {"act": "hook_test"}).status_code == 422
    assert client.post(SETTINGS, {"act": "else"}).status_code == 422


def test_who_gets_no_mail_is_told_so_with_the_way_out_and_only_commissioners_see_it_of_others() -> None:
    league_of()
    saint = known("saints")
    saint.email = "saint@example.org"
    saint.save()
    record_refusal(user=saint, said="550 5.1.1 No such user", at=BEGAN)
    for address in ("/me/", "/inbox/", SETTINGS):
        shown = said(browser(saint).get(address))
        assert ("Our mail does not reach you" in shown, "5.1.1 No such user" in shown) == (True, True), address
    seen = {who: said(browser(known(who)).get(PEOPLE)) for who in ("boss", "razors")}
    assert ["mail does not reach them" in seen[who] for who in ("boss", "razors")] == [True, False]
    assert "saint@example.org" not in seen["boss"]
    browser(saint).post(SETTINGS, {"act": "mail_again"})
    assert "Our mail does not reach you" not in said(browser(saint).get("/inbox/"))


def test_the_page_asks_the_same_of_the_database_however_much_was_chosen() -> None:
    league_of()
    client = browser(known("saints"))
    counts = []
    for changed in ({}, {f"{group}__mail": "weekly" for group in NOTICE_GROUPS}):
        saved(client, **changed)
        with CaptureQueriesContext(connection) as queries:
            client.get(SETTINGS)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20


def test_saving_anything_leaves_a_zone_unchosen_that_nobody_chose() -> None:
    league_of()
    client = browser(known("saints"))
    page = client.get(SETTINGS).content.decode()
    assert re.search(r'<option value="" selected>None chosen', page)
    assert client.post(SETTINGS, {**form(results__mail="weekly"), "time_zone": ""}).status_code == 302
    assert Preferences.objects.get().time_zone == ""
    assert client.post(SETTINGS, {**form(), "time_zone": "Asia/Tokyo"}).status_code == 302
    assert Preferences.objects.get().time_zone == "Asia/Tokyo"


def test_a_dead_message_is_sent_again_by_its_button_and_others_have_none() -> None:
    league_of()
    client = browser(known("saints"))
    client.post(SETTINGS, {"act": "hook", "address": "https://1.1.1.1/x", "shape": "standard"})
    client.post(SETTINGS, {"act": "hook_test"})
    message = PersonalDelivery.objects.get()
    assert "Send again" not in said(client.get(SETTINGS))
    PersonalDelivery.objects.update(next_at=None, tries=11, said="Nobody answered.")
    assert "Send again" in said(client.get(SETTINGS))
    answer = client.post(SETTINGS, {"act": "hook_again", "message": message.pk}, follow=True)
    assert "The message is on its way again." in said(answer)
    message.refresh_from_db()
    assert (message.tries, message.next_at is None, message.said) == (0, False, "")
    assert client.post(SETTINGS, {"act": "hook_again", "message": message.pk}).status_code == 422
    other = browser(known("razors"))
    other.post(SETTINGS, {"act": "hook", "address": "https://1.1.1.1/y", "shape": "standard"})
    assert other.post(SETTINGS, {"act": "hook_again", "message": message.pk}).status_code == 422
