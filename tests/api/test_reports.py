"""A report by program is claimed once, compared with the others' by figure, and accepted as the calendar says."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from journal import entry_body
from league.models import Delivery, Entry, Membership, Notice, ReportClaim, Webhook
from league.tokens import READ_SCOPE, REPORT_SCOPE
from scheduling.clock_tick import tick
from scheduling.notices.texts import notice_text, titles_in_notices
from tests.api.api_callers import at, program_of
from tests.api.reportable_matches import claimed, document, locked, reporting, send
from tests.api.test_problems import told
from tests.league.small_league import BEGAN, Table, assert_reconciled, founded
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db


def acceptance(table: Table) -> dict[str, Any]:
    """The command that accepted the report, from the journal."""
    return entry_body.load_body(Entry.objects.get(season=table.season, command="accept_report").body).command


def test_an_owners_report_is_claimed_for_his_own_team_and_changes_nothing() -> None:
    table = locked()
    length = table.row.length
    answer = send(table, "razors", document(table))
    assert answer.status_code == 201, answer.content
    claim = ReportClaim.objects.get()
    assert (claim.side, claim.actor, claim.evidence) == ("razors", table.handle("razors"), "claimed")
    assert (answer.json()["claim"], answer.json()["entry"]) == (1, None)
    assert answer.json()["reports"]["state"] == "claimed"
    assert table.row.length == length
    assert Notice.objects.get(about="report_claimed").member.handle == table.handle("saints")


def test_the_same_again_is_answered_byte_for_byte_and_claimed_once() -> None:
    table = locked()
    sent = document(table)
    first, again = send(table, "razors", sent), send(table, "razors", sent)
    assert (again.status_code, again.content) == (201, first.content)
    assert again["Idempotent-Replayed"] == "true"
    assert ReportClaim.objects.count() == 1


def test_the_same_report_under_another_key_is_the_claim_that_stands() -> None:
    table = locked()
    first = send(table, "razors", document(table)).json()
    again = send(table, "razors", document(table), key="k2")
    assert (again.status_code, again.json()["claim"]) == (201, first["claim"])
    assert ReportClaim.objects.count() == 1


def test_another_report_under_a_used_key_is_refused() -> None:
    table = locked()
    send(table, "razors", document(table))
    other = document(table)
    other["report"]["drivers"][0]["kills"] = 1
    told(send(table, "razors", other), 422, "key-reused")
    assert ReportClaim.objects.count() == 1


def test_without_a_key_nothing_is_claimed() -> None:
    table = locked()
    told(send(table, "razors", document(table), key=""), 400, "key-missing")
    assert not ReportClaim.objects.exists()


def test_reports_agree_whatever_the_order_of_their_lines_and_whoever_wrote_them() -> None:
    table = locked()
    send(table, "razors", document(table, source={"ruleset": "dethmatch", "version": "1"}))
    other = document(table)
    for part in ("teams", "drivers", "cars"):
        other["report"][part].reverse()
    answer = send(table, "saints", other).json()
    assert (answer["reports"]["state"], answer["reports"]["differences"]) == ("agreed", [])
    assert answer["entry"] is None
    assert Notice.objects.filter(about="report_agreed").count() == 1


def test_where_the_calendar_says_at_once_the_second_that_agrees_settles_it_and_hears_by_which_entry() -> None:
    table = clocked(locked(), agreed_hours=0)
    send(table, "razors", document(table))
    answer = send(table, "saints", document(table)).json()
    entry = Entry.objects.get(season=table.season, command="accept_report")
    assert (answer["entry"], answer["reports"]["state"]) == (entry.number, "accepted")
    assert answer["reports"]["accepted"]["evidence"] == "attested"
    assert acceptance(table)["evidence"] == "attested"
    assert (entry.actor, table.state.matches["m1"].step) == ("clock", "M5.4")
    assert_reconciled(table.season)


def test_where_the_calendar_gives_hours_the_clock_accepts_when_they_are_over() -> None:
    table = clocked(locked(), agreed_hours=24)
    for who in ("razors", "saints"):
        send(table, who, document(table))
    ReportClaim.objects.update(at=BEGAN)
    tick(table.season, at=BEGAN + timedelta(hours=23))
    assert table.state.matches["m1"].step == "M4"
    tick(table.season, at=BEGAN + timedelta(hours=25))
    assert table.state.matches["m1"].step != "M4"
    assert acceptance(table)["evidence"] == "attested"


def test_a_difference_opens_a_dispute_that_names_every_figure_and_the_commissioner_rules() -> None:
    table = clocked(locked(), agreed_hours=0)
    send(table, "razors", document(table))
    other = document(table)
    other["report"]["drivers"][0]["criticals"] = 1
    del other["report"]["cars"][-1]["destroyed"]
    answer = send(table, "saints", other).json()
    assert (answer["entry"], answer["reports"]["state"]) == (None, "disputed")
    assert answer["reports"]["differences"] == [
        {
            "part": "drivers",
            "id": "razors.d1",
            "field": "criticals",
            "said": [{"side": "razors", "value": 2}, {"side": "saints", "value": 1}],
        },
        {
            "part": "cars",
            "id": "saints.car2",
            "field": "destroyed",
            "said": [{"side": "razors", "value": True}, {"side": "saints", "value": None}],
        },
    ]
    notice = Notice.objects.get(about="report_disputed")
    assert notice.member.handle == table.handle("boss")
    assert notice_text(notice, titles_in_notices([notice])).sentence == (
        "The reports of round 1, match A differ: rule which of them stands."
    )
    boss = reporting(table, "boss")
    ruled = boss.post(at(table, "/matches/m1/ruling"), {"claim": answer["claim"]}, key="r")
    assert ruled.status_code == 201, ruled.content
    assert acceptance(table)["evidence"] == "claimed"
    assert claimed(table)["state"] == "accepted"
    assert claimed(table)["accepted"]["digest"] == ReportClaim.objects.get(side="saints").digest


def test_a_ruling_for_a_claim_there_is_not_is_refused_by_name() -> None:
    table = locked()
    answer = reporting(table, "boss").post(at(table, "/matches/m1/ruling"), {"claim": 99}, key="r")
    told(answer, 422, "no-such-claim")
    assert answer.json()["errors"][0]["pointer"] == "/claim"


def test_the_report_that_was_accepted_is_answered_with_its_entry_and_another_is_refused_by_name() -> None:
    table = clocked(locked(), agreed_hours=0)
    for who in ("razors", "saints"):
        send(table, who, document(table))
    entry = Entry.objects.get(season=table.season, command="accept_report").number
    sent = {"packet": claimed(table)["packet"], "report": ReportClaim.objects.first().document}  # type: ignore[union-attr] # two exist
    again = send(table, "razors", sent, key="late")
    assert (again.status_code, again.json()["entry"], again.json()["claim"]) == (200, entry, None)
    sent["report"] = {**sent["report"], "teams": list(reversed(sent["report"]["teams"]))}
    assert send(table, "saints", sent, key="late").status_code == 200
    sent["report"]["drivers"][0]["criticals"] = 3
    told(send(table, "razors", sent, key="later"), 409, "result-stands")
    assert Entry.objects.filter(season=table.season, command="accept_report").count() == 1


def test_a_report_of_other_line_ups_is_stale() -> None:
    table = locked()
    sent = document(table)
    table.give("forfeit_match", match="m1", franchise="saints", reason="Away.")
    answer = send(table, "razors", sent)
    told(answer, 409, "stale-packet")
    assert answer.json()["errors"][0]["pointer"] == "/packet"
    assert not ReportClaim.objects.exists()


def test_an_empty_log_is_refused_and_nothing_is_claimed() -> None:
    table = locked()
    problem = told(send(table, "razors", document(table, log="")), 422, "log-unreadable")
    assert [error["pointer"] for error in problem["errors"]] == ["/log"]
    assert "leave `log` out" in problem["detail"]
    assert not ReportClaim.objects.exists()


def test_nobody_reports_for_a_team_that_is_not_his_or_not_in_the_match() -> None:
    table = locked()
    told(send(table, "razors", document(table, side="saints")), 403, "not-yours")
    answer = send(table, "razors", document(table, side="widows"), key="k2")
    told(answer, 422, "side-not-in-match")
    assert answer.json()["errors"][0]["pointer"] == "/side"
    told(send(table, "razors", document(table, side=""), key="k3"), 403, "not-yours")
    assert not ReportClaim.objects.exists()


def test_a_token_without_the_scope_reports_nothing() -> None:
    table = locked()
    answer = program_of(table, "razors", READ_SCOPE).post(at(table, "/matches/m1/reports"), document(table), key="k")
    told(answer, 403, "scope-missing")


def test_who_runs_both_teams_says_for_which_and_does_not_agree_with_himself() -> None:
    table = clocked(locked(), agreed_hours=0)
    owner_of_both = get_user_model().objects.get(username="rust-belt-razors")
    Membership.objects.filter(handle=table.handle("saints")).update(user=owner_of_both)
    told(send(table, "razors", document(table)), 422, "side-unclear")
    for side in ("razors", "saints"):
        answer = send(table, "razors", document(table, side=side), key=side)
        assert (answer.status_code, answer.json()["entry"]) == (201, None)
    assert claimed(table)["state"] == "claimed"


def test_the_leagues_own_program_is_believed_at_once_where_the_calendar_says_so() -> None:
    table = clocked(locked(), agreed_hours=0)
    answer = send(table, "boss", document(table)).json()
    assert answer["reports"]["state"] == "accepted"
    assert acceptance(table)["evidence"] == "claimed"


def test_it_is_not_where_a_team_claims_otherwise_or_its_person_has_a_team_in_the_match() -> None:
    table = clocked(locked(), agreed_hours=0)
    other = document(table)
    other["report"]["drivers"][0]["kills"] = 1
    send(table, "razors", other)
    assert send(table, "boss", document(table)).json()["reports"]["state"] == "disputed"
    table = clocked(locked(league="other"), agreed_hours=0)
    owner = get_user_model().objects.get(username="other-razors")
    Membership.objects.filter(handle=table.handle("boss")).update(user=owner)
    answer = send(table, "razors", document(table, side="")).json()
    assert answer["reports"]["state"] == "claimed"


def test_a_match_that_is_not_locked_or_not_there_is_not_reported() -> None:
    table = founded()
    answer = program_of(table, "razors", REPORT_SCOPE).post(
        at(table, "/matches/m1/reports"), {"packet": "x"}, key="k"
    )
    told(answer, 404, "not-found")


def test_claims_are_read_again_only_when_they_changed() -> None:
    table = locked()
    reader = reporting(table, "saints")
    first = reader.get(at(table, "/matches/m1/reports"))
    assert reader.get(at(table, "/matches/m1/reports"), **{"if-none-match": first["ETag"]}).status_code == 304
    send(table, "razors", document(table))
    changed = reader.get(at(table, "/matches/m1/reports"), **{"if-none-match": first["ETag"]})
    assert (changed.status_code, [claim["side"] for claim in changed.json()["claims"]]) == (200, ["razors"])


def test_a_result_says_how_well_it_is_proven_among_the_matches() -> None:
    table = clocked(locked(), agreed_hours=0)
    reader = reporting(table, "razors")
    assert reader.get(at(table, "/matches/m1")).json()["evidence"] == ""
    for who in ("razors", "saints"):
        send(table, who, document(table))
    assert reader.get(at(table, "/matches/m1")).json()["evidence"] == "attested"
    assert [match["evidence"] for match in reader.get(at(table, "/matches")).json()["matches"]] == ["attested"]


def test_a_claim_and_a_dispute_are_told_to_webhooks_of_those_in_the_match() -> None:
    table = locked()
    owner = get_user_model().objects.get(username="rust-belt-saints")
    hook = Webhook.objects.create(
        league_id=table.league, user=owner, name="ours", address="https://example.org/", secret="s", made_at=BEGAN
    )
    send(table, "razors", document(table))
    other = document(table)
    other["report"]["drivers"][0]["kills"] = 1
    send(table, "saints", other)
    kinds = Delivery.objects.filter(webhook=hook).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["report.claimed", "report.claimed", "report.disputed"]


def test_claims_are_numbered_by_their_match_whatever_other_leagues_do() -> None:
    for league in ("rust-belt", "other"):
        table = locked(league=league)
        other = document(table)
        other["report"]["teams"][0]["points"] = 9
        sent = [send(table, "razors", document(table)), send(table, "saints", other)]
        assert [response.json()["claim"] for response in sent] == [1, 2]
        again = send(table, "razors", document(table), key="again").json()
        assert (again["claim"], sorted(claim["id"] for claim in again["reports"]["claims"])) == (1, [1, 2])
        ruled = reporting(table, "boss").post(
            at(table, "/matches/m1/ruling"), {"claim": 2, "reason": "I was there."}, key="rule"
        )
        assert ruled.status_code == 201, ruled.content
        assert claimed(table)["accepted"]["digest"] == claimed(table)["claims"][1]["digest"]


def test_a_second_ruling_is_told_which_entry_to_amend() -> None:
    table = locked()
    send(table, "razors", document(table))
    boss, address = reporting(table, "boss"), at(table, "/matches/m1/ruling")
    assert boss.post(address, {"claim": 1, "reason": "I was there."}, key="one").status_code == 201
    entry = claimed(table)["accepted"]["entry"]
    problem = told(boss.post(address, {"claim": 1, "reason": "I was there."}, key="two"), 409, "result-stands")
    assert f"has its result, by entry {entry}: amend that entry" in problem["detail"]


def test_an_empty_side_is_the_leagues_own_and_an_owner_is_told_to_name_his_team() -> None:
    table = locked()
    problem = told(send(table, "razors", document(table, side="")), 403, "not-yours")
    assert "name your team in `side`" in problem["detail"]
    assert [error["pointer"] for error in problem["errors"]] == ["/side"]


def test_of_a_match_there_is_not_no_log_is_asked_for() -> None:
    table = locked()
    assert (
        "no match 'nope'"
        in told(reporting(table, "boss").get(at(table, "/matches/nope/log")), 404, "not-found")["detail"]
    )
