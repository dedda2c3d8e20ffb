"""The board shows commissioners who has not acted, and advances the season without skipping anybody."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from league.membership import join
from league.models import Calendar, Entry, League, LeagueLog, Membership, Notice, RoundPlan, Window
from rules.match.registry import temporarily_installed
from scheduling.automatic_steps import advance_season, run_automatic_steps
from scheduling.windows import sync_windows
from tests.command_forms.desk import HIDDEN, Sitter
from tests.command_forms.leagues_at_steps import TEAMS, at_the_shops
from tests.league.resolved_leagues import climbing
from tests.league.small_league import BEGAN, Table, announced, founded, lined_up, settled
from tests.rules.ladder import LADDER
from tests.running.leagues import Running

pytestmark = pytest.mark.django_db
BOARD = "/l/rust/s1/board/"
HERE = {"match.ruleset": "carcult"}


def seated(who: str) -> Client:
    """A client logged in as the commissioner (`boss`) or the owner of a franchise."""
    client = Client()
    client.force_login(get_user_model().objects.get(username=f"rust-{who}"))
    return client


def join_as_owner(table: Table) -> None:
    """Make the commissioner the owner of a franchise as well."""
    league, boss = League.objects.get(pk=table.league), get_user_model().objects.get(username="rust-belt-boss")
    join(league=league, user=boss, role=Membership.Role.OWNER, franchise="widows", actor="", at=BEGAN)


def pressed(client: Client, act: str, **fields: str) -> str:
    """Press a button of the board; return the HTML of the next page."""
    hidden = dict(HIDDEN.findall(client.get(BOARD).content.decode()))
    answer = client.post(BOARD, {**hidden, "act": act, **fields}, follow=True)
    return answer.content.decode()


def test_a_league_without_owners_is_pressed_on_to_its_first_match() -> None:
    league = Running("rust", 4, b"one", switches=HERE).found(unattended=False, results="reported")
    page = pressed(seated("boss"), "on")
    assert league.row.step == "M"
    assert "Close setup" in page
    givers = {entry.actor for entry in Entry.objects.filter(season="rust/s1", command="close_setup")}
    assert givers == {"rust.boss"}


def test_seats_that_nobody_owns_are_awaited_as_others_are_while_the_clock_stands_still() -> None:
    league = Running("rust", 4, b"one", owned=("f1",), switches=HERE).found(unattended=False, results="reported")
    boss, says = seated("boss"), "3 seats without an owner"
    page = boss.get(BOARD).content.decode()
    assert f"{says}, and for the owners listed under “Who has not acted”" in page
    assert "standing orders answer for the seats." in page
    Calendar.objects.filter(league_id=league.row.league_id).update(paused=["*"])
    page = boss.get(BOARD).content.decode()
    assert says not in page
    assert "waits for the franchises listed under “Who has not acted”" in page


def test_one_press_gives_one_step_and_the_same_press_again_none() -> None:
    league = Running("rust", 4, b"one", switches=HERE).found(unattended=False, results="reported")
    member = league.boss
    first = advance_season("rust/s1", member=member, at=league.at, key="once", most=1)
    length = league.row.length
    again = advance_season("rust/s1", member=member, at=league.at, key="once", most=1)
    assert (len(first.steps), again.steps, league.row.length) == (1, [], length)


def test_a_press_says_what_followed_from_it() -> None:
    table = settled(franchises=TEAMS, rounds=1)
    boss = Sitter(table.season, "boss")
    board = f"/l/{table.season}/board/"
    for title, outcome in (
        ("Rank the table: done.", "Razors finished in place 1"),
        ("Award the Metal Cup: done.", "Razors won the Metal Cup"),
    ):
        hidden = dict(HIDDEN.findall(boss.client.get(board).content.decode()))
        page = boss.client.post(board, {**hidden, "act": "next"}, follow=True).content.decode()
        (message,) = re.findall(r'class="alert alert-success[^>]*>(.*?)</div>', page, re.DOTALL)
        assert title.lower() in message.lower()
        assert outcome in message


def test_a_board_that_waits_for_owners_says_so_in_its_heading() -> None:
    table = at_the_shops()
    page = Sitter(table.season, "boss").client.get(f"/l/{table.season}/board/").content.decode()
    assert "<h2>Waiting for owners</h2>" in page


def test_owners_who_are_asked_are_not_pressed_past() -> None:
    league = Running("rust", 4, b"one", owned=["f1"], switches=HERE).found(unattended=False, results="reported")
    page = pressed(seated("boss"), "on")
    assert league.row.step == "S1"
    assert '<span class="chip warn">awaited</span>' in page
    assert (
        league.state.contracts.keys() & {f"f2.d{number}" for number in range(1, 9)} or len(league.state.contracts) > 4
    )


@pytest.mark.rule("DM-C-070")
def test_what_a_press_gives_after_the_next_step_is_told_and_who_would_lose_a_party() -> None:
    table = founded(franchises=("razors", "saints"))
    for franchise in table.franchises:
        for number in range(1, 4):
            table.give(
                "buy_car", by=franchise, franchise=franchise, car=f"{franchise}.car{number}", name=f"Car {number}"
            )
        table.give("acknowledge_short_roster", by=franchise, franchise=franchise)
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    boss = Sitter(table.season, "boss")
    answer = boss.client.get("/l/rust-belt/s1/board/")
    page = answer.content.decode()
    assert "Next: Close setup" in page
    assert "<li>Announce round: match A, Race, Razors v Saints</li>" in page
    assert "No party thrown yet: Razors. When the setup is closed it is lost." in page
    assert page.count("no party yet") == 1


@pytest.mark.parametrize(("owned", "told"), [([], True), (["f1"], False)])
def test_going_on_says_that_it_closes_the_setup_before_the_time_owners_were_told(
    owned: list[str], told: bool
) -> None:
    league = Running("rust", 4, b"one", owned=owned, switches=HERE)
    league.at = timezone.now()
    league.found(unattended=False, results="reported")
    Calendar.objects.filter(league="rust").update(hours={"S1": 40})
    sync_windows("rust/s1", at=league.at)
    page = " ".join(seated("boss").get(BOARD).content.decode().split())
    assert ("Going on closes hiring, garage and party before the time owners were told" in page) is told


def drawn_up(at: datetime) -> None:
    """Plan round 1 of the league, with matches of two franchises each."""
    pairs = [["f1", "f3"], ["f2", "f4"]]
    matches = [{"match": f"own{pair[0]}", "event": "flags", "franchises": pair} for pair in pairs]
    RoundPlan.objects.create(season_id="rust/s1", number=1, matches=matches, updated_at=at, updated_by="rust.boss")


@pytest.mark.parametrize("unattended", [False, True])
def test_a_round_that_was_drawn_up_is_announced_as_it_was_by_a_press_and_by_the_calendar(unattended: bool) -> None:
    league = Running("rust", 4, b"one").found(unattended=False, results="reported")
    advance_season("rust/s1", member=league.boss, at=league.at, key="setup", most=1)
    drawn_up(league.at)
    Calendar.objects.filter(league="rust").update(unattended=unattended)
    if unattended:
        run_automatic_steps("rust/s1", at=league.at)
    else:
        pressed(seated("boss"), "on")
    assert sorted(league.state.matches) == ["m1", "m2"]
    assert {match.event for match in league.state.matches.values()} == {"flags"}


def test_a_plan_that_holds_no_longer_is_refused_at_a_press_and_stops_no_calendar() -> None:
    league = Running("rust", 4, b"one").found(unattended=False, results="reported")
    drawn_up(league.at)
    RoundPlan.objects.update(matches=[{"match": "own", "event": "flags", "franchises": ["f1", "gone"]}])
    assert "gone" in pressed(seated("boss"), "on")
    assert league.state.matches == {}
    Calendar.objects.filter(league="rust").update(unattended=True)
    run_automatic_steps("rust/s1", at=league.at)
    assert sorted(league.state.matches) == ["m1"]


def test_who_is_awaited_is_reminded_once_an_hour() -> None:
    league = Running("rust", 4, b"one", owned=["f1"], switches=HERE).found(unattended=False, results="reported")
    boss = seated("boss")
    assert "1 person was reminded." in pressed(boss, "remind", what="S1")
    assert "reminded within this hour already" in pressed(boss, "remind", what="S1")
    notices = Notice.objects.filter(about="reminded")
    assert [notice.member for notice in notices] == [Membership.objects.get(franchise_id="rust/f1")]
    assert LeagueLog.objects.filter(league=league.league, what="reminded").exists()


def test_a_board_that_waits_for_owners_offers_to_remind_them_and_no_button_that_does_nothing() -> None:
    league = Running("rust", 2, b"one", owned=["f1", "f2"], switches=HERE).found(unattended=False, results="reported")
    page = seated("boss").get(BOARD).content.decode()
    assert "waits for the franchises listed under “Who has not acted”" in page
    assert 'value="on"' not in page
    assert page.count("Remind them") == 1
    assert "Remind them" in page.split('id="next"')[1].split("</section>")[0]
    assert league.row.step == "S1"


def test_a_board_whose_deadline_is_past_lets_standing_orders_answer_by_a_press() -> None:
    league = Running("rust", 2, b"one", owned=["f1", "f2"], switches=HERE, at=timezone.now()).found(
        unattended=False, results="reported"
    )
    sync_windows("rust/s1", at=timezone.now())
    assert 'value="on"' not in seated("boss").get(BOARD).content.decode()
    Window.objects.update(closes_at=timezone.now() - timedelta(minutes=1))
    assert 'value="on"' in seated("boss").get(BOARD).content.decode()
    pressed(seated("boss"), "on")
    assert league.row.step == "M"


def test_a_board_that_misses_a_report_has_no_button_that_does_nothing() -> None:
    page = Sitter(lined_up().season, "boss").client.get("/l/rust-belt/s1/board/").content.decode()
    assert "A report is missing" in page
    assert 'value="on"' not in page


def test_reminding_for_what_nobody_is_asked_is_refused_on_the_board() -> None:
    Running("rust", 4, b"one", switches=HERE).found(unattended=False, results="reported")
    answer = seated("boss").post(BOARD, {"act": "remind", "what": "E6/1"})
    assert answer.status_code == 422
    assert "Nobody can be reminded" in answer.content.decode()


@pytest.mark.parametrize(("who", "status"), [("boss", 200), ("f1", 403)])
def test_the_board_is_for_commissioners(who: str, status: int) -> None:
    Running("rust", 4, b"one", owned=["f1"]).found(unattended=False)
    assert seated(who).get(BOARD).status_code == status


def test_a_deadline_is_moved_from_the_board_and_leads_back_to_it() -> None:
    Running("rust", 4, b"one", owned=["f1"], at=timezone.now()).found(unattended=False)
    boss = seated("boss")
    advance_season("rust/s1", member=Membership.objects.get(handle="rust.boss"), at=timezone.now(), key="look")
    later = f"{timezone.now() + timedelta(days=30):%Y-%m-%dT%H:%M}"
    sent = {"on": "board", "act": "extend", "what": "S1", "until": later, "reason": "Holidays."}
    assert boss.post("/l/rust/s1/clock/", sent)["Location"] == f"{BOARD}#clock"
    refused = boss.post("/l/rust/s1/clock/", {**sent, "until": "2001-01-01T00:00"})
    assert (refused.status_code, "<h1>Board</h1>" in refused.content.decode()) == (422, True)


def test_the_board_says_which_match_a_job_is_playing_and_leads_to_it() -> None:
    with temporarily_installed(LADDER):
        table = climbing()
        page = Sitter(table.season, "boss").client.get("/l/rust-belt/s1/board/").content.decode()
    assert "A match is being played" in page
    assert '<a href="/l/rust-belt/s1/m1/">Round 1, match A</a>: It is played here by' in page
    assert 'href="/l/rust-belt/jobs/"' in page
    assert "marked “awaited”" not in page
    assert "Up to date" not in page


def test_the_board_says_of_which_match_the_report_is_missing() -> None:
    table = lined_up()
    page = Sitter(table.season, "boss").client.get("/l/rust-belt/s1/board/").content.decode()
    assert "A report is missing" in page
    assert '<a href="/l/rust-belt/s1/m1/">Round 1, match A</a>: Its result has to be reported.' in page


def test_a_commissioners_own_command_is_about_no_franchise_though_he_owns_one() -> None:
    table = announced()
    Membership.objects.filter(handle="rust-belt.widows").update(role=Membership.Role.FORMER, franchise=None)
    boss = Sitter(table.season, "boss")
    join_as_owner(table)
    page = boss.open("lock_line_ups", match="m1")
    assert [crumb.name for crumb in page.context["crumbs"]][-1] == "Lock the line-ups"
    assert [crumb.name for crumb in page.context["crumbs"]][-2] == "Season 1"
    assert page.context["acted_for_balance"] is None
    of_one = boss.open("name_line_up", match="m1", franchise="razors")
    assert of_one.context["acted_for_balance"] == table.state.franchise("razors").balance


def test_whoever_may_not_see_the_board_reads_whose_it_is() -> None:
    Running("rust", 4, b"one", owned=("f1",), switches=HERE).found(unattended=False, results="reported")
    answer = seated("f1").get(BOARD)
    assert answer.status_code == 403
    assert "The board is for the league&#x27;s commissioners." in answer.content.decode()
