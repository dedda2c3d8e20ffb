"""What a duel is worth to a league: totals of teams, shares of the pot, who won and who scored."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.carwars.scoring.duel import Duel, Duelist
from rules.carwars.scoring.league_points import prize_shares, scorers, standings_points, team_totals, winners
from rules.carwars.scoring.settings import ScoringSettings
from tests.rules.carwars.duels import kill, scored

TEAMS = tuple(Duelist(id=id, team=team) for id, team in (("a", "reds"), ("b", "reds"), ("c", "blues"), ("d", "")))


@pytest.mark.rule("CW-S-055", "CW-S-056")
@pytest.mark.parametrize("floored", [False, True])
def test_a_teams_points_are_the_sum_of_its_vehicles(floored: bool) -> None:
    table = Duel(TEAMS, ScoringSettings(floor_standings=floored))
    sheet = scored(table, kill(2, "c", "a"), kill(3, "b", "d", "mobility"), closed=4)
    assert team_totals(table, sheet.scores) == {"reds": 41 - 20, "blues": -40, "d": 20}
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
