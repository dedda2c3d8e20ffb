"""The example league can be played with any dice, is the same with the same secret, and passes its audit."""

from __future__ import annotations

import hashlib
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from journal import audit
from journal.chain import hash_document
from league.league_folder import perform_folder, read_batches, with_report_file
from rules.campaign.core.codec import fact_document, season_digest
from rules.campaign.core.state import Season

FOLDER = Path(__file__).parents[2] / "examples" / "first-laps"
SEASON = FOLDER / "s1"
SECRETS = [hashlib.sha256(str(number).encode()).digest() for number in range(25)]
FINAL = {
    "dead-reckoners": (25, 0, 3),
    "grannies": (51, 3, 12),
    "loss-adjusters": (32, 1, 8),
    "rust-saints": (46, 1, 13),
}
"""Points, match wins and criticals according to the four reports."""


def asked() -> list[dict[str, Any]]:
    """All commands of the example after its opening, in order, with their reports."""
    return [with_report_file(command, SEASON) for batch in read_batches(SEASON) for command in batch.commands]


def ended(secret: bytes) -> tuple[Season, list[dict[str, object]]]:
    """The season at its end, and its facts, played without a database."""
    [season] = perform_folder(FOLDER, secret=secret)
    return season.season, [fact_document(fact) for fact in season.facts]


def told(*arguments: str) -> list[str]:
    """The last two lines that `manage.py play` prints: the facts and the state's digest."""
    output = StringIO()
    call_command("play", str(FOLDER), *arguments, stdout=output, verbosity=0)
    return output.getvalue().splitlines()[-2:]


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.hex()[:6])
def test_the_example_is_played_to_its_end_whatever_the_dice(secret: bytes) -> None:
    season, _ = ended(secret)
    assert season.step == "E1"
    assert {
        franchise.id: (franchise.points, franchise.wins, franchise.criticals) for franchise in season.all_franchises()
    } == FINAL
    assert all(franchise.balance >= 0 for franchise in season.all_franchises())


def test_nobody_who_went_out_of_action_is_lined_up_or_sent_in_again() -> None:
    out_of_action: set[str] = set()
    for command in asked():
        entering: set[str] = set()
        if command["type"] == "name_line_up":
            entering = {seat[name] for seat in command["seats"] for name in ("driver", "gunner") if name in seat}
        if command["type"] == "accept_report":
            entering = {driver["driver"] for driver in command["report"]["substitutes"]}
        assert entering & out_of_action == set()
        if command["type"] == "accept_report":
            out_of_action |= {driver["driver"] for driver in command["report"]["drivers"] if driver.get("out")}
    assert len(out_of_action) == 11


@pytest.mark.django_db
def test_the_example_played_twice_answers_the_same_and_its_journal_holds() -> None:
    season, facts = ended(bytes.fromhex("00ff"))
    expected = [f"facts {hash_document(facts)}", season_digest(season)]
    assert told("--season-secret", "00ff") == expected
    assert told("--season-secret", "00ff") == expected
    assert audit("scrapyard/s1") == []


@pytest.mark.django_db
def test_the_example_played_in_another_league_has_the_same_facts_and_state() -> None:
    first = told("--season-secret", "00ff")
    assert told("--season-secret", "00ff", "--league", "again") == first
    assert audit("again/s1") == []


@pytest.mark.django_db
def test_another_secret_throws_other_dice() -> None:
    assert told("--season-secret", "0100", "--league", "other")[-1] != told("--season-secret", "00ff")[-1]
