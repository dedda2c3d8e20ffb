"""Which events a webhook receives: those its owner may see and subscribed to, in the documented shape."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from api.webhooks.examples import EXAMPLE_SITE, SETTLED_EVENT, SETTLED_MESSAGE_ID, event_document
from jobs.outbox_delivery import deliver_outbox
from journal import amend
from league.models import Delivery, Entry
from rules.campaign.core.facts import FACT_TYPES
from tests.api.webhook_receiver import Listener, hook, listening, told, user
from tests.league.small_league import BEGAN, announced, founded, settled
from webhooks.events import EVENT_BY_FACT, EVENTS, EVERY_ENTRY
from webhooks.messages import encode_body, example_message
from webhooks.publisher import publish_claim, publish_entry, publish_event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _localhost(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as running:
        yield running


def test_an_entry_is_told_once_however_often_it_is_handed_out(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener)
    deliver_outbox(at=BEGAN)
    before = told(webhook)
    assert before
    for number in range(1, table.row.length + 1):
        if write := publish_entry(table.season, number, "x", BEGAN):
            write()
    assert told(webhook) == before


def test_a_sealed_entry_is_told_to_who_gave_it_and_to_nobody_else_until_it_opens(listener: Listener) -> None:
    table = announced()
    own, other_webhook = (hook(table, listener, who, EVERY_ENTRY) for who in ("razors", "saints"))
    boss = hook(table, listener, "boss", EVERY_ENTRY)
    deliver_outbox(at=BEGAN)
    Delivery.objects.all().delete()
    seats = [{"driver": f"razors.d{number}", "car": f"razors.car{number}"} for number in (1, 2, 3)]
    table.give("name_line_up", by="razors", match="m1", franchise="razors", seats=seats)
    deliver_outbox(at=BEGAN)
    assert [len(told(webhook)) for webhook in (own, other_webhook, boss)] == [1, 0, 0]


def test_a_whole_match_is_told_in_events_as_they_are_documented(listener: Listener) -> None:
    table = settled()
    webhook = hook(table, listener, "razors", *[name for name in EVENTS if name != "webhook.test"])
    deliver_outbox(at=BEGAN)
    kinds_seen = {}
    for delivery in webhook.deliveries.all():
        document = json.loads(bytes(delivery.body))
        example = json.loads(encode_body(example_message(EVENTS[delivery.kind]), "standard"))
        assert document.keys() == example.keys()
        assert {name: type(value) for name, value in document["data"].items()} == {
            name: type(value) for name, value in example["data"].items()
        }, delivery.kind
        kinds_seen[delivery.kind] = document
    assert kinds_seen.keys() >= {
        *("season.opened", "step.reached", "round.announced", "match.announced", "match.step_reached"),
        *("match.locked", "result.accepted", "match.settled", "driver.hired", EVERY_ENTRY),
    }
    assert kinds_seen["match.settled"]["data"]["says"] == "The settlement of round 1, match A is closed."


def test_a_message_has_the_hash_of_its_entry_as_head_and_a_claim_has_none(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener, "razors", *[name for name in EVENTS if name != "webhook.test"])
    discord = hook(table, listener, "razors", EVERY_ENTRY, shape="discord")
    deliver_outbox(at=BEGAN)
    hashes = dict(Entry.objects.filter(season=table.season).values_list("number", "hash"))
    messages = [json.loads(bytes(delivery.body))["data"] for delivery in webhook.deliveries.all()]
    assert {(message["entry"], message["head"]) for message in messages} == set(hashes.items())
    assert hashes[table.row.length] == table.row.head
    footers = {
        json.loads(bytes(delivery.body))["embeds"][0]["footer"]["text"] for delivery in discord.deliveries.all()
    }
    assert footers == {f"rust-belt/s1, head {number}:{link}" for number, link in hashes.items()}
    Delivery.objects.all().delete()
    about = {"match": "m1"}
    publish_event(
        "report.disputed", season=table.row, key="m1/1", says="Reports of m1 differ.", at=BEGAN, about=about
    )
    claimed = json.loads(bytes(webhook.deliveries.get().body))["data"]
    assert (claimed["entry"], claimed["head"]) == (None, None)


def test_a_webhook_is_told_the_events_it_asked_for(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener, "razors", "step.reached")
    everything = hook(table, listener, "saints")
    deliver_outbox(at=BEGAN)
    assert set(told(webhook)) == {"step.reached"}
    assert EVERY_ENTRY not in told(everything)
    assert len(told(everything)) > len(told(webhook))


def test_a_claim_is_told_once_to_those_who_may_know_of_it(listener: Listener) -> None:
    table = founded()
    own, other_webhook = hook(table, listener), hook(table, listener, "saints")
    claim_fields: dict[str, Any] = {
        "says": "Razors claimed a report of round 1, match A.",
        "about": {"match": "m1", "side": "razors"},
    }
    for _ in range(2):
        publish_event(
            "report.claimed", season=table.row, key="claim/1", at=BEGAN, to=[user("razors").pk], **claim_fields
        )
    publish_event(
        "report.disputed", season=table.row, key="m1/1", says="Reports of m1 differ.", at=BEGAN, about={"match": "m1"}
    )
    assert (told(own), told(other_webhook)) == (["report.claimed", "report.disputed"], ["report.disputed"])
    document = json.loads(bytes(own.deliveries.first().body))
    assert document["data"]["read"].endswith("/api/v1/leagues/rust-belt/seasons/s1/matches/m1")


def test_nothing_is_told_of_a_rehearsal_or_of_a_past_that_was_played_in(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener)
    deliver_outbox(at=BEGAN + timedelta(days=30))
    assert told(webhook) == []


def test_discord_is_told_in_its_shape_and_no_name_can_mark_or_mention_anything(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener, "razors", "driver.hired", shape="discord")
    name = "@everyone **x** <@1> https://evil.example"
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name=name)
    deliver_outbox(at=BEGAN)
    document = json.loads(bytes(webhook.deliveries.get().body))
    assert document["allowed_mentions"] == {"parse": []}
    assert r"\@everyone \*\*x\*\* \<\@1\> https\:\/\/evil\.example" in document["content"]
    assert document["embeds"][0]["url"] == "http://localhost:8000/l/rust-belt/s1/journal/6/"
    assert len(document["content"]) <= 2000


@pytest.mark.parametrize("tag", sorted(EVENT_BY_FACT))
def test_every_fact_that_is_told_has_what_its_event_promises(tag: str) -> None:
    names = {field.name for field in fields(FACT_TYPES[tag])}
    assert EVENTS[EVENT_BY_FACT[tag]].fields.keys() <= names


def test_an_amend_is_told_with_what_it_amended(listener: Listener) -> None:
    table = founded()
    webhook = hook(table, listener, "saints", "result.amended")
    other = {"type": "found_franchise", "franchise": "razors", "name": "Blades"}
    amend(table.season, {2: [other]}, actor=table.handle("boss"), at=BEGAN, key="a", reason="Misspelt.")
    deliver_outbox(at=BEGAN)
    document = json.loads(bytes(webhook.deliveries.get().body))
    assert (document["type"], document["data"]["entries"]) == ("result.amended", [2])
    assert document["data"]["says"] == "What was done in 2 was amended."


def test_the_documents_example_of_a_message_is_one(settings: Any) -> None:
    settings.SITE_URL = EXAMPLE_SITE
    assert event_document(EVENTS["match.settled"]) == SETTLED_EVENT
    assert example_message(EVENTS["match.settled"]).id == SETTLED_MESSAGE_ID


def test_the_guide_lists_every_event_with_what_it_holds() -> None:
    guide = Path("docs/api/webhooks.md").read_text(encoding="utf-8")
    rows = [f"| `{event.name}` | {event.says.rstrip('.')} | {_names(event.fields)} |" for event in EVENTS.values()]
    assert "\n".join(rows) in guide


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def test_a_claim_is_told_to_the_teams_of_the_match_and_the_commissioner(listener: Listener) -> None:
    table = announced()
    teams = ("razors", "saints")
    hooks = {who: hook(table, listener, who) for who in (*teams, "widows", "boss")}
    claim: dict[str, Any] = {"season": table.row, "match": "m1", "teams": teams, "at": BEGAN}
    publish_claim(side="razors", claim=1, disputed=False, **claim)
    publish_claim(side="", claim=2, disputed=True, **claim)
    both = ["report.claimed", "report.claimed", "report.disputed"]
    assert {who: told(webhook) for who, webhook in hooks.items()} == {**dict.fromkeys(hooks, both), "widows": []}
    documents = [json.loads(bytes(delivery.body))["data"] for delivery in hooks["saints"].deliveries.order_by("pk")]
    assert [document["says"] for document in documents] == [
        "Razors claimed a report of round 1, match A.",
        "The commissioner claimed a report of round 1, match A.",
        "The reports of round 1, match A differ.",
    ]
