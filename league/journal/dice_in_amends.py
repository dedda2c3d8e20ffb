"""An amend does not tell how its dice would fall: whether it stands hangs on none of them.

What had not fallen is thrown by an amend with a key of its own entry's number. Whoever put into one what is legal
only where dice fall well could have it refused until they do, an entry later each time. So one that throws is played
with made-up dice as well, and where its fate is not the same in all of these, it is refused in words that say so.
Faces that are entered by hand are the same in every play: a path that had fallen goes on with other dice than those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from league.journal.amend_dice import Faces
from league.journal.amendment import Amendment, Ground, amendment, made_up_play, read_again
from league.journal.course import Course
from league.journal.dice_in_batches import HangsOnDice
from league.journal.previewing import plays_of
from league.journal.timeline import Corrections
from rules.campaign.core import state
from rules.campaign.core.perform import due_commands
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed, Refusal

NOTHING: Mapping[str, int] = {}


def amended_whatever_falls(
    on: Ground,
    *,
    corrections: Corrections,
    was: state.Season,
    refuse: Callable[[Amendment], None],
    typed: Faces | None = None,
) -> Amendment:
    """The amendment on its ground, which `refuse` lets stand; `was` is the season before it.

    Raises what `amendment` and `refuse` raise, or `HangsOnDice` where that hangs on dice that the amend throws. With
    faces `typed` in, whether all of them are thrown is part of it, and what follows by itself throws some as well.
    """
    fell = read_again(on)

    def fate(work: Callable[[], Amendment], *, ended: bool = False) -> Amendment | Refusal | NeedsDice:
        try:
            made = work()
            refuse(made)
            if ended and typed is not None:
                refuse_left_over(made.course, typed)
        except (Refusal, NeedsDice) as no:
            return no
        return made

    came = fate(lambda: amendment(on, corrections=corrections, was=was, typed=typed))
    ended = typed is not None and isinstance(came, Amendment)

    def played(number: int) -> Amendment | Refusal | NeedsDice:
        given: dict[str, Any] = {"corrections": corrections, "was": was, "typed": typed, "to_the_end": ended}
        return fate(lambda: made_up_play(on, fell, number, **given), ended=ended)

    if isinstance(came, Amendment) and not came.amended.thrown and not (ended and due_commands(came.course.season)):
        return came
    judged = played(0) if ended else came
    if any(_told(played(number)) != _told(judged) for number in range(plays_of(on))):
        raise HangsOnDice(
            "Dice fall for this amend, and whether it stands hangs on them: amend what throws first, and the rest "
            "once the dice have fallen."
        )
    if not isinstance(judged, Amendment):
        raise judged
    if not isinstance(came, Amendment):
        raise came
    return came


def refuse_left_over(course: Course, typed: Faces, *, besides: Mapping[str, int] = NOTHING) -> None:
    """Raise `Malformed` when more faces were typed in than a course threw, and what was thrown `besides`."""
    thrown = Counter(roll.path for done in course.all_performed() for roll in done.rolls for _ in roll.faces)
    thrown.update(besides)
    for path, faces in sorted(typed.items()):
        if thrown[path] != len(faces):
            raise Malformed(
                f"{path} was given {len(faces)} faces and threw {thrown[path]}: leave the others out."
            ).at("typed", "faces", path)


def _told(came: Amendment | Refusal | NeedsDice) -> tuple[str, str] | None:
    if isinstance(came, NeedsDice):
        return type(came).__name__, str(came)
    return (came.code, came.sentence) if isinstance(came, Refusal) else None
