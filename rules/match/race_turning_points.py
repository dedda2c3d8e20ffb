"""The turning points that every race has: who starts in front, who takes the lead, and how each car finishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.plurals import ordinal
from rules.match.log import LogEntry
from rules.match.turning_point_reader import TurningPointReader

FIRST = 1
"""The place of the winner, and of the car in front of the grid."""
RACE_SENTENCES: Mapping[str, Sequence[str]] = {
    "grid": ("{car} starts from the front of the grid.",),
    "lead change": (
        "{car} takes the lead from {other}.",
        "{car} passes {other} and leads.",
        "The lead changes: {car} is in front of {other}.",
    ),
    "finish first": ("{crew} in {car} wins the race.",),
    "finish": ("{crew} in {car} finishes {place}.", "{crew} brings {car} home {place}."),
}
"""Sentences of every race, for `TurningPointList`."""
FIRST_HOME, LOST_PER_PLACE = 25, 8
"""What winning adds to the weight of a finish, and what each place takes off that of the others."""


def add_grid(reader: TurningPointReader, entry: LogEntry, *, place: int | None) -> None:
    """Add the car that starts from the first place; other cars say nothing."""
    if place == FIRST:
        reader.add("grid", entry, car=entry.car)


def add_finish(reader: TurningPointReader, entry: LogEntry, *, place: int) -> None:
    """Add the finish of a car in that place."""
    kind, more = ("finish first", FIRST_HOME) if place == FIRST else ("finish", -LOST_PER_PLACE * place)
    reader.add(kind, entry, more=more, car=entry.car, crew=entry.crew, place=ordinal(place))
