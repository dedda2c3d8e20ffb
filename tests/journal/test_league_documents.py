"""The documents of a league are part of its export: claims, plans, answers, announcements, rulings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from journal.transfer.league_import import import_league
from league.models import (
    Acknowledgement,
    Duel,
    DuelEntry,
    League,
    Membership,
    ReportClaim,
    Season,
)
from league.pages.duels.table import duel_digest, load_table
from rules.core.refusals import Malformed
from tests.journal.exported_leagues import compact, emptied, exported, long_played
from tests.league.small_league import BEGAN, founded
from tools.stage_duel import stage_duel

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def test_who_took_note_of_which_answers_is_known_after_an_import() -> None:
    table = long_played()
    handle, text = table.handle("razors"), exported()
    emptied()
    import_league(text)
    acknowledgement = Acknowledgement.objects.get()
    assert (acknowledgement.member.handle, acknowledgement.version.number, acknowledgement.at) == (handle, 1, BEGAN)
    assert acknowledgement.version.season_id == table.season


@pytest.mark.parametrize(
    ("paper", "row"),
    [
        ("claims", {"season": "s9"}),
        ("plans", {"number": 1}),
        ("plans", {"season": "s1", "number": "many"}),
        ("noted", {"season": "s2", "questionnaire": "house", "number": 7, "member": "m", "at": BEGAN.isoformat()}),
        ("duels", {"season": "s1", "number": 1, "title": "x"}),
        ("duel_entries", {"season": "s1", "duel": 1, "number": 1, "key": "a", "act": "close", "value": 1}),
    ],
)
def test_papers_that_cannot_be_read_refuse_the_import_whole(paper: str, row: dict[str, Any]) -> None:
    founded()
    document = json.loads(exported())
    document["papers"][paper].append(row)
    emptied()
    with pytest.raises(Malformed, match="claims, plans or answers cannot be read"):
        import_league(compact(document))
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda papers: papers["duels"][0].update(closed=9), "duel 1 has 4 closed phases, not 9"),
        (lambda papers: papers["duels"][0].update(questionnaire="other"), "No duels are scored by the questionnaire"),
        (lambda papers: papers["duels"][0].update(duelists=[]), "A duel has 2 to 20 vehicles"),
        (lambda papers: papers["duels"][0].update(settings={"ended": 3}), "This is no duel"),
        (lambda papers: papers["duel_entries"][0].update(value={"type": "hit"}), "This is no event"),
        (lambda papers: papers["duel_entries"][0].update(value=3), "This is no event"),
        (lambda papers: papers["duel_entries"][1].update(act="undo", value="none"), "The duel has no entry"),
        (lambda papers: papers["duel_entries"][0].update(duel=7), "entries of a duel that it lacks"),
        (lambda papers: papers["duel_entries"].append(dict(papers["duel_entries"][0])), "cannot be read"),
    ],
)
def test_a_duel_that_no_site_wrote_refuses_the_import_whole(change: Any, why: str) -> None:
    table = founded()
    stage_duel(table.row, Membership.objects.get(handle=table.handle("boss")), at=BEGAN)
    document = json.loads(exported())
    change(document["papers"])
    emptied()
    with pytest.raises(Malformed, match=why):
        import_league(compact(document))
    assert not League.objects.exists()


def test_a_duel_is_the_same_after_an_import_with_all_that_was_entered() -> None:
    table = founded()
    before = load_table(stage_duel(table.row, Membership.objects.get(handle=table.handle("boss")), at=BEGAN))
    sheet, digest, text = before.scored.sheet, duel_digest(before), exported()
    emptied()
    import_league(text)
    after = load_table(Duel.objects.get())
    assert (after.scored.sheet, duel_digest(after)) == (sheet, digest)
    assert exported() == text
    assert DuelEntry.objects.count() == len(before.entries)


def test_an_export_made_before_papers_were_kept_is_imported_without_any() -> None:
    founded()
    document = json.loads(exported())
    del document["papers"]
    emptied()
    import_league(compact(document))
    assert Season.objects.count() == 1
    assert not ReportClaim.objects.exists()
