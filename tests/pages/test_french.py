"""The site in French: chosen by the browser, in a page's footer, or by the person; English remnants are marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import deactivate, override

from league.accounts import erase, save_language
from league.models import LanguageChoice
from league.templatetags.formatting import k
from rules.core.refusals import Malformed
from tests.league.small_league import BEGAN, settled
from tests.people.crowd import browser, known, league_of, person

pytestmark = pytest.mark.django_db
FRENCH: dict[str, Any] = {"headers": {"accept-language": "fr-CA,fr;q=0.9,en;q=0.5"}}


@pytest.fixture(autouse=True)
def in_english_again() -> Iterator[None]:
    """Reset the language, since a thread keeps the one of its last request."""
    yield
    deactivate()


def french(user: Any = None) -> Client:
    """The browser of somebody who reads French."""
    client = Client(**FRENCH)
    if user is not None:
        client.force_login(user)
    return client


def test_a_browser_that_asks_for_french_gets_it_and_any_other_language_is_english() -> None:
    page = french().get("/").content.decode()
    assert '<html lang="fr"' in page
    assert "<h1>Ligues</h1>" in page
    other = Client(headers={"accept-language": "de-DE,de;q=0.9"}).get("/").content.decode()
    assert '<html lang="en"' in other
    assert "<h1>Leagues</h1>" in other


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/", "Fonder une ligue"),
        ("/accounts/login/", "Sans mot de passe"),
        ("/accounts/signup/", "Vous avez un compte"),
        ("/nowhere/", "Rien à cette adresse"),
    ],
)
def test_the_pages_of_strangers_are_french(address: str, words: str) -> None:
    page = french().get(address).content.decode()
    assert words in page
    assert '<main id="main" class="container-xl" tabindex="-1">' in page


def test_a_league_is_french_round_its_english_journal_and_asks_no_more_of_the_database() -> None:
    settled()
    pages = {
        "/l/rust-belt/": ("Classement", "Ce qui s’est passé", "Saison 1"),
        "/l/rust-belt/s1/board/": ("Tableau de bord", "Qui n’a pas agi"),
        "/l/rust-belt/people/": ("Inviter", "Le registre du commissaire"),
        "/inbox/": ("Boîte de réception",),
        "/me/": ("Vos ligues", "Commissaire"),
        "/new/": ("Nom de la ligue", "Fonder la ligue"),
        "/l/rust-belt/announcements/": ("Faire une annonce", "Rien n’a encore été annoncé."),
    }
    english, boss = browser(known("boss")), french(known("boss"))
    for address, words in pages.items():
        english.get(address)
        with CaptureQueriesContext(connection) as asked_in_english:
            plain = english.get(address).content.decode()
        with CaptureQueriesContext(connection) as asked_in_french:
            page = boss.get(address).content.decode()
        assert 'lang="en"' not in plain.split("<main")[1].split("</main>")[0], address
        for word in words:
            assert word in page, (address, word)
        assert len(asked_in_french) <= len(asked_in_english), address
    home = boss.get("/l/rust-belt/").content.decode()
    assert re.search(r'<a class="name" href="/l/rust-belt/s1/journal/\d+/" lang="en">', home)


def test_an_amount_of_money_has_a_comma_and_figures_for_programs_a_point() -> None:
    with override("fr"):
        assert (k(13_500), k(-500), k(1_000), k(None)) == ("13,5k", "−0,5k", "1k", "–")
        assert Template("{{ x }}").render(Context({"x": 1.5})) == "1.5"
    assert k(13_500) == "13.5k"


def test_what_is_not_translated_is_marked_as_english() -> None:
    league_of()
    page = french().get("/l/rust-belt/s1/journal/").content.decode()
    assert '<main id="main" class="container-xl" lang="en" tabindex="-1">' in page
    assert '<nav lang="fr" aria-label="Fil d’Ariane">' in page


def test_the_form_at_the_foot_changes_the_language_of_this_browser_and_comes_back() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/language/", {"language": "fr", "next": "/?page=2"})
    assert (answer.status_code, answer["Location"]) == (302, "/?page=2")
    assert client.cookies["django_language"]["samesite"] == "Lax"
    assert "<h1>Ligues</h1>" in client.get("/").content.decode()
    client.post("/language/", {"language": "en", "next": "/"})
    assert "<h1>Leagues</h1>" in client.get("/").content.decode()
    assert not LanguageChoice.objects.exists()


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
def test_it_leads_nowhere_else_and_a_language_there_is_not_changes_nothing(back: str) -> None:
    answer = Client().post("/language/", {"language": "tlh", "next": back})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not answer.cookies


def test_a_person_finds_his_language_where_he_logs_in_next_and_it_is_forgotten_with_him() -> None:
    nora = person("nora")
    browser(nora).post("/language/", {"language": "fr", "next": "/"})
    assert LanguageChoice.objects.get(user=nora).language == "fr"
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": "nora", "password": "a pass phrase"})
    assert "<h1>Ligues</h1>" in elsewhere.get("/").content.decode()
    with pytest.raises(Malformed):
        save_language(user=nora, language="tlh")
    erase(user=nora, at=BEGAN)
    assert not LanguageChoice.objects.exists()
