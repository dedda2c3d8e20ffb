"""Amends that need another member's approval: of locked matches, of dice in what follows, of dice entered by hand."""

from __future__ import annotations

import copy
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from journal import AmendResult, audit
from journal.amends.corrections import corrections_to_undo, corrections_to_void
from journal.amends.derivation import DerivedAmend, load_amend_baseline
from journal.amends.dice_dependence import derive_dice_independent_amend
from journal.dice.dependent_batches import HangsOnDice
from journal.entry_body import load_body
from journal.entry_recorder import TypedFaces
from journal.verify import verify
from league.models import Entry
from rules.campaign.core.dice_by_hand import DICE_BY_HAND
from rules.core.refusals import Unknown
from tests.api.api_callers import at, program_of
from tests.command_forms.test_amend_form import words
from tests.journal.amends import amended, number_of
from tests.journal.forger import exported
from tests.journal.test_match_run_again import JACKS, hearts, rolls_of
from tests.journal.test_table_dice import PARTY, party
from tests.league.league_cache import built_once
from tests.league.small_league import Table, founded, lined_up, report, settled
from tests.verifier.test_findings import found

pytestmark = pytest.mark.django_db
VOID = {"type": "void_match", "match": "m1"}
POT = "m1/settle/pot"
PRE = ("m1/pre/razors.d1/heart", "m1/pre/saints.d1/heart", f"m1/pre/{JACKS}/breakdown")


@built_once
def weak_and_locked(**options: Any) -> Table:
    """A league with weak hearts whose first match is locked."""
    table = lined_up(table=hearts(**options))
    assert len(rolls_of(table)) == len(PRE)
    return table


@built_once
def waits_for_repairs(**options: Any) -> Table:
    """A league whose first match is reported and waits for one team's repairs."""
    table = lined_up(**options)
    table.give("accept_report", match="m1", report=report(table))
    assert table.state.match("m1").step == "M5.4"
    return table


def own(table: Table, number: int) -> dict[str, Any]:
    """The command of an entry as it was given."""
    return load_body(Entry.objects.get(season=table.season, number=number).body).command


def called_off(table: Table, how: str) -> dict[int, list[dict[str, Any]]]:
    """Corrections after which the locked match is no longer locked."""
    announcement, lock = number_of(table, "announce_round"), number_of(table, "lock_line_ups")
    return {
        "voided where it was announced": {announcement: [own(table, announcement), VOID]},
        "voided where it was locked": {lock: [VOID]},
        "not locked": {lock: []},
        "not announced": {announcement: []},
    }[how]


WAYS = ("voided where it was announced", "voided where it was locked", "not locked", "not announced")


def undestroyed(table: Table) -> dict[int, list[dict[str, Any]]]:
    """The report corrected so that nobody has anything to repair."""
    document = copy.deepcopy(report(table))
    document["cars"][-1] = {"car": document["cars"][-1]["car"]}
    return {number_of(table, "accept_report"): [{"type": "accept_report", "match": "m1", "report": document}]}


def announcing(table: Table) -> dict[int, list[dict[str, Any]]]:
    """The last entry followed by an announcement, for which hearts and devices are rolled."""
    matches = [{"match": "m1", "event": "race", "heats": 2, "franchises": list(table.franchises)}]
    last = table.row.length
    return {last: [own(table, last), {"type": "announce_round", "round": "r1", "matches": matches}]}


def sound(table: Table) -> None:
    """Check that neither the audit nor a verification finds anything."""
    assert (audit(table.season), verify(table.season).findings) == ([], [])


# ---------------------------------------------------------------------------------------------------- locked matches


@pytest.mark.parametrize("how", WAYS)
def test_an_amend_that_calls_off_a_locked_match_is_marked_unless_somebody_approved_it(how: str) -> None:
    table = weak_and_locked()
    preview = amended(table, called_off(table, how), preview=True).amended
    assert (preview.unapproved, preview.to_come) == (False, [])
    result = amended(table, called_off(table, how))
    assert (result.amended.unapproved, result.thrown_paths) == (True, [])
    sound(table)


@pytest.mark.parametrize("how", WAYS)
def test_it_waits_for_the_other_side_where_it_is_asked_by_a_program(how: str) -> None:
    table = weak_and_locked()
    payload = {
        "corrections": {str(number): commands for number, commands in called_off(table, how).items()},
        "reason": "A flood.",
    }
    answer = program_of(table, "boss").post(at(table, "/amends"), payload, key="amend")
    assert (answer.status_code, table.state.match("m1").step) == (202, "M4")


@pytest.mark.parametrize("approver", ["", "saints"])
def test_a_played_match_is_called_off_by_two_people_too(approver: str) -> None:
    table = settled(1)
    result = amended(
        table, corrections_to_void(table.row, "m1"), approved_by=table.handle(approver) if approver else ""
    )
    assert result.amended.unapproved is not bool(approver)


def test_the_command_line_marks_it_too(tmp_path: Path) -> None:
    table = weak_and_locked()
    (tmp_path / "void.json").write_text(json.dumps(VOID), encoding="utf-8")
    correction = f"{number_of(table, 'lock_line_ups')}={tmp_path / 'void.json'}"
    options = ("--correct", correction, "--reason", "A flood.", "--as", "rust-belt-boss", "--save")
    call_command("amend", table.season, *options, stdout=(output := io.StringIO()))
    assert "not approved by anybody else" in output.getvalue()


# -------------------------------------------------------------------------------------------------- faces set aside


def run_again(table: Table, *, round: str = "r2", match: str = "m2") -> list[tuple[str, str, str, list[int]]]:
    """Announce another match, and return the rolls of its hearts and devices."""
    matches = [{"match": match, "event": "race", "heats": 2, "franchises": list(table.franchises)}]
    table.give("announce_round", round=round, matches=matches)
    return [roll for roll in rolls_of(table) if roll[0] == match]


def test_hearts_of_a_match_that_an_amend_voids_before_its_rolls_are_read_for_the_next() -> None:
    table = weak_and_locked()
    number = number_of(table, "announce_round")
    kinds = [tag for _, tag, *_ in rolls_of(table)]
    amended(table, {number: [own(table, number), VOID]}, approved_by=table.handle("saints"))
    assert set(table.row.set_aside) >= set(PRE)
    assert [(tag, first, faces) for _, tag, first, faces in run_again(table)] == [(tag, "m1", []) for tag in kinds]
    sound(table)
    assert found(exported(table.season)) == []


def test_whoever_is_left_out_of_the_match_announced_anew_has_their_heart_in_the_next() -> None:
    table = weak_and_locked()
    kinds = {tag for match, tag, *_ in rolls_of(table) if match == "m1"}
    amended(table, called_off(table, "not announced"), approved_by=table.handle("saints"))
    matches = [{"match": "m1", "event": "race", "heats": 2, "franchises": ["saints", "widows"]}]
    table.give("announce_round", round="r1", matches=matches)
    table.give("void_match", match="m1", reason="A flood.")
    again = run_again(table)
    assert {(first, len(faces)) for *_, first, faces in again} == {("m1", 0)}
    assert (len(again), {tag for _, tag, *_ in again}) == (3, kinds)
    sound(table)
    assert found(exported(table.season)) == []


def test_a_face_that_was_read_is_read_once_and_amends_leave_it_as_it_is() -> None:
    table = weak_and_locked()
    number = number_of(table, "announce_round")
    result = amended(table, {number: [own(table, number), VOID]}, approved_by=table.handle("saints"))
    run_again(table)
    digest, rolls_before = table.row.digest, rolls_of(table)
    prize = table.give("adjust_balance", franchise="widows", amount=1000, reason="So.").entries[0].number
    amended(table, {prize: []})
    assert (table.row.digest, rolls_of(table)) == (digest, rolls_before)
    table.give("void_match", match="m2", reason="Another flood.")
    assert {first for *_, first, _ in run_again(table, round="r3", match="m3")} == {"m1"}
    sound(table)
    digest = table.row.digest
    undo = amended(table, corrections_to_undo(table.row, result.number))
    assert table.state.match("m1").step == "M4"
    amended(table, corrections_to_undo(table.row, undo.number))
    assert table.row.digest == digest
    sound(table)


# ----------------------------------------------------------------------------------------------- following entries


def test_a_preview_tells_the_dice_of_what_follows_by_itself_and_shows_none() -> None:
    table = waits_for_repairs()
    preview = amended(table, undestroyed(table), preview=True).amended
    assert {(throw.entry, throw.path) for throw in preview.to_come} >= {(0, POT)}
    assert preview.to_come[0].in_words().startswith("what follows throws 3d6 on m1/settle/pot")
    assert (preview.thrown, preview.unapproved, bool(preview.odds), preview.plays >= 4) == ([], False, True, True)
    assert not [roll for body in preview.retold.values() for roll in body.rolls if roll["path"] == POT]
    sound(table)


def test_an_amend_whose_following_entries_throw_is_marked_and_its_undoing_too() -> None:
    table = waits_for_repairs()
    number = number_of(table, "accept_report")
    result = amended(table, undestroyed(table))
    assert (result.amended.unapproved, result.amended.thrown, POT in result.thrown_paths) == (True, [], True)
    document = program_of(table, "razors").get(at(table, f"/amends/{result.number}")).json()
    assert POT in document["thrown"]
    assert POT in words(Client().get(f"/l/rust-belt/s1/amends/{result.number}/"))
    sound(table)
    assert amended(table, {number: [own(table, number)]}).amended.unapproved
    sound(table)


def test_what_an_amend_threw_is_not_undone_alone_by_correcting_something_else() -> None:
    table = founded()
    poor = {"type": "adjust_balance", "franchise": "saints", "amount": -299_000}
    numbers = [
        table.give("adjust_balance", franchise=franchise, amount=1, reason="So.").entries[0].number
        for franchise in ("saints", "razors")
    ]
    party_command = {"type": "throw_party", "franchise": "saints", "spend_k": 80}
    amended(table, {numbers[1]: [own(table, numbers[1]), party_command]}, approved_by=table.handle("widows"))
    assert not amended(table, {numbers[0]: [{**poor, "amount": 2}]}).amended.unapproved
    balance = table.state.franchise("saints").balance
    assert amended(table, {numbers[0]: [{**poor, "amount": -balance}]}).amended.unapproved
    assert table.row.set_aside
    sound(table)


def test_it_waits_where_a_program_asks_for_it() -> None:
    table = waits_for_repairs()
    length = table.row.length
    payload = {
        "corrections": {str(number): commands for number, commands in undestroyed(table).items()},
        "reason": "Misread.",
    }
    answer = program_of(table, "boss").post(at(table, "/amends"), payload, key="amend")
    assert (answer.status_code, table.row.length) == (202, length)


def test_the_command_line_says_what_was_thrown_after_it(tmp_path: Path) -> None:
    table = waits_for_repairs()
    ((document,),) = undestroyed(table).values()
    (tmp_path / "report.json").write_text(json.dumps(document["report"]), encoding="utf-8")
    options = ("--report", f"m1={tmp_path / 'report.json'}", "--reason", "Misread.", "--as", "rust-belt-boss")
    call_command("amend", table.season, *options, stdout=(output := io.StringIO()))
    assert "to come: what follows throws 3d6 on m1/settle/pot" in output.getvalue()
    call_command("amend", table.season, *options, "--save", stdout=(output := io.StringIO()))
    assert f"threw dice for {POT}" in output.getvalue()
    assert "not approved by anybody else" in output.getvalue()


def test_an_amend_done_again_throws_nothing_anew() -> None:
    table = waits_for_repairs()
    number = number_of(table, "accept_report")
    amended(table, undestroyed(table))
    after = table.row.digest
    amended(table, {number: [own(table, number)]})
    preview = amended(table, undestroyed(table), preview=True).amended
    assert preview.to_come == []
    assert amended(table, undestroyed(table)).thrown_paths == []
    assert table.row.digest == after
    sound(table)


# ----------------------------------------------------------------------------------------------- entered by hand


def entered(table: Table, faces: dict[str, list[int]], corrections: Any, **options: Any) -> AmendResult:
    """An amend with faces thrown at a real table."""
    return amended(table, corrections, typed=TypedFaces(faces, typist=table.handle("boss")), **options)


def test_faces_for_what_follows_are_entered_in_a_preview_as_in_an_amend_and_need_somebody_else() -> None:
    table = hearts(switches={DICE_BY_HAND: "commissioners"})
    faces, corrections = {PRE[0]: [6], PRE[1]: [1], PRE[2]: [1]}, announcing(table)
    assert entered(table, faces, corrections, preview=True).amended.thrown == []
    result = entered(table, faces, corrections)
    assert (result.amended.unapproved, sorted(result.thrown_paths)) == (True, sorted(PRE))
    sound(table)


def test_whether_an_amend_with_no_faces_by_hand_stands_hangs_on_no_dice_of_its_own() -> None:
    table = founded(switches={DICE_BY_HAND: "commissioners", "sponsors.max": 3})
    number = party(table, by="boss", faces={PARTY: [5]}).entries[0].number
    corrections = {number: [{"type": "throw_party", "franchise": "razors", "spend_k": 40}]}
    on = load_amend_baseline(table.row, number=table.row.length + 1, corrections=corrections)

    def refuse(made: DerivedAmend) -> None:
        if made.course.season.franchise("razors").waiting_sponsors[0] < "m":
            raise Unknown("Not that one.")

    for faces in ({}, None):
        with pytest.raises(HangsOnDice):
            derive_dice_independent_amend(on, corrections=corrections, was=table.state, refuse=refuse, typed=faces)
