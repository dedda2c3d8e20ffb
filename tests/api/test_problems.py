"""The API answers every error with a problem document."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory, override_settings
from rest_framework.throttling import SimpleRateThrottle

from api.errors import PROBLEM_TYPES_URL, all_problem_kinds, problem_slug
from config.error_views import server_error
from config.rates import validate_rate
from tests.api.api_callers import Program, at, program_of
from tests.league.small_league import founded

pytestmark = pytest.mark.django_db


def told(answer: Any, status: int, kind: str) -> dict[str, Any]:
    """Check an answer's status and problem type, and return its problem document."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    document: dict[str, Any] = answer.json()
    assert (document["type"], document["status"]) == (PROBLEM_TYPES_URL + kind, status)
    assert document["title"]
    assert document["detail"]
    return document


def test_an_address_at_which_there_is_nothing_is_a_problem() -> None:
    for path in ("/api/v1/nothing", "/api/v2/leagues", "/api/v1/leagues/"):
        told(Client().get(path), 404, "not-found")


def test_a_league_nobody_has_and_one_for_members_alone_are_told_alike() -> None:
    founded(public=False)
    hidden, none = Program().get("/leagues/rust-belt"), Program().get("/leagues/nowhere")
    assert told(hidden, 404, "not-found") == told(none, 404, "not-found")


def test_another_method_is_answered_with_those_there_are() -> None:
    answer = Client().delete("/api/v1/leagues")
    told(answer, 405, "method-not-allowed")
    assert "GET" in answer["Allow"]


def test_a_program_that_wants_no_json_is_told_that_there_is_nothing_else() -> None:
    told(Program().get("/leagues", accept="text/html"), 406, "not-acceptable")


def test_what_is_not_json_is_not_read() -> None:
    table = founded()
    program = program_of(table, "boss")
    headers = {"authorization": f"Bearer {program.token}", "idempotency-key": "k"}
    answer = Client().post(f"/api/v1{at(table, '/commands')}", "a=1", content_type="text/plain", headers=headers)
    told(answer, 415, "unsupported-media-type")


@pytest.mark.parametrize(("charset", "status"), [("utf-16", 415), ('"latin-1"', 415), ('"UTF-8"', 422)])
def test_json_is_read_in_utf_8_and_in_nothing_else(charset: str, status: int) -> None:
    table = founded()
    program = program_of(table, "boss")
    answer = Client().post(
        f"/api/v1{at(table, '/commands')}",
        "{}",
        content_type=f"application/json; charset={charset}",
        headers={"authorization": f"Bearer {program.token}", "idempotency-key": "k"},
    )
    told(answer, status, "unsupported-media-type" if status == 415 else "field-missing")


@pytest.mark.parametrize("sent", ["", " ", '"another"'])
def test_a_command_whose_if_match_names_no_tag_of_the_season_is_refused(sent: str) -> None:
    table = founded()
    hire = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1"}
    answer = program_of(table, "razors").post(
        at(table, "/commands"), {"commands": [hire]}, key="k", **{"if-match": sent}
    )
    told(answer, 412, "out-of-date")
    assert "razors.d1" not in table.state.drivers


def test_what_breaks_below_the_api_is_a_problem_that_tells_no_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_asked: object, **_parts: object) -> None:
        raise RuntimeError("the inner workings")

    monkeypatch.setattr("api.seasons.views.season_and_viewer", breaks)
    answer = Client(raise_request_exception=False).get("/api/v1/leagues/rust-belt/seasons/s1")
    assert "inner workings" not in str(told(answer, 500, "internal-error"))


def test_what_breaks_elsewhere_is_a_page() -> None:
    answer = server_error(RequestFactory().get("/rust-belt"))
    assert (answer.status_code, answer["Content-Type"]) == (500, "text/html; charset=utf-8")


def test_a_host_that_the_site_is_not_is_a_problem_below_the_api_and_a_page_elsewhere() -> None:
    told(Client().get("/api/v1/leagues", headers={"host": "evil.example"}), 400, "malformed-request")
    page = Client().get("/", headers={"host": "evil.example"})
    assert (page.status_code, page["Content-Type"]) == (400, "text/html; charset=utf-8")


@pytest.mark.parametrize("text", ["5", "", "600/", "0/minute", "many/minute", "600/month", "600/minute "])
def test_a_rate_that_is_none_lets_nothing_start(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^API_RATE_TOKEN is .* and no rate: give it as 600/minute"):
        validate_rate(text, variable="API_RATE_TOKEN")


@pytest.mark.parametrize("text", ["1/second", "600/minute", "100000/hour", "5/day"])
def test_a_rate_is_so_many_to_a_time(text: str) -> None:
    assert validate_rate(text, variable="API_RATE_TOKEN") == text


@pytest.mark.parametrize(
    "body", [b"{", b'{"commands": [], "commands": []}', b'{"a": NaN}', b"\xff", b"[" * 100_000, b"9" * 5000]
)
def test_json_that_breaks_says_where(body: bytes) -> None:
    table = founded()
    answer = program_of(table, "boss").post(at(table, "/commands"), body, key="k")
    assert "sys." not in told(answer, 400, "malformed-request")["detail"]


@pytest.mark.parametrize("path", ["/leagues", "/problems/", "/leagues/rust-belt/seasons/s1/standings", "/nowhere"])
def test_a_query_of_a_thousand_parts_is_a_problem_as_any_other(path: str) -> None:
    founded()
    answer = Program().get(f"{path}?{'&'.join(f'a{number}=1' for number in range(1001))}")
    assert (answer.status_code, answer["Content-Type"]) == (
        (404 if path == "/nowhere" else 400),
        "application/problem+json",
    )


@pytest.mark.parametrize(
    ("sent", "faults"),
    [
        ({}, [("/commands", "field-missing")]),
        ([], [("", "wrong-kind")]),
        ({"commands": 1}, [("/commands", "wrong-kind")]),
        ({"commands": [], "more": 1}, [("/more", "field-unknown")]),
        ({"commands": [], "seen": "one"}, [("/seen", "wrong-kind")]),
        ({"commands": [5], "seen": True}, [("/commands/0", "wrong-kind"), ("/seen", "wrong-kind")]),
        ({"commands": [], "typed": {"faces": {"a/b": [1, "x"]}}}, [("/typed/faces/a~1b/1", "wrong-kind")]),
    ],
)
def test_every_part_of_the_wrong_shape_is_pointed_at_with_its_own_type(
    sent: object, faults: list[tuple[str, str]]
) -> None:
    table = founded()
    answer = program_of(table, "boss").post(at(table, "/commands"), sent, key="k")
    document = told(answer, 422, faults[0][1])
    pointed = [
        (error["pointer"], error["type"].removeprefix(PROBLEM_TYPES_URL)) for error in document.get("errors", [])
    ]
    assert pointed == [fault for fault in faults if fault[0]]


def test_a_value_that_is_none_of_a_list_is_told_the_list() -> None:
    table = founded()
    answer = program_of(table, "boss").post(
        f"/leagues/{table.league}/webhooks", {"name": "a", "address": "https://8.8.8.8/", "shape": "slack"}, key="k"
    )
    assert "takes 'discord' or 'standard'" in told(answer, 422, "not-one-of")["detail"]


def test_who_asks_too_often_is_told_when_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"token": "2/minute", "address": "1/minute"})
    assert Program().get("/leagues").status_code == 200
    answer = Program().get("/leagues")
    told(answer, 429, "too-many-requests")
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert program_of(founded(), "boss").get("/leagues").status_code == 200


def test_every_kind_of_problem_says_when_it_comes_and_has_an_address() -> None:
    listed = Program().get("/problems/").json()["kinds"]
    assert [kind["type"] for kind in listed] == [PROBLEM_TYPES_URL + name for name in all_problem_kinds()]
    assert all(kind["says"].endswith((".", ")")) for kind in listed), list(listed)
    assert Program().get("/problems/roster-full").json() in listed
    told(Program().get("/problems/nothing-known"), 404, "not-found")


def test_a_refusals_name_becomes_its_kind() -> None:
    assert problem_slug("RosterFull") == "roster-full"


@override_settings(DEBUG=False)
def test_a_query_that_is_none_is_turned_down() -> None:
    table = founded()
    for query in ("after=x", "after=-1", "after=99999999999", "limit=0", "limit=201"):
        told(Program().get(at(table, f"/entries?{query}")), 400, "query-wrong")
