"""How the house says no: one sentence for the person who asked, saying what is wrong and what to do."""

from __future__ import annotations


class Refusal(Exception):
    """A request the rules or the journal turn down; nothing was changed.

    Subclasses are named as past-tense facts (`RosterFull`) and stand beside the code that raises them.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    @property
    def code(self) -> str:
        """The stable name clients can branch on."""
        return type(self).__name__


class Unknown(Refusal):
    """Something was named that does not exist."""


class Malformed(Refusal):
    """A value was of the wrong kind or outside what can be read."""
