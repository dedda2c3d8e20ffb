"""`manage.py amend`: requests from files and entry numbers, printed results, and refusals in a sentence."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.models import Entry
from tests.journal.amends import lost_by, number_of, spent
from tests.journal.misread_league import PARTY, partied
from tests.league.small_league import Table, assert_reconciled, shopping

pytestmark = pytest.mark.django_db


def ran(table: Table, *options: str) -> list[str]:
    call_command("amend", table.season, *options, stdout=(output := io.StringIO()))
    return output.getvalue().splitlines()


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
    lines = ran(table, *options)
    assert lines[0] == f"#{length + 1} preview_amend: nothing was changed"
    assert lines[-1] == digest
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
        ((), "There is nothing to amend"),
        (("--correct", "12"), "does not name a file"),
        (("--correct", "x=nowhere.json"), "cannot be read"),
        (("--void", "m9"), "m9 has no accepted report"),
        (("--strike", "3", "--as-given", "3"), "Entry 3 is corrected in two ways"),
        (("--undo", "3"), "Entry 3 of rust-belt/s1 is no amend"),
        (("--as-given", "999"), "There is no entry 999"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(options: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        ran(shopping(), *options, "--reason", "x")


def test_an_owner_takes_his_purchase_back() -> None:
    table = shopping()
    result = table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    output = ran(table, "--take-back", str(result.entries[0].number), "--as", "rust-belt-razors")
    assert output[0] == f"#{table.row.length} amend"
    assert table.state.items == {}
    assert Entry.objects.get(season=table.season, number=table.row.length).actor == table.handle("razors")


def test_an_amend_is_refused_where_anything_came_after_what_was_seen(sheet: Any) -> None:
    table = spent()
    ((document,),) = lost_by(table).values()
    options = ("--report", f"m1={sheet(document['report'])}", "--reason", "He read it wrongly.", "--key", "once")
    length_seen = table.row.length
    ran(table, *options[:-1], "look", "--seen", str(length_seen))
    last = table.row.length
    for wrong in (length_seen, last + 1, -1):
        with pytest.raises(CommandError, match=f"The last entry of rust-belt/s1 is {last} by now, not {wrong}"):
            ran(table, *options, "--save", "--seen", str(wrong))
    assert table.row.length == last
    saved = ran(table, *options, "--save", "--seen", str(last))
    assert saved[0] == f"#{last + 1} amend"
    again = ran(table, *options, "--save", "--seen", str(last))
    assert (again[0], table.row.length) == (saved[0], table.row.length)


def test_what_an_owner_takes_back_is_refused_where_anything_came_after_what_was_seen() -> None:
    table = shopping()
    result = table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    number = result.entries[0].number
    table.give("buy_item", by="razors", franchise="razors", item="razors.gun2", kind="machinegun")
    options = ("--take-back", str(number), "--as", "rust-belt-razors")
    with pytest.raises(CommandError, match="read what came since"):
        ran(table, *options, "--seen", str(number))
    ran(table, *options, "--seen", str(table.row.length))


def test_a_misread_die_is_previewed_corrected_without_approval_and_undone() -> None:
    table = partied()
    digest, length = table.row.digest, table.row.length
    options = ("--misread", f"{PARTY}=1:1:2", "--reason", "I read it wrongly.")
    lines = ran(table, *options)
    assert lines[:2] == [
        f"#{length + 1} preview_amend: nothing was changed",
        f"    misread: die 1 of {PARTY} was entered as 1 and shows 2",
    ]
    saved = ran(table, *options, "--save")
    assert saved[0] == f"#{length + 2} amend"
    assert "    not approved by anybody else: it is marked so for good" in saved
    assert table.row.misread[PARTY][0]["now"] == 2
    undone = ran(table, "--undo", str(length + 2), "--reason", "It was right.", "--save")
    assert f"    misread: die 1 of {PARTY} was entered as 2 and shows 1" in undone
    assert undone[-1] == digest


@pytest.mark.parametrize("given", ["", PARTY, f"{PARTY}=1", f"{PARTY}=1:2", f"{PARTY}=one:1:2", f"{PARTY}=1:1:2222"])
def test_what_names_no_misread_die_is_refused_in_a_sentence(given: str) -> None:
    table = partied()
    with pytest.raises(CommandError, match="does not name a misread die: give one as in setup/razors/party=1:2:5"):
        ran(table, "--misread", given, "--reason", "x")


def test_a_die_that_was_drawn_is_refused_on_the_command_line_too() -> None:
    table = partied()
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    with pytest.raises(CommandError, match="drawn from the season's own dice"):
        ran(table, "--misread", "setup/saints/party=1:1:2", "--reason", "x", "--save")
