"""The final table and the Metal Cup."""

from __future__ import annotations

import pytest

from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.core.state import Franchise, Season
from rules.campaign.season_end.metal_cup import AwardCup, CupAwarded
from rules.campaign.season_end.standings import FinalRank, RankTable, is_among_best, is_among_lowest, standings
from rules.core.terms import FranchiseId
from tests.rules.campaign.memory_seasons import Table
from tests.rules.campaign.season_ends import ended

Figures = dict[str, tuple[int, int, int]]


def table_of(figures: Figures, **switches: str) -> Table:
    """A season at E1 with each franchise's points, wins and criticals. `switches` are house rules of the season."""
    season = Season(step="E1", switches={f"season.{name}": setting for name, setting in switches.items()})
    for id, (points, wins, criticals) in figures.items():
        season.franchises[id] = Franchise(id=id, points=points, wins=wins, criticals=criticals)
    return Table(season=season)


def order(table: Table) -> str:
    return "".join(franchise.id for franchise in table.season.final_order())


@pytest.mark.rule("DM-C-156")
def test_the_most_points_come_first_then_wins_then_criticals() -> None:
    table = table_of({"a": (10, 0, 9), "b": (11, 0, 0), "c": (10, 1, 0), "d": (10, 0, 8)})
    facts = table.give(RankTable(), {})
    assert facts == [
        FinalRank(rule="DM-C-156", franchise=FranchiseId("b"), rank=1, points=11, wins=0, criticals=0),
        FinalRank(rule="DM-C-156", franchise=FranchiseId("c"), rank=2, points=10, wins=1, criticals=0),
        FinalRank(rule="DM-C-156", franchise=FranchiseId("a"), rank=3, points=10, wins=0, criticals=9),
        FinalRank(rule="DM-C-156", franchise=FranchiseId("d"), rank=4, points=10, wins=0, criticals=8),
        SeasonStepReached(rule="DM-C-093", step="E2", step_name="the Metal Cup"),
    ]
    assert [table.season.franchise(id).rank for id in "abcd"] == [3, 1, 2, 4]


@pytest.mark.rule("DM-C-156")
def test_franchises_level_on_everything_roll_off_and_the_higher_die_is_ahead() -> None:
    table = table_of({"a": (5, 1, 1), "b": (5, 1, 1), "c": (9, 0, 0)})
    facts = table.give(RankTable(), {"table/a": [2], "table/b": [3]})
    assert order(table) == "cba"
    dice = {fact.franchise: [roll.faces for roll in fact.rolls] for fact in facts if isinstance(fact, FinalRank)}
    assert dice == {"c": [], "b": [(3,)], "a": [(2,)]}


@pytest.mark.rule("DM-C-156")
def test_only_those_still_level_throw_again() -> None:
    table = table_of(dict.fromkeys("abcd", (0, 0, 0)))
    table.give(RankTable(), {"table/a": [4, 1, 6], "table/b": [6], "table/c": [4, 1, 2], "table/d": [4, 2]})
    assert order(table) == "bdac"


@pytest.mark.rule("DM-C-156")
def test_two_pairs_that_are_level_throw_among_themselves() -> None:
    table = table_of({"a": (7, 0, 0), "b": (7, 0, 0), "c": (3, 0, 0), "d": (3, 0, 0)})
    table.give(RankTable(), {"table/a": [1], "table/b": [2], "table/c": [6], "table/d": [5]})
    assert order(table) == "bacd"


@pytest.mark.rule("DM-C-156")
@pytest.mark.switch("season.tiebreak", "criticals,wins,dice")
def test_criticals_part_ties_before_wins_where_the_house_says_so() -> None:
    table = table_of({"a": (5, 2, 1), "b": (5, 1, 2), "c": (5, 3, 1)}, tiebreak="criticals,wins,dice")
    assert [(line.franchise, line.rank) for line in standings(table.season)] == [("b", 1), ("c", 2), ("a", 3)]
    table.give(RankTable(), {})
    assert order(table) == "bca"


@pytest.mark.rule("DM-C-156")
@pytest.mark.switch("season.tiebreak", "dice")
def test_dice_alone_part_ties_where_the_house_says_so() -> None:
    table = table_of({"a": (5, 9, 9), "b": (5, 0, 0), "c": (4, 9, 9)}, tiebreak="dice")
    assert [(line.franchise, line.rank) for line in standings(table.season)] == [("a", 1), ("b", 1), ("c", 3)]
    table.give(RankTable(), {"table/a": [1], "table/b": [6]})
    assert order(table) == "bac"


@pytest.mark.rule("DM-C-156")
def test_the_standings_show_the_final_table_once_it_stands() -> None:
    table = table_of({"a": (5, 1, 1), "b": (5, 1, 1)})
    assert [line.rank for line in standings(table.season)] == [1, 1]
    table.give(RankTable(), {"table/a": [2], "table/b": [3]})
    assert [(line.franchise, line.rank) for line in standings(table.season)] == [("b", 1), ("a", 2)]


@pytest.mark.rule("DM-C-161", "DM-C-164")
@pytest.mark.parametrize(
    ("teams", "best", "lowest"),
    [("ab", "ab", "ab"), ("abc", "ab", "bc"), ("abcd", "ab", "cd"), ("abcde", "ab", "de")],
)
def test_the_two_best_and_the_two_lowest_are_taken_apart(teams: str, best: str, lowest: str) -> None:
    table = table_of({id: (9 - place, 0, 0) for place, id in enumerate(teams)})
    table.give(RankTable())
    order = table.season.final_order()
    assert "".join(franchise.id for franchise in order if is_among_best(franchise)) == best
    assert "".join(franchise.id for franchise in order if is_among_lowest(table.season, franchise)) == lowest


@pytest.mark.rule("DM-C-156", "DM-C-157")
@pytest.mark.parametrize(
    ("face", "bonus"), [(1, 5_000), (2, 10_000), (3, 15_000), (4, 20_000), (5, 25_000), (6, 30_000)]
)
def test_the_cup_brings_its_winner_a_bonus_that_waits(face: int, bonus: int) -> None:
    table = ended("razors", "saints", step="E2")
    balance = table.season.franchise("razors").balance
    (awarded, reached) = table.give(AwardCup(), {"cup/razors": [face]})
    assert isinstance(awarded, CupAwarded)
    assert (awarded.franchise, awarded.bonus, awarded.rolls[0].faces) == ("razors", bonus, (face,))
    assert reached == SeasonStepReached(rule="DM-C-093", step="E3", step_name="retirements")
    assert [franchise.cup_bonus for franchise in table.season.final_order()] == [bonus, 0]
    assert table.season.franchise("razors").balance == balance


@pytest.mark.rule("CW-S-056", "DM-C-156", "DM-C-157")
def test_points_below_0_of_duels_rank_below_none_and_the_cup_follows() -> None:
    table = table_of({"a": (-40, 1, 0), "b": (0, 0, 0), "c": (-20, 2, 3), "d": (-40, 0, 9)})
    assert [(line.franchise, line.rank) for line in standings(table.season)] == [
        ("b", 1),
        ("c", 2),
        ("a", 3),
        ("d", 4),
    ]
    table.give(RankTable(), {})
    assert order(table) == "bcad"
    table.give(AwardCup())
    assert table.said(CupAwarded)[0].franchise == "b"
