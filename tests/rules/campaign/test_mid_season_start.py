"""A season that begins with rounds behind it: what is no longer possible, and what its sheet must contain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.core.figure_limits import LARGEST_AMOUNT, LARGEST_FIGURE, LARGEST_POINTS
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
from rules.campaign.founding.setup import OpenSetup
from rules.campaign.people.hiring import HireRookie, HiringClosed
from rules.campaign.people.staff import HireStaff
from rules.campaign.sponsors.party import PartyAlreadyThrown, ThrowParty
from rules.campaign.steward import DEFAULT_ORDERS, answers, franchises_awaited, next_commissioner_command
from rules.core.switches import Setting
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, SponsorId
from tests.rules.campaign.memory_seasons import Table

RAZORS = FranchiseId("razors")


def began(*, rounds: int, switches: dict[str, Setting] | None = None) -> Table:
    """A season that waits for its sheet."""
    table = Table()
    table.give(OpenSeason(rounds=rounds, switches=switches or {}))
    return table


def team(id: str, *, drivers: int = 6, cars: int = 3, **more: Any) -> FranchiseSheet:
    """A franchise with ordinary contents."""
    return FranchiseSheet(
        franchise=FranchiseId(id),
        balance=200_000,
        sponsors=[SponsorSheet(sponsor=SponsorId(f"{id}.oil"), kind="oil")],
        cars=[CarSheet(car=CarId(f"{id}.c{number}")) for number in range(1, cars + 1)],
        drivers=[DriverSheet(driver=DriverId(f"{id}.d{number}")) for number in range(1, drivers + 1)],
        **more,
    )


def sheet(razors: FranchiseSheet, *, rounds_before: int = 2) -> OpenFromSheet:
    """A sheet of the razors and the saints."""
    return OpenFromSheet(sheet=Sheet(franchises=[razors, team("saints")], rounds_before=rounds_before))


def under_way(*, drivers: int = 6, switches: dict[str, Setting] | None = None, rounds_before: int = 2) -> Table:
    """A season in setup that began with rounds behind it, by default two."""
    table = began(rounds=5, switches=switches or {})
    table.give(sheet(team("razors", drivers=drivers), rounds_before=rounds_before))
    table.give(OpenSetup())
    return table


@pytest.mark.rule("DM-C-063", "DM-C-180")
def test_nobody_is_hired_once_rounds_were_played() -> None:
    table = under_way()
    table.refused(HireRookie(franchise=RAZORS, driver=DriverId("razors.new")), HiringClosed)
    table.refused(HireStaff(franchise=RAZORS, rating=2), HiringClosed)


@pytest.mark.rule("DM-C-063", "DM-C-180")
def test_drivers_and_staff_are_hired_on_a_sheet_of_no_rounds() -> None:
    table = under_way(rounds_before=0)
    table.give(HireRookie(franchise=RAZORS, driver=DriverId("razors.new")))
    table.give(HireStaff(franchise=RAZORS, rating=2))
    assert (len(table.season.roster("razors")), table.season.franchise("razors").staff_rating) == (7, 2)


@pytest.mark.rule("DM-C-063", "DM-C-180")
@pytest.mark.switch("hire.midseason", True)
def test_drivers_are_hired_all_the_same_where_the_house_hires_between_matches() -> None:
    table = under_way(switches={"hire.midseason": True})
    table.give(HireRookie(franchise=RAZORS, driver=DriverId("razors.new")))
    assert len(table.season.roster("razors")) == 7


@pytest.mark.rule("DM-C-070", "DM-C-180")
@pytest.mark.parametrize("rounds_before", [1, 2])
def test_the_party_is_over_once_rounds_were_played(rounds_before: int) -> None:
    table = under_way(rounds_before=rounds_before)
    table.refused(ThrowParty(franchise=RAZORS, spend_k=10), PartyAlreadyThrown)


@pytest.mark.rule("DM-C-070", "DM-C-180")
def test_the_party_is_still_to_come_on_a_sheet_of_no_rounds() -> None:
    table = under_way(rounds_before=0)
    table.give(ThrowParty(franchise=RAZORS, spend_k=10), {"setup/razors/party": [1]})
    assert table.season.franchise("razors").party_thrown


@pytest.mark.rule("DM-C-060", "DM-C-180")
@pytest.mark.parametrize("enforced", [False, True])
def test_standing_orders_bring_such_a_season_to_its_rounds(enforced: bool) -> None:
    drivers = 6 if enforced else 4
    table = under_way(drivers=drivers, switches={"roster.min_enforced": enforced})
    for franchise in ("razors", "saints"):
        for command in answers(table.season, franchise, DEFAULT_ORDERS):
            table.give(command)
    assert franchises_awaited(table.season) == []
    command = next_commissioner_command(table.season)
    assert command is not None
    table.give(command)
    assert (table.season.step, len(table.season.roster("razors"))) == ("M", drivers)


@pytest.mark.rule("DM-C-065", "DM-C-180")
@pytest.mark.parametrize("rounds_before", [0, 2])
def test_a_garage_of_two_is_named(rounds_before: int) -> None:
    table = began(rounds=5)
    table.refused(sheet(team("razors", cars=2), rounds_before=rounds_before), SheetFaulty, "razors has 2 cars", "3")


@pytest.mark.rule("DM-C-062", "DM-C-180")
def test_nobody_is_reserved_once_rounds_were_played() -> None:
    reserved = replace(team("razors"), drivers=[DriverSheet(driver=DriverId("razors.d1"), reserved=True)])
    began(rounds=5).refused(sheet(reserved), SheetFaulty, "razors.d1 is reserved")


@pytest.mark.rule("DM-C-060", "DM-C-063", "DM-C-065", "DM-C-180")
@pytest.mark.switch("roster.min_enforced", True)
@pytest.mark.parametrize("rounds_before", [1, 4])
def test_an_enforced_least_roster_stands_on_the_sheet_once_rounds_were_played(rounds_before: int) -> None:
    switches: dict[str, Setting] = {"roster.min_enforced": True}
    short = sheet(team("razors", drivers=5), rounds_before=rounds_before)
    began(rounds=5, switches=switches).refused(short, SheetFaulty, "razors has 5 drivers")
    began(rounds=5, switches=switches).give(sheet(team("razors"), rounds_before=rounds_before))
    began(rounds=5, switches=switches).give(sheet(team("razors", drivers=5), rounds_before=0))


@pytest.mark.rule("DM-C-180")
@pytest.mark.parametrize(
    ("changed", "most"),
    [
        ({"balance": LARGEST_AMOUNT + 1}, LARGEST_AMOUNT),
        ({"cup_bonus": 2**70}, LARGEST_AMOUNT),
        ({"points": LARGEST_POINTS + 1}, LARGEST_POINTS),
        ({"wins": LARGEST_FIGURE + 1}, LARGEST_FIGURE),
        ({"criticals": 2**40}, LARGEST_FIGURE),
        ({"cars": [CarSheet(car=CarId(f"razors.c{n}"), paid=2**70) for n in range(3)]}, LARGEST_AMOUNT),
        ({"cars": [CarSheet(car=CarId(f"razors.c{n}"), criticals=2**70) for n in range(3)]}, LARGEST_FIGURE),
        ({"items": [ItemSheet(item=ItemId("razors.gun"), kind="machinegun", paid=2**70)]}, LARGEST_AMOUNT),
        ({"drivers": [DriverSheet(driver=DriverId("razors.d1"), quirks={"stupid": 2**70})]}, LARGEST_FIGURE),
        ({"drivers": [DriverSheet(driver=DriverId("razors.d1"), trait_choices=2**70)]}, LARGEST_FIGURE),
    ],
)
def test_a_figure_nothing_can_hold_is_named(changed: dict[str, Any], most: int) -> None:
    began(rounds=5).refused(sheet(replace(team("razors"), **changed)), SheetFaulty, f"may be {most} at most")


@pytest.mark.rule("DM-C-180")
def test_the_largest_figures_are_taken() -> None:
    table = began(rounds=5)
    table.give(sheet(replace(team("razors"), balance=LARGEST_AMOUNT, points=LARGEST_POINTS, wins=LARGEST_FIGURE)))
    assert table.season.franchise("razors").balance == LARGEST_AMOUNT
