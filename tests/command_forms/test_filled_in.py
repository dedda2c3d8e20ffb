"""Forms that arrive filled in say so, and why."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.command_forms.desk import Sitter
from tests.journeys.scriptless_person import Page
from tests.league.small_league import founded, settled, signed

pytestmark = pytest.mark.django_db
SEASON = "/l/rust-belt/s1/"


def text(client: Client, address: str) -> str:
    """The text of a page's main part on one line."""
    return Page(client.get(address).content.decode()).main.text


@pytest.mark.parametrize(
    ("who", "address", "words"),
    [
        ("razors", f"{SEASON}do/hire_rookie/", "Filled in with a name that nobody here has had."),
        ("boss", f"{SEASON}do/change_switch/?switch=draft.snake", "Filled in with the opposite of the present"),
        ("boss", f"{SEASON}do/change_switch/?switch=roster.max", "Filled in with the present setting: change it."),
        ("razors", "/l/rust-belt/f/razors/orders/change/", "Filled in with the usual orders, which stand now."),
        ("boss", f"{SEASON}questionnaires/house-rules/", "Filled in with the answers in force."),
    ],
)
def test_a_form_says_what_it_is_filled_in_with(who: str, address: str, words: str) -> None:
    table = founded()
    assert words in text(Sitter(table.season, who).client, address)


def test_a_form_that_was_sent_says_it_no_more() -> None:
    sitter = Sitter(founded().season, "boss")
    sent = sitter.client.post(
        f"{SEASON}do/change_switch/", {"switch": "roster.max", "setting": "many", "act": "give"}
    )
    assert sent.status_code == 422
    assert "Filled in" not in sent.content.decode()


def test_a_round_is_filled_in_by_who_met_least_or_as_it_was_planned() -> None:
    table = settled()
    boss = Sitter(table.season, "boss").client
    announce = f"{SEASON}do/announce_round/"
    assert "Filled in as usual: franchises that have met least are paired." in text(boss, announce)
    boss.post(f"{SEASON}schedule/", {"size": "2", "act": "all"})
    assert "Filled in as the round was planned." in text(boss, announce)


def test_a_draft_of_answers_is_what_its_fields_are_filled_in_with() -> None:
    table = signed()
    boss = Sitter(table.season, "boss").client
    home = f"{SEASON}questionnaires/house-rules/"
    boss.post(home, {"q:roster.max": "12", "revision": 0, "act": "save"})
    assert "Filled in with the draft and, where it has no answer, with the answers in force." in text(boss, home)
    assert "Filled in" not in text(Client(), home)
