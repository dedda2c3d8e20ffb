"""Leaves: the secrets that commit a season's dice before any of them falls. Rule DM-C-002.

A season has a seed of secret random bytes, and leaf `i` is HMAC-SHA256(seed, `leaf|i`). Leaves are committed 4,096 at
a time by the root of a Merkle tree, which is published before the first of them is used. The node of a leaf is
SHA-256(0x00, leaf), and the parent of two nodes is SHA-256(0x01, left, right). Leaves are used in order, one for each
throw, and never twice.

The key of a throw is HMAC-SHA256(leaf, JSON), where JSON is the deterministic JSON of an object that describes the
throw: the season, the number of its entry, its purpose, the head of the chain before it, the words of the one who
gave the command, and the beacon. Once the dice have fallen, the leaf is shown together with the sibling nodes on its
way to the root. With the root, anyone can check that it is the committed leaf, and derive the key from it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.core.canonical_json import json_bytes

LEAVES_PER_ROOT = 4096
"""The number of leaves under one root; each leaf has twelve sibling nodes on its way up."""
HEIGHT = 12
"""The number of rows of a tree above its leaves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """What a key is for: the id of the season, the number of the entry, and what is thrown there.

    `what` is `entry` for the dice of a command, `match m1` for a match that a ruleset plays, or `amend`. `head` is
    the head of the chain before the entry. `words` are the 64 hex digits from the one who gave the command, empty if
    there are none. `beacon` is the randomness of a public round, 64 hex digits, empty if the season does not use a
    beacon.
    """

    season: str
    entry: int
    what: str
    head: str
    words: str = ""
    beacon: str = ""


@dataclass(frozen=True, slots=True)
class LeafProof:
    """A leaf that is shown: its index, its 32 bytes, and the sibling nodes on its way to the root, the lowest
    first.
    """

    index: int
    leaf: bytes
    beside: tuple[bytes, ...]

    def is_under(self, root: bytes) -> bool:
        """Whether that root commits this leaf at its index."""
        if len(self.beside) != HEIGHT or self.index < 0:
            return False
        node, place = _leaf_node(self.leaf), self.index % LEAVES_PER_ROOT
        for sibling in self.beside:
            node = _node(sibling, node) if place % 2 else _node(node, sibling)
            place //= 2
        return hmac.compare_digest(node, root)


@dataclass(frozen=True, slots=True)
class Leaves:
    """The leaves of a season, derived from its seed."""

    seed: bytes
    _trees: dict[int, list[list[bytes]]] = field(default_factory=dict, repr=False, compare=False)

    def leaf(self, index: int) -> bytes:
        """The leaf at that index, counted from 0."""
        return hmac.digest(self.seed, f"leaf|{index}".encode(), hashlib.sha256)

    def root(self, number: int) -> bytes:
        """The root of that number, counted from 0: the first covers leaves 0 to 4095."""
        return self._tree(number)[-1][0]

    def proof(self, index: int) -> LeafProof:
        """The leaf at that index, with its sibling nodes."""
        number, place = divmod(index, LEAVES_PER_ROOT)
        siblings = []
        for row in self._tree(number)[:-1]:
            siblings.append(row[place ^ 1])
            place //= 2
        return LeafProof(index, self.leaf(index), tuple(siblings))

    def sibling_nodes(self, indices: Iterable[int]) -> list[bytes]:
        """The sibling nodes needed to compute the root from those leaves, in the order `root_over` takes them.

        All leaves must be under one root.
        """
        ordered = sorted(indices)
        places = [index % LEAVES_PER_ROOT for index in ordered]
        siblings: list[bytes] = []
        for row in self._tree(ordered[0] // LEAVES_PER_ROOT)[:-1] if ordered else ():
            known = set(places)
            siblings += [row[place ^ 1] for place in places if place ^ 1 not in known]
            places = sorted({place // 2 for place in places})
        return siblings

    def _tree(self, number: int) -> list[list[bytes]]:
        """The rows of the tree of that number, the nodes of the leaves first."""
        if number not in self._trees:
            first = number * LEAVES_PER_ROOT
            self._trees[number] = _rows([self.leaf(first + place) for place in range(LEAVES_PER_ROOT)])
        return self._trees[number]


def root_over(shown: Mapping[int, bytes], beside: Sequence[bytes]) -> bytes:
    """The root computed from leaves by their indices, all under one root, and the sibling nodes `beside` them.

    Sibling nodes are used from the lowest row up, and from left to right. The result is empty if there are leftover
    nodes; if nodes are missing it is not the root.
    """
    row = {index % LEAVES_PER_ROOT: _leaf_node(leaf) for index, leaf in shown.items()}
    remaining = list(reversed(beside))
    for _ in range(HEIGHT):
        above: dict[int, bytes] = {}
        for place in sorted({below // 2 for below in row}):
            pair = (row.get(below) or (remaining.pop() if remaining else b"") for below in (2 * place, 2 * place + 1))
            above[place] = _node(*pair)
        row = above
    return row.get(0, b"") if not remaining else b""


def key_of(leaf: bytes, purpose: Purpose) -> bytes:
    """The key that a leaf gives for a purpose; `rules.core.dice` says how faces are drawn from it."""
    return hmac.digest(leaf, json_bytes(purpose_document(purpose)), hashlib.sha256)


def purpose_document(purpose: Purpose) -> dict[str, str | int]:
    """The object whose deterministic JSON is mixed with the leaf."""
    return {
        "beacon": purpose.beacon,
        "entry": purpose.entry,
        "head": purpose.head,
        "purpose": purpose.what,
        "season": purpose.season,
        "words": purpose.words,
    }


def _rows(leaves: Sequence[bytes]) -> list[list[bytes]]:
    rows = [[_leaf_node(leaf) for leaf in leaves]]
    while len(rows[-1]) > 1:
        below = rows[-1]
        rows.append([_node(below[place], below[place + 1]) for place in range(0, len(below), 2)])
    return rows


def _leaf_node(leaf: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + leaf).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
