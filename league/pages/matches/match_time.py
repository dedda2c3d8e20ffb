"""The times that the sides of matches agree on: the page for it, and what pages with matches show of it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from explain.links import short_id
from explain.printed_names import as_title
from league.access import Viewer
from league.models import Appointment, Calendar, HomeNight, League, Match, Membership, Season
from league.pages.base_context import franchise_color, match_base_context
from league.pages.command_forms.page import command_form_url
from league.pages.season.deadlines import calendar_or_none, relative_time
from league.queries.match_times import DAY_NAMES, appointment_of, appointments_of
from league.queries.names import match_title
from league.queries.seasons import own_balance
from league.queries.standings import Fixture
from league.times import current_zones, load_zone
from scheduling.appointments import ABSENT, LONGEST_NOTE, MOST_TIMES, PLAYED_LATER
from scheduling.meetings import (
    OPEN_STEPS,
    Meeting,
    find_meeting,
    is_clock_stopped,
    is_reported,
    report_deadline,
    standing_nights,
    suggestions,
    why_no_appointment,
    why_not_open,
)


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


REFUSED_IN = {
    "accept": "offer",
    "decline": "offer",
    "propose": "propose",
    "counter": "propose",
    "move": "propose",
    "missed": "missed",
    "call_off": "off",
    "set": "set",
    "night": "night",
}
"""The form of the page that each act belongs to."""
SHOWN_FIELDS = 2
"""How many fields for a time are shown; the others are folded."""


@dataclass(frozen=True, slots=True)
class RefusedTime:
    """A form about the time of a match that was refused: its act, what was typed, and why."""

    act: str
    typed: Mapping[str, Any]
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideLine:
    """A side of the match: whether it answered the open offer, its home night, and what it says of a missed time."""

    id: str
    name: str
    color: str
    own: bool
    answered: bool
    unowned: bool
    night: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedTime:
    """A time on offer: who accepted it, and why it cannot be accepted any more, "" if it can."""

    number: int
    time: datetime
    accepted: tuple[str, ...]
    chosen: bool
    closed: str


@dataclass(frozen=True, slots=True)
class MatchTimePanel:
    """What the page of a match says about its time; `asked` if the viewer is to answer times on offer."""

    plays_at: datetime | None
    relative: str
    asked: bool
    offered: bool
    may_propose: bool
    href: str


def match_time_panel(
    league: League, season: Season, match: Match, *, sides: Mapping[str, str], own: frozenset[str], at: datetime
) -> MatchTimePanel | None:
    """The panel of a match that people still have to play; None for any other, without a query.

    `sides` are its teams by short id, `own` those of the viewer.
    """
    calendar = calendar_or_none(league)
    by_people = calendar is None or calendar.results == Calendar.Results.REPORTED
    if match.step not in OPEN_STEPS or match.ruleset or season.forked_from or not by_people:
        return None
    appointment = appointment_of(season.pk, links.short_id(match.pk))
    plays_at = agreed_time(appointment)
    offered = appointment is not None and appointment.offer > 0
    return MatchTimePanel(
        plays_at=plays_at,
        relative="" if plays_at is None else relative_time((plays_at - at).total_seconds()),
        asked=appointment is not None and offered and bool(own & set(appointment.awaited)),
        offered=offered,
        may_propose=bool(own & sides.keys()),
        href=links.match_time_url(match.pk),
    )


def match_time_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    match: str,
    at: datetime,
    side: str = "",
    refused: RefusedTime | None = None,
) -> dict[str, Any] | None:
    """The context of the page, None if the season has no such match.

    `side` is the one for which the viewer acts, if they act for several.
    """
    calendar = calendar_or_none(league) or Calendar(league_id=league.pk)
    meeting = find_meeting(season, match, calendar=calendar)
    if meeting is None:
        return None
    acting = acting_sides(meeting, viewer)
    chosen = side if side in acting else next(iter(_by_urgency(meeting, acting)), "")
    commissioner = next(
        (member for member in viewer.memberships if member.role == Membership.Role.COMMISSIONER), None
    )
    closed = why_not_open(meeting)
    never_meets = bool(meeting.row.forked_from) or league.is_read_only
    open_now = closed is None and not league.is_read_only
    zone = load_zone(current_zones().display_zone)
    nights_that_count = standing_nights(meeting) if acting or commissioner else []
    nights = {night.franchise: night for night in nights_that_count}
    name = match_title(meeting.match.round.number, meeting.match.place)
    appointment = meeting.appointment
    plays_at = agreed_time(appointment)
    passed = plays_at is not None and plays_at <= at and not is_reported(meeting)
    due = report_deadline(meeting)
    sees_offer = bool(acting) or commissioner is not None
    offered = _offered_times(meeting, chosen, due, at) if sees_offer else []
    by_other = bool(offered) and meeting.offering_side not in ("", chosen)
    act = _offer_act(meeting, by_other=by_other) if open_now and chosen else ""
    may_decline = open_now and bool(chosen) and bool(offered)
    may_call_off, may_say = open_now and meeting.is_agreed, open_now and passed and bool(chosen)
    may_set = open_now and commissioner is not None
    night = _night_fields(nights.get(chosen), refused) if chosen and not never_meets else None
    refused_in = _form_of(refused) if refused and refused.sentence else ""
    forms = {
        "offer": may_decline,
        "propose": bool(act),
        "missed": may_say,
        "off": may_call_off and bool(chosen),
        "set": may_set,
        "night": night is not None,
    }
    return {
        **match_base_context(
            league, season, viewer, match=match, name=name, part="Time", balance=own_balance(viewer)
        ),
        "match_name": name,
        "event": as_title(meeting.match.event),
        "match_href": links.match_url(meeting.match.pk),
        "sides": [_side_line(meeting, team, acting, nights.get(team)) for team in meeting.sides],
        "plays_at": plays_at,
        "relative": "" if plays_at is None else relative_time((plays_at - at).total_seconds()),
        "called_off": appointment.standing == Appointment.Standing.OFF,
        "called_off_by": _called_off_by(meeting),
        "reason": f"“{appointment.reason}”" if appointment.reason and appointment.changed_by else appointment.reason,
        "set_alone": appointment.last_act == "set",
        "passed": passed,
        "too_late": plays_at is not None and due is not None and not passed and plays_at > due,
        "due": due,
        "closed": "" if closed is None else closed.sentence,
        "never": why_no_appointment(meeting) is not None,
        "zone": zone.key.replace("_", " "),
        "version": appointment.version,
        "acting": [(team, meeting.sides[team]) for team in acting if team != chosen],
        "side": chosen,
        "side_name": meeting.side_name(chosen) if chosen else "",
        "offered": offered,
        "offered_by": meeting.side_name(meeting.offered[0].side) if offered else "",
        "note": meeting.offered[0].note if offered else "",
        "lapsed": bool(offered) and not meeting.is_offer_valid,
        "has_offer": bool(meeting.offered),
        "may_accept": open_now and bool(chosen) and by_other and any(not option.closed for option in offered),
        "may_decline": may_decline,
        "act": act,
        "suggested": _suggested(meeting, refused, nights_that_count, at) if open_now and chosen else [],
        "fields": _fields(refused),
        "most_times": MOST_TIMES,
        "longest_note": LONGEST_NOTE,
        "typed": refused.typed if refused else {},
        "refusal": refused.sentence if refused else "",
        "refused_in": refused_in if forms.get(refused_in) else "",
        "may_call_off": may_call_off,
        "may_say": may_say,
        "others": [(team, name) for team, name in meeting.sides.items() if team != chosen],
        "commissioner": commissioner is not None,
        "may_set": may_set,
        "forfeits": _forfeits(meeting) if open_now and passed and commissioner is not None else [],
        "night": night,
        "match_night": _night_words(nights.get("")),
        "days": DAY_NAMES.items(),
        "stopped": is_clock_stopped(meeting),
    }


def acting_sides(meeting: Meeting, viewer: Viewer) -> dict[str, Membership]:
    """The sides for which the viewer acts, each with the membership by which they do."""
    return {
        side: member
        for side in meeting.sides
        for member in reversed(viewer.memberships)
        if meeting.may_act_for(member, side)
    }


def _by_urgency(meeting: Meeting, acting: Mapping[str, Membership]) -> list[str]:
    """The sides for which the viewer acts, those that are awaited first, and own ones before others."""
    awaited = meeting.appointment.awaited
    return sorted(acting, key=lambda side: (side not in awaited, side not in meeting.owners))


def _offer_act(meeting: Meeting, *, by_other: bool) -> str:
    """What a form with times does now: it counters, moves or proposes."""
    if by_other:
        return "counter"
    return "move" if meeting.is_agreed else "propose"


def _called_off_by(meeting: Meeting) -> str:
    """Who called the time off; empty if the site ended it, or something else was done since."""
    if meeting.appointment.last_act != "called_off":
        return ""
    side = meeting.appointment.last_side
    return meeting.side_name(side) if side else "a commissioner"


def _side_line(meeting: Meeting, side: str, acting: Mapping[str, Membership], night: HomeNight | None) -> SideLine:
    said, about = meeting.appointment.said.get(side, ("", ""))
    words = {PLAYED_LATER: "says it was played later", ABSENT: f"says {meeting.side_name(about)} did not come"}
    return SideLine(
        id=side,
        name=meeting.sides[side],
        color=franchise_color(side),
        own=side in acting and side in meeting.owners,
        answered=side not in meeting.appointment.awaited,
        unowned=side not in meeting.owners,
        night=_night_words(night),
        said=words.get(said, ""),
    )


def _offered_times(meeting: Meeting, side: str, due: datetime | None, at: datetime) -> list[OfferedTime]:
    lines = []
    for offered in meeting.offered:
        closed = "has passed" if offered.time <= at else ""
        if not closed and due is not None and offered.time > due:
            closed = "is after the report is due"
        lines.append(
            OfferedTime(
                number=offered.number,
                time=offered.time,
                accepted=tuple(name for team, name in meeting.sides.items() if team in offered.accepted),
                chosen=side in offered.accepted,
                closed=closed,
            )
        )
    return lines


def _suggested(
    meeting: Meeting, refused: RefusedTime | None, nights: Sequence[HomeNight], at: datetime
) -> list[tuple[str, datetime, str, bool]]:
    """The suggested times: the value, the time, whose evening it is, and whether it was chosen."""
    typed = set() if refused is None else set(refused.typed.get("suggested", ()))
    return [
        (
            value := suggestion.time.isoformat(),
            suggestion.time,
            f"home night of {meeting.side_name(suggestion.side)}" if suggestion.side else "match night of the league",
            value in typed,
        )
        for suggestion in suggestions(meeting, at=at, nights=nights)
    ]


def _form_of(refused: RefusedTime) -> str:
    """The form that was refused: without a side, a time is called off in the commissioner's."""
    if refused.act == "call_off" and not refused.typed.get("side"):
        return "set"
    return REFUSED_IN.get(refused.act, "")


def _fields(refused: RefusedTime | None) -> list[tuple[int, str, bool]]:
    """The fields of times to type: the number, what was typed, and whether it is folded."""
    typed = [] if refused is None else list(refused.typed.get("times", ()))
    values = [*typed, *[""] * MOST_TIMES][:MOST_TIMES]
    return [(number, value, number > SHOWN_FIELDS and not value) for number, value in enumerate(values, start=1)]


def _forfeits(meeting: Meeting) -> list[tuple[str, str, bool]]:
    """The form in which each side is let forfeit: its name, the address, and whether another says it did not come."""
    absent = {about for said, about in meeting.appointment.said.values() if said == ABSENT}
    return [
        (
            name,
            command_form_url(meeting.row.pk, "forfeit_match", match=meeting.short_id, franchise=side),
            side in absent,
        )
        for side, name in meeting.sides.items()
    ]


def _night_fields(night: HomeNight | None, refused: RefusedTime | None) -> tuple[str, str]:
    """The day and the time of day of a home night, for its form."""
    if refused is not None and refused.act == "night":
        return str(refused.typed.get("day", "")), str(refused.typed.get("clock", ""))
    day, _, clock = ("" if night is None else night.night).partition(" ")
    return day, clock or "20:00"


def _night_words(night: HomeNight | None) -> str:
    """An evening in words, such as "Wednesday 19:30 (Europe/Berlin)"; "" for none."""
    if night is None:
        return ""
    day, _, clock = night.night.partition(" ")
    return f"{DAY_NAMES.get(day, day)} {clock} ({night.zone.replace('_', ' ')})"
