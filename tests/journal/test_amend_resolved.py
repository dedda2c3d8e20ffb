"""Amending a match that a ruleset resolved: corrected by hand, voided, resolved anew, and undone."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from journal import audit
from journal.amends.corrections import corrections_to_replace_report, corrections_to_undo, corrections_to_void
from journal.entry_body import load_body
from journal.verify import verify_matches
from league.models import Entry, Match, MatchLog, Report
from rules.match.registry import temporarily_installed
from tests.journal.amends import amended, number_of
from tests.league.resolved_leagues import climbing, resolved, results, worked
from tests.league.small_league import Table, assert_reconciled
from tests.rules.ladder import LADDER

pytestmark = pytest.mark.django_db
MATCH = "rust-belt/s1/m1"


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def settled() -> Table:
    """A league whose first match was resolved here and is settled."""
    table = resolved(climbing())
    table.give("end_decisions", match="m1", reason="The week is over.")
    table.give("end_shopping", match="m1", reason="The week is over.")
    return table


def whole(table: Table) -> None:
    """Check that the journal is sound, that each log gives the accepted result, and that the money adds up."""
    assert audit(table.season) == []
    verification = verify_matches(table.season)
    assert (verification.played, verification.passed_over, verification.findings) == (len(results(table)), [], [])
    assert_reconciled(table.season)


def said_of(match: str = MATCH) -> str:
    """The HTML of a match's page."""
    league, season, id = match.split("/")
    answer = Client().get(f"/l/{league}/{season}/{id}/")
    assert answer.status_code == 200
    return answer.content.decode()


def given(table: Table, number: int) -> dict[str, Any]:
    """The command of an entry as it was given."""
    return load_body(Entry.objects.get(season=table.season, number=number).body).command


def the_other_won(table: Table) -> dict[str, Any]:
    """The report of m1 with the last team put first, and everything else as the ruleset reported it."""
    document = copy.deepcopy(given(table, number_of(table, "accept_report"))["report"])
    best, *_, last = sorted(document["teams"], key=lambda team: -team["points"])
    last["points"] = best["points"] + 5
    for team in document["teams"]:
        team["rank"] = 1 + sum(other["points"] > team["points"] for other in document["teams"])
    return dict(document)


def as_it_was(table: Table, digest: str, amend: int) -> None:
    """Undo an amend, and check that the season is as before, with its match run here."""
    amended(table, corrections_to_undo(table.row, amend))
    assert table.row.digest == digest
    assert ">run here<" in said_of()
    whole(table)


def test_a_field_of_a_resolved_report_is_put_right_and_the_page_says_that_a_hand_did_it() -> None:
    table = settled()
    digest, before = table.row.digest, said_of()
    assert ">run here<" in before
    result = amended(table, corrections_to_replace_report(table.row, "m1", the_other_won(table)))
    assert table.row.digest != digest
    assert ">run here<" not in said_of()
    assert ">run here, then corrected by hand<" in said_of()
    whole(table)
    as_it_was(table, digest, result.number)


def test_the_log_of_a_match_put_right_by_hand_is_kept_and_still_shows_what_was_played() -> None:
    table = settled()
    log = MatchLog.objects.get()
    amended(table, corrections_to_replace_report(table.row, "m1", the_other_won(table)))
    assert MatchLog.objects.get().digest == log.digest
    assert Client().get(f"/l/{MATCH}/log/").status_code == 200


def test_a_resolved_match_is_voided_and_comes_back_when_that_is_undone() -> None:
    table = settled()
    digest = table.row.digest
    result = amended(table, corrections_to_void(table.row, "m1"))
    assert Match.objects.get(pk=MATCH).step == "void"
    assert not Report.objects.exists()
    assert ">run here" not in said_of()
    whole(table)
    worked()
    assert len(results(table)) == 1
    amended(table, corrections_to_undo(table.row, result.number))
    assert table.row.digest == digest
    whole(table)


def test_a_voided_match_is_played_again_as_another_one() -> None:
    table = resolved(climbing())
    amended(table, corrections_to_void(table.row, "m1"))
    resolved(climbing(table=table, match="m2"))
    first, second = results(table)
    assert given(table, first.number)["match"] == "m1"
    assert given(table, second.number)["match"] == "m2"
    assert Match.objects.get(pk="rust-belt/s1/m2").step == "M5.4"
    whole(table)


def test_a_decision_put_right_before_the_match_leaves_the_result_with_the_packet_it_was_played_from() -> None:
    table = settled()
    digest, source = table.row.digest, Report.objects.get().document["source"]
    line_up_number = number_of(table, "name_line_up", franchise="razors")
    line_up = given(table, line_up_number)
    one_car = {**line_up, "seats": line_up["seats"][:1]}
    result = amended(table, {line_up_number: [one_car]})
    assert Match.objects.get(pk=MATCH).step == "settled"
    assert Report.objects.get().document["source"] == source
    assert {car_report["car"] for car_report in Report.objects.get().document["cars"]} == {
        "razors.car1",
        "saints.car1",
        "saints.car2",
    }
    assert ">run here, then corrected by hand<" in said_of()
    whole(table)
    as_it_was(table, digest, result.number)


def test_a_result_struck_with_that_decision_is_resolved_anew_from_the_packet_there_is_now() -> None:
    table = resolved(climbing())
    before = Report.objects.get().document
    line_up_number, first = number_of(table, "name_line_up", franchise="razors"), number_of(table, "accept_report")
    line_up = given(table, line_up_number)
    amended(table, {line_up_number: [{**line_up, "seats": line_up["seats"][:1]}], first: []})
    assert Match.objects.get(pk=MATCH).step == "M4"
    worked()
    current = Report.objects.get().document
    assert current["source"]["packet"] != before["source"]["packet"]
    assert MatchLog.objects.count() == 2
    assert {car_report["car"] for car_report in current["cars"]} == {"razors.car1", "saints.car1", "saints.car2"}
    assert f"log {current['source']['log_digest']}" in said_of()
    assert ">run here<" in said_of()
    whole(table)


def test_a_result_resolved_anew_gives_way_to_the_first_one_when_the_amend_is_undone() -> None:
    table = resolved(climbing())
    before = Report.objects.get().document
    result = amended(table, {number_of(table, "accept_report"): []})
    worked()
    assert len(results(table)) == 2
    undoing = amended(table, corrections_to_undo(table.row, result.number))
    assert Report.objects.get().document == before
    assert undoing.amended.amended_bodies()[results(table)[1].number].standing == "lapsed"
    whole(table)
