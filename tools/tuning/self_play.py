"""Mirror matches between two autopilots of a book that have different prices.

Both teams drive the same stock cars. Every seed is played twice, with the pilots swapped, so that what a seat is
worth cancels out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from multiprocessing.pool import Pool
from typing import Any

from rules.core.dice import Dice, KeyRing
from rules.match.driving.team_pilots import TeamPilots
from rules.match.engine import play_match
from rules.match.packet import Packet
from rules.match.ruleset import Fixture
from tools.sanity.book_measure import measure_of
from tools.stock_matches import book_ruleset, make_packet, map_fixtures

NEW_TEAM, CURRENT_TEAM = "team1", "team2"
CARS = 2
"""The cars of each team."""

Comparison = Callable[[Any, Any, Sequence[int]], list[float]]
"""For each seed, the share of its two matches that new prices win against current ones, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlay:
    """Self-play of a book, on the given events, or on all of the book if none is given. It is a `Comparison`.

    The package `rules.<book>.autopilot` has `pilot_for(setup, prices)`, which makes a pilot with those prices.
    """

    ruleset: str
    events: tuple[str, ...] = ()
    processes: int = 1

    def __call__(self, new: Any, current: Any, seeds: Sequence[int]) -> list[float]:
        """The share that `new` wins on each seed, 0 to 1."""
        tasks = [(self, new, current, seed) for seed in seeds]
        if self.processes == 1:
            return [_pair_share(task) for task in tasks]
        with Pool(self.processes) as pool:
            return pool.map(_pair_share, tasks)

    @property
    def known_events(self) -> set[str]:
        """The events that two teams can play by the book."""
        return {fixture.event for fixture in map_fixtures(book_ruleset(self.ruleset), teams=2, cars=CARS)}

    @property
    def autopilot(self) -> Any:
        """The package of the book's autopilot."""
        return import_module(f"rules.{self.ruleset}.autopilot")


def _pair_share(task: tuple[SelfPlay, Any, Any, int]) -> float:
    play, new, current, seed = task
    won_first = _match_share(play, seed, {NEW_TEAM: new, CURRENT_TEAM: current}, NEW_TEAM)
    won_second = _match_share(play, seed, {NEW_TEAM: current, CURRENT_TEAM: new}, CURRENT_TEAM)
    return (won_first + won_second) / 2


def _match_share(play: SelfPlay, seed: int, prices: dict[str, Any], team: str) -> float:
    """What a team wins in a match on the dice of a seed: 1, or its part of a first place that teams share."""
    ruleset = book_ruleset(play.ruleset)
    packet = _packet(play, seed)
    setup = ruleset.setup_of(ruleset.origin_of(packet))
    pilots = TeamPilots({id: play.autopilot.pilot_for(setup, own) for id, own in prices.items()})
    dice = Dice(KeyRing(f"tuning {seed}".encode(), {packet.match: ""}))
    report = ruleset.report_of(play_match(ruleset.engine, setup, dice, pilots), packet)
    winners = [entry.franchise for entry in report.teams if entry.rank == 1]
    return 1 / len(winners) if team in winners else 0.0


def _packet(play: SelfPlay, seed: int) -> Packet:
    """A match of the seed's stock cars with what they carry, the same for both teams, on one of the book's events and
    maps in turn.
    """
    fixtures, measure = _fixtures(play), measure_of(play.ruleset)
    fixture, lots = fixtures[seed % len(fixtures)], random.Random(f"{play.ruleset} {seed}")
    known = measure.designs_of_fields(fixture.event)
    side = measure.stock_side([lots.choice(known) for _ in range(CARS)], lots)
    return make_packet(book_ruleset(play.ruleset), fixture, [side, side])


@cache
def _fixtures(play: SelfPlay) -> list[Fixture]:
    fixtures = map_fixtures(book_ruleset(play.ruleset), teams=2, cars=CARS)
    return [fixture for fixture in fixtures if not play.events or fixture.event in play.events]
