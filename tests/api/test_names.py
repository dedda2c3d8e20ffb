"""Renaming by program: owners and commissioners, former names in every read, and a name that is taken back."""

from __future__ import annotations

from typing import Any

import pytest

from drivers.models import Driver
from league.models import NameChange
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, act_scope
from tests.api.api_callers import Program, at, program_of
from tests.league.small_league import Table, founded, signed

pytestmark = pytest.mark.django_db
NAMES = "/leagues/rust-belt/names"


def razors(table: Table, *scopes: str) -> Program:
    return program_of(table, "razors", READ_SCOPE, *(scopes or (act_scope("razors"),)))


def boss(table: Table) -> Program:
    return program_of(table, "boss", READ_SCOPE, COMMISSION_SCOPE)


def rename(program: Program, key: str, kind: str, id: str, name: str, **more: Any) -> Any:
    return program.post(NAMES, {"kind": kind, "id": id, "name": name, **more}, key=key)


def test_an_owner_and_a_commissioner_rename_everything_and_every_read_follows() -> None:
    table = signed()
    owner, commissioner = razors(table), boss(table)
    before = owner.get(at(table, "/franchises/razors"))
    answers = [
        rename(owner, "1", "franchise", "razors", "The Blades"),
        rename(owner, "2", "driver", "razors.d1", "Ann Chovy"),
        rename(owner, "3", "car", "razors.car1", "Old Faithful"),
        rename(commissioner, "4", "league", "rust-belt", "Rust Bowl"),
        rename(commissioner, "5", "season", "s1", "The Dust Year"),
    ]
    assert [answer.status_code for answer in answers] == [200] * 5
    franchise = owner.get(at(table, "/franchises/razors"))
    assert franchise["ETag"] != before["ETag"]
    assert (franchise.json()["name"], franchise.json()["former_names"]) == ("The Blades", ["Razors"])
    driver = owner.get(at(table, "/drivers/razors.d1")).json()
    assert (driver["sheet"]["name"], driver["former_names"]) == ("Ann Chovy", ["razors 1"])
    car = owner.get(at(table, "/franchises/razors/garage")).json()["cars"][0]
    assert (car["name"], car["former_names"]) == ("Old Faithful", ["Car 1"])
    league = owner.get("/leagues/rust-belt").json()
    assert (league["name"], league["former_names"]) == ("Rust Bowl", ["Rust Belt"])
    assert owner.get(at(table, "")).json()["title"] == "The Dust Year"
    found = owner.get("/leagues/rust-belt/search?q=razors+1").json()["found"]
    assert ("Ann Chovy", "formerly razors 1") in [(hit["name"], hit["beside"]) for hit in found]
    changes = owner.get(f"{NAMES}?kind=driver&id=razors.d1").json()["changes"]
    assert [(change["former"], change["name"]) for change in changes] == [("razors 1", "Ann Chovy")]


def test_the_same_key_is_answered_the_same_and_the_same_name_changes_nothing() -> None:
    owner = razors(signed())
    first, again = (rename(owner, "k", "franchise", "razors", "The Blades") for _ in range(2))
    assert first.content == again.content
    unchanged = rename(owner, "k2", "franchise", "razors", "The Blades")
    assert unchanged.json() == {"name": "The Blades", "change": None}
    assert NameChange.objects.count() == 1


def test_a_commissioner_takes_a_name_back() -> None:
    table = signed()
    number = rename(razors(table), "k", "franchise", "razors", "Rude").json()["change"]["number"]
    answer = boss(table).post(f"{NAMES}/{number}/veto", {"reason": "It is rude."}, key="v")
    assert (answer.status_code, answer.json()["name"], answer.json()["change"]["takes_back"]) == (201, "Razors", True)
    refused = rename(razors(table), "k2", "franchise", "razors", "Nice")
    assert refused.json()["type"].endswith("/rename-vetoed")
    assert boss(table).get(at(table, "/franchises/razors")).json()["former_names"] == []
    seen = {
        who: [(change["former"], change["name"]) for change in program.get(NAMES).json()["changes"]]
        for who, program in (("member", razors(table)), ("stranger", Program()))
    }
    assert seen == {"member": [("Razors", "Rude"), ("Rude", "Razors")], "stranger": [("Razors", ""), ("", "Razors")]}


@pytest.mark.parametrize(
    ("kind", "id", "name", "problem", "pointer"),
    [
        ("franchise", "razors", "SAINTS", "name-taken", "/name"),
        ("franchise", "razors", ".", "malformed", "/name"),
        ("franchise", "razors", "Rаzors", "malformed", "/name"),
        ("driver", "saints.d1", "Mine", "not-yours", ""),
        ("league", "rust-belt", "Mine", "not-yours", ""),
        ("driver", "nobody", "Mine", "unknown", ""),
    ],
)
def test_what_is_refused_says_why_and_where(kind: str, id: str, name: str, problem: str, pointer: str) -> None:
    answer = rename(razors(signed()), "k", kind, id, name)
    assert answer.json()["type"].endswith(f"/{problem}")
    assert [error["pointer"] for error in answer.json().get("errors", [])] == ([pointer] if pointer else [])
    assert not NameChange.objects.exists()


def test_a_commissioner_gives_a_reason_for_what_is_somebody_else_s() -> None:
    table = signed()
    assert rename(boss(table), "k", "franchise", "razors", "Polite").json()["type"].endswith("/reason-missing")
    assert rename(boss(table), "k2", "franchise", "razors", "Polite", reason="Asked to.").status_code == 200


def test_a_token_acts_only_within_its_scopes() -> None:
    table = signed()
    reader = program_of(table, "boss", READ_SCOPE)
    assert rename(reader, "k", "franchise", "razors", "Polite").json()["type"].endswith("/scope-missing")
    assert rename(razors(table), "k2", "league", "rust-belt", "Polite").json()["type"].endswith("/not-yours")


@pytest.mark.parametrize("query", ["?kind=planet", "?id=razors", "?after=x"])
def test_a_query_that_names_nothing_is_refused(query: str) -> None:
    assert razors(signed()).get(NAMES + query).status_code == 400


HIRE = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1"}
BUY = {"type": "buy_car", "franchise": "razors", "car": "razors.car1"}


@pytest.mark.parametrize(
    ("command", "name", "problem"),
    [
        (HIRE, "Rosie R1vet", "name-taken"),
        (HIRE, "Rоsie", "malformed"),
        (HIRE, "...", "malformed"),
        (BUY, "a\u200bb", "malformed"),
    ],
)
def test_new_drivers_and_cars_get_proper_names(command: dict[str, Any], name: str, problem: str) -> None:
    table = founded()
    table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1", name="Rosie Rivet")
    length = table.row.length
    answer = razors(table).post(at(table, "/commands"), {"commands": [{**command, "name": name}]}, key="k")
    assert answer.status_code == 422
    assert answer.json()["type"].endswith(f"/{problem}")
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/commands/0/name"]
    assert table.row.length == length


def test_a_new_name_is_stored_composed_and_two_of_one_batch_differ() -> None:
    table = founded()
    batch = [{**HIRE, "name": " Zoe\u0301  Z"}, {**HIRE, "driver": "razors.d2", "name": "Zoe Z"}]
    refused = razors(table).post(at(table, "/commands"), {"commands": batch}, key="k")
    assert refused.json()["type"].endswith("/name-taken")
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/commands/1/name"]
    again = [razors(table).post(at(table, "/commands"), {"commands": batch[:1]}, key="k2") for _ in range(2)]
    assert [answer.status_code for answer in again] == [201, 201]
    assert Driver.objects.get(pk="rust-belt/razors.d1").name == "Zo\u00e9 Z"
