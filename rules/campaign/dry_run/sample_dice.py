"""The dice of dry runs. They belong to no season, so that no face to come is ever shown, and cover all faces evenly.

Play 0 throws the lowest face of every die and play 1 the highest. In the six plays after them, each procedure has its
own order of faces, so that between them every single die shows every face. The thirty-six plays after the first two
show every pair of faces of two consecutive dice. The faces are the same for every season, whatever its secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from rules.core.dice import Dice, KeyRing, Roll, Stream
from rules.core.tables import D6

SEASONLESS_KEYS = KeyRing(b"dice of no season")
LOWEST, HIGHEST = 0, 1
EXTREMES = (LOWEST, HIGHEST)
PLAYS_PER_ROUND = len(D6)
"""How many plays it takes to show every face of every single die."""
MOST_ROUNDS = len(D6)
"""How many rounds it takes to show every pair of faces."""
MOST_PAIRS, MOST_EXTREME_FACES = 4, 60
"""How many pairs, and how many lowest or highest faces, before a procedure's dice fall pseudorandomly.

Without an end, a throw that is repeated until it differs would be repeated forever.
"""


class SampleDice(Dice):
    """The dice of one command in the play of that number."""

    def __init__(self, play: int) -> None:
        super().__init__(SEASONLESS_KEYS)
        self._play = play

    def open(self, path: str) -> Stream:
        """The stream of a procedure. Raises as `Dice.open` does."""
        super().open(path)
        stream = self._opened[path] = _SampleStream(path, first=_first(path, self._play), log=self.log)
        return stream


class _SampleStream(Stream):
    """A stream whose first faces are fixed: faces of a d6, scaled to the die that is thrown."""

    __slots__ = ("_first",)

    def __init__(self, path: str, *, first: Sequence[int], log: list[Roll]) -> None:
        super().__init__(path, key=SEASONLESS_KEYS.season(), log=log)
        self._first = list(reversed(first))

    def throw(self, sides: int, why: str) -> int:
        """One die. Scaling maps the lowest face of a d6 to the lowest of any die, and the highest to the highest."""
        if self._first:
            return 1 + (self._first.pop() - 1) * (sides - 1) // (len(D6) - 1)
        return super().throw(sides, why)


def _first(path: str, play: int) -> tuple[int, ...]:
    if play in EXTREMES:
        return ((D6[0], D6[-1])[play],) * MOST_EXTREME_FACES
    odd, even = _orders(path)
    round, turn = divmod(play - len(EXTREMES), PLAYS_PER_ROUND)
    return (odd[turn], even[(turn + round) % PLAYS_PER_ROUND]) * MOST_PAIRS


@lru_cache(maxsize=4096)
def _orders(path: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The orders of faces for a procedure's first, third, … dice and for its second, fourth, … dice."""
    odd, even = (
        tuple(sorted(D6, key=lambda face: hashlib.sha256(f"{path}|{place}|{face}".encode()).digest()))
        for place in ("odd", "even")
    )
    return odd, even
