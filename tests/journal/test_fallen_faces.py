"""A face that has fallen stays, whatever is amended; one that has not fallen is not shown beforehand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from journal import audit
from journal.amends.derivation import load_amend_baseline
from journal.amends.preview import derive_preview
from journal.entry_body import AmendEffects, load_body
from journal.transfer.permanent_ids import IdStands
from journal.verify import verify
from league.models import Entry
from rules.core.dice import KeyRing, iter_faces
from tests.journal.amends import amended, lost_by, number_of, spent, with_another_secret
from tests.league.small_league import Table, announced, founded, settled

pytestmark = pytest.mark.django_db
PARTY = "setup/razors/party"
SAINTS: dict[str, Any] = {"type": "throw_party", "franchise": "saints", "spend_k": 300}


def rolls_of(table: Table) -> dict[str, list[int]]:
    """All faces of entries as they were written, by path."""
    faces_by_path: dict[str, list[int]] = {}
    for entry in Entry.objects.filter(season=table.season).order_by("number"):
        for roll in load_body(entry.body).rolls:
            faces_by_path.setdefault(roll["path"], []).extend(roll["faces"])
    return faces_by_path


def command_at(table: Table, number: int) -> dict[str, Any]:
    """The command of an entry as it was given."""
    return load_body(Entry.objects.get(season=table.season, number=number).body).command


def partied() -> Table:
    """A league at its founding in which the razors threw a cheap party."""
    table = founded()
    table.give("throw_party", by="razors", franchise="razors", spend_k=10)
    return table


# ------------------------------------------------------------------------------------------------- previews


@pytest.mark.parametrize(
    "corrected",
    [
        pytest.param(lambda own: [own, SAINTS], id="the same command for somebody else"),
        pytest.param(lambda _own: [SAINTS], id="for somebody else in its place"),
        pytest.param(lambda own: [{**own, "spend_k": 300}], id="more dice on a path that had fallen"),
    ],
)
def test_a_preview_shows_no_face_that_has_not_fallen_and_tells_the_odds(corrected: Any) -> None:
    table = partied()
    faces_before = rolls_of(table)
    number = number_of(table, "throw_party")
    preview = amended(table, {number: corrected(command_at(table, number))}, preview=True)
    amendment = preview.amended
    assert [throw.entry for throw in amendment.to_come] == [number]
    assert amendment.plays >= 4
    assert amendment.odds
    assert number in amendment.hangs
    assert str(number) not in amendment.retold
    for body in amendment.retold.values():
        for roll in body.rolls:
            assert roll["faces"] == faces_before[roll["path"]][: len(roll["faces"])]
    assert (amendment.thrown, table.row.set_aside) == ([], {})


def test_a_preview_is_the_same_whatever_the_seasons_secret_is() -> None:
    table = partied()
    number = number_of(table, "throw_party")
    corrections = {number: [command_at(table, number), SAINTS]}

    def preview() -> AmendEffects:
        on = load_amend_baseline(table.row, number=table.row.length + 1, corrections=corrections)
        return derive_preview(on, corrections=corrections, was=table.state).amended

    before = preview()
    with_another_secret(table)
    assert preview() == before


def test_whatever_a_preview_tells_as_certain_is_what_is_saved() -> None:
    table = spent()
    preview = amended(table, lost_by(table), preview=True)
    saved = amended(table, lost_by(table))
    certain = {
        (difference.about, difference.subject, difference.what): difference.now
        for difference in preview.amended.differences
    }
    current = {
        (difference.about, difference.subject, difference.what): difference.now
        for difference in saved.amended.differences
    }
    assert certain
    assert {key: current[key] for key in certain} == certain
    for number, amended_body in preview.amended.retold.items():
        assert replace(saved.amended.retold[number], since=0) == replace(amended_body, since=0)


# ---------------------------------------------------------------------------------------------------- saved


def test_an_amend_throws_with_a_key_of_its_own_and_never_with_that_of_the_path() -> None:
    table = partied()
    number = number_of(table, "throw_party")
    result = amended(table, {number: [command_at(table, number), SAINTS]})
    assert result.amended.thrown == ["setup/saints/party"]
    shown_rolls = [roll for roll in result.amended.retold[str(number)].rolls if roll["path"] == "setup/saints/party"]
    ring = KeyRing(bytes.fromhex(table.row.secret))
    own = iter_faces(ring.derive_key(f"amend|{result.number}"), "setup/saints/party", shown_rolls[0]["sides"])
    assert shown_rolls[0]["faces"] == [next(own) for _ in shown_rolls[0]["faces"]]
    assert result.amended.unapproved
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_an_amend_undone_gives_the_digest_back_and_done_again_the_same_faces() -> None:
    table = partied()
    digest = table.row.digest
    number = number_of(table, "throw_party")
    own = command_at(table, number)
    first = amended(table, {number: [own, SAINTS]})
    after = table.row.digest
    undone = amended(table, {number: [own]})
    assert table.row.digest == digest
    assert undone.amended.unapproved
    assert list(table.row.set_aside) == ["setup/saints/party"]
    again = amended(table, {number: [own, SAINTS]})
    assert table.row.digest == after
    assert again.amended.thrown == []
    assert again.amended.retold[str(number)].rolls == first.amended.retold[str(number)].rolls
    repeated = amended(table, {number: [own]})
    table.give("throw_party", by="saints", franchise="saints", spend_k=300)
    last = Entry.objects.get(season=table.season, number=table.row.length)
    rolls = [roll for roll in first.amended.retold[str(number)].rolls if roll["path"] == "setup/saints/party"]
    assert load_body(last.body).rolls == rolls
    assert repeated.number < last.number
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_more_dice_on_an_old_path_begin_with_those_that_fell() -> None:
    table = partied()
    faces_before = rolls_of(table)[PARTY]
    number = number_of(table, "throw_party")
    result = amended(table, {number: [{**command_at(table, number), "spend_k": 300}]})
    shown_faces = [face for roll in result.amended.retold[str(number)].rolls for face in roll["faces"]]
    assert shown_faces[: len(faces_before)] == faces_before
    assert len(shown_faces) > len(faces_before)
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_an_amend_that_throws_nothing_is_approved_by_itself() -> None:
    table = settled(1)
    result = amended(table, lost_by(table))
    assert result.amended.unapproved == bool(result.amended.thrown)


# ------------------------------------------------------------------------------------------------------ ids


def test_a_correction_gives_what_it_made_no_other_id() -> None:
    table = announced(1)
    number = number_of(table, "hire_rookie", driver="razors.d6")
    with pytest.raises(IdStands, match=r"made the driver razors\.d6"):
        amended(table, {number: [{**command_at(table, number), "driver": "razors.d7"}]}, preview=True)
    announced_at = number_of(table, "announce_round", round="r1")
    own = command_at(table, announced_at)
    renamed = {**own, "matches": [{**own["matches"][0], "match": "m9"}]}
    with pytest.raises(IdStands, match="made the match m1"):
        amended(table, {announced_at: [renamed]}, preview=True)


def test_what_takes_the_place_of_a_struck_hire_inherits_its_id() -> None:
    table = founded()
    hire: dict[str, Any] = {"franchise": "razors", "driver": "razors.d1", "name": "Vega"}
    table.give("hire_rookie", by="razors", **hire)
    amended(table, {number_of(table, "hire_rookie"): []})
    with pytest.raises(IdStands, match=r"razors\.d1 was struck"):
        table.give("hire_rookie", by="razors", **{**hire, "driver": "razors.d2"})
    table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1", name="Other")
    table.give("hire_rookie", by="razors", **{**hire, "name": "Somebody else"})
    table.give("hire_rookie", by="razors", **{**hire, "driver": "razors.d2", "name": "A second"})
    assert (audit(table.season), verify(table.season).findings) == ([], [])
