"""An amend does not tell how its dice would fall: whether it stands hangs on none of them.

What had not fallen is thrown by an amend with a key of its own entry's number. Whoever put into one what is legal
only where dice fall well could have it refused until they do, an entry later each time. So one that throws is played
with made-up dice as well, and where its fate is not the same in all of these, it is refused in words that say so.
"""

from __future__ import annotations

from collections.abc import Callable

from league.journal.amendment import Amendment, Ground, amendment, fallen_on, made_up_play
from league.journal.dice_in_batches import HangsOnDice
from league.journal.previewing import plays_of
from league.journal.timeline import Corrections
from rules.campaign import state
from rules.refusal import Refusal


def amended_whatever_falls(
    on: Ground, *, corrections: Corrections, was: state.Season, refuse: Callable[[Amendment], None]
) -> Amendment:
    """The amendment on its ground, which `refuse` lets stand; `was` is the season before it.

    Raises what `amendment` and `refuse` raise, or `HangsOnDice` where that hangs on dice that the amend throws.
    """
    fell = fallen_on(on)

    def fate(work: Callable[[], Amendment]) -> Amendment | Refusal:
        try:
            made = work()
            refuse(made)
        except Refusal as no:
            return no
        return made

    def played(number: int) -> Amendment | Refusal:
        return fate(lambda: made_up_play(on, fell, number, corrections=corrections, was=was))

    came = fate(lambda: amendment(on, corrections=corrections, was=was))
    throws = isinstance(came, Refusal) or came.amended.thrown
    if throws and any(_told(played(number)) != _told(came) for number in range(plays_of(on))):
        raise HangsOnDice(
            "Dice fall for this amend, and whether it stands hangs on them: amend what throws first, and the rest "
            "once the dice have fallen."
        )
    if isinstance(came, Refusal):
        raise came
    return came


def _told(came: Amendment | Refusal) -> tuple[str, str] | None:
    return (came.code, came.sentence) if isinstance(came, Refusal) else None
