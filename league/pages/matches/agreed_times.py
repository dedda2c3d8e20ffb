"""The times of matches on pages that list matches, and what they ask of the viewer."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from explain import links
from explain.links import short_id
from league.models import Appointment, Calendar, League, Season
from league.pages.season.deadlines import calendar_or_none
from league.queries.appointments import appointments_of
from league.queries.match_titles import match_title
from league.queries.standings import Fixture
from scheduling.meetings import OPEN_STEPS


@dataclass(frozen=True, slots=True)
class OwnMeeting:
    """A match of the viewer's own that has an agreed time, or a proposed one that they are asked to answer."""

    name: str
    href: str
    plays_at: datetime | None
    asked: bool
    passed: bool
    """Whether the agreed time has passed."""


def appointments_of_fixtures(league: League, season: Season, fixtures: Iterable[Fixture]) -> dict[str, Appointment]:
    """The appointments of the matches that people still have to play, by stored id; no query if there are none."""
    calendar = calendar_or_none(league)
    if season.forked_from or (calendar is not None and calendar.results != Calendar.Results.REPORTED):
        return {}
    ahead = {
        short_id(fixture.id): fixture.id for fixture in fixtures if fixture.step in OPEN_STEPS and not fixture.ruleset
    }
    if not ahead:
        return {}
    return {ahead[row.match]: row for row in appointments_of(season.pk) if row.match in ahead}


def agreed_time(appointment: Appointment | None) -> datetime | None:
    """The agreed time of an appointment; None if none is agreed on."""
    if appointment is None or appointment.standing != Appointment.Standing.AGREED:
        return None
    return appointment.agreed_at


def own_meetings(
    fixtures: Iterable[Fixture],
    appointments: Mapping[str, Appointment],
    *,
    own: Container[str],
    at: datetime,
) -> list[OwnMeeting]:
    """The matches of the viewer's franchises whose time they are asked to answer, or know."""
    meetings = []
    for fixture in fixtures:
        appointment = appointments.get(fixture.id)
        mine = {short_id(team.franchise) for team in fixture.teams if short_id(team.franchise) in own}
        if appointment is None or not mine:
            continue
        plays_at = agreed_time(appointment)
        asked = bool(appointment.offer and mine & set(appointment.awaited))
        if asked or plays_at is not None:
            name = match_title(fixture.round, fixture.place)
            passed = plays_at is not None and plays_at <= at
            meetings.append(OwnMeeting(name, links.match_time_url(fixture.id), plays_at, asked, passed))
    return meetings
