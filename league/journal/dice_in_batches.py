"""A batch whose fate hangs on dice that fall in it: it is refused alike however they would fall.

All or none of a batch stands. Whoever put a command behind one that throws, legal only where dice fell well, would
learn from its refusal how they fell, and could choose what to do before they fall for good. So it is played with
made-up dice first: where these decide whether it stands, or what it is refused for, that is the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from league.journal.amend_dice import made_up
from league.journal.fallen import set_aside_of
from league.journal.kept_ids import ids_to_give
from league.journal.pen import Typed, faces_for
from league.models import Season
from rules.campaign import state
from rules.campaign.codec import copy_of
from rules.campaign.command import Command
from rules.campaign.perform import due, perform
from rules.dice import Dice
from rules.refusal import Refusal

PLAYS = 6
"""How many plays with made-up dice a batch goes through that throws before its last command."""

Fate = tuple[int, str, str] | None
"""What a batch comes to: the place, kind and sentence of its refusal; None where it stands."""


class HangsOnDice(Refusal):
    """Whether a batch stands, or what it is refused for, hangs on dice that fall in it."""


@contextmanager
def alike_however_dice_fall(
    row: Season, season: state.Season, commands: Sequence[Command], typed: Typed | None = None, *, actor: str
) -> Iterator[None]:
    """Raise `HangsOnDice` for a batch whose fate hangs on its own dice, before or while it is performed within.

    A batch of one command, and one that throws with its last command alone, is performed as it is. Faces `typed` in
    are used in every play, so that those alone are made up that the season throws.
    """
    if len(commands) < 2 or not _throws_early(first := _played(row, season, commands, typed, 0, actor=actor)):
        yield
        return
    fate = first[0]
    if any(_played(row, season, commands, typed, play, actor=actor)[0] != fate for play in range(1, PLAYS)):
        raise _hangs()
    try:
        yield
    except Refusal as no:
        if fate != (no.place or 0, type(no).__name__, no.sentence):
            raise _hangs() from None
        raise


def _hangs() -> HangsOnDice:
    return HangsOnDice(
        "Dice fall in this batch before its last command, and whether it stands hangs on them: give what throws "
        "first, and the rest once the dice have fallen."
    )


def _throws_early(played: tuple[Fate, int | None]) -> bool:
    return played[1] is not None


def _played(
    row: Season, season: state.Season, commands: Sequence[Command], typed: Typed | None, play: int, *, actor: str
) -> tuple[Fate, int | None]:
    """What a batch comes to in one play, and the place of the command after which dice fell first, not the last."""
    tried, thrown = copy_of(season), None
    key, fallen = made_up(row.pk, row.length + 1, play), set_aside_of(row)

    def dice(*, by_itself: bool) -> Dice:
        given = faces_for(typed, by_itself=by_itself)
        return Dice(fallen=fallen, onward=key, loaded=given.faces if given else None, by_hand=given is not None)

    for place, each in enumerate(commands):
        try:
            own, command = dice(by_itself=False), each.under("", tried)
            ids = ids_to_give(row, tried, command, actor=actor)
            perform(tried, command, own)
            ids.refuse_others(tried)
            fell = bool(own.new_paths())
            while following := due(tried):
                own = dice(by_itself=True)
                perform(tried, following[0], own)
                fell = fell or bool(own.new_paths())
        except Refusal as no:
            return (place, type(no).__name__, no.sentence), thrown
        if fell and thrown is None and place < len(commands) - 1:
            thrown = place
    return None, thrown
