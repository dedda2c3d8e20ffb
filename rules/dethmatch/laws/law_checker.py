"""Watches a match and checks every law of it (`state_laws`, `entry_laws`). Rule DM-M-001."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.dethmatch.laws.entry_laws import OF_ENTRIES, CarPosition, MatchMemory, update_memory
from rules.dethmatch.laws.state_laws import AFTER_A_TURN, ALWAYS
from rules.dethmatch.match.match import Match
from rules.match.log import LogEntry

LAWS = tuple(law.__name__ for laws in (ALWAYS, AFTER_A_TURN, OF_ENTRIES) for law in laws)  # no mutant: in any order
"""The names of all laws."""


class LawBroken(AssertionError):
    """The engine made a state or an entry that no rule allows, an error of the program. `laws` are those broken."""

    def __init__(self, laws: Collection[str], sentence: str) -> None:
        super().__init__(sentence)
        self.laws = frozenset(laws)


class LawChecker:
    """Checks a match after every entry, once it is the match's `watch`. Raises `LawBroken` with everything wrong.

    `laws` are the names of the laws to check, by default all of them.
    """

    def __init__(self, play: Match, laws: Collection[str] = LAWS) -> None:
        self._always = [law for law in ALWAYS if law.__name__ in laws]
        self._after_a_turn = [law for law in AFTER_A_TURN if law.__name__ in laws]
        self._of_entries = [law for law in OF_ENTRIES if law.__name__ in laws]
        moment = play.state.moment
        self._seen = MatchMemory(
            stood={id: CarPosition(car.at, car.facing, car.moved) for id, car in play.state.cars.items()},
            paid={id: car.moved for id, car in play.state.cars.items()},
            clock=(moment.heat, moment.turn, moment.phase),
            rolls=len(play.dice.log),
        )

    def __call__(self, play: Match) -> None:
        """Check the entry just written and the current state of the match."""
        entry = play.log.entries[-1]
        violations = list(self._violations(play, entry))
        if violations:
            text = "; ".join(f"{name}: {sentence}" for name, sentence in violations)
            raise LawBroken(
                {name for name, _ in violations},
                f"heat {entry.heat}, turn {entry.turn}, phase {entry.phase}, after entry {entry.n} ({entry.kind} of "
                f"{entry.car or 'nobody'}): {text}",
            )
        update_memory(play, entry, self._seen)

    def _violations(self, play: Match, entry: LogEntry) -> Iterator[tuple[str, str]]:
        laws = [*self._always, *self._after_a_turn] if entry.kind == "turn_end" else self._always
        for law in laws:
            yield from ((law.__name__, sentence) for sentence in law(play))
        for of_entry in self._of_entries:
            yield from ((of_entry.__name__, sentence) for sentence in of_entry(play, entry, self._seen))


def watch_match(play: Match, laws: Collection[str] = LAWS) -> Match:
    """Make a match check its laws from now on, and return it."""
    play.watch = LawChecker(play, laws)
    return play
