"""The site is in English for everybody, whatever a browser asks for or kept from when there were two languages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.people.crowd import league_of

pytestmark = pytest.mark.django_db
FRENCH: dict[str, Any] = {"headers": {"accept-language": "fr-CA,fr;q=0.9"}}


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/nowhere/", "/l/rust-belt/", "/l/rust-belt/s1/journal/"])
def test_a_browser_that_asks_for_french_gets_the_english_page(path: str) -> None:
    league_of()
    french = Client(**FRENCH)
    french.cookies["django_language"] = "fr"
    answer, plain = french.get(path), Client().get(path)
    assert answer.status_code == plain.status_code
    assert '<html lang="en"' in answer.content.decode()
    assert " ".join(_without_keys(answer)) == " ".join(_without_keys(plain))


def test_a_page_does_not_vary_by_the_language_asked_for() -> None:
    answer = Client(**FRENCH).get("/")
    assert "accept-language" not in answer["Vary"].lower()
    assert "Content-Language" not in answer


def test_no_page_has_a_form_for_the_language_and_the_old_one_leads_nowhere() -> None:
    page = Client().get("/").content.decode()
    assert "language" not in page
    assert Client().post("/language/", {"language": "fr", "next": "/"}).status_code == 404


def _without_keys(answer: Any) -> list[str]:
    """The lines of a page but those with a token, which is another one in every answer."""
    return [line for line in answer.content.decode().splitlines() if "csrfmiddlewaretoken" not in line]
