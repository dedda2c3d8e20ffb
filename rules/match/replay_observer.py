"""Who looks on while a log is played again: turn by turn, and entry by entry where the log tells its entries.
Rules DM-M-001, DM-M-140.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import msgspec

from rules.core.dice import Dice
from rules.core.refusals import Malformed
from rules.match.log import LogEntry
from rules.match.packet import Packet
from rules.match.recorder import MatchRecorder
from rules.match.ruleset import Resolution

PARTS_OF_AN_ORDER = 3
"""Step, who was asked, and what they ordered."""


@runtime_checkable
class ObservableRuleset(Protocol):
    """A ruleset that plays a log again while somebody looks on."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def edition(self) -> int:
        """The edition of its rules."""

    def replay_with_observer(
        self, packet: Packet, log: bytes, dice: Dice | None, seen: Callable[[Any], None] | None
    ) -> Resolution:
        """As `Ruleset.replay`; `seen` is shown the match at its start and after each step, and may raise."""


class LogContents(msgspec.Struct, frozen=True):
    """As much of a log as every book keeps alike."""

    edition: int
    orders: list[list[Any]]
    faces: dict[str, str]
    digests: list[tuple[int, int, str]]
    entries: list[dict[str, Any]] | None = None
    """What happened, as it was told; None where the log leaves that to whoever plays it again."""


@dataclass(frozen=True, slots=True)
class LoggedFace:
    """A face with its place among those of its path, from 0, and the entry it belongs to."""

    entry: int
    path: str
    place: int
    sides: int
    face: int
    why: str


class TurnDiffers(Exception):
    """A turn comes out otherwise than the log says."""


class EntryDiffers(Exception):
    """What comes of an entry is not what the log tells of it."""


class TurnReached(Exception):
    """The turn that was waited for comes out as the log says."""


class TooLong(Exception):
    """The match has more entries than any match, or than are left to be tried."""


@dataclass(slots=True)
class ReplayObserver:
    """Compares a match with its log turn by turn, and stops it at the first that differs or after `until` turns."""

    digests: Sequence[tuple[int, int, str]]
    most: int
    """Entries that are looked at."""
    until: int = 0
    play: Any = None
    turns: int = 0
    """Turns that came out as the log says."""
    began: int = 0
    """Entries before the turn under way."""
    entries_by_orders: dict[int, int] = field(default_factory=dict)
    """How many entries there were after the last step with so many orders."""
    told: list[dict[str, Any]] | None = None
    """The entries that the log tells."""
    came: list[dict[str, Any]] = field(default_factory=list)
    """The entries as they came, where they are compared."""
    compared: int = 0
    differs: bool = False
    """Whether the entry after those `compared` is otherwise than the log tells; told when its turn is over."""

    def __call__(self, play: MatchRecorder) -> None:
        """Look at a match. Raises `TooLong`, `EntryDiffers`, `TurnDiffers` or `TurnReached`."""
        self.play, log = play, play.log
        if len(log.entries) > self.most:
            raise TooLong
        self.compare()
        while self.turns < len(log.digests):
            if self.differs:
                raise EntryDiffers
            if self.turns >= len(self.digests) or tuple(self.digests[self.turns]) != tuple(log.digests[self.turns]):
                raise TurnDiffers
            self.turns += 1
            self.began = len(log.entries)
            if self.turns == self.until:
                raise TurnReached
        self.entries_by_orders[len(log.orders)] = len(log.entries)

    def compare(self) -> None:
        """Compare the entries so far with those the log tells, up to the first that is otherwise.

        An entry is read as soon as it is written, since it may hold lists that change later.
        """
        if self.told is None:
            return
        self.came += [document_of_entry(entry) for entry in self.entries[len(self.came) :]]
        while not self.differs and self.compared < len(self.came):
            at = self.compared
            self.differs = at == len(self.told) or without_number(self.told[at]) != self.came[at]
            self.compared += not self.differs

    @property
    def entries(self) -> list[LogEntry]:
        """The entries so far."""
        return [] if self.play is None else self.play.log.entries

    def logged_faces(self) -> Iterator[LoggedFace]:
        """Every face so far; those after the last entry belong to the one under way."""
        if self.play is None:
            return
        entries, counted = self.entries, Counter[str]()
        written = sum(len(entry.rolls) for entry in entries)
        rolls = [(entry.n, roll) for entry in entries for roll in entry.rolls]
        rolls += [(len(entries) + 1, roll) for roll in self.play.dice.log[written:]]
        for number, roll in rolls:
            for face in roll.faces:
                yield LoggedFace(number, roll.path, counted[roll.path], roll.sides, face, roll.why)
                counted[roll.path] += 1


def read_log_contents(log: bytes, *, title: str) -> LogContents:
    """What a log holds. Raises `Malformed`."""
    try:
        held = msgspec.json.decode(log, type=LogContents)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as no:
        raise Malformed(f"This is no log of a {title} match ({no}): send it as it was written.") from None
    if any(len(order) < PARTS_OF_AN_ORDER for order in held.orders):
        raise Malformed(f"This is no log of a {title} match: an order of it has no three parts.")
    return held


def document_of_entry(entry: LogEntry) -> dict[str, Any]:
    """An entry as JSON has it, without its number."""
    return without_number(msgspec.json.decode(msgspec.json.encode(entry)))


def without_number(told: dict[str, Any]) -> dict[str, Any]:
    """An entry without its number, which is its place in the log."""
    return {name: value for name, value in told.items() if name != "n"}
