"""Counts for a book that plays from packets: its maps, the results of matches, and pairs with one change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from rules.match.log import LogEntry
from rules.match.recorder import MatchRecorder
from rules.match.report import Report
from rules.match.ruleset import Document
from tools.sanity.paired_comparison import Comparison, summarize_pairs
from tools.stock_matches import Side, book_ruleset, fixture_name, make_packet, map_fixtures, play_packet, random_sides

OUR_TEAM = "team1"
DESIGN_POINTS = 81
"""The design points of every car in a pair, enough to pay for an advantage."""


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

    def text(self, counted: MatchCounts) -> str:
        """The figure as the table shows it."""
        value = self.of(counted)
        return f"{100 * value:.0f} %" if self.percent else f"{value:.1f}"

    def problem(self, counted: MatchCounts) -> str:
        """One sentence about a broken bound; empty if there is none."""
        value = self.of(counted)
        if self.least is not None and value < self.least:
            return f"{self.what}: {self.text(counted)}, less than {self._bound(self.least)}."
        if self.most is not None and value > self.most:
            return f"{self.what}: {self.text(counted)}, more than {self._bound(self.most)}."
        return ""

    def bounds(self) -> str:
        """The bounds in words; empty if there are none."""
        least = "" if self.least is None else f"at least {self._bound(self.least)}"
        most = "" if self.most is None else f"at most {self._bound(self.most)}"
        return ", ".join(text for text in (least, most) if text)

    def _bound(self, value: float) -> str:
        return f"{100 * value:.0f} %" if self.percent else f"{value:g}"


DesignChange = Callable[[Document], Document]


def hits_in(entry: LogEntry) -> int:
    """The hits that an entry reports: `hit` is one shot's, `hits` the number of several."""
    return int(entry.more.get("hit") is True) if "hit" in entry.more else int(entry.more.get("hits", 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Advantage:
    """A change that should matter: the design of every car, what our cars or crews have more, and how it is measured.

    `judged` is the measure that must move by two standard errors in the direction of `way`.
    """

    what: str
    design: str
    with_it: DesignChange = deepcopy
    without: DesignChange = deepcopy
    traits: Mapping[str, int] = field(default_factory=dict)
    judged: str
    way: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BookExpectations:
    """What should be true of one book: figures within bounds, and advantages that show."""

    name: str
    figures: tuple[Figure, ...]
    advantages: tuple[Advantage, ...]
    setting: Mapping[str, Any] = field(default_factory=dict)


def count_fields(expectations: BookExpectations, matches: int) -> dict[str, MatchCounts]:
    """Play so many fields of six stock cars, on the maps in turn, and count them by map."""
    ruleset = book_ruleset(expectations.name)
    maps = map_fixtures(ruleset)
    found = {fixture_name(fixture): MatchCounts() for fixture in maps}
    for seed in range(matches):
        fixture = maps[seed % len(maps)]
        packet = make_packet(ruleset, fixture, random_sides(ruleset, seed), **expectations.setting)
        play, resolution = play_packet(ruleset, packet, _secret(seed))
        found[fixture_name(fixture)].add(play, resolution.report)
    return found


def compare_advantage(expectations: BookExpectations, advantage: Advantage, pairs: int) -> list[Comparison]:
    """Two of our cars against two others, twice on the same dice: with the advantage and without."""
    measured = [
        tuple(_measure(expectations, advantage, seed, ours=ours) for ours in (True, False)) for seed in range(pairs)
    ]
    return [
        summarize_pairs(what, [(with_it[what], without[what]) for with_it, without in measured])
        for what in measured[0][0]
    ]


def _measure(expectations: BookExpectations, advantage: Advantage, seed: int, *, ours: bool) -> dict[str, float]:
    ruleset = book_ruleset(expectations.name)
    design = ruleset.stock_designs()[advantage.design]
    maps = map_fixtures(ruleset, teams=2)
    changed = advantage.with_it(design) if ours else advantage.without(design)
    plain = advantage.without(design)
    sides = [
        Side(designs=[changed] * 2, traits=advantage.traits if ours else {}, dp=DESIGN_POINTS),
        Side(designs=[plain] * 2, traits={}, dp=DESIGN_POINTS),
    ]
    packet = make_packet(ruleset, maps[seed % len(maps)], sides, **expectations.setting)
    play, resolution = play_packet(ruleset, packet, _secret(seed))
    return dict(_measures(play, resolution.report))


def _measures(play: MatchRecorder, report: Report) -> Iterator[tuple[str, float]]:
    cars = [car for car in report.cars if car.car.startswith(f"{OUR_TEAM}.")]
    yield "cars that survive", sum(not car.destroyed for car in cars)
    yield "criticals suffered", sum(car.criticals for car in cars)
    yield (
        "criticals made",
        sum(driver.criticals for driver in report.drivers if driver.driver.startswith(f"{OUR_TEAM}.")),
    )
    own, others = (
        [team.points for team in report.teams if (team.franchise == OUR_TEAM) is ours] for ours in (True, False)
    )
    yield "points more than theirs", sum(own) - sum(others)
    yield "hits", sum(hits_in(entry) for entry in play.log.entries if entry.car.startswith(f"{OUR_TEAM}."))


def _secret(seed: int) -> bytes:
    return f"sanity {seed}".encode()
