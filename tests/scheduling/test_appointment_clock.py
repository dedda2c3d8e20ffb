"""What the clock does about agreed times: it reminds, reports what was missed, and ends what does not stand."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from league.accounts import erase, set_time_zone
from league.models import Appointment, HomeNight, Notice, ProposedTime
from scheduling.appointments import report_missed
from scheduling.calendar import HoursImproper, set_calendar
from scheduling.clock_controls import move_deadline
from scheduling.clock_tick import tick
from scheduling.meetings import load_meeting, set_home_night, suggestions
from scheduling.notices.mail import send_due_mail
from tests.journal.amends import amended, number_of
from tests.league.small_league import BEGAN, Table
from tests.scheduling.appointed_league import FIRST, agreed, does, meeting
from tests.scheduling.calendar_league import DAY, HOUR, delivered, member, told

pytestmark = pytest.mark.django_db


def ticked(table: Table, *moments: Any) -> None:
    """The clock runs at each of these moments, twice."""
    for at in moments:
        tick(table.season, at=at)
        tick(table.season, at=at)


def test_both_sides_are_reminded_once_and_the_mail_leads_to_the_page() -> None:
    table = agreed(meeting(reminder_hours=2))
    ticked(table, FIRST - 3 * HOUR)
    assert told(table, "razors", about="time_reminder") == []
    ticked(table, FIRST - 2 * HOUR, FIRST - HOUR, FIRST)
    for who in ("razors", "saints"):
        assert told(table, who, about="time_reminder") == ["Round 1, match A is played Wed 2 Sep 18:00 UTC."]
    send_due_mail(at=FIRST)
    assert any("/l/rust-belt/s1/m1/time/" in message.body for message in mail.outbox)


def test_a_match_without_a_report_is_missed_after_the_leagues_hours_and_nothing_follows() -> None:
    table = agreed(meeting(missed_hours=2))
    ticked(table, FIRST + HOUR)
    assert told(table, "boss", about="time_missed") == []
    ticked(table, FIRST + 2 * HOUR, FIRST + 3 * HOUR)
    assert told(table, "boss", about="time_missed") == [
        (
            "Round 1, match A was to be played Wed 2 Sep 18:00 UTC. Nobody has reported it. Ask its teams; one that "
            "did not come can forfeit."
        )
    ]
    assert not any(line_up.forfeited for line_up in table.state.line_ups.values())


@pytest.mark.parametrize("calendar", [{"missed_hours": 0}, {"missed_hours": 2}])
def test_nobody_is_told_of_a_match_that_was_played_later_or_in_a_league_that_does_not_want_it(calendar: Any) -> None:
    table = agreed(meeting(**calendar))
    if calendar["missed_hours"]:
        owner = member(table, "saints")
        report_missed(table.season, "m1", side="saints", said="played_later", member=owner, at=FIRST + HOUR)
    ticked(table, FIRST + 5 * HOUR)
    assert told(table, "boss", about="time_missed") == []


def test_the_hours_until_a_match_is_missed_have_bounds() -> None:
    table = meeting()
    with pytest.raises(HoursImproper):
        set_calendar(league=table.league, member=member(table), at=BEGAN, missed_hours=721)


def test_a_deadline_that_is_moved_before_the_agreed_time_is_told_to_everybody_once() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[BEGAN + 4 * DAY])
    does(table, "accept", "saints", number=1)
    sooner = BEGAN + 3 * HOUR
    move_deadline(table.season, "M3/m1", until=sooner, member=member(table), at=BEGAN, reason="Hurry.")
    ticked(table, BEGAN + HOUR)
    for who in ("razors", "saints", "boss"):
        assert told(table, who, about="time_too_late") == [
            (
                "The report of round 1, match A is due Fri 4 Sep 20:00 UTC, before the time that is agreed on, "
                "Sat 5 Sep 18:00 UTC: agree on an earlier one."
            )
        ]
    assert Appointment.objects.get().standing == "agreed"


def test_the_time_of_a_voided_match_ends_with_a_notice() -> None:
    table = agreed(meeting())
    table.give("void_match", match="m1", reason="The hall burned.")
    delivered(BEGAN + HOUR)
    appointment = Appointment.objects.get()
    assert (appointment.standing, appointment.changes, appointment.offer) == ("off", 2, 0)
    assert told(table, "razors", about="time_called_off") == [
        "Round 1, match A is not played Wed 2 Sep 18:00 UTC any more. The match was voided."
    ]


def test_the_time_of_a_match_that_an_amend_took_away_ends_with_a_notice_that_leads_nowhere_wrong() -> None:
    table = agreed(meeting())
    amended(table, {number_of(table, "announce_round"): []})
    delivered(table.now + HOUR)
    assert Appointment.objects.get().standing == "off"
    assert told(table, "saints", about="time_called_off") == [
        (
            "A match that is no longer in the season is not played Wed 2 Sep 18:00 UTC any more. An amend took the "
            "match out of the season."
        )
    ]
    assert "match" not in Notice.objects.filter(about="time_called_off")[0].arguments
    ticked(table, table.now + 2 * HOUR)


def test_an_offer_for_a_match_that_was_taken_away_is_closed_in_silence() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[FIRST])
    amended(table, {number_of(table, "announce_round"): []})
    ticked(table, table.now + HOUR)
    assert Appointment.objects.get().offer == 0
    assert not Notice.objects.filter(about="time_called_off").exists()


def test_home_nights_are_suggested_between_now_and_the_deadline_while_their_owner_is_there() -> None:
    table = meeting(time_zone="Europe/Berlin")
    owner, boss = member(table, "razors"), member(table)
    set_time_zone(user=boss.user, name="America/New_York")  # the match night is in the league's zone all the same
    set_home_night(league=owner.league, franchise="razors", night="THU 19:30", member=owner, at=BEGAN)
    set_home_night(league=owner.league, franchise="", night="TUE 21:00", member=boss, at=BEGAN)
    found = suggestions(load_meeting(table.season, "m1"), at=BEGAN)
    assert [(it.side, it.time - BEGAN) for it in found] == [
        ("", timedelta(hours=1)),
        ("razors", timedelta(days=1, hours=23, minutes=30)),
    ]
    type(owner).objects.filter(pk=owner.pk).update(role="former", franchise=None)
    assert [it.side for it in suggestions(load_meeting(table.season, "m1"), at=BEGAN)] == [""]


def test_an_erased_person_leaves_no_home_night_and_no_note_and_the_times_stay() -> None:
    table = meeting()
    owner = member(table, "razors")
    set_home_night(league=owner.league, franchise="razors", night="THU 19:30", member=owner, at=BEGAN)
    does(table, "propose", "razors", times=[FIRST], note="I live at 3 Pit Lane.")
    erase(user=owner.user, at=BEGAN)
    assert not HomeNight.objects.exists()
    assert list(ProposedTime.objects.values_list("note", "time")) == [("", FIRST)]
