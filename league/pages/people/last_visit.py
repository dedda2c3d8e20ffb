"""What a visitor had seen of a season when they came last: kept in a cookie, so that no page writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import BadSignature, dumps, loads

from league.models import Season

COOKIE_NAME, SALT = "seen", "league.seen"
COOKIE_AGE = timedelta(days=365)
VISIT_LENGTH = timedelta(minutes=30)
"""Who stays away for longer than that comes anew."""


@dataclass(frozen=True, slots=True)
class LastVisit:
    """Of the season of that name: the last entry there was when the visit `before` this one ended, and is `now`.

    `at` is when they looked last, in seconds.
    """

    season: str
    before: int
    now: int
    at: int

    def after_visit(self, season: Season, *, at: datetime) -> LastVisit:
        """The same after they looked at the season's page at that moment."""
        moment = int(at.timestamp())
        if self.season != season.name:
            return LastVisit(season.name, season.length, season.length, moment)
        before = self.now if moment - self.at > VISIT_LENGTH.total_seconds() else self.before
        return LastVisit(self.season, before, season.length, moment)


NEVER_VISITED = LastVisit("", 0, 0, 0)


@dataclass(frozen=True, slots=True)
class NewEntries:
    """What is new to a visitor: all entries after number `after`, and how many they are."""

    after: int
    count: int


def entries_since_visit(seen: LastVisit | None, season: Season) -> NewEntries | None:
    """What is new to whoever had `seen` that much; None where it is not known, or nothing is new."""
    if seen is None or seen.season != season.name or not 0 <= seen.before < season.length:
        return None
    return NewEntries(seen.before, season.length - seen.before)


def read_cookie(text: str) -> LastVisit:
    """What a cookie says; `NEVER_VISITED` for one that is not ours."""
    try:
        season, *numbers = loads(text, salt=SALT)
        before, now, at = (int(number) for number in numbers)
    except (BadSignature, ValueError, TypeError):
        return NEVER_VISITED
    return LastVisit(str(season), before, now, at)


def write_cookie(seen: LastVisit) -> str:
    """The same for a cookie."""
    return dumps([seen.season, seen.before, seen.now, seen.at], salt=SALT)
