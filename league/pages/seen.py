"""What a visitor had seen of a season when he came last: kept in a cookie of his browser, so that no page writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import BadSignature, dumps, loads

from league.models import Season

COOKIE, SALT = "seen", "league.seen"
KEPT = timedelta(days=365)
VISIT = timedelta(minutes=30)
"""Who stays away for longer than that comes anew."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Of the season of that name: the last entry there was when the visit `before` this one ended, and is `now`.

    `at` is when he looked last, in seconds.
    """

    season: str
    before: int
    now: int
    at: int

    def looked(self, season: Season, *, at: datetime) -> Seen:
        """The same after he looked at the season's page at that moment."""
        moment = int(at.timestamp())
        if self.season != season.name:
            return Seen(season.name, season.length, season.length, moment)
        before = self.now if moment - self.at > VISIT.total_seconds() else self.before
        return Seen(self.season, before, season.length, moment)


NEVER = Seen("", 0, 0, 0)


@dataclass(frozen=True, slots=True)
class New:
    """What is new to a visitor: all entries after number `after`, and how many they are."""

    after: int
    count: int


def seen_before(seen: Seen | None, season: Season) -> New | None:
    """What is new to whoever had `seen` that much; None where it is not known, or nothing is new."""
    if seen is None or seen.season != season.name or not 0 <= seen.before < season.length:
        return None
    return New(seen.before, season.length - seen.before)


def read_cookie(text: str) -> Seen:
    """What a cookie says; `NEVER` for one that is not ours."""
    try:
        season, *numbers = loads(text, salt=SALT)
        before, now, at = (int(each) for each in numbers)
    except (BadSignature, ValueError, TypeError):
        return NEVER
    return Seen(str(season), before, now, at)


def write_cookie(seen: Seen) -> str:
    """The same for a cookie."""
    return dumps([seen.season, seen.before, seen.now, seen.at], salt=SALT)
