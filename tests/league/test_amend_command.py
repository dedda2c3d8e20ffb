"""`manage.py amend`: what is asked for in files and numbers, told in lines, and refused in a sentence."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.models import Entry
from tests.league.amends import lost_by, number_of, spent
from tests.league.building import Table, assert_reconciled, shopping

pytestmark = pytest.mark.django_db


def ran(table: Table, *options: str) -> list[str]:
    call_command("amend", table.season, *options, stdout=(out := io.StringIO()))
    return out.getvalue().splitlines()


@pytest.fixture
def sheet(tmp_path: Path) -> Any:
    def write(document: object) -> str:
        file = tmp_path / "sheet.json"
        file.write_text(document if isinstance(document, str) else json.dumps(document))
        return str(file)

    return write


def test_a_report_is_previewed_saved_and_undone(sheet: Any) -> None:
    table = spent()
    digest, length = table.row.digest, table.row.length
    ((document,),) = lost_by(table).values()
    options = ("--report", f"m1={sheet(document['report'])}", "--reason", "He read it wrongly.")
    shown = ran(table, *options)
    assert shown[0] == f"#{length + 1} preview_amend: nothing was changed"
    assert shown[-1] == digest
    saved = ran(table, *options, "--save")
    assert saved[0] == f"#{length + 2} amend"
    number = number_of(table, "accept_report", match="m1")
    assert f"    entry {number} (accept_report) is corrected" in saved
    assert "    razors points: 20 → 10" in saved
    assert any("(buy_item) does not stand: razors has" in line for line in saved)
    undone = ran(table, "--undo", str(length + 2), "--reason", "It was right.", "--save")
    assert undone[-1] == digest
    assert_reconciled(table.season)


@pytest.mark.parametrize("document", [5, None, [1, 2], [None], [[]]])
def test_what_is_no_command_is_refused_in_a_sentence(document: object, sheet: Any) -> None:
    table = shopping()
    with pytest.raises(CommandError, match="A command is a JSON object"):
        ran(table, "--correct", f"3={sheet(document)}", "--reason", "x")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "Nothing is to be amended"),
        (("--correct", "12"), "names no file"),
        (("--correct", "x=nowhere.json"), "cannot be read"),
        (("--void", "m9"), "m9 has no accepted report"),
        (("--strike", "3", "--as-given", "3"), "Entry 3 is to be corrected in two ways"),
        (("--undo", "3"), "Entry 3 of rust-belt/s1 is no amend"),
        (("--as-given", "999"), "There is no entry 999"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(options: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        ran(shopping(), *options, "--reason", "x")


def test_an_owner_takes_his_purchase_back() -> None:
    table = shopping()
    given = table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    said = ran(table, "--take-back", str(given.entries[0].number), "--as", "rust-belt-razors")
    assert said[0] == f"#{table.row.length} amend"
    assert table.state.items == {}
    assert Entry.objects.get(season=table.season, number=table.row.length).actor == table.handle("razors")


def test_an_amend_is_refused_where_anything_came_after_what_was_seen(sheet: Any) -> None:
    table = spent()
    ((document,),) = lost_by(table).values()
    options = ("--report", f"m1={sheet(document['report'])}", "--reason", "He read it wrongly.", "--key", "once")
    seen = table.row.length
    ran(table, *options[:-1], "look", "--seen", str(seen))
    last = table.row.length
    for wrong in (seen, last + 1, -1):
        with pytest.raises(CommandError, match=f"The last entry of rust-belt/s1 is {last} by now, not {wrong}"):
            ran(table, *options, "--save", "--seen", str(wrong))
    assert table.row.length == last
    saved = ran(table, *options, "--save", "--seen", str(last))
    assert saved[0] == f"#{last + 1} amend"
    again = ran(table, *options, "--save", "--seen", str(last))
    assert (again[0], table.row.length) == (saved[0], table.row.length)


def test_what_an_owner_takes_back_is_refused_where_anything_came_after_what_was_seen() -> None:
    table = shopping()
    given = table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    number = given.entries[0].number
    table.give("buy_item", by="razors", franchise="razors", item="razors.gun2", kind="machinegun")
    asked = ("--take-back", str(number), "--as", "rust-belt-razors")
    with pytest.raises(CommandError, match="read what came since"):
        ran(table, *asked, "--seen", str(number))
    ran(table, *asked, "--seen", str(table.row.length))
