"""Faces are entered by hand only where the season allows it, by those it allows, and never over fallen ones."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from journal import BatchResult, TypedFaces, audit, perform
from journal.dice.table_dice import FacesStand, NotYoursToEnter, SiteDiceAlone
from journal.entry_body import load_body
from journal.verify import verify
from league.models import Entry
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.dice_by_hand import DICE_BY_HAND
from rules.core.dice import FaceFallen, NeedsDice
from rules.core.refusals import Malformed
from tests.journal.amends import amended, number_of
from tests.journal.forger import exported
from tests.journal.test_match_run_again import hearts
from tests.league.small_league import Table, founded, lined_up, report
from tests.verifier.test_findings import found

pytestmark = pytest.mark.django_db
PARTY = "setup/razors/party"
COMMISSIONERS, EVERYBODY = {"dice.by_hand": "commissioners"}, {"dice.by_hand": "everybody"}


def party(table: Table, *, by: str, faces: dict[str, list[int]], spend_k: int = 10) -> BatchResult:
    """Throw the razors' party with faces entered by that member."""
    behalf = {} if by == "razors" else {"behalf": "razors", "reason": "They asked me to."}
    typed_faces = TypedFaces(faces, typist=table.handle(by), witness="saints")
    return table.give("throw_party", by=by, franchise="razors", spend_k=spend_k, typed=typed_faces, **behalf)


@pytest.mark.rule("HOUSE-011")
@pytest.mark.parametrize("by", ["boss", "razors"])
def test_a_season_that_throws_its_own_dice_takes_no_faces_from_anybody(by: str) -> None:
    table = founded()
    with pytest.raises(SiteDiceAlone, match=r"s1 throws its own dice.*dice\.by_hand"):
        party(table, by=by, faces={PARTY: [1]})
    assert not Entry.objects.filter(season=table.season, command="throw_party").exists()


@pytest.mark.rule("HOUSE-011")
@pytest.mark.switch("dice.by_hand", "commissioners")
def test_where_commissioners_enter_faces_no_owner_does() -> None:
    table = founded(switches=COMMISSIONERS)
    with pytest.raises(NotYoursToEnter, match="a commissioner enters the faces"):
        party(table, by="razors", faces={PARTY: [1]})
    (entry,) = party(table, by="boss", faces={PARTY: [1]}).entries
    assert load_body(entry.entry.body).typed == {
        "faces": {PARTY: [1]},
        "typist": "rust-belt.boss",
        "witness": "saints",
    }
    assert table.row.by_hand == {PARTY: entry.number}


@pytest.mark.rule("HOUSE-011")
@pytest.mark.switch("dice.by_hand", "everybody")
def test_where_everybody_enters_faces_an_owner_enters_those_of_their_own_commands_and_no_others() -> None:
    table = founded(switches=EVERYBODY)
    (entry,) = party(table, by="razors", faces={PARTY: [1]}).entries
    assert table.row.by_hand == {PARTY: entry.number}


@pytest.mark.rule("HOUSE-011")
def test_what_follows_an_owners_last_repairs_throws_the_seasons_dice_whatever_they_enter() -> None:
    table = lined_up(1, switches=EVERYBODY)
    table.give("accept_report", match="m1", report=report(table))
    repairs = {"franchise": "widows", "match": "m1"}
    typed_faces = TypedFaces({"m1/settle/pot": [6, 6, 6]}, typist=table.handle("widows"))
    with pytest.raises(Malformed, match=r"m1/settle/pot was given 3 faces and threw 0 by your own commands"):
        table.give("decide_repairs", by="widows", typed=typed_faces, **repairs)
    assert table.state.match("m1").step == "M5.4"
    table.give("decide_repairs", by="widows", typed=TypedFaces({}, typist=table.handle("widows")), **repairs)
    assert table.state.match("m1").step == "M5.10"
    assert table.row.by_hand == {}


def test_a_face_that_is_missing_is_asked_for_and_one_too_many_is_refused() -> None:
    table = founded(switches=COMMISSIONERS)
    with pytest.raises(NeedsDice):
        party(table, by="boss", faces={})
    with pytest.raises(Malformed, match="was given 3 faces and threw"):
        party(table, by="boss", faces={PARTY: [1, 2, 3]})
    with pytest.raises(Malformed, match="pot was given 1 faces and threw 0"):
        party(table, by="boss", faces={PARTY: [1], "m1/settle/pot": [6]})


def test_a_face_that_fell_is_not_entered_again_by_an_amend_nor_when_its_entry_was_struck() -> None:
    table = founded(switches=COMMISSIONERS)
    party(table, by="boss", faces={PARTY: [1]})
    party_number = number_of(table, "throw_party")
    typed_faces = TypedFaces({PARTY: [6]}, typist=table.handle("boss"))
    again: list[dict[str, Any]] = [{"type": "throw_party", "franchise": "razors", "spend_k": 20}]
    with pytest.raises(FaceFallen, match="setup/razors/party has fallen: 1"):
        amended(table, {party_number: again}, typed=typed_faces)
    amended(table, {party_number: []})
    assert table.row.set_aside == {PARTY: [[6, 1]]}
    with pytest.raises(FaceFallen):
        party(table, by="boss", faces={PARTY: [6]})
    (entry,) = table.give("throw_party", by="razors", franchise="razors", spend_k=10).entries
    assert [roll["faces"] for roll in load_body(entry.entry.body).rolls] == [[1]]
    assert load_body(entry.entry.body).again == [PARTY]
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_an_amend_takes_faces_by_hand_only_for_what_had_not_fallen_and_says_so() -> None:
    table = founded(switches=COMMISSIONERS)
    party(table, by="boss", faces={PARTY: [1]})
    party_number = number_of(table, "throw_party")
    saints = {"type": "throw_party", "franchise": "saints", "spend_k": 10}
    razors = load_body(Entry.objects.get(season=table.season, number=party_number).body).command
    typed_faces = TypedFaces({"setup/saints/party": [2]}, typist=table.handle("boss"), witness="widows")
    result = amended(table, {party_number: [razors, saints]}, typed=typed_faces)
    assert result.amended.thrown == ["setup/saints/party"]
    assert table.row.by_hand == {PARTY: party_number, "setup/saints/party": result.number}
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_faces_are_looked_at_before_they_are_used_for_an_amend_too() -> None:
    table = founded()
    table.give("throw_party", by="razors", franchise="razors", spend_k=10)
    party_number = number_of(table, "throw_party")
    typed_faces = TypedFaces({PARTY: [6]}, typist=table.handle("boss"))
    with pytest.raises(SiteDiceAlone):
        amended(table, {party_number: []}, typed=typed_faces)
    with pytest.raises(SiteDiceAlone):
        amended(table, {party_number: []}, typed=typed_faces, preview=True)


@pytest.mark.rule("HOUSE-011")
def test_no_face_is_entered_once_the_batch_itself_has_said_that_the_season_throws_its_own() -> None:
    table = hearts(switches=COMMISSIONERS)
    plan = {"match": "m1", "event": "race", "heats": 2, "franchises": list(table.franchises)}
    commands = [
        {"type": "change_switch", "switch": "dice.by_hand", "setting": "nobody"},
        {"type": "announce_round", "round": "r1", "matches": [plan]},
    ]
    heart = "m1/pre/razors.d1/heart"
    with pytest.raises(Malformed, match="was given 1 faces and threw 0"):
        perform(
            table.season,
            [command_from_document(command) for command in commands],
            actor=table.handle("boss"),
            at=table.at,
            key="both",
            reason="Enough of the table.",
            typed=TypedFaces({heart: [6]}, typist=table.handle("boss")),
        )
    assert table.state.setting("dice.by_hand") == "commissioners"
    assert heart not in table.row.by_hand


@pytest.mark.rule("HOUSE-011")
@pytest.mark.parametrize(
    "correction", [[], [{"type": "change_switch", "switch": "xp.scoring_per_point", "setting": True}]]
)
def test_no_amend_takes_the_leave_back_by_which_faces_were_entered(correction: list[dict[str, Any]]) -> None:
    table = founded()
    table.give("change_switch", switch="dice.by_hand", setting="commissioners", reason="We meet at a table.")
    number = number_of(table, "change_switch")
    party(table, by="boss", faces={PARTY: [1]})
    with pytest.raises(FacesStand, match=f"Faces were entered by hand for entry {table.row.length}") as refused:
        amended(table, {number: correction})
    assert refused.value.pointer == f"/corrections/{number}"
    both = [{"type": "change_switch", "switch": "dice.by_hand", "setting": "everybody"}]
    amended(table, {number: both})
    assert table.state.setting("dice.by_hand") == "everybody"


@pytest.mark.parametrize("witness", ["x" * 121, "a\nb", "\x1b[31m", "\u202eeve", "\x00"])
def test_a_witness_is_named_in_one_line_that_a_page_can_show(witness: str) -> None:
    table = founded(switches=COMMISSIONERS)
    typed_faces = TypedFaces({PARTY: [1]}, typist=table.handle("boss"), witness=witness)
    with pytest.raises(Malformed, match="A witness is named in one line") as refused:
        table.give(
            "throw_party", franchise="razors", spend_k=10, behalf="razors", reason="Theirs.", typed=typed_faces
        )
    assert refused.value.pointer == "/typed/witness"


def test_faces_entered_by_hand_are_marked_on_the_page_of_a_driver_and_said_in_the_feed(client: Client) -> None:
    table = hearts(switches=COMMISSIONERS)
    plan = {"match": "m1", "event": "race", "heats": 2, "franchises": list(table.franchises)}
    faces = {"m1/pre/razors.d1/heart": [6], "m1/pre/saints.d1/heart": [1], "m1/pre/house.item1/breakdown": [1]}
    typed_faces = TypedFaces(faces, typist=table.handle("boss"), witness="Ethel")
    table.give("announce_round", round="r1", matches=[plan], typed=typed_faces)
    page = client.get("/l/rust-belt/d/razors.d1/").content.decode()
    assert '<span class="chip warn">by hand</span>' in page
    feed = client.get("/l/rust-belt/journal.atom").content.decode()
    assert "The dice were thrown at a table. Faces entered by " in feed
    assert "watched by Ethel." in feed


def test_dice_of_the_seasons_own_are_marked_nowhere(client: Client) -> None:
    table = hearts()
    plan = {"match": "m1", "event": "race", "heats": 2, "franchises": list(table.franchises)}
    table.give("announce_round", round="r1", matches=[plan])
    assert "by hand</span>" not in client.get("/l/rust-belt/d/razors.d1/").content.decode()
    assert "thrown at a table" not in client.get("/l/rust-belt/journal.atom").content.decode()


def test_a_preview_with_faces_by_hand_tells_nothing_made_up_as_certain() -> None:
    table = founded(switches={DICE_BY_HAND: "commissioners"})
    number = party(table, by="boss", faces={PARTY: [5]}).entries[0].number
    more = {number: [{"type": "throw_party", "franchise": "razors", "spend_k": 40}]}
    typed_faces = TypedFaces({}, typist=table.handle("boss"))
    preview = amended(table, more, preview=True, typed=typed_faces).amended
    assert ([throw.path for throw in preview.to_come], preview.plays >= 4, bool(preview.odds)) == (
        [PARTY],
        True,
        True,
    )
    assert not [roll for body in preview.retold.values() for roll in body.rolls]
    result = amended(table, more, typed=typed_faces).amended
    assert [difference for difference in preview.differences if difference not in result.differences] == []
    assert (audit(table.season), verify(table.season).findings, found(exported(table.season))) == ([], [], [])
