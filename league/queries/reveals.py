"""The reveals of a season's rounds: when the matches that the site plays are played and shown, all together."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet

from league.models import Match, Reveal

DAY_NAMES = {
    "MON": "Monday",
    "TUE": "Tuesday",
    "WED": "Wednesday",
    "THU": "Thursday",
    "FRI": "Friday",
    "SAT": "Saturday",
    "SUN": "Sunday",
}
"""The days of the week by the words that stand for them in a stored night."""
WEEKDAYS = tuple(DAY_NAMES)
"""The days of the week as a standing reveal names them."""
STANDING_REVEAL = re.compile(rf"({'|'.join(WEEKDAYS)}) ([01][0-9]|2[0-3]):[0-5][0-9]")
"""How a standing reveal is written: `SAT 20:00`, in the league's time."""
UNPLAYED_STEPS = ("M2", "M3", "M4")
"""The steps of a match of which nothing has been played yet."""


def reveals_of(season: str) -> QuerySet[Reveal]:
    """The reveals of a season, past ones included, by round."""
    return Reveal.objects.filter(season_id=season).order_by("number")


def reveal_of(season: str, number: int) -> Reveal | None:
    """The reveal of one round, None if it has none."""
    return Reveal.objects.filter(season_id=season, number=number).first()


def rounds_held_back(season: str, *, at: datetime) -> frozenset[int]:
    """The numbers of the rounds whose reveal has not come at that time: none of their matches may be played here."""
    return frozenset(Reveal.objects.filter(season_id=season, at__gt=at).values_list("number", flat=True))


def is_held_back(season: str, match: str, *, at: datetime) -> bool:
    """Whether the reveal of that match's round has not come at that time; `match` is its short id."""
    return Match.objects.filter(pk=f"{season}/{match}", round__number__in=rounds_held_back(season, at=at)).exists()


def matches_played_here(season: str, number: int) -> QuerySet[Match]:
    """The matches of a round that the site plays, void ones left out, in playing order."""
    found = Match.objects.filter(season_id=season, round__number=number).exclude(ruleset="").exclude(step="void")
    return found.order_by("place", "pk")


def first_unplayed(matches: Collection[Match]) -> Match | None:
    """The first of these matches that has no result yet."""
    return next((match for match in matches if match.step in UNPLAYED_STEPS), None)
