"""Allocates leaves: one to each entry that throws the season's own dice, one to each match at its lock.

If dice are awaited, the entry that awaits them takes the leaf, and the entries that throw with it reveal it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Self

from beacon.quicknet import round_time
from journal.dice.awaited import (
    ALONE_FIELD,
    AWAIT_DICE_TAG,
    CLOSE_HASHES_TAG,
    DROP_AWAITED_TAG,
    READY_MATCH_DICE_TAG,
    WAIVE_BEACON_AFTER,
    WAIVE_BEACON_TAG,
    WORDS_PERIOD,
    awaiting_entry_errors,
    dice_may_be_known,
    make_awaited_item,
    purpose_of_source,
)
from journal.dice.beacon_rounds import is_valid_signature
from journal.entry_body import EntryBody
from league.access import CLOCK, SEASON_ITSELF, STEWARD
from league.models import Entry, Season
from league.queries.season_leaves import READY_FIELD, awaits, has_leaves, leaf_at, leaves_of
from rules.campaign.commissioner.fresh_dice import CommitLeaves
from rules.campaign.core import state
from rules.campaign.core.command import tag_of
from rules.campaign.core.sealed_line_ups import BEFORE_THE_LOCK
from rules.core.dice_leaves import LEAVES_PER_ROOT, Purpose, key_of

LEAF_FOR_ENTRY, LEAF_FOR_AMEND = "entry", "amend"
"""What a leaf is taken for, as in the purpose of its key."""
ALWAYS_ALLOWED_TAGS = frozenset(
    {CLOSE_HASHES_TAG, DROP_AWAITED_TAG, READY_MATCH_DICE_TAG, WAIVE_BEACON_TAG, "preview_amend"}
)
"""Commands that cannot change what dice mean, and are allowed whatever is awaited."""
LEAST_LEAVES_AHEAD = 1024
"""How many leaves are published ahead: no single run throws with more."""


@dataclass(frozen=True, slots=True)
class NextLeaf:
    """The next free leaf, and the key it makes for the next entry."""

    index: int
    leaf: bytes
    key: bytes


def next_leaf(row: Season, *, what: str = LEAF_FOR_ENTRY, words: str = "") -> NextLeaf | None:
    """The leaf that the next entry of a season would throw with; None if its dice come from a secret."""
    if not has_leaves(row):
        return None
    leaf = leaf_at(row, row.leaves)
    purpose = Purpose(season=row.pk, entry=row.length + 1, what=what, head=row.head, words=words)
    return NextLeaf(row.leaves, leaf, key_of(leaf, purpose))


def with_leaf(body: EntryBody, row: Season, following: NextLeaf) -> EntryBody:
    """Add the leaf that an entry threw with to its body, and count it on the season's row."""
    row.leaves += 1
    return replace(body, leaf=following.index, opened=following.leaf.hex())


def with_match_leaves(
    body: EntryBody, row: Season, matches: Iterable[str], *, number: int | None = None
) -> EntryBody:
    """Add the leaves of matches that an entry locks to its body: each match locked for the first time takes one.

    A match keeps its first leaf, whatever is amended later. The entry is the next one, or that `number`.
    """
    number = row.length + 1 if number is None else number
    new = [match for match in matches if has_leaves(row) and match not in row.match_leaves]
    leaf_numbers: dict[str, int] = {}
    for match in new:
        match_leaf = {"entry": number, "head": row.head, "leaf": row.leaves, "words": body.words}
        row.match_leaves = {**row.match_leaves, match: match_leaf}
        leaf_numbers[match] = row.leaves
        row.leaves += 1
    return replace(body, match_leaves=leaf_numbers) if leaf_numbers else body


def take_leaves_for_locked(row: Season, season: state.Season) -> None:
    """Take leaves for matches that are already locked at the opening, as they may be in a fork."""
    with_match_leaves(EntryBody({}, [], []), row, locked_matches(season), number=0)


def locked_matches(season: state.Season) -> list[str]:
    """The matches whose line-ups are locked, or that are further on, sorted by id."""
    return sorted(match.id for match in season.matches.values() if match.step not in (*BEFORE_THE_LOCK, "void"))


@dataclass(slots=True)
class LeafCheck:
    """Checks the leaves that the entries of a season took, from its opening on, and tracks what is awaited."""

    leaves: int
    matches: dict[str, dict[str, Any]]
    roots: list[str]
    awaited: list[dict[str, Any]] = field(default_factory=list)
    _given: dict[int, tuple[Entry, EntryBody, dict[str, Any]]] = field(default_factory=dict)
    """Every entry that awaited dice, with its body and item, by number."""
    _short: bool = False
    """Whether the last command may have come from an owner acting for themselves."""
    _falls: int = 0
    """The entry whose dice are falling, until somebody gives a command; 0 if none."""

    @classmethod
    def at_opening(cls, row: Season, season: state.Season) -> Self:
        """Start with the leaves of matches locked before the first entry; without any in a season without leaves."""
        if not has_leaves(row):
            return cls(0, {}, [])
        opening_row = Season(pk=row.pk, dice=row.dice, head=row.genesis)
        take_leaves_for_locked(opening_row, season)
        return cls(opening_row.leaves, dict(opening_row.match_leaves), list(row.roots[:1]))

    def add(self, row: Season, entry: Entry, body: EntryBody) -> Iterator[str]:
        """Add the next entry of a season with leaves, and yield its errors in words."""
        number, previous = entry.number, entry.previous
        if body.command["type"] == tag_of(CommitLeaves):
            self._add_root(body)
        if body.source is not None:
            if entry.actor != SEASON_ITSELF:
                self._short = False
            yield from self._add_throw(row, entry, body)
            return
        by_somebody = entry.actor != SEASON_ITSELF
        if by_somebody:
            self._falls = 0
            self._short = entry.actor not in (CLOCK, STEWARD) and not entry.on_behalf_of
        if by_somebody and body.command["type"] not in ALWAYS_ALLOWED_TAGS:
            for item in self.awaited:
                if dice_may_be_known(item, at=entry.at):
                    yield f"was given when the dice of entry {item['entry']} could be known, and had not fallen"
        if body.command["type"] == AWAIT_DICE_TAG:
            yield from self._add_awaiting(row, entry, body)
            return
        self._add_hashes_or_waiver(entry, body)
        if awaits(row) and (body.leaf is not None or body.match_leaves):
            yield "throws at once, in a season whose dice are awaited"
        if body.leaf is not None:
            yield from self._add_leaf(body.leaf)
            if body.leaf < LEAVES_PER_ROOT * len(self.roots) and body.opened != leaf_at(row, body.leaf).hex():
                yield f"shows another leaf {body.leaf} than the one that was committed"
        yield from self._add_match_leaves(number, previous, body)

    def awaiting_command(self, number: int) -> dict[str, Any] | None:
        """The command or amend whose dice that entry awaited; None if it awaited none."""
        awaiting = self._given.get(number)
        return None if awaiting is None else awaiting[1].command.get("given")

    def _add_match_leaves(self, number: int, previous: str, body: EntryBody) -> Iterator[str]:
        for match, leaf in body.match_leaves.items():
            yield from self._add_leaf(leaf)
            match_leaf = {"entry": number, "head": previous, "leaf": leaf, "words": body.words}
            if match in self.matches:
                yield f"takes a leaf for {match}, which has one"
            self.matches.setdefault(match, match_leaf)

    def _add_awaiting(self, row: Season, entry: Entry, body: EntryBody) -> Iterator[str]:
        """Add an entry that awaits dice and takes a leaf without revealing it."""
        item = make_awaited_item(entry.number, entry.previous, entry.at, body, actor=entry.actor)
        self.awaited.append(item)
        self._given[entry.number] = entry, body, item
        if not awaits(row):
            yield "awaits dice in a season whose dice wait for nothing"
            return
        yield from awaiting_entry_errors(
            item, dice=row.dice, at=entry.at, given=body.command, may_be_short=self._short
        )
        if body.leaf is not None:
            yield from self._add_leaf(body.leaf)
            if body.opened:
                yield f"shows leaf {body.leaf} before its dice fall"
        yield from self._add_match_leaves(entry.number, entry.previous, body)

    def _add_hashes_or_waiver(self, entry: Entry, body: EntryBody) -> None:
        """Add hashes of words, or a waiver of the beacon."""
        command = body.command
        for item in (candidate for candidate in self.awaited if candidate["entry"] == command.get("entry")):
            if command["type"] == CLOSE_HASHES_TAG:
                item |= {"hashes": dict(command["hashes"]), "due": (entry.at + WORDS_PERIOD).isoformat()}
            elif command["type"] == WAIVE_BEACON_TAG:
                item["waived"] = [*item["waived"], command["franchise"]]

    def _add_throw(self, row: Season, entry: Entry, body: EntryBody) -> Iterator[str]:
        """Add an entry that throws awaited dice, or one that follows it by itself and throws with it."""
        source = body.source
        awaiting = self._given.get(source.entry) if source else None
        if source is None or awaiting is None:
            yield "throws what no entry awaited"
            return
        awaited_entry, awaited_body, item = awaiting
        if (source.head, source.words, source.round) != (awaited_entry.previous, awaited_body.words, item["round"]):
            yield f"throws by another head, other words or another round than entry {awaited_entry.number} awaited"
        if item not in self.awaited:
            if self._falls != awaited_entry.number or entry.actor != SEASON_ITSELF:
                yield f"throws what entry {awaited_entry.number} awaited, and that has fallen"
        else:
            self.awaited.remove(item)
            self._falls = awaited_entry.number
            yield from _mismatch_errors(entry, body, awaited_entry, awaited_body)
        if item["match"]:
            self.matches[item["match"]] = {**self.matches.get(item["match"], {}), READY_FIELD: source.randomness}
        elif body.leaf != item["leaf"] or body.opened != leaf_at(row, item["leaf"]).hex():
            yield f"throws with another leaf than entry {awaited_entry.number} took"
        yield from _source_errors(body, item, at=entry.at)

    def _add_leaf(self, leaf: int) -> Iterator[str]:
        if leaf != self.leaves:
            yield f"takes leaf {leaf}, and {self.leaves} was the next"
        elif leaf >= LEAVES_PER_ROOT * len(self.roots):
            yield f"takes leaf {leaf}, and no root over it was published"
        self.leaves += 1

    def _add_root(self, body: EntryBody) -> None:
        if body.command.get("fresh"):
            self.leaves = LEAVES_PER_ROOT * len(self.roots)
        self.roots.append(str(body.command["root"]))


def _mismatch_errors(entry: Entry, body: EntryBody, awaiting: Entry, wanted: EntryBody) -> Iterator[str]:
    """The error if an entry is not the one whose dice were awaited."""
    command, tag = wanted.command.get("given"), body.command["type"]
    if tag == DROP_AWAITED_TAG:
        same = body.command.get("entry") == awaiting.number
    elif command is None:
        same = tag == READY_MATCH_DICE_TAG and body.command.get("entry") == awaiting.number
        same = same and body.command.get("match") == wanted.command.get("match")
    else:
        same = body.command == {name: value for name, value in command.items() if name != ALONE_FIELD}
        same = same and (entry.actor, entry.on_behalf_of) == (awaiting.actor, awaiting.on_behalf_of)
    if not same:
        yield f"is not what entry {awaiting.number} awaited dice for"


def _source_errors(body: EntryBody, item: dict[str, Any], *, at: datetime) -> Iterator[str]:
    """Errors in the source of awaited dice."""
    source = body.source
    if source is None or body.command["type"] == DROP_AWAITED_TAG:
        return
    number = item["entry"]
    if source.without:
        if not item["round"] or not item["waived"] or at < round_time(item["round"]) + WAIVE_BEACON_AFTER:
            yield f"throws without the beacon that entry {number} awaited, and not all had agreed to"
        if source.signature or source.revealed is not None:
            yield "throws without the beacon, and with something in its place"
    elif item["round"]:
        if source.revealed is not None or not is_valid_signature(item["round"], source.signature):
            yield f"throws by a signature that is not the beacon's for round {item['round']}"
        if at < round_time(item["round"]):
            yield f"throws before round {item['round']} of the beacon was made"
    elif source.revealed is None or source.signature or item["hashes"] is None:
        yield f"throws without the words that entry {number} awaited, or before their hashes were closed"
    else:
        hashes = item["hashes"]
        for name, words in source.revealed.items():
            if hashlib.sha256(words.encode()).hexdigest() != hashes.get(name):
                yield f"throws by words of {name} whose hash was not given before"


def key_of_entry(season: str, number: int, previous: str, body: EntryBody) -> bytes:
    """The key that an entry threw with, made from the leaf it reveals; empty if it reveals none."""
    return (
        key_of(bytes.fromhex(body.opened), purpose_of_entry(season, number, previous, body)) if body.opened else b""
    )


def purpose_of_entry(season: str, number: int, previous: str, body: EntryBody) -> Purpose:
    """The purpose of the key that an entry's leaf makes; that of the awaiting entry if dice were awaited."""
    kind = LEAF_FOR_AMEND if body.command.get("type") == LEAF_FOR_AMEND else LEAF_FOR_ENTRY
    if body.source is not None:
        return purpose_of_source(season, body.source, what=kind)
    return Purpose(season=season, entry=number, what=kind, head=previous, words=body.words)


def needs_more_leaves(row: Season) -> bool:
    """Whether more leaves must be published before anything else is thrown."""
    return has_leaves(row) and row.leaves + LEAST_LEAVES_AHEAD > LEAVES_PER_ROOT * len(row.roots)


def next_root(row: Season) -> str:
    """The root over the next leaves after the published ones."""
    return leaves_of(bytes.fromhex(row.seeds[-1]["leaves"])).root(len(row.roots)).hex()
