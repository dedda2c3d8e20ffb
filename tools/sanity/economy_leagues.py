"""Leagues that are played whole in memory: every match by its engine, every franchise by standing orders."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from rules.campaign.core.state import Season
from rules.campaign.match_day.announcing import MatchPlan
from rules.campaign.match_day.round_plans import next_round_number, plan_round
from rules.campaign.steward import DEFAULT_ORDERS, Orders
from rules.campaign.steward.simulation import new_league_season, simulate
from tools.sanity.economy_figures import LeagueFigures, SeasonFigures

RULESETS = ("dethmatch", "formule", "rhad", "carcult")
"""The match systems in which franchises of a league meet."""
MIXED = "mixed"
"""A league whose rounds are played by all of them in turn."""
KINDS = (*RULESETS, MIXED)
ALL_KINDS = "all"
"""Leagues of each kind in turn."""
GROUPINGS = ((6,), (6, 2), (2, 3, 6))
"""Ways to group franchises: the most teams of a match, of rounds in turn. Six is the most that an engine takes, and
makes two matches of four where eight franchises play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSpec:
    """A league to be played: its number, which with the secret makes all its dice, and its size."""

    number: int
    kind: str
    """A match system, or `mixed`."""
    sizes: tuple[int, ...]
    franchises: int
    rounds: int
    seasons: int
    secret: bytes
    orders: Orders = DEFAULT_ORDERS
    """The standing orders of every franchise."""

    @property
    def key(self) -> bytes:
        """The league's own secret."""
        return hmac.digest(self.secret, f"league {self.number}".encode(), hashlib.sha256)


def league_specs(
    *,
    kind: str,
    first: int,
    seasons: int,
    seasons_each: int,
    franchises: int,
    rounds: int,
    secret: bytes,
    orders: Orders = DEFAULT_ORDERS,
) -> list[LeagueSpec]:
    """Leagues of `seasons_each` seasons from number `first` on, `seasons` in all.

    `all` makes a league of each match system and a mixed one in turn; groupings change after each such turn.
    """
    kinds = KINDS if kind == ALL_KINDS else (kind,)
    specs = []
    for index in range(-(-seasons // seasons_each)):
        number = first + index
        turn, place = divmod(number - 1, len(kinds))
        specs.append(
            LeagueSpec(
                number=number,
                kind=kinds[place],
                sizes=GROUPINGS[turn % len(GROUPINGS)],
                franchises=franchises,
                rounds=rounds,
                seasons=min(seasons_each, seasons - index * seasons_each),
                secret=secret,
                orders=orders,
            )
        )
    return specs


def play_league(spec: LeagueSpec) -> list[SeasonFigures]:
    """Play every season of a league, and return their figures."""
    figures = LeagueFigures(league=spec.number, kind=spec.kind, sizes=spec.sizes)
    switches = {} if spec.kind == MIXED else {"match.ruleset": spec.kind}
    season = new_league_season(franchises=spec.franchises, rounds=spec.rounds, secret=spec.key, switches=switches)
    for performed in simulate(
        season,
        secret=spec.key,
        seasons=spec.seasons,
        orders=dict.fromkeys(season.franchises, spec.orders),
        planner=partial(_plan_round, spec),
    ):
        figures.count(performed)
    return figures.seasons


def play_leagues(specs: list[LeagueSpec], *, processes: int) -> Iterator[list[SeasonFigures]]:
    """The figures of every league, in order, played by that many processes."""
    if processes == 1:
        yield from map(play_league, specs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play_league, specs)


def _plan_round(spec: LeagueSpec, season: Season) -> list[MatchPlan]:
    number = next_round_number(season)
    size = spec.sizes[(number - 1) % len(spec.sizes)]
    return plan_round(season, size=size, rulesets=RULESETS if spec.kind == MIXED else ())
