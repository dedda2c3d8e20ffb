"""Counts over all matches on one map, and the figures that are made of them with their bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from statistics import mean

from rules.match.log import LogEntry
from rules.match.recorder import MatchRecorder
from rules.match.report import Report


@dataclass(slots=True)
class MatchCounts:
    """Sums over all matches on one map."""

    matches: int = 0
    starts: int = 0
    entries: int = 0
    turns: list[int] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    destroyed: int = 0
    out: int = 0
    hits: int = 0
    criticals: int = 0
    level: int = 0
    """Matches with more than one team in first place."""
    pointless: int = 0
    """Matches in which no team made a point."""
    margin: int = 0
    """The points by which the first team leads the second, added up."""

    def add(self, play: MatchRecorder, report: Report) -> None:
        """Count a match that is over."""
        self.matches += 1
        self.starts += len(report.cars)
        self.entries += len(play.log.entries)
        self.turns.append(len(play.log.digests))
        self.kinds.update(entry.kind for entry in play.log.entries)
        self.hits += sum(map(hits_in, play.log.entries))
        self.destroyed += sum(car.destroyed for car in report.cars)
        self.out += sum(driver.out for driver in report.drivers)
        self.criticals += sum(driver.criticals for driver in report.drivers)
        self.level += sum(team.rank == 1 for team in report.teams) > 1
        self.pointless += not any(team.points for team in report.teams)
        first, second, *_ = sorted((team.points for team in report.teams), reverse=True)
        self.margin += first - second

    def merge(self, other: MatchCounts) -> None:
        """Add the counts of other matches."""
        for column in fields(self):
            mine, theirs = getattr(self, column.name), getattr(other, column.name)
            setattr(self, column.name, mine + theirs)

    @property
    def rounds(self) -> float:
        """Rounds per match, on average."""
        return mean(self.turns) if self.turns else 0.0

    def share_lasting(self, rounds: int) -> float:
        """The share of matches that lasted at least so many rounds."""
        return sum(turn >= rounds for turn in self.turns) / max(self.matches, 1)

    def per_match(self, kind: str) -> float:
        """Log entries of a kind per match."""
        return self.kinds[kind] / max(self.matches, 1)

    def per_start(self, count: int) -> float:
        """A count per car that started."""
        return count / max(self.starts, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A row of the table: its label, how it is computed, and the bounds it should keep over all maps."""

    what: str
    of: Callable[[MatchCounts], float]
    percent: bool = False
    least: float | None = None
    most: float | None = None

    def text(self, counts: MatchCounts) -> str:
        """The figure as the table shows it."""
        value = self.of(counts)
        return f"{100 * value:.0f} %" if self.percent else f"{value:.1f}"

    def problem(self, counts: MatchCounts) -> str:
        """One sentence about a bound that the figure breaks; empty if it breaks none."""
        value = self.of(counts)
        if self.least is not None and value < self.least:
            return f"{self.what}: {self.text(counts)}, less than {self._bound(self.least)}."
        if self.most is not None and value > self.most:
            return f"{self.what}: {self.text(counts)}, more than {self._bound(self.most)}."
        return ""

    def bounds(self) -> str:
        """The bounds in words; empty if there are none."""
        least = "" if self.least is None else f"at least {self._bound(self.least)}"
        most = "" if self.most is None else f"at most {self._bound(self.most)}"
        return ", ".join(text for text in (least, most) if text)

    def _bound(self, value: float) -> str:
        return f"{100 * value:.0f} %" if self.percent else f"{value:g}"


def hits_in(entry: LogEntry) -> int:
    """The hits that an entry reports: `hit` is one shot's, `hits` the number of several."""
    return int(entry.more.get("hit") is True) if "hit" in entry.more else int(entry.more.get("hits", 0))


def per_match_figure(what: str, kind: str, *, least: float | None = None, most: float | None = None) -> Figure:
    """How many entries of a kind there are in a match."""
    return Figure(what=what, of=lambda counts: counts.per_match(kind), least=least, most=most)


def per_start_figure(what: str, kind: str, *, least: float | None = None, most: float | None = None) -> Figure:
    """How many entries of a kind there are for each car that starts, in percent."""
    return Figure(
        what=what, of=lambda counts: counts.per_start(counts.kinds[kind]), percent=True, least=least, most=most
    )


def limit_figure(rounds: int, *, most: float) -> Figure:
    """The share of matches that last so many rounds."""
    return Figure(
        what=f"not over before round {rounds}",
        of=lambda counts: counts.share_lasting(rounds),
        percent=True,
        most=most,
    )


def ending_figures(
    *, level: float, rounds: tuple[float, float], destroyed: tuple[float, float]
) -> tuple[Figure, ...]:
    """How matches end: their length, the cars they destroy, and how clearly they are won."""
    return (
        Figure(what="rounds", of=lambda counts: counts.rounds, least=rounds[0], most=rounds[1]),
        Figure(
            what="cars destroyed",
            of=lambda counts: counts.per_start(counts.destroyed),
            percent=True,
            least=destroyed[0],
            most=destroyed[1],
        ),
        Figure(what="out of action a car", of=lambda counts: counts.per_start(counts.out), percent=True, most=0.8),
        Figure(what="criticals made", of=lambda counts: counts.criticals / max(counts.matches, 1)),
        Figure(
            what="level at the top",
            of=lambda counts: counts.level / max(counts.matches, 1),
            percent=True,
            most=level,
        ),
        Figure(
            what="nobody made a point",
            of=lambda counts: counts.pointless / max(counts.matches, 1),
            percent=True,
            most=0.1,
        ),
        Figure(
            what="points between first and second",
            of=lambda counts: counts.margin / max(counts.matches, 1),
            least=1,
        ),
        Figure(what="log entries", of=lambda counts: counts.entries / max(counts.matches, 1)),
    )
