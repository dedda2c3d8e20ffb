"""Gaining and losing items, and taking everything off a car or a driver."""

from __future__ import annotations

import pytest

from rules.campaign.core.state import Item
from rules.campaign.garage.stores import (
    ItemFitted,
    ItemGained,
    ItemLost,
    ItemStowed,
    NotYourItem,
    add_item,
    lose_item,
    own_item,
    return_equipment,
    stow,
    strip_car,
)
from rules.core.refusals import Unknown
from rules.core.terms import CarId, Credits, FranchiseId, ItemId
from tests.rules.campaign.memory_seasons import signed

RAZORS = FranchiseId("razors")


def stowed(item: str, kind: str) -> ItemStowed:
    """The fact that an item is in the stores again."""
    return ItemStowed(rule="DM-C-067", franchise=RAZORS, item=item, item_kind=kind)


@pytest.mark.rule("DM-C-067")
def test_an_item_added_is_in_the_stores_and_said() -> None:
    table = signed()
    item = Item(id="razors.i1", franchise="razors", kind="laser", origin="tinkering", paid=60_000)
    assert add_item(table.season, item, rule="DM-C-138") == ItemGained(
        rule="DM-C-138",
        franchise=RAZORS,
        item=ItemId("razors.i1"),
        item_kind="laser",
        origin="tinkering",
        paid=Credits(60_000),
    )
    assert table.season.stores("razors") == [item]


@pytest.mark.rule("DM-C-067")
def test_an_item_is_its_owners_alone() -> None:
    table = signed()
    table.stock("laser")
    assert own_item(table.season, "razors", "razors.laser").kind == "laser"
    with pytest.raises(NotYourItem, match=r"razors\.laser belongs to razors, not to saints"):
        own_item(table.season, "saints", "razors.laser")
    with pytest.raises(Unknown, match=r"no item 'razors\.railgun'"):
        own_item(table.season, "razors", "razors.railgun")


@pytest.mark.rule("DM-C-120", "DM-C-154", "DM-C-155")
def test_a_targeting_device_is_lost_with_its_weapon_and_what_is_movable_comes_back() -> None:
    table = signed()
    laser = table.stock("laser", car="razors.c1")
    table.stock("targeting_device", weapon=laser.id)
    ranger = table.stock("auto_ranger", weapon=laser.id)
    system = table.stock("autonomous_target_system", weapon=laser.id)
    facts = lose_item(table.season, laser, reason="ruined", rule="DM-C-094")
    assert facts == [
        ItemLost(rule="DM-C-094", franchise=RAZORS, item=ItemId("razors.laser"), item_kind="laser", reason="ruined"),
        stowed("razors.auto-ranger", "auto_ranger"),
        stowed("razors.autonomous-target-system", "autonomous_target_system"),
        ItemLost(
            rule="DM-C-094",
            franchise=RAZORS,
            item=ItemId("razors.targeting-device"),
            item_kind="targeting_device",
            reason="ruined",
        ),
    ]
    assert table.season.stores("razors") == [ranger, system]
    assert (ranger.weapon, system.weapon) == ("", "")


@pytest.mark.rule("DM-C-067")
def test_what_is_in_the_stores_already_is_not_said_to_come_back() -> None:
    assert stow(signed().stock("laser")) == []


@pytest.mark.rule("DM-C-106", "DM-C-147", "DM-C-149", "DM-C-148", "DM-C-150", "DM-C-155")
def test_a_stripped_car_keeps_what_never_comes_off_it() -> None:
    table = signed()
    car = table.season.car("razors.c1")
    for kind in ("efficient_injectors", "active_suspension", "turbochargers", "hydraulics"):
        table.stock(kind, car=car.id)
    laser = table.stock("laser", car=car.id)
    ranger = table.stock("auto_ranger", weapon=laser.id)
    elsewhere = table.stock("supercharger", car="razors.c2")
    facts = strip_car(table.season, car)
    assert facts == [
        stowed("razors.hydraulics", "hydraulics"),
        stowed("razors.laser", "laser"),
        stowed("razors.turbochargers", "turbochargers"),
    ]
    assert [item.kind for item in table.season.items_on_car(car.id)] == ["active_suspension", "efficient_injectors"]
    assert (ranger.weapon, elsewhere.car) == (laser.id, "razors.c2")


@pytest.mark.rule("DM-C-151", "DM-C-106")
def test_applique_that_was_taken_off_goes_where_its_car_goes() -> None:
    table = signed()
    on = table.stock("applique_armour", id="on", car="razors.c1", bound="razors.c1")
    off = table.stock("applique_armour", id="off", bound="razors.c1")
    other_plates = table.stock("applique_armour", id="other", bound="razors.c2")
    assert strip_car(table.season, table.season.car("razors.c1")) == [
        ItemFitted(
            rule="DM-C-151",
            franchise=RAZORS,
            item=ItemId("razors.off"),
            item_kind="applique_armour",
            car=CarId("razors.c1"),
        )
    ]
    assert (on.car, off.car, other_plates.car) == ("razors.c1", "razors.c1", "")


@pytest.mark.rule("DM-C-135")
def test_what_a_driver_wore_stays_with_the_franchise() -> None:
    table = signed()
    suit = table.stock("fireproof_suit", driver="razors.d1")
    sight = table.stock("helmet_sight", driver="razors.d2")
    assert return_equipment(table.season, table.season.driver("razors.d1")) == [
        stowed("razors.fireproof-suit", "fireproof_suit")
    ]
    assert (suit.driver, suit.franchise, sight.driver) == ("", "razors", "razors.d2")
