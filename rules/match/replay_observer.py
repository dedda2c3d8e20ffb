"""Observes the replay of a log: turn by turn, and entry by entry if the log holds its entries.

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
"""The step, who was asked, and what they ordered."""


@runtime_checkable
class ObservableRuleset(Protocol):
    """A ruleset that can be observed while it replays a log."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def edition(self) -> int:
        """The edition of its rules."""

    @property
    def editions(self) -> tuple[int, ...]:
        """Every edition whose matches it plays, its own last."""

    def replay_with_observer(
        self, packet: Packet, log: bytes, dice: Dice | None, seen: Callable[[Any], None] | None
    ) -> Resolution:
        """As `Ruleset.replay`. `seen` is called with the match at its start and after each step, and may raise."""


class LogContents(msgspec.Struct, frozen=True):
    """The fields that the logs of all books have."""

    edition: int
    orders: list[list[Any]]
    faces: dict[str, str]
    digests: list[tuple[int, int, str]]
    entries: list[dict[str, Any]] | None = None
    """What happened, as the log records it; None if the log leaves that to the replay."""


@dataclass(frozen=True, slots=True)
class LoggedFace:
    """A face, its index among the faces of its path, counted from 0, and the entry it belongs to."""

    entry: int
    path: str
    place: int
    sides: int
    face: int
    why: str


class TurnDiffers(Exception):
    """A turn has another result than the log says."""


class EntryDiffers(Exception):
    """An entry differs from the one in the log."""


class TurnReached(Exception):
    """The turn to stop after has the result that the log says."""


class TooLong(Exception):
    """The match has more entries than any match may have, or more than are left for tries."""


@dataclass(slots=True)
class ReplayObserver:
    """Compares a match with its log turn by turn, and stops it at the first difference or after `until` turns."""

    digests: Sequence[tuple[int, int, str]]
    most: int
    """The most entries the match may have."""
    until: int = 0
    play: Any = None
    turns: int = 0
    """The number of turns whose result is the one in the log."""
    began: int = 0
    """The number of entries before the turn under way."""
    entries_by_orders: dict[int, int] = field(default_factory=dict)
    """The number of entries after the last step with a given number of orders."""
    told: list[dict[str, Any]] | None = None
    """The entries in the log, if it holds any."""
    came: list[dict[str, Any]] = field(default_factory=list)
    """The entries of the replay, if they are compared."""
    compared: int = 0
    differs: bool = False
    """Whether the entry after the first `compared` entries differs from the log. It is reported when its turn is
    over.
    """

    def __call__(self, play: MatchRecorder) -> None:
        """Look at the match. Raises `TooLong`, `EntryDiffers`, `TurnDiffers` or `TurnReached`."""
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
        """Compare the entries so far with those in the log, up to the first difference.

        An entry is copied as soon as it is written, since it may hold lists that change later.
        """
        if self.told is None:
            return
        self.came += [document_of_entry(entry) for entry in self.entries[len(self.came) :]]
        while not self.differs and self.compared < len(self.came):
            index = self.compared
            self.differs = index == len(self.told) or without_number(self.told[index]) != self.came[index]
            self.compared += not self.differs

    @property
    def entries(self) -> list[LogEntry]:
        """The entries so far."""
        return [] if self.play is None else self.play.log.entries

    def logged_faces(self) -> Iterator[LoggedFace]:
        """Every face so far. Those after the last entry belong to the next one."""
        if self.play is None:
            return
        entries, faces_by_path = self.entries, Counter[str]()
        recorded = sum(len(entry.rolls) for entry in entries)
        rolls = [(entry.n, roll) for entry in entries for roll in entry.rolls]
        rolls += [(len(entries) + 1, roll) for roll in self.play.dice.log[recorded:]]
        for entry_number, roll in rolls:
            for face in roll.faces:
                yield LoggedFace(entry_number, roll.path, faces_by_path[roll.path], roll.sides, face, roll.why)
                faces_by_path[roll.path] += 1


def read_log_contents(log: bytes, *, title: str) -> LogContents:
    """The contents of a log. Raises `Malformed`."""
    try:
        contents = msgspec.json.decode(log, type=LogContents)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"This is no log of a {title} match ({error}): send it as it was written.") from None
    if any(len(order) < PARTS_OF_AN_ORDER for order in contents.orders):
        raise Malformed(f"This is no log of a {title} match: an order of it has no three parts.")
    return contents


def document_of_entry(entry: LogEntry) -> dict[str, Any]:
    """An entry as JSON, without its number."""
    return without_number(msgspec.json.decode(msgspec.json.encode(entry)))


def without_number(told: dict[str, Any]) -> dict[str, Any]:
    """An entry without its number, which follows from its place in the log."""
    return {name: value for name, value in told.items() if name != "n"}
