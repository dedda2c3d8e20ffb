"""How the house says no: one sentence for the person who asked, saying what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Self


class Refusal(Exception):
    """A request the rules or the journal turn down; nothing was changed.

    Subclasses are named as past-tense facts (`RosterFull`) and stand beside the code that raises them.
    """

    pointer: str = ""
    """Which part of what was asked is wrong, as a JSON pointer (RFC 6901); empty where no one part is."""
    together: tuple[Refusal, ...] = ()
    """Everything that is wrong at once, this one first; empty where it was told alone."""
    place: int | None = None
    """Which of several things that were asked together it turned down, 0 for the first; None where it was one."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def at(self, *steps: str | int) -> Self:
        """The refusal, with a pointer to the part that is reached by those names and places."""
        self.pointer = "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)
        return self

    def below(self, pointer: str) -> Self:
        """The refusal, of a part that is itself part of something."""
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
    """Raise the first of those refusals, with all of them; nothing where there is none."""
    found = tuple(faults)
    if found:
        found[0].together = found
        raise found[0]


@contextmanager
def refusals_at_place(place: int) -> Iterator[None]:
    """Have whatever is refused meanwhile say that it turned down the thing at that place, 0 for the first."""
    try:
        yield
    except Refusal as no:
        no.place = place
        raise
