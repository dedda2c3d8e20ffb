"""Times as members type and read them: in their zone, stored in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from league import times
from league.models import Membership
from league.queries.match_times import STANDING_REVEAL, WEEKDAYS
from league.times import load_zone
from rules.core.refusals import Malformed
from scheduling.notices.texts import zones_of_member

EARLIEST_YEAR, LATEST_YEAR = 1970, 2999
"""The years that a time may be in: others cannot be shown in every zone."""


def zone_of(member: Membership) -> ZoneInfo:
    """The zone in which a member types and reads times: the one they chose, else their league's."""
    return load_zone(zones_of_member(member).display_zone)


def write_deadline(at: datetime, member: Membership) -> str:
    """A moment in a sentence to a member: `Tue 24 Nov 14:00 EST (20:00 CET in the league)`."""
    return times.write_time(at, zones_of_member(member), times.DEADLINE)


def parse_local_time(text: str, zone: ZoneInfo) -> tuple[datetime, str]:
    """A time as a form sends it, such as `2026-11-28T20:00`, in UTC, and a note on what it was read as.

    A time that the clocks skip is as much later, of one that they show twice it is the first, and the note says so;
    it is empty for others. Raises `Malformed`.
    """
    try:
        local = datetime.fromisoformat(text.strip())
    except ValueError:
        local = None
    if local is None or local.tzinfo is not None or not EARLIEST_YEAR <= local.year <= LATEST_YEAR:
        raise Malformed("Name each time by its day and its time of day, such as 28 November 2026, 20:00.")
    local = local.replace(second=0, microsecond=0)
    moment = times.from_local_time(local, zone.key)
    return moment, times.clock_change_note(local, zone.key, moment)


def format_time(at: datetime, zone: ZoneInfo) -> str:
    """A moment as members read it: `Tue 24 Nov 20:00 CET`."""
    return times.format_time(at, zone.key, times.DEADLINE)


def clean_night(text: str) -> str:
    """A night such as `WED 19:30`. Raises `Malformed`."""
    if not STANDING_REVEAL.fullmatch(text):
        raise Malformed(f"{text[:20]!r} is no evening: name a day and a time such as WED 19:30.")
    return text


def next_night(night: str, zone: ZoneInfo, *, after: datetime) -> datetime:
    """The first evening such as `WED 19:30` after a moment, in UTC; where the clocks skip it, as much later."""
    day, _, clock = night.partition(" ")
    local = after.astimezone(zone)
    date = local.date() + timedelta(days=(WEEKDAYS.index(day) - local.weekday()) % len(WEEKDAYS))
    for weeks in range(2):
        found = datetime.combine(date + timedelta(weeks=weeks), time.fromisoformat(clock), tzinfo=zone).astimezone(
            UTC
        )
        if found > after:
            return found
    raise AssertionError("an evening comes every week")
