"""Seasons with awaited dice for tests, in which the beacon is a chain of the tests' own."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from journal.dice.throw_awaited import close_hashes, throw_by_round, throw_by_words
from journal.writer import BatchResult
from league.models import AwaitedWords, Season
from league.queries.season_leaves import BEACON, BEACON_LIVE, REVEAL, Seeds
from tests.beacon.chain import signature_of

if TYPE_CHECKING:
    from tests.league.small_league import Table

AWAITING = {dice: Seeds(leaves=b"\x07" * 32, salts=b"\x08" * 32, dice=dice) for dice in (BEACON, BEACON_LIVE, REVEAL)}
"""The seeds of a season, by what its dice wait for."""


def words_of(handle: str, number: int) -> str:
    """The words that a member of these leagues gives for an entry that awaits dice."""
    return hashlib.sha256(f"{handle}|{number}".encode()).hexdigest()


def let_fall(season: str, number: int, *, at: datetime, revealing: tuple[str, ...] = ()) -> BatchResult | None:
    """Let the dice of a waiting entry fall at the earliest time; the members in `revealing` reveal their words."""
    row = Season.objects.get(pk=season)
    item = next(wait for wait in row.awaited if wait["entry"] == number)
    due = max(at, datetime.fromisoformat(item["due"]))
    if item["round"]:
        return throw_by_round(season, number, signature=signature_of(item["round"]), at=due)
    for handle in revealing:
        words = words_of(handle, number)
        hashed = hashlib.sha256(words.encode()).hexdigest()
        AwaitedWords.objects.create(season=row, entry=number, handle=handle, hash=hashed)
    close_hashes(season, number, at=due)
    for handle in revealing:
        AwaitedWords.objects.filter(season=row, entry=number, handle=handle).update(words=words_of(handle, number))
    return throw_by_words(season, number, at=due + timedelta(seconds=1))


def all_fall(table: Table) -> None:
    """Let all dice fall that the season awaits, in order, including those awaited afterwards."""
    while awaited := table.row.awaited:
        owners = tuple(table.handle(franchise) for franchise in table.franchises)
        let_fall(table.season, awaited[0]["entry"], at=table.now, revealing=owners)
