"""Refusals: one sentence for the person who asked, which says what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Self


class Refusal(Exception):
    """A request the rules or the journal turn down; nothing was changed.

    Subclasses are named as past-tense facts (`RosterFull`) and stand beside the code that raises them.
    """

    pointer: str = ""
    """The part of the request that is wrong, as a JSON pointer (RFC 6901); empty if it is not one part."""
    together: tuple[Refusal, ...] = ()
    """All refusals of a request that was refused for several reasons, this one first; empty if this is the only one.
    """
    place: int | None = None
    """The place of the refused command among several given together, 0 for the first; None for a single command."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def at(self, *steps: str | int) -> Self:
        """This refusal, with a pointer made of those names and indices."""
        self.pointer = "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)
        return self

    def below(self, pointer: str) -> Self:
        """This refusal, with its pointer placed below another."""
        self.pointer = pointer + self.pointer
        return self

    @property
    def code(self) -> str:
        """The stable name clients can branch on."""
        return type(self).__name__


class Unknown(Refusal):
    """The request names something that does not exist."""


class Malformed(Refusal):
    """A value has the wrong form or is outside the range that is accepted."""


def refuse_any(faults: Iterable[Refusal]) -> None:
    """Raise the first of those refusals with all of them attached; do nothing if there are none."""
    refusals = tuple(faults)
    if refusals:
        refusals[0].together = refusals
        raise refusals[0]


MOST_AT_ONCE = 20
"""Faults of one request that `refuse_first` names."""


def refuse_first(faults: Iterable[Refusal]) -> None:
    """Raise the first of those refusals with the others attached, as `refuse_any` does, for faults without number.

    Beyond `MOST_AT_ONCE`, one more refusal, of the kind of the first, says how many others there are.
    """
    refusals = list(faults)
    beyond = len(refusals) - MOST_AT_ONCE
    if beyond > 0:
        counted = "is 1 fault" if beyond == 1 else f"are {beyond} faults"
        refusals[MOST_AT_ONCE:] = [type(refusals[0])(f"There {counted} more: correct those above, and try again.")]
    refuse_any(refusals)


@contextmanager
def refusals_at_place(place: int) -> Iterator[None]:
    """Mark every refusal raised in this context with the place of the command it refuses, 0 for the first."""
    try:
        yield
    except Refusal as refusal:
        refusal.place = place
        raise
