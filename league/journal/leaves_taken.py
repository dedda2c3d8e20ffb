"""The leaf that an entry takes when the season's own dice fall for it, and those that matches take at their lock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from league.journal.body import Body
from league.models import Season
from league.queries.season_leaves import has_leaves, leaf_at, leaves_of
from rules.campaign import state
from rules.campaign.command import tag_of
from rules.campaign.fresh_dice import CommitLeaves
from rules.campaign.line_ups import BEFORE_THE_LOCK
from rules.leaves import AT_ONCE, Purpose, key_of

ENTRY, AMEND = "entry", "amend"
"""What a leaf is taken for, as its key says it."""
AT_LEAST = 1024
"""So many leaves are published ahead: no sitting throws with more."""


@dataclass(frozen=True, slots=True)
class Next:
    """The leaf that is next to be taken, and the key that it makes for the entry that is about to be written."""

    index: int
    leaf: bytes
    key: bytes


def next_leaf(row: Season, *, what: str = ENTRY, words: str = "") -> Next | None:
    """What the next entry of a season would throw with; None in a season whose dice come from a secret."""
    if not has_leaves(row):
        return None
    leaf = leaf_at(row, row.leaves)
    purpose = Purpose(season=row.pk, entry=row.length + 1, what=what, head=row.head, words=words)
    return Next(row.leaves, leaf, key_of(leaf, purpose))


def with_leaf(body: Body, row: Season, following: Next) -> Body:
    """The body of an entry that threw with its leaf, which is shown with it; the season's row counts it."""
    row.leaves += 1
    return replace(body, leaf=following.index, opened=following.leaf.hex())


def with_matches(body: Body, row: Season, matches: Iterable[str], *, number: int | None = None) -> Body:
    """The body of an entry by which those matches are locked: each that was never locked before takes its leaf.

    A match keeps the leaf it took first, whatever is amended since. The entry is the next one, or of that `number`.
    """
    number = row.length + 1 if number is None else number
    new = [match for match in matches if has_leaves(row) and match not in row.match_leaves]
    taken: dict[str, int] = {}
    for match in new:
        said = {"entry": number, "head": row.head, "leaf": row.leaves, "words": body.words}
        row.match_leaves = {**row.match_leaves, match: said}
        taken[match] = row.leaves
        row.leaves += 1
    return replace(body, match_leaves=taken) if taken else body


def take_for_locked(row: Season, season: state.Season) -> None:
    """Take the leaves of the matches that are locked where a season begins, as one that is copied may."""
    with_matches(Body({}, [], []), row, locked_in(season), number=0)


def locked_in(season: state.Season) -> list[str]:
    """The matches whose line-ups are locked, or that are further, in the order of their ids, whatever held them."""
    return sorted(match.id for match in season.matches.values() if match.step not in (*BEFORE_THE_LOCK, "void"))


@dataclass(slots=True)
class Taken:
    """The leaves that the entries of a season took, counted from its opening on."""

    leaves: int
    matches: dict[str, dict[str, Any]]
    roots: list[str]

    @classmethod
    def at_opening(cls, row: Season, season: state.Season) -> Self:
        """Those of the matches that were locked before its first entry; none of a season without leaves."""
        if not has_leaves(row):
            return cls(0, {}, [])
        begun = Season(pk=row.pk, dice=row.dice, head=row.genesis)
        take_for_locked(begun, season)
        return cls(begun.leaves, dict(begun.match_leaves), list(row.roots[:1]))

    def add(self, row: Season, number: int, previous: str, body: Body) -> Iterator[str]:
        """Take in an entry of a season that has leaves; what it says of its own wrongly, in words."""
        if body.command["type"] == tag_of(CommitLeaves):
            self._commit(body)
        if body.leaf is not None:
            yield from self._take(body.leaf)
            if body.leaf < AT_ONCE * len(self.roots) and body.opened != leaf_at(row, body.leaf).hex():
                yield f"shows another leaf {body.leaf} than the one that was committed"
        for match, leaf in body.match_leaves.items():
            yield from self._take(leaf)
            said = {"entry": number, "head": previous, "leaf": leaf, "words": body.words}
            if match in self.matches:
                yield f"takes a leaf for {match}, which has one"
            self.matches.setdefault(match, said)

    def _take(self, leaf: int) -> Iterator[str]:
        if leaf != self.leaves:
            yield f"takes leaf {leaf}, and {self.leaves} was the next"
        elif leaf >= AT_ONCE * len(self.roots):
            yield f"takes leaf {leaf}, and no root over it was published"
        self.leaves += 1

    def _commit(self, body: Body) -> None:
        if body.command.get("fresh"):
            self.leaves = AT_ONCE * len(self.roots)
        self.roots.append(str(body.command["root"]))


def key_in(season: str, number: int, previous: str, body: Body) -> bytes:
    """The key that an entry says it threw with, made from the leaf it shows; empty where it shows none."""
    if not body.opened:
        return b""
    what = AMEND if body.amended is not None else ENTRY
    purpose = Purpose(season=season, entry=number, what=what, head=previous, words=body.words)
    return key_of(bytes.fromhex(body.opened), purpose)


def run_short(row: Season) -> bool:
    """Whether further leaves have to be published before anything else is thrown."""
    return has_leaves(row) and row.leaves + AT_LEAST > AT_ONCE * len(row.roots)


def further_root(row: Season) -> str:
    """The root over the leaves after those that were published."""
    return leaves_of(bytes.fromhex(row.seeds[-1]["leaves"])).root(len(row.roots)).hex()
