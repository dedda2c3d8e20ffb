"""Turns in the draft and at the sponsor pool. Rules DM-C-163, DM-C-166, DM-C-171."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from rules.core.refusals import Refusal


class NotOnTurn(Refusal):
    """It is another franchise's turn, or all turns are over (DM-C-166, DM-C-171)."""


@dataclass(slots=True, kw_only=True)
class Turns:
    """Franchises in the order they take turns.

    `at` is the position in this round's order at which the search for the next turn begins. The franchise there may
    be unable to take one: such franchises are skipped when their turn comes. `passed` names those that passed in this
    round.
    """

    order: list[str]
    round: int = 1
    at: int = 0
    passed: list[str] = field(default_factory=list)
    taken: int = 0
    """How many picks were made so far."""

    def next_turn(self, *, able: AbstractSet[str], turning: bool = False) -> Turn | None:
        """The next turn of a franchise that is `able` to take one; None when all of them passed in this round.

        With `turning` every second round runs through the order backwards (DM-C-163).
        """
        if able <= set(self.passed):
            return None
        for round, first in ((self.round, self.at), (self.round + 1, 0)):
            order = self.order[::-1] if turning and round % 2 == 0 else self.order
            for at in range(first, len(order)):
                if order[at] in able:
                    return Turn(franchise=order[at], round=round, at=at)
        return None

    def take(self, turn: Turn, *, passed: bool) -> None:
        """Advance past a turn that was taken or passed. A new round clears the passes of the one before."""
        if turn.round != self.round:
            self.round, self.passed = turn.round, []
        self.at = turn.at + 1
        if passed:
            self.passed.append(turn.franchise)
        else:
            self.taken += 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A franchise's turn, with its round and its position in the round's order."""

    franchise: str
    round: int
    at: int


def refuse_off_turn(turn: Turn | None, *, franchise: str) -> Turn:
    """The turn, if it is that franchise's. Raises `NotOnTurn`."""
    if turn is None:
        raise NotOnTurn(f"{franchise} has no turn: everybody is done.")
    if turn.franchise != franchise:
        raise NotOnTurn(f"It is the turn of {turn.franchise} and not of {franchise}: wait for it.")
    return turn
