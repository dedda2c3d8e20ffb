"""`manage.py do`, `audit` and `commands`: a command from a file, with dice drawn or typed in from a real table."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from journal.entry_body import load_body
from journal.gate import open_gate
from league.models import Entry
from tests.journal.snapshot import everything
from tests.league.small_league import announced, assert_reconciled, founded, lined_up, report

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(tmp_path: Path) -> Any:
    """Write a command into a file and return its path."""

    def write(document: object) -> str:
        file = tmp_path / "command.json"
        text = document if isinstance(document, str | bytes) else json.dumps(document)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(file)

    return write


def do(*arguments: str, typing: str = "", monkeypatch: pytest.MonkeyPatch | None = None) -> str:
    output = io.StringIO()
    if monkeypatch is not None:
        monkeypatch.setattr("sys.stdin", io.StringIO(typing))
    call_command("do", *arguments, stdout=output)
    return output.getvalue()


def test_one_command_is_performed_and_told(sheet: Any) -> None:
    table = founded()
    file = sheet({"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Dee"})
    output = do(table.season, file, "--as", "rust-belt-razors")
    assert "#6 hire_rookie" in output
    assert "razors.d1" in output
    assert output.splitlines()[-1] == table.row.digest


def test_the_same_file_under_the_same_key_answers_again(sheet: Any) -> None:
    table = founded()
    file = sheet({"type": "hire_staff", "franchise": "razors", "rating": 2})
    arguments = (table.season, file, "--as", "rust-belt-razors", "--key", "staff")
    first, second = do(*arguments), do(*arguments)
    assert second == "This key was performed before; it answered:\n" + first


def test_a_list_is_one_batch(sheet: Any) -> None:
    table = founded()
    hires = [{"type": "hire_rookie", "franchise": "razors", "driver": f"razors.d{number}"} for number in (1, 2)]
    do(table.season, sheet(hires), "--as", "rust-belt-razors")
    assert Entry.objects.filter(season=table.season).latest("number").batch.entries.count() == 2


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ("{", "not JSON"),
        ("[" * 5000 + "]" * 5000, "nested too deeply"),
        ('{"type": "buy_car", "type": "hire_rookie"}', "stands twice"),
        ('{"type": "hire_staff", "franchise": "razors", "rating": NaN}', "no number"),
        ('{"type": "hire_staff", "franchise": "razors", "rating": ' + "9" * 5000 + "}", "thousands of digits"),
        (b"\xff\xfe", "not JSON"),
        (r'{"type": "found_franchise", "franchise": "razors", "name": "a\ud800b"}', "half a character"),
        ({"type": "hire_wizard"}, "no command"),
        ({"type": "hire_staff", "franchise": "razors", "rating": "two"}, "rating"),
        ({"type": "hire_staff", "franchise": "razors"}, "rating"),
        ([], "needs a command"),
    ],
)
def test_a_file_that_asks_nothing_sensible_is_refused(sheet: Any, document: object, told: str) -> None:
    table = founded()
    before = everything()
    with pytest.raises(CommandError, match=told):
        do(table.season, sheet(document))
    assert everything() == before


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"type": "change_switch", "switch": "draft.snake", "setting": True}, "change_switch is a house act and "),
        ({"type": "void_match", "match": "m1"}, "void_match is a house act and "),
    ],
)
def test_a_house_act_without_a_reason_is_refused_with_where_to_give_it(
    sheet: Any, document: dict[str, Any], told: str
) -> None:
    table = founded()
    with pytest.raises(CommandError) as refused:
        do(table.season, sheet(document))
    assert str(refused.value) == f"{told}shown to everyone: give a reason with --reason."
    assert table.row.length == 5


def test_an_unknown_season_member_or_file_is_told() -> None:
    table = founded()
    with pytest.raises(CommandError, match="league/season"):
        do("nowhere/s1", "x.json")
    with pytest.raises(CommandError, match="--as"):
        do(table.season, "x.json", "--as", "nobody")
    with pytest.raises(CommandError, match="cannot be read"):
        do(table.season, "/nowhere/x.json")


@pytest.mark.rule("DM-C-070", "DM-C-071")
def test_dice_thrown_at_a_real_table_are_asked_for_and_kept(sheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = founded(switches={"dice.by_hand": "everybody"})
    file = sheet({"type": "throw_party", "franchise": "razors", "spend_k": 10})
    output = do(
        table.season,
        file,
        *("--as", "rust-belt-razors", "--typed", "--witness", "saints"),
        typing="6\n6 3\n",
        monkeypatch=monkeypatch,
    )
    assert "setup/razors/party: throw 1d6" in output
    assert "throw 2d6" in output
    body = load_body(Entry.objects.get(season=table.season, number=table.row.length).body)
    assert body.typed == {
        "faces": {"setup/razors/party": [6, 6, 3]},
        "typist": "rust-belt.razors",
        "witness": "saints",
    }
    assert table.row.sponsors.get(pk__endswith="party1").kind == "cloning_services"
    assert_reconciled(table.season)


@pytest.mark.parametrize(
    ("typing", "told"),
    [
        ("7\n", "not on a d6"),
        ("six\n", "are not faces of dice"),
        ("1 2\n", "1 faces|shows 1"),
        ("", "nothing was done"),
        ("6\n6\n", "2 faces"),
    ],
)
def test_impossible_missing_or_surplus_faces_change_nothing(
    sheet: Any, monkeypatch: pytest.MonkeyPatch, typing: str, told: str
) -> None:
    table = founded(switches={"dice.by_hand": "everybody"})
    before = everything()
    file = sheet({"type": "throw_party", "franchise": "razors", "spend_k": 10})
    with pytest.raises(CommandError, match=told):
        do(table.season, file, "--as", "rust-belt-razors", "--typed", typing=typing, monkeypatch=monkeypatch)
    assert everything() == before


def test_a_settlement_can_be_thrown_at_a_real_table(sheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = lined_up(franchises=("razors", "saints"), switches={"dice.by_hand": "commissioners"})
    match_report = report(table)
    match_report["cars"][-1] = {"car": match_report["cars"][-1]["car"]}
    file = sheet({"type": "accept_report", "match": "m1", "report": match_report})

    prompts: list[str] = []

    class Thrower(io.StringIO):
        def readline(self, *_: Any) -> str:
            path, _, dice = output.getvalue().splitlines()[-1].rpartition(": throw ")
            count = int(dice.split("d")[0])
            prompts.append(path.rpartition(" ")[2] + " " + dice.split(" ")[0])
            return "1 " * count + "\n"

    output = io.StringIO()
    monkeypatch.setattr("sys.stdin", Thrower())
    call_command("do", table.season, file, "--typed", stdout=output)
    assert "m1/settle/pot 2d6" in prompts
    assert table.row.matches.get(pk__endswith="/m1").step == "M5.10"
    assert_reconciled(table.season)


def test_the_audit_passes_a_sound_season_and_names_what_is_wrong_with_another() -> None:
    table = founded()
    output = io.StringIO()
    call_command("audit", table.season, stdout=output)
    assert output.getvalue() == "rust-belt/s1: 5 entries, as the journal says\n"
    with open_gate():
        Entry.objects.filter(season=table.season, number=2).update(actor="someone")
    with pytest.raises(CommandError, match="restore the last backup"):
        call_command("audit", stdout=output)
    assert "entry 2: its link" in output.getvalue()
    with pytest.raises(CommandError, match="league/season"):
        call_command("audit", "nowhere/s1")


def test_the_registry_is_printed_whole_or_one_schema_at_a_time() -> None:
    output = io.StringIO()
    call_command("commands", stdout=output)
    assert "hire_rookie (owner; S1 M): " in output.getvalue()
    assert "name_line_up (owner; M3, sealed): " in output.getvalue()
    output = io.StringIO()
    call_command("commands", "hire_staff", stdout=output)
    assert json.loads(output.getvalue())["properties"]["rating"] == {"type": "integer"}
    with pytest.raises(CommandError, match="no command"):
        call_command("commands", "hire_wizard")


def test_no_digest_is_printed_while_a_line_up_is_sealed(sheet: Any) -> None:
    table = announced()
    seats = [{"car": "razors.car1", "driver": "razors.d1"}]
    file = sheet({"type": "name_line_up", "franchise": "razors", "match": "m1", "seats": seats})
    output = do(table.season, file, "--as", "rust-belt-razors")
    assert table.row.digest not in output
    assert output.splitlines()[-1] == "The digest is told once what is sealed is open."
