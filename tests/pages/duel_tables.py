"""Duels at a referee's table, opened and run through the site."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from league.models import Duel
from tests.league.league_cache import built_once
from tests.league.small_league import Table, founded, signed
from tests.pages.page_reader import reader

HERE = "/l/rust-belt/s1/duels/"
NAMES = ("Razors", "Saints", "Wolves", "Hounds", "Kings", "Nuns", "Crows", "Rats")


def open_by_hand(*, duelists: int = 3, **fields: Any) -> Client:
    """A duel with vehicles entered by hand, with the browser of the commissioner who opened it."""
    founded()
    boss = reader("boss")
    rows = {
        key: value
        for number, name in enumerate(NAMES[:duelists], start=1)
        for key, value in ((f"name:{number}", name), (f"occupants:{number}", "2"), (f"speed:{number}", "30"))
    }
    answer = boss.post(f"{HERE}new/?rows=20", {"key": "form.1", "title": "The yard", **rows, **fields})
    assert answer.status_code == 302, answer.content.decode()
    return boss


@built_once
def duel_locked() -> Table:
    """A league whose first match is a duel with locked line-ups, a car of each franchise."""
    table = signed(rounds=2)
    match = {"match": "m1", "event": "duel", "scoring": "duel", "franchises": list(table.franchises)}
    table.give("announce_round", round="r1", matches=[match])
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    return table


def open_from_match(**fields: Any) -> Client:
    """The duel of a match, opened from its line-ups, with the browser of the commissioner."""
    duel_locked()
    boss = reader("boss")
    cars = {f"speed:{franchise}.car1": "30" for franchise in ("razors", "saints", "widows")}
    answer = boss.post(f"{HERE}new/?match=m1", {"key": "form.1", "match": "m1", "title": "", **cars, **fields})
    assert answer.status_code == 302, answer.content.decode()
    return boss


def the_duel() -> Duel:
    """The duel as it stands."""
    return Duel.objects.get()


def send(client: Client, *actions: dict[str, Any]) -> dict[str, Any]:
    """What the site answers to actions of a screen."""
    answer = client.post(f"{HERE}1/actions/", json.dumps({"actions": actions}), content_type="application/json")
    assert answer.status_code == 200, answer.content.decode()
    document: dict[str, Any] = answer.json()
    return document


def sentences(answer: dict[str, Any]) -> list[str]:
    """The sentence of each refused action, "" for each that was taken."""
    return [result.get("sentence", "") for result in answer["results"]]


def enter(key: str, turn: int = 1, phase: int = 1, **event: Any) -> dict[str, Any]:
    """The action that enters an event."""
    return {"key": key, "act": "enter", "event": {"turn": turn, "phase": phase, **event}}


def destroyed(key: str, on: str, by: str, phase: int = 1) -> dict[str, Any]:
    """The action that enters the end of a car."""
    cause = {"type": "attack", "by": by}
    return enter(key, 1, phase, type="kill", on=on, part="destroyed", because=cause)


def close(phase: int) -> dict[str, Any]:
    """The action that closes a phase."""
    return {"key": f"close {phase}", "act": "close", "phase": phase}
