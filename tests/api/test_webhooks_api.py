"""Webhooks over the API: a member creates them, gets each secret once, and reads the state of every delivery."""

from __future__ import annotations

import json
from typing import Any

import pytest

from jobs.outbox_delivery import deliver_outbox
from league.models import Delivery, LeagueLog, Webhook
from league.tokens import COMMISSION_SCOPE, READ_SCOPE
from tests.api.api_callers import Program, program_of
from tests.api.test_problems import told
from tests.league.small_league import BEGAN, Table, founded
from webhooks.delivery import RETRY_DELAYS
from webhooks.events import EVENTS

pytestmark = pytest.mark.django_db
HOOKS = "/leagues/rust-belt/webhooks"
MAKING = {"name": "our bot", "address": "https://8.8.8.8/a-secret-path"}


def made(program: Program, key: str = "make", **more: Any) -> Any:
    """Create a webhook by program; return the answer's document."""
    answer = program.post(HOOKS, {**MAKING, **more}, key=key)
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_webhook_is_made_once_and_its_secret_told_once() -> None:
    founded()
    program = program_of(_table(), "razors", READ_SCOPE)
    first, again = (program.post(HOOKS, MAKING, key="k") for _ in range(2))
    assert (first.status_code, again.content) == (201, first.content)
    hook = Webhook.objects.get()
    answered = first.json()
    assert answered["secret"] == hook.secret
    assert answered["webhook"]["number"] == hook.pk
    listing = program.get(HOOKS)
    assert listing.json()["webhooks"] == [program.get(f"{HOOKS}/{hook.pk}").json()] == [answered["webhook"]]
    assert answered["webhook"]["host"] == "https://8.8.8.8/…"
    assert b"a-secret-path" not in listing.content
    assert hook.secret.encode() not in listing.content


@pytest.mark.parametrize(
    ("more", "kind", "pointer"),
    [
        ({"address": "https://127.0.0.1/"}, "address-refused", "/address"),
        ({"address": "http://8.8.8.8/"}, "address-refused", "/address"),
        ({"address": "https://[::ffff:8.8.8.8]/"}, "address-refused", "/address"),
        ({"kinds": ["match.lost"]}, "unknown-event", "/kinds"),
        ({"name": " "}, "malformed", "/name"),
        ({"shape": "slack"}, "not-one-of", "/shape"),
    ],
)
def test_what_is_wrong_with_a_webhook_is_pointed_at_and_nothing_made(more: Any, kind: str, pointer: str) -> None:
    founded()
    answer = program_of(_table(), "razors", READ_SCOPE).post(HOOKS, {**MAKING, **more}, key="k")
    assert [error["pointer"] for error in told(answer, 422, kind)["errors"]] == [pointer]
    assert not Webhook.objects.exists()


def test_a_member_sees_his_own_and_a_commissioner_everybodys() -> None:
    founded()
    own = made(program_of(_table(), "razors", READ_SCOPE))["webhook"]
    saints, boss = (
        program_of(_table(), "saints", READ_SCOPE),
        program_of(_table(), "boss", READ_SCOPE, COMMISSION_SCOPE),
    )
    assert saints.get(HOOKS).json()["webhooks"] == []
    told(saints.get(f"{HOOKS}/{own['number']}"), 404, "not-found")
    assert boss.get(HOOKS).json()["webhooks"] == [own]


def test_a_commissioner_stops_anothers_with_a_reason_that_everybody_reads() -> None:
    founded()
    number = made(program_of(_table(), "razors", READ_SCOPE))["webhook"]["number"]
    boss = program_of(_table(), "boss", READ_SCOPE, COMMISSION_SCOPE)
    told(boss.post(f"{HOOKS}/{number}/stop", {}, key="a"), 422, "reason-missing")
    stopped = boss.post(f"{HOOKS}/{number}/stop", {"reason": "It tells strangers."}, key="b").json()
    assert stopped["state"] == "stopped"
    assert LeagueLog.objects.filter(what="webhook stopped", reason="It tells strangers.").count() == 1
    told(
        program_of(_table(), "razors", READ_SCOPE).post(f"{HOOKS}/{number}/test", {}, key="c"), 422, "webhook-stopped"
    )


def test_messages_are_listed_with_what_came_of_them_and_dead_ones_sent_again() -> None:
    founded()
    program = program_of(_table(), "razors", READ_SCOPE)
    number = made(program)["webhook"]["number"]
    Webhook.objects.update(made_at=BEGAN)
    deliver_outbox(at=BEGAN)
    Delivery.objects.update(next_at=None, status=500, tries=10, said="It answered 500.")
    listed = program.get(f"{HOOKS}/{number}/deliveries?limit=1").json()
    assert [delivery["state"] for delivery in listed["deliveries"]] == ["dead"]
    assert listed["deliveries"][0]["body"]["type"] == listed["deliveries"][0]["kind"]
    rest = program.get(f"{HOOKS}/{number}/deliveries?before={listed['next']}").json()
    assert rest["next"] is None
    assert rest["deliveries"]
    deliveries = listed["deliveries"] + rest["deliveries"]
    assert len(deliveries) == Delivery.objects.count()
    number_of_first = deliveries[0]["number"]
    again = program.post(f"{HOOKS}/{number}/deliveries/{number_of_first}/again", {}, key="one").json()
    assert (again["state"], again["tries"], again["message"]) == ("waiting", 0, deliveries[0]["message"])
    told(program.post(f"{HOOKS}/{number}/deliveries/{number_of_first}/again", {}, key="two"), 422, "not-dead")
    told(program.post(f"{HOOKS}/{number}/deliveries/{number_of_first + 10_000}/again", {}, key="x"), 404, "not-found")
    assert program.post(f"{HOOKS}/{number}/again", {}, key="all").json() == {"again": len(deliveries) - 1}


def test_a_new_secret_takes_the_old_ones_place() -> None:
    founded()
    program = program_of(_table(), "razors", READ_SCOPE)
    first = made(program)
    renewed = program.post(f"{HOOKS}/{first['webhook']['number']}/secret", {}, key="s").json()
    assert renewed["secret"] == Webhook.objects.get().secret != first["secret"]


def test_every_event_is_documented_with_a_message_in_both_shapes() -> None:
    document = Program().get("/webhook-events").json()
    assert [event["name"] for event in document["events"]] == list(EVENTS)
    for event in document["events"]:
        assert event["message"]["type"] == event["name"]
        assert event["discord"]["allowed_mentions"] == {"parse": []}
        assert event["says"].endswith(".")
    assert document["waits"] == [retry_delay.total_seconds() for retry_delay in RETRY_DELAYS]
    assert json.dumps(document).isascii()


def _table() -> Table:

    return Table()
