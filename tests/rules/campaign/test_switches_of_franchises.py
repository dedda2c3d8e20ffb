"""House rules that change setup, matches and money. Each test fails under the printed rules."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.founding.season_start import FoundFranchise, FranchiseFounded, OpenSeason
from rules.campaign.founding.setup import CloseSetup, NextSetupStep, RosterTooShort
from rules.campaign.garage.cars import BuyCar, GarageFull, GarageTooSmall
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan, RollPreMatch
from rules.campaign.match_day.line_ups import LineUpTooLarge
from rules.campaign.match_day.repairs import CarRepaired
from rules.campaign.match_day.settlement import SettlementReckoned
from rules.campaign.match_day.sponsor_step import (
    CupBonusCollected,
    CupBonusPaid,
    FaceEarned,
    FacePaid,
    HoldingPayoutCollected,
    SponsorPaid,
)
from rules.campaign.money.overhead import ProfitKept
from rules.campaign.money.prize_money import PrizeShared
from rules.campaign.people.cloning import QuirkResisted
from rules.campaign.people.hiring import AcknowledgeShortRoster, HireRookie, RosterFull, RosterMinimumEnforced
from rules.campaign.play.due_commands import due_commands
from rules.campaign.sponsors.kinds import SponsorWaits
from rules.campaign.sponsors.party import PlaceSponsor, SponsorUndeclinable, ThrowParty
from rules.core.refusals import Malformed
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId, RoundId, SponsorId
from tests.rules.campaign.memory_seasons import Table, announce, assert_money_adds_up, founded, line_up, signed
from tests.rules.campaign.settled_match import M1, locked_with, opened, reckoned

RAZORS = FranchiseId("razors")


@pytest.mark.rule("DM-C-058")
@pytest.mark.switch("franchise.seed_money_k", 700)
def test_seed_money_is_what_the_house_says() -> None:
    table = founded(switches={"franchise.seed_money_k": 700})
    assert [fact.amount for fact in table.said(FranchiseFounded)] == [700_000, 700_000]


@pytest.mark.rule("DM-C-060")
@pytest.mark.switch("roster.max", 3)
def test_a_roster_holds_what_the_house_says() -> None:
    table = founded(switches={"roster.max": 3, "roster.min": 0})
    for number in range(1, 4):
        table.give(HireRookie(franchise=RAZORS, driver=DriverId(f"razors.d{number}")))
    table.refused(HireRookie(franchise=RAZORS, driver=DriverId("razors.d4")), RosterFull, "3")


@pytest.mark.rule("DM-C-060")
@pytest.mark.switch("roster.min", 7)
def test_a_roster_is_short_of_what_the_house_advises() -> None:
    table = founded(switches={"roster.min": 7})
    fill(table, drivers=6)
    table.refused(CloseSetup(), RosterTooShort, "6 of 7")


@pytest.mark.rule("DM-C-060")
@pytest.mark.switch("roster.min_enforced", True)
def test_a_short_roster_cannot_be_acknowledged_where_the_house_says_so() -> None:
    table = founded(switches={"roster.min_enforced": True})
    fill(table, drivers=5)
    table.refused(AcknowledgeShortRoster(franchise=RAZORS), RosterMinimumEnforced, "5", "6")


def fill(table: Table, *, drivers: int) -> None:
    """Hire that many drivers and buy three cars for every franchise."""
    for franchise in table.season.all_franchises():
        id = FranchiseId(franchise.id)
        for number in range(1, drivers + 1):
            table.give(HireRookie(franchise=id, driver=DriverId(f"{id}.d{number}")))
        for number in range(1, 4):
            table.give(BuyCar(franchise=id, car=CarId(f"{id}.c{number}")))


@pytest.mark.rule("DM-C-065")
@pytest.mark.switch("garage.min", 2)
def test_a_season_begins_with_as_few_cars_as_the_house_says() -> None:
    table = signed(cars=2, switches={"garage.min": 2})
    assert table.season.step == "M"


@pytest.mark.rule("DM-C-065")
@pytest.mark.switch("garage.max", 6)
def test_a_garage_holds_what_the_house_says() -> None:
    table = founded(switches={"garage.max": 6})
    for number in range(1, 7):
        table.give(BuyCar(franchise=RAZORS, car=CarId(f"razors.c{number}")))
    table.refused(BuyCar(franchise=RAZORS, car=CarId("razors.c7")), GarageFull, "6")


@pytest.mark.rule("DM-C-065")
@pytest.mark.switch("garage.min", 4)
def test_three_cars_are_too_few_where_the_house_says_so() -> None:
    table = founded(switches={"garage.min": 4})
    fill(table, drivers=6)
    table.refused(CloseSetup(), GarageTooSmall, "3 of the 4")


@pytest.mark.rule("DM-C-068")
@pytest.mark.switch("sponsors.start_unique", True)
def test_founders_get_three_different_sponsors_where_the_house_says_so() -> None:
    table = Table()
    table.give(OpenSeason(rounds=3, switches={"sponsors.start_unique": True}))
    faces = {"setup/razors/founding": [1, 1, 1, 2, 5, 2, 1, 3, 6, 4]}
    table.give(FoundFranchise(franchise=RAZORS), faces)
    assert [sponsor.kind for sponsor in table.season.sponsors_of("razors")] == ["oil", "energy", "munitions"]


@pytest.mark.rule("DM-C-069")
@pytest.mark.switch("sponsors.max", 3)
def test_a_fourth_sponsor_waits_where_three_are_the_most() -> None:
    table = founded(switches={"sponsors.max": 3})
    table.give(ThrowParty(franchise=RAZORS, spend_k=300), {"setup/razors/party": [1, 1, 1]})
    assert [(fact.franchise, fact.sponsor_kind) for fact in table.said(SponsorWaits)] == [("razors", "oil")]


@pytest.mark.rule("DM-C-069")
@pytest.mark.switch("sponsors.may_decline", False)
def test_a_sponsor_that_waits_cannot_be_declined_where_the_house_says_so() -> None:
    table = founded(switches={"sponsors.may_decline": False})
    table.sponsor("razors", "oil", "energy", "munitions", "insurance", "oil")
    table.give(ThrowParty(franchise=RAZORS, spend_k=300), {"setup/razors/party": [1, 1, 1]})
    table.refused(PlaceSponsor(franchise=RAZORS, sponsor=SponsorId("razors.new")), SponsorUndeclinable, "replaces")


@pytest.mark.rule("DM-C-073")
@pytest.mark.switch("sponsors.same_type_effects_stack", True)
def test_two_sponsors_of_a_kind_help_twice_where_the_house_says_so() -> None:
    table = locked_with(
        switches={"sponsors.same_type_effects_stack": True},
        sponsors={"razors": ["medical_services", "medical_services"]},
    )
    opened(table, {"m1/settle/razors.d1/quirk": [5]}, drivers={"razors.d1": {"out": True}})
    assert [fact.sponsored for fact in table.said(QuirkResisted)] == [2]


@pytest.mark.rule("DM-C-086")
@pytest.mark.switch("sponsors.munitions_war_die", "separate_die")
def test_war_shows_on_a_die_of_its_own_where_the_house_says_so() -> None:
    table = locked_with(switches={"sponsors.munitions_war_die": "separate_die"}, sponsors={"razors": ["munitions"]})
    reckoned(table, {"m1/settle/razors.s1/income": [2, 6, 1, 2, 3]})
    assert next((fact.income, fact.war) for fact in table.said(SponsorPaid)) == (60_000, True)


@pytest.mark.rule("DM-C-089")
@pytest.mark.switch("match.vehicles_per_team", 1)
def test_a_team_lines_up_as_many_cars_as_the_house_says() -> None:
    table = signed(switches={"match.vehicles_per_team": 1})
    announce(table)
    table.refused(line_up("razors"), LineUpTooLarge, "2", "1")


@pytest.mark.rule("DM-C-091")
@pytest.mark.switch("match.scoring", "as_reported")
def test_a_race_has_no_preset_where_points_are_as_reported() -> None:
    table = signed(switches={"match.scoring": "as_reported"})
    announce(table)
    assert table.season.match("m1").scoring == "as_reported"


@pytest.mark.rule("DM-C-091", "DM-M-136", "DM-M-137", "DM-M-138")
@pytest.mark.parametrize(
    ("event", "given", "scoring"),
    [
        ("race", "", "race"),
        ("Flags", "", "flags"),
        ("Last car standing", "", "last_car_standing"),
        ("last-car standing", "", "last_car_standing"),
        ("duel", "", "as_reported"),
        ("duel", "flags", "flags"),
        ("race", "as_reported", "as_reported"),
    ],
)
def test_a_match_is_scored_by_its_plan_or_its_events_preset(event: str, given: str, scoring: str) -> None:
    table = signed()
    plan = MatchPlan(match=M1, event=event, franchises=["razors", "saints"], scoring=given)
    table.give(AnnounceRound(round=RoundId("r1"), matches=[plan]))
    assert table.season.match("m1").scoring == scoring


@pytest.mark.rule("DM-C-091")
def test_a_match_is_scored_in_no_unknown_way() -> None:
    plan = MatchPlan(match=M1, event="race", franchises=["razors", "saints"], scoring="style")
    signed().refused(AnnounceRound(round=RoundId("r1"), matches=[plan]), Malformed, "style", "last_car_standing")


@pytest.mark.rule("DM-C-092")
@pytest.mark.switch("match.repair_attempts", 9)
def test_a_match_has_the_repair_attempts_the_house_gives() -> None:
    table = signed(switches={"match.repair_attempts": 9})
    announce(table)
    assert table.season.match("m1").repair_attempts == 9


@pytest.mark.rule("DM-C-095")
@pytest.mark.switch("repairs.mandatory", True)
def test_every_critical_is_repaired_where_the_house_says_so() -> None:
    table = locked_with(switches={"repairs.mandatory": True})
    opened(table, cars={"razors.c1": {"criticals": 2}})
    assert [(fact.car, fact.criticals) for fact in table.said(CarRepaired)] == [("razors.c1", 2)]


@pytest.mark.rule("DM-C-096")
@pytest.mark.switch("prize.round", "percent_up")
def test_the_percentage_is_rounded_up_where_the_house_says_so() -> None:
    table = locked_with(switches={"prize.round": "percent_up"})
    reckoned(table, {"m1/settle/pot": [3, 4]}, points={"razors": 1, "saints": 2})
    assert [fact.prize for fact in table.said(PrizeShared)] == [35_700, 70_350]


@pytest.mark.rule("DM-C-096")
@pytest.mark.switch("prize.zero_points_split", True)
def test_a_pot_nobody_scored_for_is_split_where_the_house_says_so() -> None:
    table = locked_with(switches={"prize.zero_points_split": True})
    reckoned(table, {"m1/settle/pot": [3, 4]})
    assert [fact.prize for fact in table.said(PrizeShared)] == [53_000, 53_000]


@pytest.mark.rule("DM-C-042", "DM-C-098")
@pytest.mark.switch("face.subject_to_overhead", False)
def test_a_face_is_paid_past_the_overhead_where_the_house_says_so() -> None:
    table = locked_with(switches={"face.subject_to_overhead": False}, sheets={"razors.d6": {"talents": ["face"]}})
    reckoned(table, {"m1/settle/razors.d6/face": [6, 5]})
    assert [fact.amount for fact in table.said(FacePaid)] == [11_000]
    assert table.said(SettlementReckoned)[0].face_income == 0
    assert_money_adds_up(table)


CUP: dict[str, Any] = {"cup_plus_one": True}
FACE_AND_OIL: dict[str, Any] = {
    "sheets": {"razors": CUP, "razors.d6": {"talents": ["face"]}},
    "sponsors": {"razors": ["oil", "munitions"], "saints": ["oil"]},
}
INCOME_FACES = {
    "m1/settle/razors.s1/income": [1, 2],
    "m1/settle/razors.s2/income": [5],
    "m1/settle/saints.s1/income": [1, 2],
    "m1/settle/razors.d6/face": [1, 1],
}


def collected(table: Table) -> list[tuple[str, int, int]]:
    """Each payment's franchise, amount, and the Cup's bonus to its dice."""
    sponsors = [(fact.franchise, fact.income, fact.plus_one) for fact in table.said(SponsorPaid)]
    return [*sponsors, *((fact.franchise, fact.income, fact.plus_one) for fact in table.said(FaceEarned))]


@pytest.mark.rule("DM-C-086", "DM-C-158")
def test_the_cups_holder_adds_one_to_every_income_roll_and_makes_no_war_of_a_five() -> None:
    table = reckoned(locked_with(**FACE_AND_OIL), INCOME_FACES)
    assert collected(table) == [
        ("razors", 40_000, 1),
        ("razors", 60_000, 1),
        ("saints", 30_000, 0),
        ("razors", 3_000, 1),
    ]


@pytest.mark.rule("DM-C-086", "DM-C-158")
def test_a_war_pays_the_cups_holder_one_more_as_well() -> None:
    table = locked_with(sheets={"razors": CUP}, sponsors={"razors": ["munitions"]})
    reckoned(table, {"m1/settle/razors.s1/income": [6, 1, 1, 1]})
    assert next((fact.income, fact.war) for fact in table.said(SponsorPaid)) == (40_000, True)


@pytest.mark.rule("DM-C-158")
@pytest.mark.parametrize(
    ("applies", "expected"),
    [
        pytest.param(
            "sponsors",
            [("razors", 40_000, 1), ("razors", 60_000, 1), ("saints", 30_000, 0), ("razors", 2_000, 0)],
            marks=pytest.mark.switch("cup.plus1_applies_to", "sponsors"),
        ),
        pytest.param(
            "face",
            [("razors", 30_000, 0), ("razors", 50_000, 0), ("saints", 30_000, 0), ("razors", 3_000, 1)],
            marks=pytest.mark.switch("cup.plus1_applies_to", "face"),
        ),
    ],
)
def test_the_cups_one_goes_where_the_house_says(applies: str, expected: list[tuple[str, int, int]]) -> None:
    table = reckoned(locked_with(switches={"cup.plus1_applies_to": applies}, **FACE_AND_OIL), INCOME_FACES)
    assert collected(table) == expected


@pytest.mark.rule("DM-C-158")
@pytest.mark.parametrize(("rounds", "number", "plus"), [(4, 2, 1), (4, 3, 0), (3, 2, 1), (3, 3, 0), (1, 1, 1)])
def test_the_first_half_ends_with_half_the_rounds_rounded_up(rounds: int, number: int, plus: int) -> None:
    table = locked_with(sheets={"razors": CUP}, rounds=rounds)
    table.season.rounds["r1"].number = number
    assert {fact.plus_one for fact in reckoned(table).said(SponsorPaid) if fact.franchise == "razors"} == {plus}


@pytest.mark.rule("DM-C-158")
@pytest.mark.switch("cup.first_half_round", "down")
def test_half_an_odd_number_of_rounds_is_rounded_down_where_the_house_says_so() -> None:
    table = locked_with(switches={"cup.first_half_round": "down"}, sheets={"razors": CUP}, rounds=1)
    assert {fact.plus_one for fact in reckoned(table).said(SponsorPaid)} == {0}


@pytest.mark.rule("DM-C-097", "DM-C-157")
def test_the_cup_bonus_comes_in_once_with_the_next_income() -> None:
    table = locked_with(sheets={"razors": {"cup_bonus": 15_000}})
    reckoned(table)
    assert [(fact.franchise, fact.bonus) for fact in table.said(CupBonusCollected)] == [("razors", 15_000)]
    (mine, theirs) = table.said(SettlementReckoned)
    assert (mine.cup_bonus, theirs.cup_bonus) == (15_000, 0)
    assert mine.net_income == mine.prize + mine.sponsor_income + 15_000
    assert table.season.franchise("razors").cup_bonus == 0


@pytest.mark.rule("DM-C-157")
@pytest.mark.switch("cup.bonus_subject_to_overhead", False)
def test_the_cup_bonus_goes_past_the_overhead_where_the_house_says_so() -> None:
    table = locked_with(switches={"cup.bonus_subject_to_overhead": False}, sheets={"razors": {"cup_bonus": 15_000}})
    reckoned(table)
    assert [fact.amount for fact in table.said(CupBonusPaid)] == [15_000]
    assert table.said(SettlementReckoned)[0].cup_bonus == 0
    assert table.season.franchise("razors").cup_bonus == 0
    assert_money_adds_up(table)


@pytest.mark.rule("DM-C-084", "DM-C-098")
def test_a_holding_payout_that_waits_is_in_the_next_net_income() -> None:
    table = locked_with(sheets={"saints": {"holding_payout": 140_000}})
    reckoned(table)
    assert [(fact.franchise, fact.payout) for fact in table.said(HoldingPayoutCollected)] == [("saints", 140_000)]
    (_, theirs) = table.said(SettlementReckoned)
    assert theirs.holding_payout == 140_000
    assert theirs.net_income == theirs.prize + theirs.sponsor_income + 140_000
    assert [fact.net_income for fact in table.said(ProfitKept)][1] == theirs.net_income
    assert table.season.franchise("saints").holding_payout == 0


@pytest.mark.rule("DM-C-063")
@pytest.mark.switch("season.setup_single_window", False)
def test_hiring_garage_and_party_are_steps_of_their_own_where_the_house_says_so() -> None:
    table = founded(switches={"season.setup_single_window": False, "roster.min": 0})
    table.give(NextSetupStep())
    assert table.season.step == "S2"
    table.refused(ThrowParty(franchise=RAZORS, spend_k=10), OutOfStep, "throw_party")


@pytest.mark.rule("DM-C-177")
@pytest.mark.switch("season.parallel_matches", False)
def test_matches_of_a_round_are_played_one_after_the_other_where_the_house_says_so() -> None:
    table = signed("razors", "saints", "widows", "zealots", switches={"season.parallel_matches": False})
    plans = [
        MatchPlan(match=MatchId("m1"), event="race", franchises=["razors", "saints"]),
        MatchPlan(match=MatchId("m2"), event="race", franchises=["widows", "zealots"]),
    ]
    table.give(AnnounceRound(round=RoundId("r1"), matches=plans))
    assert due_commands(table.season) == [RollPreMatch(match=MatchId("m1"))]
