"""On a phone, an owner chooses a digest, turns it off from the letter without logging in, and on again."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from scheduling.notices.choices import settings_of_user
from scheduling.notices.mail import send_due_mail
from tests.journeys.browser_people import Person
from tests.league.small_league import announced
from tests.scheduling.calendar_league import clocked, member
from tests.scheduling.letters import tell

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_digest_is_chosen_and_turned_off_from_the_letter_itself(
    visit: Callable[..., Any], live_server: Any, settings: Settings
) -> None:
    settings.SITE_URL = live_server.url
    table = clocked(announced())
    owner = Person("rust-belt-razors", visit(width=390, theme="dark", touch=True))
    owner.goes("/accounts/login/")
    owner.page.locator("input[name=login]").fill("rust-belt-razors")
    owner.page.locator("input[name=password]").fill("razors")
    owner.page.locator("main button[type=submit]").first.click()
    owner.page.wait_for_load_state()
    owner.goes("/inbox/")
    owner.presses("Choose what you get, and when")
    owner.chooses("Results, by mail", "In a daily digest")
    owner.chooses("Quiet from", "22:00")
    owner.chooses("Quiet until", "07:00")
    owner.presses("Save")
    owner.sees("Your daily digest comes next")
    now = timezone.now()
    tell(table, "razors", "locked", at=now)
    mail.outbox.clear()
    send_due_mail(at=now + timedelta(days=1))
    (letter,) = [message for message in mail.outbox if "digest" in message.subject and "razors" in message.to[0]]
    (address,) = re.findall(r"To turn it off: (\S+)", letter.body)

    reader = Person("anybody", visit(width=360, touch=True))
    reader.goes(address)
    reader.presses("Turn off")
    reader.sees("You no longer get your daily digest.")
    person = member(table, "razors").user_id
    assert settings_of_user(person).delivery("results", "mail") == "off"
    reader.presses("Turn on again")
    reader.sees("You get your daily digest.")
    assert settings_of_user(person).delivery("results", "mail") == "daily"
