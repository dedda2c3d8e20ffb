"""The board of the draft: a row for each round and a column for each franchise, in the draft order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from explain.names import Segment


@dataclass(frozen=True, slots=True, kw_only=True)
class Picker:
    """A franchise in the draft order: its number of picks, the drivers it picked, and how often it passed."""

    place: int
    id: str
    team: Segment
    color: str
    own: bool
    on_turn: bool
    picks: int
    picked: tuple[Segment, ...]
    passed: int

    @property
    def picks_left(self) -> int:
        """The number of picks it has left."""
        return self.picks - len(self.picked)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTurn:
    """A turn in the draft: a pick with its number, the driver, and the franchise they `left`; None if passed."""

    round: int
    number: int | None
    franchise: str
    color: str
    team: Segment
    driver: Segment | None
    left: Segment | None
    href: str


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A franchise's turn in a round: `state` is `picked`, `passed`, `now`, `next` or, if there is none, `none`.

    `number` is that of the pick; of one to come, its number if nobody passes before; 0 without a pick.
    """

    state: str
    number: int
    driver: Segment | None
    own: bool


@dataclass(frozen=True, slots=True)
class BoardRound:
    """A round of the draft with a cell for each franchise, in the draft order; `now` if it is under way."""

    number: int
    now: bool
    cells: tuple[BoardCell, ...]


def draft_board(order: Sequence[Picker], taken: Sequence[DraftTurn], *, now: int, snake: bool) -> list[BoardRound]:
    """The rounds of the draft, of which the round `now` is under way (DM-C-164).

    Every second round goes the other way if the house plays it so. Picks to come stand where they are made if nobody
    passes before.
    """
    turns = {(it.round, it.franchise): it for it in taken}
    ahead = _picks_ahead(order, turns.keys(), made=sum(it.number is not None for it in taken), now=now, snake=snake)
    last = max((round for round, _ in (*turns, *ahead)), default=0)
    return [
        BoardRound(
            number=round,
            now=round == now,
            cells=tuple(
                _cell(picker, turns.get((round, picker.id)), ahead.get((round, picker.id), 0), now=round == now)
                for picker in order
            ),
        )
        for round in range(1, last + 1)
    ]


def _picks_ahead(
    order: Sequence[Picker], over: Collection[tuple[int, str]], *, made: int, now: int, snake: bool
) -> dict[tuple[int, str], int]:
    """The number of each pick to come, by its round and franchise."""
    left = {picker.id: picker.picks_left for picker in order}
    ahead: dict[tuple[int, str], int] = {}
    round, number = now, made
    while any(left.values()):
        for picker in order[::-1] if snake and round % 2 == 0 else order:
            if left[picker.id] and (round, picker.id) not in over:
                number += 1
                left[picker.id] -= 1
                ahead[round, picker.id] = number
        round += 1
    return ahead


def _cell(picker: Picker, turn: DraftTurn | None, ahead: int, *, now: bool) -> BoardCell:
    if turn is not None:
        return BoardCell("passed" if turn.driver is None else "picked", turn.number or 0, turn.driver, picker.own)
    if ahead:
        return BoardCell("now" if now and picker.on_turn else "next", ahead, None, picker.own)
    return BoardCell("none", 0, None, picker.own)
