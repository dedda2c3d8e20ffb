"""Behavior common to all operations: query parameters, HEAD, slashes, and cache headers."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import resolve

from api.view_decorators import query_names
from config.middleware.head_without_body import HeadWithoutBodyMiddleware
from tests.api.api_callers import V1, Program, at, program_of
from tests.api.test_document import operations
from tests.api.test_problems import told
from tests.league.small_league import founded, signed

pytestmark = pytest.mark.django_db
PARTS = {"number": "1", "delivery": "1", "claim": "1", "job": "00000000-0000-4000-8000-000000000000"}


def address(path: str) -> str:
    """A path template with made-up ids for its parameters."""
    for part in path.split("/"):
        if part.startswith("{"):
            path = path.replace(part, PARTS.get(part[1:-1], "x"))
    return path


@pytest.mark.parametrize(("path", "method", "operation"), operations())
def test_the_query_that_is_taken_is_the_one_the_document_tells(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    view = resolve(address(path)).func
    documented = sorted(
        parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "query"
    )
    accepted = query_names(view, method.upper())
    assert accepted is not None
    assert sorted(accepted) == documented


@pytest.mark.parametrize(("path", "method", "operation"), operations())
def test_an_unknown_part_of_a_query_is_refused_everywhere_and_those_there_are_are_named(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    answer = getattr(Client(), method)(f"{address(path)}?colour=red")
    detail = told(answer, 400, "query-wrong")["detail"]
    assert "?colour=" in detail
    assert all(
        f"?{parameter['name']}=" in detail
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query"
    )


def test_a_method_that_is_not_there_is_told_before_its_query() -> None:
    for how in ("trace", "put"):
        told(getattr(Client(), how)(f"{V1}/leagues?colour=red"), 405, "method-not-allowed")


def test_a_part_of_a_query_that_stands_twice_or_a_thousand_times_is_refused() -> None:
    table = founded()
    twice = told(Program().get(at(table, "/entries?after=1&after=2")), 400, "query-wrong")
    assert twice["detail"] == "?after= stands there 2 times: send it once."
    told(
        Program().get(at(table, f"/entries?{'&'.join(f'a{number}=1' for number in range(1001))}")), 400, "query-wrong"
    )


def test_a_head_is_answered_as_the_get_is_without_its_body() -> None:
    table = signed()
    own = program_of(table, "razors").token
    for part, token in [
        ("", ""),
        ("/standings", ""),
        ("/entries?limit=3", own),
        ("/matches/m9", ""),
        ("/stands", ""),
    ]:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        got, head = (getattr(Client(), how)(f"{V1}{at(table, part)}", headers=headers) for how in ("get", "head"))
        assert (head.status_code, head.content) == (got.status_code, b""), part
        quota = got.headers.pop("RateLimit"), head.headers.pop("RateLimit")
        assert quota[0] != quota[1], "each counts"
        assert dict(head.headers) == dict(got.headers), part
    assert "HEAD" in Client().post(f"{V1}/leagues")["Allow"]
    told(Client().get(f"{V1}{at(table, '/trials')}"), 405, "method-not-allowed")
    assert (
        Client().head(f"{V1}{at(table, '/trials')}")["Allow"] == Client().get(f"{V1}{at(table, '/trials')}")["Allow"]
    )


def test_a_head_has_no_body_whatever_serves_it() -> None:
    """Call the middleware directly, since the test client removes the body itself, as not every server does."""
    request = HttpRequest()
    for method, expected in (("HEAD", b""), ("GET", b"ab")):
        request.method = method
        response = HeadWithoutBodyMiddleware(lambda _: HttpResponse(b"ab", headers={"Content-Length": "2"}))(request)
        assert (response.content, response["Content-Length"]) == (expected, "2")
        streamed: Any = HeadWithoutBodyMiddleware(lambda _: StreamingHttpResponse([b"a", b"b"]))(request)  # type: ignore[arg-type,return-value]
        assert b"".join(streamed.streaming_content) == expected


def test_no_cache_gives_what_was_read_to_another_reader() -> None:
    table = signed()
    owner = program_of(table, "razors")
    for program in (Program(), owner):
        for path in (
            "/", "/leagues", f"/leagues/{table.league}", at(table), at(table, "/entries"), "/catalogue",
            f"/leagues/{table.league}/webhooks", at(table, "/matches/m9"), "/leagues?colour=red",
        ):  # fmt: skip
            answer = program.get(path)
            assert answer["Cache-Control"] == "private, no-cache", path
            assert {"Authorization", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}, path


def test_the_api_begins_with_an_index_whose_addresses_are_there() -> None:
    index = Program().get("/").json()
    reads = {operation["operationId"]: path for path, method, operation in operations() if method == "get"}
    assert index["reads"] == reads
    for name in ("document", "docs", "problems"):
        assert Client().get(index[name]).status_code == 200


def test_an_address_with_a_slash_too_many_or_too_few_is_told_the_right_one() -> None:
    table = founded()
    for wrong, right in [
        (f"{V1}{at(table)}/", f"{V1}{at(table)}"),
        (f"{V1}/leagues/", f"{V1}/leagues"),
        (V1, f"{V1}/"),
        (f"{V1}/problems", f"{V1}/problems/"),
        (f"{V1}/openapi.json/", f"{V1}/openapi.json"),
    ]:
        for how in ("get", "post"):
            detail = told(getattr(Client(), how)(wrong), 404, "not-found")["detail"]
            assert detail == f"There is nothing at {wrong}: ask for {right}."
