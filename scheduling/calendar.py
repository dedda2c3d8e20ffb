"""How a league keeps time: its zone, the hours of each step, and the deadline of a window that opens now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction

from league.access import NotYours, refuse_read_only
from league.membership import runs_league
from league.models import Calendar, League, LeagueLog, Membership
from league.queries.match_times import STANDING_REVEAL, WEEKDAYS
from league.times import DEADLINE, ZoneUnknown, find_zone, format_time, unknown_zone_words
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.match.report import EVIDENCE

DEFAULT_HOURS = {
    "S1": 72,
    "S2": 48,
    "S3": 48,
    "M3": 48,
    "M4": 72,
    "M5.4": 24,
    "M5.10": 48,
    "E4": 48,
    "E5": 48,
    "E6": 12,
    "E7": 24,
    "E8": 12,
}
"""The default hours by the step that waits; each turn of the draft and of the pool has that many."""
LONGEST_WINDOW_HOURS = 2160
LONGEST_REMINDER_HOURS = 720
DAY_END = time(20, 0)
"""When whole days end, in the league's own time."""
HOURS_PER_DAY = 24
NEVER_ACCEPT = -1
"""The number of hours that means: never accept automatically a report that the teams agree on."""
LONGEST_APPEAL_HOURS = 720
LONGEST_MISSED_HOURS = 720
ANY_EVIDENCE = "any"
"""The least evidence of a league that takes any report, however it is proven."""
RESULT_SOURCES = tuple(Calendar.Results.values)


class StepUnknown(Malformed):
    """Hours were set for a step at which nobody is awaited."""


class HoursImproper(Malformed):
    """The hours are not a whole number in the range that is accepted."""


class ResultsUnknown(Malformed):
    """The setting for who reports matches has an unknown value."""


class EvidenceUnasked(Malformed):
    """The league requires a grade of evidence that does not exist."""


class RevealUnknown(Malformed):
    """The standing time of reveals is no day of the week with a time of day."""


class NoCalendar(Refusal):
    """The league has no calendar, so it has no deadlines."""


def calendar_of(league: str) -> Calendar:
    """The calendar of a league, by id; an unsaved default one if none was set."""
    return Calendar.objects.filter(pk=league).first() or Calendar(league_id=league)


@transaction.atomic
def set_calendar(
    *,
    league: str,
    member: Membership,
    at: datetime,
    time_zone: str | None = None,
    hours: Mapping[str, int | None] | None = None,
    unattended: bool | None = None,
    results: str | None = None,
    reminder_hours: int | None = None,
    agreed_hours: int | None = None,
    least_evidence: str | None = None,
    appeal_hours: int | None = None,
    missed_hours: int | None = None,
    standing_reveal: str | None = None,
) -> Calendar:
    """Set the fields that are passed, keep the rest; hours of None restore the default. Open windows keep their time.

    `agreed_hours` of -1 leaves a report that the teams agree on to the commissioner again; `least_evidence` is a
    grade, or `any`; `appeal_hours` of 0 allows no appeals, `missed_hours` of 0 never calls a match missed;
    `standing_reveal` is a day and a time such as `SAT 20:00`, when every round that is announced from then on is
    revealed, or empty for none.

    Raises `Unknown`, `NotYours` for a member who is no commissioner there, `ZoneUnknown`, `StepUnknown`,
    `HoursImproper`, `ResultsUnknown`, `EvidenceUnasked` or `RevealUnknown`.
    """
    row = League.objects.select_for_update().filter(pk=league).first()
    if row is None:
        raise Unknown(f"There is no league {league[:80]!r}: name one that is.")
    refuse_read_only(row)
    refuse_clock_control(league, member)
    calendar = calendar_of(league)
    set_now = change_calendar(
        calendar,
        time_zone=time_zone,
        hours=hours,
        unattended=unattended,
        results=results,
        reminder_hours=reminder_hours,
        agreed_hours=agreed_hours,
        least_evidence=least_evidence,
        appeal_hours=appeal_hours,
        missed_hours=missed_hours,
        standing_reveal=standing_reveal,
    )
    calendar.updated_at, calendar.updated_by = at, member.handle
    calendar.save()
    LeagueLog.objects.create(
        league_id=league, at=at, actor=member.handle, what="calendar", subject=", ".join(set_now)[:250]
    )
    return calendar


def change_calendar(
    calendar: Calendar,
    *,
    time_zone: str | None = None,
    hours: Mapping[str, int | None] | None = None,
    unattended: bool | None = None,
    results: str | None = None,
    reminder_hours: int | None = None,
    agreed_hours: int | None = None,
    least_evidence: str | None = None,
    appeal_hours: int | None = None,
    missed_hours: int | None = None,
    standing_reveal: str | None = None,
) -> list[str]:
    """Set the fields that are passed, as `set_calendar` does, without saving; return what was set, in words.

    Raises `ZoneUnknown`, `StepUnknown`, `HoursImproper`, `ResultsUnknown`, `EvidenceUnasked` or `RevealUnknown`.
    """
    set_now: list[str] = []
    if time_zone is not None:
        calendar.time_zone = clean_zone(time_zone)
        set_now.append(f"zone {calendar.time_zone}")
    for step, new_hours in sorted((hours or {}).items()):
        _set_hours(calendar, step, new_hours)
        set_now.append(f"{step} {step_hours(calendar, step)} h")
    if unattended is not None:
        calendar.unattended = unattended
        set_now.append("unattended" if unattended else "attended")
    if results is not None:
        if results not in RESULT_SOURCES:
            raise ResultsUnknown(f"Results cannot be {results[:40]!r}: use {' or '.join(RESULT_SOURCES)}.")
        calendar.results = results
        set_now.append(f"results {results}")
    if reminder_hours is not None:
        calendar.reminder_hours = _validate_hours(
            reminder_hours, "A reminder", lowest=0, highest=LONGEST_REMINDER_HOURS
        )
        set_now.append(f"reminders {reminder_hours} h before")
    if agreed_hours is not None:
        calendar.agreed_hours = _clean_agreed_hours(agreed_hours)
        text = "left to the commissioner" if agreed_hours < 0 else f"accepted after {agreed_hours} h"
        set_now.append(f"agreed reports {text}")
    if least_evidence is not None:
        calendar.least_evidence = _clean_evidence(least_evidence)
        set_now.append(f"evidence {least_evidence}")
    if appeal_hours is not None:
        calendar.appeal_hours = _validate_hours(appeal_hours, "An appeal", lowest=0, highest=LONGEST_APPEAL_HOURS)
        set_now.append(f"appeals within {appeal_hours} h")
    set_now += _set_missed_hours(calendar, missed_hours)
    if standing_reveal is not None:
        calendar.standing_reveal = _clean_reveal(standing_reveal)
        set_now.append(f"reveals {calendar.standing_reveal or 'at no set time'}")
    return set_now


def refuse_clock_control(league: str, member: Membership) -> None:
    """Raise `NotYours` unless that membership runs the league by now, whatever it was when it was read."""
    if not runs_league(league, member):
        raise NotYours(f"The calendar of {league} and its windows are for its commissioners: ask one.")


def step_hours(calendar: Calendar, step: str) -> int:
    """How many hours a step has. Raises `KeyError` for a step at which nobody is awaited."""
    hours: int = calendar.hours.get(step, DEFAULT_HOURS[step])
    return hours


def deadline(calendar: Calendar, *, opened_at: datetime, hours: int) -> datetime:
    """The deadline of a window that opens then and lasts that many hours.

    Whole days end at 20:00 league time on the last day, on either side of a change of the clocks. Other hours are
    counted as they pass, and so are all hours where `CLOCK_SPEED` is not 1.
    """
    if settings.CLOCK_SPEED != 1 or hours % HOURS_PER_DAY:
        return opened_at + timedelta(hours=hours / settings.CLOCK_SPEED)
    last = opened_at.astimezone(zone_of(calendar)).date() + timedelta(days=hours // HOURS_PER_DAY)
    return datetime.combine(last, DAY_END, tzinfo=zone_of(calendar)).astimezone(opened_at.tzinfo)


def zone_of(calendar: Calendar) -> ZoneInfo:
    """The league's time zone."""
    return ZoneInfo(calendar.time_zone)


def format_local_time(calendar: Calendar, at: datetime) -> str:
    """A moment as members read it: `Tue 24 Nov 20:00 CET`."""
    return format_time(at, calendar.time_zone, DEADLINE)


def time_arguments(calendar: Calendar, at: datetime, name: str = "until") -> dict[str, str]:
    """The arguments of a notice for a time: its words in the league's zone, and the moment itself for each reader."""
    return {name: format_local_time(calendar, at), f"{name}_at": at.astimezone(UTC).isoformat()}


def _set_hours(calendar: Calendar, step: str, new_hours: int | None) -> None:
    if step not in DEFAULT_HOURS:
        raise StepUnknown(f"Nobody is awaited at {step[:20]!r}: give hours to {', '.join(DEFAULT_HOURS)}.")
    all_hours: dict[str, Any] = {name: hours for name, hours in calendar.hours.items() if name != step}
    if new_hours is not None:
        all_hours[step] = _validate_hours(new_hours, step, lowest=1, highest=LONGEST_WINDOW_HOURS)
    calendar.hours = all_hours


def _set_missed_hours(calendar: Calendar, hours: int | None) -> list[str]:
    """Set after how many hours a match counts as missed, and say so; nothing for None."""
    if hours is None:
        return []
    calendar.missed_hours = _validate_hours(hours, "A missed match", lowest=0, highest=LONGEST_MISSED_HOURS)
    return [f"matches missed after {hours} h"]


def _validate_hours(hours: int, thing: str, *, lowest: int, highest: int) -> int:
    if isinstance(hours, bool) or not isinstance(hours, int) or not lowest <= hours <= highest:
        raise HoursImproper(f"{thing} cannot have {str(hours)[:20]} hours: give {lowest} to {highest}, whole.")
    return hours


def _clean_agreed_hours(hours: int) -> int | None:
    if hours == NEVER_ACCEPT:
        return None
    return _validate_hours(hours, "An agreed report", lowest=0, highest=LONGEST_REMINDER_HOURS)


def _clean_evidence(grade: str) -> str:
    if grade != ANY_EVIDENCE and grade not in EVIDENCE:
        raise EvidenceUnasked(
            f"No report is proven by {grade[:40]!r}: ask for {', '.join((ANY_EVIDENCE, *EVIDENCE))}."
        )
    return "" if grade == ANY_EVIDENCE else grade


def standing_reveal_after(calendar: Calendar, moment: datetime) -> datetime | None:
    """The first standing reveal at that moment or later, in the league's time; None if none is set.

    At a time that a change of the clocks skips, it is as much later.
    """
    if not calendar.standing_reveal:
        return None
    day, _, clock = calendar.standing_reveal.partition(" ")
    local = moment.astimezone(zone_of(calendar))
    date = local.date() + timedelta(days=(WEEKDAYS.index(day) - local.weekday()) % len(WEEKDAYS))
    found = datetime.combine(date, time.fromisoformat(clock), tzinfo=zone_of(calendar)).astimezone(UTC)
    if found < moment:
        week_later = date + timedelta(days=len(WEEKDAYS))
        found = datetime.combine(week_later, time.fromisoformat(clock), tzinfo=zone_of(calendar)).astimezone(UTC)
    return found


def _clean_reveal(text: str) -> str:
    if text and not STANDING_REVEAL.fullmatch(text):
        raise RevealUnknown(f"Rounds cannot be revealed at {text[:20]!r}: name a day and a time such as SAT 20:00.")
    return text


def clean_zone(name: str) -> str:
    """A time zone by its name. Raises `ZoneUnknown`."""
    zone = find_zone(name)
    if zone is None:
        raise ZoneUnknown(unknown_zone_words(name))
    return zone
