"""The standings of a season."""

from __future__ import annotations

import pytest

from rules.campaign.core.state import Franchise, Season
from rules.campaign.season_end.standings import standings


def season(**figures: tuple[int, int, int]) -> Season:
    played = Season()
    for id, (points, wins, criticals) in figures.items():
        played.franchises[id] = Franchise(id=id, points=points, wins=wins, criticals=criticals)
    return played


@pytest.mark.rule("DM-C-091", "DM-C-156")
def test_points_come_before_wins_and_wins_before_criticals() -> None:
    table = standings(season(a=(10, 0, 9), b=(11, 0, 0), c=(10, 1, 0), d=(10, 0, 8), e=(10, 1, 2)))
    assert [(line.franchise, line.rank) for line in table] == [("b", 1), ("e", 2), ("c", 3), ("a", 4), ("d", 5)]


@pytest.mark.rule("DM-C-156")
def test_franchises_level_on_everything_share_a_rank() -> None:
    table = standings(season(c=(5, 1, 1), a=(5, 1, 1), b=(5, 1, 2), d=(0, 0, 0)))
    assert [(line.franchise, line.rank) for line in table] == [("b", 1), ("a", 2), ("c", 2), ("d", 4)]


def test_a_line_says_what_it_was_ranked_by() -> None:
    (line,) = standings(season(a=(7, 2, 3)))
    assert (line.points, line.wins, line.criticals) == (7, 2, 3)


def test_a_season_without_franchises_has_an_empty_table() -> None:
    assert standings(Season()) == []
