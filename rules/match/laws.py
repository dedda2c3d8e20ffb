"""The laws of a book's matches, which are true at every moment, and an observer that checks them. Rule DM-M-001."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Generic, TypeVar

from rules.match.log import LogEntry
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

    The decorators `always` and `after_a_turn` add a law and say when it is checked. `of_entries` adds a law about
    what an entry changed. Such laws also get the entry and a memory of the match before it: `remember` makes the
    memory when a match begins to be watched, and `update` adds each entry to it once the entry has been checked.
    """

    def __init__(
        self,
        *,
        remember: Callable[[AnyMatch], Any] = lambda _: None,
        update: Callable[[AnyMatch, LogEntry, Any], None] = lambda *_: None,
    ) -> None:
        self._always: list[Callable[[AnyMatch], Iterator[str]]] = []
        self._after_a_turn: list[Callable[[AnyMatch], Iterator[str]]] = []
        self._of_entries: list[Callable[[AnyMatch, LogEntry, Any], Iterator[str]]] = []
        self._remember, self._update = remember, update

    def always(self, law: Callable[[AnyMatch], Iterator[str]]) -> Callable[[AnyMatch], Iterator[str]]:
        """Add a law that is checked after every entry of the log."""
        self._always.append(law)
        return law

    def after_a_turn(self, law: Callable[[AnyMatch], Iterator[str]]) -> Callable[[AnyMatch], Iterator[str]]:
        """Add a law that is checked after the entry that ends a turn."""
        self._after_a_turn.append(law)
        return law

    def of_entries(
        self, law: Callable[[AnyMatch, LogEntry, Any], Iterator[str]]
    ) -> Callable[[AnyMatch, LogEntry, Any], Iterator[str]]:
        """Add a law that compares every entry with what was before it."""
        self._of_entries.append(law)
        return law

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all laws."""
        return tuple(law.__name__ for law in (*self._always, *self._after_a_turn, *self._of_entries))

    def watch_match(self, play: AnyMatch, laws: Collection[str] | None = None) -> AnyMatch:
        """The match itself, with its laws checked after every entry from now on: all of them, or those named in
        `laws`. A broken law raises `LawBroken`.
        """
        chosen = self.names if laws is None else laws
        always = [law for law in self._always if law.__name__ in chosen]
        turn_end = [*always, *(law for law in self._after_a_turn if law.__name__ in chosen)]
        of_entries = [law for law in self._of_entries if law.__name__ in chosen]
        memory = self._remember(play)

        def check_laws(play: AnyMatch) -> None:
            entry = play.log.entries[-1]
            violations = [
                (law.__name__, sentence)
                for law in (turn_end if entry.kind == TURN_END else always)
                for sentence in law(play)
            ]
            violations += [(law.__name__, sentence) for law in of_entries for sentence in law(play, entry, memory)]
            if violations:
                text = "; ".join(f"{name}: {sentence}" for name, sentence in violations)
                raise LawBroken(
                    {name for name, _ in violations},
                    f"heat {entry.heat}, turn {entry.turn}, phase {entry.phase}, after entry {entry.n} ({entry.kind} "
                    f"of {entry.car or 'nobody'}): {text}",
                )
            self._update(play, entry, memory)

        play.watch = check_laws
        return play
