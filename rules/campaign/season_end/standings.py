"""The table of a season: by points, then by tiebreakers, else with shared ranks. Rules DM-C-091, DM-C-156."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.state import Franchise, Season
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
