"""The secrets of a season: the one its dice come from, and earlier ones where it took a fresh one (HOUSE-010).

An entry is salted by the secret in force when it was written. For a path it depends on when it first fell: all dice
of a match come from the secret it was announced under, and any other path keeps the one that threw it first.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
from django.db.models import QuerySet

from league.models import Entry, Season
from league.queries.season_leaves import has_leaves, root_of
from rules.campaign.commissioner.fresh_dice import SECRET_PATTERN, RenewSecret
from rules.campaign.core.command import tag_of
from rules.core.dice import KeyRing, secret_hash

RENEW_SECRET_TAG = tag_of(RenewSecret)
MOST_SEASONS_CACHED = 16


@dataclass(frozen=True, slots=True)
class Renewal:
    """A season took a fresh secret at that entry: the one before it, and the hash of the one after."""

    number: int
    earlier: bytes
    secret_hash: str


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secrets of a season as it is now."""

    current: bytes
    renewals: tuple[Renewal, ...] = ()
    earlier: Mapping[str, bytes] = field(default_factory=dict)
    """The secret of what fell before a fresh one was taken: of matches by id, of other paths by the path itself."""

    def at(self, number: int) -> bytes:
        """The secret that was in force when that entry was written."""
        return next((renewal.earlier for renewal in self.renewals if number < renewal.number), self.current)

    def own_key(self, name: str, *, at: int) -> bytes:
        """The key of that name from the secret in force at an entry."""
        return KeyRing(self.at(at)).derive_key(name)

    def of_match(self, match: str) -> bytes:
        """The secret that the dice of a match come from, by its short id."""
        return self.earlier.get(match, self.current)

    def ring(self, words: Mapping[str, str]) -> KeyRing:
        """The keys of the season, with the words of its matches."""
        return KeyRing(self.current, words, self.earlier)


def secrets_of(row: Season) -> Secrets:
    """The secrets of a season. No query is made for one that has only ever had one.

    Those of a season with leaves make its salts and no dice.
    """
    current = bytes.fromhex(row.secret)
    if has_leaves(row):
        salts = [(int(seed["since"]), bytes.fromhex(seed["salts"])) for seed in row.seeds]
        later = pairwise(salts)
        return Secrets(current, tuple(Renewal(since, earlier, "") for (_, earlier), (since, _) in later))
    if secret_hash(current) == row.secret_hash:
        return Secrets(current)
    renewing = list(_renewing(row).order_by("number"))
    renewals = tuple(_renewal(entry) for entry in renewing)
    earlier: dict[str, bytes] = {}
    for entry, renewal in zip(renewing, renewals, strict=True):
        for path in _fallen_before(row.pk, entry.number, entry.hash):
            earlier.setdefault(path, renewal.earlier)
    return Secrets(current, renewals, earlier)


def ring_of(row: Season, words: Mapping[str, str]) -> KeyRing:
    """The keys that a season throws with, with the words of its matches."""
    return secrets_of(row).ring(words)


def published_commitment(row: Season, match: str = "") -> str:
    """The published commitment of a season's dice now, or of a match's, by its short id.

    It is the hash of a secret, or the root over leaves.
    """
    if has_leaves(row):
        match_leaf = row.match_leaves.get(match)
        return str(row.roots[root_of(match_leaf["leaf"]) if match_leaf else -1])
    return secret_hash(secrets_of(row).of_match(match) if match else bytes.fromhex(row.secret))


def _renewing(row: Season) -> QuerySet[Entry]:
    return Entry.objects.filter(season=row, command=RENEW_SECRET_TAG)


def _renewal(entry: Entry) -> Renewal:
    command = _read(entry.body)["command"]
    earlier = str(command.get("earlier_secret"))
    known = bytes.fromhex(earlier) if SECRET_PATTERN.fullmatch(earlier) else b""  # of an entry that does not verify
    return Renewal(entry.number, known, str(command.get("secret_hash")))


@lru_cache(maxsize=MOST_SEASONS_CACHED)
def _fallen_before(season: str, number: int, _hash: str) -> frozenset[str]:
    """The matches announced before an entry, and every other path that had fallen; its hash is only the cache key."""
    matches, paths = set[str](), set[str]()
    entries = Entry.objects.filter(season=season, number__lt=number).order_by("number")
    for body in entries.values_list("body", flat=True).iterator(chunk_size=200):
        for part in _parts(_read(body)):
            matches |= {fact["match"] for fact in part.get("facts", ()) if fact["kind"] == "match_announced"}
            paths |= {roll["path"] for roll in part.get("rolls", ())}
    return frozenset(matches | {path for path in paths if path.partition("/")[0] not in matches})


def _read(body: bytes | memoryview) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(zlib.decompress(bytes(body)))
    return read


def _parts(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The contents of an entry and, if it is an amend, of the entries it changed."""
    yield body
    yield from ((body.get("amended") or {}).get("retold") or {}).values()
