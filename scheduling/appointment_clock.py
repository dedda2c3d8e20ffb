"""What the clock does about agreed times: reminders, missed ones, and the end of those whose match was taken away."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from jobs.outbox_delivery import Write, outbox_receiver
from journal.amends.timeline import AMEND_TAG
from league.access import LeagueGone, LeagueReadOnly
from league.membership import lock_league
from league.models import Appointment, Match, Membership, Round, Season
from league.queries.match_times import appointments_of, owners_and_commissioners, times_on_offer
from scheduling.appointments import (
    agree_if_all_accept,
    end_agreement,
    notify_of_deadline,
    notify_of_missed,
    notify_of_reminder,
)
from scheduling.calendar import calendar_of
from scheduling.meetings import (
    OPEN_STEPS,
    PLAYED_LATER,
    Meeting,
    is_clock_stopped,
    is_reported,
    load_meeting,
    owners_by_side,
    report_deadline,
)
from scheduling.windows import reminder_time

VOIDED = "The match was voided."
GONE = "An amend took the match out of the season."
OTHER_TEAMS = "Other teams play in the match since an amend."


@outbox_receiver("void_match", "forfeit_match", AMEND_TAG, reads_first=True)
def follow_entry(season_id: str, _number: int, _topic: str, at: datetime) -> Write | None:
    """A match may have been voided, amended away or forfeited: see whether a time still stands."""
    row = Season.objects.select_related("league").filter(pk=season_id, forked_from="").first()
    if row is None or not _live_appointments(row):
        return None
    return lambda: follow_matches(row, at=at)


def watch_appointments(row: Season, *, at: datetime) -> None:
    """End what does not stand any more, remind the sides of what does, and report what was missed: each once."""
    if not _live_appointments(row):
        return
    follow_matches(row, at=at)
    for appointment in _live_appointments(row):
        if appointment.standing == Appointment.Standing.AGREED:
            _watch(load_meeting(row.pk, appointment.match), at=at)


def follow_matches(row: Season, *, at: datetime) -> None:
    """End the appointments of matches that were voided, taken away or given other teams; agree where all accept.

    In a league that can only be read nothing happens: the clock looks again once it goes on.
    """
    for appointment in _live_appointments(row):
        with suppress(LeagueReadOnly, LeagueGone), transaction.atomic():
            _follow(row, appointment.match, at=at)


def _follow(row: Season, match: str, *, at: datetime) -> None:
    lock_league(row.league)
    if not Match.objects.filter(pk=f"{row.pk}/{match}").exists():
        gone = _gone_meeting(row, Appointment.objects.select_for_update().get(season=row, match=match))
        told = list(gone.owners.values())
        end_agreement(gone, "ended", "", "", reason=GONE, at=at, told=told)
        return
    meeting = load_meeting(row.pk, match, lock=True)
    if meeting.match.step == "void":
        end_agreement(meeting, "ended", "", "", reason=VOIDED, at=at)
    elif meeting.match.step in OPEN_STEPS and not meeting.sides.keys() <= set(meeting.appointment.sides):
        end_agreement(meeting, "ended", "", "", reason=OTHER_TEAMS, at=at)
    elif meeting.match.step in OPEN_STEPS and meeting.is_offer_valid:
        agree_if_all_accept(meeting, at=at)


def _watch(meeting: Meeting, *, at: datetime) -> None:
    agreed_at, since = meeting.appointment.agreed_at, meeting.appointment.agreed_since
    if agreed_at is None or since is None or is_reported(meeting) or is_clock_stopped(meeting):
        return
    remind_at = reminder_time(meeting.calendar, opened_at=since, closes_at=agreed_at)
    if remind_at is not None and remind_at <= at < agreed_at:
        notify_of_reminder(meeting, at=at)
    due = report_deadline(meeting)
    if due is not None and at < due < agreed_at:
        notify_of_deadline(meeting, due, at=at)
    if is_missed(meeting, at=at):
        notify_of_missed(meeting, at=at)


def is_missed(meeting: Meeting, *, at: datetime) -> bool:
    """Whether an agreed time passed the league's hours ago and nobody reported the match or says it was later."""
    agreed_at, hours = meeting.appointment.agreed_at, meeting.calendar.missed_hours
    if not meeting.is_agreed or agreed_at is None or not hours or is_reported(meeting):
        return False
    if any(said[0] == PLAYED_LATER for said in meeting.appointment.said.values()):
        return False
    return at >= agreed_at + timedelta(hours=hours / settings.CLOCK_SPEED)


def _live_appointments(row: Season) -> list[Appointment]:
    """The appointments of a season with a time that is agreed on or on offer."""
    return [
        appointment
        for appointment in appointments_of(row.pk)
        if appointment.standing == Appointment.Standing.AGREED or appointment.offer
    ]


def _gone_meeting(row: Season, appointment: Appointment) -> Meeting:
    """The meeting of a match that is no longer there, with the teams that it had."""
    members = owners_and_commissioners(row.league_id, appointment.sides)
    return Meeting(
        row=row,
        match=Match(pk=f"{row.pk}/{appointment.match}", season=row, round=Round(number=1), place=1, step="void"),
        calendar=calendar_of(row.league_id),
        appointment=appointment,
        offered=times_on_offer(appointment),
        sides={},
        owners=owners_by_side(members, appointment.sides),
        commissioners=[member for member in members if member.role == Membership.Role.COMMISSIONER],
    )
