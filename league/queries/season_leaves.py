"""The leaves of a season: the seeds they are made from, the one of each index, and the key of a match.

Only seasons whose `dice` are set have leaves; for the keys of others see `league.queries.season_secrets`.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal, Self

from league.models import Entry, Match, Season
from league.queries.matches import SETTLEMENT_CLOSED_STEPS
from rules.core.dice_leaves import LEAVES_PER_ROOT, LeafProof, Leaves, Purpose, key_of
from rules.core.refusals import Refusal

LEAVES, BEACON, BEACON_LIVE, REVEAL = "leaves", "beacon", "beacon-live", "reveal"
"""The values of a season's `dice` that commit them by leaves.

They differ in what is awaited: nothing; a round of the beacon, ten minutes after the throw or, for leagues that meet
live, one minute; words that members reveal.
"""
SCHEMES = (LEAVES, BEACON, BEACON_LIVE, REVEAL)
Level = Literal["one-secret", "words", "beacon", "reveal"]
SEED_BYTES = 32
MOST_SEEDS_CACHED = 64
READY_FIELD = "beacon"
"""The field in which a match keeps what it awaited, once that is there."""
CLOSE_SETTLEMENT_TAG = "close_settlement"
"""The command after which the dice of a match are public."""


class DiceAwaited(Refusal):
    """The request depends on dice that are still awaited."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """What a season is opened with: the seed of its leaves, and the secret that its salts are made from.

    Neither is ever shown, and neither is derived from another. `dice` says what its dice wait for.
    """

    leaves: bytes
    salts: bytes
    dice: str = LEAVES

    @classmethod
    def fresh(cls, dice: str = LEAVES) -> Self:
        """Seeds that nobody knows."""
        return cls(secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SEED_BYTES), dice)

    def row_from(self, number: int, *, first: int) -> dict[str, object]:
        """The form in which a season's row stores them: used from that entry and that leaf on."""
        return {"since": number, "first": first, "leaves": self.leaves.hex(), "salts": self.salts.hex()}


@lru_cache(maxsize=MOST_SEEDS_CACHED)
def leaves_of(seed: bytes) -> Leaves:
    """The leaves of a seed; their trees are built only once."""
    return Leaves(seed)


def has_leaves(row: Season) -> bool:
    """Whether the dice of a season are committed by leaves."""
    return bool(row.dice)


def awaits(row: Season) -> bool:
    """Whether the dice of a season fall later than the entry that throws them."""
    return row.dice in {BEACON, BEACON_LIVE, REVEAL}


def level_of(row: Season) -> Level:
    """What a season's dice rest on, in the API's terms."""
    if awaits(row):
        return "reveal" if row.dice == REVEAL else "beacon"
    return "words" if has_leaves(row) else "one-secret"


def leaf_at(row: Season, index: int) -> bytes:
    """The leaf of that index."""
    return _leaves_at(row, index).leaf(index)


def opened_leaf_at(row: Season, index: int) -> LeafProof:
    """The leaf of that index, with the sibling nodes on its way up to its root."""
    return _leaves_at(row, index).proof(index)


def root_of(index: int) -> int:
    """The number of the root that a leaf is under."""
    return index // LEAVES_PER_ROOT


def key_of_match(row: Season, match: str) -> bytes:
    """The key that a match is played with, by its short id.

    Raises `KeyError` for one that was never locked, and `DiceAwaited` where it waits for a beacon or for words.
    """
    match_leaf = row.match_leaves[match]
    if not is_ready(row, match):
        raise match_dice_awaited_refusal(row, match)
    return key_of(leaf_at(row, match_leaf["leaf"]), purpose_of_match(row.pk, match, match_leaf))


def is_ready(row: Season, match: str) -> bool:
    """Whether the dice of a match wait for nothing, by its short id."""
    return not awaits(row) or READY_FIELD in row.match_leaves.get(match, {})


def committed_key_of_match(row: Season, match: str) -> bytes:
    """The key that a match would be played with if nothing were awaited: known to nobody else, and never changing.

    Its hash is the match's commitment before its dice fall. Raises `KeyError` for a match that was never locked.
    """
    match_leaf = {name: value for name, value in row.match_leaves[match].items() if name != READY_FIELD}
    return key_of(leaf_at(row, match_leaf["leaf"]), purpose_of_match(row.pk, match, match_leaf))


def purpose_of_match(season: str, match: str, match_leaf: dict[str, object]) -> Purpose:
    """The purpose for which the leaf of a match makes its key.

    It names the entry that took the leaf, the head before that, its words and, if anything was awaited, what arrived.
    """
    return Purpose(
        season=season,
        entry=int(str(match_leaf["entry"])),
        what=f"match {match}",
        head=str(match_leaf["head"]),
        words=str(match_leaf["words"]),
        beacon=str(match_leaf.get(READY_FIELD, "")),
    )


def dice_awaited_refusal(item: Mapping[str, Any]) -> DiceAwaited:
    """The refusal for anything that needs dice which a season still awaits."""
    about = f"Dice are awaited (entry {item['entry']})"
    if not item["round"]:
        return DiceAwaited(f"{about}: they fall once members have revealed their words. Ask again in a minute.")
    due = datetime.fromisoformat(item["due"])
    return DiceAwaited(
        f"{about}: they fall with round {item['round']} of the beacon, which is made at {due:%Y-%m-%d %H:%M:%S} UTC. "
        "Ask again once they have fallen."
    )


def match_dice_awaited_refusal(row: Season, match: str) -> DiceAwaited:
    """The refusal for anything that needs the awaited dice of a match, by its short id."""
    item = next((candidate for candidate in row.awaited if candidate["match"] == match), None)
    return DiceAwaited(f"The dice of {match} are awaited.") if item is None else dice_awaited_refusal(item)


def export_leaves(row: Season, *, besides: Collection[int] = ()) -> dict[str, Any]:
    """What a season's export contains of its leaves, without `besides` and those of matches that cannot be read yet.

    That is its roots, the leaves of its matches whose dice are public, and for each root the nodes beside all leaves
    that are shown.
    """
    open_matches = matches_with_public_leaf(row)
    hidden = {
        match_leaf["leaf"]
        for match, match_leaf in row.match_leaves.items()
        if match not in open_matches or not is_ready(row, match)
    }
    hidden |= set(besides) | {item["leaf"] for item in row.awaited if item["leaf"] is not None}
    unused = {
        index
        for seed, following in pairwise(row.seeds)
        for index in range(int(seed["taken"]), int(following["first"]))
    }
    public: list[list[int]] = [[] for _ in row.roots]
    for index in range(row.leaves):
        if index not in hidden and index not in unused:
            public[root_of(index)].append(index)
    return {
        "dice": row.dice,
        "roots": row.roots,
        "match_leaves": {
            match: {
                **match_leaf,
                **({} if match_leaf["leaf"] in hidden else {"opened": leaf_at(row, match_leaf["leaf"]).hex()}),
            }
            for match, match_leaf in sorted(row.match_leaves.items())
        },
        "beside": [
            [node.hex() for node in _leaves_at(row, indices[0]).sibling_nodes(indices)] if indices else []
            for indices in public
        ],
    }


def matches_with_public_leaf(row: Season) -> frozenset[str]:
    """The matches whose leaf is public: those whose settlement was closed, and all once the season is closed."""
    if row.step == "closed":
        return frozenset(row.match_leaves)
    reckoned = Match.objects.filter(season=row, step__in=SETTLEMENT_CLOSED_STEPS).values_list("pk", flat=True)
    closed = Entry.objects.filter(season=row, command=CLOSE_SETTLEMENT_TAG).values_list("subjects", flat=True)
    settled = {id for subjects in closed for id in subjects}
    return frozenset({id.rsplit("/", 1)[-1] for id in reckoned} | (settled & row.match_leaves.keys()))


def _leaves_at(row: Season, index: int) -> Leaves:
    seed = next(candidate for candidate in reversed(row.seeds) if candidate["first"] <= index)
    return leaves_of(bytes.fromhex(seed["leaves"]))
