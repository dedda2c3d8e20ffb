"""The table of a season: by points, then by tiebreakers, with shared ranks while it is played. In the final table
every franchise has its own place, by the dice if all else is level. Rules DM-C-091, DM-C-156.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import TABLE_TIE
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Franchise, Season
from rules.core.dice import Dice, Roll, Stream
from rules.core.terms import FranchiseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A line of the table; franchises level on everything share a rank until the final table is made."""

    franchise: FranchiseId
    rank: int
    points: int
    wins: int
    criticals: int


def ranking_key(season: Season, franchise: Franchise) -> tuple[int, ...]:
    """What a franchise is ranked by: points, then wins and criticals as `season.tiebreak` orders them (DM-C-156)."""
    figures = {"wins": franchise.wins, "criticals": franchise.criticals}
    tiebreakers = str(season.setting("season.tiebreak")).split(",")
    return franchise.points, *(figures[name] for name in tiebreakers if name in figures)


def standings(season: Season) -> list[Standing]:
    """Every franchise, best first, level ones by id; with the ranks of the final table once it is made."""
    franchises = season.all_franchises()
    keys = {franchise.id: ranking_key(season, franchise) for franchise in franchises}
    lines = [
        Standing(
            franchise=FranchiseId(franchise.id),
            rank=franchise.rank or 1 + sum(other > keys[franchise.id] for other in keys.values()),
            points=franchise.points,
            wins=franchise.wins,
            criticals=franchise.criticals,
        )
        for franchise in franchises
    ]
    return sorted(lines, key=lambda line: (line.rank, line.franchise))


TABLE_END_SIZE = 2
"""How many are among the best, with an extra contract, or the lowest, with an extra pick (DM-C-161, DM-C-164)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FinalRank(Fact):
    """A franchise's place in the final table, with its dice if it was tied with another (DM-C-156)."""

    says = "{franchise} finished in place {rank}: {points} points, {wins} wins, {criticals} criticals."
    franchise: FranchiseId
    rank: int
    points: int
    wins: int
    criticals: int


def roll_off(*, franchises: list[str], streams: Mapping[str, Stream], rolls: dict[str, list[Roll]]) -> list[str]:
    """Order franchises that are level: each throws 1d6, the higher first, and those still level throw again.

    Every throw is added to its franchise's `rolls`.
    """
    if len(franchises) == 1:
        return franchises
    faces: dict[str, int] = {}
    for id in franchises:
        roll = streams[id].roll(1, "roll-off for the final table")
        rolls[id].append(roll)
        faces[id] = roll.total
    ordered: list[str] = []
    for _, level in groupby(sorted(franchises, key=lambda id: (-faces[id], id)), key=lambda id: faces[id]):
        ordered += roll_off(franchises=list(level), streams=streams, rolls=rolls)
    return ordered


def is_among_best(franchise: Franchise) -> bool:
    """Whether a franchise is one of the two highest in the final table (DM-C-161)."""
    return franchise.rank <= TABLE_END_SIZE


def is_among_lowest(season: Season, franchise: Franchise) -> bool:
    """Whether a franchise is one of the two lowest; in a league of two or three it may be both (DM-C-164)."""
    return franchise.rank > len(season.franchises) - TABLE_END_SIZE


@command(steps=("E1",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class RankTable(Command):
    """Rank every franchise by the season's points, ties by wins, criticals and the dice (DM-C-156)."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises nothing, since the last round is closed."""
        keys = {franchise.id: ranking_key(season, franchise) for franchise in season.all_franchises()}
        rolls: dict[str, list[Roll]] = {id: [] for id in keys}
        ordered: list[str] = []
        for _, group in groupby(sorted(keys, key=lambda id: keys[id], reverse=True), key=lambda id: keys[id]):
            level = sorted(group)
            streams = {id: TABLE_TIE.open(dice, franchise=id) for id in level}
            ordered += roll_off(franchises=level, streams=streams, rolls=rolls)
        facts: list[Fact] = []
        for rank, id in enumerate(ordered, 1):
            franchise = season.franchise(id)
            franchise.rank = rank
            facts.append(
                FinalRank(
                    rule="DM-C-156",
                    rolls=tuple(rolls[id]),
                    franchise=FranchiseId(id),
                    rank=rank,
                    points=franchise.points,
                    wins=franchise.wins,
                    criticals=franchise.criticals,
                )
            )
        return [*facts, reach_step(season, "E2")]
