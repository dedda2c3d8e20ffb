"""Standing orders and draft queues by program: who reads and changes them, and two changes at once."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from franchises.models import StandingOrders
from league.access import viewer_of
from league.models import League, LeagueLog, Membership
from league.sandboxes import create_sandbox
from league.tokens import READ_SCOPE
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.league.league_cache import built_once
from tests.league.small_league import Table, closed, drafting, founded, settled

pytestmark = pytest.mark.django_db
ORDERS, QUEUE = "/franchises/razors/orders", "/franchises/razors/draft-queue"
STALE = 'W/"0123456789abcdef0123456789abcdef"'


@built_once
def at_the_draft() -> Table:
    """A league of three whose drivers are being picked."""
    return drafting(settled(rounds=1))


def free_drivers(table: Table, franchise: str = "razors") -> list[str]:
    """Drivers whom a franchise may put into its queue, by the answer of the draft."""
    drivers = [driver.id for driver in table.state.all_drivers()]
    owner = program_of(table, franchise)
    fine = []
    for number, driver in enumerate(drivers):
        answer = owner.post(
            at(table, f"/franchises/{franchise}/draft-queue"), {"act": "add", "driver": driver}, key=f"free {number}"
        )
        if answer.status_code == 200:
            fine.append(driver)
        if len(fine) == 3:
            break
    owner.put(at(table, f"/franchises/{franchise}/draft-queue"), {"drivers": []}, key="emptied")
    return fine


def ok(answer: Any) -> Any:
    """The document of an answer that must be 200."""
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_an_owner_sets_reads_and_clears_standing_orders() -> None:
    table = founded()
    owner = program_of(table, "razors")
    done = ok(owner.put(at(table, ORDERS), {"orders": {"reserve_k": 33}}, key="set"))
    assert done["orders"] == {"reserve_k": 33}
    assert ok(owner.get(at(table, ORDERS)))["orders"] == {"reserve_k": 33}
    assert done["defaults"]["reserve_k"] == 60
    assert LeagueLog.objects.filter(what="standing orders").count() == 1
    assert ok(owner.put(at(table, ORDERS), {"orders": {"reserve_k": 33}}, key="set")) == done
    assert LeagueLog.objects.filter(what="standing orders").count() == 1
    assert ok(owner.delete(at(table, ORDERS), key="clear"))["orders"] == {}


@pytest.mark.parametrize("orders", [{"reserve_k": "much"}, {"nonsense": 1}, {"sponsors": ["nobody"]}])
def test_orders_that_are_none_are_refused_and_nothing_is_set(orders: dict[str, Any]) -> None:
    table = founded()
    assert program_of(table, "razors").put(at(table, ORDERS), {"orders": orders}, key="k").status_code == 422
    assert not StandingOrders.objects.exists()


def test_of_two_who_read_the_same_orders_the_second_is_refused() -> None:
    table = founded()
    first, second = program_of(table, "razors"), program_of(table, "razors")
    tag = first.get(at(table, ORDERS))["ETag"]
    ok(first.put(at(table, ORDERS), {"orders": {"reserve_k": 1}}, key="a", **{"if-match": tag}))
    told(second.put(at(table, ORDERS), {"orders": {"party_k": 2}}, key="b", **{"if-match": tag}), 412, "out-of-date")
    told(second.delete(at(table, ORDERS), key="c", **{"if-match": tag}), 412, "out-of-date")
    assert ok(first.get(at(table, ORDERS)))["orders"] == {"reserve_k": 1}
    told(first.put(at(table, ORDERS), {"orders": {}}, key="d", **{"if-match": STALE}), 412, "out-of-date")


def test_a_commissioner_sets_orders_only_while_nobody_owns_the_franchise_and_never_its_queue() -> None:
    table = founded()
    boss = program_of(table, "boss")
    told(boss.put(at(table, ORDERS), {"orders": {}}, key="owned"), 403, "not-yours")
    StandingOrders.objects.create(
        franchise_id=f"{table.league}/razors",
        document={"draft_queue": ["saints.d1"]},
        updated_at=table.at,
        updated_by=table.handle("razors"),
    )
    Membership.objects.filter(handle=table.handle("razors")).update(role=Membership.Role.FORMER, franchise=None)
    told(boss.put(at(table, ORDERS), {"orders": {"draft_queue": []}}, key="queue"), 403, "not-yours")
    done = ok(boss.put(at(table, ORDERS), {"orders": {"reserve_k": 5}}, key="free"))
    assert (done["orders"], done["left_out"]) == ({"reserve_k": 5}, ["draft_queue"])
    assert "draft_queue" not in done["defaults"]
    assert StandingOrders.objects.get().document == {"reserve_k": 5, "draft_queue": ["saints.d1"]}
    assert ok(boss.post(at(table, f"{ORDERS}/preview"), {}))["commands"]


def test_the_token_of_somebody_who_left_sets_nothing() -> None:
    table = founded()
    owner = program_of(table, "razors")
    Membership.objects.filter(handle=table.handle("razors")).update(role=Membership.Role.FORMER, franchise=None)
    for answer in (
        owner.put(at(table, ORDERS), {"orders": {}}, key="k"),
        owner.post(at(table, QUEUE), {"act": "add", "driver": "saints.d1"}, key="l"),
    ):
        told(answer, 403, "scope-missing")


def test_a_preview_says_what_the_orders_would_do_now_and_changes_nothing() -> None:
    table = founded()
    owner, length = program_of(table, "razors"), table.row.length
    partying = ok(owner.post(at(table, f"{ORDERS}/preview"), {}))
    preview = ok(owner.post(at(table, f"{ORDERS}/preview"), {"orders": {"party_k": 0}}))
    assert [command["type"] for command in partying["commands"]] == ["throw_party"]
    assert {command["type"] for command in preview["commands"]} >= {"hire_rookie"}
    assert preview["trial"]["refusal"] == ""
    assert (table.row.length, StandingOrders.objects.count()) == (length, 0)
    accepted = owner.post(at(table, "/commands"), {"commands": preview["commands"]}, key="give")
    assert accepted.status_code == 201, accepted.content


def test_a_sandbox_leaves_orders_and_queues_as_they_are_and_previews_them() -> None:
    table = founded()
    owner = program_of(table, "razors")
    user = Membership.objects.get(handle=table.handle("razors")).user
    box = create_sandbox(
        season=table.row, viewer=viewer_of(user, League.objects.get(pk=table.league)), at=timezone.now()
    ).season
    path = f"/leagues/{table.league}/seasons/{box.name}"
    told(owner.put(f"{path}{ORDERS}", {"orders": {}}, key="a"), 422, "left-to-season")
    told(owner.put(f"{path}{QUEUE}", {"drivers": []}, key="b"), 422, "left-to-season")
    assert ok(owner.post(f"{path}{ORDERS}/preview", {}))["commands"]


def test_an_owner_adds_moves_and_removes_drivers_and_nobody_else_reads_the_queue() -> None:
    table = at_the_draft()
    a, b, c = free_drivers(table)
    owner = program_of(table, "razors")

    def change(key: str, act: str, driver: str, place: int | None = None) -> list[str]:
        body = {"act": act, "driver": driver, "place": place}
        drivers: list[str] = ok(owner.post(at(table, QUEUE), body, key=key))["drivers"]
        return drivers

    assert ok(owner.put(at(table, QUEUE), {"drivers": [a, b]}, key="1"))["drivers"] == [a, b]
    assert change("2", "add", c) == [a, b, c]
    assert change("3", "move", c, 1) == [c, a, b]
    assert change("4", "move", c, 99) == [a, b, c]
    assert change("5", "remove", b) == [a, c]
    assert change("6", "remove", b) == [a, c]
    assert change("6", "remove", b) == [a, c]
    told(owner.post(at(table, QUEUE), {"act": "move", "driver": b}, key="7"), 422, "malformed")
    told(owner.post(at(table, QUEUE), {"act": "add", "driver": "nobody"}, key="8"), 422, "malformed")
    told(owner.post(at(table, QUEUE), {"act": "add", "driver": b, "place": 0}, key="9"), 422, "malformed")
    told(owner.put(at(table, QUEUE), {"drivers": [a, a]}, key="10"), 422, "malformed")
    for other in (Program(), program_of(table, "boss"), program_of(table, "saints")):
        assert other.get(at(table, QUEUE)).status_code in {401, 403}
    orders = program_of(table, "boss").get(at(table, ORDERS))
    assert a not in orders.content.decode()
    assert ok(owner.get(at(table, QUEUE))) == {"franchise": "razors", "open": True, "drivers": [a, c], "gone": []}


def test_of_two_changes_at_once_both_are_kept_or_the_second_is_refused_by_its_tag() -> None:
    table = at_the_draft()
    a, b, c = free_drivers(table)
    owner = program_of(table, "razors")
    tag = owner.get(at(table, QUEUE))["ETag"]
    ok(owner.post(at(table, QUEUE), {"act": "add", "driver": a}, key="x"))
    assert ok(owner.post(at(table, QUEUE), {"act": "add", "driver": b}, key="y"))["drivers"] == [a, b]
    for number, send in enumerate((owner.put, owner.post)):
        body = {"drivers": [c]} if number == 0 else {"act": "add", "driver": c}
        told(send(at(table, QUEUE), body, key=f"stale {number}", **{"if-match": tag}), 412, "out-of-date")
    fresh = owner.get(at(table, QUEUE))["ETag"]
    assert ok(owner.put(at(table, QUEUE), {"drivers": [c]}, key="z", **{"if-match": fresh}))["drivers"] == [c]


def test_while_nobody_picks_a_queue_is_read_and_not_changed() -> None:
    for table in (founded(), closed(settled(rounds=1, league="far"))):
        owner = program_of(table, "razors")
        assert ok(owner.get(at(table, QUEUE))) == {"franchise": "razors", "open": False, "drivers": [], "gone": []}
        told(owner.put(at(table, QUEUE), {"drivers": []}, key="k"), 422, "nobody-picks")


def test_a_token_that_may_only_read_reads_and_changes_nothing() -> None:
    table = founded()
    reader = program_of(table, "razors", READ_SCOPE)
    assert reader.get(at(table, ORDERS)).status_code == reader.get(at(table, QUEUE)).status_code == 200
    told(reader.put(at(table, ORDERS), {"orders": {}}, key="k"), 403, "scope-missing")
    told(reader.put(at(table, QUEUE), {"drivers": []}, key="l"), 403, "scope-missing")


def test_a_queue_is_read_with_as_many_queries_however_long_it_is() -> None:
    table = at_the_draft()
    drivers = free_drivers(table)
    owner = program_of(table, "razors")
    counts = []
    for queue in (drivers[:1], drivers):
        ok(owner.put(at(table, QUEUE), {"drivers": queue}, key=f"{len(queue)}"))
        owner.get(at(table, QUEUE))
        with CaptureQueriesContext(connection) as queries:
            ok(owner.get(at(table, QUEUE)))
        counts.append(len(queries))
    assert counts[0] == counts[1]
