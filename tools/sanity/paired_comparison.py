"""Plays the same match twice with one thing changed: the effect of a better car or crew, with its standard error."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules.dethmatch.designs.design import Armor, Design
from rules.dethmatch.designs.stock_designs import stock_designs
from rules.dethmatch.events.lap_race import laps_of
from rules.dethmatch.first_autopilot.destinations import hexes_to_finish
from rules.dethmatch.match.entries import MatchSetup
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarStatus
from tools.sanity.match_setups import CIRCUITS, play_setup, team_entry, with_traits

OUR_TEAM = "team1"
CAR = "mongrel"
LAP_TURNS = 10
LIGHT_ARMOR = Armor(front=1, rear=1, left=1, right=1)
"""The armor of the light car of a pair; the heavy one has the printed 3, 2, 2 and 2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The effect of one change over its pairs: the mean of each side, and the standard error of the difference."""

    what: str
    pairs: int
    with_it: float
    without: float
    error: float

    @property
    def difference(self) -> float:
        """How much the change adds."""
        return self.with_it - self.without

    @property
    def errors(self) -> float:
        """The difference in standard errors."""
        return self.difference / self.error if self.error else 0.0


Measure = Callable[[Match], dict[str, float]]


def compare_pairs(pairs: Iterator[tuple[MatchSetup, MatchSetup]], measure: Measure) -> list[Comparison]:
    """Play every pair on the same dice, and compare each measure."""
    both = [
        (measure(play_setup(with_it, seed)), measure(play_setup(without, seed)))
        for seed, (with_it, without) in enumerate(pairs, start=1)
    ]
    return [
        summarize_pairs(what, [(with_it[what], without[what]) for with_it, without in both]) for what in both[0][0]
    ]


def summarize_pairs(what: str, pairs: Sequence[tuple[float, float]]) -> Comparison:
    """Compare two or more pairs of a figure, with and without the change, by their differences."""
    count = len(pairs)
    differences = [with_it - without for with_it, without in pairs]
    mean = sum(differences) / count
    variance = sum((difference - mean) ** 2 for difference in differences) / (count - 1)
    return Comparison(
        what=what,
        pairs=count,
        with_it=sum(with_it for with_it, _ in pairs) / count,
        without=sum(without for _, without in pairs) / count,
        error=math.sqrt(variance / count),
    )


def armor_pairs(count: int) -> Iterator[tuple[MatchSetup, MatchSetup]]:
    """Two cars against two in an arena: ours with the armor of their design, and with four points of armor."""
    design = stock_designs()[CAR].design
    for _ in range(count):
        yield _arena(design), _arena(replace(design, armor_points=4, armor=LIGHT_ARMOR))


def gunnery_pairs(count: int) -> Iterator[tuple[MatchSetup, MatchSetup]]:
    """As `armor_pairs`, but our gunnery is 4 or 3."""
    for _ in range(count):
        setup = _arena(stock_designs()[CAR].design)
        yield with_traits(setup, gunnery=4), setup


def driving_pairs(count: int) -> Iterator[tuple[MatchSetup, MatchSetup]]:
    """Two cars race three laps, on every circuit in turn; our driving is 4 or 3."""
    design = stock_designs()[CAR].design
    for number in range(count):
        setup = MatchSetup(
            match="m1",
            event="lap_race",
            track=CIRCUITS[number % len(CIRCUITS)],
            teams=(team_entry(OUR_TEAM, [design]), team_entry("team2", [design])),
        )
        yield with_traits(setup, driving=4), setup


def _arena(ours: Design) -> MatchSetup:
    theirs = stock_designs()[CAR].design
    return MatchSetup(
        match="m1",
        event="last_car",
        track="hammer_bowl",
        heats=1,
        teams=(team_entry(OUR_TEAM, [ours, ours]), team_entry("team2", [theirs, theirs])),
    )


def measure_survival(play: Match) -> dict[str, float]:
    """Our cars that still have a driver at the end, and the criticals they suffered."""
    ours = [car for car in play.state.cars.values() if car.team == OUR_TEAM]
    return {
        "cars that survive": sum(car.status is CarStatus.RUNNING and play.driver(car) is not None for car in ours),
        "criticals suffered": sum(len(car.criticals) for car in ours),
    }


def measure_hits(play: Match) -> dict[str, float]:
    """Our hits, and their share of our shots."""
    teams = {car.id: car.team for car in play.state.cars.values()}
    ours = [entry.kind for entry in play.log.entries if entry.car and teams[entry.car] == OUR_TEAM]
    scored, missed = ours.count("hit"), ours.count("miss")
    return {"hits": scored, "hits a shot": scored / max(scored + missed, 1)}


def measure_laps(play: Match) -> dict[str, float]:
    """Our laps, counting the part of the last one, and our laps in ten turns.

    The turns are those up to our finish, or up to the end of the race if we did not finish.
    """
    car = next(car for car in play.state.cars.values() if car.team == OUR_TEAM)
    driven = (
        float(car.laps) if car.at == NOWHERE else laps_of(play) - hexes_to_finish(play, car) / len(play.track.guide)
    )
    turns = car.finish[0] if car.finish else play.state.moment.turn
    return {"laps driven": driven, "laps driven in ten turns": LAP_TURNS * driven / turns}
