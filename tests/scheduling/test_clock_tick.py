"""A tick of the clock: members are notified once, deadlines are acted on, and nothing is done twice."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from jobs.queue import enqueue
from journal import fork_season
from journal.amends.writer import amend, take_back
from league.models import Job, Notice, Window
from scheduling.automatic_steps import advance_season
from scheduling.clock_tick import tick
from scheduling.notices.mail import send_due_mail
from scheduling.windows import sync_windows
from tests.league.small_league import BEGAN, Table, announced, assert_reconciled, founded, lined_up, settled
from tests.people.crowd import member, vacate
from tests.scheduling.calendar_league import DAY, HOUR, clocked, delivered, told, window

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def named(table: Table, *franchises: str) -> None:
    for franchise in franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)


def turns(table: Table, who: str) -> list[str]:
    return told(table, who, about="turn")


def reminders(table: Table, who: str) -> list[str]:
    return told(table, who, about="reminder")


def test_owners_are_told_it_is_their_turn_once_and_until_when_in_league_time() -> None:
    table = clocked(announced(), time_zone="Europe/Berlin")
    for at in (BEGAN, BEGAN + HOUR, BEGAN):
        tick(table.season, at=at)
    turn = ["Name your line-up for round 1, match A by Thu 3 Sep 20:00 CEST."]
    assert [turns(table, franchise) for franchise in table.franchises] == [turn] * 3
    assert told(table) == []


def test_who_is_still_awaited_is_reminded_once_and_nobody_else() -> None:
    table = clocked(announced(), hours={"M3": 40}, reminder_hours=10)
    tick(table.season, at=BEGAN)
    named(table, "razors")
    tick(table.season, at=BEGAN + 29 * HOUR)
    assert [reminders(table, franchise) for franchise in table.franchises] == [[], [], []]
    for at in (BEGAN + 30 * HOUR, BEGAN + 29 * HOUR, BEGAN + 31 * HOUR):
        tick(table.season, at=at)
    asked = "Name your line-up for round 1, match A by Thu 3 Sep 10:00 UTC."
    once = [f"{asked} After that your standing orders answer for you."]
    assert [reminders(table, franchise) for franchise in table.franchises] == [[], once, once]


def test_a_short_window_is_reminded_of_at_half_its_time() -> None:
    table = clocked(announced(), hours={"M3": 6}, reminder_hours=24)
    tick(table.season, at=BEGAN)
    tick(table.season, at=BEGAN + 2 * HOUR)
    assert reminders(table, "razors") == []
    tick(table.season, at=BEGAN + 3 * HOUR)
    assert len(reminders(table, "razors")) == 1


def test_nobody_is_reminded_once_the_time_is_over_or_where_the_calendar_says_never() -> None:
    table = clocked(announced(), hours={"M3": 6}, reminder_hours=0)
    for hours in range(8):
        tick(table.season, at=BEGAN + hours * HOUR)
    assert not Notice.objects.filter(about="reminder").exists()
    late = clocked(announced(league="yards"), hours={"M3": 6}, reminder_hours=2)
    sync_windows(late.season, at=BEGAN)
    tick(late.season, at=BEGAN + 6 * HOUR)
    assert not Notice.objects.filter(about="reminder").exists()


def test_a_fast_clock_reminds_as_much_earlier_of_its_own_hours(settings: Settings) -> None:
    settings.CLOCK_SPEED = 60
    table = clocked(announced(), hours={"M3": 60}, reminder_hours=6)
    tick(table.season, at=BEGAN)
    tick(table.season, at=BEGAN.replace(minute=53))
    assert reminders(table, "razors") == []
    tick(table.season, at=BEGAN.replace(minute=54))
    assert len(reminders(table, "razors")) == 1


def test_at_the_deadline_standing_orders_answer_for_whoever_has_not_and_they_are_told() -> None:
    table = clocked(announced(), hours={"M3": 6})
    tick(table.season, at=BEGAN)
    named(table, "saints")
    tick(table.season, at=BEGAN + 6 * HOUR)
    state = table.state
    assert [line_up.named for line_up in state.line_ups_of("m1")] == [True, True, True]
    assert [seat.driver for seat in state.seats_of("m1.saints")] == ["saints.d1"]
    delivered()
    answered = ["Your standing orders answered for you: name line up."]
    assert [told(table, franchise, about="acted") for franchise in table.franchises] == [answered, [], answered]
    assert_reconciled(table.season)


def test_an_attended_season_waits_for_its_commissioner_who_is_told_once() -> None:
    table = clocked(announced(), hours={"M3": 6})
    tick(table.season, at=BEGAN)
    named(table, *table.franchises)
    for hours in range(1, 9):
        tick(table.season, at=BEGAN + hours * HOUR)
    assert table.state.match("m1").step == "M3"
    assert told(table) == ["Season 1 waits for you: lock line ups is next."]


def test_a_setup_is_called_the_commissioners_only_when_its_time_is_over() -> None:
    table = clocked(founded(), hours={"S1": 6})
    tick(table.season, at=BEGAN)
    assert turns(table, "razors") == ["Fill your roster and garage, and throw your party by Wed 2 Sep 00:00 UTC."]
    for franchise in table.franchises:
        for number in range(1, 7):
            table.give("hire_rookie", by=franchise, franchise=franchise, driver=f"{franchise}.d{number}")
        for number in range(1, 4):
            table.give("buy_car", by=franchise, franchise=franchise, car=f"{franchise}.car{number}")
    tick(table.season, at=BEGAN + HOUR)
    assert told(table) == []
    tick(table.season, at=BEGAN + 6 * HOUR)
    assert told(table) == ["Season 1 waits for you: close setup is next."]


def test_a_seat_that_waits_for_its_first_owner_keeps_its_setup_until_the_commissioner_goes_on() -> None:
    table = clocked(founded(), hours={"S1": 6})
    vacate("razors")
    tick(table.season, at=BEGAN)
    assert table.state.roster("razors") == []
    advance_season(table.season, member=member("boss"), at=BEGAN, key="k", most=0)
    assert table.state.roster("razors") != []
    assert table.state.roster("saints") == []


def test_the_commissioner_is_asked_for_a_report_reminded_and_told_that_it_is_missing() -> None:
    table = clocked(lined_up(), hours={"M4": 10}, reminder_hours=4)
    for hours in (0, 6, 7, 10, 11, 40):
        tick(table.season, at=BEGAN + hours * HOUR)
    assert told(table) == [
        "Report round 1, match A by Wed 2 Sep 04:00 UTC.",
        "Report round 1, match A by Wed 2 Sep 04:00 UTC.",
        "The report of round 1, match A was due Wed 2 Sep 04:00 UTC: report it.",
    ]


def test_a_job_that_failed_is_told_to_the_commissioner_once_for_each_fault() -> None:
    table = clocked(announced())
    faults = [
        "The disk is full: make room.",
        "The disk is full: make room.",
        "It broke, number {}.",
        "It broke, number {}.",
    ]
    jobs = [enqueue("send_mail", key=f"k{number}", at=BEGAN, season=table.season) for number in range(4)]
    for job, fault in zip(jobs, faults, strict=True):
        failure = fault.format(job.pk)
        Job.objects.filter(pk=job.pk).update(state="failed", failure=failure, ended_at=job.queued_at)
    tick(table.season, at=BEGAN + HOUR)
    tick(table.season, at=BEGAN + 2 * HOUR)
    assert told(table) == [
        "Mail to members failed: The disk is full: make room.",
        f"Mail to members failed: It broke, number {jobs[2].pk}.",
    ]


def test_while_the_clock_stands_still_a_turn_has_no_deadline() -> None:
    table = clocked(announced())
    calendar = table.row.league.calendar
    calendar.paused = ["*"]
    calendar.save()
    tick(table.season, at=BEGAN)
    assert told(table, "razors") == [
        "Name your line-up for round 1, match A. The clock is paused, so there is no deadline yet."
    ]
    assert window(table, "M3/m1").left == 50 * 3600


def test_a_clock_that_steps_back_an_hour_changes_nothing_that_was_done() -> None:
    steady, stepping = (clocked(announced(league=name), hours={"M3": 6, "M4": 6}) for name in ("rust-belt", "yards"))

    def at(*hours: int) -> list[datetime]:
        return [BEGAN + hour * HOUR for hour in hours]

    for moment in at(0, 3, 6, 7):
        tick(steady.season, at=moment)
    for moment in at(0, 3, 2, 6, 5, 6, 7, 6):
        tick(stepping.season, at=moment)
    rows = [
        list(
            Window.objects.filter(season_id=table.season).order_by("pk").values_list("what", "opened_at", "closes_at")
        )
        for table in (steady, stepping)
    ]
    assert rows[0] == rows[1]
    boxes = [[told(table, who) for who in ("boss", *table.franchises)] for table in (steady, stepping)]
    assert boxes[0] == boxes[1]
    assert steady.row.digest == stepping.row.digest


def test_a_rehearsal_does_not_tick() -> None:
    table = clocked(announced())
    fork_season(table.season, "trial", secret=b"trial", at=BEGAN)
    assert tick("rust-belt/trial", at=BEGAN + 30 * DAY) == []
    assert (Notice.objects.count(), Window.objects.count()) == (0, 0)


def test_everybody_is_told_of_locks_money_and_the_end_of_the_rounds_by_the_outbox_once() -> None:
    table = settled(rounds=1)
    delivered()
    delivered()
    for franchise in table.franchises:
        assert told(table, franchise) == [
            "The line-ups of round 1, match A are locked.",
            f"Round 1, match A is settled: see what it brought {franchise.title()}.",
            "The rounds of season 1 are over: the end of the season begins.",
        ]
    assert told(table) == ["The rounds of season 1 are over: the end of the season begins."]


def test_an_amend_is_told_to_everybody_with_its_reason_and_what_an_owner_takes_back_to_nobody() -> None:
    table = clocked(founded())
    bought = table.give("buy_car", by="razors", franchise="razors", car="razors.car1")
    delivered()
    take_back(
        table.season, bought.entries[0].number, actor=table.handle("razors"), at=BEGAN, key="back", reason="Oh no."
    )
    delivered()
    assert not Notice.objects.exists()
    party = table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1")
    number = party.entries[0].number
    again = {"type": "hire_rookie", "franchise": "saints", "driver": "saints.d1", "name": "Zoe"}
    amend(table.season, {number: [again]}, actor=table.handle("boss"), at=BEGAN, key="amend", reason="A typo.")
    delivered()
    line = f"What was settled in season 1 was amended in entry {number + 1}. “A typo.”"
    assert [told(table, who) for who in ("boss", *table.franchises)] == [[line]] * 4
    send_due_mail(at=BEGAN)
    assert f"/l/rust-belt/s1/amends/{number + 1}/" in mail.outbox[0].body


def test_an_idle_tick_asks_no_more_of_the_database_for_a_large_league_than_for_a_small_one() -> None:
    query_counts = []
    for many in (2, 8):
        table = clocked(announced(league=f"of-{many}", franchises=tuple(f"team{number}" for number in range(many))))
        tick(table.season, at=BEGAN)
        with CaptureQueriesContext(connection) as queries:
            tick(table.season, at=BEGAN + HOUR)
        query_counts.append(len(queries))
    assert query_counts[0] == query_counts[1] < 70
