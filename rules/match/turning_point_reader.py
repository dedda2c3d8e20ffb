"""How every book reads a log for its turning points: entry by entry, with a function for each kind of entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from rules.match.log import LogEntry
from rules.match.turning_points import TurningPointList


@dataclass(slots=True, kw_only=True)
class TurningPointReader:
    """What has been found in a log so far; a book adds what it must remember between entries."""

    found: TurningPointList
    start: ClassVar[str] = "The start"
    """What the moment before the first round is called."""

    def when(self, entry: LogEntry) -> str:
        """The moment of an entry in few words."""
        return f"Round {entry.turn}" if entry.turn else self.start

    def add(self, kind: str, entry: LogEntry, *, more: float = 0, **names: str) -> None:
        """Add a turning point of an entry."""
        self.found.add(kind, entry, self.when(entry), more=more, **names)

    def add_by(self, kind: str, alone: str, entry: LogEntry, *, more: float = 0, **names: str) -> None:
        """Add a turning point of a car: `kind` if the entry credits another car with it, else `alone`."""
        by = entry.more["by"]
        if by and by != entry.car:
            self.add(kind, entry, more=more, car=entry.car, by=by, **names)
        else:
            self.add(alone, entry, more=more, car=entry.car, **names)

    def prepare(self, entry: LogEntry) -> None:
        """Do what an entry of any kind needs before it is read."""


Reader = TypeVar("Reader", bound=TurningPointReader)


def read_entries(
    reader: Reader, entries: Iterable[LogEntry], functions: Mapping[str, Callable[[Reader, LogEntry], None]]
) -> None:
    """Read a log from its beginning; entries of other kinds than those of `functions` say nothing."""
    for entry in entries:
        reader.prepare(entry)
        if entry.kind in functions:
            functions[entry.kind](reader, entry)
