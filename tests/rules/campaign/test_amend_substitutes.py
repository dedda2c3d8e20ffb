"""Substitutes for a command that an amended season refuses, and commands that have none."""

from __future__ import annotations

import pytest

from rules.campaign.commissioner.amend_substitutes import MatchProgress, substitutes_for
from rules.campaign.core.codec import season_bytes
from rules.campaign.core.command import Command
from rules.campaign.core.state import Item, Offer, Season
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.market.offers import DeclineOffer
from rules.campaign.market.shopping import EndShopping, SettleMatch
from rules.campaign.match_day.line_ups import LockLineUps, NameLineUp, SeatedAllTheSame
from rules.campaign.match_day.repairs import DecideRepairs
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement
from rules.campaign.play.perform import perform
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal
from rules.core.terms import CarId, FranchiseId, ItemId, MatchId, OfferId
from rules.match.report import CarReport, DriverReport, Substitute
from tests.rules.campaign.memory_seasons import Table, accept, announce, line_up, locked, report, shopping, signed

M1 = MatchId("m1")
RAZORS = FranchiseId("razors")
NOTHING = MatchProgress(reported=frozenset(), reckoned=frozenset(), settled=frozenset())
OVER = MatchProgress(reported=frozenset({"m1"}), reckoned=frozenset({"m1"}), settled=frozenset({"m1"}))


def stands_in(season: Season, refused: Command, *, past: MatchProgress = OVER) -> list[Command]:
    """The substitutes for a command that the season refuses. The season must stay unchanged."""
    before = season_bytes(season)
    with pytest.raises(Refusal) as raised:
        perform(season, refused, Dice(KeyRing(b"")))
    commands = substitutes_for(season, refused, raised.value, past=past)
    assert season_bytes(season) == before
    return commands


def announced() -> Table:
    table = signed(gunner_stations=True)
    announce(table, heats=2)
    return table


@pytest.mark.rule("DM-C-012", "DM-C-089")
def test_a_line_up_that_was_driven_stands_with_who_is_barred_now_and_says_so() -> None:
    table = announced()
    table.season.driver("razors.d1").availability = "season_out"
    (substitute,) = stands_in(table.season, line_up("razors"))
    assert isinstance(substitute, NameLineUp)
    assert substitute == NameLineUp(franchise=RAZORS, match=M1, seats=line_up("razors").seats, played=True)
    seated = [fact for fact in table.give(substitute) if isinstance(fact, SeatedAllTheSame)]
    assert [(fact.driver, fact.because) for fact in seated] == [
        ("razors.d1", "razors.d1 is season out and cannot be fielded")
    ]


def test_a_car_that_broke_down_and_a_small_garage_do_not_undo_a_line_up_that_was_driven() -> None:
    table = announced()
    table.season.car("razors.c1").broken = True
    table.season.car("razors.c3").phase = "scrapped"
    (substitute,) = stands_in(table.season, line_up("razors"))
    assert len([fact for fact in table.give(substitute) if isinstance(fact, SeatedAllTheSame)]) == 1
    assert len(table.season.seats_of("m1.razors")) == 2


def test_cars_and_crews_that_are_not_the_franchises_any_more_are_left_out() -> None:
    table = announced()
    table.season.car("razors.c1").phase = "scrapped"
    del table.season.contracts["razors.d4"]
    driven = line_up("razors", seats=(("c1", "d1"), ("c2", "d2", "d4"), ("c3", "d3", "d5")))
    (substitute,) = stands_in(table.season, driven)
    assert isinstance(substitute, NameLineUp)
    assert [(seat.car, seat.driver, seat.gunner) for seat in substitute.seats] == [
        ("razors.c2", "razors.d2", ""),
        ("razors.c3", "razors.d3", "razors.d5"),
    ]


def test_line_ups_lock_as_they_were_driven() -> None:
    table = announced()
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.season.driver("razors.d1").availability = "season_out"
    (lock,) = stands_in(table.season, LockLineUps(match=M1))
    assert lock == LockLineUps(match=M1, played=True)
    table.give(lock)
    assert table.season.match("m1").step == "M4"


def test_a_report_stands_for_those_who_are_in_the_line_ups_and_the_items_on_their_cars() -> None:
    table = locked(heats=2)
    table.season.items["gun"] = Item(id="gun", franchise="razors", kind="light_rockets", car="razors.c1")
    original = report(
        table,
        drivers={"razors.d2": {"out": True, "heats": [1]}, "razors.d1": {"kit_uses": 1}},
        cars={"razors.c1": {"expendables_used": ["gun", "gone"], "devices_lost": ["lost"], "ammunition": {"no": 1}}},
    )
    original.drivers.append(DriverReport(driver="razors.d9", heats=[1]))
    original.cars.append(CarReport(car="razors.c9"))
    original.substitutes.append(Substitute(driver="razors.d9", replaces="razors.d2", from_heat=2))
    (accepted,) = stands_in(table.season, AcceptReport(match=M1, report=original))
    assert isinstance(accepted, AcceptReport)
    amended = accepted.report
    assert sorted(driver.driver for driver in amended.drivers) == ["razors.d1", "razors.d2", "saints.d1", "saints.d2"]
    assert sorted(car.car for car in amended.cars) == ["razors.c1", "razors.c2", "saints.c1", "saints.c2"]
    assert amended.substitutes == []
    assert next(car for car in amended.cars if car.car == "razors.c1") == CarReport(
        car="razors.c1", expendables_used=["gun"]
    )
    assert {driver.kit_uses for driver in amended.drivers} == {0}
    assert amended.teams == original.teams
    table.give(accepted)


def test_a_substitute_who_is_under_contract_stays_in_the_report() -> None:
    table = locked(heats=2)
    original = report(table, drivers={"razors.d2": {"out": True, "heats": [1]}, "razors.d3": {"heats": [2]}})
    original.substitutes.append(Substitute(driver="razors.d3", replaces="razors.d2", from_heat=2))
    original.cars.append(CarReport(car="razors.c9"))
    (accepted,) = stands_in(table.season, AcceptReport(match=M1, report=original))
    assert isinstance(accepted, AcceptReport)
    assert [substitute.driver for substitute in accepted.report.substitutes] == ["razors.d3"]
    table.give(accepted)


@pytest.mark.rule("DM-M-140")
def test_a_report_keeps_what_was_fitted_while_that_is_in_the_stores_and_else_leaves_all_where_it_was() -> None:
    table = locked()
    table.stock("machinegun", id="old", car="razors.c1")
    table.stock("laser", id="new")
    refitted = {"fitted": ["razors.new"], "stowed": ["razors.old"], "ammunition": {"razors.new": 3, "razors.old": 4}}
    original = report(table, cars={"razors.c1": refitted})
    original.cars.append(CarReport(car="razors.c9", fitted=["razors.spare"]))

    def kept() -> CarReport:
        (accepted,) = stands_in(table.season, AcceptReport(match=M1, report=original))
        assert isinstance(accepted, AcceptReport)
        return next(car for car in accepted.report.cars if car.car == "razors.c1")

    assert kept() == CarReport(car="razors.c1", **refitted)
    table.season.items["razors.new"].car = "razors.c3"
    assert kept() == CarReport(car="razors.c1", ammunition={"razors.old": 4})


@pytest.mark.rule("DM-C-095")
def test_a_decision_keeps_what_it_gave_up_and_replaces_and_repairs_the_rest() -> None:
    table = locked()
    accept(table, report(table, cars={"razors.c1": {"destroyed": True}, "razors.c2": {"criticals": 2}}))
    table.give(OpenSettlement(match=M1))
    decision = DecideRepairs(
        franchise=RAZORS, match=M1, give_up=[CarId("razors.c1"), CarId("razors.c3")], repair=[CarId("razors.c1")]
    )
    assert stands_in(table.season, decision) == [
        DecideRepairs(franchise=RAZORS, match=M1, give_up=[CarId("razors.c1")], repair=[CarId("razors.c2")])
    ]


@pytest.mark.rule("HOUSE-006")
def test_whoever_could_not_decide_or_finish_shopping_any_more_is_treated_as_at_the_deadline() -> None:
    table = locked()
    accept(table, report(table, cars={"razors.c1": {"destroyed": True}, "razors.c2": {"criticals": 2}}))
    table.give(OpenSettlement(match=M1))
    assert stands_in(table.season, CloseSettlement(match=M1)) == [
        DecideRepairs(franchise=RAZORS, match=M1, repair=[CarId("razors.c2")]),
        CloseSettlement(match=M1),
    ]
    assert stands_in(shopping().season, SettleMatch(match=M1)) == [EndShopping(match=M1), SettleMatch(match=M1)]


@pytest.mark.rule("DM-C-104")
def test_what_was_tinkered_since_is_declined_before_a_purchase_that_waits_for_it() -> None:
    table = shopping()
    table.season.offers["m1.razors.odd"] = Offer(
        id="m1.razors.odd",
        franchise="razors",
        match="m1",
        source="tinkering",
        kind="railgun",
        listed=50000,
        price=50000,
    )
    buying = BuyItem(franchise=RAZORS, item=ItemId("gun"), kind="machinegun")
    assert stands_in(table.season, buying) == [
        DeclineOffer(franchise=RAZORS, offer=OfferId("m1.razors.odd")),
        buying,
    ]
    assert stands_in(table.season, buying, past=NOTHING) == []


def test_nothing_stands_in_for_what_its_owner_can_still_be_asked_again() -> None:
    table = announced()
    table.season.driver("razors.d1").availability = "season_out"
    assert stands_in(table.season, line_up("razors"), past=NOTHING) == []
    assert stands_in(table.season, LockLineUps(match=M1), past=NOTHING) == []
    assert stands_in(table.season, BuyItem(franchise=RAZORS, item=ItemId("gun"), kind="machinegun")) == []


def test_a_match_that_cannot_be_closed_for_another_reason_has_no_stand_in() -> None:
    assert stands_in(locked().season, SettleMatch(match=M1)) == []
