"""Whole settlements, worked by hand from the book with every die typed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.campaign.bills import BillMade, DecideRepairs
from rules.campaign.command import OutOfStep
from rules.campaign.experience import DriverAppeared, LevelReached, TraitRaised
from rules.campaign.fatigue import FatigueCleared, FatigueEased, FatigueGained, FatigueShrugged
from rules.campaign.income import FaceEarned, FacePaid, SponsorPaid
from rules.campaign.overhead import ProfitKept
from rules.campaign.prize_money import PotRolled, PrizeShared
from rules.campaign.report import Report, Substitute
from rules.campaign.settlement import CloseSettlement, OpenSettlement, PointsScored, SettlementReckoned
from rules.campaign.state import LineUp
from rules.refusal import Unknown
from rules.terms import CarId, FranchiseId, MatchId
from tests.rules.campaign.building import Table, accept, assert_money_adds_up, locked, report, signed

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
    """Razors beat saints 10 to 5 and lose a car and a driver; saints.d2 never gets to start."""
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
        (each.franchise, each.points, each.won, each.criticals, each.season_points, each.season_wins)
        for each in played.said(PointsScored)
    ] == [("razors", 10, True, 2, 10, 1), ("saints", 5, False, 1, 5, 0)]
    razors = played.season.franchise("razors")
    assert (razors.points, razors.wins, razors.criticals) == (10, 1, 2)
    line_up = played.season.line_up("m1", "saints")
    assert (line_up.points, line_up.won) == (5, False)


@pytest.mark.rule("DM-C-095", "DM-C-079", "DM-C-080")
def test_bills_are_what_sponsors_leave(played: Table) -> None:
    assert [(each.bill, each.subject, each.listed, each.amount) for each in played.said(BillMade)] == [
        ("cloning", "razors.d2", 5000, 0),
        ("replacement", "razors.c1", 5000, 0),
        ("repair", "razors.c2", 4000, 3000),
    ]


@pytest.mark.rule("DM-C-096")
def test_the_pot_is_shared_by_points(played: Table) -> None:
    assert [each.pot for each in played.said(PotRolled)] == [105_000]
    assert [(each.franchise, each.prize, each.points, each.all_points) for each in played.said(PrizeShared)] == [
        ("razors", 70_000, 10, 15),
        ("saints", 35_000, 5, 15),
    ]


@pytest.mark.rule("DM-C-072", "DM-C-086", "DM-C-097")
def test_sponsors_pay(played: Table) -> None:
    assert [(each.sponsor, each.sponsor_kind, each.income, each.war) for each in played.said(SponsorPaid)] == [
        ("razors.s1", "insurance", 40_000, False),
        ("razors.s2", "mechanic_shop", 25_000, False),
        ("razors.s3", "munitions", 90_000, True),
        ("saints.s1", "oil", 30_000, False),
    ]


@pytest.mark.rule("DM-C-042", "DM-C-097")
def test_a_face_earns_though_he_cannot_be_fielded(played: Table) -> None:
    assert [(each.driver, each.income) for each in played.said(FaceEarned)] == [("razors.d6", 9000)]


@pytest.mark.rule("DM-C-098", "DM-C-099", "DM-C-100")
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
        (each.franchise, each.amount, each.balance, each.row, each.column) for each in played.said(ProfitKept)
    ] == [("razors", 130_000, 530_000, 6, 1), ("saints", 60_000, 460_000, 2, 1)]
    assert_money_adds_up(played)


@pytest.mark.rule("DM-C-101", "DM-C-043", "DM-C-052")
def test_who_ran_tires_and_who_sat_out_rests(played: Table) -> None:
    fatigue = {driver.id: driver.fatigue for driver in played.season.drivers.values() if driver.fatigue}
    assert fatigue == {"razors.d1": ["initiative"], "razors.d2": ["driving"], "saints.d2": ["driving"]}
    assert [each.driver for each in played.said(FatigueGained)] == ["razors.d1", "razors.d2"]
    assert [(each.driver, each.points) for each in played.said(FatigueCleared)] == [("razors.d3", 2)]
    assert [each.driver for each in played.said(FatigueShrugged)] == ["saints.d1"]
    assert [(each.driver, each.left) for each in played.said(FatigueEased)] == [("saints.d2", 1)]


@pytest.mark.rule("DM-C-014", "DM-C-015", "DM-C-016", "DM-C-018", "DM-C-103")
def test_experience_levels_and_advances(played: Table) -> None:
    assert [
        (
            each.driver,
            each.heats,
            each.criticals,
            each.scores,
            each.kills,
            each.out,
            each.xp_gained,
            each.xp,
            each.level,
        )
        for each in played.said(DriverAppeared)
    ] == [
        ("razors.d1", 2, 2, 3, 1, False, 5, 5, 2),
        ("razors.d2", 1, 0, 0, 0, True, 2, 2, 1),
        ("saints.d1", 2, 1, 0, 0, False, 2, 2, 1),
    ]
    assert [(each.driver, each.level) for each in played.said(LevelReached)] == [("razors.d1", 2)]
    assert [(each.driver, each.trait, each.value) for each in played.said(TraitRaised)] == [
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
    seen = [kind for each in played.facts for kind in order if type(each) is kind]
    first = [next(number for number, each in enumerate(seen) if each is kind) for kind in order]
    assert first == sorted(first)
    thrown = [roll.path.rsplit("/", 1)[-1] for roll in played.log if "/settle/" in roll.path]
    steps = [step for number, step in enumerate(thrown) if number == 0 or thrown[number - 1] != step]
    assert steps == ["quirk", "pot", "income", "face", "income", "fatigue", "advancement"]


def test_what_only_the_settlement_needed_leaves_the_season(played: Table) -> None:
    season = played.season
    assert season.seats == {}
    assert (season.match("m1").outcome, season.match("m1").step) == (None, "settled")
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
        )
    assert season.match("m1").words == "razors=razors rolls|saints=saints rolls"
    played.refused(CloseSettlement(match=M1), OutOfStep)
    played.refused(OpenSettlement(match=M1), OutOfStep)


def settled(
    *,
    points: dict[str, int] | None = None,
    drivers: dict[str, dict[str, Any]] | None = None,
    switches: dict[str, Any] | None = None,
    faces: dict[str, Sequence[int]] | None = None,
    sheets: dict[str, dict[str, Any]] | None = None,
    heats: int = 1,
    seats: Sequence[tuple[str, ...]] = (),
    substitutes: Sequence[Substitute] = (),
    mechanic: bool = False,
) -> Table:
    """A match of razors and saints settled without damage."""
    table = signed(switches=switches, gunner_stations=True)
    for id, sheet in (sheets or {}).items():
        for name, value in sheet.items():
            setattr(table.season.driver(id), name, value)
    locked(table=table, heats=heats)
    if seats:
        for seat in table.season.seats_of("m1.razors"):
            seat.gunner = ""
        for seat, (_, driver, *gunner) in zip(table.season.seats_of("m1.razors"), seats, strict=True):
            seat.driver = f"razors.{driver}"
            seat.gunner = f"razors.{gunner[0]}" if gunner else ""
    table.season.line_up("m1", "razors").match_mechanic = mechanic
    made: Report = report(table, points=points, drivers=drivers, substitutes=list(substitutes))
    accept(table, made)
    table.give(OpenSettlement(match=M1))
    table.give(CloseSettlement(match=M1), faces)
    return table


@pytest.mark.rule("DM-C-014", "DM-C-091")
@pytest.mark.parametrize(
    ("ties_win", "points", "wins", "xp"), [(True, 5, 1, 2), (False, 5, 0, 1), (True, 0, 1, 2), (False, 0, 0, 1)]
)
def test_teams_level_at_the_top_have_all_won_unless_the_house_says_otherwise(
    ties_win: bool, points: int, wins: int, xp: int
) -> None:
    table = settled(points={"razors": points, "saints": points}, switches={"xp.tie_counts_as_win": ties_win})
    assert [each.wins for each in table.season.all_franchises()] == [wins, wins]
    assert [each.xp_gained for each in table.said(DriverAppeared)] == [xp] * 4


@pytest.mark.rule("DM-C-014")
@pytest.mark.parametrize(("switch", "xp"), [("xp.scoring_per_point", 5), ("xp.friendly_criticals", 5), ("", 3)])
def test_experience_follows_the_house(switch: str, xp: int) -> None:
    table = settled(
        points={"saints": 1},
        drivers={"razors.d1": {"criticals": 1, "scores": 3, "friendly_criticals": 2}},
        switches={switch: True} if switch else {},
    )
    assert table.said(DriverAppeared)[0].xp_gained == xp


@pytest.mark.rule("DM-C-091", "DM-C-156")
def test_the_season_counts_criticals_on_enemies_only() -> None:
    table = settled(
        drivers={"razors.d1": {"criticals": 1, "friendly_criticals": 2}, "razors.d2": {"criticals": 3}},
        switches={"xp.friendly_criticals": True},
    )
    assert [each.criticals for each in table.season.all_franchises()] == [4, 0]


@pytest.mark.rule("DM-C-015", "DM-C-016")
@pytest.mark.parametrize(("beyond", "level"), [("extrapolate", 10), ("cap_9", 9)])
def test_levels_past_the_table_follow_the_house(beyond: str, level: int) -> None:
    table = settled(
        points={"saints": 1}, switches={"xp.beyond_table": beyond}, sheets={"razors.d1": {"xp": 82, "level": 9}}
    )
    assert (table.season.driver("razors.d1").xp, table.season.driver("razors.d1").level) == (83, level)
    assert len(table.said(LevelReached)) == level - 9


@pytest.mark.rule("DM-C-016")
def test_a_level_held_is_never_lost() -> None:
    table = settled(points={"saints": 1}, sheets={"razors.d1": {"xp": 0, "level": 4}})
    assert table.season.driver("razors.d1").level == 4


@pytest.mark.rule("DM-C-101", "DM-M-038")
def test_gunners_and_substitutes_tire_like_drivers() -> None:
    sent = [Substitute(driver="razors.d5", replaces="razors.d3", from_heat=2)]
    gunner = {"razors.d3": {"heats": [1], "out": True}, "razors.d5": {"heats": [2]}}
    seats = [("c1", "d1", "d3"), ("c2", "d2")]
    table = settled(drivers=gunner, heats=2, seats=seats, substitutes=sent)
    assert [each.driver for each in table.said(FatigueGained)] == [
        "razors.d1",
        "razors.d2",
        "razors.d3",
        "razors.d5",
        "saints.d1",
        "saints.d2",
    ]


@pytest.mark.rule("DM-C-101")
def test_gunners_neither_tire_nor_rest_where_the_house_says_so() -> None:
    sent = [Substitute(driver="razors.d5", replaces="razors.d3", from_heat=2)]
    gunner = {"razors.d3": {"heats": [1], "out": True}, "razors.d5": {"heats": [2]}}
    tired = {id: {"fatigue": ["driving"]} for id in ("razors.d3", "razors.d4", "razors.d5")}
    table = settled(
        drivers=gunner,
        heats=2,
        seats=[("c1", "d1", "d3"), ("c2", "d2")],
        substitutes=sent,
        sheets=tired,
        switches={"fatigue.gunners": False},
    )
    assert [each.driver for each in table.said(FatigueGained)] == ["razors.d1", "razors.d2", "saints.d1", "saints.d2"]
    assert [each.driver for each in table.said(FatigueCleared)] == ["razors.d4"]
    assert table.season.driver("razors.d3").fatigue == ["driving"]


@pytest.mark.rule("DM-C-042", "DM-C-098")
def test_faces_are_paid_past_the_overhead_where_the_house_says_so() -> None:
    table = settled(
        switches={"face.subject_to_overhead": False},
        sheets={"razors.d1": {"talents": ["face"]}, "razors.d6": {"talents": ["face"]}},
        faces={"m1/settle/razors.d1/face": [6, 6], "m1/settle/razors.d6/face": [1, 1]},
    )
    assert [(each.franchise, each.amount) for each in table.said(FacePaid)] == [("razors", 14_000)]
    (reckoned, _) = table.said(SettlementReckoned)
    assert reckoned.face_income == 0
    assert reckoned.net_income == reckoned.prize + reckoned.sponsor_income
    assert_money_adds_up(table)


@pytest.mark.rule("DM-C-007", "DM-C-042")
def test_a_face_made_by_this_match_earns_from_the_next() -> None:
    table = settled(
        points={"saints": 1},
        drivers={"razors.d1": {"criticals": 2}},
        faces={"m1/settle/razors.d1/advancement": [1, 1, 4]},
    )
    assert table.season.driver("razors.d1").talents == ["face"]
    assert table.said(FaceEarned) == []


@pytest.mark.rule("DM-C-064", "DM-C-099")
@pytest.mark.parametrize(("mechanic", "size"), [(False, 9), (True, 12)])
def test_staff_hired_for_the_match_counts_in_its_size(mechanic: bool, size: int) -> None:
    table = settled(mechanic=mechanic)
    assert [each.size for each in table.said(ProfitKept)] == [size, 9]


@pytest.mark.rule("DM-C-096")
@pytest.mark.parametrize(("split", "prizes"), [(False, [0, 0]), (True, [53_000, 53_000])])
def test_a_match_nobody_scored_in_pays_as_the_house_says(split: bool, prizes: list[int]) -> None:
    table = settled(switches={"prize.zero_points_split": split}, faces={"m1/settle/pot": [3, 4]})
    assert [each.prize for each in table.said(PrizeShared)] == prizes


@pytest.mark.rule("DM-C-096", "DM-C-100")
def test_a_percentage_rounded_up_leaves_a_broken_k_that_rounds_up() -> None:
    table = settled(
        points={"razors": 1, "saints": 2}, switches={"prize.round": "percent_up"}, faces={"m1/settle/pot": [3, 4]}
    )
    assert [each.prize for each in table.said(PrizeShared)] == [35_700, 70_350]


@pytest.mark.rule("DM-C-086")
def test_a_war_die_of_its_own_is_thrown_where_the_house_says_so() -> None:
    table = signed(switches={"sponsors.munitions_war_die": "separate_die"})
    table.sponsor("razors", "munitions")
    locked(table=table)
    accept(table)
    table.give(OpenSettlement(match=M1))
    table.give(CloseSettlement(match=M1), {"m1/settle/razors.s1/income": [6, 5]})
    assert [(each.income, each.war) for each in table.said(SponsorPaid) if each.franchise == "razors"] == [
        (60_000, False)
    ]


@pytest.mark.rule("DM-C-101")
def test_who_was_lined_up_and_never_ran_rests() -> None:
    table = settled(drivers={"razors.d2": {"heats": []}}, sheets={"razors.d2": {"fatigue": ["driving", "gunnery"]}})
    assert table.season.driver("razors.d2").fatigue == []
    assert "razors.d2" not in [each.driver for each in table.said(DriverAppeared)]


@pytest.mark.rule("DM-C-033")
def test_the_shield_is_spent_for_good_where_the_house_says_so() -> None:
    table = settled(
        switches={"talents.ardent_recharges": False},
        sheets={"razors.d5": {"talents": ["ardent"], "ardent_spent": True, "fatigue": ["driving"]}},
    )
    assert table.season.driver("razors.d5").ardent_spent is True


@pytest.mark.rule("DM-C-020")
def test_a_talent_held_is_wasted_where_the_house_says_so() -> None:
    table = settled(
        points={"saints": 1},
        drivers={"razors.d1": {"criticals": 2}},
        sheets={"razors.d1": {"talents": ["pro"]}},
        switches={"talents.duplicates": "waste"},
        faces={"m1/settle/razors.d1/advancement": [1, 1, 1]},
    )
    assert table.season.driver("razors.d1").talents == ["pro"]


def test_a_match_that_does_not_exist_is_not_settled() -> None:
    signed().refused(OpenSettlement(match=MatchId("m9")), Unknown, "m9")
