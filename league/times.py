"""How a time is written for a reader: in their zone, with the league's beside it; and which zones may be chosen."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from rules.core.refusals import Malformed

AREAS = frozenset(
    {
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    }
)
"""The first parts of the names of places. Others, such as Factory, localtime or Etc/GMT+5, are no place's time."""
UTC_ZONE = "UTC"
ALIASES = {
    "etc/utc": UTC_ZONE,
    "etc/gmt": UTC_ZONE,
    "gmt": UTC_ZONE,
    "z": UTC_ZONE,
    "zulu": UTC_ZONE,
    "gb": "Europe/London",
    "japan": "Asia/Tokyo",
    "singapore": "Asia/Singapore",
    "us/alaska": "America/Anchorage",
    "us/arizona": "America/Phoenix",
    "us/central": "America/Chicago",
    "us/eastern": "America/New_York",
    "us/hawaii": "Pacific/Honolulu",
    "us/mountain": "America/Denver",
    "us/pacific": "America/Los_Angeles",
}
"""Well-known names outside those areas, in lower case, each with the zone that is stored for it."""
LONGEST_ZONE = 60
"""The most characters of a name."""
SUGGESTIONS = 3
"""How many names like one that is no zone are suggested."""


class ZoneUnknown(Malformed):
    """The time zone is not that of a place, or UTC."""


@cache
def time_zones() -> tuple[str, ...]:
    """The names of the time zones that can be chosen, UTC first and the others sorted."""
    places = (name for name in available_timezones() if "/" in name and name.split("/", 1)[0] in AREAS)
    return (UTC_ZONE, *sorted(places))


def find_zone(name: str) -> str | None:
    """The zone of that name, whatever the case of its letters; None if there is none.

    Old names of places, such as Asia/Calcutta, are zones of their own and stored as they are.
    """
    name = name.strip().replace(" ", "_").lower()
    return ALIASES.get(name) or _zones_by_lower_name().get(name)


def similar_zones(name: str) -> tuple[str, ...]:
    """The names of zones that are most like one that is none: by their city, or as a whole."""
    text = name.strip().replace(" ", "_").lower()
    by_city = {zone.rpartition("/")[2].lower(): zone for zone in time_zones()}
    by_name = _zones_by_lower_name()
    cities = [by_city[city] for city in get_close_matches(text.rpartition("/")[2], by_city, SUGGESTIONS, 0.75)]
    wholes = [by_name[zone] for zone in get_close_matches(text, by_name, SUGGESTIONS, 0.75)]
    return tuple(dict.fromkeys([*cities, *wholes]))[:SUGGESTIONS]


def unknown_zone_words(name: str) -> str:
    """The sentence that refuses a name that is no zone, with names like it."""
    similar = similar_zones(name[:LONGEST_ZONE])
    hint = (
        f"did you mean {' or '.join(similar)}?"
        if similar
        else "name an area and a city such as Europe/Berlin, or UTC."
    )
    return f"There is no time zone {name[:LONGEST_ZONE]!r}: {hint}"


@cache
def _zones_by_lower_name() -> dict[str, str]:
    return {zone.lower(): zone for zone in time_zones()}


DAY, CLOCK, EXACT, DEADLINE = "day", "clock", "exact", "deadline"
"""The styles of a time besides day and minute: a day, a time of day and a moment with seconds, and a deadline."""
IN_THE_LEAGUE = "in the league"


@dataclass(frozen=True, slots=True)
class Zones:
    """The zone that a reader chose, empty if none, and that of the league, empty outside one."""

    reader: str = ""
    league: str = ""

    @property
    def display_zone(self) -> str:
        """The zone in which times are written."""
        return self.reader or self.league or UTC_ZONE


ZONES_OF_REQUEST: ContextVar[Callable[[], Zones] | None] = ContextVar("zones_of_request", default=None)
"""Finds the zones of the request that is being answered; they are looked up when the first time is written."""


def current_zones() -> Zones:
    """The zones of the request that is being answered; neither outside a request."""
    find = ZONES_OF_REQUEST.get()
    return Zones() if find is None else find()


def league_zone(league: Any) -> str:
    """The zone of a league by the calendar that was loaded with it; empty without a league or a calendar."""
    calendar = getattr(league, "calendar", None)
    return "" if calendar is None else str(calendar.time_zone)


def write_time(at: datetime, zones: Zones, style: str = "") -> str:
    """A time in the reader's zone, and in the league's beside it where its clock shows another time.

    `24 Nov 2026, 14:00 EST (20:00 CET)`, or for a deadline `Tue 24 Nov 14:00 EST (20:00 CET in the league)`. A day
    alone and a time of day alone have nothing beside them.
    """
    own = format_time(at, zones.display_zone, style)
    beside = league_time_beside(at, zones, style)
    return f"{own} ({beside})" if beside else own


def format_time(at: datetime, zone: str, style: str = "") -> str:
    """A time in one zone: `24 Nov 2026, 20:00 CET`, `Tue 24 Nov 20:00 CET`, `24 Nov 2026` or `20:00:05 CET`."""
    local = at.astimezone(load_zone(zone))
    day = f"{local.day} {local:%b %Y}"
    if style == DAY:
        return day
    clock = f"{local:%H:%M:%S}" if style in {CLOCK, EXACT} else f"{local:%H:%M}"
    clock = f"{clock} {_zone_name(local)}"
    if style == DEADLINE:
        return f"{local:%a} {local.day} {local:%b} {clock}"
    return clock if style == CLOCK else f"{day}, {clock}"


def league_time_beside(at: datetime, zones: Zones, style: str) -> str:
    """The time in the league's zone, with its day where that is another; empty where both clocks show the same."""
    if not zones.league or style in {DAY, CLOCK}:
        return ""
    own, theirs = at.astimezone(load_zone(zones.display_zone)), at.astimezone(load_zone(zones.league))
    if own.replace(tzinfo=None) == theirs.replace(tzinfo=None):
        return ""
    clock = f"{theirs:%H:%M} {_zone_name(theirs)}"
    if own.date() != theirs.date():
        day = f"{theirs:%a} {theirs.day} {theirs:%b}" if style == DEADLINE else f"{theirs.day} {theirs:%b %Y},"
        clock = f"{day} {clock}"
    return f"{clock} {IN_THE_LEAGUE}" if style == DEADLINE else clock


def from_local_time(local: datetime, zone: str, *, seen: datetime | None = None) -> datetime:
    """The moment that a form's day and time mean in a zone.

    A time that the clocks skip is as much later. One that they show twice is the first, unless the form had been
    filled in with the second, which is `seen`.
    """
    moment = local.replace(tzinfo=load_zone(zone), fold=0)
    second = local.replace(tzinfo=load_zone(zone), fold=1)
    return (second if seen is not None and second.timestamp() == seen.timestamp() else moment).astimezone(UTC)


def clock_change_note(local: datetime, zone: str, moment: datetime) -> str:
    """What a form's day and time was read as, where a change of the clocks skips or repeats it; else empty."""
    loaded = load_zone(zone)
    first, second = local.replace(tzinfo=loaded, fold=0), local.replace(tzinfo=loaded, fold=1)
    if first.utcoffset() == second.utcoffset():
        return ""
    understood = format_time(moment, zone, DEADLINE)
    if moment.astimezone(loaded).replace(tzinfo=None, fold=0) != local.replace(fold=0):
        return f"The clocks skip {local:%H:%M} that day, so it was read as {understood}."
    which = "second" if moment.timestamp() == second.timestamp() else "first"
    return f"The clocks show {local:%H:%M} twice that day. The {which} one was taken, {understood}."


@cache
def load_zone(name: str) -> ZoneInfo:
    """The zone of that name; UTC for one that no longer exists."""
    try:
        return ZoneInfo(name or UTC_ZONE)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(UTC_ZONE)


def _zone_name(local: datetime) -> str:
    """The short name of a zone at that time, `UTC+14` or `UTC+5:45` for one that has none."""
    name = local.tzname() or UTC_ZONE
    if name[0] not in "+-":
        return name
    minutes = name[3:5]
    return f"UTC{name[0]}{int(name[1:3])}" + (f":{minutes}" if minutes and minutes != "00" else "")
