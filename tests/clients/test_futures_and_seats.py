"""The client's methods about the future of a league and about seats send what the API takes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from dethmetal_client import Client

from api.future import examples as futures
from api.seats import examples as seats
from tests.clients.scripted_server import Scripted

LEAGUE = "/api/v1/leagues/rust-belt"
Call = Callable[[Client], Any]
CHANGES: list[tuple[Call, str, dict[str, Any], dict[str, Any]]] = [
    (
        lambda c: c.archive("rust-belt", key="k", reason="Winter."),
        "/archive",
        {"reason": "Winter."},
        futures.ARCHIVED,
    ),
    (lambda c: c.unarchive("rust-belt", key="k"), "/unarchive", {}, futures.FUTURE),
    (lambda c: c.show("rust-belt", public=False, key="k"), "/visibility", {"public": False}, futures.HIDDEN),
    (
        lambda c: c.ask_deletion("rust-belt", reason="We have stopped playing.", key="k"),
        "/deletion",
        futures.DELETION_IN,
        futures.ASKED,
    ),
    (lambda c: c.confirm_deletion("rust-belt", key="k"), "/deletion/confirmation", {}, futures.CONFIRMED),
    (lambda c: c.keep("rust-belt", key="k"), "/deletion/cancellation", {}, futures.FUTURE),
    (
        lambda c: c.offer_handover("rust-belt", 12, key="k", steps_down=True, note="You know it best."),
        "/handovers",
        futures.HANDOVER_IN,
        futures.OFFERED,
    ),
    (
        lambda c: c.answer_handover("rust-belt", 3, accept=True, key="k"),
        "/handovers/3/answer",
        futures.HANDOVER_ANSWER_IN,
        futures.FUTURE,
    ),
    (lambda c: c.withdraw_handover("rust-belt", 3, key="k"), "/handovers/3/withdrawal", {}, futures.FUTURE),
    (
        lambda c: c.advertise_seats(
            "rust-belt",
            ["slag-queens"],
            key="k",
            note="We play on Sundays.",
            time_zone="Europe/Berlin",
            pace="weekly",
            experience="new",
        ),
        "/seat-ad",
        seats.AD_IN,
        seats.AD,
    ),
    (lambda c: c.withdraw_seat_ad("rust-belt", key="k"), "/seat-ad/withdrawal", {}, seats.REQUESTS),
    (
        lambda c: c.ask_for_seat("rust-belt", key="k", note="I have played two seasons."),
        "/seat-requests",
        seats.NOTE_IN,
        seats.REQUEST,
    ),
    (
        lambda c: c.give_seat("rust-belt", 7, "slag-queens", key="k", note="Welcome."),
        "/seat-requests/7/answer",
        seats.ANSWER_IN,
        seats.GIVEN,
    ),
    (
        lambda c: c.decline_seat("rust-belt", 7, key="k"),
        "/seat-requests/7/answer",
        {"answer": "declined", "note": ""},
        seats.REQUEST,
    ),
    (lambda c: c.withdraw_seat_request("rust-belt", 7, key="k"), "/seat-requests/7/withdrawal", {}, seats.WITHDRAWN),
]


@pytest.mark.once
def test_every_change_sends_its_body_under_its_key_and_reads_the_answer(scripted: Callable[..., Scripted]) -> None:
    server = scripted(*((200, answer) for *_, answer in CHANGES))
    with server.client() as client:
        for call, _, _, answer in CHANGES:
            found = call(client)
            assert found.__class__.__module__.startswith("dethmetal_client")
            assert all(hasattr(found, name) for name in answer)
    assert [(path, json.loads(body)) for path, _, body in server.asked] == [
        (f"{LEAGUE}{path}", body) for _, path, body, _ in CHANGES
    ]
    assert {headers["idempotency-key"] for _, headers, _ in server.asked} == {'"k"'}


@pytest.mark.once
def test_what_becomes_of_a_league_and_who_looks_for_a_seat_is_read(scripted: Callable[..., Scripted]) -> None:
    server = scripted(
        (200, futures.OFFERED), (200, seats.SEATS), (200, seats.REQUESTS), (200, seats.SEATS), (200, seats.SEATS)
    )
    with server.client() as client:
        future = client.future("rust-belt")
        assert (future.handovers[0].taker, future.takers[0].member, future.deletion) == ("Duke", 12, None)
        assert (client.seats().seats[0].pace, client.seat_requests("rust-belt").requests[0].number) == ("weekly", 7)
        wanted = client.look_for_seat(key="a", note="I have played two seasons.", time_zone="Europe/Berlin")
        assert wanted.seekers[0].name == "Vera"
        client.stop_looking(key="b")
    assert [path for path, _, _ in server.asked] == [
        f"{LEAGUE}/future",
        "/api/v1/seats",
        f"{LEAGUE}/seat-requests",
        "/api/v1/seats/wanted",
        "/api/v1/seats/wanted/withdrawal",
    ]
