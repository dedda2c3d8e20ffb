"""Reports by form: one side claims, the other confirms or contradicts, and the commissioner accepts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from journal import entry_body
from league.models import Calendar, Entry, Notice, ReportClaim
from league.packet_statements import packet_statement_digest
from league.pages.reports.claim_table import ReportLabel
from league.pages.reports.page import code_of
from scheduling.clock_tick import tick
from scheduling.notices.letters import compose_mail
from scheduling.notices.texts import notice_text, titles_in_notices
from tests.command_forms.desk import Sitter
from tests.league.small_league import BEGAN, Table, announced, lined_up, report, settled
from tests.scheduling.calendar_league import clocked, told

pytestmark = pytest.mark.django_db
TWO = ("razors", "saints")
HERE = "/l/rust-belt/s1/m1/report/"


def locked(**options: Any) -> Table:
    return lined_up(franchises=TWO, **options)


def shown(form: Any) -> dict[str, Any]:
    """The form data of a form that is sent unchanged."""
    return {field.html_name: value for field in form if (value := field.value()) not in (None, "", [], False)}


def filled(table: Table, who: str, **changes: Any) -> dict[str, Any]:
    """The data of the report form for `who`, with the points and these changes filled in."""
    sent = shown(Sitter(table.season, who).client.get(HERE).context["form"])
    return {**sent, "t:razors": 10, "t:saints": 7, "d:razors.d1:criticals": 2, **changes}


def claims(table: Table, who: str, **changes: Any) -> Any:
    """Send a report form as `who`."""
    return Sitter(table.season, who).client.post(HERE, {**filled(table, who, **changes), "act": "claim"})


def said(page: Any) -> Iterator[str]:
    """The errors of a page's form."""
    for errors in page.context["form"].errors.values():
        yield from errors


def test_a_claim_is_kept_beside_the_season_and_the_other_side_is_asked() -> None:
    table = locked()
    length = table.row.length
    answer = claims(table, "razors")
    claim = ReportClaim.objects.get()
    assert (answer.status_code, claim.side, claim.document["teams"][0]["points"]) == (302, "razors", 10)
    assert (table.row.length, table.state.matches["m1"].step) == (length, "M4")
    notice = Notice.objects.get(about="report_claimed")
    assert notice.member.handle == "rust-belt.saints"
    assert (
        notice_text(notice, titles_in_notices([notice])).sentence
        == "A report of round 1, match A was entered: confirm it, or enter what you saw."
    )
    assert f'href="{HERE}"' in Sitter(table.season, "saints").client.get("/inbox/").content.decode()
    assert compose_mail(notice).body.count(HERE) == 1


def test_the_other_side_confirms_with_one_tap_and_the_commissioner_accepts_with_one() -> None:
    table = locked()
    claims(table, "razors")
    claim = ReportClaim.objects.get()
    saints = Sitter(table.season, "saints")
    assert "Confirm what Razors says" in saints.client.get(HERE).content.decode()
    sent = {"act": "confirm", "side": "saints", "claim": claim.pk, "key": "confirm.1"}
    assert saints.client.post(HERE, sent).status_code == 302
    boss = Sitter(table.season, "boss")
    board = boss.client.get("/l/rust-belt/s1/board/").content.decode()
    assert f'The teams agree on its report: accept it, or rule differently. <a href="{HERE}">' in board
    page = boss.client.get(HERE).content.decode()
    assert "agreed" in page
    assert "Accept it" in page
    answer = boss.give("accept_report", match="m1", claim=claim.pk)
    assert answer.status_code == 302
    assert table.state.matches["m1"].step == "M5.10"
    accepted = Entry.objects.get(season=table.season, command="accept_report")
    assert accepted.actor == "rust-belt.boss"


def test_the_commissioner_rules_with_a_report_of_his_own() -> None:
    table = locked()
    claims(table, "razors")
    boss = Sitter(table.season, "boss")
    form = boss.open("accept_report", match="m1").context["form"]
    assert form["t:razors"].value() == 10
    sent = shown(form) | {"t:razors": 3, "d:saints.d2:fate": "out", "c:saints.car2:destroyed": "on"}
    assert boss.send("accept_report", sent, act="try").status_code == 200
    assert boss.send("accept_report", sent).status_code == 302
    assert table.state.line_up("m1", "razors").points == 3


def test_a_report_the_rules_refuse_is_no_claim_and_is_refused_beside_its_field() -> None:
    table = locked()
    page = claims(table, "razors", **{"d:razors.d1:heats": [], "d:razors.d1:kills": 1})
    assert page.status_code == 422
    assert any("ran no heat" in error for error in said(page))
    assert 'name="d:razors.d1:kills" value="1"' in page.content.decode()
    assert not ReportClaim.objects.exists()


def test_the_same_form_sent_again_is_one_claim_and_with_another_report_it_is_refused() -> None:
    table = locked()
    razors = Sitter(table.season, "razors")
    sent = {**filled(table, "razors"), "act": "claim"}
    for _ in range(2):
        assert razors.client.post(HERE, sent).status_code == 302
    assert ReportClaim.objects.count() == 1
    assert razors.client.post(HERE, {**sent, "t:razors": 11}).status_code == 422


def test_the_last_claim_of_a_side_is_the_one_it_stands_by() -> None:
    table = locked()
    claims(table, "razors")
    claims(table, "razors", **{"t:razors": 12})
    page = Sitter(table.season, "boss").client.get(HERE)
    assert [claim.side for claim in page.context["claims"]] == ["razors"]
    assert page.context["form"]["t:razors"].value() == 12


def test_a_claim_about_other_line_ups_counts_for_nothing() -> None:
    table = locked()
    claims(table, "razors")
    table.give("forfeit_match", match="m1", franchise="saints", reason="Their cars were not here.")
    assert Sitter(table.season, "boss").client.get(HERE).context["claims"] == []


@pytest.mark.parametrize("who", ["", "widows"])
def test_who_has_no_part_in_the_match_reads_what_is_claimed_and_claims_nothing(who: str) -> None:
    table = lined_up(table=announced(), announce=False)
    table.give("forfeit_match", match="m1", franchise="widows", reason="Away.") if who else None
    sitter = Sitter(table.season, who)
    page = sitter.client.get(HERE)
    assert (page.context["form"] is None) is (who == "")
    sent = {"side": "razors", "act": "claim"}
    answer = sitter.client.post(HERE, sent)
    assert answer.status_code == (403 if who else 302)
    assert not ReportClaim.objects.exists()


def test_sums_are_added_up_without_a_script_and_nothing_is_claimed() -> None:
    table = locked()
    sent = {**filled(table, "razors"), "d:razors.d2:criticals": 3, "act": "sum"}
    page = Sitter(table.season, "razors").client.post(HERE, sent)
    assert page.status_code == 200
    (team, _) = page.context["form"].teams
    assert ("criticals", "Crits", 5) in team.sums
    assert not ReportClaim.objects.exists()


def test_substitutes_and_items_are_reported() -> None:
    table = locked(items=True)
    changes = {
        "d:razors.d1:fate": "out",
        "d:razors.d1:heats": ["1"],
        "s:razors.d3:replaces": "razors.d1",
        "s:razors.d3:from": "2",
        "d:razors.d3:heats": ["2"],
        "i:razors.gun1": "to:razors.car1:lost",
    }
    assert claims(table, "razors", **changes).status_code == 302
    document = ReportClaim.objects.get().document
    assert document["substitutes"] == [{"driver": "razors.d3", "replaces": "razors.d1", "from_heat": 2}]
    (car,) = [car for car in document["cars"] if car["car"] == "razors.car1"]
    assert (car["fitted"], car["devices_lost"]) == (["razors.gun1"], ["razors.gun1"])
    again = Sitter(table.season, "razors").client.get(HERE).context["form"]
    assert again["i:razors.gun1"].value() == "to:razors.car1:lost"


@pytest.mark.parametrize("dead", [{}, {"dead": True}], ids=["out", "dead, as a program may say"])
def test_a_form_filled_from_a_report_gives_that_report_again(dead: dict[str, bool]) -> None:
    table = locked()
    document = report(table)
    document["drivers"][-1] |= dead
    boss = Sitter(table.season, "boss")
    ReportClaim.objects.create(
        season=table.row, match="m1", side="razors", packet=packet_statement_digest(table.row, table.state, "m1"),
        digest="0" * 64,
        document=document, actor="rust-belt.razors", at=BEGAN, key="k",
    )  # fmt: skip
    form = boss.open("accept_report", match="m1").context["form"]
    assert boss.send("accept_report", shown(form)).status_code == 302
    outcome = Entry.objects.get(season=table.season, command="accept_report")
    (fact,) = [table_fact for table_fact in table_facts(outcome) if table_fact.tag == "report_accepted"]
    other = lined_up(franchises=TWO, league="other")
    other.give("accept_report", match="m1", report=document)
    (same,) = [
        table_fact
        for table_fact in table_facts(Entry.objects.get(season=other.season, command="accept_report"))
        if table_fact.tag == "report_accepted"
    ]
    assert fact.digest == same.digest


def table_facts(entry: Entry) -> list[Any]:
    return entry_body.load_body(entry.body).parsed_facts()


def test_a_code_of_another_sheet_is_warned_of() -> None:
    table = locked()
    code = code_of(packet_statement_digest(table.row, table.state, "m1"))
    razors = Sitter(table.season, "razors")
    assert razors.client.get(HERE, {"code": code.lower().replace("-", " ")}).context["wrong_code"] == ""
    page = razors.client.get(HERE, {"code": "0000-0000"})
    assert page.context["wrong_code"] == "0000-0000"
    assert f"This match&#x27;s code is {code}" in page.content.decode() or f"code is {code}" in page.content.decode()


def test_the_sheet_shows_the_line_ups_and_the_code_once_they_are_locked() -> None:
    table = locked()
    page = Sitter(table.season, "").client.get("/l/rust-belt/s1/m1/sheet/").content.decode()
    assert code_of(packet_statement_digest(table.row, table.state, "m1")) in page
    assert "razors 1" in page
    assert "saints 6" in page


def test_the_sheet_keeps_the_seal_until_the_lock() -> None:
    table = announced(franchises=TWO)
    seats = [{"car": "razors.car1", "driver": "razors.d1"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats)
    page = Sitter(table.season, "saints").client.get("/l/rust-belt/s1/m1/sheet/").content.decode()
    assert "not locked yet" in page
    assert "razors 1" not in page


@pytest.mark.parametrize(
    ("build", "words"), [(announced, "First the line-ups are locked"), (settled, "See the result")]
)
def test_before_the_lock_and_after_the_report_the_page_says_where_the_match_is(build: Any, words: str) -> None:
    table = build(franchises=TWO)
    assert words in Sitter(table.season, "razors").client.get(HERE).content.decode()


def agreed(table: Table) -> Table:
    """Let both sides claim the same report, a day after the season began."""
    for who in TWO:
        claims(table, who)
    ReportClaim.objects.update(at=BEGAN + timedelta(days=1))
    return table


def test_a_report_both_sides_agree_on_is_accepted_by_the_clock_where_the_calendar_says_so() -> None:
    table = agreed(clocked(locked(), agreed_hours=24))
    tick(table.season, at=BEGAN + timedelta(days=1, hours=23))
    assert table.state.matches["m1"].step == "M4"
    tick(table.season, at=BEGAN + timedelta(days=2))
    assert table.state.matches["m1"].step == "M5.10"
    assert Entry.objects.get(season=table.season, command="accept_report").actor == "clock"


def test_once_both_sides_agree_the_inbox_asks_nobody_to_confirm_any_more() -> None:
    table = locked()
    claims(table, "razors")
    (asked,) = Notice.objects.filter(about="report_claimed")
    assert notice_text(asked, {}).subject == "Confirm a report"
    agreed(table)
    asked.refresh_from_db()
    assert asked.read_at is not None
    text = notice_text(asked, titles_in_notices([asked]))
    assert (text.subject, text.sentence) == (
        "A report is in",
        "The report of round 1, match A is in, so yours is no longer needed.",
    )


def test_the_page_names_who_reported_first_and_not_who_confirmed_it() -> None:
    table = locked()
    claims(table, "saints")
    page = Sitter(table.season, "razors").client.get(HERE).content.decode()
    assert "Saints reported it" in page
    agreed(table)
    page = Sitter(table.season, "razors").client.get(HERE).content.decode()
    assert "Saints reported it" in page


def test_without_that_the_clock_leaves_it_to_the_commissioner_who_is_told_once() -> None:
    table = agreed(clocked(locked()))
    tick(table.season, at=BEGAN + timedelta(days=2))
    assert table.state.matches["m1"].step == "M4"
    assert told(table, about="report_agreed") == [
        "The teams agree on the report of round 1, match A: accept it, or rule differently."
    ]


def test_the_board_offers_the_report_that_the_teams_agree_on_to_be_accepted() -> None:
    table = locked()
    boss = Sitter(table.season, "boss")
    claims(table, "razors")
    page = boss.client.get("/l/rust-belt/s1/board/").content.decode()
    assert "One side has reported" in page
    assert "Accept it" not in page
    claims(table, "saints")
    page = boss.client.get("/l/rust-belt/s1/board/")
    report_page = boss.client.get(HERE).content.decode()
    assert "Accept it" in report_page
    assert "Rule for this one" not in report_page
    (href,) = {wait.accept_href for wait in page.context["waits"]}
    assert f'href="{escape(href)}"' in page.content.decode()
    assert "Up to date" not in page.content.decode()
    form = boss.client.get(href).context["form"]
    answer = boss.client.post(boss.at("accept_report"), {**shown(form), "act": "give"})
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/s1/board/")
    assert table.state.matches["m1"].step != "M4"


def test_a_side_that_differs_keeps_the_clock_from_accepting() -> None:
    table = agreed(clocked(locked(), agreed_hours=1))
    claims(table, "saints", **{"t:saints": 9})
    tick(table.season, at=BEGAN + timedelta(days=30))
    assert table.state.matches["m1"].step == "M4"


def test_the_commissioner_says_on_the_schedule_when_agreed_reports_are_accepted() -> None:
    table = clocked(locked())
    boss, path = Sitter(table.season, "boss"), "/l/rust-belt/s1/schedule/"
    for hours, stored in (("24", 24), ("0", 0), ("-1", None), ("soon", None)):
        assert boss.client.post(path, {"act": "agreed", "hours": hours}).status_code == 302
        assert Calendar.objects.get().agreed_hours == stored
    assert "waits for the commissioner" in boss.client.get(path).content.decode()
    assert Sitter(table.season, "razors").client.post(path, {"act": "agreed", "hours": "1"}).status_code == 403


def test_the_page_of_a_report_asks_as_much_for_many_drivers_as_for_few() -> None:
    counts = []
    for drivers in (6, 8):
        table = lined_up(franchises=TWO, drivers=drivers, league=f"with-{drivers}")
        client = Sitter(table.season, "razors").client
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/l/with-{drivers}/s1/m1/report/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_claim_is_sent_back_with_single_figures_taken_from_another() -> None:
    table = locked()
    claims(table, "razors")
    claims(table, "saints", **{"d:razors.d1:criticals": 1, "t:saints": 10})
    shown_claim = ReportClaim.objects.get(side="razors")
    own_claim = ReportClaim.objects.get(side="saints")
    sent = {
        "act": "correct",
        "side": "saints",
        "claim": shown_claim.pk,
        "key": "correct.1",
        "pick:drivers:razors.d1:criticals": own_claim.pk,
        "pick:teams:saints:points": shown_claim.pk,
        "pick:teams:nobody": "1",
        "pick:teams:razors:points": "no such source",
    }
    assert Sitter(table.season, "saints").client.post(HERE, sent).status_code == 302
    document = ReportClaim.objects.order_by("-pk")[0].document
    figures = {team["franchise"]: (team["points"], team["rank"]) for team in document["teams"]}
    assert figures == {"razors": (10, 1), "saints": (7, 2)}
    assert next(line for line in document["drivers"] if line["driver"] == "razors.d1")["criticals"] == 1
    page = Sitter(table.season, "razors").client.get(HERE)
    assert [row.cells[1].others for row in page.context["table"] if row.name == "razors 1"] == [
        (("2", (ReportLabel("you"),)),)
    ]


def test_a_report_with_errors_opens_only_what_has_one_says_how_many_and_links_to_the_first() -> None:
    table = locked()
    wrong = {"d:saints.d2:kills": "many", "d:saints.d1:wounds": "x", "t:razors": ""}
    page = claims(table, "razors", **wrong).content.decode()
    open_at = re.findall(r'<details class="team-rows"( open)?>\s*<summary><h2 id="team-(\w+)">', page)
    assert open_at == [("", "razors"), (" open", "saints")]
    assert page.count('<details name="report-row">') == page.count('<fieldset class="report-row">') - 1
    assert '2 fields have errors. <a href="#id_d:saints.d1:wounds">Go to the first</a>' in page
    assert re.search(r'<input[^>]* name="d:saints.d1:wounds"[^>]* autofocus', page)


def test_points_that_are_wrong_are_not_folded_and_open_no_row() -> None:
    table = locked()
    page = claims(table, "razors", **{"t:saints": "x"}).content.decode()
    assert '<details class="team-rows" open>' not in page
    assert '1 field has an error. <a href="#id_t:saints">Go to the error</a>' in page


def test_boxes_that_are_wrong_are_linked_by_their_error_which_has_an_id() -> None:
    table = locked()
    page = claims(table, "razors", **{"d:razors.d1:heats": ["7"]}).content.decode()
    assert '<a href="#id_d:razors.d1:heats_error">Go to the error</a>' in page
    assert 'id="id_d:razors.d1:heats_error"' in page


def test_the_commissioners_report_with_errors_opens_only_the_teams_that_have_one() -> None:
    table = locked()
    boss = Sitter(table.season, "boss")
    form = boss.open("accept_report", match="m1").context["form"]
    assert boss.open("accept_report", match="m1").content.decode().count('<details class="team-rows" open>') == 2
    page = boss.send("accept_report", shown(form) | {"t:razors": 3, "c:saints.car1:criticals": "x"}).content.decode()
    assert page.count('<details class="team-rows" open>') == 1
    assert '<a href="#id_c:saints.car1:criticals">Go to the error</a>' in page
