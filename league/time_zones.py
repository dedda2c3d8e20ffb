"""The time zones that may be chosen, for a league or a person: those of places, such as Europe/Berlin, and UTC."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

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


class ZoneUnknown(Malformed):
    """The time zone is not that of a place, or UTC."""


@cache
def time_zones() -> tuple[str, ...]:
    """The names of the time zones that can be chosen, UTC first and the others sorted."""
    places = (name for name in available_timezones() if "/" in name and name.split("/", 1)[0] in AREAS)
    return (UTC_ZONE, *sorted(places))
