"""The client's methods about league templates send what the API takes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from dethmetal_client import Client

from api.league_templates import examples
from tests.clients.scripted_server import Scripted

SEASON = "/api/v1/leagues/rust-belt/seasons/s1/template"
TEMPLATE = f"/api/v1/templates/{examples.KEY}"
Call = Callable[[Client], Any]
NOT_PUBLISHED = {"publish": False, "confirmed": True}
CHANGES: list[tuple[Call, str, dict[str, Any], dict[str, Any]]] = [
    (
        lambda c: c.make_template(
            "rust-belt", "s1", "Sunday racers", key="k", about="Short rounds for busy people.", confirmed=True
        ),
        SEASON,
        {**examples.MAKE_IN, **NOT_PUBLISHED},
        examples.PRIVATE,
    ),
    (
        lambda c: c.renew_template("rust-belt", "s1", examples.KEY, key="k"),
        SEASON,
        {"replaces": examples.KEY, "confirmed": False},
        examples.PRIVATE,
    ),
    (
        lambda c: c.import_template(examples.DOCUMENT, key="k", leave_out=True),
        "/api/v1/templates",
        examples.IMPORT_IN,
        examples.PRIVATE,
    ),
    (
        lambda c: c.describe_template(examples.KEY, "Monday racers", key="k", about="Short rounds for busy people."),
        f"{TEMPLATE}/description",
        examples.TEXT_IN,
        examples.PRIVATE,
    ),
    (
        lambda c: c.publish_template(examples.KEY, key="k", confirmed=True),
        f"{TEMPLATE}/publication",
        examples.PUBLISH_IN,
        examples.SUMMARY,
    ),
    (lambda c: c.withdraw_template(examples.KEY, key="k"), f"{TEMPLATE}/withdrawal", {}, examples.PRIVATE),
    (lambda c: c.copy_template(examples.KEY, key="k"), f"{TEMPLATE}/copies", {}, examples.COPY),
    (lambda c: c.delete_template(examples.KEY, key="k"), TEMPLATE, {}, examples.TEMPLATES),
    (
        lambda c: c.found_from_template(
            examples.KEY, "The Copycats", 1, key="k", franchises=4, time_zone="Europe/Berlin"
        ),
        f"{TEMPLATE}/leagues",
        examples.LEAGUE_IN,
        examples.LEAGUE,
    ),
]


@pytest.mark.once
def test_every_change_of_a_template_sends_its_body_under_its_key(scripted: Callable[..., Scripted]) -> None:
    server = scripted(*((200, answer) for *_, answer in CHANGES))
    with server.client() as client:
        for call, _, _, answer in CHANGES:
            found = call(client)
            assert all(hasattr(found, name) for name in answer)
    assert [(path, json.loads(body)) for path, _, body in server.asked] == [
        (path, body) for _, path, body, _ in CHANGES
    ]
    assert {headers["idempotency-key"] for _, headers, _ in server.asked} == {'"k"'}


@pytest.mark.once
def test_templates_are_read_with_what_they_hold(scripted: Callable[..., Scripted]) -> None:
    server = scripted((200, examples.TEMPLATES), (200, examples.TEMPLATE), (200, examples.SEASON_TEMPLATE))
    with server.client() as client:
        assert client.templates(words="sunday", order="most-used").templates[0].title == "Sunday racers"
        assert client.template(examples.KEY).document == examples.DOCUMENT
        assert client.season_template("rust-belt", "s1").contents == examples.CONTENTS
    assert [path for path, _, _ in server.asked] == [
        "/api/v1/templates?q=sunday&order=most-used",
        TEMPLATE,
        SEASON,
    ]
