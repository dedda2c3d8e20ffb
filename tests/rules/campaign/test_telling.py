"""Facts as sentences: what is counted agrees with its number."""

from __future__ import annotations

import pytest

from rules.campaign.house_acts import PointsAwarded
from rules.campaign.telling import pieces, sentence
from rules.terms import FranchiseId


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (0, "razors was given 0 points: 7 in the season."),
        (1, "razors was given 1 point: 7 in the season."),
        (2, "razors was given 2 points: 7 in the season."),
        (-1, "razors was given -1 points: 7 in the season."),
        (11, "razors was given 11 points: 7 in the season."),
    ],
)
def test_one_point_is_told_in_the_singular(points: int, said: str) -> None:
    fact = PointsAwarded(
        rule="HOUSE-004",
        franchise=FranchiseId("razors"),
        points=points,
        season_points=7,
        season_wins=0,
        season_criticals=0,
    )
    assert sentence(fact) == said
    assert [each.field for each in pieces(fact)] == ["franchise", "", "points", "", "season_points", ""]
