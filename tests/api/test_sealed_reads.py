"""No GET reveals what is sealed or private: protected drivers, line-ups, plans, standing orders, keys."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from franchises.models import StandingOrders
from league.models import League, Membership, RoundPlan
from league.tokens import READ_SCOPE
from tests.api.api_callers import Program, at, program_of
from tests.api.example_answers import SEASON
from tests.api.test_problems import told
from tests.league.small_league import BEGAN, Table, announced, founded, settled

pytestmark = [pytest.mark.long, pytest.mark.django_db]
OTHERS = ("stranger", "rival", "saints", "boss")
"""Everybody but the owner of the razors. The rival owns a franchise of another league."""
ADDRESSES = tuple(
    address for address in SEASON if not address.endswith(("duels/1", "log", "orders", "questionnaire", "entries"))
)
ADJUST = {"type": "adjust_driver", "driver": "razors.d1", "xp": 1}
"""A commissioner's command about a driver of the razors."""
IN_PUBLIC = ("matches", "matches/m1", "matches/m1/line-ups", "matches/m1/result", "awaited", "windows")
"""Where everybody may read that a line-up was named, as on the pages, but not which."""


def asking(table: Table, who: str) -> Program:
    """A program that may read all its person may."""
    if who == "stranger":
        return Program()
    return program_of(table, who, READ_SCOPE)


def seen(program: Program, table: Table) -> dict[str, Any]:
    """The answers of all of a season's paths in `ADDRESSES`."""
    return {address: program.get(at(table, f"/{address}")).json() for address in ADDRESSES}


def protecting() -> Table:
    """A season at its franchise contracts."""
    table = settled(rounds=1)
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep"):
        table.give(tag)
    return table


@pytest.mark.parametrize("who", ["stranger", "saints", "boss"])
def test_nothing_tells_others_whom_an_owner_protects_before_the_draft(who: str) -> None:
    table = protecting()
    table.give("protect_drivers", by="razors", franchise="razors", drivers=["razors.d2"])
    before = seen(asking(table, who), table)
    table.give("protect_drivers", by="razors", franchise="razors", drivers=["razors.d1"])
    assert seen(asking(table, who), table) == before
    assert before["drivers/razors.d1"]["sheet"]["contract"]["protected"] is None
    assert before["draft"]["naming"][0]["drivers"] is None
    assert before["draft"]["protected"] == []


def test_the_owner_reads_whom_he_protects_and_everybody_does_once_the_draft_is_open() -> None:
    table = protecting()
    table.give("protect_drivers", by="razors", franchise="razors", drivers=["razors.d1"])
    own = seen(asking(table, "razors"), table)
    assert own["drivers/razors.d1"]["sheet"]["contract"]["protected"] is True
    naming = {franchise["franchise"]: franchise for franchise in own["draft"]["naming"]}
    assert naming["razors"]["drivers"] == ["razors.d1"]
    assert naming["saints"]["drivers"] is None
    table.give("open_draft")
    others = seen(Program(), table)
    assert others["drivers/razors.d1"]["sheet"]["contract"]["protected"] is True
    assert "razors.d1" in [other["driver"] for other in others["draft"]["protected"]]


@pytest.mark.parametrize("who", ["stranger", "saints", "boss"])
def test_nothing_tells_others_who_sits_where_before_the_line_ups_are_locked(who: str) -> None:
    table = announced()
    seats = [{"driver": f"razors.d{number}", "car": f"razors.car{number}"} for number in (1, 2)]
    table.give("name_line_up", by="razors", match="m1", franchise="razors", seats=seats)
    before = seen(asking(table, who), table)
    table.give("name_line_up", by="razors", match="m1", franchise="razors", seats=seats[::-1][:1])
    assert seen(asking(table, who), table) == before
    assert before["matches/m1/line-ups"]["seats"] == []
    own = seen(asking(table, "razors"), table)["matches/m1/line-ups"]
    assert [seat["driver"] for seat in own["seats"]] == ["razors.d2"]


@pytest.mark.parametrize("who", ["stranger", "saints", "boss"])
def test_a_sealed_entry_is_told_by_its_number_time_seal_and_hash_and_changes_nothing_else(who: str) -> None:
    table = announced()
    before, length = seen(asking(table, who), table), table.row.length
    cursor = asking(table, who).get(at(table, "/facts?subject=franchise:razors&limit=1")).json()["next"]
    seats = [{"driver": f"razors.d{number}", "car": f"razors.car{number}"} for number in (1, 2)]
    table.give("name_line_up", by="razors", match="m1", franchise="razors", seats=seats)
    after = seen(asking(table, who), table)
    assert {address for address in ADDRESSES if before[address] != after[address]} <= set(IN_PUBLIC)
    assert asking(table, who).get(at(table, "/facts?subject=franchise:razors&limit=1")).json()["next"] == cursor
    (entry,) = asking(table, who).get(at(table, f"/entries?after={length}")).json()["entries"]
    assert {name for name, value in entry.items() if value} == {"number", "at", "seal", "hash"}
    assert (entry["number"], entry["seal"]) == (length + 1, "m1:M4")
    assert asking(table, who).get(at(table)).json()["digest"] == ""


def test_what_is_sealed_refuses_nobody_who_says_what_he_has_seen() -> None:
    """Refusing `seen` because of a sealed entry would reveal whom that entry is about."""
    table = protecting()
    length = table.row.length
    table.give("protect_drivers", by="razors", franchise="razors", drivers=["razors.d1"])
    sent = {"commands": [ADJUST], "seen": length, "reason": "For the show."}
    answer = program_of(table, "boss").post(at(table, "/commands"), sent, key="seen")
    assert answer.status_code == 201, answer.content
    again = {**sent, "reason": "Once more."}
    told(program_of(table, "boss").post(at(table, "/commands"), again, key="again"), 412, "out-of-date")


@pytest.mark.parametrize(
    ("who", "status"), [("stranger", 401), ("rival", 403), ("saints", 403), ("razors", 200), ("boss", 200)]
)
def test_standing_orders_are_the_owners_and_a_commissioner_reads_what_gives_nothing_away(
    who: str, status: int
) -> None:
    table = founded()
    document = {"reserve_k": 77, "drivers": ["razors.d8"], "protect": ["razors.d9"], "draft_queue": ["widows.d9"]}
    StandingOrders.objects.create(
        franchise_id="rust-belt/razors", document=document, updated_at=BEGAN, updated_by="rust-belt.razors"
    )
    program = _rival() if who == "rival" else asking(table, who)
    answer = program.get(at(table, "/franchises/razors/orders"))
    assert answer.status_code == status
    if status == 200:
        assert answer.json()["orders"] == (document if who == "razors" else {"reserve_k": 77})
        assert "no-store" in answer["Cache-Control"]
    Membership.objects.filter(franchise_id="rust-belt/razors").delete()
    if who == "boss":
        del document["draft_queue"]
        assert program.get(at(table, "/franchises/razors/orders")).json()["orders"] == document


def test_planned_rounds_are_for_members() -> None:
    table = announced()
    plan = {"match": "m2", "event": "race", "franchises": ["razors", "saints"]}
    RoundPlan.objects.create(
        season=table.row, number=2, matches=[plan], updated_at=timezone.now(), updated_by=table.handle("boss")
    )
    assert Program().get(at(table, "/rounds")).json()["planned"] == []
    for who in ("saints", "boss"):
        (planned,) = asking(table, who).get(at(table, "/rounds")).json()["planned"]
        assert planned == {"number": 2, "matches": [plan]}


@pytest.mark.parametrize("who", OTHERS)
def test_a_league_for_members_is_not_there_for_anybody_else(who: str) -> None:
    table = announced()
    League.objects.filter(pk=table.league).update(public=False)
    program = _rival() if who == "rival" else asking(table, who)
    parts = [at(table, f"/{address}") for address in ADDRESSES]
    of_league = [f"/leagues/rust-belt/{part}" for part in ("records", "heads", "announcements")]
    for path in (*parts, *of_league):
        answer = program.get(path)
        if who in ("stranger", "rival"):
            told(answer, 404, "not-found")
        else:
            assert answer.status_code == 200, path
            assert "private" in answer["Cache-Control"]


def _rival() -> Program:
    return program_of(founded(league="far-coast"), "razors", READ_SCOPE)


def test_no_key_is_told_before_its_dice_are_over_and_the_secret_never() -> None:
    table = announced()
    key_names = {}
    for step, tag, fields in (("M3", "", {}), ("M4", "lock_line_ups", {"match": "m1"})):
        if tag:
            for franchise in table.franchises:
                seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
                table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
            table.give(tag, **fields)
        key_names[step] = [key["name"] for key in Program().get(at(table, "/matches/m1/result")).json()["keys"]]
    assert key_names == {"M3": [], "M4": ["Pre-match"]}
    assert Program().get(at(table, "/end")).json()["key"] is None
    secret = table.row.secret
    for part in ADDRESSES:
        assert secret not in asking(table, "boss").get(at(table, f"/{part}")).content.decode()
