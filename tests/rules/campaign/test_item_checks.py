"""What a report may claim about items and medical kits."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.match_day.match_items import (
    AmmunitionImpossible,
    ItemNotExpendable,
    ItemNotOnCar,
    ItemReportedTwice,
    KitUsedUp,
    magazine_size,
)
from rules.campaign.match_day.reports import AcceptReport
from rules.core.refusals import Refusal
from rules.core.terms import MatchId
from tests.rules.campaign.memory_seasons import Table, locked, report


def equipped(**options: Any) -> Table:
    """A locked match. The razors' c1 has a laser with an auto-ranger and other devices, c2 a gun, and a spare is in
    the stores.
    """
    table = locked(**options)
    table.stock("laser", car="razors.c1")
    table.stock("auto_ranger", id="ranger", weapon="razors.laser")
    table.stock("rockets", car="razors.c1")
    table.stock("oil_jet", id="oil", car="razors.c1")
    table.stock("reactive_armour", id="plates", car="razors.c1")
    table.stock("booster_rockets", id="boosters", car="razors.c1", rolled={"ammunition": 2, "burn_turns": 3})
    table.stock("gear_set", id="gears", car="razors.c1")
    table.stock("machinegun", id="gun", car="razors.c2")
    table.stock("rockets", id="spare")
    return table


def claim(table: Table, **c1: Any) -> AcceptReport:
    """The command that accepts the match's report with these fields for razors.c1."""
    return AcceptReport(match=MatchId("m1"), report=report(table, cars={"razors.c1": c1}))


@pytest.mark.rule("DM-C-090", "DM-M-140")
def test_what_was_on_a_car_may_be_lost_used_and_counted() -> None:
    table = equipped()
    command = claim(
        table,
        devices_lost=["razors.laser", "razors.ranger", "razors.gears"],
        expendables_used=["razors.rockets", "razors.oil", "razors.plates"],
        ammunition={"razors.laser": 10, "razors.rockets": 0, "razors.boosters": 2},
    )
    table.give(command)
    assert table.season.match("m1").outcome == command.report


@pytest.mark.rule("DM-C-090", "DM-M-140")
def test_the_ammunition_that_was_left_in_a_lost_device_is_reported_beside_its_loss() -> None:
    table = equipped()
    command = claim(table, devices_lost=["razors.laser"], ammunition={"razors.laser": 10})
    table.give(command)
    assert table.season.match("m1").outcome == command.report


@pytest.mark.rule("DM-C-090", "DM-C-094")
@pytest.mark.parametrize(
    ("c1", "refusal", "says"),
    [
        ({"devices_lost": ["razors.gun"]}, ItemNotOnCar, "razors.gun was not on razors.c1"),
        ({"devices_lost": ["razors.spare"]}, ItemNotOnCar, "razors.spare"),
        ({"expendables_used": ["razors.spare"]}, ItemNotOnCar, "razors.spare"),
        ({"expendables_used": ["a\nb"]}, ItemNotOnCar, "out of the report"),
        ({"ammunition": {"razors.gun": 3}}, ItemNotOnCar, "razors.gun"),
        ({"devices_lost": ["razors.laser", "razors.laser"]}, ItemReportedTwice, "razors.laser"),
        ({"expendables_used": ["razors.oil", "razors.oil"]}, ItemReportedTwice, "razors.oil"),
        (
            {"devices_lost": ["razors.oil"], "expendables_used": ["razors.oil"]},
            ItemReportedTwice,
            "razors.oil is reported lost or used more than once",
        ),
        ({"expendables_used": ["razors.laser"]}, ItemNotExpendable, "razors.laser (Laser)"),
        ({"expendables_used": ["razors.gears"]}, ItemNotExpendable, "Gear-set"),
        ({"ammunition": {"razors.laser": -1}}, AmmunitionImpossible, "-1 ammunition left: it holds 0 to 10"),
        ({"ammunition": {"razors.laser": 11}}, AmmunitionImpossible, "0 to 10"),
        ({"ammunition": {"razors.boosters": 3}}, AmmunitionImpossible, "0 to 2"),
        ({"ammunition": {"razors.gears": 1}}, AmmunitionImpossible, "0 to 0"),
    ],
)
def test_items_that_cannot_be_are_refused(c1: dict[str, Any], refusal: type[Refusal], says: str) -> None:
    table = equipped()
    table.refused(claim(table, **c1), refusal, says)


@pytest.mark.rule("DM-C-140", "DM-C-145", "DM-M-015")
@pytest.mark.parametrize(
    ("kind", "fields", "full"),
    [
        ("machinegun", {}, 10),
        ("dual_recoilless_rifle", {}, 6),
        ("heat_seeking_rockets", {"variant": "heavy_rockets"}, 2),
        ("kami_bomb", {"rolled": {"ammunition": 2}}, 2),
        ("gear_set", {}, 0),
    ],
)
def test_a_magazine_holds_what_is_printed_or_was_rolled(kind: str, fields: dict[str, Any], full: int) -> None:
    assert magazine_size(locked().stock(kind, **fields)) == full


def heal(table: Table, **uses: int) -> AcceptReport:
    """The command that accepts the match's report with these kit uses for the razors' drivers."""
    drivers = {f"razors.{id}": {"kit_uses": times} for id, times in uses.items()}
    return AcceptReport(match=MatchId("m1"), report=report(table, drivers=drivers))


@pytest.mark.rule("DM-C-130", "DM-C-090")
def test_kits_are_used_no_more_often_than_all_of_a_franchises_kits_last() -> None:
    table = locked(heats=2)
    table.stock("medical_kit", "saints", uses=3)
    table.refused(heal(table, d1=1), KitUsedUp, "razors is reported with 1 uses", "its kits have 0")
    table.stock("medical_kit", id="kit1", uses=3)
    table.stock("medical_kit", id="kit2", uses=1)
    table.refused(heal(table, d1=4, d2=1), KitUsedUp, "5 uses", "have 4")
    table.give(heal(table, d1=3, d2=1))


@pytest.mark.rule("DM-C-130")
@pytest.mark.switch("items.medkit_refills", True)
def test_a_kit_used_before_has_all_its_uses_by_house_rule() -> None:
    table = locked(heats=2, switches={"items.medkit_refills": True})
    table.stock("medical_kit", uses=1)
    table.refused(heal(table, d1=4), KitUsedUp, "have 3")
    table.give(heal(table, d1=3))
