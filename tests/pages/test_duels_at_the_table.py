"""What screens send of a duel, and what they are answered."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from league.models import DuelEntry
from league.pages.duels import actions
from league.pages.duels.actions import MOST_ACTIONS
from tests.pages.duel_tables import (
    HERE,
    close,
    destroyed,
    enter,
    open_by_hand,
    send,
    sentences,
    the_duel,
)
from tests.pages.page_reader import reader

pytestmark = pytest.mark.django_db
MOST_QUERIES = 8


def test_a_duel_is_run_phase_by_phase() -> None:
    boss = open_by_hand()
    answer = send(
        boss, enter("a", type="hit", by="razors", on="saints"), close(1), destroyed("b", "saints", "razors", phase=2)
    )
    state = answer["state"]
    assert sentences(answer) == ["", "", ""]
    assert (state["closed"], state["turn"], state["phase"], state["can_enter"], state["ended"]) == (
        1,
        1,
        2,
        True,
        None,
    )
    assert [line["total"] for line in state["sheet"]["duelists"]] == ["41", "-40", "0"]
    assert [line["says"] for line in state["log"]] == [
        "Razors hits Saints.",
        "Saints is destroyed: Razors hit it.",
    ]
    assert [(it["id"], it["destroyed"]) for it in state["conditions"]] == [
        ("razors", False),
        ("saints", True),
        ("wolves", False),
    ]


def test_the_same_key_again_does_nothing_and_is_answered_alike() -> None:
    boss = open_by_hand()
    first = send(boss, enter("a", type="hit", by="razors", on="saints"), close(1))
    again = send(boss, enter("a", type="hit", by="razors", on="saints"), close(1), close(1))
    assert again["results"] == [*first["results"], first["results"][1]]
    assert again["state"] == first["state"]
    assert DuelEntry.objects.count() == 2


def test_a_refused_action_leaves_nothing_and_the_others_are_taken() -> None:
    boss = open_by_hand()
    answer = send(
        boss,
        enter("a", type="hit", by="razors", on="nobody"),
        enter("b", type="hit", by="razors", on="saints"),
        {"key": "c", "act": "dance"},
        {"key": "d", "act": "undo", "of": "zz"},
        {"act": "close", "phase": 1},
        {"key": "e", "act": "close", "phase": "one"},
        {"key": "f", "act": "enter"},
        {"key": "g", "act": "rule", "of": "b", "shares": {"razors": "1"}, "note": "x"},
        {"key": "h", "act": "undo"},
        "nothing",
    )
    assert sentences(answer) == [
        "Turn 1, phase 1: there is no vehicle 'nobody' in this duel. Name one of razors, saints, wolves.",
        "",
        "There is no act 'dance': use one of enter, undo, redo, close, reopen, rule.",
        "The duel has no entry 'zz': look at its log, and name one of these.",
        "Give each action a key of 1 to 60 printable characters, such as a UUID.",
        "Give the phase as a whole number, counted from 1 at the start of the duel.",
        "This is no event: Expected `object`, got `null`. Correct that field.",
        "Only the credit for a kill is ruled on: name the key of a kill.",
        "Name the key of an entry in `of`.",
        "Give each action a key of 1 to 60 printable characters, such as a UUID.",
    ]
    assert [entry.key for entry in DuelEntry.objects.all()] == ["b"]


@pytest.mark.rule("CW-S-047")
def test_a_ruling_counts_and_both_are_in_the_log() -> None:
    boss = open_by_hand()
    shares = {"razors": "1/2", "": "1/2"}
    state = send(
        boss,
        destroyed("a", "saints", "razors"),
        {"key": "b", "act": "rule", "of": "a", "shares": shares, "note": "Half of it was the wall."},
    )["state"]
    assert state["sheet"]["duelists"][0]["kill_points"] == "20"
    assert state["log"][1] | {"at": ""} == {
        "key": "b",
        "number": 2,
        "by": "a commissioner",
        "at": "",
        "undone": False,
        "index": 1,
        "turn": 1,
        "phase": 1,
        "type": "ruling",
        "document": {"of": "a", "shares": shares, "note": "Half of it was the wall."},
        "says": "The referee rules on Saints: Razors 1/2, nobody 1/2.",
        "note": "Half of it was the wall.",
    }


def test_what_is_undone_stays_in_the_log_and_can_be_redone() -> None:
    boss = open_by_hand()
    undone = send(boss, enter("a", type="hit", by="razors", on="saints"), {"key": "b", "act": "undo", "of": "a"})
    assert (undone["state"]["log"][0]["undone"], undone["state"]["sheet"]["duelists"][0]["total"]) == (True, "0")
    redone = send(boss, {"key": "c", "act": "redo", "of": "a"})
    assert (redone["state"]["log"][0]["undone"], redone["state"]["sheet"]["duelists"][0]["total"]) == (False, "1")


@pytest.mark.rule("CW-S-034")
def test_a_duel_ends_at_the_close_of_a_phase() -> None:
    boss = open_by_hand()
    state = send(boss, destroyed("a", "saints", "razors"), destroyed("b", "wolves", "razors"))["state"]
    assert (state["ended"], state["ends_at_close"]["moment"], the_duel().ended) == (None, "turn 1, phase 1", None)
    state = send(boss, close(1))["state"]
    assert (state["ended"]["reason"], state["ended"]["rule"], state["turn"], state["phase"]) == (
        "last_vehicle", "CW-S-034", 1, 1,
    )  # fmt: skip
    assert the_duel().ended == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 422),
        ("[]", 422),
        ('{"actions": {}}', 422),
        ('{"actions": [NaN]}', 422),
        (json.dumps({"actions": [{}] * (MOST_ACTIONS + 1)}), 422),
    ],
)
def test_a_request_of_another_form_is_refused_with_a_sentence(body: str, status: int) -> None:
    boss = open_by_hand()
    answer = boss.post(f"{HERE}1/actions/", body, content_type="application/json")
    assert answer.status_code == status
    assert answer.json()["sentence"].endswith(".")


@pytest.mark.parametrize(("who", "status"), [("stranger", 401), ("razors", 403)])
def test_nobody_but_the_referee_enters_anything(who: str, status: int) -> None:
    open_by_hand()
    answer = reader(who).post(
        f"{HERE}1/actions/", json.dumps({"actions": [close(1)]}), content_type="application/json"
    )
    assert (answer.status_code, DuelEntry.objects.exists()) == (status, False)
    assert reader(who).get(f"{HERE}1/state/").json()["can_enter"] is False


def test_a_screen_without_the_token_of_its_page_is_refused() -> None:
    open_by_hand()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = reader("boss").cookies
    answer = strict.post(f"{HERE}1/actions/", json.dumps({"actions": [close(1)]}), content_type="application/json")
    assert (answer.status_code, DuelEntry.objects.exists()) == (403, False)


def test_other_screens_ask_for_what_is_new() -> None:
    boss, crowd = open_by_hand(), reader("stranger")
    before = crowd.get(f"{HERE}1/state/?since=7")
    assert (before.status_code, before["ETag"]) == (200, '"0"')
    assert crowd.get(f"{HERE}1/state/?since=0").status_code == 304
    assert crowd.get(f"{HERE}1/state/", headers={"If-None-Match": '"0"'}).content == b""
    send(boss, close(1))
    assert crowd.get(f"{HERE}1/state/?since=0").json()["version"] == 1
    assert crowd.get(f"{HERE}9/state/").status_code == 404


def test_a_duel_of_too_many_entries_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    boss = open_by_hand()
    monkeypatch.setattr(actions, "MOST_ENTRIES", 2)
    assert sentences(send(boss, close(1), close(2), close(3))) == [
        "",
        "",
        "A duel has at most 2 entries, with those undone: end it, and open another.",
    ]
