"""Buying from the price lists."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.locks_and_shops import ShopsClosed
from rules.campaign.core.names import IdTaken
from rules.campaign.core.state import Item
from rules.campaign.garage.purchases import BuyItem, ItemBought
from rules.campaign.garage.stores import ItemGained, item_price
from rules.campaign.money.account import BalanceTooLow
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.terms import FranchiseId, ItemId
from tests.rules.campaign.memory_seasons import Table, founded, locked, shopping

RAZORS = FranchiseId("razors")
I1 = ItemId("razors.i1")


def buy(kind: str, *, id: str = "razors.i1", tread: str = "", gearing: int = 0) -> BuyItem:
    """A purchase by the razors."""
    return BuyItem(franchise=RAZORS, item=ItemId(id), kind=kind, tread=tread, gearing=gearing)


@pytest.mark.rule("DM-C-067", "DM-C-174", "DM-C-104")
def test_a_machinegun_is_paid_for_and_stands_in_the_stores() -> None:
    table = founded()
    assert table.give(buy("machinegun")) == [
        ItemBought(
            rule="DM-C-174",
            franchise=RAZORS,
            amount=-15_000,
            balance=985_000,
            item=I1,
            item_kind="machinegun",
            listed=15_000,
        ),
        ItemGained(rule="DM-C-067", franchise=RAZORS, item=I1, item_kind="machinegun", origin="list", paid=15_000),
    ]
    assert table.season.items == {
        "razors.i1": Item(id="razors.i1", franchise="razors", kind="machinegun", origin="list", paid=15_000)
    }


@pytest.mark.rule("DM-C-175", "DM-M-028")
@pytest.mark.parametrize("tread", ["mud_and_snow", "street", "traction", "snow"])
def test_tires_are_bought_with_their_tread(tread: str) -> None:
    table = founded()
    table.give(buy("tire_solid", tread=tread))
    item = table.season.item("razors.i1")
    assert (item.tread, item.paid, table.season.franchise("razors").balance) == (tread, 8000, 992_000)


@pytest.mark.rule("DM-C-174", "DM-M-026")
@pytest.mark.parametrize("gearing", [-1, 0, 1])
def test_a_gear_set_is_bought_with_its_gearing(gearing: int) -> None:
    table = founded()
    table.give(buy("gear_set", gearing=gearing))
    assert (table.season.item("razors.i1").gearing, table.season.franchise("razors").balance) == (gearing, 998_000)


@pytest.mark.rule("DM-C-174", "DM-C-175")
@pytest.mark.parametrize(
    ("order", "refusal", "says"),
    [
        (buy("tire_solid"), Malformed, "'' is no tread"),
        (buy("tire_light", tread="rain"), Malformed, "'rain' is no tread"),
        (buy("machinegun", tread="snow"), Malformed, "Only tires have a tread"),
        (buy("gear_set", gearing=2), Malformed, "2 is none of them"),
        (buy("gear_set", gearing=-2), Malformed, "-2 is none of them"),
        (buy("gear_set", tread="snow"), Malformed, "Only tires have a tread"),
        (buy("tire_light", tread="snow", gearing=1), Malformed, "Only a gear-set has a gearing"),
        (buy("machinegun", gearing=-1), Malformed, "Only a gear-set has a gearing"),
        (buy("laser"), Malformed, "Laser is on no price list: it comes by tinkering alone"),
        (buy("ram_guard"), Malformed, "world trade alone"),
        (buy("flamethrower"), Unknown, "no item 'flamethrower'"),
        (buy("machinegun", id="No Name"), Malformed, "cannot be the id of an item"),
    ],
)
def test_what_is_on_no_list_or_is_ordered_wrongly_is_refused(
    order: BuyItem, refusal: type[Refusal], says: str
) -> None:
    founded().refused(order, refusal, says)


@pytest.mark.rule("DM-C-058", "DM-C-067")
def test_an_item_needs_an_id_of_its_own_and_the_money() -> None:
    table = founded()
    table.give(buy("oil_jet"))
    table.refused(buy("oil_jet"), IdTaken, "razors.i1")
    table.season.franchise("razors").balance = 14_999
    table.refused(buy("machinegun", id="razors.i2"), BalanceTooLow, "14.999k", "15k")
    table.season.franchise("razors").balance = 15_000
    table.give(buy("machinegun", id="razors.i2"))
    assert table.season.franchise("razors").balance == 0


@pytest.mark.rule("DM-C-104", "DM-C-067")
def test_list_goods_are_sold_in_the_garage_step_and_while_shopping_and_never_between() -> None:
    table = locked()
    table.refused(buy("machinegun"), ShopsClosed, "razors has no shopping step open")
    table = shopping()
    table.give(buy("machinegun"))
    assert table.season.item("razors.i1").kind == "machinegun"
    table.season.step = "E1"
    table.refused(buy("machinegun", id="razors.i2"), OutOfStep)
    apart = founded(switches={"season.setup_single_window": False})
    apart.refused(buy("machinegun"), OutOfStep, "S2")


@pytest.mark.rule("DM-C-078")
@pytest.mark.parametrize(
    ("kind", "tread", "paid"),
    [
        ("machinegun", "", 13_500),
        ("heavy_machinegun", "", 18_000),
        ("recoilless_rifle", "", 27_000),
        ("heavy_recoilless_rifle", "", 45_000),
        ("at_rifle", "", 27_000),
        ("heavy_at_rifle", "", 49_500),
        ("light_rockets", "", 3000),
        ("rockets", "", 4000),
        ("heavy_rockets", "", 6000),
        ("oil_jet", "", 2000),
        ("caltrops", "", 4000),
        ("smoke_launcher", "", 2000),
        ("tire_solid", "snow", 8000),
        ("gear_set", "", 2000),
    ],
)
def test_a_gun_manufacturer_takes_10_percent_off_guns_and_nothing_off_expendables(
    kind: str, tread: str, paid: int
) -> None:
    table = founded()
    table.sponsor("razors", "gun_manufacturer", "gun_manufacturer")
    (bought, _) = table.give(buy(kind, tread=tread))
    assert isinstance(bought, ItemBought)
    assert (bought.amount, table.season.item("razors.i1").paid) == (-paid, paid)


@pytest.mark.rule("DM-C-078")
@pytest.mark.parametrize(
    ("kind", "listed", "paid"),
    [
        ("autocannon", 40_000, 36_000),
        ("vulcan_gun", 28_000, 25_200),
        ("railgun", 64_000, 57_600),
        ("cluster_rockets", 6000, 6000),
        ("kami_bomb", 20_000, 20_000),
        ("smoke_grenade", 2000, 2000),
        ("targeting_device", 30_000, 30_000),
    ],
)
def test_the_discount_holds_for_rare_and_experimental_guns_too(kind: str, listed: int, paid: int) -> None:
    table = founded()
    table.sponsor("razors", "gun_manufacturer")
    assert item_price(table.season, "razors", kind=kind, listed=listed) == paid
    table.sponsor("saints", "energy", "munitions")
    assert item_price(table.season, "saints", kind=kind, listed=listed) == listed


def discounted(rounding: str) -> Table:
    """A season in which the razors bought a machinegun for 13.5k, rounded by a house rule."""
    table = founded(switches={"money.rounding": rounding})
    table.sponsor("razors", "gun_manufacturer")
    table.give(buy("machinegun"))
    return table


@pytest.mark.rule("DM-C-001", "DM-C-078")
@pytest.mark.switch("money.rounding", "floor_k")
def test_a_discounted_weapon_is_rounded_down_to_the_whole_k() -> None:
    assert discounted("floor_k").season.franchise("razors").balance == 987_000


@pytest.mark.rule("DM-C-001", "DM-C-078")
@pytest.mark.switch("money.rounding", "ceil_k")
def test_a_discounted_weapon_is_rounded_up_to_the_whole_k() -> None:
    assert discounted("ceil_k").season.franchise("razors").balance == 986_000


@pytest.mark.rule("DM-C-001")
def test_a_discounted_weapon_is_exact_unless_switched() -> None:
    assert discounted("exact").season.franchise("razors").balance == 986_500
