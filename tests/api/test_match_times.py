"""The sides of a match agree on when they play by program: every act, who may give it, and home nights."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Appointment, Delivery
from league.tokens import READ_SCOPE
from tests.api.api_callers import Program, at, program_of
from tests.clients.scripted_server import Scripted, scripts
from tests.league.small_league import Table
from tests.pages.test_match_time import in_days, league
from webhooks.subscriptions import create_webhook

pytestmark = pytest.mark.django_db
TIME, NIGHTS = "/matches/m1/time", "/leagues/rust-belt/home-nights"


def act(table: Table, who: str, act: str, key: str, **body: Any) -> Any:
    """What a program is answered that acts on what is there now."""
    program = program_of(table, who)
    seen = {} if act == "missed" else {"seen": program.get(at(table, TIME)).json()["version"]}
    return program.post(at(table, TIME), {"act": act, **seen, **body}, key=key)


def iso(time: datetime) -> str:
    return time.isoformat()


def test_programs_propose_counter_accept_move_and_call_off_and_everybody_reads_the_time() -> None:
    table = league()
    first, second = in_days(1), in_days(2)
    offered = act(table, "razors", "propose", "a", times=[iso(first)], note="At ours?").json()
    assert (offered["offer"]["side"], offered["offer"]["awaited"]) == ("razors", ["saints"])
    act(table, "saints", "counter", "b", times=[iso(second)])
    assert act(table, "razors", "accept", "c", number=1).json()["standing"] == "agreed"
    for read in (Program().get(at(table, "/matches/m1")), Program().get(at(table, "/matches"))):
        found = read.json().get("matches", [read.json()])[0]
        assert datetime.fromisoformat(found["plays_at"]) == second
    act(table, "razors", "move", "d", times=[iso(first)])
    assert datetime.fromisoformat(act(table, "saints", "accept", "e", number=1).json()["plays_at"]) == first
    assert act(table, "boss", "set", "f", time=iso(second), reason="The hall.").json()["reason"] == "The hall."
    assert act(table, "saints", "call_off", "g").json()["plays_at"] is None
    assert Program().get(at(table, "/matches/m1")).json()["plays_at"] is None
    act(table, "razors", "propose", "h", times=[iso(first)])
    assert act(table, "saints", "decline", "i").json()["offer"] is None


def test_a_time_on_offer_is_read_by_the_teams_and_commissioners_only() -> None:
    table = league()
    act(table, "razors", "propose", "a", times=[iso(in_days(1))], note="At ours?")
    assert program_of(table, "saints").get(at(table, TIME)).json()["offer"]["note"] == "At ours?"
    stranger = Program().get(at(table, TIME))
    assert (stranger.json()["offer"], stranger.json()["suggested"]) == (None, [])
    assert Program().get(at(table, TIME), **{"if-none-match": stranger["ETag"]}).status_code == 304
    assert Program().get(at(table, "/matches/m9/time")).status_code == 404


def test_a_stale_act_is_refused_with_a_type_of_its_own_and_a_repeated_one_answers_the_same() -> None:
    table = league()
    body = {"act": "propose", "seen": 0, "times": [iso(in_days(1))]}
    answers = [program_of(table, "razors").post(at(table, TIME), body, key="a") for _ in range(2)]
    assert answers[0].content == answers[1].content
    stale = program_of(table, "saints").post(at(table, TIME), body, key="b")
    assert (stale.status_code, stale.json()["type"]) == (422, "/api/v1/problems/appointment-changed")
    assert stale.json()["detail"] == "Razors proposed times meanwhile: look again."
    assert Appointment.objects.get().version == 1


@pytest.mark.parametrize(
    ("who", "body", "status", "pointer"),
    [
        ("razors", {"act": "propose", "times": ["soon"]}, 422, "/times/0"),
        ("razors", {"act": "propose", "times": ["2030-01-01T20:00:00"]}, 422, "/times/0"),
        ("razors", {"act": "propose", "times": ["0001-01-01T00:00:00+14:00"]}, 422, "/times"),
        ("razors", {"act": "propose", "times": ["2020-01-01T20:00:00Z"]}, 422, "/times/0"),
        ("razors", {"act": "propose"}, 422, "/times"),
        ("razors", {"act": "accept"}, 422, "/number"),
        ("razors", {"act": "set", "time": "2030-01-01T20:00:00Z", "reason": "So."}, 403, None),
        ("razors", {"act": "propose", "side": "saints", "times": ["2030-01-01T20:00:00Z"]}, 403, None),
        ("boss", {"act": "set", "reason": "So."}, 422, "/time"),
        ("boss", {"act": "propose", "side": "razors", "times": ["2030-01-01T20:00:00Z"]}, 403, None),
        ("razors", {"act": "dance"}, 422, "/act"),
    ],
)
def test_what_is_wrong_is_answered_as_a_problem(who: str, body: Any, status: int, pointer: str | None) -> None:
    table = league()
    answer = program_of(table, who).post(at(table, TIME), body, key="k")
    assert answer.status_code == status, answer.content
    if pointer is not None:
        assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert not Appointment.objects.exists()


def test_a_program_without_the_scope_does_nothing() -> None:
    table = league()
    body = {"act": "propose", "times": [iso(in_days(1))]}
    assert program_of(table, "razors", READ_SCOPE).post(at(table, TIME), body, key="k").status_code == 403
    assert Program().post(at(table, TIME), body, key="k").status_code == 401
    assert program_of(table, "razors", READ_SCOPE).post(NIGHTS, {"night": "WED 19:30"}, key="k").status_code == 403


def test_home_nights_are_set_read_and_suggested_by_program() -> None:
    table = league()
    day = f"{in_days(2):%a}".upper()
    assert program_of(table, "razors").post(NIGHTS, {"franchise": "razors", "night": f"{day} 19:30"}, key="a").json()[
        "home_nights"
    ] == [{"franchise": "razors", "night": f"{day} 19:30", "zone": "UTC"}]
    program_of(table, "boss").post(NIGHTS, {"night": f"{day} 21:00"}, key="b")
    assert [it["franchise"] for it in Program().get(NIGHTS).json()["home_nights"]] == ["", "razors"]
    suggested = program_of(table, "saints").get(at(table, TIME)).json()["suggested"]
    assert [it["side"] for it in suggested] == ["razors", ""]
    for body in ({"franchise": "razors", "night": "late"}, {"franchise": "razors", "night": "WED 25:00"}):
        assert program_of(table, "razors").post(NIGHTS, body, key=body["night"]).status_code == 422
    assert program_of(table, "boss").post(NIGHTS, {"franchise": "razors", "night": ""}, key="c").status_code == 403


def test_webhooks_hear_of_a_time_that_is_agreed_on_moved_and_called_off() -> None:
    table = league()
    boss = table.row.league.memberships.get(role="commissioner")
    create_webhook(league=boss.league, user=boss.user, name="chat", address="https://8.8.8.8/x", at=timezone.now())
    act(table, "razors", "propose", "a", times=[iso(in_days(1))])
    act(table, "saints", "accept", "b", number=1)
    act(table, "boss", "set", "c", time=iso(in_days(2)), reason="The hall.")
    act(table, "boss", "call_off", "d", side="", reason="It burned.")
    kinds = Delivery.objects.order_by("pk").values_list("kind", flat=True)
    assert [kind for kind in kinds if kind.startswith("appointment")] == [
        "appointment.agreed",
        "appointment.moved",
        "appointment.called_off",
    ]


def test_the_python_client_sends_each_act_and_reads_its_answer() -> None:
    table = league()
    times = [iso(in_days(1)), iso(in_days(1) + timedelta(hours=1))]
    calls: list[tuple[str, Callable[[Any], Any]]] = [
        ("razors", lambda client: client.propose_times("rust-belt", "s1", "m1", times, seen=0, key="1", note="Hi")),
        ("saints", lambda client: client.counter_times("rust-belt", "s1", "m1", times[:1], seen=1, key="2")),
        ("razors", lambda client: client.accept_time("rust-belt", "s1", "m1", 1, seen=2, key="3")),
        ("razors", lambda client: client.move_match("rust-belt", "s1", "m1", times[1:], seen=3, key="4")),
        ("saints", lambda client: client.decline_times("rust-belt", "s1", "m1", seen=4, key="5")),
        ("boss", lambda client: client.set_time("rust-belt", "s1", "m1", times[1], reason="So.", seen=5, key="6")),
        ("saints", lambda client: client.call_off_time("rust-belt", "s1", "m1", seen=6, key="7", reason="Ill.")),
        ("saints", lambda client: client.match_time("rust-belt", "s1", "m1")),
        ("boss", lambda client: client.set_home_night("rust-belt", "WED 19:30", key="8")),
        ("boss", lambda client: client.home_nights("rust-belt")),
    ]
    results = [through(table, who, call) for who, call in calls]
    assert [result.standing for result in results[:8]] == [
        "open", "open", "agreed", "agreed", "agreed", "agreed", "off", "off",
    ]  # fmt: skip
    assert results[0].offer.times[1].accepted == ("razors",)
    assert results[8] == results[9]
    assert (results[9][0].franchise, results[9][0].night) == ("", "WED 19:30")


def through(table: Table, who: str, call: Callable[[Any], Any]) -> Any:
    """The client's result, with the site's own answer to the request that the client sent."""
    with scripts() as scripted:
        probe: Scripted = scripted((500, {}))
        with probe.client(tries=1) as client, pytest.raises(Exception):  # noqa: B017, PT011 - only what it asks counts
            call(client)
        path, headers, body = probe.asked[0]
        program = program_of(table, who)
        named = {"authorization": f"Bearer {program.token}"}
        if body:
            named["idempotency-key"] = headers["idempotency-key"]
            answer = Client().post(path, body, content_type="application/json", headers=named)
        else:
            answer = Client().get(path, headers=named)
        assert answer.status_code == 200, answer.content
        server: Scripted = scripted((200, answer.content))
        with server.client() as client:
            return call(client)
