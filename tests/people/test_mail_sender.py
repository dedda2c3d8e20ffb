"""The sender of the site's mail: chosen by the operator, or made from the address of the site."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from config.senders import sender, validate_address
from league.mail import sender_headers


@pytest.mark.parametrize(
    ("given", "site", "expected"),
    [
        ("", "https://league.example.org", "Dethmetal <noreply@league.example.org>"),
        ("", "http://localhost:8000", "Dethmetal <noreply@localhost>"),
        ("", "http://192.168.1.5:8000", "Dethmetal <noreply@localhost>"),
        ("", "http://[::1]:8000", "Dethmetal <noreply@localhost>"),
        ("races@example.org", "http://localhost:8000", "races@example.org"),
        ("Racers <races@example.org>", "http://localhost:8000", "Racers <races@example.org>"),
    ],
)
def test_the_sender_is_the_one_given_or_of_the_site(given: str, site: str, expected: str) -> None:
    assert sender(given, site_url=site) == expected


@pytest.mark.parametrize("text", ["nobody", "a@", "Racers <nobody>", "a@example.org\nBcc: b@example.org", "a@b@c"])
def test_nothing_starts_with_a_sender_that_is_no_address(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"MAIL_REPLY_TO is .* and no mail address"):
        validate_address(text, variable="MAIL_REPLY_TO")


def test_ids_have_the_senders_domain_and_stay_the_same_for_a_mail_with_a_name(settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL, settings.MAIL_REPLY_TO = "Racers <races@example.org>", ""
    assert sender_headers("notice-7") == {"Message-ID": "<notice-7@example.org>"}
    first, second = sender_headers()["Message-ID"], sender_headers()["Message-ID"]
    assert (first.endswith("@example.org>"), first == second) == (True, False)
    settings.MAIL_REPLY_TO = "help@example.org"
    assert sender_headers("notice-7")["Reply-To"] == "help@example.org"
