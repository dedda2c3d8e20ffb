"""What a duel is worth to a league: totals of teams, shares of the pot, who won and who scored."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.carwars.scoring.causes import NobodyElse
from rules.carwars.scoring.documents import sheet_document
from rules.carwars.scoring.duel import Duel, Duelist
from rules.carwars.scoring.events import Ruled
from rules.carwars.scoring.league_points import (
    has_teams,
    prize_shares,
    scorers,
    standings_points,
    team_scores,
    team_totals,
    whole_points,
    winners,
)
from rules.carwars.scoring.settings import ScoringSettings
from rules.carwars.scoring.sheet_text import result_sentences, sheet_tables
from rules.match.text_tables import lines_of
from tests.rules.carwars.duels import duel, kill, scored

TEAMS = tuple(Duelist(id=id, team=team) for id, team in (("a", "reds"), ("b", "reds"), ("c", "blues"), ("d", "")))


@pytest.mark.rule("CW-S-055", "CW-S-056")
@pytest.mark.parametrize("floored", [False, True])
def test_a_teams_points_are_the_sum_of_its_vehicles(floored: bool) -> None:
    table = Duel(TEAMS, ScoringSettings(floor_standings=floored))
    sheet = scored(table, kill(2, "c", "a"), kill(3, "b", "d", "mobility"), closed=4)
    assert team_totals(table, sheet) == {"reds": 41 - 20, "blues": -40, "d": 20}
    assert standings_points(table, sheet)["blues"] == (0 if floored else -40)


@pytest.mark.rule("CW-S-056")
@pytest.mark.parametrize(
    ("totals", "policy", "shares"),
    [
        ({"a": 30, "b": 10, "c": -40}, "equal", {"a": Fraction(3, 4), "b": Fraction(1, 4), "c": 0}),
        ({"a": 0, "b": -5}, "equal", {"a": Fraction(1, 2), "b": Fraction(1, 2)}),
        ({"a": 0, "b": -5}, "none", {"a": 0, "b": 0}),
        ({}, "equal", {}),
    ],
)
def test_shares_of_the_pot(totals: dict[str, int], policy: str, shares: dict[str, Fraction]) -> None:
    exact = {team: Fraction(total) for team, total in totals.items()}
    assert prize_shares(exact, zero_total_policy=policy) == shares


@pytest.mark.rule("CW-S-057")
def test_who_won_and_who_scored_for_their_team() -> None:
    sheet = scored(Duel(TEAMS), kill(2, "c", "a"), kill(2, "d", "b"), closed=150)
    assert sheet.end is not None
    assert winners(sheet) == ["a", "b"]
    assert scorers(sheet) == ["a", "b"]


@pytest.mark.rule("CW-S-057")
def test_nobody_has_won_while_the_duel_goes_on() -> None:
    sheet = scored(duel(), kill(2, "c", "a"))
    assert sheet.end is None
    assert winners(sheet) == []
    assert list(result_sentences(duel(), sheet)) == []


@pytest.mark.rule("CW-S-055")
@pytest.mark.parametrize(
    ("points", "whole"),
    [
        (Fraction(20), 20),
        (Fraction(0), 0),
        (Fraction(20, 3), 7),
        (Fraction(40, 3), 13),
        (Fraction(1, 2), 1),
        (Fraction(49, 100), 0),
        (Fraction(5, 2), 3),
        (Fraction(-1, 2), 0),
        (Fraction(-51, 100), -1),
        (Fraction(-3, 2), -1),
        (Fraction(-20, 3), -7),
        (Fraction(-40), -40),
    ],
)
def test_the_campaign_counts_whole_points_with_halves_up(points: Fraction, whole: int) -> None:
    assert whole_points(points) == whole
    assert type(whole_points(points)) is int


SPLIT = {"a": "1/3", "b": "1/3", "d": "1/3"}


def test_there_are_teams_if_any_vehicle_fights_for_one() -> None:
    assert has_teams(Duel(TEAMS))
    assert not has_teams(duel())
    assert not has_teams(Duel((Duelist(id="a", team="a"), Duelist(id="b"))))


@pytest.mark.rule("CW-S-047", "CW-S-055", "CW-S-056")
def test_a_teams_sum_is_rounded_and_not_its_vehicles() -> None:
    table = Duel(TEAMS, ScoringSettings(floor_standings=True))
    ruled = Ruled(shares=SPLIT, note="Three hit it in one phase.")
    sheet = scored(table, kill(2, "c", NobodyElse(), "mobility", ruled=ruled))
    assert [score._asdict() for score in team_scores(table, sheet)] == [
        {
            "team": "reds",
            "vehicles": ("a", "b"),
            "total": Fraction(40, 3),
            "standings_points": Fraction(40, 3),
            "whole_points": 13,
            "prize_share": Fraction(2, 3),
        },
        {
            "team": "d",
            "vehicles": ("d",),
            "total": Fraction(20, 3),
            "standings_points": Fraction(20, 3),
            "whole_points": 7,
            "prize_share": Fraction(1, 3),
        },
        {
            "team": "blues",
            "vehicles": ("c",),
            "total": Fraction(-20),
            "standings_points": Fraction(0),
            "whole_points": 0,
            "prize_share": Fraction(0),
        },
    ]


@pytest.mark.rule("CW-S-055", "CW-S-056", "CW-S-057")
def test_a_sheet_has_the_teams_with_their_points_and_who_won_and_who_scored() -> None:
    table = Duel(TEAMS)
    sheet = scored(table, kill(2, "c", "a"), kill(2, "d", "b"), closed=150)
    document = sheet_document(table, sheet)
    assert document["teams"] == [
        {
            "team": "reds",
            "vehicles": ["a", "b"],
            "total": "88",
            "standings_points": "88",
            "whole_points": 88,
            "prize_share": "1",
        },
        {
            "team": "blues",
            "vehicles": ["c"],
            "total": "-38",
            "standings_points": "-38",
            "whole_points": -38,
            "prize_share": "0",
        },
        {
            "team": "d",
            "vehicles": ["d"],
            "total": "-38",
            "standings_points": "-38",
            "whole_points": -38,
            "prize_share": "0",
        },
    ]
    assert (document["winners"], document["scorers"]) == (["a", "b"], ["a", "b"])


@pytest.mark.rule("CW-S-055")
def test_a_kill_of_a_team_mate_earns_and_loses_like_any_other_and_adds_up_to_nothing_for_the_team() -> None:
    table = Duel(TEAMS)
    sheet = scored(table, kill(2, "b", "a"))
    assert (sheet.scores["a"].kill_points, sheet.scores["b"].kill_points) == (40, -40)
    assert team_totals(table, sheet) == {"reds": 0, "blues": 0, "d": 0}


@pytest.mark.rule("CW-S-055", "CW-S-057")
def test_the_text_of_a_sheet_has_the_teams_where_there_are_any() -> None:
    table = Duel(TEAMS)
    sheet = scored(table, kill(2, "c", "a"), kill(2, "d", "b"), closed=150)
    assert [made.title for made in sheet_tables(table, sheet)] == ["Scores", "Teams"]
    lines = lines_of(sheet_tables(table, sheet))
    assert [line.split() for line in lines if line.startswith(("reds", "blues"))] == [
        ["reds", "a,", "b", "88", "88", "88", "1"],
        ["blues", "c", "-38", "-38", "-38", "0"],
    ]
    assert list(result_sentences(table, sheet)) == [
        "a, b share the first place [CW-S-057].",
        "Scored for their team: a, b [CW-S-057].",
    ]


@pytest.mark.rule("CW-S-055", "CW-S-057")
def test_the_text_of_a_sheet_without_teams_has_the_winner_alone() -> None:
    sheet = scored(duel("ab"), kill(2, "b", "a"))
    assert [made.title for made in sheet_tables(duel("ab"), sheet)] == ["Scores"]
    assert list(result_sentences(duel("ab"), sheet)) == ["a won [CW-S-057]."]


@pytest.mark.rule("CW-S-057")
def test_the_text_of_a_sheet_says_if_nobody_scored_for_their_team() -> None:
    sheet = scored(Duel(TEAMS), closed=150)
    assert list(result_sentences(Duel(TEAMS), sheet))[1] == "Scored for their team: nobody [CW-S-057]."
