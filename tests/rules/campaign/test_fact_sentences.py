"""Facts as sentences: nouns agree with their counts, and empty parts are left out."""

from __future__ import annotations

import pytest

from rules.campaign.commissioner.balance_and_points import PointsAwarded
from rules.campaign.core.facts import fact_sentence, sentence_parts
from rules.campaign.match_day.announcing import MatchAnnounced
from rules.core.terms import FranchiseId, MatchId, RoundId


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
    assert fact_sentence(fact) == said
    assert [sentence_part.field for sentence_part in sentence_parts(fact)] == [
        "franchise",
        "",
        "points",
        "",
        "season_points",
        "",
    ]


@pytest.mark.parametrize(
    ("ruleset", "heats", "said"),
    [
        ("", 1, "m1 was announced: lap race, 1 heat, 2 cars a team."),
        ("ladder", 2, "m1 was announced: lap race, by ladder, 2 heats, 2 cars a team."),
    ],
)
def test_a_match_is_announced_with_its_ruleset_where_it_has_one(ruleset: str, heats: int, said: str) -> None:
    fact = MatchAnnounced(
        rule="DM-C-087",
        match=MatchId("m1"),
        round=RoundId("r1"),
        event="lap_race",
        surface="",
        heats=heats,
        vehicles_per_team=2,
        teams=2,
        ruleset=ruleset,
    )
    assert fact_sentence(fact) == said
