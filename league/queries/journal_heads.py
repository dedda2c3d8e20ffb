"""Heads of journals: the newest, and those published when a match was settled, a round closed, an entry amended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from league.models import Entry, Season
from league.queries.seasons import seasons

PUBLISHING_COMMANDS = ("settle_match", "close_round", "close_season", "amend")
"""Entries whose hash is worth copying down: each of them concludes something. None of them is ever sealed."""


@dataclass(frozen=True, slots=True)
class Head:
    """A link of a chain: a copy of `number` and `hash` can prove later that the journal up to it is unchanged."""

    number: int
    hash: str
    at: datetime
    command: str
    subjects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewestHead:
    """Where the journal of a season ends now: its last entry's number and hash."""

    season: str
    league: str
    number: int
    hash: str

    @property
    def as_text(self) -> str:
        """The head as people copy it, and as `verify.py --head` takes it."""
        return f"{self.number}:{self.hash}"

    @property
    def verify_command(self) -> str:
        """The command that compares an export of the season with it."""
        return f"python3 verify.py {self.season.replace('/', '.')}.json --head {self.as_text}"


def newest_head(row: Season) -> NewestHead | None:
    """The newest head of a season, from its row; None for a rehearsal, or a season without entries."""
    if row.forked_from or not row.length:
        return None
    return NewestHead(row.pk, row.league_id, row.length, row.head)


def newest_heads(leagues: Iterable[str]) -> dict[str, NewestHead]:
    """The newest heads of all seasons of some leagues by the season's id, the current season of a league first.

    One query; rehearsals and seasons without entries are left out.
    """
    rows = Season.objects.filter(league_id__in=sorted(set(leagues)), forked_from="", length__gt=0)
    ordered = rows.order_by("league_id", "-number", "-opened_at", "-pk")
    return {row[0]: NewestHead(*row) for row in ordered.values_list("pk", "league_id", "length", "head")}


def with_last_entry_time(rows: QuerySet[Season]) -> QuerySet[Any]:
    """The same seasons, each with the time of its last entry as `last_at`."""
    last = Entry.objects.filter(season=OuterRef("pk"), number=OuterRef("length")).values("at")[:1]
    return rows.annotate(last_at=Subquery(last))


def seasons_with_last_entry_time(league: str) -> list[tuple[Season, datetime | None]]:
    """The seasons of a league, the newest first, without rehearsals, each with the time of its last entry."""
    return [(row, row.last_at) for row in with_last_entry_time(seasons(league).defer("secret"))]


def published_heads(league: str) -> dict[str, list[Head]]:
    """The published heads of a league's seasons by the season's id, the latest first.

    The last entry's head is among them only if that entry concluded something.
    """
    played = Entry.objects.filter(season__league_id=league, season__forked_from="")
    entries = played.filter(command__in=PUBLISHING_COMMANDS).order_by("-number")
    heads: dict[str, list[Head]] = {}
    for season, number, link, at, command, subjects in entries.values_list(
        "season_id", "number", "hash", "at", "command", "subjects"
    ):
        heads.setdefault(season, []).append(Head(number, link, at, command, tuple(subjects)))
    return heads
