"""What a trade moves and which limits it must keep: drivers, cars, items, prices, fees."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.state import Contract, Goods
from rules.campaign.garage.cars import GarageFull, GarageTooSmall
from rules.campaign.market.trades import (
    AcceptTrade,
    CarTraded,
    DriverTraded,
    ItemBound,
    ItemTraded,
    LegalFeePaid,
    TradeCollected,
    TradeMade,
    TradePaid,
)
from rules.campaign.money.account import BalanceTooLow
from rules.campaign.people.hiring import RosterFull
from rules.core.terms import FranchiseId, TradeId
from tests.rules.campaign.bargains import goods, propose
from tests.rules.campaign.memory_seasons import Table, assert_money_adds_up, shopping

SAINTS = FranchiseId("saints")
ACCEPT = AcceptTrade(franchise=SAINTS, trade=TradeId("t1"))


def traded(table: Table, gives: Goods, takes: Goods | None = None) -> list[Any]:
    """Propose and accept a trade. The result is the facts after the one that it was made."""
    table.give(propose(gives, takes))
    first, *moved = table.give(ACCEPT)
    assert isinstance(first, TradeMade)
    return moved


def balances(table: Table) -> list[int]:
    return [franchise.balance for franchise in table.season.all_franchises()]


@pytest.mark.rule("DM-C-107")
def test_an_item_changes_hands_at_the_agreed_price_without_a_fee() -> None:
    table = shopping()
    table.stock("laser", id="i1")
    razors, saints = balances(table)
    moved = traded(table, goods("razors.i1"), goods(pays=12_345))
    assert [type(fact) for fact in moved] == [ItemTraded, TradePaid, TradeCollected]
    assert (moved[0].item, moved[0].item_kind, moved[0].seller, moved[0].franchise) == (
        "razors.i1",
        "laser",
        "razors",
        "saints",
    )
    assert table.season.item("razors.i1").franchise == "saints"
    assert balances(table) == [razors + 12_345, saints - 12_345]
    assert table.season.trades == {}
    assert_money_adds_up(table)


@pytest.mark.rule("DM-C-107")
def test_the_proposer_may_be_the_one_who_pays() -> None:
    table = shopping()
    table.stock("laser", "saints", id="i1")
    razors, saints = balances(table)
    traded(table, goods(pays=1), goods("saints.i1"))
    assert balances(table) == [razors - 1, saints + 1]
    assert table.season.item("saints.i1").franchise == "razors"


@pytest.mark.rule("DM-C-107")
def test_a_thing_may_be_given_for_nothing() -> None:
    table = shopping()
    table.stock("laser", id="i1")
    before = balances(table)
    traded(table, goods("razors.i1"))
    assert balances(table) == before


@pytest.mark.rule("DM-C-108")
def test_a_driver_keeps_everything_and_both_sides_pay_ten_k() -> None:
    table = shopping()
    driver = table.season.driver("razors.d1")
    driver.xp, driver.quirks, driver.fatigue = 12, {"stupid": 1}, ["driving"]
    razors, saints = balances(table)
    moved = traded(table, goods("razors.d1"), goods(pays=70_000))
    assert [type(fact) for fact in moved] == [DriverTraded, TradePaid, TradeCollected, LegalFeePaid, LegalFeePaid]
    assert table.season.contracts["razors.d1"] == Contract(
        id="razors.d1", franchise="saints", fee=50_000, origin="trade"
    )
    assert (driver.xp, driver.quirks, driver.fatigue) == (12, {"stupid": 1}, ["driving"])
    assert balances(table) == [razors + 60_000, saints - 80_000]
    assert "razors.d1" in [driver.id for driver in table.season.roster("saints")]
    assert_money_adds_up(table)


@pytest.mark.rule("DM-C-108")
def test_a_swap_of_one_for_one_moves_two_drivers_and_is_twenty_k_a_side() -> None:
    table = shopping()
    razors, saints = balances(table)
    traded(table, goods("razors.d1"), goods("saints.d2"))
    assert balances(table) == [razors - 20_000, saints - 20_000]
    assert [(fact.franchise, fact.amount, fact.driver) for fact in table.said(LegalFeePaid)] == [
        ("razors", -10_000, "razors.d1"),
        ("saints", -10_000, "razors.d1"),
        ("razors", -10_000, "saints.d2"),
        ("saints", -10_000, "saints.d2"),
    ]
    assert (len(table.season.roster("razors")), len(table.season.roster("saints"))) == (6, 6)


@pytest.mark.rule("DM-C-135")
def test_what_a_driver_wears_stays_behind() -> None:
    table = shopping()
    suit = table.stock("fireproof_suit", id="i1", driver="razors.d1")
    traded(table, goods("razors.d1"))
    assert (suit.franchise, suit.driver) == ("razors", "")


@pytest.mark.rule("DM-C-135")
def test_what_a_driver_wears_may_be_traded_with_or_without_him() -> None:
    table = shopping()
    suit = table.stock("fireproof_suit", id="i1", driver="razors.d1")
    traded(table, goods("razors.d1", "razors.i1"))
    assert (suit.franchise, suit.driver) == ("saints", "")
    second_table = shopping()
    suit = second_table.stock("fireproof_suit", id="i1", driver="razors.d1")
    traded(second_table, goods("razors.i1"))
    assert (suit.franchise, suit.driver) == ("saints", "")


@pytest.mark.rule("DM-C-107", "DM-C-147", "DM-C-149")
def test_a_car_goes_with_what_is_fixed_to_it_and_leaves_the_rest_in_the_stores() -> None:
    table = shopping(cars=4)
    laser = table.stock("laser", id="i1", car="razors.c1")
    aid = table.stock("targeting_device", id="i2", weapon="razors.i1")
    injectors = table.stock("efficient_injectors", id="i3", car="razors.c1")
    applique = table.stock("applique_armour", id="i4", bound="razors.c1")
    other_injectors = table.stock("efficient_injectors", id="i5", car="razors.c2")
    moved = traded(table, goods("razors.c1"), goods(pays=1000))
    assert table.season.car("razors.c1").franchise == "saints"
    assert [fact.car for fact in moved if isinstance(fact, CarTraded)] == ["razors.c1"]
    assert [(fact.item, fact.franchise) for fact in moved if isinstance(fact, ItemTraded)] == [
        ("razors.i3", "saints"),
        ("razors.i4", "saints"),
    ]
    assert [
        (item.franchise, item.car, item.weapon) for item in (laser, aid, injectors, applique, other_injectors)
    ] == [
        ("razors", "", ""),
        ("razors", "", "razors.i1"),
        ("saints", "razors.c1", ""),
        ("saints", "razors.c1", ""),
        ("razors", "razors.c2", ""),
    ]


@pytest.mark.rule("DM-C-107", "DM-C-120", "DM-C-155")
def test_a_weapon_goes_with_its_targeting_device_and_leaves_what_comes_off() -> None:
    table = shopping()
    laser = table.stock("laser", id="i1", car="razors.c1")
    aid = table.stock("targeting_device", id="i2", weapon="razors.i1")
    ranger = table.stock("auto_ranger", id="i3", weapon="razors.i1")
    moved = traded(table, goods("razors.i1"))
    assert [fact.item for fact in moved if isinstance(fact, ItemTraded)] == ["razors.i1", "razors.i2"]
    assert [(item.franchise, item.car, item.weapon) for item in (laser, aid, ranger)] == [
        ("saints", "", ""),
        ("saints", "", "razors.i1"),
        ("razors", "", ""),
    ]


@pytest.mark.rule("DM-C-107", "DM-C-155")
@pytest.mark.parametrize("order", [("razors.i1", "razors.i3"), ("razors.i3", "razors.i1")])
def test_a_weapon_and_its_ranger_go_both_when_both_are_named(order: tuple[str, str]) -> None:
    table = shopping()
    weapon = table.stock("laser", id="i1", car="razors.c1")
    ranger = table.stock("auto_ranger", id="i3", weapon="razors.i1")
    traded(table, goods(*order))
    assert [(item.franchise, item.car, item.weapon) for item in (weapon, ranger)] == [("saints", "", "")] * 2


@pytest.mark.rule("DM-C-107")
def test_a_car_and_an_item_on_it_go_both_when_both_are_named() -> None:
    table = shopping(cars=4)
    laser = table.stock("laser", id="i1", car="razors.c1")
    traded(table, goods("razors.c1", "razors.i1"))
    assert (laser.franchise, laser.car, table.season.car("razors.c1").franchise) == ("saints", "", "saints")


@pytest.mark.rule("DM-C-107", "DM-C-120", "DM-C-147", "DM-C-149", "DM-C-151")
@pytest.mark.parametrize(
    ("kind", "where", "refused"),
    [
        ("efficient_injectors", {"car": "razors.c1"}, True),
        ("active_suspension", {"car": "razors.c1"}, True),
        ("targeting_device", {"weapon": "razors.i9"}, True),
        ("applique_armour", {"bound": "razors.c1"}, True),
        ("efficient_injectors", {}, False),
        ("targeting_device", {}, False),
        ("applique_armour", {}, False),
        ("hydraulics", {"car": "razors.c1"}, False),
        ("autonomous_target_system", {"weapon": "razors.i9"}, False),
    ],
)
def test_what_is_fixed_for_good_does_not_go_alone(kind: str, where: dict[str, str], refused: bool) -> None:
    table = shopping()
    table.stock("laser", id="i9")
    table.stock(kind, id="i1", **where)
    if refused:
        table.refused(propose(goods("razors.i1")), ItemBound, "razors.i1 belongs to razors.")
    else:
        traded(table, goods("razors.i1"))
        assert table.season.item("razors.i1").franchise == "saints"


@pytest.mark.rule("DM-C-060", "DM-C-108")
def test_roster_limits_apply_after_the_whole_deal() -> None:
    table = shopping(drivers=10)
    table.give(propose(goods("razors.d1")))
    table.refused(ACCEPT, RosterFull, "saints would have 11 drivers and may have 10")
    table.give(propose(goods("razors.d1", "razors.d2"), goods("saints.d1", "saints.d2"), trade="t2"))
    table.give(AcceptTrade(franchise=SAINTS, trade=TradeId("t2")))
    assert len(table.season.roster("saints")) == 10
    table.give(propose(goods(), goods("saints.d3"), trade="t3"))
    table.refused(AcceptTrade(franchise=SAINTS, trade=TradeId("t3")), RosterFull, "razors would have 11")


@pytest.mark.rule("DM-C-060", "DM-C-065")
def test_a_deal_that_brings_an_oversized_franchise_nearer_its_limits_is_made() -> None:
    table = shopping(drivers=7, cars=4)
    table.season.switches.update({"roster.max": 5, "garage.max": 2})
    saints = table.season
    for id in ("saints.d4", "saints.d5", "saints.d6", "saints.d7"):
        del saints.contracts[id]
    for id in ("saints.c2", "saints.c3", "saints.c4"):
        saints.cars[id].phase = "scrapped"
    traded(table, goods("razors.d1", "razors.c1"))
    assert (len(saints.roster("razors")), len(saints.garage("razors"))) == (6, 3)


@pytest.mark.rule("DM-C-065")
def test_a_garage_neither_overflows_nor_drops_below_three_by_a_trade() -> None:
    table = shopping(cars=5)
    table.give(propose(goods("razors.c1")))
    table.refused(ACCEPT, GarageFull, "saints would have 6 cars and may have 5")
    traded_table = shopping(cars=3)
    traded_table.give(propose(goods("razors.c1")))
    traded_table.refused(ACCEPT, GarageTooSmall, "razors would have 2 cars and must keep 3")
    traded_table.give(propose(goods("razors.c1"), goods("saints.c2"), trade="t2"))
    traded_table.give(AcceptTrade(franchise=SAINTS, trade=TradeId("t2")))
    assert [car.id for car in traded_table.season.garage("razors")] == ["razors.c2", "razors.c3", "saints.c2"]


@pytest.mark.rule("DM-C-065")
def test_a_garage_that_is_short_already_may_swap_cars() -> None:
    table = shopping(cars=3)
    table.season.car("razors.c3").phase = "scrapped"
    traded(table, goods("razors.c1"), goods("saints.c1"))
    assert len(table.season.garage("razors")) == 2


@pytest.mark.rule("DM-C-058", "DM-C-107", "DM-C-108")
@pytest.mark.parametrize(
    ("gives", "takes", "razors", "saints", "poor"),
    [
        (goods("razors.d1"), goods(pays=50_000), 0, 60_000, ""),
        (goods("razors.d1"), goods(pays=50_000), 0, 59_999, "saints"),
        (goods("razors.d1"), goods(pays=9_999), 0, 60_000, "razors"),
        (goods("razors.d1"), goods(pays=10_000), 0, 20_000, ""),
        (goods("razors.d1", "razors.d2", pays=5_000), goods("saints.d1"), 35_000, 25_000, ""),
        (goods("razors.d1", "razors.d2", pays=5_000), goods("saints.d1"), 34_999, 25_000, "razors"),
        (goods("razors.d1", "razors.d2", pays=5_000), goods("saints.d1"), 35_000, 24_999, "saints"),
    ],
)
def test_each_side_can_pay_the_price_and_its_fees_from_what_it_has_and_gets(
    gives: Goods, takes: Goods, razors: int, saints: int, poor: str
) -> None:
    table = shopping()
    table.season.franchise("razors").balance = razors
    table.season.franchise("saints").balance = saints
    table.give(propose(gives, takes))
    if poor:
        table.refused(ACCEPT, BalanceTooLow, f"{poor} has")
    else:
        table.give(ACCEPT)
        assert min(balances(table)) == 0
        booked = [fact for fact in table.facts if isinstance(fact, TradePaid | TradeCollected | LegalFeePaid)]
        assert min(fact.balance for fact in booked) == 0
