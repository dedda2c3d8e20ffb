"""A report that is sent again counts as the same report only if it names the same packet."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Entry, Membership, ReportClaim, StoredAnswer
from league.packet_statements import packet_statement_digest
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE
from scheduling.automatic_acceptance import accept_report_command
from scheduling.claims import ClaimKeyReused, StalePacket, claim_match_report
from tests.api.api_callers import at, program_of
from tests.api.reportable_matches import TWO, claimed, document, locked, reporting, send
from tests.api.test_problems import told
from tests.api.test_stale_reports import just_reported, read, sandbox_of
from tests.journal.amends import amended
from tests.league.small_league import Table, report
from tests.league.tables import locked_for_a_table
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db
ZEROS = "0" * 64


def accepted_by_two() -> tuple[Table, dict[str, Any]]:
    """A match whose report was accepted as soon as both teams had claimed it, and the body each sent."""
    table = clocked(locked(), agreed_hours=0)
    sent = document(table)
    for who in TWO:
        assert send(table, who, sent, key=f"first-{who}").status_code == 201
    return table, sent


def accepted_alone() -> tuple[Table, dict[str, Any]]:
    """A match whose report a commissioner entered, without any claim, and the body a team would have sent."""
    table = locked()
    sent = document(table)
    table.give("accept_report", match="m1", report=sent["report"])
    assert not ReportClaim.objects.exists()
    return table, sent


def stale(answer: Any) -> None:
    """Check that a report is refused as one of another packet."""
    problem = told(answer, 409, "stale-packet")
    assert [error["pointer"] for error in problem["errors"]] == ["/packet"]


@pytest.mark.parametrize("accepted", [accepted_by_two, accepted_alone])
def test_after_a_result_the_same_report_of_another_packet_is_stale(accepted: Any) -> None:
    table, sent = accepted()
    length = table.row.length
    for number, packet in enumerate((ZEROS, sent["packet"][:-1] + "x", "nonsense")):
        stale(send(table, "saints", {**sent, "packet": packet}, key=f"k{number}"))
    answer = send(table, "saints", sent, key="same")
    assert (answer.status_code, answer.json()["claim"]) == (200, None)
    assert answer.json()["entry"] == Entry.objects.get(season=table.season, command="accept_report").number
    assert table.row.length == length


def test_after_a_result_a_sandboxs_packet_is_stale() -> None:
    table = locked()
    sandbox, program = sandbox_of(table, "razors")
    sandbox_packet = read(program, sandbox)["claimed_as"]
    sent = document(table)
    table.give("accept_report", match="m1", report=sent["report"])
    stale(send(table, "razors", {**sent, "packet": sandbox_packet}))
    assert send(table, "razors", sent, key="k2").status_code == 200


def test_a_result_is_of_the_packet_that_was_locked_last_and_not_of_one_claimed_before() -> None:
    table = locked()
    before = document(table)
    assert send(table, "razors", before).status_code == 201
    table.give("change_switch", switch="cloning.clears_fatigue", setting=True, reason="We agreed.")
    current = document(table)
    table.give("accept_report", match="m1", report=current["report"])
    stale(send(table, "saints", before))
    assert send(table, "saints", current, key="k2").status_code == 200


def test_a_result_that_was_amended_is_still_of_the_packet_it_was_played_by() -> None:
    table, sent = accepted_alone()
    other = document_of(table, sent, kills=1)
    number = Entry.objects.get(season=table.season, command="accept_report").number
    amended(table, {number: [{"type": "accept_report", "match": "m1", "report": other["report"]}]})
    told(send(table, "saints", sent), 409, "result-stands")
    stale(send(table, "saints", {**other, "packet": ZEROS}, key="k2"))
    assert send(table, "saints", other, key="k3").status_code == 200


def document_of(table: Table, sent: dict[str, Any], **figures: int) -> dict[str, Any]:
    """The body that was sent, with other figures for its first driver."""
    changed_report = report(table)
    changed_report["drivers"][0] |= figures
    return {**sent, "report": changed_report}


def test_a_result_by_a_ruleset_of_the_tables_own_may_name_that_packet_and_no_other() -> None:
    table = locked_for_a_table()
    rhad_digest = packet_statement_digest(table.row, table.state, "m1", by="rhad")
    sent = {**document(table), "report": just_reported(table), "source": {"ruleset": "rhad"}}
    table.give("accept_report", match="m1", report={**sent["report"], "source": {"ruleset": "rhad"}})
    for number, packet in enumerate((sent["packet"], rhad_digest)):
        assert send(table, "razors", {**sent, "packet": packet}, key=f"k{number}").status_code == 200
    stale(send(table, "razors", {**sent, "packet": ZEROS}, key="k8"))
    stale(send(table, "razors", {**sent, "source": {"ruleset": "formule"}, "packet": rhad_digest}, key="k9"))


def test_under_a_used_key_a_report_of_another_packet_is_no_repeat_once_its_answer_is_forgotten() -> None:
    table = locked()
    sent = document(table)
    assert send(table, "razors", sent).status_code == 201
    StoredAnswer.objects.all().delete()
    told(send(table, "razors", {**sent, "packet": ZEROS}), 422, "claim-key-reused")
    StoredAnswer.objects.all().delete()
    assert send(table, "razors", sent).status_code == 201
    assert ReportClaim.objects.count() == 1


def test_a_commissioner_rules_for_no_claim_of_what_is_not_locked_any_more() -> None:
    table = locked()
    send(table, "razors", document(table))
    table.give("change_switch", switch="cloning.clears_fatigue", setting=True, reason="We agreed.")
    boss = program_of(table, "boss", READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE)
    ruling = at(table, "/matches/m1/ruling")
    problem = told(boss.post(ruling, {"claim": 1, "reason": "It was so."}, key="r1"), 409, "stale-packet")
    assert [error["pointer"] for error in problem["errors"]] == ["/claim"]
    assert table.state.matches["m1"].step == "M4"
    assert send(table, "saints", document(table), key="k2").status_code == 201
    assert boss.post(ruling, {"claim": 2, "reason": "It was so."}, key="r2").status_code == 201
    assert claimed(table)["state"] == "accepted"


def test_a_claim_says_what_it_is_about_by_whatever_door_it_comes() -> None:
    table = locked()
    razors = Membership.objects.get(handle=table.handle("razors"))
    parsed = read_report(table)
    fields: dict[str, Any] = {"match": "m1", "side": "razors", "report": parsed, "member": razors, "at": table.at}
    with pytest.raises(StalePacket):
        claim_match_report(table.season, key="k", about=ZEROS, **fields)
    claim, entry = claim_match_report(table.season, key="k", about=document(table)["packet"], **fields)
    assert claim_match_report(table.season, key="k", **fields) == (claim, entry)
    with pytest.raises(ClaimKeyReused):
        claim_match_report(table.season, key="k", about=ZEROS, **fields)


def read_report(table: Table) -> Any:
    """The report of m1 as the rules' own object."""
    return accept_report_command(report(table), match="m1").report


def test_the_table_hears_of_reports_only_what_it_heard_before() -> None:
    """A stale report leaves the match's claims as they were."""
    table, sent = accepted_by_two()
    before = claimed(table)
    stale(reporting(table, "saints").post(at(table, "/matches/m1/reports"), {**sent, "packet": ZEROS}, key="z"))
    assert claimed(table) == before
