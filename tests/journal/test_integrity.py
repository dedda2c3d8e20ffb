"""The writer notices edited tables and truncated journals, and names the row."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.db.models import F

from drivers.models import Contract, Sheet
from franchises.models import Car, FranchiseSeason, LedgerLine, Sponsor
from journal import audit
from journal.entry_body import decompress
from journal.gate import open_gate
from journal.state.integrity import JournalCut, TablesEdited
from league.models import Checkpoint, Entry, LineUp, Match, Round, Season, StandingsLine
from tests.journal.snapshot import everything
from tests.league.small_league import announced, assert_reconciled, settled

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("model", "change", "named"),
    [
        (FranchiseSeason, {"balance": F("balance") + 1}, "FranchiseSeason razors: balance"),
        (FranchiseSeason, {"points": 99}, "FranchiseSeason razors: points"),
        (Sheet, {"xp": 50}, "Sheet razors.d1: xp"),
        (Sheet, {"talents": ["pro"]}, "Sheet razors.d1: talents"),
        (Contract, {"fee": 1}, "Contract razors.d1: fee"),
        (Car, {"dp": 99}, "Car razors.car1: dp"),
        (Sponsor, {"joined": 2}, "Sponsor razors.founding1: joined"),
        (Round, {"step": "announced"}, "Round r1: step"),
        (Match, {"heats": 9}, "Match m1: heats"),
        (LineUp, {"points": 77}, "LineUp m1.razors: points"),
    ],
)
def test_one_edited_value_is_noticed_and_named(model: Any, change: dict[str, Any], named: str) -> None:
    table = settled()
    row = model.objects.filter(season_id=table.season).order_by("pk").first()
    with open_gate():
        model.objects.filter(pk=row.pk).update(**change)
    before = everything()
    with pytest.raises(TablesEdited) as raised:
        table.announce_next()
    assert named in raised.value.sentence
    assert everything() == before
    assert any(named in finding.sentence for finding in audit(table.season))


def test_a_row_put_there_or_taken_away_is_named() -> None:
    table = announced()
    with open_gate():
        Sponsor.objects.filter(pk=f"{table.season}/razors.founding1").delete()
        Sponsor.objects.create(
            pk=f"{table.season}/razors.bribe",
            season_id=table.season,
            franchise_id=f"{table.season}/razors",
            kind="oil",
            joined=1,
        )
    with pytest.raises(TablesEdited, match=r"Sponsor razors\.bribe was put there; Sponsor razors\.founding1 is gone"):
        table.give("lock_line_ups", match="m1")


def test_a_journal_cut_short_is_refused() -> None:
    table = settled()
    with open_gate():
        Entry.objects.filter(season=table.season, number=table.row.length).delete()
    before = everything()
    with pytest.raises(JournalCut, match="restore the database"):
        table.announce_next()
    assert everything() == before
    assert audit(table.season)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"actor": "someone"}, "link"),
        ({"on_behalf_of": "saints"}, "link"),
        ({"reason": "another reason"}, "reason"),
        ({"digest": "0" * 64}, "command, facts or rolls"),
        ({"seal": "m1:M4"}, "link"),
    ],
)
def test_a_changed_entry_breaks_the_chain(change: dict[str, Any], told: str) -> None:
    table = settled()
    with open_gate():
        Entry.objects.filter(season=table.season, number=20).update(**change)
    findings = audit(table.season)
    assert any(finding.entry == 20 and told in finding.sentence for finding in findings), findings


def test_a_reason_may_be_redacted_and_the_chain_still_holds() -> None:
    table = settled()
    table.give(
        "announce_round",
        round="r2",
        matches=[{"match": "m2", "event": "race", "franchises": ["razors", "saints"]}],
        reason="A word too many.",
    )
    with open_gate():
        Entry.objects.filter(season=table.season).update(reason="")
    assert_reconciled(table.season)


def test_an_entry_missing_in_the_middle_is_found() -> None:
    table = settled()
    with open_gate():
        Entry.objects.filter(season=table.season, number=7).delete()
    assert [finding.entry for finding in audit(table.season)] == [7]


def test_a_ledger_or_a_standings_line_that_does_not_add_up_is_found() -> None:
    table = settled()
    with open_gate():
        LedgerLine.objects.filter(franchise=f"{table.season}/razors").order_by("pk")[:1].get().delete()
        line = StandingsLine.objects.get(franchise=f"{table.season}/saints")
        StandingsLine.objects.filter(pk=line.pk).update(points=line.points + 1)
    sentences = " ".join(finding.sentence for finding in audit(table.season))
    assert "razors has" in sentences
    assert "saints stands at" in sentences


def test_a_checkpoint_is_the_state_after_its_entry() -> None:
    table = settled()
    checkpoints = list(
        Checkpoint.objects.filter(season=table.season).order_by("number").values_list("number", "digest")
    )
    entries = dict(Entry.objects.filter(season=table.season).values_list("number", "digest"))
    assert [number for number, _ in checkpoints] == [0, *(range(40, table.row.length + 1, 40))]
    assert all(entries[number] == digest for number, digest in checkpoints if number)


def test_the_secret_is_published_only_as_its_hash() -> None:
    table = announced()
    season = Season.objects.get(pk=table.season)
    assert season.secret_hash == hashlib.sha256(bytes.fromhex("00ff")).hexdigest()
    all_bodies = b"".join(decompress(entry.body) for entry in Entry.objects.filter(season=season))
    assert season.secret_hash.encode() in all_bodies
    assert b'"00ff"' not in all_bodies
