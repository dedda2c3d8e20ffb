"""What a request's body may be: plain JSON in UTF-8 within the limits, or empty if the operation takes no body."""

from __future__ import annotations

import codecs
import gzip
import json
from typing import Any

import pytest
from django.test import Client

from api.errors import PROBLEM_TYPES_URL
from api.idempotency_key import KEY_HEADER
from api.openapi import MOST_COMMANDS
from tests.api.api_callers import V1, at, program_of
from tests.api.prepared_operations import WITHOUT_BODY, whole_program
from tests.api.test_document import operations
from tests.api.test_permissions import PARTS, parts_in
from tests.api.test_problems import told
from tests.league.small_league import Table, founded

pytestmark = pytest.mark.django_db
HIRE = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
GIVEN = {"commands": [HIRE]}
NAMED = {"type": "found_franchise", "franchise": "razors", "name": "Blades"}
BARE = [
    (path, method, operation["operationId"])
    for path, method, operation in operations()
    if method != "get" and "requestBody" not in operation
]


def gives(table: Table, body: bytes, kind: str = "application/json", **headers: str) -> Any:
    """Post this body to the commands of the season, as the owner of the razors."""
    all_headers = {"authorization": f"Bearer {program_of(table, 'razors').token}", "idempotency-key": "k", **headers}
    return Client().post(f"{V1}{at(table, '/commands')}", body, content_type=kind, headers=all_headers)


@pytest.mark.parametrize("how", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "latin-1"])
def test_json_in_another_character_set_is_not_read(how: str) -> None:
    table = founded()
    body = json.dumps({"commands": [{**HIRE, "name": "V\u00e9ga"}]}, ensure_ascii=False).encode(how)
    told(gives(table, body), 400, "malformed-request")
    assert "razors.d1" not in table.state.drivers


def test_json_in_utf_8_is_read_with_the_mark_of_it_or_without() -> None:
    table = founded()
    body = json.dumps(GIVEN).encode()
    first, again = gives(table, body), gives(table, codecs.BOM_UTF8 + body)
    assert (first.status_code, again.content) == (201, first.content)


@pytest.mark.parametrize("kind", ["*/*", "application/*", "application/problem+json", "text/json", "json", ""])
def test_a_body_is_called_json_or_is_not_read(kind: str) -> None:
    table = founded()
    told(gives(table, json.dumps(GIVEN).encode(), kind), 415, "unsupported-media-type")


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON", "application/json; charset=UTF-8"])
def test_json_is_called_so_in_any_case_with_its_character_set(kind: str) -> None:
    assert gives(founded(), json.dumps(GIVEN).encode(), kind).status_code == 201


@pytest.mark.parametrize("how", ["gzip", "br", "deflate", "identity, gzip"])
def test_a_body_that_is_encoded_is_not_read_and_the_answer_says_why(how: str) -> None:
    table = founded()
    problem = told(
        gives(table, gzip.compress(json.dumps(GIVEN).encode()), **{"content-encoding": how}),
        415,
        "unsupported-media-type",
    )
    assert "`Content-Encoding`" in problem["detail"]


@pytest.mark.parametrize("how", ["identity", "Identity", ""])
def test_a_body_that_is_said_to_be_as_it_is_is_read(how: str) -> None:
    assert gives(founded(), json.dumps(GIVEN).encode(), **{"content-encoding": how}).status_code == 201


@pytest.mark.parametrize("part", ["", "/preview"])
def test_a_correction_has_no_more_commands_than_are_given_at_once(part: str) -> None:
    table = founded()
    before = table.row.length
    many = [NAMED] * (MOST_COMMANDS + 1)
    sent = {"corrections": {"2": [NAMED], "3": many, "4": many}, "reason": "Misspelt."}
    problem = told(program_of(table, "boss").post(at(table, f"/amends{part}"), sent, key="k"), 422, "malformed")
    assert [error["pointer"] for error in problem["errors"]] == ["/corrections/3", "/corrections/4"]
    assert table.row.length == before


def test_a_correction_may_have_as_many_as_are_given_at_once() -> None:
    table = founded()
    sent = {"corrections": {"2": [NAMED] * MOST_COMMANDS}, "reason": "Misspelt."}
    answer = program_of(table, "boss").post(at(table, "/amends/preview"), sent, key="k")
    assert answer.json()["type"] != f"{PROBLEM_TYPES_URL}malformed"


def without_body(path: str, name: str) -> tuple[str, dict[str, str]]:
    """The address of an operation that takes no body, and the headers to send with it."""
    table = founded()
    prepare = WITHOUT_BODY.get(name)
    program = whole_program(table, "boss" if prepare else "razors")
    parts = {**PARTS, **parts_in(path, table), **(prepare(table) if prepare else {})}
    return path.format(**parts), {"authorization": f"Bearer {program.token}", KEY_HEADER: name}


@pytest.mark.parametrize(("path", "method", "name"), BARE)
@pytest.mark.parametrize("body", ['{"why": 1}', "[]", "null", "0"])
def test_what_takes_no_body_is_sent_none(path: str, method: str, name: str, body: str) -> None:
    address, headers = without_body(path, name)
    answer = getattr(Client(), method)(address, body, content_type="application/json", headers=headers)
    problem = told(answer, 422, "field-unknown" if body.startswith("{") else "wrong-kind")
    assert [error["pointer"] for error in problem.get("errors", [])] == (["/why"] if body.startswith("{") else [])


@pytest.mark.parametrize(("path", "method", "name"), BARE)
@pytest.mark.parametrize("body", ["", "{}"])
def test_what_takes_no_body_is_content_with_none_and_with_an_empty_object(
    path: str, method: str, name: str, body: str
) -> None:
    assert len(BARE) > 4
    assert WITHOUT_BODY.keys() <= {name for _, _, name in BARE}
    address, headers = without_body(path, name)
    answer = getattr(Client(), method)(address, body, content_type="application/json", headers=headers)
    assert answer.status_code in (200, 201), answer.content


@pytest.mark.parametrize("path", ["/api/", "/api/v1/docs"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_a_page_of_the_api_that_is_sent_something_says_that_it_is_read(path: str, method: str) -> None:
    answer = getattr(Client(enforce_csrf_checks=True), method)(path, b"{}", content_type="application/json")
    told(answer, 405, "method-not-allowed")
    assert answer["Allow"] == "GET, HEAD"


def test_a_whole_number_is_written_without_a_fraction() -> None:
    table = founded()
    answer = program_of(table, "razors").post(at(table, "/commands"), {**GIVEN, "seen": 1.0}, key="k")
    assert "takes a whole number" in told(answer, 422, "wrong-kind")["detail"]
