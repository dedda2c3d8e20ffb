"""A misread die of a real table is corrected by an amend of two people, and stays marked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from journal import TypedFaces, audit
from journal.amends.corrections import corrections_to_undo, misreads_to_undo
from journal.amends.misread_dice import Misreading, NotMisread, TableDiceUndeclared, misread_errors, parse_misreads
from journal.entry_body import load_body
from journal.gate import open_gate
from journal.transfer.league_import import import_league
from journal.verify import verify
from league.access import ApprovedByThemselves, NotYours, ReasonMissing
from league.models import Entry, Season
from rules.core.dice import Face
from rules.core.refusals import Malformed
from tests.command_forms.test_rulings import plays_too
from tests.journal.amends import amended, number_of
from tests.journal.exported_leagues import emptied
from tests.journal.exported_leagues import exported as league_export
from tests.journal.forger import Document, entry_of, exported, forge, rehashed
from tests.journal.misread_league import PARTY, SAINTS, misread, partied
from tests.league.small_league import Table
from tests.verifier.test_findings import Findings, checked, found

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOUSE-011")]


def shown(table: Table, path: str = PARTY) -> list[int]:
    """The current faces on a path."""
    entry = Entry.objects.get(season=table.season, number=table.row.by_hand[path])
    retold = load_body(Entry.objects.filter(season=table.season, command="amend").latest("number").body).amended
    assert retold is not None
    amended_body = retold.amended_bodies().get(entry.number)
    rolls = load_body(entry.body).rolls if amended_body is None else amended_body.rolls
    return [face for roll in rolls if roll["path"] == path for face in roll["faces"]]


def nothing_is_wrong(table: Table) -> None:
    """Check that the audit, `verify` and the standalone verifier find nothing."""
    assert (audit(table.season), verify(table.season).findings) == ([], [])
    assert found(exported(table.season)) == []


# ------------------------------------------------------------------------------------------------ corrections


def test_a_misread_die_shows_the_face_that_fell_and_what_follows_from_it() -> None:
    table = partied()
    before, own = table.row.digest, table.state
    result = misread(table, Misreading(PARTY, 1, 1, 6))
    assert shown(table)[0] == 6
    assert table.row.digest != before
    assert len(table.state.sponsors) == len(own.sponsors) + 1
    assert (result.amended.thrown, result.amended.unapproved) == ([PARTY], True)
    assert result.misread == (Misreading(PARTY, 1, 1, 6),)
    by = {"by": table.handle("boss"), "approved_by": ""}
    assert table.row.misread == {PARTY: [{"die": 1, "was": 1, "now": 6, "amend": result.number, **by}]}
    nothing_is_wrong(table)


def test_undone_it_gives_the_digest_back_and_the_mark_stays() -> None:
    table = partied()
    before = table.row.digest
    result = misread(table, Misreading(PARTY, 1, 1, 6))
    back = misread(
        table, *misreads_to_undo(table.row, result.number), corrections=corrections_to_undo(table.row, result.number)
    )
    assert table.row.digest == before
    assert back.amended.unapproved
    by = {"by": table.handle("boss"), "approved_by": ""}
    assert table.row.misread == {
        PARTY: [
            {"die": 1, "was": 1, "now": 6, "amend": result.number, **by},
            {"die": 1, "was": 6, "now": 1, "amend": back.number, **by},
        ]
    }
    nothing_is_wrong(table)


def test_only_the_die_that_was_misread_changes_among_several_of_a_throw() -> None:
    table = partied(faces=(1, 2, 3), spend_k=300)
    before = table.row.digest
    result = misread(table, Misreading(PARTY, 3, 3, 5))
    assert shown(table) == [1, 2, 5]
    both = misread(table, Misreading(PARTY, 2, 2, 4), Misreading(PARTY, 3, 5, 6))
    assert shown(table) == [1, 4, 6]
    misread(table, *misreads_to_undo(table.row, result.number))
    assert shown(table) == [1, 4, 3]
    misread(table, *misreads_to_undo(table.row, both.number))
    assert shown(table) == [1, 2, 5]
    misread(table, Misreading(PARTY, 3, 5, 3))
    assert table.row.digest == before
    nothing_is_wrong(table)


def test_dice_that_are_newly_due_fall_from_the_amends_own_key_and_stay() -> None:
    table = partied()
    result = misread(table, Misreading(PARTY, 1, 1, 6))
    digest, faces = table.row.digest, shown(table)
    misread(table, *misreads_to_undo(table.row, result.number))
    again = misread(table, Misreading(PARTY, 1, 1, 6))
    assert (table.row.digest, shown(table), again.amended.thrown) == (digest, faces, [])
    nothing_is_wrong(table)


def test_a_face_that_makes_fewer_dice_due_leaves_the_others_as_they_fell() -> None:
    table = partied(faces=(6, 2, 3))
    digest = table.row.digest
    fewer = misread(table, Misreading(PARTY, 1, 6, 1))
    assert shown(table) == [1]
    misread(table, *misreads_to_undo(table.row, fewer.number))
    assert (shown(table), table.row.digest) == ([6, 2, 3], digest)
    nothing_is_wrong(table)


def test_a_die_of_a_struck_entry_falls_again_as_it_was_corrected() -> None:
    table = partied()
    amended(table, {number_of(table, "throw_party"): []})
    misread(table, Misreading(PARTY, 1, 1, 4))
    assert table.row.set_aside == {PARTY: [[6, 4]]}
    (entry,) = table.give("throw_party", by="razors", franchise="razors", spend_k=10).entries
    assert [roll["faces"] for roll in load_body(entry.entry.body).rolls] == [[4]]
    nothing_is_wrong(table)


def test_a_face_that_was_entered_for_an_amend_is_corrected_as_well() -> None:
    table = partied()
    number = number_of(table, "throw_party")
    own = load_body(Entry.objects.get(season=table.season, number=number).body).command
    typed_faces = TypedFaces({SAINTS: [2]}, typist=table.handle("boss"))
    amended(table, {number: [own, {"type": "throw_party", "franchise": "saints", "spend_k": 10}]}, typed=typed_faces)
    misread(table, Misreading(SAINTS, 1, 2, 3))
    last = load_body(Entry.objects.filter(season=table.season, command="amend").latest("number").body).amended
    assert last is not None
    assert [roll["faces"] for roll in last.retold[str(number)].rolls] == [[1], [3]]
    nothing_is_wrong(table)


def test_it_goes_with_another_correction_in_one_amend() -> None:
    table = partied()
    number = number_of(table, "throw_party")
    before = table.row.digest
    result = misread(table, Misreading(PARTY, 1, 1, 3), corrections={number: []})
    assert table.row.set_aside == {PARTY: [[6, 3]]}
    misread(
        table, *misreads_to_undo(table.row, result.number), corrections=corrections_to_undo(table.row, result.number)
    )
    assert table.row.digest == before
    nothing_is_wrong(table)


def test_a_preview_tells_what_is_certain_and_throws_nothing() -> None:
    table = partied(faces=(1, 2, 3), spend_k=300)
    digest = table.row.digest
    preview = misread(table, Misreading(PARTY, 3, 3, 6), preview=True).amended
    assert (table.row.digest, table.row.misread, preview.thrown, preview.to_come) == (digest, {}, [], [])
    result = misread(table, Misreading(PARTY, 3, 3, 6)).amended
    assert preview.differences
    assert preview.differences == result.differences
    nothing_is_wrong(table)


def test_a_preview_tells_the_odds_of_dice_to_come() -> None:
    table = partied()
    preview = misread(table, Misreading(PARTY, 1, 1, 6), preview=True).amended
    assert [die.path for die in preview.to_come] == [PARTY]
    assert (preview.thrown, preview.retold) == ([], {})
    assert preview.odds


# --------------------------------------------------------------------------------------------------- refusals


def test_a_die_that_the_season_drew_is_never_replaced() -> None:
    table = partied()
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    drawn_face = load_body(Entry.objects.get(season=table.season, number=table.row.length).body).rolls[0]["faces"][0]
    length = table.row.length
    with pytest.raises(NotMisread, match=f"Die 1 of {SAINTS} was drawn from the season's own dice"):
        misread(table, Misreading(SAINTS, 1, drawn_face, 7 - drawn_face))
    assert table.row.length == length


def test_a_further_die_that_was_drawn_behind_entered_ones_is_never_replaced() -> None:
    table = partied()
    number = number_of(table, "throw_party")
    own = load_body(Entry.objects.get(season=table.season, number=number).body).command
    amended(table, {number: [{**own, "spend_k": 300}]})
    faces = shown(table)
    assert len(faces) > 1
    with pytest.raises(NotMisread, match=r"Die 2 of .* was drawn"):
        misread(table, Misreading(PARTY, 2, faces[1], 7 - faces[1]))
    misread(table, Misreading(PARTY, 1, 1, 2))
    assert shown(table)[:2] == [2, faces[1]]
    nothing_is_wrong(table)


@pytest.mark.parametrize(
    ("die", "sentence"),
    [
        pytest.param(Misreading("setup/widows/party", 1, 1, 2), "No die has fallen on setup/widows/party", id="path"),
        pytest.param(Misreading(PARTY, 2, 1, 2), "1 die has fallen .* die 2 is none of them", id="no such die"),
        pytest.param(Misreading(PARTY, 0, 1, 2), "1 die has fallen on .* and die 0 is none of them", id="die 0"),
        pytest.param(Misreading(PARTY, 1, 2, 3), "shows 1, not 2", id="another face"),
        pytest.param(Misreading(PARTY, 1, 1, 7), "7 is not on a d6", id="too high"),
        pytest.param(Misreading(PARTY, 1, 1, 0), "0 is not on a d6", id="too low"),
        pytest.param(Misreading(PARTY, 1, 1, 1), "shows 1 already", id="the same"),
    ],
)
@pytest.mark.parametrize("preview", [True, False])
def test_what_cannot_have_been_misread_so_is_refused_in_words(die: Misreading, sentence: str, preview: bool) -> None:
    table = partied()
    length = table.row.length
    with pytest.raises(NotMisread, match=sentence) as raised:
        misread(table, die, preview=preview)
    assert raised.value.pointer.endswith(f"/{die.die}")
    assert table.row.length == length


def test_the_same_again_is_refused_and_under_the_same_key_answered_as_before() -> None:
    table = partied()
    first = misread(table, Misreading(PARTY, 1, 1, 6), key="misread")
    again = misread(table, Misreading(PARTY, 1, 1, 6), key="misread")
    assert (again.number, again.repeated, again.misread) == (first.number, True, first.misread)
    with pytest.raises(NotMisread, match="shows 6, not 1"):
        misread(table, Misreading(PARTY, 1, 1, 6))
    with pytest.raises(Malformed, match="named twice"):
        misread(table, Misreading(PARTY, 1, 6, 2), Misreading(PARTY, 1, 6, 3))


def test_a_season_without_table_dice_has_none_that_were_misread() -> None:
    table = partied()
    table.give("change_switch", switch="dice.by_hand", setting="nobody", reason="From now on.")
    with pytest.raises(TableDiceUndeclared, match=r"s1 throws its own dice.*dice\.by_hand"):
        misread(table, Misreading(PARTY, 1, 1, 6))


def test_only_a_commissioner_corrects_a_misread_die_and_says_why() -> None:
    table = partied()
    with pytest.raises(NotYours):
        misread(table, Misreading(PARTY, 1, 1, 6), by="razors")
    with pytest.raises(ReasonMissing):
        misread(table, Misreading(PARTY, 1, 1, 6), reason="")


def test_nobody_approves_their_own_and_another_member_is_named() -> None:
    table = partied()
    with pytest.raises(ApprovedByThemselves):
        misread(table, Misreading(PARTY, 1, 1, 6), approved_by=table.handle("boss"))
    result = misread(table, Misreading(PARTY, 1, 1, 6), approved_by=table.handle("saints"))
    body = load_body(Entry.objects.get(season=table.season, number=result.number).body)
    assert (result.amended.unapproved, body.approved_by) == (False, table.handle("saints"))
    nothing_is_wrong(table)


@pytest.mark.parametrize(
    "document",
    [
        {PARTY: {"one": {"was": 1, "now": 2}}},
        {PARTY: {"1": {"was": 1}}},
        {PARTY: {"1": {"was": 1, "now": 2, "why": "so"}}},
        {PARTY: {"1": {"was": True, "now": 2}}},
        {PARTY: {"1": 2}},
        {PARTY: [1, 2]},
        {PARTY: {"1": {"was": 1, "now": 2}, "01": {"was": 1, "now": 3}}},
    ],
)
def test_a_document_that_names_no_die_and_its_faces_is_refused(document: Any) -> None:
    with pytest.raises(Malformed):
        parse_misreads(document)


def test_nobody_approves_their_own_under_another_handle_either() -> None:
    table = plays_too(partied())
    with pytest.raises(ApprovedByThemselves):
        misread(table, Misreading(PARTY, 1, 1, 6), approved_by=table.handle("razors"))
    assert table.row.misread == {}


def test_a_die_that_was_thrown_anew_with_other_sides_is_none_that_was_entered() -> None:
    entered: dict[str, list[Face]] = {PARTY: [(6, 5), (6, 4)]}
    fallen: dict[str, list[Face]] = {PARTY: [(6, 5), (3, 2)]}
    dice = [Misreading(PARTY, 1, 5, 6), Misreading(PARTY, 2, 2, 1)]
    assert [die for die, _ in misread_errors(dice, fallen, entered)] == [dice[1]]


# ------------------------------------------------------------------------------------------------- verifying


def forged(table: Table, number: int, change: Callable[[Document], Any]) -> Findings:
    """The standalone verifier's findings in an export with a changed entry and repaired hashes."""
    document = exported(table.season)
    change(entry_of(document, number)["body"])
    return found(rehashed(document))


def test_the_verifiers_find_a_corrected_face_without_its_amend() -> None:
    table = partied()
    result = misread(table, Misreading(PARTY, 1, 1, 6))
    party_number = number_of(table, "throw_party")
    findings = forged(table, result.number, lambda body: body["command"].pop("misread"))
    assert [(number, sentence.partition("(")[0]) for number, sentence in findings] == [
        (result.number, f"of entry {party_number}: {PARTY} ")
    ]
    assert findings[0][1].endswith("face 1 is 6 and what fell is 1")
    forge(table.season, result.number, lambda body: body["command"].pop("misread"))
    assert any(
        number == result.number and sentence.startswith(f"{PARTY} shows [6") for number, sentence in sentences(table)
    )


def test_the_verifiers_find_a_drawn_face_that_was_replaced() -> None:
    table = partied()
    result = misread(table, Misreading(PARTY, 1, 1, 6))
    party_number = number_of(table, "throw_party")
    findings = forged(table, party_number, lambda body: body.update(typed={}))
    assert (result.number, f"replaces die 1 of {PARTY}, which nobody entered by hand") in findings
    forge(table.season, party_number, lambda body: body.update(typed={}))
    assert any(
        number == result.number and "was drawn from the season's own dice" in sentence
        for number, sentence in sentences(table)
    )


def test_the_verifiers_find_a_correction_that_nobody_approved_and_that_does_not_say_so() -> None:
    table = partied()
    result = misread(table, Misreading(PARTY, 1, 1, 6))
    finding = (result.number, "corrects misread dice, was approved by nobody else, and does not say so")
    assert forged(table, result.number, lambda body: body["amended"].update(unapproved=False)) == [finding]
    forge(table.season, result.number, lambda body: body["amended"].update(unapproved=False))
    assert finding in sentences(table)


def test_the_verifier_notes_who_says_so_and_who_approved_it() -> None:
    table = partied()
    result = misread(table, Misreading(PARTY, 1, 1, 6), approved_by=table.handle("saints"))
    notes = [sentence for number, sentence in checked(exported(table.season)).notes if number == result.number]
    assert notes == [
        f"{PARTY}: die 1 was misread as 1 and shows 6: rust-belt.boss says so, approved by rust-belt.saints"
    ]


def sentences(table: Table) -> Findings:
    """The findings of `manage.py verify`, by entry."""
    return [(finding.entry, finding.sentence) for finding in verify(table.season).findings]


def test_an_audit_finds_a_mark_that_was_taken_away() -> None:
    table = partied()
    misread(table, Misreading(PARTY, 1, 1, 6))
    with open_gate():
        Season.objects.filter(pk=table.season).update(misread={})
    assert [finding.sentence for finding in audit(table.season)] == [
        "Season misread marks other dice than those that amends say were misread"
    ]


def test_an_exported_league_is_imported_with_its_marks() -> None:
    table = partied()
    misread(table, Misreading(PARTY, 1, 1, 6))
    marked, document = table.row.misread, league_export()
    emptied()
    import_league(document)
    assert table.row.misread == marked
    nothing_is_wrong(table)
