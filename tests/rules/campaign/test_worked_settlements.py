"""Whole settlements worked by hand from the book, with every die typed in."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.state import LineUp
from rules.campaign.market.shopping import OpenShopping
from rules.campaign.match_day.repairs import DecideRepairs
from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement, PointsScored, SettlementReckoned
from rules.campaign.match_day.sponsor_step import FaceEarned, SponsorPaid
from rules.campaign.money.bills import BillMade
from rules.campaign.money.overhead import ProfitKept
from rules.campaign.money.prize_money import PotRolled, PrizeShared
from rules.campaign.people.experience import DriverAppeared, LevelReached, TraitRaised
from rules.campaign.people.fatigue import FatigueCleared, FatigueEased, FatigueGained, FatigueShrugged
from rules.core.terms import CarId, FranchiseId, MatchId
from tests.rules.campaign.memory_seasons import Table, accept, assert_money_adds_up, locked, report, signed

M1 = MatchId("m1")
OPENING = {"m1/settle/razors.d2/quirk": [5, 4, 1]}
CLOSING = {
    "m1/settle/pot": [4, 3],
    "m1/settle/razors.s1/income": [4],
    "m1/settle/razors.s2/income": [5],
    "m1/settle/razors.s3/income": [6, 2, 3, 4],
    "m1/settle/saints.s1/income": [1, 2],
    "m1/settle/razors.d6/face": [3, 6],
    "m1/settle/razors.d1/fatigue": [2],
    "m1/settle/razors.d2/fatigue": [3],
    "m1/settle/saints.d1/fatigue": [3],
    "m1/settle/saints.d2/fatigue": [5],
    "m1/settle/razors.d1/advancement": [3, 4, 4],
}


def by_hand() -> Table:
    """A match in which the razors beat the saints 10 to 5 and lose a car and a driver. saints.d2 runs no heat."""
    table = signed()
    season = table.season
    table.sponsor("razors", "insurance", "mechanic_shop", "munitions")
    table.sponsor("saints", "oil")
    season.franchise("razors").staff_rating = 3
    season.car("razors.c3").overhead = True
    season.driver("razors.d3").fatigue = ["gunnery", "driving"]
    season.driver("razors.d6").talents = ["face"]
    season.driver("saints.d1").talents = ["iron_man"]
    season.driver("saints.d2").quirks = {"combat_fatigue": 1}
    season.driver("saints.d2").fatigue = ["driving", "gunnery"]
    locked(table=table, heats=2)
    season.driver("razors.d6").availability = "season_out"
    accept(
        table,
        report(
            table,
            points={"razors": 10, "saints": 5},
            drivers={
                "razors.d1": {"criticals": 2, "scores": 3, "kills": 1, "friendly_criticals": 4},
                "razors.d2": {"heats": [1], "out": True},
                "saints.d1": {"criticals": 1},
                "saints.d2": {"heats": []},
            },
            cars={
                "razors.c1": {"destroyed": True},
                "razors.c2": {"criticals": 6},
                "saints.c1": {"criticals": 1},
            },
        ),
    )
    table.give(OpenSettlement(match=M1), OPENING)
    table.give(DecideRepairs(franchise=FranchiseId("razors"), match=M1, repair=[CarId("razors.c2")]))
    table.give(DecideRepairs(franchise=FranchiseId("saints"), match=M1))
    table.give(CloseSettlement(match=M1), CLOSING)
    return table


@pytest.fixture(scope="module")
def played() -> Table:
    return by_hand()


@pytest.mark.rule("DM-C-091", "DM-C-093")
def test_points_and_wins_are_counted(played: Table) -> None:
    assert [
        (fact.franchise, fact.points, fact.won, fact.criticals, fact.season_points, fact.season_wins)
        for fact in played.said(PointsScored)
    ] == [("razors", 10, True, 2, 10, 1), ("saints", 5, False, 1, 5, 0)]
    razors = played.season.franchise("razors")
    assert (razors.points, razors.wins, razors.criticals) == (10, 1, 2)
    line_up = played.season.line_up("m1", "saints")
    assert (line_up.points, line_up.won) == (5, False)


@pytest.mark.rule("DM-C-095", "DM-C-079", "DM-C-080")
def test_bills_are_what_sponsors_leave(played: Table) -> None:
    assert [(fact.bill, fact.subject, fact.listed, fact.amount) for fact in played.said(BillMade)] == [
        ("cloning", "razors.d2", 5000, 0),
        ("replacement", "razors.c1", 5000, 0),
        ("repair", "razors.c2", 4000, 3000),
    ]


@pytest.mark.rule("DM-C-096")
def test_the_pot_is_shared_by_points(played: Table) -> None:
    assert [fact.pot for fact in played.said(PotRolled)] == [105_000]
    assert [(fact.franchise, fact.prize, fact.points, fact.all_points) for fact in played.said(PrizeShared)] == [
        ("razors", 70_000, 10, 15),
        ("saints", 35_000, 5, 15),
    ]


@pytest.mark.rule("DM-C-072", "DM-C-086", "DM-C-097")
def test_sponsors_pay(played: Table) -> None:
    assert [(fact.sponsor, fact.sponsor_kind, fact.income, fact.war) for fact in played.said(SponsorPaid)] == [
        ("razors.s1", "insurance", 40_000, False),
        ("razors.s2", "mechanic_shop", 25_000, False),
        ("razors.s3", "munitions", 90_000, True),
        ("saints.s1", "oil", 30_000, False),
    ]


@pytest.mark.rule("DM-C-042", "DM-C-097")
def test_a_face_earns_though_he_cannot_be_fielded(played: Table) -> None:
    assert [(fact.driver, fact.income) for fact in played.said(FaceEarned)] == [("razors.d6", 9000)]


@pytest.mark.rule("DM-C-097", "DM-C-098", "DM-C-099", "DM-C-100")
def test_the_overhead_cell_is_banked(played: Table) -> None:
    assert played.said(SettlementReckoned) == [
        SettlementReckoned(
            rule="DM-C-098",
            match=M1,
            franchise=FranchiseId("razors"),
            prize=70_000,
            sponsor_income=155_000,
            face_income=9000,
            cloning=0,
            replacements=0,
            repairs=3000,
            net_income=231_000,
            size=11,
            profit=130_000,
        ),
        SettlementReckoned(
            rule="DM-C-098",
            match=M1,
            franchise=FranchiseId("saints"),
            prize=35_000,
            sponsor_income=30_000,
            face_income=0,
            cloning=0,
            replacements=0,
            repairs=0,
            net_income=65_000,
            size=9,
            profit=60_000,
        ),
    ]
    assert [
        (fact.franchise, fact.amount, fact.balance, fact.row, fact.column) for fact in played.said(ProfitKept)
    ] == [("razors", 130_000, 530_000, 6, 1), ("saints", 60_000, 460_000, 2, 1)]
    assert_money_adds_up(played)


@pytest.mark.rule("DM-C-101", "DM-C-043", "DM-C-052")
def test_who_ran_tires_and_who_sat_out_rests(played: Table) -> None:
    fatigue = {driver.id: driver.fatigue for driver in played.season.drivers.values() if driver.fatigue}
    assert fatigue == {"razors.d1": ["initiative"], "razors.d2": ["driving"], "saints.d2": ["driving"]}
    assert [fact.driver for fact in played.said(FatigueGained)] == ["razors.d1", "razors.d2"]
    assert [(fact.driver, fact.points) for fact in played.said(FatigueCleared)] == [("razors.d3", 2)]
    assert [fact.driver for fact in played.said(FatigueShrugged)] == ["saints.d1"]
    assert [(fact.driver, fact.left) for fact in played.said(FatigueEased)] == [("saints.d2", 1)]


@pytest.mark.rule("DM-C-014", "DM-C-015", "DM-C-016", "DM-C-018", "DM-C-103")
def test_experience_levels_and_advances(played: Table) -> None:
    assert [
        (
            fact.driver,
            fact.heats,
            fact.criticals,
            fact.scores,
            fact.kills,
            fact.out,
            fact.xp_gained,
            fact.xp,
            fact.level,
        )
        for fact in played.said(DriverAppeared)
    ] == [
        ("razors.d1", 2, 2, 3, 1, False, 5, 5, 2),
        ("razors.d2", 1, 0, 0, 0, True, 2, 2, 1),
        ("saints.d1", 2, 1, 0, 0, False, 2, 2, 1),
    ]
    assert [(fact.driver, fact.level) for fact in played.said(LevelReached)] == [("razors.d1", 2)]
    assert [(fact.driver, fact.trait, fact.value) for fact in played.said(TraitRaised)] == [
        ("razors.d1", "toughness", 4)
    ]
    assert played.season.driver("razors.d2").quirks == {"arthritic": 1}


@pytest.mark.rule("DM-C-093")
def test_the_steps_come_in_the_order_of_the_book(played: Table) -> None:
    order = (
        PointsScored,
        BillMade,
        PotRolled,
        PrizeShared,
        SponsorPaid,
        FaceEarned,
        ProfitKept,
        FatigueGained,
        DriverAppeared,
    )
    kinds = [kind for fact in played.facts for kind in order if type(fact) is kind]
    first = [next(number for number, kind_seen in enumerate(kinds) if kind_seen is kind) for kind in order]
    assert first == sorted(first)
    thrown = [roll.path.rsplit("/", 1)[-1] for roll in played.log if "/settle/" in roll.path]
    steps = [step for number, step in enumerate(thrown) if number == 0 or thrown[number - 1] != step]
    assert steps == ["quirk", "pot", "income", "face", "income", "fatigue", "advancement"]


@pytest.mark.rule("DM-C-041", "DM-C-093")
def test_what_only_the_settlement_needed_leaves_the_season_when_the_shops_open() -> None:
    table = by_hand()
    season = table.season
    assert (season.match("m1").step, season.match("m1").outcome is None) == ("M5.9", False)
    assert season.line_up("m1", "razors").locked
    table.give(OpenShopping(match=M1))
    assert season.seats == {}
    assert (season.match("m1").outcome, season.match("m1").step) == (None, "M5.10")
    for franchise, won, points in (("razors", True, 10), ("saints", False, 5)):
        assert season.line_up("m1", franchise) == LineUp(
            id=f"m1.{franchise}",
            match="m1",
            franchise=franchise,
            named=True,
            words=f"{franchise} rolls",
            decided=True,
            points=points,
            won=won,
            shopping="open",
        )
    assert season.match("m1").words == "razors=razors rolls|saints=saints rolls"
    table.refused(CloseSettlement(match=M1), OutOfStep)
    table.refused(OpenSettlement(match=M1), OutOfStep)
