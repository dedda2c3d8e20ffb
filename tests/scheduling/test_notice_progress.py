"""What a digest leaves out since it asks for nothing any more, and the deadline of what a notice asks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Appeal, DeletionRequest, HandoverOffer, Notice, PutQuestion, Ruling, SeatRequest
from scheduling.appointments import decline
from scheduling.clock_controls import move_deadline
from scheduling.clock_tick import tick
from scheduling.notice_progress import deadlines_of, done_notices, wait_of
from scheduling.notices import notify
from scheduling.reminders import send_reminder
from tests.command_forms.test_trades import proposed
from tests.league.small_league import BEGAN, announced
from tests.scheduling.appointed_league import FIRST, SECOND, does, meeting, sets
from tests.scheduling.calendar_league import DAY, clocked, delivered, member, window

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
