"""The laws of a book's matches, which are true at every moment, and an observer that checks them. Rule DM-M-001."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Generic, TypeVar

from rules.match.recorder import MatchRecorder

AnyMatch = TypeVar("AnyMatch", bound=MatchRecorder)
TURN_END = "turn_end"
"""The kind of the log entry that ends a turn."""


class LawBroken(AssertionError):
    """The engine made a state or an entry that no rule allows: a bug in the program.

    `laws` are the names of the broken laws.
    """

    def __init__(self, laws: Collection[str], sentence: str) -> None:
        super().__init__(sentence)
        self.laws = frozenset(laws)


class Laws(Generic[AnyMatch]):
    """The laws of one book: functions of a match that yield a sentence for everything wrong with it.

    The decorators `always` and `after_a_turn` add a law and say when it is checked.
    """

    def __init__(self) -> None:
        self._always: list[Callable[[AnyMatch], Iterator[str]]] = []
        self._after_a_turn: list[Callable[[AnyMatch], Iterator[str]]] = []

    def always(self, law: Callable[[AnyMatch], Iterator[str]]) -> Callable[[AnyMatch], Iterator[str]]:
        """Add a law that is checked after every entry of the log."""
        self._always.append(law)
        return law

    def after_a_turn(self, law: Callable[[AnyMatch], Iterator[str]]) -> Callable[[AnyMatch], Iterator[str]]:
        """Add a law that is checked after the entry that ends a turn."""
        self._after_a_turn.append(law)
        return law

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all laws."""
        return tuple(law.__name__ for law in (*self._always, *self._after_a_turn))

    def watch_match(self, play: AnyMatch) -> AnyMatch:
        """The match itself, with the laws checked after every entry from now on. A broken law raises `LawBroken`."""
        play.watch = self._check_laws
        return play

    def _check_laws(self, play: AnyMatch) -> None:
        entry = play.log.entries[-1]
        laws = [*self._always, *self._after_a_turn] if entry.kind == TURN_END else self._always
        violations = [(law.__name__, sentence) for law in laws for sentence in law(play)]
        if violations:
            text = "; ".join(f"{name}: {sentence}" for name, sentence in violations)
            raise LawBroken(
                {name for name, _ in violations},
                f"heat {entry.heat}, turn {entry.turn}, phase {entry.phase}, after entry {entry.n} ({entry.kind} of "
                f"{entry.car or 'nobody'}): {text}",
            )
