"""The words a program sends with a request are stored in the entries that the request makes."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import api
from journal.entry_body import load_body
from league.models import Entry, Ruling, Season
from tests.api.api_callers import at, program_of
from tests.api.reportable_matches import document, locked, send
from tests.api.test_awaited_dice import pointed
from tests.command_forms.test_dice_words import words_at
from tests.command_forms.test_rulings import plays_too
from tests.league.small_league import SEEDS, Table, closed, settled
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db
FIRST, LAST = "5a" * 32, "0123456789abcdef" * 4
GIVES = {
    *("perform_or_request_approval", "amend_or_request_approval", "record_match_report", "_perform_ruling"),
    *("open_season", "open_following_season"),
}
"""The functions by which the API writes entries for the sender of a request."""


def stated(answer: dict[str, Any]) -> tuple[int, str]:
    """The entry number and the head that an answer's receipt states."""
    statement = json.loads(answer["receipt"]["statement"])
    return statement["entry"], statement["head"]


def head_at(table: Table, number: int) -> str:
    """The head of the journal after an entry."""
    return Entry.objects.get(season=table.season, number=number).hash


def ruled(table: Table, **more: str) -> Any:
    """Send a commissioner's ruling for claim 1 of m1."""
    body = {"claim": 1, "reason": "We all saw it.", **more}
    return program_of(table, "boss").post(at(table, "/matches/m1/ruling"), body, key="ruling")


def followed(table: Table, **more: str) -> Any:
    """Open a season after a closed one, as the commissioner."""
    body = {"name": "s2", "rounds": 3, **more}
    return program_of(table, "boss").post(f"/leagues/{table.league}/seasons", body, key="next")


def test_a_report_that_is_accepted_at_once_has_the_words_of_whoever_claimed_it_last() -> None:
    table = clocked(locked(dice=SEEDS), agreed_hours=0)
    first = send(table, "razors", document(table, words=FIRST)).json()
    assert (first["entry"], first["receipt"]) == (None, None)
    last = send(table, "saints", document(table, words=LAST)).json()
    assert stated(last) == (last["entry"], head_at(table, last["entry"]))
    assert words_at(table, "accept_report") == {LAST}


def test_a_report_is_the_same_under_its_key_whatever_its_words() -> None:
    table = locked(dice=SEEDS)
    first, second = (send(table, "razors", document(table, words=words)) for words in (FIRST, LAST))
    assert (first.status_code, first.content) == (second.status_code, second.content)


def test_a_ruling_has_the_commissioners_words() -> None:
    table = locked(dice=SEEDS)
    send(table, "razors", document(table, words=FIRST))
    answer = ruled(table, words=LAST)
    assert answer.status_code == 201
    number = answer.json()["entries"][-1]["number"]
    assert stated(answer.json()) == (number, head_at(table, number))
    assert words_at(table, "accept_report") == {LAST}


def test_the_opening_of_a_season_has_the_commissioners_words() -> None:
    table = closed(settled(1, dice=SEEDS, rounds=1))
    assert followed(table, words=LAST).status_code == 201
    opening = Entry.objects.get(season=Season.objects.get(pk=f"{table.league}/s2"), number=1)
    assert load_body(opening.body).words == LAST


@pytest.mark.parametrize("words", ["short", LAST.upper(), f"{LAST}\n"])
def test_words_that_no_program_makes_are_refused_where_they_stand(words: str) -> None:
    table = locked(dice=SEEDS)
    pointed(send(table, "razors", document(table, words=words)), 422, "malformed", "/words")
    send(table, "razors", document(table), key="first")
    pointed(ruled(table, words=words), 422, "malformed", "/words")


def test_the_words_of_an_opening_are_refused_where_they_stand() -> None:
    pointed(followed(closed(settled(1, dice=SEEDS, rounds=1)), words="short"), 422, "malformed", "/words")


def test_every_operation_of_which_entries_come_passes_words_on() -> None:
    calls: list[tuple[str, str, bool]] = []
    for path in sorted(Path(api.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GIVES:
                passes = {keyword.arg for keyword in node.keywords}
                calls.append((path.name, node.func.id, "words" in passes or None in passes))
    assert {name for _, name, _ in calls} == GIVES
    assert [call for call in calls if not call[2]] == [], "give these the `words` of the request"


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/amends", {"corrections": {"9": []}, "reason": "strike", "words": "zz"}),
        ("/amends/preview", {"corrections": {"9": []}, "reason": "strike", "words": "zz"}),
        ("/commands", {"commands": [{"type": "void_match", "match": "m1"}], "reason": "rain", "words": "zz"}),
        ("/trials", {"commands": [{"type": "void_match", "match": "m1"}], "reason": "rain", "words": "zz"}),
    ],
)
def test_words_are_looked_at_before_anybody_is_asked(path: str, asked: dict[str, Any]) -> None:
    table = plays_too(locked(dice=SEEDS), also=True)
    before = table.row.length
    pointed(program_of(table, "boss").post(at(table, path), asked, key="k"), 422, "malformed", "/words")
    assert (table.row.length, Ruling.objects.count()) == (before, 0)
