"""What a digest leaves out since it asks for nothing any more, and the deadline of what a notice asks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import (
    Appeal,
    Appointment,
    DeletionRequest,
    HandoverOffer,
    Job,
    Notice,
    PutQuestion,
    Ruling,
    SeatRequest,
    Window,
)
from scheduling.appointments import decline, report_missed
from scheduling.clock_controls import move_deadline, send_reminder
from scheduling.clock_tick import notify_of_failed_jobs, tick
from scheduling.notices.inbox import notify
from scheduling.notices.progress import deadlines_of, done_notices, wait_of
from tests.command_forms.test_trades import proposed
from tests.league.small_league import BEGAN, announced
from tests.scheduling.appointed_league import FIRST, SECOND, agreed, does, meeting, sets
from tests.scheduling.calendar_league import DAY, HOUR, clocked, delivered, member, window

pytestmark = pytest.mark.django_db


def all_notices() -> list[Notice]:
    """Every notice, with what its member and season are."""
    return list(Notice.objects.select_related("member", "season").order_by("pk"))


def test_every_notice_about_a_window_finds_it_and_its_deadline_of_now() -> None:
    table = clocked(announced())
    tick(table.season, at=BEGAN)
    send_reminder(table.season, "M3/m1", member=member(table), at=BEGAN)
    later = window(table, "M3/m1").closes_at
    assert later is not None
    move_deadline(
        table.season, "M3/m1", until=later + DAY, member=member(table), at=BEGAN, reason="Rain.", seen=later
    )
    listed = [notice for notice in all_notices() if notice.about in ("turn", "reminded", "extended")]
    assert {notice.about for notice in listed} == {"turn", "reminded", "extended"}
    assert {wait_of(notice) for notice in listed} == {"M3/m1"}
    assert set(deadlines_of(listed).values()) == {later + DAY}


def test_a_trade_that_is_offered_is_done_once_it_is_called_off() -> None:
    table = proposed()
    delivered()
    offered = Notice.objects.select_related("member").filter(about="trade_offered")
    assert done_notices(list(offered), at=BEGAN) == set()
    table.give("withdraw_trade", by="saints", franchise="saints", trade="razors.t1")
    assert done_notices(list(offered), at=BEGAN) == {offered.get().pk}


def test_what_is_answered_is_done_and_costs_few_queries_for_many() -> None:
    table = announced()
    asked = {"season": table.row, "actor": table.handle("razors"), "at": BEGAN}
    appeals = [
        Appeal.objects.create(match="m1", entry=number, side="razors", said="No.", **asked) for number in (1, 2)
    ]
    questions = [PutQuestion.objects.create(number=number, put="Why?", **asked) for number in (1, 2)]
    rulings = [
        Ruling.objects.create(match="m1", key=f"k{number}", commands=[], reason="So.", **asked) for number in (1, 2)
    ]
    for kind, keys in (
        ("appealed", [f"appealed/{table.season}/{appeal.pk}" for appeal in appeals]),
        ("question_put", [f"question_put/{table.season}/{question.number}" for question in questions]),
        ("ruling_asked", [f"ruling_asked/{ruling.pk}" for ruling in rulings]),
    ):
        for key in keys:
            notify([member(table)], about=kind, key=key, at=BEGAN, season=table.row)
    with CaptureQueriesContext(connection) as queries:
        assert done_notices(all_notices(), at=BEGAN) == set()
    assert len(queries) <= 7
    Appeal.objects.filter(pk=appeals[0].pk).update(answer="upheld", answered_at=BEGAN)
    PutQuestion.objects.filter(pk=questions[0].pk).delete()
    Ruling.objects.filter(pk=rulings[0].pk).delete()
    done = done_notices(all_notices(), at=BEGAN)
    assert [notice.pk in done for notice in all_notices()] == [True, False] * 3


def listed(about: str) -> list[Notice]:
    """The notices of a kind."""
    return [notice for notice in all_notices() if notice.about == about]


def test_a_proposed_time_is_done_once_its_reader_answers_or_other_times_are_on_offer() -> None:
    table = meeting(("razors", "saints", "widows"))
    does(table, "propose", "razors", times=[FIRST])
    to_saints, to_widows = sorted(listed("time_proposed"), key=lambda notice: notice.member.handle)
    assert done_notices([to_saints, to_widows], at=BEGAN) == set()
    does(table, "accept", "saints", number=1)
    assert done_notices([to_saints, to_widows], at=BEGAN) == {to_saints.pk}
    does(table, "counter", "saints", times=[SECOND], at=BEGAN + timedelta(hours=1))
    assert done_notices([to_saints, to_widows], at=BEGAN) == {to_saints.pk, to_widows.pk}


def test_a_request_for_other_times_is_done_once_some_are_on_offer_or_set() -> None:
    table = meeting()
    version = does(table, "propose", "razors", times=[FIRST]).version
    decline(table.season, "m1", side="saints", seen=version, member=member(table, "saints"), at=BEGAN)
    (asked,) = listed("time_declined")
    assert done_notices([asked], at=BEGAN) == set()
    sets(table, SECOND)
    assert done_notices([asked], at=BEGAN) == {asked.pk}


def test_offers_requests_for_seats_and_deletions_are_done_once_they_are_answered() -> None:
    table = announced()
    boss = member(table)
    league, user = {"league_id": table.league}, boss.user
    offer = HandoverOffer.objects.create(
        **league,
        giver=boss,
        taker=member(table, "razors"),
        steps_down=False,
        offered_at=BEGAN,
        expires_at=BEGAN + DAY,
    )
    seat = SeatRequest.objects.create(**league, user=user, asked_at=BEGAN)
    DeletionRequest.objects.create(**league, asked_at=BEGAN, asked_by=boss.handle, reason="Over.", days=30)
    for key in (f"handover_offered/{offer.pk}", f"seat_asked/{seat.pk}", f"deletion_asked/{BEGAN.isoformat()}"):
        notify([boss], about=key.partition("/")[0], key=key, at=BEGAN)
    assert done_notices(all_notices(), at=BEGAN) == set()
    HandoverOffer.objects.update(state="withdrawn", ended_at=BEGAN)
    SeatRequest.objects.update(state="withdrawn", answered_at=BEGAN)
    DeletionRequest.objects.all().delete()
    assert done_notices(all_notices(), at=BEGAN) == {notice.pk for notice in all_notices()}


def test_notices_of_a_match_time_are_urgent_before_the_first_time_they_name() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[SECOND, FIRST])
    does(table, "accept", "saints", number=2)
    sets(table, FIRST, reason="The hall.")
    found = deadlines_of(all_notices())
    assert {about: {found[notice.pk] for notice in listed(about)} for about in ("time_proposed", "time_moved")} == {
        "time_proposed": {FIRST},
        "time_moved": {FIRST},
    }


def test_a_time_and_its_reminder_are_done_once_it_has_passed_or_is_another_one() -> None:
    table = agreed(meeting(reminder_hours=2))
    tick(table.season, at=FIRST - HOUR)
    notices = [*listed("time_agreed"), *listed("time_reminder")]
    assert len(notices) == 4
    assert done_notices(notices, at=FIRST - HOUR) == set()
    assert done_notices(notices, at=FIRST) == {notice.pk for notice in notices}
    sets(table, SECOND)
    assert done_notices(notices, at=FIRST - HOUR) == {notice.pk for notice in notices}
    assert done_notices(listed("time_moved"), at=FIRST - HOUR) == set()


def test_times_on_offer_are_done_once_all_of_them_have_passed() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[FIRST, SECOND])
    (asked,) = listed("time_proposed")
    assert done_notices([asked], at=FIRST) == set()
    assert done_notices([asked], at=SECOND) == {asked.pk}


def test_a_missed_match_is_done_once_it_is_played_later_or_moved_or_reported() -> None:
    table = agreed(meeting(missed_hours=2))
    late = FIRST + 3 * HOUR
    tick(table.season, at=late)
    (missed,) = listed("time_missed")
    assert done_notices([missed], at=late) == set()
    report_missed(table.season, "m1", side="razors", said="played_later", member=member(table, "razors"), at=late)
    assert done_notices([missed], at=late) == {missed.pk}
    Appointment.objects.update(said={})
    assert done_notices([missed], at=late) == set()
    table.give("void_match", match="m1", reason="Rain.")
    assert done_notices([missed], at=late) == {missed.pk}


def test_a_time_that_is_too_late_is_done_once_the_deadline_is_later_or_the_time_earlier() -> None:
    table = agreed(meeting())
    due = FIRST - 2 * HOUR
    arguments = {"match": "m1", "until_at": due.isoformat(), "before_at": FIRST.isoformat()}
    notify([member(table)], about="time_too_late", key="late", at=BEGAN, season=table.row, arguments=arguments)
    (late,) = listed("time_too_late")
    assert done_notices([late], at=BEGAN) == {late.pk}
    Window.objects.filter(what="M3/m1").update(closes_at=FIRST - 100 * HOUR)
    assert done_notices([late], at=BEGAN) == set()
    sets(table, FIRST - 23 * HOUR)
    assert done_notices([late], at=BEGAN) == {late.pk}


def test_what_asks_for_a_ruling_on_reports_is_done_once_the_match_has_a_result() -> None:
    table = meeting()
    for about in ("report_disputed", "report_agreed"):
        arguments = {"match": "m1", "then": ""}
        notify([member(table)], about=about, key=about, at=BEGAN, season=table.row, arguments=arguments)
    asked = [*listed("report_disputed"), *listed("report_agreed")]
    assert done_notices(asked, at=BEGAN) == set()
    table.give("void_match", match="m1", reason="Rain.")
    assert done_notices(asked, at=BEGAN) == {notice.pk for notice in asked}


def test_many_notices_about_matches_cost_as_few_queries_as_one() -> None:
    table = agreed(meeting(reminder_hours=2))
    tick(table.season, at=FIRST - HOUR)
    notices = list(Notice.objects.select_related("member__league__calendar", "season").filter(about="time_reminder"))
    with CaptureQueriesContext(connection) as one:
        done_notices(notices[:1], at=BEGAN)
    with CaptureQueriesContext(connection) as many:
        done_notices(notices, at=BEGAN)
    assert len(many) == len(one) <= 6


def test_a_wait_for_a_commissioner_is_done_once_the_season_waits_for_something_else() -> None:
    table = clocked(announced())
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    tick(table.season, at=BEGAN)
    waits = listed("awaited")
    assert [notice.arguments["command"] for notice in waits] == ["lock line ups"]
    assert done_notices(waits, at=BEGAN) == set()
    table.give("adjust_balance", franchise="razors", amount=1000, reason="For the hall.")
    assert done_notices(waits, at=BEGAN) == set(), "it is still next"
    table.give("lock_line_ups", match="m1")
    assert done_notices(waits, at=BEGAN) == {waits[0].pk}


def test_a_job_that_failed_is_done_once_none_of_its_kind_fails_for_that_reason() -> None:
    table = clocked(announced())
    common = {"kind": "resolve", "league": table.row.league, "state": "failed", "queued_at": BEGAN, "due_at": BEGAN}
    jobs = [
        Job.objects.create(
            key=name, season=table.row if name != "c" else None, failure=failure, ended_at=BEGAN, **common
        )
        for name, failure in (("a", "It broke."), ("b", "It broke."), ("c", "It is full."))
    ]
    notify_of_failed_jobs(table.row, at=BEGAN)
    broke, full = listed("job_failed")
    assert done_notices([broke, full], at=BEGAN) == set()
    Job.objects.filter(pk=jobs[0].pk).update(state="queued", ended_at=None)
    assert done_notices([broke, full], at=BEGAN) == set(), "another job failed for the same reason"
    Job.objects.filter(pk__in=[jobs[1].pk, jobs[2].pk]).update(state="done")
    assert done_notices([broke, full], at=BEGAN) == {broke.pk, full.pk}
