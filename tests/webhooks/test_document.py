"""Webhook messages match their description in the OpenAPI document, field by field."""

from __future__ import annotations

import copy
import json
from dataclasses import fields
from typing import Any

import jsonschema
import pytest
from django.db import transaction
from standardwebhooks import Webhook as Signing

from api.documentation.views import openapi_document
from api.webhooks.examples import HEADER_NAMES, WEBHOOK_SECRET
from api.webhooks.openapi import COMMON_FIELDS, EVENT_FIELDS, message_schema, message_schema_name
from jobs.outbox_delivery import deliver_outbox
from journal import amend
from league.models import Delivery, Reveal
from rules.campaign.core.facts import FACT_TYPES
from tests.api.webhook_receiver import Listener, hook
from tests.league.small_league import BEGAN, Table, announced, closed, founded, settled, shopping
from tests.scheduling.appointed_league import THIRD, agreed, does, meeting, sets
from webhooks.delivery import message_headers
from webhooks.events import EVENT_BY_FACT, EVENTS, REVEAL_EVENTS
from webhooks.messages import example_message
from webhooks.publisher import publish_claim, publish_reveal
from webhooks.subscriptions import send_test

pytestmark = pytest.mark.django_db
NOBODY = Listener(url="http://127.0.0.1:9/hook")
"""An address where nothing is received: these tests look at the stored messages."""


@pytest.fixture(autouse=True)
def _localhost(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True


def told_events() -> dict[str, Any]:
    """The POST operation that the document describes for each event."""
    return {name: methods["post"] for name, methods in openapi_document()["webhooks"].items()}


def strict(event: str) -> dict[str, Any]:
    """The message schema of an event, allowing no undocumented fields."""
    schema = copy.deepcopy(openapi_document()["components"]["schemas"][message_schema_name(EVENTS[event])])
    for object_schema in (schema, schema["properties"]["data"]):
        object_schema["additionalProperties"] = False
    return schema


def sent(table: Table) -> list[Delivery]:
    """The stored messages of a league's webhook that subscribed to every event except the test."""
    webhook = hook(table, NOBODY, "saints", *(name for name in EVENTS if name != "webhook.test"))
    deliver_outbox(at=BEGAN)
    return list(webhook.deliveries.all())


def of_a_season() -> list[Delivery]:
    """The messages of a season from its opening to its end."""
    return sent(closed(settled(rounds=1)))


def of_answers() -> list[Delivery]:
    """The messages of a version of house rules, of one of a book's answers, and of a ruling during play."""
    table = founded()
    table.give("change_switch", switch="roster.max", setting=9, version=1, reason="We agreed on it.")
    table.give("answer_questions", questionnaire="carwars", version=1, step="r2", reason="We agreed on it.")
    table.give("give_ruling", put="May a turret fire backward?", answer="Yes.", reason="It was asked.")
    return sent(table)


def of_trades() -> list[Delivery]:
    """The messages of three trades: one withdrawn, one refused, one approved."""
    table = shopping(switches={"trade.commissioner_approval": True}, franchises=("razors", "saints"))
    for offer_made in table.state.offers.values():
        table.give("decline_offer", by=offer_made.franchise, franchise=offer_made.franchise, offer=offer_made.id)
    for number, ends in enumerate(("withdraw_trade", "refuse_trade", "approve_trade")):
        trade: dict[str, Any] = {"trade": f"razors.t{number}"}
        offer: dict[str, Any] = {"gives": {"drivers": ["razors.d5"]}, "takes": {"drivers": ["saints.d5"]}}
        table.give("propose_trade", by="razors", franchise="razors", partner="saints", **trade, **offer)
        if ends == "withdraw_trade":
            table.give(ends, by="razors", **trade, franchise="razors")
            continue
        table.give("accept_trade", by="saints", **trade, franchise="saints")
        table.give(ends, **trade)
    return sent(table)


def of_what_went_wrong() -> list[Delivery]:
    """The messages of a match forfeited by one team and then voided, a folded franchise and an amended name."""
    table = announced()
    table.give("forfeit_match", match="m1", franchise="razors", reason="Away.")
    table.give("void_match", match="m1", reason="Flooded.")
    table.give("fold_franchise", franchise="razors", reason="Broke.")
    amended = {"type": "found_franchise", "franchise": "saints", "name": "Angels"}
    amend(table.season, {3: [amended]}, actor=table.handle("boss"), at=BEGAN, key="a", reason="Misspelt.")
    return sent(table)


def of_claims() -> list[Delivery]:
    """The messages of claims that differ, and of a webhook test."""
    table = announced()
    webhook = hook(table, NOBODY, "saints")
    claim: dict[str, Any] = {"season": table.row, "match": "m1", "teams": ["razors", "saints"], "at": BEGAN}
    publish_claim(side="razors", claim=1, disputed=False, **claim)
    publish_claim(side="", claim=2, disputed=True, **claim)
    send_test(webhook=webhook, at=BEGAN)
    return list(webhook.deliveries.all())


def of_reveals() -> list[Delivery]:
    """The messages of a watch party that is set, moved, called off, and of a round that is revealed."""
    table = announced()
    webhook = hook(table, NOBODY, "saints")
    reveal = Reveal(season=table.row, number=1, at=BEGAN, changed_at=BEGAN, changed_by=table.handle("boss"))
    for changes, event in enumerate(REVEAL_EVENTS):
        reveal.changes = changes
        publish_reveal(table.row, reveal, event, at=BEGAN)
    return list(webhook.deliveries.all())


def of_appointments() -> list[Delivery]:
    """The messages of a time that is agreed on, moved and called off."""
    table = meeting()
    webhook = hook(table, NOBODY, "saints")
    agreed(table)
    sets(table, THIRD)
    does(table, "call_off", "saints")
    return list(webhook.deliveries.all())


def test_every_event_is_sent_as_the_document_says_with_nothing_beside_it() -> None:
    events_seen = set()
    for build in (of_a_season, of_answers, of_trades, of_what_went_wrong, of_claims, of_reveals, of_appointments):
        with transaction.atomic():
            messages = build()
            transaction.set_rollback(True)
        for delivery in messages:
            body = json.loads(bytes(delivery.body))
            jsonschema.validate(body, strict(delivery.kind), format_checker=jsonschema.FormatChecker())
            events_seen.add(delivery.kind)
    assert events_seen == EVENTS.keys()


@pytest.mark.parametrize("kind", EVENTS)
def test_a_message_is_sent_with_the_headers_it_is_told_with_and_its_example_is_signed(kind: str) -> None:
    operation = told_events()[kind]
    examples = operation["requestBody"]["content"]["application/json"]["examples"]
    assert examples.keys() == {"standard", "discord"}
    jsonschema.validate(examples["standard"]["value"], strict(kind))
    shapes = {
        "components": openapi_document()["components"],
        **operation["requestBody"]["content"]["application/json"]["schema"],
    }
    for example in examples.values():
        jsonschema.validate(example["value"], shapes)
    headers = {parameter["name"]: parameter["example"] for parameter in operation["parameters"]}
    assert {"content-type", *headers} == set(HEADER_NAMES)
    text = json.dumps(examples["standard"]["value"], separators=(",", ":"), ensure_ascii=False)
    moment = example_message(EVENTS[kind]).at
    assert headers["webhook-signature"] == Signing(WEBHOOK_SECRET["secret"]).sign(headers["webhook-id"], moment, text)
    for parameter in operation["parameters"]:
        jsonschema.validate(parameter["example"], parameter["schema"])


def test_what_is_sent_has_those_headers() -> None:
    [test_message] = [claim for claim in of_claims() if claim.kind == "webhook.test"]
    headers = {
        name.lower(): value for name, value in message_headers(test_message.webhook, test_message, at=BEGAN).items()
    }
    parameters = told_events()["webhook.test"]["parameters"]
    for parameter in parameters:
        jsonschema.validate(headers[parameter["name"]], parameter["schema"])
    assert headers.keys() == {*HEADER_NAMES, "user-agent"}
    assert set(HEADER_NAMES) - {parameter["name"] for parameter in parameters} == {"content-type"}


@pytest.mark.parametrize("tag", sorted(EVENT_BY_FACT))
def test_what_a_fact_holds_is_of_the_type_its_event_is_told_with(tag: str) -> None:
    event = EVENTS[EVENT_BY_FACT[tag]]
    properties = message_schema(event)["properties"]["data"]["properties"]
    types = {field.name: field.type for field in fields(FACT_TYPES[tag])}
    for name in event.fields:
        assert properties[name]["type"] == {"int": "integer"}.get(str(types[name]), "string")


def test_every_field_of_a_message_says_what_it_is_and_no_word_is_left_over() -> None:
    assert {name for event in EVENTS.values() for name in event.fields} == EVENT_FIELDS.keys()
    assert not COMMON_FIELDS.keys() & EVENT_FIELDS.keys()


def test_a_league_alone_is_told_of_without_season_and_entry() -> None:
    about = message_schema(EVENTS["webhook.test"])["properties"]["data"]["properties"]
    assert (about["season"]["type"], about["entry"]["type"]) == ("null", "null")
