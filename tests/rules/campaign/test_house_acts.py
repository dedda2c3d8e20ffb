"""A commissioner's acts on money, points and deadlines: public, with a reason, and within the limits of every
season.
"""

from __future__ import annotations

import pytest

from rules.campaign.commissioner.balance_and_points import (
    AdjustBalance,
    AwardPoints,
    BalanceAdjusted,
    DecisionsEnded,
    EndDecisions,
    EverybodyDecided,
    NothingToChange,
    PointsAwarded,
    PointsTooLow,
)
from rules.campaign.core.command import COMMAND_TYPES, Giver, OutOfStep
from rules.campaign.core.figure_limits import FigureTooLarge
from rules.campaign.match_day.repairs import CarRepaired, CarReplaced, DecideRepairs
from rules.campaign.money.account import BalanceTooLow
from rules.core.refusals import Unknown
from rules.core.terms import FranchiseId, MatchId
from tests.rules.campaign.memory_seasons import assert_money_adds_up, founded, signed
from tests.rules.campaign.settled_match import M1, locked_with, opened

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")
HOUSE_ACTS = (
    "add_match",
    "adjust_balance",
    "adjust_driver",
    "award_points",
    "change_switch",
    "end_decisions",
    "fold_franchise",
    "forfeit_match",
    "give_car",
    "give_item",
    "give_sponsor",
    "open_from_sheet",
    "refill_franchise",
    "take_car",
    "take_item",
    "take_sponsor",
    "void_match",
)


@pytest.mark.parametrize("tag", HOUSE_ACTS)
def test_a_house_act_is_a_commissioners_and_has_a_reason(tag: str) -> None:
    row = COMMAND_TYPES[tag]
    assert (row.by, row.reasoned, row.sealed) == (Giver.COMMISSIONER, True, False)


@pytest.mark.rule("HOUSE-001")
@pytest.mark.parametrize("amount", [10**9 - 100_000 + 1, 10**9 + 1, -(10**9) - 1, 2**70, -(2**70)])
def test_a_balance_nothing_can_hold_is_refused(amount: int) -> None:
    table = founded(switches={"franchise.seed_money_k": 100})
    table.refused(AdjustBalance(franchise=RAZORS, amount=amount), FigureTooLarge, "1000000000")


@pytest.mark.rule("HOUSE-001")
def test_a_balance_may_grow_to_the_largest_there_is() -> None:
    table = founded(switches={"franchise.seed_money_k": 100})
    table.give(AdjustBalance(franchise=RAZORS, amount=10**9 - 100_000))
    assert table.season.franchise("razors").balance == 10**9


@pytest.mark.rule("HOUSE-001")
@pytest.mark.parametrize(("amount", "balance"), [(500, 100_500), (-100_000, 0)])
def test_a_balance_is_adjusted_up_or_down_to_nothing(amount: int, balance: int) -> None:
    table = founded(switches={"franchise.seed_money_k": 100})
    table.give(AdjustBalance(franchise=RAZORS, amount=amount))
    assert table.season.franchise("razors").balance == balance
    (fact,) = table.said(BalanceAdjusted)
    assert (fact.rule, fact.franchise, fact.amount, fact.balance) == ("HOUSE-001", "razors", amount, balance)
    assert_money_adds_up(table)


@pytest.mark.rule("HOUSE-001", "DM-C-058")
def test_a_balance_is_not_adjusted_below_nothing_or_by_nothing() -> None:
    table = founded(switches={"franchise.seed_money_k": 100})
    table.refused(AdjustBalance(franchise=RAZORS, amount=-100_001), BalanceTooLow, "100k", "100.001k")
    table.refused(AdjustBalance(franchise=RAZORS, amount=0), NothingToChange, "razors")
    table.refused(AdjustBalance(franchise=FranchiseId("nobody"), amount=1), Unknown, "nobody")


@pytest.mark.rule("HOUSE-001")
def test_a_closed_season_is_adjusted_no_more() -> None:
    table = signed()
    table.season.step = "closed"
    table.refused(AdjustBalance(franchise=RAZORS, amount=1), OutOfStep, "adjust_balance")


@pytest.mark.rule("HOUSE-004", "DM-C-091")
def test_points_are_awarded_and_docked_to_nothing() -> None:
    table = signed()
    franchise = table.season.franchise("razors")
    franchise.wins, franchise.criticals = 2, 7
    table.give(AwardPoints(franchise=RAZORS, points=5))
    table.give(AwardPoints(franchise=RAZORS, points=-5))
    facts = table.said(PointsAwarded)
    assert [(fact.points, fact.season_points) for fact in facts] == [(5, 5), (-5, 0)]
    assert [(fact.season_wins, fact.season_criticals) for fact in facts] == [(2, 7), (2, 7)]
    assert (franchise.points, franchise.wins, franchise.criticals) == (0, 2, 7)


@pytest.mark.rule("HOUSE-004")
def test_points_are_not_docked_below_nothing_or_by_nothing() -> None:
    table = signed()
    table.give(AwardPoints(franchise=RAZORS, points=3))
    table.refused(AwardPoints(franchise=RAZORS, points=-4), PointsTooLow, "3 points")
    table.refused(AwardPoints(franchise=RAZORS, points=0), NothingToChange, "razors")


@pytest.mark.rule("HOUSE-004")
def test_points_nothing_can_hold_are_refused() -> None:
    table = signed()
    table.give(AwardPoints(franchise=RAZORS, points=1_000_000))
    for points in (1, 2**70, -(2**70)):
        table.refused(AwardPoints(franchise=RAZORS, points=points), FigureTooLarge, "1000000")


@pytest.mark.rule("HOUSE-004")
@pytest.mark.parametrize(("step", "late"), [("E1", False), ("E2", True), ("S3", True)])
def test_points_are_awarded_until_the_final_table(step: str, late: bool) -> None:
    table = signed()
    table.season.step = step
    award = AwardPoints(franchise=RAZORS, points=1)
    if late:
        table.refused(award, OutOfStep, "award_points")
    else:
        table.give(award)
        assert table.season.franchise("razors").points == 1


@pytest.mark.rule("HOUSE-006", "DM-C-095")
def test_who_missed_the_deadline_replaces_and_repairs_all() -> None:
    table = locked_with()
    wrecks = {
        "razors.c1": {"criticals": 1},
        "saints.c1": {"destroyed": True},
        "saints.c2": {"criticals": 3},
    }
    opened(table, cars=wrecks)
    table.give(DecideRepairs(franchise=RAZORS, match=M1))
    table.give(EndDecisions(match=M1))
    assert [fact.franchises for fact in table.said(DecisionsEnded)] == ["saints"]
    assert [fact.car for fact in table.said(CarReplaced)] == ["saints.c1"]
    assert [fact.car for fact in table.said(CarRepaired)] == ["saints.c2"]
    assert table.season.car("razors.c1").criticals == 1
    assert all(line_up.decided for line_up in table.season.line_ups_of("m1"))


@pytest.mark.rule("HOUSE-006")
def test_decisions_that_are_all_made_cannot_be_closed() -> None:
    table = locked_with()
    opened(table)
    table.refused(EndDecisions(match=M1), EverybodyDecided, "m1")
    table.refused(EndDecisions(match=MatchId("m2")), Unknown, "m2")
