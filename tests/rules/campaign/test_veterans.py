"""Hiring veterans, releasing drivers, and retirement."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.locks_and_shops import LockedForMatch, ShopsClosed
from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.core.state import Contract, Driver, DriverNotOnRoster, Item
from rules.campaign.founding.setup import CloseSetup, NextSetupStep
from rules.campaign.money.account import BalanceTooLow
from rules.campaign.people.hiring import AcknowledgeShortRoster, HireRookie, HiringClosed, RosterFull
from rules.campaign.people.veterans import (
    DriverLinedUp,
    DriverNotFree,
    DriverNotReserved,
    DriverReleased,
    DriverRetired,
    HireVeteran,
    ReleaseDriver,
    RetireDrivers,
    VeteranHired,
)
from rules.core.refusals import Unknown
from rules.core.terms import DriverId, FranchiseId
from tests.rules.campaign.memory_seasons import Table, announce, founded, line_up, locked, shopping, signed
from tests.rules.campaign.season_ends import ended

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")
OLD = DriverId("old.hand")


def hire(driver: str = OLD, franchise: FranchiseId = RAZORS) -> HireVeteran:
    return HireVeteran(franchise=franchise, driver=DriverId(driver))


def release(driver: str, franchise: FranchiseId = RAZORS) -> ReleaseDriver:
    return ReleaseDriver(franchise=franchise, driver=DriverId(driver))


def reserved(*, level: int = 1, origin: str = "veteran", **options: Any) -> Table:
    """A season in setup with one veteran reserved for the razors."""
    table = founded(**options)
    table.season.drivers[OLD] = Driver(id=OLD, level=level)
    table.season.contracts[OLD] = Contract(id=OLD, franchise=RAZORS, fee=0, origin=origin, phase="reserved")
    return table


def armour(table: Table, driver: str, franchise: str = "razors") -> Item:
    """Body armor worn by a driver."""
    worn = Item(id="armour", franchise=franchise, kind="heavy_body_armour", driver=driver)
    table.season.items[worn.id] = worn
    return worn


@pytest.mark.rule("DM-C-062")
@pytest.mark.parametrize(("level", "fee"), [(1, 52_000), (2, 54_000), (4, 58_000), (9, 68_000), (11, 72_000)])
def test_a_veteran_is_hired_for_50k_and_2k_a_level(level: int, fee: int) -> None:
    table = reserved(level=level)
    assert table.give(hire()) == [
        VeteranHired(
            rule="DM-C-062",
            franchise=RAZORS,
            amount=-fee,
            balance=1_000_000 - fee,
            driver=OLD,
            level=level,
            fee=fee,
        )
    ]
    assert table.season.contracts[OLD] == Contract(id=OLD, franchise="razors", fee=fee, origin="veteran")
    assert [driver.id for driver in table.season.roster("razors")] == [OLD]
    assert table.season.reserved_drivers("razors") == []


@pytest.mark.rule("DM-C-062")
def test_a_driver_won_in_the_draft_is_paid_like_any_veteran() -> None:
    table = reserved(level=4, origin="draft")
    table.give(hire())
    assert table.season.contracts[OLD] == Contract(id=OLD, franchise="razors", fee=58_000, origin="draft")


@pytest.mark.rule("DM-C-062")
@pytest.mark.switch("draft.pick_pays_veteran_fee", False)
def test_a_driver_won_in_the_draft_is_free_where_the_house_says_so() -> None:
    table = reserved(level=4, origin="draft", switches={"draft.pick_pays_veteran_fee": False})
    table.give(hire())
    assert table.season.contracts[OLD].fee == 0
    assert table.season.franchise("razors").balance == 1_000_000


@pytest.mark.rule("DM-C-062")
def test_a_protected_veteran_pays_his_fee_even_where_picks_are_free() -> None:
    table = reserved(level=4, switches={"draft.pick_pays_veteran_fee": False})
    table.give(hire())
    assert table.season.contracts[OLD].fee == 58_000


@pytest.mark.rule("DM-C-062")
def test_a_veteran_is_hired_by_nobody_but_who_has_the_right() -> None:
    table = reserved()
    table.refused(hire(franchise=SAINTS), DriverNotReserved, "old.hand is not reserved for saints")
    table.give(hire())
    table.refused(hire(), DriverNotReserved)
    table.give(release(OLD))
    table.refused(hire(), DriverNotReserved)
    table.refused(hire("nobody"), Unknown)


@pytest.mark.rule("DM-C-058", "DM-C-060", "DM-C-062")
def test_a_veteran_needs_room_and_money() -> None:
    table = reserved(level=4, switches={"roster.max": 6})
    table.season.franchise("razors").balance = 57_999
    table.refused(hire(), BalanceTooLow, "57.999k", "58k")
    table.season.franchise("razors").balance = 58_000
    for number in range(6):
        id = f"razors.d{number}"
        table.season.drivers[id] = Driver(id=id)
        table.season.contracts[id] = Contract(id=id, franchise="razors", fee=50_000)
    table.refused(hire(), RosterFull, "razors has 6 drivers")
    table.give(release("razors.d1"))
    table.give(hire())
    assert table.season.franchise("razors").balance == 0


def setup_done(table: Table) -> None:
    for franchise in table.season.all_franchises():
        table.give(AcknowledgeShortRoster(franchise=FranchiseId(franchise.id)))


@pytest.mark.rule("DM-C-062")
def test_who_is_not_paid_when_the_setup_closes_leaves_the_sport() -> None:
    table = reserved(switches={"garage.min": 0})
    worn = armour(table, OLD)
    setup_done(table)
    facts = table.give(CloseSetup())
    assert DriverRetired(rule="DM-C-062", franchise=RAZORS, driver=OLD) in facts
    assert facts[-1] == SeasonStepReached(rule="DM-C-093", step="M", step_name="the rounds")
    assert table.season.drivers[OLD].availability == "retired"
    assert OLD not in table.season.contracts
    assert worn.driver == ""


@pytest.mark.rule("DM-C-062")
def test_who_is_not_paid_when_hiring_ends_leaves_the_sport_where_hiring_is_a_step() -> None:
    table = reserved(switches={"season.setup_single_window": False})
    setup_done(table)
    facts = table.give(NextSetupStep())
    assert facts == [
        DriverRetired(rule="DM-C-062", franchise=RAZORS, driver=OLD),
        SeasonStepReached(rule="DM-C-093", step="S2", step_name="garage"),
    ]
    table.refused(hire(), OutOfStep)


@pytest.mark.rule("DM-C-063")
def test_nobody_is_hired_between_matches() -> None:
    table = shopping()
    rookie = HireRookie(franchise=RAZORS, driver=DriverId("razors.new"))
    table.refused(rookie, HiringClosed, "once the rounds have begun")
    table.give(release("saints.d6", SAINTS))
    table.refused(hire("saints.d6"), HiringClosed)


@pytest.mark.rule("DM-C-061", "DM-C-063")
@pytest.mark.switch("hire.midseason", True)
def test_rookies_are_hired_while_shopping_where_the_house_says_so() -> None:
    table = shopping(switches={"hire.midseason": True})
    before = table.season.franchise("razors").balance
    table.give(HireRookie(franchise=RAZORS, driver=DriverId("razors.new")))
    assert table.season.franchise("razors").balance == before - 50_000
    assert len(table.season.roster("razors")) == 7


@pytest.mark.rule("DM-C-062", "DM-C-063")
@pytest.mark.switch("hire.midseason", True)
def test_a_released_driver_is_hired_by_anybody_while_shopping_where_the_house_says_so() -> None:
    table = shopping(switches={"hire.midseason": True})
    table.season.drivers["saints.d6"].level = 3
    table.give(release("saints.d6", SAINTS))
    table.give(hire("saints.d6"))
    assert table.season.contracts["saints.d6"] == Contract(
        id="saints.d6", franchise="razors", fee=56_000, origin="veteran"
    )


@pytest.mark.rule("DM-C-063")
def test_the_house_lets_hire_only_in_a_shopping_step_and_only_who_is_free() -> None:
    table = signed(switches={"hire.midseason": True})
    table.refused(HireRookie(franchise=RAZORS, driver=DriverId("razors.new")), ShopsClosed)
    table = shopping(switches={"hire.midseason": True})
    table.refused(hire("saints.d6"), DriverNotFree, "under contract")
    table.give(release("saints.d6", SAINTS))
    table.season.drivers["saints.d6"].availability = "retired"
    table.refused(hire("saints.d6"), DriverNotFree)


@pytest.mark.rule("DM-C-063", "DM-C-135")
def test_a_released_driver_goes_without_a_refund_and_leaves_what_he_wore() -> None:
    table = signed()
    worn = armour(table, "razors.d6")
    before = table.season.franchise("razors").balance
    facts = table.give(release("razors.d6"))
    assert facts[-1] == DriverReleased(rule="DM-C-063", franchise=RAZORS, driver=DriverId("razors.d6"))
    assert table.season.franchise("razors").balance == before
    assert "razors.d6" not in table.season.contracts
    assert table.season.drivers["razors.d6"].availability == "available"
    assert worn.driver == ""
    table.refused(release("razors.d6"), DriverNotOnRoster, "razors.d6 is not under contract with razors")
    table.refused(release("saints.d1"), DriverNotOnRoster)


@pytest.mark.rule("DM-C-063")
def test_a_reserved_driver_may_be_let_go_before_he_is_paid() -> None:
    table = reserved()
    table.give(release(OLD))
    assert OLD not in table.season.contracts
    assert table.season.drivers[OLD].availability == "available"


@pytest.mark.rule("DM-C-063")
def test_nobody_is_released_out_of_a_line_up() -> None:
    table = signed(gunner_stations=True)
    announce(table)
    table.give(line_up("razors", seats=(("c1", "d1", "d3"), ("c2", "d2"))))
    table.refused(release("razors.d1"), DriverLinedUp, "razors.c1")
    table.refused(release("razors.d3"), DriverLinedUp)
    table.give(release("razors.d4"))
    assert len(table.season.roster("razors")) == 5


@pytest.mark.rule("DM-C-007", "DM-C-063")
def test_nobody_is_released_while_the_match_is_locked() -> None:
    locked().refused(release("razors.d6"), LockedForMatch, "razors is locked for m1")


@pytest.mark.rule("DM-C-159", "DM-C-135")
def test_who_is_marked_retires_when_the_season_ends() -> None:
    table = ended(step="E3")
    for id in ("razors.d2", "saints.d5"):
        table.season.drivers[id].retiring = True
        table.season.drivers[id].availability = "barred"
    worn = armour(table, "razors.d2")
    table.season.drivers["free"] = Driver(id="free", retiring=True)
    facts = [fact for fact in table.give(RetireDrivers()) if isinstance(fact, DriverRetired)]
    assert facts == [
        DriverRetired(rule="DM-C-159", franchise=FranchiseId(""), driver=DriverId("free")),
        DriverRetired(rule="DM-C-159", franchise=RAZORS, driver=DriverId("razors.d2")),
        DriverRetired(rule="DM-C-159", franchise=SAINTS, driver=DriverId("saints.d5")),
    ]
    assert table.season.step == "E4"
    retired = {id for id, driver in table.season.drivers.items() if driver.availability == "retired"}
    assert retired == {"free", "razors.d2", "saints.d5"}
    assert len(table.season.roster("razors")) == len(table.season.roster("saints")) == 5
    assert worn.driver == ""
    assert worn.franchise == "razors"


@pytest.mark.rule("DM-C-159")
def test_nobody_retires_twice() -> None:
    table = ended(step="E3")
    table.season.drivers["gone"] = Driver(id="gone", retiring=True, availability="retired")
    assert [fact for fact in table.give(RetireDrivers()) if isinstance(fact, DriverRetired)] == []
