"""The pages of duels at a referee's table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from league.models import Duel, DuelEntry
from tests.command_forms.desk import Sitter
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db
HERE = "/l/rust-belt/s1/duels/"


def opened(*names: str, **fields: Any) -> tuple[Client, Duel]:
    """A duel opened by the commissioner with these vehicles entered by hand."""
    table = founded()
    boss = Sitter(table.season, "boss").client
    rows = {
        key: value
        for number, name in enumerate(names or ("Razors", "Saints", "Wolves"), start=1)
        for key, value in ((f"name:{number}", name), (f"occupants:{number}", "2"), (f"speed:{number}", "30"))
    }
    answer = boss.post(f"{HERE}new/", {"key": "form.1", "title": "The yard", **rows, **fields})
    assert answer.status_code == 302, answer.content.decode()
    return boss, Duel.objects.get()


def send(client: Client, *actions: dict[str, Any]) -> dict[str, Any]:
    """What the server answers to actions."""
    answer = client.post(f"{HERE}1/actions/", json.dumps({"actions": actions}), content_type="application/json")
    assert answer.status_code == 200, answer.content.decode()
    return answer.json()


def enter(key: str, turn: int = 1, phase: int = 1, **event: Any) -> dict[str, Any]:
    return {"key": key, "act": "enter", "event": {"turn": turn, "phase": phase, **event}}


def test_a_duel_is_run_phase_by_phase() -> None:
    boss, _ = opened()
    answer = send(
        boss,
        enter("a", type="hit", by="razors", on="saints"),
        {"key": "b", "act": "close", "phase": 1},
        enter("c", phase=2, type="kill", on="saints", part="destroyed", because={"type": "attack", "by": "razors"}),
    )
    assert [result["ok"] for result in answer["results"]] == [True] * 3
    page = boss.get(f"{HERE}1/")
    assert page.status_code == 200
    assert DuelEntry.objects.count() == 3
