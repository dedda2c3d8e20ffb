"""Items fitted and removed during a match: what a report may claim, and where the items are afterward."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.garage.stores import ItemFitted, ItemLost, ItemStowed
from rules.campaign.match_day.match_items import (
    ItemInTwoPlaces,
    ItemNotAtHand,
    ItemNotOnCar,
    ItemReportedTwice,
    NeverComesOff,
)
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.settlement import OpenSettlement
from rules.campaign.season.invariants import broken_invariants
from rules.core.refusals import Refusal
from rules.core.switches import Setting
from rules.core.terms import MatchId
from tests.rules.campaign.memory_seasons import Table, accept, locked, report

M1 = MatchId("m1")
C1, C2 = "razors.c1", "razors.c2"


def equipped(**switches: Setting) -> Table:
    """A locked match. The razors' c1 and c2 have tires, c1 also a gun, and many items are in the stores."""
    table = locked(switches={name.replace("__", ".", 1): value for name, value in switches.items()})
    for number in (1, 2):
        table.stock("tire_light", id=f"tires{number}", car=f"razors.c{number}", tread="street")
    table.stock("machinegun", id="gun", car=C1)
    table.stock("machinegun", id="idle", car="razors.c3")
    table.stock("laser", id="laser")
    table.stock("auto_ranger", id="ranger", weapon="razors.laser")
    table.stock("tire_heavy", id="fresh", tread="street")
    table.stock("reactive_armour", id="plates")
    table.stock("medical_kit", id="kit", uses=2)
    table.stock("crash_bars", id="bars", bound=C2)
    table.stock("laser", "saints", id="laser")
    return table


def told(table: Table, **cars: Any) -> list[tuple[str, ...]]:
    """Report the match with these fields for c1 and c2, and settle it. The result is what happened to each item."""
    accept(table, report(table, cars={f"razors.{car}": claim for car, claim in cars.items()}))
    events: list[tuple[str, ...]] = []
    for fact in table.give(OpenSettlement(match=M1)):
        match fact:
            case ItemFitted():
                events.append((fact.item, "on", fact.car))
            case ItemStowed():
                events.append((fact.item, "in the stores"))
            case ItemLost():
                events.append((fact.item, fact.reason))
    assert broken_invariants(table.season) == []
    return events


def where(table: Table, item: str) -> str:
    """The car an item is on; empty if it is in the stores."""
    return table.season.item(f"razors.{item}").car


@pytest.mark.rule("DM-M-130", "DM-M-140", "DM-C-094")
def test_tires_fitted_in_the_pit_are_used_up_like_those_they_replaced() -> None:
    table = equipped()
    events = told(table, c1={"fitted": ["razors.fresh"], "expendables_used": ["razors.tires1"]})
    assert events == [
        ("razors.fresh", "on", C1),
        ("razors.fresh", "used up in m1"),
        ("razors.tires1", "used up in m1"),
        ("razors.tires2", "used up in m1"),
    ]
    assert "razors.fresh" not in table.season.items


@pytest.mark.rule("DM-M-130", "DM-C-094")
def test_tires_fitted_in_the_pit_stay_on_their_car_where_tires_last() -> None:
    table = equipped(expendables__tires_consumed=False)
    events = told(table, c1={"fitted": ["razors.fresh"], "expendables_used": ["razors.tires1"]})
    assert events == [("razors.fresh", "on", C1), ("razors.tires1", "used up in m1")]
    assert where(table, "fresh") == C1


@pytest.mark.rule("DM-M-039", "DM-M-132", "DM-M-140")
def test_guns_changed_between_heats_are_where_they_were_left_and_their_aids_go_with_them() -> None:
    table = equipped()
    events = told(table, c1={"fitted": ["razors.laser"], "stowed": ["razors.gun"]})
    assert [event for event in events if "used up" not in event[1]] == [
        ("razors.laser", "on", C1),
        ("razors.gun", "in the stores"),
    ]
    assert (where(table, "laser"), where(table, "gun")) == (C1, "")
    assert {item.id for item in table.season.items_on_car(C1)} == {"razors.laser", "razors.ranger"}


@pytest.mark.rule("DM-M-039", "DM-M-140")
def test_a_car_of_which_only_its_guns_are_told_came_home_without_a_critical() -> None:
    table = equipped()
    table.season.car(C1).criticals = 2
    told(table, c1={"fitted": ["razors.laser"], "stowed": ["razors.gun"]})
    assert table.season.car(C1).criticals == 0
    assert table.season.franchise("razors").criticals == 0


@pytest.mark.rule("DM-M-039", "DM-C-094", "DM-M-140")
def test_a_wreck_takes_along_what_was_fitted_to_it_and_not_what_had_come_off() -> None:
    table = equipped()
    events = told(
        table, c1={"destroyed": True, "fitted": ["razors.laser"], "stowed": ["razors.gun", "razors.tires1"]}
    )
    assert events == [
        ("razors.laser", "on", C1),
        ("razors.ranger", "destroyed with razors.c1 in m1"),
        ("razors.laser", "destroyed with razors.c1 in m1"),
        ("razors.tires1", "used up in m1"),
        ("razors.tires2", "used up in m1"),
        ("razors.gun", "in the stores"),
    ]


@pytest.mark.rule("DM-M-039", "DM-C-120", "DM-C-094")
def test_an_aid_is_saved_with_the_gun_it_is_on() -> None:
    table = equipped()
    table.stock("auto_ranger", id="aid", weapon="razors.gun")
    told(table, c1={"destroyed": True, "stowed": ["razors.gun"]})
    assert table.season.item("razors.aid").weapon == "razors.gun"


@pytest.mark.rule("DM-M-039", "DM-M-140")
def test_a_gun_goes_from_one_car_of_the_team_to_another() -> None:
    table = equipped()
    told(table, c2={"fitted": ["razors.gun"]})
    assert where(table, "gun") == C2


@pytest.mark.rule("DM-M-130", "DM-C-126", "DM-M-140")
def test_armour_fitted_in_the_pit_is_gone_when_it_was_triggered_and_kept_when_not() -> None:
    table = equipped()
    assert ("razors.plates", "used up in m1") in told(
        table, c1={"fitted": ["razors.plates"], "expendables_used": ["razors.plates"]}
    )
    table = equipped()
    told(table, c1={"fitted": ["razors.plates"]})
    assert where(table, "plates") == C1


@pytest.mark.rule("DM-M-132", "DM-M-014")
def test_what_was_fitted_beside_another_of_which_a_car_carries_one_goes_back_to_the_stores() -> None:
    table = equipped()
    table.stock("gear_set", id="old", car=C1)
    table.stock("gear_set", id="low", gearing=-1)
    told(table, c1={"fitted": ["razors.low"]})
    assert (where(table, "old"), where(table, "low")) == (C1, "")


@pytest.mark.rule("DM-M-140", "DM-C-090")
@pytest.mark.parametrize(
    ("cars", "refusal", "says"),
    [
        ({C1: {"fitted": ["razors.nothing"]}}, ItemNotAtHand, "razors.nothing was neither in the stores of razors"),
        ({C1: {"fitted": ["saints.laser"]}}, ItemNotAtHand, "saints.laser"),
        ({C1: {"fitted": ["razors.idle"]}}, ItemNotAtHand, "razors.idle"),
        ({C1: {"fitted": ["razors.gun"]}}, ItemNotAtHand, "take it out of what was fitted to razors.c1"),
        ({C1: {"fitted": ["razors.kit"]}}, ItemNotAtHand, "razors.kit"),
        ({C1: {"fitted": ["razors.ranger"]}}, ItemNotAtHand, "razors.ranger"),
        ({C1: {"fitted": ["razors.bars"]}}, ItemNotAtHand, "razors.bars"),
        ({C1: {"fitted": ["razors.fresh", "razors.fresh"]}}, ItemInTwoPlaces, "razors.fresh was fitted to razors.c1"),
        ({C1: {"fitted": ["razors.fresh"]}, C2: {"fitted": ["razors.fresh"]}}, ItemInTwoPlaces, "report it once"),
        ({C1: {"fitted": ["razors.fresh"], "stowed": ["razors.fresh"]}}, ItemInTwoPlaces, "razors.fresh"),
        ({C1: {"stowed": ["razors.gun"]}, C2: {"fitted": ["razors.gun"]}}, ItemInTwoPlaces, "razors.gun"),
        ({C1: {"devices_lost": ["razors.gun"]}, C2: {"fitted": ["razors.gun"]}}, ItemInTwoPlaces, "razors.gun"),
        ({C1: {"ammunition": {"razors.gun": 1}}, C2: {"fitted": ["razors.gun"]}}, ItemInTwoPlaces, "razors.gun"),
    ],
)
def test_what_cannot_have_been_fitted_is_refused(cars: dict[str, Any], refusal: type[Refusal], says: str) -> None:
    table = equipped()
    table.refused(AcceptReport(match=M1, report=report(table, cars=cars)), refusal, says)


@pytest.mark.rule("DM-M-140", "DM-C-090")
def test_what_is_in_the_stores_again_was_on_the_car_is_not_lost_besides_and_comes_off() -> None:
    table = equipped()
    table.stock("active_suspension", id="springs", car=C1)

    def claim(**c1: Any) -> AcceptReport:
        return AcceptReport(match=M1, report=report(table, cars={C1: c1}))

    table.refused(claim(stowed=["razors.fresh"]), ItemNotOnCar, "razors.fresh was not on razors.c1")
    table.refused(claim(stowed=["razors.gun"], devices_lost=["razors.gun"]), ItemReportedTwice, "in the stores")
    table.refused(claim(stowed=["razors.springs"]), NeverComesOff, "leave it on razors.c1")
