"""Acts that need approval are approved by another member or marked, through every entry point."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from journal import audit, fork_season, perform
from journal.entry_body import EntryBody, load_body
from journal.transfer.league_import import import_league
from journal.verify import verify
from league.access import ApprovedByThemselves
from league.models import Entry, Membership
from rules.campaign.core.codec import command_from_document
from scheduling.rulings import answer_ruling, perform_or_request_approval
from tests.api.api_callers import at, program_of
from tests.command_forms.test_amend_form import words
from tests.command_forms.test_rulings import plays_too
from tests.journal.amends import lost_by, number_of
from tests.journal.exported_leagues import emptied
from tests.journal.exported_leagues import exported as league_export
from tests.journal.forger import exported
from tests.league.small_league import Table, announced, lined_up, report, settled
from tests.verifier.test_findings import checked

pytestmark = pytest.mark.django_db
VOID: dict[str, Any] = {"type": "void_match", "match": "m1"}
FLOODED = "The track was flooded."
MARKED = "    not approved by anybody else: it is marked so for good"


def done(table: Table, command: dict[str, Any], tmp_path: Path, **options: str) -> list[str]:
    """The lines that `manage.py do` prints for a command by the commissioner."""
    file = tmp_path / "command.json"
    file.write_text(json.dumps(command), encoding="utf-8")
    words = [text for name, value in options.items() for text in (f"--{name}", value)]
    call_command("do", table.season, str(file), "--as", "rust-belt-boss", *words, stdout=(output := io.StringIO()))
    return output.getvalue().splitlines()


def body_of(table: Table, tag: str) -> EntryBody:
    """The body of the only entry with that command."""
    return load_body(Entry.objects.get(season=table.season, command=tag).body)


def boss_of(table: Table) -> Membership:
    """The commissioner's membership."""
    return Membership.objects.get(handle=table.handle("boss"))


def test_a_locked_match_called_off_on_the_command_line_is_marked_wherever_it_is_shown(tmp_path: Path) -> None:
    table = lined_up()
    output = done(table, VOID, tmp_path, reason=FLOODED)
    number = number_of(table, "void_match")
    assert output[:2] == [f"#{number} void_match", MARKED]
    assert (body_of(table, "void_match").unapproved, body_of(table, "void_match").approved_by) == (True, "")
    for page in (f"journal/{number}/", "journal/", "acts/"):
        assert "not approved" in words(Client().get(f"/l/rust-belt/s1/{page}")), page
    entry = program_of(table, "razors").get(at(table, f"/entries/{number}")).json()
    assert (entry["unapproved"], entry["approved_by"]) == (True, "")
    assert (number, "void_match was not approved by anybody else") in checked(exported(table.season)).notes
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_one_whose_line_ups_are_open_is_called_off_by_one_person(tmp_path: Path) -> None:
    table = announced()
    assert MARKED not in done(table, VOID, tmp_path, reason=FLOODED)
    assert not body_of(table, "void_match").unapproved


def test_the_journal_marks_it_whatever_entry_point_it_comes_by() -> None:
    table = lined_up()
    table.give("void_match", match="m1", reason=FLOODED)
    assert body_of(table, "void_match").unapproved


def test_what_another_member_approved_names_them_and_is_not_marked() -> None:
    table = lined_up()
    commands = [command_from_document(VOID)]
    result = perform_or_request_approval(
        table.row, None, commands, member=boss_of(table), at=table.at, key="void", reason=FLOODED
    )
    assert result.ruling is not None
    saints = Membership.objects.get(handle=table.handle("saints"))
    answer_ruling(table.row, result.ruling.pk, "confirm", members=[saints], at=table.at)
    body = body_of(table, "void_match")
    assert (body.unapproved, body.approved_by) == (False, table.handle("saints"))
    number = number_of(table, "void_match")
    assert program_of(table, "razors").get(at(table, f"/entries/{number}")).json()["approved_by"] == body.approved_by
    assert audit(table.season) == []


def test_nobody_approves_what_they_give_themselves_under_another_handle_either() -> None:
    table = plays_too(lined_up())
    arguments: dict[str, Any] = {"actor": table.handle("boss"), "at": table.at, "reason": FLOODED}
    for number, who in enumerate(("boss", "razors")):
        with pytest.raises(ApprovedByThemselves):
            perform(
                table.season,
                [command_from_document(VOID)],
                key=f"void{number}",
                approved_by=table.handle(who),
                **arguments,
            )
    assert table.state.match("m1").step == "M4"


def test_where_nobody_can_be_asked_it_is_marked_too() -> None:
    table = lined_up()
    Membership.objects.filter(league_id=table.league).exclude(handle=table.handle("boss")).update(
        role=Membership.Role.FORMER, franchise=None
    )
    commands = [command_from_document(VOID)]
    perform_or_request_approval(
        table.row, None, commands, member=boss_of(table), at=table.at, key="void", reason=FLOODED
    )
    assert body_of(table, "void_match").unapproved


def test_a_commissioner_who_rules_on_their_own_match_on_the_command_line_is_marked(tmp_path: Path) -> None:
    table = lined_up()
    accepted = {"type": "accept_report", "match": "m1", "report": report(table)}
    plays_too(table)
    assert MARKED in done(table, accepted, tmp_path)
    assert body_of(table, "accept_report").unapproved
    follows = Entry.objects.filter(season=table.season, actor="season", number__gt=number_of(table, "accept_report"))
    assert not any(load_body(follow.body).unapproved for follow in follows)


def test_one_who_owns_nothing_there_is_not(tmp_path: Path) -> None:
    table = lined_up()
    accepted = {"type": "accept_report", "match": "m1", "report": report(table)}
    assert MARKED not in done(table, accepted, tmp_path)
    assert not body_of(table, "accept_report").unapproved


def test_an_amend_of_the_commissioners_own_on_the_command_line_is_marked(tmp_path: Path) -> None:
    table = settled(1)
    ((document,),) = lost_by(table).values()
    file = tmp_path / "report.json"
    file.write_text(json.dumps(document["report"]), encoding="utf-8")
    plays_too(table)
    call_command(
        *("amend", table.season, "--report", f"m1={file}", "--reason", "Read wrongly.", "--save"),
        *("--as", "rust-belt-boss"),
        stdout=(output := io.StringIO()),
    )
    assert MARKED in output.getvalue().splitlines()
    amended = body_of(table, "amend").amended
    assert amended is not None
    assert amended.unapproved
    assert audit(table.season) == []


def test_nobody_is_asked_in_a_fork(tmp_path: Path) -> None:
    table = lined_up()
    fork = fork_season(table.season, "try", secret=b"another one", at=table.at)
    fork_table = Table(season=fork.pk)
    assert MARKED not in done(fork_table, VOID, tmp_path, reason=FLOODED)
    assert not body_of(fork_table, "void_match").unapproved


def test_what_is_marked_stays_so_after_an_import(tmp_path: Path) -> None:
    table = lined_up()
    done(table, VOID, tmp_path, reason=FLOODED)
    document = league_export()
    emptied()
    import_league(document)
    assert body_of(table, "void_match").unapproved
    assert verify(table.season).findings == []
