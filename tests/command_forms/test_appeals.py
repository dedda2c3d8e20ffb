"""Appeals on a match's page: its teams file them, everybody reads them, and members without a stake answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from journal import entry_body
from league.models import Appeal, Calendar, Entry, ReportClaim
from tests.api.reportable_matches import document, locked, send
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db
PAGE = "/l/rust-belt/s1/m1/"
THERE = "/l/rust-belt/s1/m1/appeal/"


def accepted() -> Table:
    """A league whose first match has a result, accepted just now."""
    table = clocked(locked(), agreed_hours=0)
    for who in ("razors", "saints"):
        send(table, who, document(table))
    return table


def appeals(table: Table, who: str = "saints", **sent: str) -> Any:
    """Send the page's appeal form as `who`."""
    return Sitter(table.season, who).client.post(
        THERE, {"act": "appeal", "about": "saints", "said": "Not so.", **sent}
    )


def test_an_owner_appeals_on_the_page_and_the_commissioner_upholds_it_there() -> None:
    table = accepted()
    html = Sitter(table.season, "saints").client.get(PAGE).content.decode()
    assert "What is wrong with the result, for Saints" in html
    answer = appeals(table)
    assert (answer.status_code, answer["Location"]) == (302, f"{PAGE}#appeals")
    assert "Not so." in Sitter(table.season, "razors").client.get(PAGE).content.decode()
    assert "What is wrong" not in Sitter(table.season, "saints").client.get(PAGE).content.decode()
    boss, appeal = Sitter(table.season, "boss"), Appeal.objects.get()
    assert f'value="{appeal.pk}"' in boss.client.get(PAGE).content.decode()
    answer = boss.client.post(THERE, {"act": "upheld", "about": appeal.pk, "said": "The film shows it."})
    assert answer.status_code == 302
    page = boss.client.get(PAGE).content.decode()
    assert "Answered: The film shows it." in page
    assert "Correct the result" in page


def test_a_refused_appeal_is_shown_again_with_what_was_typed() -> None:
    table = accepted()
    page = appeals(table, said="x" * 1001)
    assert page.status_code == 422
    assert "at most 1000 characters" in page.content.decode()
    assert "x" * 1001 in page.content.decode()
    assert not Appeal.objects.exists()


@pytest.mark.parametrize(("who", "status"), [("", 302), ("boss", 422), ("razors", 422)])
def test_nobody_else_appeals_for_a_team(who: str, status: int) -> None:
    table = accepted()
    assert appeals(table, who).status_code == status
    assert not Appeal.objects.exists()


def test_who_cannot_speak_sees_no_form_and_without_appeals_nothing_of_them() -> None:
    table = accepted()
    assert 'id="appeals"' not in Sitter(table.season, "").client.get(PAGE).content.decode()
    appeals(table)
    page = Sitter(table.season, "").client.get(PAGE).content.decode()
    assert 'id="appeals"' in page
    assert THERE not in page


def test_the_commissioner_says_how_well_reports_are_proven_and_how_long_teams_may_appeal() -> None:
    table = clocked(locked())
    boss, path = Sitter(table.season, "boss"), "/l/rust-belt/s1/schedule/"
    sent = {"act": "agreed", "hours": "24", "evidence": "legal", "appeals": "72"}
    assert boss.client.post(path, sent).status_code == 302
    calendar = Calendar.objects.get()
    assert (calendar.agreed_hours, calendar.least_evidence, calendar.appeal_hours) == (24, "legal", 72)
    form = boss.client.get(path).context["agreed"]
    assert [form[name].value() for name in ("hours", "evidence", "appeals")] == ["24", "legal", "72"]
    boss.client.post(path, {**sent, "evidence": "any", "appeals": "0"})
    calendar.refresh_from_db()
    assert (calendar.least_evidence, calendar.appeal_hours) == ("", 0)


@pytest.mark.parametrize("wrong", [{"evidence": "sworn"}, {"appeals": "soon"}, {"appeals": "721"}])
def test_a_calendar_that_asks_for_what_there_is_not_stays_as_it_was(wrong: dict[str, str]) -> None:
    table = clocked(locked())
    boss = Sitter(table.season, "boss")
    sent = {"act": "agreed", "hours": "24", "evidence": "legal", "appeals": "72", **wrong}
    boss.client.post("/l/rust-belt/s1/schedule/", sent)
    calendar = Calendar.objects.get()
    assert (calendar.agreed_hours, calendar.least_evidence, calendar.appeal_hours) == (None, "", 48)


def test_the_command_line_sets_the_same_and_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    table = clocked(locked())
    call_command("calendar", table.league, "--evidence", "rerun", "--appeals", "12", "--as", "rust-belt-boss")
    output = capsys.readouterr().out
    assert "evidence    rerun or better" in output
    assert "appeals     within 12 h" in output


def test_a_commissioner_who_accepts_too_little_is_asked_for_his_reason_on_the_form() -> None:
    table = clocked(locked(), least_evidence="legal")
    send(table, "razors", document(table))
    boss, claim = Sitter(table.season, "boss"), ReportClaim.objects.get()
    answer = boss.give("accept_report", match="m1", claim=claim.pk)
    assert answer.status_code == 422
    assert "or give a reason" in answer.content.decode()
    answer = boss.give("accept_report", match="m1", claim=claim.pk, reason="I was there.")
    assert answer.status_code == 302
    entry = Entry.objects.get(season=table.season, command="accept_report")
    assert (entry.reason, entry_body.load_body(entry.body).command["evidence"]) == ("I was there.", "claimed")


@pytest.mark.parametrize(("answer", "led"), [("upheld", True), ("dismissed", False)])
def test_the_panel_leads_to_putting_the_result_right_once_an_appeal_is_upheld(answer: str, led: bool) -> None:
    table = accepted()
    appeals(table)
    boss = Sitter(table.season, "boss")
    assert not boss.client.get(PAGE).context["appeals"].put_right
    boss.client.post(THERE, {"act": answer, "about": Appeal.objects.get().pk, "said": "The film shows it."})
    assert bool(boss.client.get(PAGE).context["appeals"].put_right) is led
    assert not Sitter(table.season, "saints").client.get(PAGE).context["appeals"].put_right
