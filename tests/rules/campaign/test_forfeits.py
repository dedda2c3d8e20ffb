"""A team that forfeits scores 0 and none of its cars or drivers count as entered, while the match goes on."""

from __future__ import annotations

import pytest

from rules.campaign.commissioner.forfeits import AlreadyForfeited, ForfeitMatch, ForfeitPaid
from rules.campaign.core.command import OutOfStep
from rules.campaign.match_day.line_ups import LockLineUps, MatchGivenUp
from rules.campaign.match_day.reports import AcceptReport, CarNotLinedUp, DriverNotInLineUp, ForfeitScored
from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement, PointsScored
from rules.campaign.money.overhead import ProfitKept
from rules.campaign.money.prize_money import PotRolled, PrizeShared
from rules.campaign.people.experience import DriverAppeared
from rules.campaign.people.fatigue import FatigueCleared
from rules.core.refusals import Unknown
from rules.core.terms import FranchiseId
from rules.match.report import CarReport, DriverReport
from tests.rules.campaign.memory_seasons import (
    Table,
    accept,
    announce,
    assert_money_adds_up,
    line_up,
    locked,
    report,
    settled,
    signed,
)
from tests.rules.campaign.settled_match import M1, put

RAZORS = FranchiseId("razors")
FORFEIT = ForfeitMatch(match=M1, franchise=RAZORS)


def reckoned(table: Table, faces: dict[str, list[int]], **claims: dict[str, int]) -> None:
    """Report the match and take it to its profits."""
    accept(table, report(table, **claims))
    table.give(OpenSettlement(match=M1))
    table.give(CloseSettlement(match=M1), faces)


@pytest.mark.rule("HOUSE-009", "DM-C-096")
def test_a_team_that_forfeits_adds_no_die_to_the_pot_and_has_no_share() -> None:
    table = locked("razors", "saints", "widows")
    table.give(FORFEIT)
    reckoned(table, {"m1/settle/pot": [2, 3]}, points={"saints": 3, "widows": 1})
    assert [fact.pot for fact in table.said(PotRolled)] == [75_000]
    assert [(fact.franchise, fact.prize) for fact in table.said(PrizeShared)] == [
        ("saints", 57_000),
        ("widows", 19_000),
    ]
    assert [(fact.franchise, fact.points, fact.won) for fact in table.said(PointsScored)] == [
        ("razors", 0, False),
        ("saints", 3, True),
        ("widows", 1, False),
    ]
    assert [fact.franchise for fact in table.said(ProfitKept)] == ["razors", "saints", "widows"]


@pytest.mark.rule("HOUSE-009", "DM-C-101")
def test_drivers_of_a_team_that_forfeits_rest_and_earn_no_experience() -> None:
    table = locked()
    put(table.season, {"razors.d1": {"fatigue": ["driving"]}})
    table.give(FORFEIT)
    reckoned(table, {})
    assert [fact.driver for fact in table.said(FatigueCleared)] == ["razors.d1"]
    assert [fact.driver for fact in table.said(DriverAppeared)] == ["saints.d1", "saints.d2"]


@pytest.mark.rule("HOUSE-009", "DM-C-014")
def test_a_forfeit_wins_nothing_though_nobody_scored() -> None:
    table = locked()
    table.give(FORFEIT)
    reckoned(table, {})
    assert [franchise.wins for franchise in table.season.all_franchises()] == [0, 1]


@pytest.mark.rule("HOUSE-009", "DM-C-096")
@pytest.mark.switch("xp.tie_counts_as_win", False)
def test_a_forfeit_is_level_with_nobody() -> None:
    table = locked("razors", "saints", "widows", switches={"xp.tie_counts_as_win": False})
    table.give(FORFEIT)
    reckoned(table, {})
    assert [franchise.wins for franchise in table.season.all_franchises()] == [0, 0, 0]
    alone = locked(switches={"xp.tie_counts_as_win": False})
    alone.give(FORFEIT)
    reckoned(alone, {})
    assert [franchise.wins for franchise in alone.season.all_franchises()] == [0, 1]


@pytest.mark.rule("HOUSE-009", "DM-C-096")
def test_a_match_everybody_forfeits_has_no_pot_and_no_winner() -> None:
    table = locked()
    table.give(FORFEIT)
    table.give(ForfeitMatch(match=M1, franchise=FranchiseId("saints")))
    accept(table)
    settled(table)
    assert [(fact.pot, fact.rolls) for fact in table.said(PotRolled)] == [(0, ())]
    assert table.said(PrizeShared) == []
    assert [franchise.wins for franchise in table.season.all_franchises()] == [0, 0]
    assert table.season.match("m1").step == "settled"


@pytest.mark.rule("HOUSE-009")
@pytest.mark.switch("match.forfeit_fee_k", 40)
def test_a_forfeit_costs_what_the_house_says_as_far_as_the_account_goes() -> None:
    table = locked(switches={"match.forfeit_fee_k": 40})
    razors, saints = table.season.franchise("razors"), table.season.franchise("saints")
    before = razors.balance
    table.give(FORFEIT)
    assert razors.balance == before - 40_000
    assert_money_adds_up(table)
    saints.balance = 25_000
    table.give(ForfeitMatch(match=M1, franchise=FranchiseId("saints")))
    assert [fact.amount for fact in table.said(ForfeitPaid)] == [-40_000, -25_000]
    assert saints.balance == 0


@pytest.mark.rule("HOUSE-009")
def test_a_forfeit_costs_nothing_by_default() -> None:
    table = locked()
    table.give(FORFEIT)
    assert table.said(ForfeitPaid) == []


@pytest.mark.rule("HOUSE-009")
def test_a_team_forfeits_before_the_lock_too_and_lines_nobody_up_after_it() -> None:
    table = signed()
    announce(table)
    table.give(line_up("razors"))
    table.give(FORFEIT)
    assert table.season.seats_of("m1.razors") == []
    table.refused(line_up("razors"), MatchGivenUp, "razors", "m1")
    table.give(line_up("saints"))
    table.give(LockLineUps(match=M1))
    assert sorted(table.season.line_up("m1", "razors").locked) == [f"razors.d{number}" for number in range(1, 7)]
    accept(table)
    settled(table)


@pytest.mark.rule("HOUSE-009")
def test_a_match_is_forfeited_once_and_before_it_is_reported() -> None:
    table = locked()
    table.refused(ForfeitMatch(match=M1, franchise=FranchiseId("widows")), Unknown, "widows")
    table.give(FORFEIT)
    table.refused(FORFEIT, AlreadyForfeited, "razors")
    accept(table)
    table.refused(ForfeitMatch(match=M1, franchise=FranchiseId("saints")), OutOfStep, "forfeit_match")


@pytest.mark.rule("HOUSE-009", "DM-C-090")
def test_the_report_of_a_forfeit_has_the_team_with_nothing() -> None:
    table = locked()
    table.give(FORFEIT)
    claim = report(table, points={"razors": 1})
    table.refused(AcceptReport(match=M1, report=claim), ForfeitScored, "razors", "0")
    table.refused(
        AcceptReport(match=M1, report=report(table, drivers={"razors.d1": {}})), DriverNotInLineUp, "razors.d1"
    )
    honest = report(table)
    honest.cars.append(CarReport(car="razors.c1"))
    table.refused(AcceptReport(match=M1, report=honest), CarNotLinedUp, "razors.c1")
    assert {driver.driver for driver in report(table).drivers} == {"saints.d1", "saints.d2"}
    assert DriverReport(driver="saints.d1", heats=[1]) in report(table).drivers
