"""A commissioner's program previews an amend, then makes it. A preview and a refused amend change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Entry
from tests.api.api_callers import Program, at, program_of
from tests.api.test_problems import told
from tests.league.small_league import Table, assert_reconciled, founded

pytestmark = pytest.mark.django_db
NAMED = {"type": "found_franchise", "franchise": "razors", "name": "Blades"}
REOPENED = {"type": "open_season", "rounds": 3, "secret_hash": "0" * 64}
RIGHT = {"corrections": {"2": [NAMED]}, "reason": "Misspelt."}


def asked(table: Table, program: Program, part: str = "", key: str = "k", **more: Any) -> Any:
    """Request an amend, or its preview if `part` is `/preview`."""
    return program.post(at(table, f"/amends{part}"), {**RIGHT, **more}, key=key)


def test_a_preview_tells_what_would_follow_and_changes_nothing_but_the_journal() -> None:
    table = founded()
    before, digest = table.row.length, table.row.digest
    answer = asked(table, program_of(table, "boss"), "/preview")
    assert answer.status_code == 201, answer.content
    preview = answer.json()
    assert (preview["number"], preview["length"], preview["obstacles"]) == (before + 1, before + 1, [])
    assert {"number": 2, "standing": "corrected", "because": ""} in preview["stands"]
    assert table.row.digest == digest


def test_an_amend_is_made_once_and_what_it_put_right_is_read() -> None:
    table = founded()
    boss = program_of(table, "boss")
    first, again = asked(table, boss), asked(table, boss)
    assert (first.status_code, again.content) == (201, first.content)
    assert Entry.objects.filter(season=table.season, command="amend").count() == 1
    assert any("Blades" in standing["name"] for standing in boss.get(at(table, "/standings")).json()["standings"])
    assert_reconciled(table.season)


@pytest.mark.parametrize(
    ("more", "kind", "pointer"),
    [
        ({"corrections": {}}, "malformed", "/corrections"),
        ({"corrections": {"two": [NAMED]}}, "malformed", "/corrections/two"),
        ({"corrections": {"2": [NAMED], "02": []}}, "malformed", "/corrections/02"),
        ({"corrections": {"999": []}}, "unknown", "/corrections/999"),
        ({"corrections": {"2": [NAMED, {"type": "found_franchise"}]}}, "field-missing", "/corrections/2/1/franchise"),
        ({"corrections": {"2": [{**NAMED, "franchise": 5}]}}, "wrong-kind", "/corrections/2/0/franchise"),
        ({"corrections": {"2": [{"type": "explode"}]}}, "unknown", "/corrections/2/0/type"),
        ({"corrections": {"3": [NAMED]}}, "correction-refused", "/corrections/3"),
        ({"reason": " "}, "reason-missing", "/reason"),
        ({"corrections": {"2": "x"}}, "wrong-kind", "/corrections/2"),
        ({"corrections": {"1": []}}, "commitment-stands", "/corrections/1"),
        ({"corrections": {"1": [REOPENED]}}, "commitment-stands", "/corrections/1/0/secret_hash"),
    ],
)
def test_what_cannot_be_amended_is_refused_in_a_sentence(more: dict[str, Any], kind: str, pointer: str) -> None:
    table = founded()
    before = table.row.length
    for part in ("", "/preview"):
        problem = told(asked(table, program_of(table, "boss"), part, key=f"k{part}", **more), 422, kind)
        assert [error["pointer"] for error in problem["errors"]] == [pointer]
    assert table.row.length == before


def test_amends_are_for_commissioners() -> None:
    table = founded()
    for part in ("", "/preview"):
        told(asked(table, program_of(table, "razors"), part), 403, "scope-missing")
        told(asked(table, Program(), part), 401, "not-logged-in")
