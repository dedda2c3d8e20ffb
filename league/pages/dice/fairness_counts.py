"""Counts of a season's dice: how many rolls there are, what they rest on, and how people affected them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import msgspec
from django.db.models import QuerySet

from journal import entry_body as bodies
from journal.amends.timeline import AMEND_TAG
from league.access import Viewer
from league.models import Entry, Season
from league.queries.entries import readable_by
from rules.campaign.commissioner.fresh_dice import CommitLeaves, RenewSecret
from rules.campaign.core.command import tag_of

STRANGER = Viewer()
"""The reader whose rights are used for the counts, for every viewer."""
COMMIT_LEAVES_TAG, RENEW_SECRET_TAG = tag_of(CommitLeaves), tag_of(RenewSecret)


class _Path(msgspec.Struct):
    path: str


class _DecodedAmendedEntry(msgspec.Struct):
    rolls: list[_Path] = []


class _DecodedAmend(msgspec.Struct):
    retold: dict[str, _DecodedAmendedEntry] = {}
    thrown: list[str] = []
    unapproved: bool = False


class _Faces(msgspec.Struct):
    faces: dict[str, msgspec.Raw] = {}


class _Source(msgspec.Struct):
    words: str = ""
    without: bool = False
    revealed: dict[str, str] | None = None

    @property
    def was_never_revealed(self) -> bool:
        """Whether words were to be revealed and nobody revealed any."""
        return self.revealed is not None and not self.revealed


class _DecodedBody(msgspec.Struct):
    """The part of an entry's body that is counted."""

    rolls: list[_Path] = []
    typed: _Faces = msgspec.field(default_factory=_Faces)
    again: list[str] = []
    amended: _DecodedAmend | None = None
    unapproved: bool = False
    words: str = ""
    match_leaves: dict[str, int] = {}
    source: _Source | None = None

    def fallen_paths(self) -> list[str]:
        """The paths of the rolls that fell in this entry, thrown or entered, one for each roll."""
        if self.amended is None:
            return [roll.path for roll in self.rolls if roll.path not in self.again]
        thrown = frozenset(self.amended.thrown)
        return [
            roll.path for amended in self.amended.retold.values() for roll in amended.rolls if roll.path in thrown
        ]


@dataclass(slots=True)
class Counts:
    """Counts over the entries that everyone may read; `sealed` counts the others.

    `rolls` counts rolls by entries. Of those, `fallen` were decided by the beacon or by revealed words, `without`
    fell without the beacon they awaited, and `nobodys` fell although nobody revealed words. `with_words` fell with
    words, `before_words` before anyone had given any. `matches` took a leaf each when they were locked. `commits` are
    the entries that published further roots, `renewals` those that took a fresh secret.
    """

    rolls: int = 0
    fallen: int = 0
    without: int = 0
    nobodys: int = 0
    with_words: int = 0
    before_words: int = 0
    by_hand: int = 0
    misread: int = 0
    unapproved: int = 0
    matches: int = 0
    matches_with_words: int = 0
    sealed: int = 0
    commits: list[int] = field(default_factory=list)
    renewals: list[int] = field(default_factory=list)

    @property
    def own_rolls(self) -> int:
        """The rolls that the season threw itself."""
        return self.rolls - self.by_hand


def counts_of(row: Season) -> Counts:
    """Count a season's entries, in one query."""
    counts, words_given, entries_read = Counts(), False, 0
    for number, command, body in _open_entries(row).iterator(chunk_size=500):
        entries_read += 1
        entry = msgspec.json.decode(bodies.decompress(body), type=_DecodedBody)
        words_given = words_given or bool(entry.words)
        _count(counts, entry, words_given=words_given)
        if command == COMMIT_LEAVES_TAG:
            counts.commits.append(number)
        if command == RENEW_SECRET_TAG:
            counts.renewals.append(number)
        if entry.unapproved or (command == AMEND_TAG and entry.amended is not None and entry.amended.unapproved):
            counts.unapproved += 1
    counts.sealed = row.length - entries_read
    counts.misread = sum(len(dice) for path, dice in row.misread.items() if path in row.by_hand)
    return counts


def _open_entries(row: Season) -> QuerySet[Entry, tuple[int, str, bytes | memoryview[int]]]:
    entries = Entry.objects.filter(readable_by(STRANGER), season_id=row.pk).order_by("number")
    return entries.values_list("number", "command", "body")


def _count(counts: Counts, entry: _DecodedBody, *, words_given: bool) -> None:
    fallen, entered = entry.fallen_paths(), entry.typed.faces
    own_paths = [path for path in fallen if path not in entered]
    counts.rolls += len(fallen)
    counts.by_hand += len(fallen) - len(own_paths)
    counts.matches += len(entry.match_leaves)
    if entry.source is not None:
        counts.without += len(own_paths) if entry.source.without else 0
        counts.nobodys += len(own_paths) if entry.source.was_never_revealed else 0
        counts.fallen += 0 if entry.source.without or entry.source.was_never_revealed else len(own_paths)
    if entry.words or (entry.source is not None and entry.source.words):
        counts.with_words += len(own_paths)
        counts.matches_with_words += len(entry.match_leaves)
    elif not words_given:
        counts.before_words += len(own_paths)


def hashes_of(row: Season, numbers: Collection[int]) -> dict[str, str]:
    """The hashes of those entries, which are public at once, by the decimal text of their number."""
    rows = Entry.objects.filter(season_id=row.pk, number__in=numbers)
    return {str(number): entry_hash for number, entry_hash in rows.values_list("number", "hash")}
