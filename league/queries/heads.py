"""Published heads: the link a journal ended with when a match was settled, a round closed, an entry amended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery

from league.models import Entry, Season
from league.queries.seasons import seasons

PUBLISHED_AT = ("settle_match", "close_round", "close_season", "amend")
"""The entries whose link is worth copying down: after each of them something is over. None of them is ever sealed."""


@dataclass(frozen=True, slots=True)
class Head:
    """A link of a chain: whoever copied `number` and `hash` can tell later whether the journal up to it still is."""

    number: int
    hash: str
    at: datetime
    command: str
    subjects: tuple[str, ...]


def ends(league: str) -> list[tuple[Season, datetime | None]]:
    """The seasons of a league, the newest first and rehearsals left out, each with the time of its last entry."""
    rows = seasons(league).defer("secret")
    last = Entry.objects.filter(season=OuterRef("pk"), number=OuterRef("length")).values("at")[:1]
    return [(row, row.last_at) for row in rows.annotate(last_at=Subquery(last))]


def published_heads(league: str) -> dict[str, list[Head]]:
    """The published heads of a league's seasons by the season's id, the latest first.

    The last entry's is not among them unless something was over with it.
    """
    played = Entry.objects.filter(season__league_id=league, season__forked_from="")
    entries = played.filter(command__in=PUBLISHED_AT).order_by("-number")
    heads: dict[str, list[Head]] = {}
    for season, number, link, at, command, subjects in entries.values_list(
        "season_id", "number", "hash", "at", "command", "subjects"
    ):
        heads.setdefault(season, []).append(Head(number, link, at, command, tuple(subjects)))
    return heads
