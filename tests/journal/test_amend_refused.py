"""Invalid amends are refused in a sentence and change nothing; sealed entries stay sealed."""

from __future__ import annotations

from typing import Any

import pytest

from journal.amends.amendable_entries import NotToBeAmended
from journal.amends.corrections import corrections_to_restore, corrections_to_strike, corrections_to_undo
from journal.amends.rederivation import CorrectionRefused
from journal.amends.requests import SeasonClosed
from journal.amends.writer import (
    AmendObstructed,
    NothingAmended,
    RulesChanged,
)
from journal.entry_body import load_body
from journal.writer import KeyReused, OutOfDate
from league.access import NotAMember, NotYours, ReasonMissing
from league.models import Entry, Retold
from rules.campaign.money import overhead
from rules.core.refusals import Malformed, Refusal, Unknown
from tests.journal.amends import (
    amended,
    barring,
    lost_by,
    number_of,
    poor,
    spent,
)
from tests.journal.snapshot import everything
from tests.league.small_league import (
    announced,
    assert_reconciled,
    closed,
    settled,
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def test_an_amend_that_would_unplay_a_match_is_refused_and_says_why() -> None:
    table = spent()
    corrections = corrections_to_strike([number_of(table, "announce_round", round="r2")])
    preview = amended(table, corrections, preview=True)
    assert preview.amended.obstacles[0].startswith("m2 was played and would not stand any more (entry ")
    assert preview.amended.obstacles[0].endswith("correct that in the same amend.")
    rows_before = everything()
    with pytest.raises(AmendObstructed, match="m2 was played"):
        amended(table, corrections)
    assert everything() == rows_before


def test_the_words_a_locked_match_was_thrown_with_cannot_be_amended() -> None:
    table = spent()
    number = number_of(table, "name_line_up", match="m1", franchise="saints")
    (command,) = corrections_to_restore(table.row, [number])[number]
    with pytest.raises(AmendObstructed, match="The words of m1 were fixed"):
        amended(table, {number: [{**command, "words": "other words"}]})


def test_what_a_correction_says_is_refused_by_the_rules_in_their_own_words() -> None:
    table = spent()
    ((number, (document,)),) = lost_by(table).items()
    document["report"]["teams"][0]["rank"] = 1
    with pytest.raises(CorrectionRefused, match=f"What is to stand at entry {number} is refused: razors is reported"):
        amended(table, {number: [document]}, preview=True)


@pytest.mark.parametrize(
    ("asked", "refusal", "said"),
    [
        (lambda _: {}, Malformed, "corrects 1 to 100 entries"),
        (lambda _: {9999: []}, Unknown, "There is no entry 9999"),
        (lambda _: {0: []}, Unknown, "There is no entry 0"),
        (
            lambda t: corrections_to_strike([number_of(t, "open_settlement", match="m1")]),
            NotToBeAmended,
            "the season's own step",
        ),
        (
            lambda t: {number_of(t, "end_shopping", match="m1"): [{"type": "close_round", "round": "r1"}]},
            NotToBeAmended,
            "close_round is the season's own step",
        ),
        (
            lambda t: corrections_to_restore(t.row, [number_of(t, "accept_report", match="m1")]),
            NothingAmended,
            "what stands",
        ),
        (lambda _: {1: [{"type": "explode"}]}, Unknown, "There is no command"),
        (lambda _: {1: [{"type": "open_season"}]}, Malformed, "open_season cannot be read"),
    ],
)
def test_what_is_no_correction_is_refused_with_a_sentence(asked: Any, refusal: type[Refusal], said: str) -> None:
    table = spent()
    rows_before = everything()
    with pytest.raises(refusal, match=said):
        amended(table, asked(table))
    assert everything() == rows_before


def test_an_amend_itself_is_corrected_by_what_it_was_about() -> None:
    table = spent()
    result = amended(table, lost_by(table))
    with pytest.raises(NotToBeAmended, match="is an amend itself"):
        amended(table, corrections_to_strike([result.number]))


def test_only_a_commissioner_amends_and_says_why() -> None:
    table = spent()
    for by, refusal in (("razors", NotYours), ("nobody", NotAMember)):
        with pytest.raises(refusal):
            amended(table, lost_by(table), by=by)
    with pytest.raises(ReasonMissing):
        amended(table, lost_by(table), reason=" ")


def test_a_closed_season_is_not_amended() -> None:
    table = closed(settled(rounds=1))
    with pytest.raises(SeasonClosed, match="by a house act in the season after it"):
        amended(table, lost_by(table), preview=True)


def test_the_same_key_answers_the_same_and_is_refused_for_anything_else() -> None:
    table = spent()
    first = amended(table, lost_by(table), key="once")
    length = table.row.length
    again = amended(table, lost_by(table), key="once")
    assert (again.number, again.digest, again.amended, again.repeated) == (
        first.number,
        first.digest,
        first.amended,
        True,
    )
    assert table.row.length == length
    with pytest.raises(KeyReused):
        amended(table, lost_by(table, "m2"), key="once")


def test_who_read_before_an_amend_is_told_what_it_changed() -> None:
    table = spent()
    length_seen = table.row.length
    amended(table, lost_by(table))
    with pytest.raises(OutOfDate, match="razors"):
        table.give("adjust_balance", franchise="razors", amount=5, reason="A gift.", seen=length_seen)


def test_a_season_that_comes_out_otherwise_unamended_is_not_amended(monkeypatch: pytest.MonkeyPatch) -> None:
    table = spent()
    monkeypatch.setattr(overhead, "net_income", lambda **_figures: 0)
    with pytest.raises(RulesChanged, match="were changed by a release"):
        amended(table, lost_by(table))


def test_a_line_up_that_is_sealed_cannot_be_amended_and_an_amend_tells_nothing_of_it() -> None:
    table = announced(2, settled(1, poor()))
    seats = [{"car": "saints.car1", "driver": "saints.d1"}]
    line_up_number = (
        table.give("name_line_up", by="saints", franchise="saints", match="m2", seats=seats).entries[0].number
    )
    with pytest.raises(NotToBeAmended, match="is sealed still"):
        amended(table, corrections_to_strike([line_up_number]))
    result = amended(table, barring(table, "saints.d1"))
    assert line_up_number not in result.amended.amended_bodies()
    assert Retold.objects.get(season=table.season, number=line_up_number).standing == "stood_in"
    entry = Entry.objects.get(season=table.season, number=result.number)
    assert "saints.car1" not in str(load_body(entry.body).amended)
    table.given += 5
    table.give(
        "name_line_up",
        by="saints",
        franchise="saints",
        match="m2",
        seats=[{"car": "saints.car1", "driver": "saints.d2"}],
    )
    amended(table, corrections_to_undo(table.row, result.number))
    assert_reconciled(table.season)


def test_an_amend_is_told_alike_whatever_a_sealed_line_up_holds() -> None:
    answers = []
    for driver in ("saints.d1", "saints.d2"):
        table = announced(2, settled(1, poor(league=f"by-{driver[-2:]}")))
        seats = [{"car": "saints.car1", "driver": driver}]
        table.give("name_line_up", by="saints", franchise="saints", match="m2", seats=seats)
        preview = amended(table, barring(table, "saints.d1"), preview=True)
        saved = amended(table, barring(table, "saints.d1"))
        answers.append((preview.amended, saved.amended, preview.entries_not_standing, saved.entries_not_standing))
    assert answers[0] == answers[1]


def test_a_correction_is_not_refused_because_of_who_sits_in_a_sealed_line_up() -> None:
    refusals = []
    for driver in ("saints.d1", "saints.d2"):
        table = announced(1, poor(league=f"by-{driver[-2:]}"))
        seats = [{"car": "saints.car1", "driver": driver}]
        table.give("name_line_up", by="saints", franchise="saints", match="m1", seats=seats)
        entry_number = table.give("adjust_driver", driver="razors.d1", xp=1, reason="A slip.").entries[0].number
        release = {"type": "release_driver", "franchise": "saints", "driver": "saints.d1"}
        with pytest.raises(Refusal) as refused:
            amended(table, {entry_number: [release]}, preview=True)
        refusals.append(refused.value.sentence)
    assert refusals[0] == refusals[1]
