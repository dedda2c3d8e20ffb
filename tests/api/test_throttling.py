"""Refused requests count against their address, and too many are refused before a token is looked up."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.throttling import SimpleRateThrottle

from api import throttling
from league.models import AccessToken
from league.tokens import READ_SCOPE
from tests.api.api_callers import Program, at, program_of, token_of
from tests.api.test_problems import told
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db
FEW = 3


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"token": "600/minute", "address": f"{FEW}/minute"})


def refused(answer: Any) -> None:
    """Check that a request was throttled and told when to retry."""
    told(answer, 429, "too-many-requests")
    assert 1 <= int(answer["Retry-After"]) <= 60


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/v1/leagues", {"authorization": "Bearer dm_nobodys"}, 401),
        ("/api/v1/leagues", {"authorization": "Basic YTpi"}, 401),
        ("/api/v1/leagues", {"accept": "text/html"}, 406),
        ("/api/v1/leagues?colour=red", {}, 400),
        ("/api/v1/nope", {}, 404),
        ("/api/nope", {}, 404),
        ("/api/v1/leagues/nowhere", {}, 404),
    ],
)
def test_what_is_turned_down_counts_against_its_address(path: str, headers: dict[str, str], status: int) -> None:
    founded()
    for _ in range(FEW):
        assert Client().get(path, headers=headers).status_code == status
    refused(Client().get(path, headers=headers))
    refused(Client().get("/api/v1/leagues"))
    assert Client().get("/api/v1/leagues", REMOTE_ADDR="10.0.0.9").status_code == 200


def test_a_method_that_a_page_of_the_api_does_not_answer_counts_too() -> None:
    for _ in range(FEW):
        told(Client().post("/api/v1/docs"), 405, "method-not-allowed")
    refused(Client().post("/api/v1/docs"))
    assert Client().get("/api/v1/docs").status_code == 200


def test_all_that_is_turned_down_is_counted_together() -> None:
    Client().get("/api/v1/nope")
    Client().get("/api/v1/leagues?colour=red")
    Program("dm_nobodys").get("/leagues")
    refused(Program("dm_nobodys").get("/leagues"))


def test_after_too_many_tokens_that_were_no_good_another_is_not_looked_up() -> None:
    founded()
    for number in range(FEW):
        told(Program(f"dm_guess{number}").get("/leagues"), 401, "not-logged-in")
    with CaptureQueriesContext(connection) as queries:
        refused(Program("dm_another").get("/leagues"))
    assert len(queries) == 0


def test_a_token_that_was_good_is_let_in_whatever_others_of_its_address_guess() -> None:
    table = founded()
    good, late = program_of(table, "razors"), program_of(table, "saints")
    assert good.get(at(table)).status_code == 200
    for number in range(2 * FEW):
        Program(f"dm_guess{number}").get("/leagues")
    assert good.get(at(table)).status_code == 200
    refused(late.get(at(table)))


def test_a_token_is_let_in_though_strangers_of_its_address_asked_too_often() -> None:
    table = founded()
    for _ in range(2 * FEW):
        Program().get("/leagues")
    refused(Program().get("/leagues"))
    assert program_of(table, "razors").get(at(table)).status_code == 200


def test_a_token_that_was_good_and_was_taken_back_is_a_guess_like_any_other() -> None:
    table = founded()
    row, text = token_of(table, "razors", READ_SCOPE)
    assert Program(text).get(at(table)).status_code == 200
    AccessToken.objects.filter(pk=row.pk).update(revoked_at=row.made_at)
    for _ in range(FEW):
        told(Program(text).get(at(table)), 401, "not-logged-in")
    with CaptureQueriesContext(connection) as queries:
        refused(Program(text).get(at(table)))
    assert len(queries) == 0


def test_all_tokens_of_an_address_together_ask_no_oftener_than_some_of_them_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(throttling, "TOKENS_PER_ADDRESS_FACTOR", 2)
    monkeypatch.setattr(SimpleRateThrottle, "timer", lambda _throttle: 90.0)
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"token": "2/minute", "address": "1/minute"})
    table = founded()
    programs = [program_of(table, who) for who in ("razors", "saints")]
    for program in programs * 2:
        assert program.get(at(table)).status_code == 200
    refused(program_of(table, "boss").get(at(table)))
    refused(programs[0].get(at(table)))
    monkeypatch.setattr(SimpleRateThrottle, "timer", lambda _throttle: 151.0)
    assert program_of(table, "boss").get(at(table)).status_code == 200
