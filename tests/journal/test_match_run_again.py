"""A match that is run again reads its hearts and devices from the voided one, as anybody can check."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from journal import audit
from journal.amends.corrections import corrections_to_undo, corrections_to_void
from journal.entry_body import load_body
from journal.gate import open_gate
from journal.verify import verify
from league.models import Entry, Match
from tests.journal.amends import amended, number_of
from tests.journal.forger import entry_of, exported, rehashed
from tests.league.league_cache import built_once
from tests.league.small_league import Table, announced, settled, signed
from tests.verifier.test_findings import found

pytestmark = pytest.mark.django_db
JACKS = "house.item1"
READ = ("heart_held", "heart_failed", "device_held", "car_broke_down")


@built_once
def hearts(**options: Any) -> Table:
    """A league in which razors.d1 and saints.d1 have weak hearts, and razors.car3 has turbochargers."""
    table = signed(**options)
    for driver in ("razors.d1", "saints.d1"):
        table.give(
            "adjust_driver", driver=driver, quirk="heart_condition", quirk_change=1, reason="The doctor said so."
        )
    table.give("give_item", franchise="razors", item=JACKS, kind="turbochargers", reason="A prize.")
    table.give("fit_item", by="razors", franchise="razors", item=JACKS, car="razors.car3")
    return table


@built_once
def run_again(times: int = 1, **options: Any) -> Table:
    """The league with weak hearts whose first match was voided at its line-ups and run again `times` times."""
    table = announced(table=hearts(**options))
    for number in range(1, times + 1):
        again = {"match": f"m{number + 1}", "event": "race", "heats": 2, "franchises": list(table.franchises)}
        table.give("void_match", match=f"m{number}", again=again, reason="The track was flooded.")
    return table


def rolls_of(table: Table) -> list[tuple[str, str, str, list[int]]]:
    """For each heart or device that was read: match, kind of fact, match it was rolled for, and faces."""
    return [
        (fact.match, fact.tag, fact.rolled_for, [face for roll in fact.rolls for face in roll.faces])
        for entry in Entry.objects.filter(season=table.season, command="roll_pre_match").order_by("number")
        for fact in stated(entry)
        if fact.tag in READ
    ]


def stated(entry: Entry) -> list[Any]:
    """The facts of an entry."""
    return load_body(entry.body).parsed_facts()


def test_it_says_of_each_face_for_which_match_it_was_rolled_and_throws_none() -> None:
    table = run_again(2)
    first, second, third = (
        [(tag, rolled_for, faces) for match, tag, rolled_for, faces in rolls_of(table) if match == match_id]
        for match_id in ("m1", "m2", "m3")
    )
    assert [(rolled_for, len(faces)) for _, rolled_for, faces in first] == [("", 1)] * 3
    assert second == third == [(tag, "m1", []) for tag, _, _ in first]
    assert (audit(table.season), verify(table.season).findings) == ([], [])
    assert Match.objects.get(pk="rust-belt/s1/m3").pre_match.keys() == {
        "razors.d1/heart",
        "saints.d1/heart",
        f"{JACKS}/breakdown",
    }


@pytest.mark.long
def test_the_standalone_program_finds_nothing_wrong_and_a_forged_reading_at_once() -> None:
    document = exported(run_again(2).season)
    assert found(document) == []
    forged = copy.deepcopy(document)
    number = next(entry["number"] for entry in forged["entries"] if reads(entry))
    fact = reads(entry_of(forged, number))[0]
    path = f"m1/pre/{fact['driver']}/heart"
    fact["kind"] = "heart_failed" if fact["kind"] == "heart_held" else "heart_held"
    rehashed(forged)
    assert f"its {fact['kind']} reads {path}, which fell otherwise" in [sentence for _, sentence in found(forged)]
    fact["rolled_for"] = "m9"
    rehashed(forged)
    sentences = [sentence for _, sentence in found(forged)]
    assert f"its {fact['kind']} reads m9/pre/{fact['driver']}/heart, which did not fall" in sentences


def reads(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """The facts of an exported entry that read a heart of a voided match."""
    facts = entry.get("body", {}).get("facts", [])
    return [fact for fact in facts if fact.get("rolled_for") and fact["kind"].startswith("heart")]


def test_a_face_that_is_read_in_the_tables_otherwise_is_found_by_the_audit() -> None:
    table = run_again()
    row = Match.objects.get(pk="rust-belt/s1/m2")
    row.pre_match["razors.d1/heart"]["face"] = 7 - row.pre_match["razors.d1/heart"]["face"]
    with open_gate():
        row.save()
    assert any("m2" in finding.sentence for finding in audit(table.season))


def test_where_an_amend_strikes_the_announcement_the_match_run_again_goes_with_it_and_comes_back_undone() -> None:
    table = run_again()
    digest, rolls_before = table.row.digest, rolls_of(table)
    result = amended(table, {number_of(table, "announce_round"): []})
    assert (table.state.matches, table.state.rounds) == ({}, {})
    assert {body.given for body in result.entries_not_standing.values()} == {"void_match", "roll_pre_match"}
    assert (audit(table.season), verify(table.season).findings) == ([], [])
    amended(table, corrections_to_undo(table.row, result.number))
    assert (table.row.digest, rolls_of(table)) == (digest, rolls_before)
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_a_round_announced_anew_in_the_place_of_a_struck_one_shows_the_faces_that_fell() -> None:
    table = run_again()
    faces_before = [(tag, faces) for match, tag, _, faces in rolls_of(table) if match == "m1"]
    amended(table, {number_of(table, "announce_round"): []})
    announced(table=table)
    assert [(tag, faces) for _, tag, _, faces in rolls_of(table)[-3:]] == faces_before
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_what_fell_for_a_later_match_stays_where_an_amend_voids_the_one_before() -> None:
    table = announced(2, settled(table=hearts()))
    faces_before = [(tag, faces) for match, tag, _, faces in rolls_of(table) if match == "m2"]
    voided = corrections_to_void(table.row, "m1")
    preview = amended(table, voided, preview=True)
    result = amended(table, voided)
    for amend_result in (preview, result):
        assert [
            amended_body.given
            for amended_body in amend_result.amended.retold.values()
            if amended_body.given == "roll_pre_match"
        ] == []
    assert [(match.step, len(match.pre_match)) for match in table.row.matches.order_by("pk")] == [
        ("void", 3),
        ("M3", 3),
    ]
    again = {"match": "m3", "event": "race", "heats": 2, "franchises": list(table.franchises)}
    table.give("void_match", match="m2", again=again, reason="The track was flooded.")
    read_of_m1 = [(tag, "m1", []) for _, tag, *_ in rolls_of(table)[:3]]
    assert [(tag, rolled_for, faces) for _, tag, rolled_for, faces in rolls_of(table)[-3:]] == read_of_m1
    assert len(faces_before) == 3
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_a_match_that_an_amend_puts_in_the_place_of_another_throws_nothing_and_its_preview_says_so() -> None:
    table = announced(table=hearts())
    adjusted = {"franchise": "razors", "amount": 1_000}
    number = table.give("adjust_balance", **adjusted, reason="A prize.").entries[0].number
    again = {"match": "m2", "event": "race", "heats": 2, "franchises": list(table.franchises)}
    voided = {"type": "void_match", "match": "m1", "again": again}
    corrections = {number: [{"type": "adjust_balance", **adjusted}, voided]}
    preview = amended(table, corrections, preview=True).amended
    result = amended(table, corrections)
    assert (preview.to_come, preview.plays, result.amended.thrown, result.amended.unapproved) == ([], 0, [], False)
    read_faces = [(tag, "m1", []) for match, tag, *_ in rolls_of(table) if match == "m1"]
    assert [
        (tag, rolled_for, faces) for match, tag, rolled_for, faces in rolls_of(table) if match == "m2"
    ] == read_faces
    assert (audit(table.season), verify(table.season).findings) == ([], [])
