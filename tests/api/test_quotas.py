"""Every answer of the API says how much of each rate limit is left."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from api.documentation.views import openapi_document
from tests.api.api_callers import Program, at, program_of
from tests.api.test_document import operations
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"token": "5/minute", "address": "3/minute"})


def left(answer: Any) -> dict[str, int]:
    """What an answer says is left, by the name of the limit, after a check that each has a policy and a time."""
    policies = re.findall(r'"([a-z-]+)";q=(\d+);w=60', answer["RateLimit-Policy"])
    items = re.findall(r'"([a-z-]+)";r=(\d+);t=(\d+)', answer["RateLimit"])
    assert [name for name, _ in policies] == [name for name, _, _ in items]
    assert all(0 < int(seconds) <= 60 for _, _, seconds in items)
    return {name: int(number) for name, number, _ in items}


def test_answers_errors_and_unchanged_answers_count_down_what_is_left() -> None:
    table = founded()
    program = program_of(table, "razors")
    answer = program.get(at(table))
    assert left(answer) == {"token": 4, "tokens-of-address": 49}
    unchanged = program.get(at(table), **{"if-none-match": answer["ETag"]})
    assert (unchanged.status_code, left(unchanged)["token"]) == (304, 3)
    missing = program.get(at(table, "/matches/m9"))
    assert (missing.status_code, left(missing)["token"]) == (404, 2)
    refused = program.post(at(table, "/commands"), {"commands": []}, key="a")
    assert (refused.status_code, left(refused)["token"]) == (422, 1)
    repeated = program.post(at(table, "/commands"), {"commands": []}, key="a")
    assert (repeated.status_code, left(repeated)["token"]) == (422, 0)


def test_the_429_has_nothing_left_and_says_when_there_is_more() -> None:
    for _ in range(3):
        answer = Program().get("/leagues")
    assert left(answer) == {"address": 0}
    refused = Program().get("/leagues")
    assert refused.status_code == 429
    assert left(refused) == {"address": 0}
    assert abs(int(refused["Retry-After"]) - int(re.findall(r"t=(\d+)", refused["RateLimit"])[0])) <= 1


@pytest.mark.parametrize(
    ("path", "headers"),
    [("/api/v1/nope", {}), ("/api/v1/leagues?colour=red", {}), ("/api/v1/leagues", {"accept": "text/html"})],
)
def test_what_is_turned_down_before_anybody_is_known_counts_against_its_address(
    path: str, headers: dict[str, str]
) -> None:
    assert left(Client().get(path, headers=headers)) == {"address": 2}


def test_a_guess_at_a_token_has_a_limit_of_its_own() -> None:
    answer = Program("dm_nobodys").get("/leagues")
    assert answer.status_code == 401
    assert left(answer) == {"invalid-tokens": 2, "address": 2}


def test_work_without_a_token_has_a_lower_limit_besides() -> None:
    answer = Program().post("/duels/score", {})
    assert left(answer) == {"work-of-address": 0, "address": 2}


def test_a_page_for_people_says_nothing_of_limits() -> None:
    assert "RateLimit" not in Client().get("/api/v1/docs").headers


def test_the_document_describes_the_headers_at_every_answer() -> None:
    components = openapi_document()["components"]["headers"]
    assert set(components) == {"RateLimit", "RateLimit-Policy", "Retry-After"}
    for path, method, operation in operations():
        for status, response in operation["responses"].items():
            assert {"RateLimit", "RateLimit-Policy"} <= set(response["headers"]), (path, method, status)
            assert ("Retry-After" in response["headers"]) is (status in {"429", "503"})
