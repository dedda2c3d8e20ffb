"""What an import checks of a league: names, times of matches, nights of the week, time zones.

An export can be edited by hand, and no journal has the names that things have now. Names that are too alike are
imported: the league had them. The database takes any times, also those that pages and the clock could not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from league.queries.match_times import STANDING_REVEAL
from rules.campaign.core.names import clean_legible_name
from rules.core.refusals import Malformed

LONGEST_IMPORTED = 120
"""The most characters of a name of any kind: as many as the tables hold."""


def refuse_illegible(names: Iterable[str], *, thing: str, empty: bool = False) -> None:
    """Raise `Malformed` for a name that is too long or has something in it that cannot be seen.

    With `empty` an empty one is accepted, for things that need no name.
    """
    for name in names:
        if not (name.strip() or (empty and not name)):
            raise Malformed(f"The export has a {thing} without a name: export the league again.")
        try:
            clean_legible_name(name, thing=f"name of a {thing}", longest=LONGEST_IMPORTED)
        except Malformed:
            raise Malformed(
                f"The name {name[:40]!r} of a {thing} in this export is longer than {LONGEST_IMPORTED} characters, "
                "or has marks in it that nobody can see: export the league again."
            ) from None


Statement = tuple[Literal["absent", "played_later"], str]
"""What a team says of a meeting that was missed, and of which team."""


def refuse_improper_appointment(row: Mapping[str, Any]) -> None:
    """Raise `Malformed` unless the sides of an appointment, those awaited, and what they said can be read."""
    _convert(row.get("sides", []), list[str], "sides")
    _convert(row.get("awaited", []), list[str], "awaited sides")
    _convert(row.get("said", {}), dict[str, Statement], "statements")


def refuse_improper_proposal(row: Mapping[str, Any]) -> None:
    """Raise `Malformed` unless the zone of a proposed time is known and those who accepted it can be read."""
    _convert(row.get("accepted", []), list[str], "accepting sides")
    _refuse_unknown_zone(row)


def refuse_improper_night(row: Mapping[str, Any]) -> None:
    """Raise `Malformed` unless a home night is a day and a time in a zone that is known here."""
    night = row.get("night")
    if not (isinstance(night, str) and STANDING_REVEAL.fullmatch(night)):
        raise Malformed(f"{str(night)[:40]!r} is no day and time such as WED 19:30")
    _refuse_unknown_zone(row)


def _convert(value: object, kind: Any, called: str) -> None:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise Malformed(f"the {called} of an appointment cannot be read ({error})") from None


def _refuse_unknown_zone(row: Mapping[str, Any]) -> None:
    zone = row.get("zone")
    try:
        if not isinstance(zone, str):
            raise ValueError
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Malformed(f"the time zone {str(zone)[:40]!r} is not known here") from None
