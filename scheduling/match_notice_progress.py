"""Whether a notice about the time or the report of a match still says something that is so, and is still to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from league.models import Appointment, Calendar, Match, Membership, Notice, ProposedTime, ReportClaim, Window
from scheduling.meetings import OPEN_STEPS, PLAYED_LATER, report_due
from scheduling.notices import TIME_NOTICES, moment_of, moments_of
from scheduling.waits import REPORT_STEP
from scheduling.windows import LINE_UP_STEP

RULED_NOTICES = frozenset(("report_agreed", "report_disputed"))
"""Notices that ask a commissioner for a ruling, until the match has a result."""
MATCH_NOTICES = RULED_NOTICES | TIME_NOTICES - {"time_called_off"}
"""Notices about a match that can be done; that a time was called off stays news."""
DATES = frozenset(("time_agreed", "time_moved", "time_reminder"))
"""Notices that say when a match is played."""


@dataclass(frozen=True, slots=True)
class _Matches:
    """What became of some matches, by stored id: their appointments, steps, reports, and open windows."""

    appointments: Mapping[str, Appointment]
    offered_at: Mapping[int, datetime]
    steps: Mapping[str, str]
    claimed: frozenset[str]
    deadlines: Mapping[str, dict[str, datetime | None]]

    def is_reported(self, match: str) -> bool:
        """Whether a match was played by now, or is no longer there."""
        step = self.steps.get(match)
        return step not in OPEN_STEPS or (step == REPORT_STEP and match in self.claimed)


def done_match_notices(notices: Sequence[Notice], *, at: datetime) -> set[int]:
    """The ids of those `MATCH_NOTICES` that are done or past at that time, in five queries at most.

    Proposed times are done once their reader answered, once others are on offer, or when all of them have passed;
    a request for times once some are on offer or agreed on; a time and its reminder once it has passed or is another
    one; what asks for an earlier or later time, or says that a match was missed, once that is so no longer; and what
    asks for a ruling once the match has a result.
    """
    if not notices:
        return set()
    matches = _load_matches({_match_of(notice) for notice in notices})
    return {notice.pk for notice in notices if _is_done(notice, matches, at=at)}


def _match_of(notice: Notice) -> str:
    return f"{notice.season_id}/{notice.arguments.get('match', '')}"


def _load_matches(ids: set[str]) -> _Matches:
    seasons = {id.rpartition("/")[0] for id in ids}
    appointments = {f"{row.season_id}/{row.match}": row for row in Appointment.objects.filter(season__in=seasons)}
    own = [row.pk for match, row in appointments.items() if match in ids]
    offered = ProposedTime.objects.filter(appointment__in=own, offer=F("appointment__offer"))
    claims = ReportClaim.objects.filter(season__in=seasons).values_list("season_id", "match")
    deadlines: dict[str, dict[str, datetime | None]] = {}
    for season, what, closes_at in Window.objects.filter(season__in=seasons, closed_at=None).values_list(
        "season_id", "what", "closes_at"
    ):
        step, _, match = what.partition("/")
        if step in (LINE_UP_STEP, REPORT_STEP):
            deadlines.setdefault(f"{season}/{match}", {})[step] = closes_at
    return _Matches(
        appointments=appointments,
        offered_at=dict(offered.values_list("appointment_id", "at")),
        steps=dict(Match.objects.filter(pk__in=ids).values_list("pk", "step")),
        claimed=frozenset(f"{season}/{match}" for season, match in claims),
        deadlines=deadlines,
    )


def _is_done(notice: Notice, matches: _Matches, *, at: datetime) -> bool:
    match = _match_of(notice)
    if notice.about in RULED_NOTICES:
        return matches.steps.get(match) not in OPEN_STEPS
    appointment = matches.appointments.get(match)
    if appointment is None or matches.is_reported(match):
        return True
    if notice.about == "time_declined":
        return bool(appointment.offer) or _is_agreed(appointment)
    if notice.about == "time_proposed":
        is_past = (moments := moments_of(notice)) != [] and max(moments) <= at
        is_other = matches.offered_at.get(appointment.pk) != notice.at
        return is_past or is_other or not _is_awaited(notice.member, appointment)
    if not _is_agreed(appointment):
        return True
    return _is_date_done(notice, appointment, matches.deadlines.get(match, {}), at=at)


def _is_date_done(
    notice: Notice, appointment: Appointment, deadlines: Mapping[str, datetime | None], *, at: datetime
) -> bool:
    """Whether a notice about an agreed time, while one stands, is past, about another one, or settled."""
    named = moment_of(notice, "before" if notice.about == "time_too_late" else "until")
    if named is None:  # an old notice, which has only the words of its time
        return False
    if appointment.agreed_at != named:
        return True
    if notice.about in DATES:
        return named <= at
    if notice.about == "time_missed":
        return PLAYED_LATER in {said for said, _ in appointment.said.values()}
    due = report_due(_calendar_of(notice.member), deadlines)
    return due is None or due >= named


def _calendar_of(member: Membership) -> Calendar:
    """The calendar of a member's league, which should be loaded with them; a default one if none was set."""
    return getattr(member.league, "calendar", None) or Calendar(league_id=member.league_id)


def _is_agreed(appointment: Appointment) -> bool:
    return appointment.standing == Appointment.Standing.AGREED


def _is_awaited(member: Membership, appointment: Appointment) -> bool:
    """Whether times on offer wait for a member: for their franchise, or for one without an owner."""
    if member.franchise_id is None:
        return bool(appointment.awaited)
    return member.franchise_id.rpartition("/")[2] in appointment.awaited
