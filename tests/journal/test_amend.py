"""Amending a season: wrong entries are corrected, and everything after them is worked out again."""

from __future__ import annotations

import copy

import pytest

from journal import fork_season, perform
from journal.amends.corrections import (
    corrections_to_replace_report,
    corrections_to_restore,
    corrections_to_undo,
    corrections_to_void,
)
from journal.entry_body import load_amended_body, load_body
from league.models import Checkpoint, Entry, Report, Retold, StandingsLine
from rules.campaign.core.codec import command_from_document
from tests.journal.amends import (
    REASON,
    amended,
    beside_the_journal,
    lost_by,
    number_of,
    poor,
    spent,
    standings_of,
)
from tests.journal.snapshot import everything
from tests.league.small_league import (
    announced,
    assert_reconciled,
    lined_up,
    report,
)

pytestmark = pytest.mark.django_db


def test_another_report_changes_points_money_and_experience_and_what_cannot_be_paid_any_more_lapses() -> None:
    table = spent()
    before, money = standings_of(table), table.state.franchise("razors").balance
    result = amended(table, lost_by(table))
    assert standings_of(table) == {
        "razors": before["razors"] - 10,
        "saints": before["saints"],
        "widows": before["widows"],
    }
    assert "razors.rifle2" not in table.state.items
    rifle = number_of(table, "buy_item", item="razors.rifle2")
    assert result.entries_not_standing[rifle].because.startswith("razors has")
    assert table.state.franchise("razors").balance != money
    differences = {
        (difference.about, difference.subject, difference.what): (difference.was, difference.now)
        for difference in result.amended.differences
    }
    assert differences["franchises", "razors", "points"] == (before["razors"], before["razors"] - 10)
    assert differences["drivers", "razors.d1", "xp"][0] > differences["drivers", "razors.d1", "xp"][1]
    assert differences["items", "razors.rifle2", ""][1] is None
    assert ("season", "", "standings") in differences
    assert_reconciled(table.season)


def test_records_are_those_of_the_timeline_of_now() -> None:
    table = spent()
    amended(table, lost_by(table))
    accepted_report = Report.objects.get(match=f"{table.season}/m1")
    assert [team["points"] for team in accepted_report.document["teams"]] == [0, 7, 4]
    lines = StandingsLine.objects.filter(season=table.season, franchise=f"{table.season}/razors").order_by("entry")
    assert [(line.points, line.season_points) for line in lines] == [(0, 0), (10, 10)]


def test_superseded_facts_stay_readable_in_their_entries_and_what_stands_is_told_beside_them() -> None:
    table = spent()
    opened = number_of(table, "open_settlement", match="m1")
    first = Entry.objects.get(season=table.season, number=opened)
    result = amended(table, lost_by(table))
    assert Entry.objects.get(season=table.season, number=opened).hash == first.hash
    assert load_body(first.body).facts[0]["points"] == 10
    retold = Retold.objects.get(season=table.season, number=opened)
    assert (retold.standing, retold.by) == ("followed", result.number)
    assert load_amended_body(retold.body).facts[0].get("points", 0) == 0


def test_amending_back_at_once_restores_everything_with_the_purchases_that_had_lapsed() -> None:
    table = spent()
    rows_before, digest = everything(), table.row.digest
    result = amended(table, lost_by(table))
    assert table.row.digest != digest
    back = amended(table, corrections_to_undo(table.row, result.number))
    assert (table.row.digest, back.digest) == (digest, digest)
    assert "razors.rifle2" in table.state.items
    assert not Retold.objects.filter(season=table.season).exists()
    assert beside_the_journal(everything()) == beside_the_journal(rows_before)
    assert_reconciled(table.season)


def test_a_newer_decision_of_the_owner_stands_before_one_that_had_lapsed_and_the_preview_says_so() -> None:
    table = spent()
    result = amended(table, lost_by(table))
    lapsed = number_of(table, "buy_item", item="razors.rifle2")
    table = announced(3, table)
    balance = table.state.franchise("razors").balance
    newer = (
        table.give("adjust_balance", franchise="razors", amount=-balance, reason="A fine, all it has.")
        .entries[0]
        .number
    )
    corrections = corrections_to_undo(table.row, result.number)
    preview = amended(table, corrections, preview=True)
    assert "razors.rifle2" not in table.state.items
    back = amended(table, corrections)
    for amend_result in (preview, back):
        amended_bodies = amend_result.amended.amended_bodies()
        assert newer not in amend_result.entries_not_standing
        assert (amended_bodies[lapsed].standing, amended_bodies[lapsed].because) == (
            "gave_way",
            f"a newer decision stands (entry {newer})",
        )
    assert "razors.rifle2" not in table.state.items
    assert_reconciled(table.season)


def test_a_preview_is_journalled_and_changes_nothing_else() -> None:
    table = spent()
    rows_before, digest, length = everything(), table.row.digest, table.row.length
    result = amended(table, lost_by(table), preview=True)
    assert (result.number, table.row.length, table.row.digest) == (length + 1, length + 1, digest)
    entry = Entry.objects.get(season=table.season, number=result.number)
    assert (entry.command, entry.reason, entry.digest) == ("preview_amend", REASON, digest)
    assert load_body(entry.body).amended == result.amended
    assert beside_the_journal(everything()) == beside_the_journal(rows_before)
    assert_reconciled(table.season)


def test_what_the_preview_shows_is_what_is_saved_and_it_tells_the_odds_of_the_rest() -> None:
    table = spent()
    preview = amended(table, lost_by(table), preview=True)
    saved = amended(table, lost_by(table))
    certain = preview.amended.differences
    assert certain == [difference for difference in saved.amended.differences if difference in certain]
    hanging = {(chance.about, chance.subject, chance.what) for chance in preview.amended.odds}
    for difference in saved.amended.differences:
        assert difference in certain or (difference.about, difference.subject, difference.what) in hanging
    assert saved.entries_not_standing.keys() == preview.entries_not_standing.keys()


def test_an_amend_of_an_amend_has_the_last_word() -> None:
    table = spent()
    digest = table.row.digest
    amended(table, lost_by(table))
    again = copy.deepcopy(report(table))
    again["drivers"][0]["criticals"] = 5
    amended(table, corrections_to_replace_report(table.row, "m1", again))
    assert standings_of(table)["razors"] == 20
    assert table.state.franchise("razors").criticals == 7
    assert "razors.rifle2" in table.state.items
    assert_reconciled(table.season)
    amended(table, corrections_to_restore(table.row, [number_of(table, "accept_report", match="m1")]))
    assert table.row.digest == digest


def test_an_amend_can_be_undone_while_a_later_one_stands() -> None:
    table = spent()
    first = amended(table, lost_by(table))
    second = amended(table, lost_by(table, "m2"))
    amended(table, corrections_to_undo(table.row, first.number))
    assert standings_of(table)["razors"] == 10
    amended(table, corrections_to_undo(table.row, second.number))
    assert standings_of(table)["razors"] == 20
    assert_reconciled(table.season)


def test_two_corrections_stand_in_one_amend_as_one_entry() -> None:
    table = spent()
    length = table.row.length
    result = amended(table, {**lost_by(table), **lost_by(table, "m2")})
    assert table.row.length == length + 1
    assert standings_of(table)["razors"] == 0
    assert sorted(
        n for n, amended_body in result.amended.amended_bodies().items() if amended_body.standing == "corrected"
    ) == sorted(number_of(table, "accept_report", match=match) for match in ("m1", "m2"))
    assert_reconciled(table.season)


@pytest.mark.rule("HOUSE-005")
def test_a_settled_match_can_be_voided_and_counts_as_not_made() -> None:
    table = spent()
    result = amended(table, corrections_to_void(table.row, "m1"))
    assert table.state.match("m1").step == "void"
    assert standings_of(table)["razors"] == 10
    assert not Report.objects.filter(match=f"{table.season}/m1").exists()
    assert table.state.match("m2").step == "settled"
    assert number_of(table, "open_settlement", match="m1") in result.entries_not_standing
    assert [
        command["type"]
        for command in result.amended.amended_bodies()[number_of(table, "accept_report", match="m1")].commands
    ] == [
        "void_match",
        "close_round",
    ]
    assert_reconciled(table.season)
    amended(table, corrections_to_undo(table.row, result.number))
    assert table.state.match("m1").step == "settled"


def test_a_correction_may_be_several_commands_that_stand_at_one_entry() -> None:
    table = spent()
    ((number, (document,)),) = lost_by(table).items()
    fine = {"type": "adjust_balance", "franchise": "saints", "amount": 5000}
    amended(table, {number: [document, fine]})
    amended_body = load_amended_body(Retold.objects.get(number=number).body)
    assert [command["type"] for command in amended_body.commands] == ["accept_report", "adjust_balance"]
    assert ([fact["kind"] for fact in amended_body.facts], amended_body.counts) == (
        ["report_accepted", "balance_adjusted"],
        [1, 1],
    )
    assert_reconciled(table.season)


def test_what_the_season_does_by_itself_follows_an_amend_at_its_end_as_entries_of_its_own() -> None:
    table = lined_up(1, poor())
    table.give("accept_report", match="m1", report=report(table))
    result = amended(table, corrections_to_void(table.row, "m1"))
    assert [(entry.number, entry.command["type"]) for entry in result.entries] == [(result.number + 1, "close_round")]
    assert table.state.all_rounds()[0].step == "closed"
    assert_reconciled(table.season)


def test_an_owner_whose_decision_fell_is_asked_again_while_his_match_is_not_reckoned() -> None:
    table = lined_up(1, poor())
    document = copy.deepcopy(report(table))
    document["cars"][0] |= {"criticals": 2}
    table.give("accept_report", match="m1", report=document)
    table.give("decide_repairs", by="razors", franchise="razors", match="m1", repair=["razors.car1"])
    result = amended(table, corrections_to_replace_report(table.row, "m1", report(table)))
    assert number_of(table, "decide_repairs", match="m1") in result.entries_not_standing
    assert table.state.match("m1").step == "M5.4"
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    assert table.state.match("m1").step == "M5.10"
    assert_reconciled(table.season)


def test_a_replay_after_an_amend_begins_from_a_state_that_was_kept_with_it() -> None:
    table = spent()
    result = amended(table, lost_by(table))
    assert Checkpoint.objects.get(season=table.season, number=result.number).digest == table.row.digest
    table.give("adjust_balance", franchise="razors", amount=5, reason="A gift.")
    assert_reconciled(table.season)


def test_a_fork_of_an_amended_season_goes_on_from_what_stands() -> None:
    table = spent()
    amended(table, lost_by(table))
    row = fork_season(table.season, "what-if", secret=b"other", at=table.at)
    assert row.digest == table.row.digest
    perform(
        row.pk,
        [command_from_document({"type": "adjust_balance", "franchise": "razors", "amount": 5})],
        actor=table.handle("boss"),
        at=table.at,
        key="k",
        reason="A gift.",
    )
    assert_reconciled(row.pk)


def test_dice_typed_in_at_the_table_are_used_again_by_an_amend() -> None:
    table = lined_up(1, poor())
    table.throw("accept_report", {}, match="m1", report=report(table))
    table.throw("decide_repairs", {}, by="widows", franchise="widows", match="m1")
    by_hand = dict(table.row.by_hand)
    assert by_hand
    table.give("end_shopping", match="m1", reason="The week is over.")
    document = copy.deepcopy(report(table))
    document["drivers"][0]["criticals"] = 1
    amended(table, corrections_to_replace_report(table.row, "m1", document))
    assert table.state.franchise("razors").criticals == 1
    assert_reconciled(table.season)
