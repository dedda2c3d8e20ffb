"""The time zones that may be chosen, for a league or a person: those of places, such as Europe/Berlin, and UTC."""

from __future__ import annotations

from difflib import get_close_matches
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
