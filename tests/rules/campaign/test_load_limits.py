"""Hydraulics require a lowered suspension, whichever of the two a car gets first."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.commissioner.edition_adoption import AdoptEdition, EditionAdopted
from rules.campaign.commissioner.give_or_take import GiveItem
from rules.campaign.core.command import COMMAND_TYPES, SEASON_STEPS, Command
from rules.campaign.core.editions import NEWEST_EDITION
from rules.campaign.core.locks_and_shops import LockedForMatch
from rules.campaign.founding.opening_sheet import (
    CarSheet,
    DriverSheet,
    FranchiseSheet,
    ItemSheet,
    OpenFromSheet,
    Sheet,
    SheetFaulty,
    SponsorSheet,
)
from rules.campaign.founding.season_start import OpenSeason
from rules.campaign.garage.designs import (
    DesignCar,
    DesignFaulty,
    DesignForbidsItem,
    design_for,
    kinds_for_stock_design,
)
from rules.campaign.garage.item_placement import FitItem, StowItem
from rules.campaign.garage.stores import ItemStowed
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.season.invariants import broken_invariants
from rules.core.document_validation import document_of
from rules.core.refusals import Refusal
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, MatchId, SponsorId
from rules.dethmatch.designs.stock_designs import stock_designs
from tests.rules.campaign.memory_seasons import Table, locked, report, signed

RAZORS = FranchiseId("razors")
C1, JACKS = CarId("razors.c1"), ItemId("razors.jacks")
LOWERED: dict[str, Any] = document_of(
    next(stock_design.design for stock_design in stock_designs().values() if stock_design.design.height == "lowered")
)
NORMAL = LOWERED | {"tweaks": []}
RAISED = LOWERED | {"tweaks": ["raised"]}
DEAREST = {"adjustable": "lowered", "tweaks": [], "armor_points": 0, "armor": {}, "mounts": []}
LOWERABLE = LOWERED | DEAREST
RAISABLE = LOWERED | DEAREST | {"adjustable": "raised"}
FORBIDDEN = [
    pytest.param(NORMAL, "normal", id="normal"),
    pytest.param(RAISED, "raised", id="raised"),
    pytest.param(RAISABLE, "normal or raised", id="can be raised"),
]
ALLOWED = [pytest.param(LOWERED, id="lowered"), pytest.param(LOWERABLE, id="can be lowered")]
FIT = FitItem(franchise=RAZORS, item=JACKS, car=C1)


def garage(*, edition: str = NEWEST_EDITION, jacks_on: str = "") -> Table:
    """The razors with three cars without a design, and hydraulics given by a commissioner."""
    table = signed()
    table.season.edition = edition
    table.give(GiveItem(franchise=RAZORS, item=JACKS, kind="hydraulics"))
    if jacks_on:
        table.season.item(JACKS).car = jacks_on
    return table


def designing(document: dict[str, Any]) -> DesignCar:
    """The command that designs the first car."""
    return DesignCar(franchise=RAZORS, car=C1, ruleset="dethmatch", design=document)


@pytest.mark.rule("DM-C-150", "DM-M-022")
@pytest.mark.parametrize(("document", "height"), FORBIDDEN)
def test_hydraulics_are_not_fitted_to_a_car_that_is_not_lowered(document: dict[str, Any], height: str) -> None:
    table = garage()
    table.give(designing(document))
    sentence = table.refused(FIT, DesignForbidsItem, f"this one is {height}:", "(DM-C-150)")
    assert sentence.startswith("razors.jacks cannot go on razors.c1: Hydraulics go on a lowered suspension alone")


@pytest.mark.rule("DM-C-150", "DM-M-022")
@pytest.mark.parametrize(("document", "height"), FORBIDDEN)
def test_a_car_with_hydraulics_gets_no_design_that_is_not_lowered(document: dict[str, Any], height: str) -> None:
    table = garage()
    table.give(FIT)
    table.refused(designing(document), DesignFaulty, f"this one is {height}:", "(DM-C-150)")
    table.give(StowItem(franchise=RAZORS, item=JACKS))
    table.give(designing(document))
    table.refused(FIT, DesignForbidsItem)


@pytest.mark.rule("DM-C-150", "DM-M-022")
@pytest.mark.parametrize("document", ALLOWED)
@pytest.mark.parametrize("fitted_first", [True, False])
def test_a_lowered_car_and_one_that_can_be_lowered_take_hydraulics(
    document: dict[str, Any], fitted_first: bool
) -> None:
    table = garage()
    commands: list[Command] = [FIT, designing(document)]
    for command in commands if fitted_first else reversed(commands):
        table.give(command)
    assert table.season.item(JACKS).car == C1
    assert broken_invariants(table.season) == []


@pytest.mark.rule("DM-C-150")
def test_a_car_without_a_design_takes_hydraulics_and_enters_as_a_lowered_stock_design() -> None:
    table = garage(jacks_on=C1)
    car = table.season.car(C1)
    for dp in (40, 60, 75, 90):
        for gunner_station in (False, True):
            car.dp, car.gunner_station = dp, gunner_station
            assert "lowered" in design_for(table.season, car, "dethmatch")["tweaks"]
    assert broken_invariants(table.season) == []


@pytest.mark.rule("DM-C-150")
@pytest.mark.parametrize(("document", "height"), FORBIDDEN)
def test_no_report_fits_them_to_a_car_that_is_not_lowered(document: dict[str, Any], height: str) -> None:
    table = locked()
    table.season.edition = NEWEST_EDITION
    table.stock("hydraulics", id="jacks")
    claim = AcceptReport(match=MatchId("m1"), report=report(table, cars={C1: {"fitted": [JACKS]}}))
    table.season.car(C1).designs = {"dethmatch": document}
    table.refused(claim, DesignForbidsItem, f"{JACKS} cannot have been fitted to {C1}", f"this one is {height}:")
    table.season.car(C1).designs = {"dethmatch": LOWERED}
    table.give(claim)


def opened(edition: str = NEWEST_EDITION) -> Table:
    """A season before its franchises are founded."""
    table = Table()
    table.give(OpenSeason(rounds=3, edition=edition))
    return table


def sheet(document: dict[str, Any]) -> OpenFromSheet:
    """An opening sheet of one franchise with hydraulics on its first car, which has that design."""
    cars = [CarSheet(car=CarId(f"razors.c{number}")) for number in (2, 3)]
    razors = FranchiseSheet(
        franchise=RAZORS,
        sponsors=[SponsorSheet(sponsor=SponsorId("razors.s1"), kind="energy")],
        cars=[CarSheet(car=C1, designs={"dethmatch": document} if document else {}), *cars],
        items=[ItemSheet(item=JACKS, kind="hydraulics", car=C1)],
        drivers=[DriverSheet(driver=DriverId("razors.d1"))],
    )
    return OpenFromSheet(sheet=Sheet(franchises=[razors]))


@pytest.mark.rule("DM-C-150", "DM-C-180")
@pytest.mark.parametrize(("document", "height"), FORBIDDEN)
def test_no_opening_sheet_has_them_on_a_car_that_is_not_lowered(document: dict[str, Any], height: str) -> None:
    opened().refused(sheet(document), SheetFaulty, f"this one is {height}:", "(DM-C-150)")


@pytest.mark.rule("DM-C-150", "DM-C-180", "DM-M-010")
@pytest.mark.parametrize("document", [*ALLOWED, pytest.param({}, id="without a design")])
def test_an_opening_sheet_has_them_on_a_lowered_car(document: dict[str, Any]) -> None:
    table = opened()
    table.give(sheet(document))
    assert table.season.car(C1).designs == ({"dethmatch": document} if document else {})
    assert table.season.item(JACKS).car == C1


@pytest.mark.rule("DM-M-036", "DM-C-180")
def test_an_opening_sheet_tells_what_is_wrong_with_its_designs() -> None:
    opened().refused(sheet(LOWERED | {"engine": 3}), SheetFaulty, "razors.c1 cannot be built like that: Dethmatch:")


@pytest.mark.rule("DM-C-150")
def test_a_season_of_an_earlier_edition_decides_as_it_did() -> None:
    table = garage(edition="2")
    table.give(designing(RAISED))
    table.give(FIT)
    assert broken_invariants(table.season) == []
    older = garage(edition="2", jacks_on=C1)
    older.give(designing(NORMAL))
    sheets = opened("2")
    sheets.give(sheet(RAISED))
    assert sheets.season.item(JACKS).car == C1


@pytest.mark.rule("DM-C-150", "HOUSE-008")
def test_who_goes_on_by_the_new_edition_takes_them_off_the_cars_it_forbids_them_on() -> None:
    table = garage(edition="2")
    table.give(designing(RAISED))
    table.give(FIT)
    table.stock("hydraulics", id="low", car="razors.c2")
    table.stock("machinegun", id="gun", car=C1)
    facts = table.give(AdoptEdition(edition="3"))
    assert facts == [
        EditionAdopted(rule="HOUSE-008", was="2", edition="3"),
        ItemStowed(rule="DM-C-067", franchise=RAZORS, item=JACKS, item_kind="hydraulics"),
    ]
    assert [table.season.item(f"razors.{id}").car for id in ("jacks", "low", "gun")] == ["", "razors.c2", C1]
    assert broken_invariants(table.season) == []


@pytest.mark.rule("DM-C-150", "HOUSE-008")
def test_the_new_edition_waits_while_such_a_car_is_locked_for_a_match() -> None:
    table = locked()
    table.season.edition = "2"
    table.stock("hydraulics", id="jacks", car=C1)
    table.season.car(C1).designs = {"dethmatch": RAISED}
    refusal: type[Refusal] = LockedForMatch
    table.refused(AdoptEdition(edition="3"), refusal, "razors is locked for m1")


@pytest.mark.rule("DM-C-150")
def test_an_edition_before_that_one_takes_nothing_off() -> None:
    table = garage(edition="1")
    table.give(designing(RAISED))
    table.give(FIT)
    table.give(AdoptEdition(edition="2"))
    assert table.season.item(JACKS).car == C1


@pytest.mark.rule("DM-C-150")
def test_an_old_garage_that_breaks_the_rule_is_named() -> None:
    table = garage(jacks_on=C1)
    table.season.car(C1).designs = {"dethmatch": RAISED}
    (sentence,) = broken_invariants(table.season)
    assert sentence.startswith("razors.c1 carries what its design forbids: Hydraulics")


@pytest.mark.rule("DM-C-150", "DM-M-010")
def test_an_earlier_edition_chooses_stock_designs_without_looking_at_hydraulics() -> None:
    season = garage(edition="2").season
    assert kinds_for_stock_design(season, ["laser", "hydraulics"]) == ["laser"]
    season.edition = "3"
    assert kinds_for_stock_design(season, ["laser", "hydraulics"]) == ["laser", "hydraulics"]


@pytest.mark.rule("HOUSE-008")
def test_an_edition_is_taken_up_at_every_step_but_in_a_closed_season() -> None:
    assert COMMAND_TYPES["adopt_edition"].steps == tuple(
        season_step for season_step in SEASON_STEPS if season_step != "closed"
    )
