"""The table of a season: points, then match wins, then criticals, then a shared rank. Rules DM-C-091, DM-C-156."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.state import Franchise, Season
from rules.terms import FranchiseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A line of the table; franchises level on everything share a rank."""

    franchise: FranchiseId
    rank: int
    points: int
    wins: int
    criticals: int


def worth(franchise: Franchise) -> tuple[int, int, int]:
    """What a franchise is ranked by: points, match wins, criticals scored."""
    return franchise.points, franchise.wins, franchise.criticals


def standings(season: Season) -> list[Standing]:
    """Every franchise, best first, those level on everything by id."""
    franchises = season.all_franchises()
    return [
        Standing(
            franchise=FranchiseId(each.id),
            rank=1 + sum(worth(other) > worth(each) for other in franchises),
            points=each.points,
            wins=each.wins,
            criticals=each.criticals,
        )
        for each in sorted(franchises, key=lambda each: (tuple(-figure for figure in worth(each)), each.id))
    ]
