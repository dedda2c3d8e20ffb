"""A voided match counts as never played. Its round goes on, and another match may take its place."""

from __future__ import annotations

import pytest

from rules.campaign.commissioner.void_matches import (
    AddMatch,
    MatchMechanicRefunded,
    MatchVoided,
    RoundClosedAlready,
    VoidMatch,
)
from rules.campaign.core.command import OutOfStep
from rules.campaign.core.names import IdTaken
from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.core.state import Item
from rules.campaign.garage.cars import BuyCar
from rules.campaign.match_day.announcing import (
    AnnounceRound,
    FranchiseTwiceInRound,
    MatchAnnounced,
    MatchPlan,
    MatchWaits,
    RollPreMatch,
)
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.round_end import RoundClosed
from rules.campaign.people.cloning import AvailabilityChanged
from rules.campaign.people.fatigue import FatigueCleared
from rules.campaign.people.staff import HireMatchMechanic
from rules.campaign.play.due_commands import due_commands
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import CarId, FranchiseId, MatchId, RoundId
from tests.rules.campaign.memory_seasons import (
    Table,
    accept,
    announce,
    assert_money_adds_up,
    line_up,
    locked,
    settled,
    signed,
)
from tests.rules.campaign.settled_match import put

R1 = RoundId("r1")
M1, M2, M3 = MatchId("m1"), MatchId("m2"), MatchId("m3")
FOUR = ("razors", "saints", "widows", "zealots")


def plan(match: MatchId, *franchises: str) -> MatchPlan:
    """A race of those franchises."""
    return MatchPlan(match=match, event="race", franchises=list(franchises))


def two_matches(**options: bool) -> Table:
    """A round of two matches: razors against saints in m1, widows against zealots in m2."""
    table = signed(*FOUR, switches=dict(options))
    table.give(AnnounceRound(round=R1, matches=[plan(M1, "razors", "saints"), plan(M2, "widows", "zealots")]))
    table.run()
    return table


def play(table: Table, match: str) -> None:
    """Take a match from its line-ups to its end."""
    for entrant in table.season.line_ups_of(match):
        table.give(line_up(entrant.franchise, match))
    table.give(LockLineUps(match=MatchId(match)))
    accept(table, match=match)
    settled(table, match)


@pytest.mark.rule("HOUSE-005")
def test_what_was_done_for_a_voided_match_is_undone() -> None:
    table = signed()
    table.sponsor("razors", "tire_company")
    put(table.season, {"razors.d5": {"quirks": {"heart_condition": 1}}})
    announce(table, faces={"m1/pre/razors.d5/heart": [1]})
    table.give(HireMatchMechanic(franchise=FranchiseId("razors"), match=M1))
    balance = table.season.franchise("razors").balance
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=M1))
    table.season.car("razors.c3").broken = True
    table.season.items["razors.i1"] = Item(id="razors.i1", franchise="razors", kind="auto_ranger", backwards=True)
    (voided,) = [fact for fact in table.give(VoidMatch(match=M1)) if isinstance(fact, MatchVoided)]
    assert voided.opens() == ("m1:M4",)
    season = table.season
    assert (season.match("m1").step, season.seats) == ("void", {})
    assert [(entrant.locked, entrant.points, entrant.match_mechanic) for entrant in season.line_ups_of("m1")] == [
        ({}, None, False),
        ({}, None, False),
    ]
    assert [(fact.driver, fact.now, fact.rule) for fact in table.said(AvailabilityChanged)] == [
        ("razors.d5", "available", "HOUSE-005")
    ]
    assert (season.car("razors.c3").broken, season.item("razors.i1").backwards) == (False, False)
    assert [(fact.franchise, fact.amount) for fact in table.said(MatchMechanicRefunded)] == [("razors", 50_000)]
    assert season.franchise("razors").balance == balance + 50_000
    assert_money_adds_up(table)


@pytest.mark.rule("HOUSE-005", "DM-C-177")
@pytest.mark.parametrize("step", ["M5.1", "M5.4", "M5.9", "M5.10", "settled", "void"])
def test_a_match_reported_is_voided_no_more(step: str) -> None:
    table = locked()
    table.season.match("m1").step = step
    table.refused(VoidMatch(match=M1), OutOfStep, "void_match")


@pytest.mark.rule("HOUSE-005", "DM-C-101", "DM-C-178")
def test_the_round_of_a_voided_match_goes_on_and_its_franchises_rest() -> None:
    table = locked()
    put(table.season, {"razors.d1": {"fatigue": ["driving"]}})
    table.give(VoidMatch(match=M1))
    table.run()
    assert [fact.round for fact in table.said(RoundClosed)] == ["r1"]
    assert [fact.driver for fact in table.said(FatigueCleared)] == ["razors.d1"]
    announce(table, 2)
    assert table.season.match("m2").step == "M3"


@pytest.mark.rule("HOUSE-005", "DM-C-177")
def test_a_round_waits_for_its_other_matches_and_closes_with_them() -> None:
    table = two_matches()
    table.give(VoidMatch(match=M1))
    table.run()
    assert table.said(RoundClosed) == []
    play(table, "m2")
    assert [fact.round for fact in table.said(RoundClosed)] == ["r1"]


@pytest.mark.rule("HOUSE-005")
def test_a_voided_match_is_run_again_as_a_new_one_in_its_round() -> None:
    table = locked()
    table.give(VoidMatch(match=M1, again=plan(M2, "razors", "saints")))
    table.run()
    assert (table.season.match("m2").step, table.season.match("m2").place) == ("M3", 2)
    put(table.season, {"razors.d1": {"fatigue": ["driving"]}})
    play(table, "m2")
    assert [fact.round for fact in table.said(RoundClosed)] == ["r1"]
    assert len(table.season.driver("razors.d1").fatigue) == 2


@pytest.mark.rule("HOUSE-005")
def test_the_last_round_voided_still_brings_the_final_table() -> None:
    table = locked(rounds=1)
    table.give(VoidMatch(match=M1))
    table.run()
    assert table.said(SeasonStepReached)[-1].step == "E1"


@pytest.mark.rule("HOUSE-005", "DM-C-177")
def test_a_match_run_again_is_a_proper_one() -> None:
    table = two_matches()
    table.refused(VoidMatch(match=M1, again=plan(M1, "razors", "saints")), IdTaken, "m1")
    table.refused(VoidMatch(match=M1, again=plan(M3, "razors", "widows")), FranchiseTwiceInRound, "widows")
    table.refused(VoidMatch(match=M1, again=plan(M3, "razors")), Malformed, "1 teams")


@pytest.mark.rule("HOUSE-005", "DM-C-177")
def test_a_match_is_added_to_the_open_round_for_those_without_one() -> None:
    table = signed(*FOUR)
    announce(table, franchises=["razors", "saints"])
    table.refused(AddMatch(round=R1, plan=plan(M2, "razors", "widows")), FranchiseTwiceInRound, "razors")
    table.refused(AddMatch(round=RoundId("r9"), plan=plan(M2, "widows", "zealots")), Unknown, "r9")
    table.give(AddMatch(round=R1, plan=plan(M2, "widows", "zealots")))
    table.run()
    assert [fact.match for fact in table.said(MatchAnnounced)] == ["m1", "m2"]
    assert (table.season.match("m2").step, table.season.match("m2").place) == ("M3", 2)
    play(table, "m1")
    assert table.said(RoundClosed) == []
    play(table, "m2")
    assert [fact.round for fact in table.said(RoundClosed)] == ["r1"]


@pytest.mark.rule("HOUSE-005", "DM-C-177")
def test_those_of_a_voided_match_may_be_in_another_of_the_round() -> None:
    table = two_matches()
    table.give(VoidMatch(match=M1))
    table.give(AddMatch(round=R1, plan=plan(M3, "razors", "saints")))
    assert [entrant.franchise for entrant in table.season.line_ups_of("m3")] == ["razors", "saints"]


@pytest.mark.rule("DM-C-177")
def test_a_closed_round_takes_no_match() -> None:
    table = locked()
    accept(table)
    settled(table)
    table.refused(AddMatch(round=R1, plan=plan(M2, "razors", "saints")), RoundClosedAlready, "r1")


@pytest.mark.rule("DM-C-177")
def test_a_voided_match_counts_for_nobody_when_matches_are_evened_out() -> None:
    table = signed(*FOUR, rounds=2)
    table.give(AnnounceRound(round=R1, matches=[plan(M1, "razors", "saints"), plan(M2, "widows", "zealots")]))
    table.run()
    table.give(VoidMatch(match=M1))
    table.give(VoidMatch(match=M2))
    table.run()
    table.give(AnnounceRound(round=RoundId("r2"), matches=[plan(M3, *FOUR)]))
    assert table.season.rounds["r2"].number == 2


@pytest.mark.rule("DM-C-177")
def test_matches_one_after_the_other_wait_for_those_before_them() -> None:
    table = two_matches(**{"season.parallel_matches": False})
    assert table.season.match("m2").step == "M2"
    table.refused(RollPreMatch(match=M2), MatchWaits, "m1")
    table.season.match("m2").step = "M3"
    table.refused(line_up("widows", "m2"), MatchWaits, "m1")
    table.refused(LockLineUps(match=M2), MatchWaits, "m1")
    table.season.match("m2").step = "M2"
    play(table, "m1")
    assert table.season.match("m2").step == "M3"


@pytest.mark.rule("DM-C-177", "HOUSE-005")
def test_a_match_that_waits_goes_on_when_the_one_before_is_void() -> None:
    table = two_matches(**{"season.parallel_matches": False})
    table.give(VoidMatch(match=M1))
    assert due_commands(table.season) == [RollPreMatch(match=M2)]


@pytest.mark.rule("DM-C-178")
@pytest.mark.switch("round.idle_may_shop", True)
def test_a_franchise_of_a_voided_match_may_shop_as_the_idle_may() -> None:
    table = two_matches(**{"round.idle_may_shop": True})
    table.give(VoidMatch(match=M1))
    table.give(BuyCar(franchise=FranchiseId("razors"), car=CarId("razors.c4")))
    assert len(table.season.garage("razors")) == 4
