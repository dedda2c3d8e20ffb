"""Idempotency keys: bare or in quotes. A missing or malformed key is reported before any error of the body."""

from __future__ import annotations

import re
from typing import Any

import pytest

from api.idempotency_key import KEY_HEADER, KEY_PATTERN
from league.models import StoredAnswer
from league.tokens import ACCOUNT_SCOPE, COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE
from tests.api.api_callers import V1, Program, at, program_of
from tests.api.prepared_operations import OWNERS_ALONE, whole_program
from tests.api.test_appeals import accepted, appeals
from tests.api.test_document import operations
from tests.api.test_permissions import LOCKED, PARTS, parts_in
from tests.api.test_problems import told
from tests.league.small_league import Table, founded, lined_up

pytestmark = pytest.mark.django_db
HIRE = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
KEYED = [
    (path, method, operation["operationId"])
    for path, method, operation in operations()
    if any(parameter["name"] == KEY_HEADER for parameter in operation.get("parameters", ()))
]


def hires(table: Table, key: str) -> Any:
    """Send the same command of the same owner, with this value of the header."""
    return program_of(table, "razors").post(at(table, "/commands"), {"commands": [HIRE]}, key=key)


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("abc", '"abc"', "abc"),
        ('"abc"', "abc", "abc"),
        ('"abc";a=1', "abc", "abc"),
        ('"abc"; a; b="x;y";c=?1', '  "abc"  ', "abc"),
        ('"a\\"b\\\\c"', '"a\\"b\\\\c";z', 'a"b\\c'),
        ('"a\\\\b"', "a\\b", "a\\b"),
        ('"a,b;c"', '"a,b;c"', "a,b;c"),
        ("a key", '"a key"', "a key"),
        ("k" * 120, f'"{"k" * 120}"', "k" * 120),
        ('"' + '\\"' * 120 + '"', '"' + '\\"' * 120 + '";a=1', '"' * 120),
    ],
)
def test_a_key_is_the_same_in_quotes_and_bare_whatever_is_said_of_it(first: str, second: str, kept: str) -> None:
    table = founded()
    done, again = hires(table, first), hires(table, second)
    assert done.status_code == 201, done.content
    assert (again.content, again["Idempotent-Replayed"]) == (done.content, "true")
    assert [stored_answer.key for stored_answer in StoredAnswer.objects.all()] == [kept]


@pytest.mark.parametrize(
    "key",
    [
        '""', '"', '" "', '"abc', 'abc"', '"a"b"', '"a\\b"', '"abc" def', '"abc";', '"abc";A=1', '"abc";a="x', "a,b",
        '"a","b"', '"a", "b"', 'a"b', "abc;a=1", ",", "k" * 121, f'"{"k" * 121}"', '"caf\u00e9"', "a\tb",
    ],
)  # fmt: skip
def test_a_key_that_cannot_be_read_is_refused_and_nothing_is_done(key: str) -> None:
    table = founded()
    before = table.row.length
    told(hires(table, key), 400, "key-malformed")
    assert (table.row.length, StoredAnswer.objects.count()) == (before, 0)


@pytest.mark.parametrize("key", ["abc", '"abc"', '"a\\"b"', '"a,b"', "k" * 120, f'"{"k" * 120}"'])
def test_the_document_tells_of_a_key_as_it_is_taken(key: str) -> None:
    assert re.search(KEY_PATTERN, key)


@pytest.mark.parametrize("key", ["", '""', '"abc', "a,b", '"a","b"', "k" * 121, f'"{"k" * 121}"'])
def test_the_document_tells_of_no_key_that_is_refused(key: str) -> None:
    assert not re.search(KEY_PATTERN, key)


@pytest.mark.parametrize("operation", KEYED, ids=[name for _, _, name in KEYED])
@pytest.mark.parametrize(("key", "kind"), [("", "key-missing"), ('"broken', "key-malformed")])
@pytest.mark.parametrize("body", [{"colour": "red"}, b"{"], ids=["out of shape", "broken"])
def test_a_key_that_is_missing_is_told_before_what_is_wrong_with_the_body(
    operation: tuple[str, str, str], key: str, kind: str, body: object
) -> None:
    assert len(KEYED) > 12
    path, method, name = operation
    table = accepted() if name == "answer_appeal" else lined_up() if name in LOCKED else founded()
    parts = {**PARTS, **parts_in(path, table)}
    if name == "answer_appeal":
        parts["number"] = str(appeals(table).json()["id"])
    if "{number}" in path and "webhooks" in path:
        program = program_of(table, "razors", READ_SCOPE)
    elif name in OWNERS_ALONE:
        program = whole_program(table, "razors")
    else:
        program = program_of(table, "boss", READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE, ACCOUNT_SCOPE)
    send = getattr(program, method)
    told(send(path.removeprefix(V1).format(**parts), body, key=key), 400, kind)


def test_who_may_not_ask_is_told_so_before_he_is_asked_for_a_key() -> None:
    table = founded()
    told(Program().post(at(table, "/commands"), {}), 401, "not-logged-in")
    told(program_of(table, "razors").post(at(table, "/amends"), {}), 403, "scope-missing")
    told(Program("dm_nobodys").post(at(table, "/commands"), {}), 401, "not-logged-in")
