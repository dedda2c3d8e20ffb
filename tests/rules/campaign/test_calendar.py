"""Rounds from their matches to their close, and the commands that become due."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.market.shopping import EndShopping, FinishShopping, OpenShopping, SettleMatch
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan, RollPreMatch
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.repairs import default_repair_decision
from rules.campaign.match_day.round_end import CloseRound, MatchUnsettled, RoundAlreadyClosed, RoundClosed
from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement
from rules.campaign.money.overhead import ProfitKept
from rules.campaign.people.cloning import AvailabilityChanged
from rules.campaign.people.fatigue import FatigueCleared, FatigueEased
from rules.campaign.play.due_commands import due_commands
from rules.core.refusals import Unknown
from rules.core.terms import FranchiseId, MatchId, RoundId
from tests.rules.campaign.memory_seasons import Table, accept, announce, line_up, locked, report, settled, signed

FOUR = ("razors", "saints", "widows", "zeds")
R1 = RoundId("r1")


def two_matches() -> Table:
    """A round of two matches, both at line-ups, and a fifth franchise without a match."""
    table = signed(*FOUR, "idlers", rounds=2)
    plans = [
        MatchPlan(match=MatchId(id), event="race", franchises=list(teams))
        for id, teams in (("m1", FOUR[:2]), ("m2", FOUR[2:]))
    ]
    table.give(AnnounceRound(round=R1, matches=plans))
    return table


def lock(table: Table, match: str) -> None:
    for entrant in table.season.line_ups_of(match):
        table.give(line_up(entrant.franchise, match))
    table.give(LockLineUps(match=MatchId(match)))


@pytest.mark.rule("DM-C-177")
def test_the_season_names_its_own_next_steps_and_no_other() -> None:
    table = two_matches()
    m1, m2 = MatchId("m1"), MatchId("m2")
    assert due_commands(table.season) == [RollPreMatch(match=m1), RollPreMatch(match=m2)]
    table.run()
    assert due_commands(table.season) == []
    for match in ("m1", "m2"):
        lock(table, match)
    assert due_commands(table.season) == []
    accept(table, report(table, "m1", cars={"razors.c1": {"criticals": 1}}), "m1")
    assert due_commands(table.season) == [OpenSettlement(match=m1)]
    table.run()
    assert (table.season.match("m1").step, due_commands(table.season)) == ("M5.4", [])
    table.give(default_repair_decision(table.season, match=m1, franchise=FranchiseId("razors")))
    assert due_commands(table.season) == [CloseSettlement(match=m1)]
    table.give(CloseSettlement(match=m1))
    assert due_commands(table.season) == [OpenShopping(match=m1)]
    table.run()
    assert (table.season.match("m1").step, due_commands(table.season)) == ("M5.10", [])
    table.give(FinishShopping(franchise=FranchiseId("razors"), match=m1))
    assert due_commands(table.season) == []
    table.give(FinishShopping(franchise=FranchiseId("saints"), match=m1))
    assert due_commands(table.season) == [SettleMatch(match=m1)]
    table.run()
    assert (table.season.match("m1").step, due_commands(table.season)) == ("settled", [])
    table.refused(CloseRound(round=R1), MatchUnsettled, "m2 of round r1")
    accept(table, report(table, "m2"), "m2")
    for command in (OpenSettlement(match=m2), CloseSettlement(match=m2), OpenShopping(match=m2)):
        assert due_commands(table.season) == [command]
        table.give(command)
    assert due_commands(table.season) == []
    table.give(EndShopping(match=m2))
    assert due_commands(table.season) == [SettleMatch(match=m2)]
    table.give(SettleMatch(match=m2))
    assert due_commands(table.season) == [CloseRound(round=R1)]
    table.run()
    assert (table.season.rounds["r1"].step, due_commands(table.season)) == ("closed", [])
    table.refused(CloseRound(round=R1), RoundAlreadyClosed)


@pytest.mark.rule("DM-C-177")
def test_matches_of_a_round_stand_at_different_steps() -> None:
    table = two_matches()
    table.run()
    lock(table, "m2")
    assert [table.season.match(match).step for match in ("m1", "m2")] == ["M3", "M4"]


def played_with_idlers(**sheet: object) -> Table:
    table = signed("razors", "saints", "idlers", rounds=2)
    driver = table.season.driver("idlers.d1")
    for name, value in sheet.items():
        setattr(driver, name, value)
    announce(table, franchises=("razors", "saints"))
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=MatchId("m1")))
    accept(table)
    return table


@pytest.mark.rule("DM-C-178", "DM-C-101")
def test_drivers_of_a_franchise_without_a_match_rest_and_nothing_else_happens_to_it() -> None:
    table = played_with_idlers(fatigue=["driving", "gunnery"], talents=["face", "ardent"], ardent_spent=True)
    before = table.season.franchise("idlers").balance
    settled(table)
    driver = table.season.driver("idlers.d1")
    assert (driver.fatigue, driver.ardent_spent) == ([], False)
    assert [(fact.driver, fact.points) for fact in table.said(FatigueCleared)] == [("idlers.d1", 2)]
    assert table.season.franchise("idlers").balance == before
    assert [fact.franchise for fact in table.said(ProfitKept)] == ["razors", "saints"]
    assert [roll.path for roll in table.log if "idlers" in roll.path and "founding" not in roll.path] == []


@pytest.mark.rule("DM-C-178", "DM-C-052")
@pytest.mark.parametrize(("face", "left"), [(3, []), (4, ["driving"])])
def test_combat_fatigue_is_checked_in_an_idle_round_on_a_path_of_the_round(face: int, left: list[str]) -> None:
    table = played_with_idlers(fatigue=["driving", "gunnery"], quirks={"combat_fatigue": 1})
    table.give(OpenSettlement(match=MatchId("m1")))
    table.give(CloseSettlement(match=MatchId("m1")))
    table.give(OpenShopping(match=MatchId("m1")))
    table.give(EndShopping(match=MatchId("m1")))
    table.give(SettleMatch(match=MatchId("m1")))
    table.give(CloseRound(round=R1), {"r1/rest/idlers.d1/fatigue": [face]})
    assert table.season.driver("idlers.d1").fatigue == left
    assert len(table.said(FatigueEased)) == len(left)


@pytest.mark.rule("DM-C-033", "DM-C-178")
def test_an_idle_round_restores_no_shield_where_the_house_says_so() -> None:
    table = played_with_idlers(talents=["ardent"], ardent_spent=True)
    table.season.switches["talents.ardent_recharges"] = False
    settled(table)
    assert table.season.driver("idlers.d1").ardent_spent is True


@pytest.mark.rule("DM-C-049", "DM-C-012")
def test_a_failed_heart_keeps_a_driver_from_one_match_and_rests_him() -> None:
    table = signed(rounds=2)
    driver = table.season.driver("razors.d3")
    driver.quirks, driver.fatigue = {"heart_condition": 1}, ["driving"]
    table.give(
        AnnounceRound(
            round=R1, matches=[MatchPlan(match=MatchId("m1"), event="race", franchises=list(table.season.franchises))]
        )
    )
    table.give(RollPreMatch(match=MatchId("m1")), {"m1/pre/razors.d3/heart": [1]})
    lock(table, "m1")
    accept(table)
    settled(table)
    assert (driver.availability, driver.fatigue, driver.quirks) == ("available", [], {"heart_condition": 1})
    assert [(fact.driver, fact.was, fact.now) for fact in table.said(AvailabilityChanged)] == [
        ("razors.d3", "heart_out", "available")
    ]
    assert [roll.path for roll in table.log if roll.path.endswith("razors.d3/quirk")] == []


@pytest.mark.rule("DM-C-048", "DM-C-050")
@pytest.mark.parametrize("availability", ["season_out", "barred"])
def test_closing_a_round_brings_back_nobody_else(availability: str) -> None:
    table = played_with_idlers(availability=availability)
    settled(table)
    assert table.season.driver("idlers.d1").availability == availability


@pytest.mark.rule("DM-C-177")
def test_after_the_last_planned_round_the_season_is_at_its_final_table() -> None:
    table = signed(rounds=2)
    for number, step in ((1, "M"), (2, "E1")):
        locked(table=table, number=number)
        accept(table, report(table, f"m{number}"), f"m{number}")
        settled(table, f"m{number}")
        assert table.season.step == step
    assert [fact.number for fact in table.said(RoundClosed)] == [1, 2]
    plan = MatchPlan(match=MatchId("m3"), event="race", franchises=["razors", "saints"])
    table.refused(AnnounceRound(round=RoundId("r3"), matches=[plan]), OutOfStep, "too late")


def test_a_round_that_does_not_exist_is_not_closed() -> None:
    signed().refused(CloseRound(round=RoundId("r9")), Unknown, "r9")


@pytest.mark.rule("DM-C-013", "DM-C-057")
def test_quirks_stay_from_match_to_match() -> None:
    table = signed(rounds=2)
    for number in (1, 2):
        locked(table=table, number=number)
        match = f"m{number}"
        accept(table, report(table, match, drivers={"razors.d1": {"out": True}}), match)
        table.give(OpenSettlement(match=MatchId(match)), {f"{match}/settle/razors.d1/quirk": [6, 3, 3]})
        settled(table, match)
    driver = table.season.driver("razors.d1")
    assert (driver.quirks, driver.retiring, driver.availability) == ({"head_injury": 2}, True, "available")


@pytest.mark.rule("DM-C-006", "DM-C-043")
def test_a_talent_wins_over_the_general_rule() -> None:
    table = signed()
    table.season.driver("razors.d1").talents = ["iron_man"]
    table.season.driver("razors.d1").toughness = 6
    locked(table=table)
    accept(table)
    table.run()
    tired = {driver.id: len(driver.fatigue) for driver in table.season.roster("razors")[:2]}
    assert tired == {"razors.d1": 0, "razors.d2": 1}
