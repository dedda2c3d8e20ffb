"""The throws of the season being shown that are marked wherever a roll is shown: entered by hand, or misread.

Rolls are shown in many places, each far from the season they are of; the season says once what is to be marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from league.models import Entry, Season


@dataclass(frozen=True, slots=True, kw_only=True)
class MisreadMark:
    """A die that an amend said was misread: its number on its path, the face that stood there and the one that does.

    `by` and `approved_by` are the handles of who said so and of who approved it, the latter empty where nobody did.
    """

    die: int
    was: int
    now: int
    amend: int
    by: str
    approved_by: str
    reason: str


HAND_ENTERED_PATHS: ContextVar[Mapping[str, int]] = ContextVar("paths entered by hand", default={})  # noqa: B039 - never written to
MISREAD_DICE: ContextVar[Mapping[str, Sequence[MisreadMark]]] = ContextVar("misread dice", default={})  # noqa: B039 - never written to


def set_dice_marks(season: Season | None) -> None:
    """From here on the rolls of that season are marked, until those of another are."""
    HAND_ENTERED_PATHS.set(season.by_hand if season else {})
    MISREAD_DICE.set(_load_misread_marks(season) if season and season.misread else {})


@contextmanager
def override_dice_marks(season: Season) -> Iterator[None]:
    """Meanwhile the rolls of that season are marked: for a page that tells of several."""
    by_hand, misread = HAND_ENTERED_PATHS.get(), MISREAD_DICE.get()
    set_dice_marks(season)
    try:
        yield
    finally:
        HAND_ENTERED_PATHS.set(by_hand)
        MISREAD_DICE.set(misread)


def is_entered_by_hand(path: str) -> bool:
    """Whether the faces of a path were entered by hand."""
    return path in HAND_ENTERED_PATHS.get()


def misread_marks_on(path: str) -> tuple[MisreadMark, ...]:
    """The dice of a path that were misread, in the order they were corrected."""
    return tuple(MISREAD_DICE.get().get(path, ()))


def _load_misread_marks(season: Season) -> dict[str, tuple[MisreadMark, ...]]:
    numbers = {marked["amend"] for dice in season.misread.values() for marked in dice}
    amends = Entry.objects.filter(season=season, number__in=sorted(numbers))
    reasons = dict(amends.values_list("number", "reason"))
    return {
        path: tuple(MisreadMark(**marked, reason=reasons.get(marked["amend"], "")) for marked in dice)
        for path, dice in season.misread.items()
    }
