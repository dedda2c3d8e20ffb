"""Settlements under the house rules a season may choose, and the effects of running, resting and substituting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement, SettlementReckoned
from rules.campaign.match_day.sponsor_step import FaceEarned, FacePaid, SponsorPaid
from rules.campaign.money.overhead import ProfitKept
from rules.campaign.money.prize_money import PrizeShared
from rules.campaign.people.experience import DriverAppeared, LevelReached
from rules.campaign.people.fatigue import FatigueCleared, FatigueGained
from rules.core.refusals import Unknown
from rules.core.terms import MatchId
from rules.match.report import Report, Substitute
from tests.rules.campaign.memory_seasons import Table, accept, assert_money_adds_up, locked, report, signed

M1 = MatchId("m1")


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
    """A match of razors and saints, settled without damage."""
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
    claim: Report = report(table, points=points, drivers=drivers, substitutes=list(substitutes))
    accept(table, claim)
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
    assert [franchise.wins for franchise in table.season.all_franchises()] == [wins, wins]
    assert [fact.xp_gained for fact in table.said(DriverAppeared)] == [xp] * 4


@pytest.mark.rule("DM-C-014", "DM-C-091")
@pytest.mark.parametrize("ties_win", [True, False])
def test_a_team_alone_at_the_top_has_won_whatever_ties_count_for(ties_win: bool) -> None:
    table = settled(points={"razors": 5, "saints": 4}, switches={"xp.tie_counts_as_win": ties_win})
    assert [franchise.wins for franchise in table.season.all_franchises()] == [1, 0]


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
    assert [franchise.criticals for franchise in table.season.all_franchises()] == [4, 0]


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
    assert [fact.driver for fact in table.said(FatigueGained)] == [
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
    assert [fact.driver for fact in table.said(FatigueGained)] == ["razors.d1", "razors.d2", "saints.d1", "saints.d2"]
    assert [fact.driver for fact in table.said(FatigueCleared)] == ["razors.d4"]
    assert table.season.driver("razors.d3").fatigue == ["driving"]


@pytest.mark.rule("DM-C-042", "DM-C-098")
def test_faces_are_paid_past_the_overhead_where_the_house_says_so() -> None:
    table = settled(
        switches={"face.subject_to_overhead": False},
        sheets={"razors.d1": {"talents": ["face"]}, "razors.d6": {"talents": ["face"]}},
        faces={"m1/settle/razors.d1/face": [6, 6], "m1/settle/razors.d6/face": [1, 1]},
    )
    assert [(fact.franchise, fact.amount) for fact in table.said(FacePaid)] == [("razors", 14_000)]
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
    assert [fact.size for fact in table.said(ProfitKept)] == [size, 9]


@pytest.mark.rule("DM-C-096")
@pytest.mark.parametrize(("split", "prizes"), [(False, [0, 0]), (True, [53_000, 53_000])])
def test_a_match_nobody_scored_in_pays_as_the_house_says(split: bool, prizes: list[int]) -> None:
    table = settled(switches={"prize.zero_points_split": split}, faces={"m1/settle/pot": [3, 4]})
    assert [fact.prize for fact in table.said(PrizeShared)] == prizes


@pytest.mark.rule("DM-C-096", "DM-C-100")
def test_a_percentage_rounded_up_leaves_a_broken_k_that_rounds_up() -> None:
    table = settled(
        points={"razors": 1, "saints": 2}, switches={"prize.round": "percent_up"}, faces={"m1/settle/pot": [3, 4]}
    )
    assert [fact.prize for fact in table.said(PrizeShared)] == [35_700, 70_350]


@pytest.mark.rule("DM-C-086")
def test_a_war_die_of_its_own_is_thrown_where_the_house_says_so() -> None:
    table = signed(switches={"sponsors.munitions_war_die": "separate_die"})
    table.sponsor("razors", "munitions")
    locked(table=table)
    accept(table)
    table.give(OpenSettlement(match=M1))
    table.give(CloseSettlement(match=M1), {"m1/settle/razors.s1/income": [6, 5]})
    assert [(fact.income, fact.war) for fact in table.said(SponsorPaid) if fact.franchise == "razors"] == [
        (60_000, False)
    ]


@pytest.mark.rule("DM-C-101")
def test_who_was_lined_up_and_never_ran_rests() -> None:
    table = settled(drivers={"razors.d2": {"heats": []}}, sheets={"razors.d2": {"fatigue": ["driving", "gunnery"]}})
    assert table.season.driver("razors.d2").fatigue == []
    assert "razors.d2" not in [fact.driver for fact in table.said(DriverAppeared)]


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
