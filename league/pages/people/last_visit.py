"""What a visitor had seen of a season at their last visit, kept in a cookie so that reading a page writes no rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import BadSignature, dumps, loads

from league.models import Season

COOKIE_NAME, SALT = "seen", "league.seen"
COOKIE_AGE = timedelta(days=365)
VISIT_LENGTH = timedelta(minutes=30)
"""After this long without a request, the next one counts as a new visit."""


@dataclass(frozen=True, slots=True)
class LastVisit:
    """How far a visitor has seen the season of that name.

    `before` is the number of the season's last entry when their previous visit ended, `now` the one they have seen
    since. `at` is the Unix time of their last look, in seconds.
    """

    season: str
    before: int
    now: int
    at: int

    def after_visit(self, season: Season, *, at: datetime) -> LastVisit:
        """The visit after another look at the season's page at that time."""
        moment = int(at.timestamp())
        if self.season != season.name:
            return LastVisit(season.name, season.length, season.length, moment)
        before = self.now if moment - self.at > VISIT_LENGTH.total_seconds() else self.before
        return LastVisit(self.season, before, season.length, moment)


NEVER_VISITED = LastVisit("", 0, 0, 0)


@dataclass(frozen=True, slots=True)
class NewEntries:
    """The entries that are new to a visitor: all after number `after`; `count` is how many."""

    after: int
    count: int


def entries_since_visit(visit: LastVisit | None, season: Season) -> NewEntries | None:
    """What is new since the previous visit; None if that is unknown or nothing is new."""
    if visit is None or visit.season != season.name or not 0 <= visit.before < season.length:
        return None
    return NewEntries(visit.before, season.length - visit.before)


def read_cookie(text: str) -> LastVisit:
    """The visit in a cookie; `NEVER_VISITED` if the cookie is not validly signed."""
    try:
        season, *numbers = loads(text, salt=SALT)
        before, now, at = (int(number) for number in numbers)
    except (BadSignature, ValueError, TypeError):
        return NEVER_VISITED
    return LastVisit(str(season), before, now, at)


def write_cookie(visit: LastVisit) -> str:
    """The signed cookie text of a visit."""
    return dumps([visit.season, visit.before, visit.now, visit.at], salt=SALT)
