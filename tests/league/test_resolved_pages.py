"""The pages of a match that was resolved here: that it was, its log's digest, and what happened in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from league.journal.gate import writing
from league.models import MatchLog
from league.pages.match_log import with_names
from rules.registry import installed
from tests.league.building import Table, report, signed
from tests.league.resolving import climbing, resolved
from tests.rules.ladder import LADDER, Ladder

pytestmark = pytest.mark.django_db
MATCH = "/l/rust-belt/s1/m1/"
LOG = f"{MATCH}log/"


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with installed(LADDER):
        yield


def page(address: str, client: Client | None = None) -> str:
    """What a visitor reads at an address."""
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_match_resolved_here_says_so_with_its_logs_digest() -> None:
    resolved(climbing())
    text = page(MATCH)
    assert "run here" in text
    assert f"log {MatchLog.objects.get().digest}" in text
    assert f'href="{LOG}"' in text
    assert "The result was reported from" not in text


def test_its_log_is_told_in_lines_with_names_for_ids() -> None:
    resolved(climbing())
    text = page(LOG)
    assert "resolved here by ladder, edition 1" in text
    assert "is at the top." in text
    assert "Heat 1: Car 1" in text
    assert "razors.car1" not in text


def test_a_reported_match_has_no_log_and_is_not_run_here_whatever_it_says_of_itself() -> None:
    table = climbing(ruleset="reported", heats=2)
    said = {"ruleset": "ladder", "version": "1", "log_digest": "0" * 64, "packet": "0" * 64}
    table.give("accept_report", match="m1", report=report(table, source=said))
    assert "run here" not in page(MATCH)
    assert "The result was reported from: ladder 1" in page(MATCH)
    assert Client().get(LOG).status_code == 404
    assert Client().get("/l/rust-belt/s1/m9/log/").status_code == 404


def test_a_log_that_no_ruleset_here_can_read_says_why() -> None:
    with installed(Ladder(name="old")):
        resolved(climbing(ruleset="old"))
    assert "There is no ruleset &#x27;old&#x27;" in page(LOG)
    with installed(Ladder(name="old", edition=2)):
        assert "The log is of edition 1 of The Ladder: this is 2." in page(LOG)
    with writing():
        MatchLog.objects.update(log=b"dust")
    assert "cannot be read" in page(LOG)


def test_an_owner_is_told_what_his_own_line_up_carries_in_vain_until_it_is_locked() -> None:
    table = signed(items=True, franchises=("razors", "saints"))
    table.give("fit_item", by="razors", franchise="razors", item="razors.gun1", car="razors.car1")
    planned = {"match": "m1", "event": "ladder", "franchises": ["razors", "saints"], "ruleset": "ladder"}
    table.give("announce_round", round="r1", matches=[planned])
    seats = [{"car": "razors.car1", "driver": "razors.d1"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats)
    told = "razors.car1 carries machinegun in vain."
    assert told in page(MATCH, _as(table, "razors"))
    assert told not in page(MATCH, _as(table, "saints"))
    assert told not in page(MATCH)


def _as(table: Table, franchise: str) -> Client:
    client = Client()
    assert client.login(username=f"{table.league}-{franchise}", password=franchise)
    return client


def test_the_house_rules_show_the_switches_of_the_rulesets_there_are() -> None:
    signed(switches={"ladder.slippery": True, "match.ruleset": "ladder"})
    text = page("/l/rust-belt/s1/rules/")
    assert "ladder.slippery" in text
    assert "Two tails running throw a car off." in text
    assert "reported or " in text
    assert "or ladder" in text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("razors.d1 falls.", "Jane falls."),
        ("Off goes razors.d1.", "Off goes Jane."),
        ("razors.d10 and razors.d1, razors.d1!", "razors.d10 and Jane, Jane!"),
        ("Nothing.", "Nothing."),
    ],
)
def test_an_id_with_a_name_is_called_by_it(line: str, told: str) -> None:
    assert with_names(line, {"razors.d1": "Jane"}) == told
