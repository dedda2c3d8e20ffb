"""The turning points of a match: the moments that decided it, each in a sentence and with its place in the film.

A book finds them in its own log. What is common to all books is here: how a log is read for them, the lead on points,
those of every race, how they are kept, and which of them are told.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar, Protocol, TypeVar, runtime_checkable

from rules.core.plurals import count_phrase, ordinal
from rules.match.log import LogEntry
from rules.match.recorder import MatchRecorder

MOST = 15
"""The most turning points that are told of a match."""
FADING = 0.82
"""What each turning point already chosen of a kind leaves of the weight of the next one of that kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPoint:
    """A moment that mattered: what happened, at which heat, turn and phase, and how much it mattered.

    `text` is a whole sentence with placeholders, and `names` has what goes into each: the id of a car, a driver or a
    team, or a word that is nobody's id. `when` is the moment in few words, and `step` the number of the frame of the
    film that shows it, from 1.
    """

    kind: str
    text: str
    names: Mapping[str, str]
    when: str
    moment: tuple[int, int, int]
    weight: float
    step: int = 1


@runtime_checkable
class TurningPointsRuleset(Protocol):
    """A ruleset that finds the turning points of its matches."""

    def turning_points(self, log: bytes) -> list[TurningPoint]:
        """The turning points of a match, in the order they happened. Raises as `Ruleset.story` does."""


@dataclass(slots=True)
class FilmSteps:
    """Observes a match as the camera of its film does, and numbers the frames by their heat, turn and phase."""

    moments: list[tuple[int, int, int]] = field(default_factory=list)

    def __call__(self, play: MatchRecorder) -> None:
        """Note the moment, unless the match has gone back to an earlier one."""
        moment = play.moment
        now = moment.heat, moment.turn, moment.phase
        if not self.moments or now > self.moments[-1]:
            self.moments.append(now)

    def step(self, moment: tuple[int, int, int]) -> int:
        """The number of the frame that shows a moment, from 1: its own, or else the next one."""
        return min(bisect_left(self.moments, moment), len(self.moments) - 1) + 1

    def place(self, points: Iterable[TurningPoint]) -> list[TurningPoint]:
        """The turning points with the numbers of their frames. A moment that goes back counts as the latest."""
        latest, placed = (0, 0, 0), []
        for point in points:
            latest = max(latest, point.moment)
            placed.append(replace(point, moment=latest, step=self.step(latest)))
        return placed


@dataclass(slots=True)
class TurningPointList:
    """Collects the turning points of a match. Sentences of a kind take turns, so that none follows itself."""

    sentences: Mapping[str, Sequence[str]]
    """The sentences of every kind, which all use the same placeholders."""
    weights: Mapping[str, float]
    points: list[TurningPoint] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, entry: LogEntry, when: str, *, more: float = 0, **names: str) -> None:
        """Add what an entry says; `more` is added to the weight of its kind."""
        variants = self.sentences[kind]
        text = variants[self._counts[kind] % len(variants)]
        self._counts[kind] += 1
        group = kind.partition(" ")[0]
        self.points.append(
            TurningPoint(
                kind=group,
                text=text,
                names=names,
                when=when,
                moment=(entry.heat, entry.turn, entry.phase),
                weight=self.weights[group] + more,
            )
        )


def choose(points: Sequence[TurningPoint], *, most: int = MOST) -> list[TurningPoint]:
    """The turning points that matter most, in the order they happened.

    Many of a kind matter less than the first of another. Of equal ones the earlier is chosen.
    """
    left = dict(enumerate(points))
    chosen: Counter[str] = Counter()
    kept: list[int] = []
    while left and len(kept) < most:
        best = max(left, key=lambda number: (left[number].weight * FADING ** chosen[left[number].kind], -number))
        kept.append(best)
        chosen[left.pop(best).kind] += 1
    return [points[number] for number in sorted(kept)]


END_SENTENCES: Mapping[str, Sequence[str]] = {
    "end won": ("{team} win with {points}.",),
    "end decided": ("{team} win with {points}, {share} by {car}.",),
    "end level": ("{team} and {other} share the win with {points} each.",),
    "end shared": ("Several teams share the win with {points} each.",),
    "end none": ("The match ends, and nobody has a point.",),
}
"""How a match ended; every book tells it last."""
END_WEIGHT = 1_000
"""More than anything else, since a story without its end is none."""


def add_end(
    points: TurningPointList,
    entry: LogEntry,
    when: str,
    *,
    winners: Sequence[str],
    points_of: Mapping[str, int],
    decided_by: tuple[str, int] | None = None,
) -> None:
    """Add the end: the winners with their points, and the car that made most of them if there is one.

    `decided_by` is that car and the points it made itself.
    """
    made = points_of.get(winners[0], 0) if winners else 0
    worth = count_phrase(made, "point")
    if not winners or (made == 0 and not any(points_of.values())):
        points.add("end none", entry, when)
    elif len(winners) > len(("one", "another")):
        points.add("end shared", entry, when, points=worth)
    elif len(winners) > 1:
        points.add("end level", entry, when, team=winners[0], other=winners[1], points=worth)
    elif decided_by is not None and 0 < decided_by[1] <= made:
        share = f"{decided_by[1]} of them" if decided_by[1] < made else "all of them" if made > 1 else "scored"
        points.add("end decided", entry, when, team=winners[0], points=worth, car=decided_by[0], share=share)
    else:
        points.add("end won", entry, when, team=winners[0], points=worth)


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


FIRST_PLACE = 1
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
    if place == FIRST_PLACE:
        reader.add("grid", entry, car=entry.car)


def add_finish(reader: TurningPointReader, entry: LogEntry, *, place: int) -> None:
    """Add the finish of a car in that place."""
    kind, more = ("finish first", FIRST_HOME) if place == FIRST_PLACE else ("finish", -LOST_PER_PLACE * place)
    reader.add(kind, entry, more=more, car=entry.car, crew=entry.crew, place=ordinal(place))


@dataclass(slots=True)
class PointsLead:
    """The points of each team so far, and the team that took the lead last; empty before the first."""

    totals: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    leader: str = ""

    def credit(self, team: str, points: Fraction | int) -> bool:
        """Add points of a team; whether a team has taken the lead by it.

        A team leads that has points, and more than every other; it keeps the lead while others only draw level.
        """
        self.totals[team] += points
        best = max(self.totals.values())
        ahead = [name for name, total in self.totals.items() if total == best and total > 0]
        if len(ahead) != 1 or ahead[0] == self.leader:
            return False
        self.leader = ahead[0]
        return True
