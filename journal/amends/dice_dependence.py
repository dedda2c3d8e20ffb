"""Whether an amend is accepted must not depend on the dice it throws.

The key of an amend's dice depends on its entry number. Otherwise somebody could request corrections that are legal
only if the dice fall well, be refused, and try again one entry later until they do. So an amend that throws is also
played with made-up dice, and if the outcome is not the same in all plays, it is refused with `HangsOnDice`.
Faces entered by hand are the same in every play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from journal.amends.derivation import (
    AmendBaseline,
    DerivedAmend,
    derive_amend,
    derive_with_made_up_dice,
    faces_with_misreads_fixed,
)
from journal.amends.dice import FacesByPath
from journal.amends.preview import play_count
from journal.amends.rederivation import Rederivation
from journal.amends.timeline import Corrections
from journal.dice.dependent_batches import HangsOnDice
from rules.campaign.core import state
from rules.campaign.play.due_commands import due_commands
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed, Refusal

NO_PATHS: Mapping[str, int] = {}


def derive_dice_independent_amend(
    on: AmendBaseline,
    *,
    corrections: Corrections,
    was: state.Season,
    refuse: Callable[[DerivedAmend], None],
    typed: FacesByPath | None = None,
) -> DerivedAmend:
    """Derive an amend that `refuse` accepts; `was` is the season before it.

    Raises what `derive_amend` and `refuse` raise, or `HangsOnDice` if the outcome depends on dice that the amend
    throws. If faces are `typed` in, all of them must be used, by the amend or by what follows it by itself.
    """
    fallen = faces_with_misreads_fixed(on)

    def fate(work: Callable[[], DerivedAmend], *, ended: bool = False) -> DerivedAmend | Refusal | NeedsDice:
        try:
            derived = work()
            refuse(derived)
            if ended and typed is not None:
                refuse_unused_amend_faces(derived.course, typed)
        except (Refusal, NeedsDice) as error:
            return error
        return derived

    outcome = fate(lambda: derive_amend(on, corrections=corrections, was=was, typed=typed))
    ended = typed is not None and isinstance(outcome, DerivedAmend)

    def played(number: int) -> DerivedAmend | Refusal | NeedsDice:
        options: dict[str, Any] = {"corrections": corrections, "was": was, "typed": typed, "to_the_end": ended}
        return fate(lambda: derive_with_made_up_dice(on, fallen, number, **options), ended=ended)

    if (
        isinstance(outcome, DerivedAmend)
        and not outcome.amended.thrown
        and not (ended and due_commands(outcome.course.season))
    ):
        return outcome
    judged = played(0) if ended else outcome
    if any(_refusal_key(played(number)) != _refusal_key(judged) for number in range(play_count(on))):
        raise HangsOnDice(
            "Dice fall for this amend, and whether it stands hangs on them: amend what throws first, and the rest "
            "once the dice have fallen."
        )
    if not isinstance(judged, DerivedAmend):
        raise judged
    if not isinstance(outcome, DerivedAmend):
        raise outcome
    return outcome


def refuse_unused_amend_faces(
    course: Rederivation, typed: FacesByPath, *, besides: Mapping[str, int] = NO_PATHS
) -> None:
    """Raise `Malformed` unless exactly the typed faces were thrown, by the rederivation and by what is `besides`."""
    thrown = Counter(
        roll.path for performed in course.all_performed() for roll in performed.rolls for _ in roll.faces
    )
    thrown.update(besides)
    for path, faces in sorted(typed.items()):
        if thrown[path] != len(faces):
            raise Malformed(
                f"{path} was given {len(faces)} faces and threw {thrown[path]}: leave the others out."
            ).at("typed", "faces", path)


def _refusal_key(outcome: DerivedAmend | Refusal | NeedsDice) -> tuple[str, str] | None:
    if isinstance(outcome, NeedsDice):
        return type(outcome).__name__, str(outcome)
    return (outcome.code, outcome.sentence) if isinstance(outcome, Refusal) else None
