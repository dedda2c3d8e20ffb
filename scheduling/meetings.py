"""A match whose sides arrange its time: who takes part, what is arranged, until when, and suggested home nights."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Exists, Subquery

from league.access import NotYours, owns, refuse_read_only
from league.membership import add_league_log, lock_league, members_of
from league.models import (
    Appointment,
    Calendar,
    HomeNight,
    League,
    LineUp,
    Match,
    Membership,
    ProposedTime,
    ReportClaim,
    Season,
    Window,
)
from league.queries.match_times import appointment_of, home_nights_of, owners_and_commissioners, times_on_offer
from league.queries.names import match_title, title_in_sentence
from rules.campaign.steward.waits import REPORT_STEP
from rules.core.refusals import Refusal, Unknown
from scheduling.calendar import LONGEST_WINDOW_HOURS, calendar_of, deadline, step_hours
from scheduling.local_times import clean_night, next_night, write_deadline, zone_of
from scheduling.windows import LINE_UP_STEP, is_paused

OPEN_STEPS = ("M2", LINE_UP_STEP, REPORT_STEP)
"""The steps of a match that is still to be played."""
ABSENT, PLAYED_LATER = "absent", "played_later"
"""What a side may say of a meeting that was missed."""
COMMISSIONER_NAME = "A commissioner"
ACT_WORDS = {
    "proposed": "proposed times",
    "countered": "countered",
    "accepted": "accepted a time",
    "moved": "proposed to move it",
    "declined": "turned the times down",
    "set": "set the time",
    "called_off": "called it off",
    "ended": "ended it",
}
"""What each act is in the sentence that somebody was faster."""


class NoAppointment(Refusal):
    """The match has no appointment to be made: the site plays it, or its season is a rehearsal."""


class AppointmentOver(Refusal):
    """The match has been reported, settled or voided, or its season is closed, so its time cannot be changed."""


class AppointmentPaused(Refusal):
    """The clock of the league or of the match is stopped, and times are agreed on once it runs again."""


class AppointmentChanged(Refusal):
    """Somebody else changed the appointment after the person looked at it."""


class TimePassed(Refusal):
    """The time that was proposed, accepted or set has passed."""


class TimeAfterDeadline(Refusal):
    """The time comes after the deadline of the match's report, or is further away than any deadline may be."""


@dataclass(slots=True, kw_only=True)
class Meeting:
    """A match with its appointment. `sides` are the names of the teams that take part, by short id.

    A team that forfeited takes no part. `owners` are those of these teams that have one, and `offered` the times of
    the open offer. An appointment that was not begun is not saved and has version 0.
    """

    row: Season
    match: Match
    calendar: Calendar
    appointment: Appointment
    offered: list[ProposedTime]
    sides: dict[str, str]
    owners: dict[str, Membership]
    commissioners: list[Membership]
    deadlines: dict[str, datetime | None] = field(default_factory=dict)
    """The deadlines of the steps at which the season waits for its line-ups or report; None while one is paused."""
    claimed: bool = False
    """Whether somebody claims a report of it."""

    @property
    def short_id(self) -> str:
        """The match's short id."""
        return self.match.pk.rpartition("/")[2]

    @property
    def title(self) -> str:
        """What the match is called in a sentence."""
        return title_in_sentence(match_title(self.match.round.number, self.match.place))

    @property
    def zone(self) -> ZoneInfo:
        """The league's time zone."""
        return ZoneInfo(self.calendar.time_zone)

    @property
    def offering_side(self) -> str:
        """The side that made the open offer; "" if there is none, or nobody stands by it any more."""
        return self.offered[0].side if self.offered and self.is_offer_valid else ""

    @property
    def is_offer_valid(self) -> bool:
        """Whether the member who made the open offer still owns its side, or is a commissioner."""
        if not self.offered or self.offered[0].side not in self.sides:
            return False
        owner = self.owners.get(self.offered[0].side)
        handles = {commissioner.handle for commissioner in self.commissioners}
        return self.offered[0].actor in handles or (owner is not None and owner.handle == self.offered[0].actor)

    @property
    def is_agreed(self) -> bool:
        """Whether a time is agreed on."""
        return self.appointment.standing == Appointment.Standing.AGREED

    def side_name(self, side: str) -> str:
        """What a side is called; a commissioner acts for the empty one."""
        return self.sides.get(side, side) if side else COMMISSIONER_NAME

    def members_of(self, sides: set[str]) -> list[Membership]:
        """Who acts for these sides: their owners, and the commissioners for those without one."""
        found = [self.owners[side] for side in sorted(sides) if side in self.owners]
        return found if sides <= self.owners.keys() else [*found, *self.commissioners]

    def may_act_for(self, member: Membership, side: str) -> bool:
        """Whether a member acts for a side: its owner does, and a commissioner if it has none."""
        owner = self.owners.get(side)
        if owner is None:
            return side in self.sides and any(member.pk == commissioner.pk for commissioner in self.commissioners)
        return owner.user_id == member.user_id

    def consenting_sides(self, member: Membership, side: str) -> set[str]:
        """The side, with all others for which the same person acts: nobody has to agree with themselves."""
        own = {other for other, owner in self.owners.items() if owner.user_id == member.user_id}
        runs_league = any(commissioner.user_id == member.user_id for commissioner in self.commissioners)
        unowned = self.sides.keys() - self.owners.keys() if runs_league else ()
        return {side, *own, *unowned}


def load_meeting(season_id: str, match: str, *, lock: bool = False) -> Meeting:
    """A match with its appointment; with `lock` the league and the match are held until the transaction ends.

    Raises `Unknown`, and with `lock` `LeagueReadOnly` in a league that is archived or will be deleted.
    """
    id = f"{season_id}/{match}"
    if lock:
        if (league := League.objects.filter(seasons=season_id).first()) is not None:
            lock_league(league)  # before the match: nobody who holds a match waits for its league
        list(Match.objects.select_for_update(no_key=True).filter(pk=id).values_list("pk"))
    row = Season.objects.select_related("league").filter(pk=season_id).first()
    found = None if row is None else find_meeting(row, match, calendar=calendar_of(row.league_id))
    if found is None:
        raise Unknown(f"The season has no match {match[:80]!r}: look at the schedule.")
    return found


def find_meeting(row: Season, match: str, *, calendar: Calendar) -> Meeting | None:
    """The match of that short id with its appointment, None if the season has no such match with teams."""
    claims = ReportClaim.objects.filter(season=row, match=match)
    opened = {
        step: Window.objects.filter(season=row, what=f"{step}/{match}", closed_at=None)
        for step in (LINE_UP_STEP, REPORT_STEP)
    }
    found: list[Any] = list(
        LineUp.objects.filter(match_id=f"{row.pk}/{match}")
        .select_related("match__round", "franchise__identity")
        .annotate(
            claimed=Exists(claims),
            **{f"open_{step}": Exists(windows) for step, windows in opened.items()},
            **{f"until_{step}": Subquery(windows.values("closes_at")[:1]) for step, windows in opened.items()},
        )
        .order_by("franchise__identity__name", "pk")
    )
    if not found:
        return None
    sides = {
        line_up.franchise_id.rpartition("/")[2]: line_up.franchise.identity.name
        for line_up in found
        if not line_up.forfeited
    }
    members = owners_and_commissioners(row.league_id, sides)
    appointment = appointment_of(row.pk, match) or Appointment(season=row, match=match)
    return Meeting(
        row=row,
        match=found[0].match,
        calendar=calendar,
        appointment=appointment,
        offered=times_on_offer(appointment),
        sides=sides,
        owners=owners_by_side(members, sides),
        commissioners=[member for member in members if member.role == Membership.Role.COMMISSIONER],
        deadlines={step: getattr(found[0], f"until_{step}") for step in opened if getattr(found[0], f"open_{step}")},
        claimed=found[0].claimed,
    )


def owners_by_side(members: Iterable[Membership], sides: Container[str]) -> dict[str, Membership]:
    """The owners of these sides among some members, by the sides' short ids."""
    return {
        member.franchise_id.rpartition("/")[2]: member
        for member in members
        if member.franchise_id and member.franchise_id.rpartition("/")[2] in sides
    }


def why_no_appointment(meeting: Meeting) -> Refusal | None:
    """Why the time of a match cannot be arranged at all; None if it can, or could until it was played."""
    row = meeting.row
    if row.forked_from:
        return NoAppointment(
            f"{row.name} is a rehearsal, in which nobody meets: agree on times in the season itself."
        )
    if meeting.match.ruleset or meeting.calendar.results != Calendar.Results.REPORTED:
        return NoAppointment("The site plays this match by itself: nobody has to meet for it.")
    return None


def why_not_open(meeting: Meeting) -> Refusal | None:
    """Why the time of a match cannot be changed now; None if it can."""
    match = meeting.match
    if (refusal := why_no_appointment(meeting)) is not None:
        return refusal
    if meeting.row.step == "closed":
        return AppointmentOver("The season is closed: no match of it is played any more.")
    if match.step == "void":
        return AppointmentOver(f"The match {meeting.title} was voided: nobody meets for it any more.")
    if match.step not in OPEN_STEPS or is_reported(meeting):
        return AppointmentOver(f"A report of {meeting.title} is in: its time cannot be changed any more.")
    try:
        refuse_read_only(meeting.row.league)
    except Refusal as refusal:
        return refusal
    if is_clock_stopped(meeting):
        return AppointmentPaused(
            f"The clock is stopped for {meeting.title}: agree on its time once a commissioner resumes it."
        )
    return None


def is_reported(meeting: Meeting) -> bool:
    """Whether a match was played by now: its report stands, or somebody claims one."""
    step = meeting.match.step
    return step not in OPEN_STEPS or (step == REPORT_STEP and meeting.claimed)


def is_clock_stopped(meeting: Meeting) -> bool:
    """Whether the league, the match's step or its window is paused."""
    what = f"{meeting.match.step}/{meeting.short_id}"
    return is_paused(meeting.calendar, what) or None in meeting.deadlines.values()


def report_deadline(meeting: Meeting) -> datetime | None:
    """When the report of a match is due; None if there is no deadline.

    Before the line-ups are locked it is the time that the report will be due if they are locked at their deadline.
    """
    return report_due(meeting.calendar, meeting.deadlines)


def report_due(calendar: Calendar, deadlines: Mapping[str, datetime | None]) -> datetime | None:
    """When a report is due, from the deadlines of its match by their steps (see `report_deadline`)."""
    if (due := deadlines.get(REPORT_STEP)) is not None:
        return due
    if (locked_at := deadlines.get(LINE_UP_STEP)) is None:
        return None
    return deadline(calendar, opened_at=locked_at, hours=step_hours(calendar, REPORT_STEP))


def refuse_time(meeting: Meeting, moment: datetime, *, member: Membership, at: datetime) -> None:
    """Refuse a time that the match cannot be played at, with times as the member reads them.

    Raises `TimePassed` or `TimeAfterDeadline`.
    """
    if moment <= at:
        raise TimePassed(f"{write_deadline(moment, member)} has passed: choose a later time.")
    due = report_deadline(meeting)
    if due is not None and moment > due:
        raise TimeAfterDeadline(
            f"The report of {meeting.title} is due {write_deadline(due, member)}: choose an earlier time, or ask "
            "a commissioner to move that deadline."
        )
    if moment > at + timedelta(hours=LONGEST_WINDOW_HOURS):
        raise TimeAfterDeadline(f"A match is at most {LONGEST_WINDOW_HOURS // 24} days away: choose an earlier time.")


def refuse_changed(meeting: Meeting, seen: int | None) -> None:
    """Raise `AppointmentChanged` if somebody acted since the version that a person saw; None is not checked."""
    appointment = meeting.appointment
    if seen is not None and seen != appointment.version:
        who = meeting.side_name(appointment.last_side)
        words = ACT_WORDS.get(appointment.last_act, "changed it")
        raise AppointmentChanged(f"{who} {words} meanwhile: look again.")


def refuse_other_side(meeting: Meeting, member: Membership, side: str) -> None:
    """Raise `NotYours` unless the member acts for that side of the match."""
    if not meeting.may_act_for(member, side):
        if side in meeting.sides and side not in meeting.owners:
            raise NotYours(f"{meeting.sides[side]} has no owner: a commissioner acts for it.")
        raise NotYours(f"Only the owners of teams in {meeting.title} agree on its time.")


def refuse_no_commissioner(meeting: Meeting, member: Membership) -> None:
    """Raise `NotYours` unless the member is a commissioner of the league."""
    if all(member.pk != commissioner.pk for commissioner in meeting.commissioners):
        raise NotYours(f"Only a commissioner sets the time of {meeting.title} alone: propose one instead.")


SUGGESTED_WEEKS = 2
"""How often an evening is suggested: the next one and the one after it."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A time that suits a side, or the league if `side` is empty."""

    time: datetime
    side: str


@transaction.atomic
def set_home_night(
    *, league: League, franchise: str, night: str, member: Membership, at: datetime
) -> HomeNight | None:
    """Set the evening on which a franchise is at home, such as `WED 19:30` in its owner's zone; empty for none.

    An empty `franchise` is the league's match night, in the league's zone, which commissioners set. A franchise's is
    its owner's to set, or a commissioner's where it has no owner. Raises `NotYours`, `Unknown`, `Malformed` or
    `LeagueReadOnly`.
    """
    lock_league(league)
    _refuse_other(league, franchise, member.pk)
    if not night:
        HomeNight.objects.filter(league=league, franchise=franchise).delete()
        found = None
    else:
        found, _ = HomeNight.objects.update_or_create(
            league=league,
            franchise=franchise,
            defaults={
                "night": clean_night(night),
                "zone": zone_of(member).key if franchise else calendar_of(league.pk).time_zone,
                "changed_at": at,
                "changed_by": member.handle,
            },
        )
    if not franchise:
        add_league_log(league.pk, actor=member.handle, what="match night", subject=night or "none", at=at)
    return found


def suggestions(meeting: Meeting, *, at: datetime, nights: Sequence[HomeNight] | None = None) -> list[Suggestion]:
    """The next evenings that suit a match: its sides' home nights and the match night, before its report is due.

    A home night counts while the person who set it owns the franchise, or is a commissioner. `nights` are those that
    count, which are looked up if they are left out.
    """
    due = report_deadline(meeting)
    found: dict[datetime, Suggestion] = {}
    for home_night in standing_nights(meeting) if nights is None else nights:
        after = at
        for _ in range(SUGGESTED_WEEKS):
            after = next_night(home_night.night, ZoneInfo(home_night.zone), after=after)
            if due is None or after <= due:
                found.setdefault(after, Suggestion(after, home_night.franchise))
            after += timedelta(hours=1)
    return [found[time] for time in sorted(found)]


def standing_nights(meeting: Meeting) -> list[HomeNight]:
    """The home nights of a match's sides that count, and the league's match night, which comes first."""
    commissioners = {commissioner.handle for commissioner in meeting.commissioners}
    setters = {side: {*commissioners, owner.handle} for side, owner in meeting.owners.items()}
    return [
        home_night
        for home_night in home_nights_of(meeting.row.league_id)
        if not home_night.franchise
        or (
            home_night.franchise in meeting.sides
            and home_night.changed_by in setters.get(home_night.franchise, commissioners)
        )
    ]


def _refuse_other(league: League, franchise: str, member_id: int) -> None:
    """Raise `NotYours` or `Unknown` unless the membership, as it is by now, may set that evening."""
    member = members_of(league).filter(pk=member_id).first()
    is_commissioner = member is not None and member.role == Membership.Role.COMMISSIONER
    if not franchise:
        if not is_commissioner:
            raise NotYours("The match night of the league is for its commissioners to set: ask one.")
        return
    if member is not None and owns(member, franchise):
        return
    id = f"{league.pk}/{franchise}"
    if not is_commissioner or Membership.objects.filter(franchise_id=id, role=Membership.Role.OWNER).exists():
        raise NotYours("The home night of a franchise is for its owner to set.")
    if not league.franchises.filter(pk=id).exists():
        raise Unknown(f"The league has no franchise {franchise[:80]!r}: look at its standings.")
