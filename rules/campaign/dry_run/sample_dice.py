"""Dice of no season, spread over their faces: what commands are tried with, so that no face to come is ever shown.

Play 0 throws the lowest face of every die and play 1 the highest. The six plays after them take the faces of each die
of a procedure in an order of its own, so that between them every single die shows every face; the thirty-six plays
after the first two show every pair of faces of two dice thrown one after the other. They are the same for every
season, whatever its secret.
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
"""How many plays show every face of every single die."""
MOST_ROUNDS = len(D6)
"""How many rounds show every pair."""
MOST_PAIRS, MOST_EXTREME_FACES = 4, 60
"""How many pairs, and how many faces that are all the lowest or all the highest, before a procedure's dice go on as
they fall: what is thrown again until it differs would be thrown for ever.
"""


class SampleDice(Dice):
    """The dice of one command in the play of that number."""

    def __init__(self, play: int) -> None:
        super().__init__(SEASONLESS_KEYS)
        self._play = play

    def open(self, path: str) -> Stream:
        """The stream of a procedure. Raises what `Dice.open` does."""
        super().open(path)
        stream = self._opened[path] = _SampleStream(path, first=_first(path, self._play), log=self.log)
        return stream


class _SampleStream(Stream):
    """A stream whose first dice are told beforehand, as faces of a d6 or what is as high on another die."""

    __slots__ = ("_first",)

    def __init__(self, path: str, *, first: Sequence[int], log: list[Roll]) -> None:
        super().__init__(path, key=SEASONLESS_KEYS.season(), log=log)
        self._first = list(reversed(first))

    def throw(self, sides: int, why: str) -> int:
        """One die; the lowest of six faces is the lowest of any die, and the highest the highest."""
        if self._first:
            return 1 + (self._first.pop() - 1) * (sides - 1) // (len(D6) - 1)
        return super().throw(sides, why)


def _first(path: str, play: int) -> tuple[int, ...]:
    if play in EXTREMES:
        return ((D6[0], D6[-1])[play],) * MOST_EXTREME_FACES
    one, other = _orders(path)
    round, turn = divmod(play - len(EXTREMES), PLAYS_PER_ROUND)
    return (one[turn], other[(turn + round) % PLAYS_PER_ROUND]) * MOST_PAIRS


@lru_cache(maxsize=4096)
def _orders(path: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """In which orders a procedure's odd dice and its even ones show their faces."""
    one, other = (
        tuple(sorted(D6, key=lambda face: hashlib.sha256(f"{path}|{which}|{face}".encode()).digest()))
        for which in ("odd", "even")
    )
    return one, other
