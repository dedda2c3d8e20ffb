"""Everything in the catalogue except weapons, with every figure as printed."""

from __future__ import annotations

import pytest

from rules.campaign.money.prices import list_price, rolled_price
from rules.core.refusals import Malformed
from rules.match.catalog import CATALOG, item_type
from tests.guards.findings import beyond, report

ONE_A_CAR = {
    "gear_set",
    "tire_light",
    "tire_heavy",
    "tire_puncture_resistant",
    "tire_solid",
    "rare_tires",
    "oil_jet",
    "caltrops",
    "smoke_launcher",
    "ram_guard",
    "supercharger",
    "nitrous_injector",
    "suspension_parts",
    "efficient_injectors",
    "active_suspension",
}
"""Devices of which a car carries at most one."""


@pytest.mark.rule("DM-C-175", "DM-C-008", "DM-M-027", "DM-C-094")
@pytest.mark.parametrize(
    ("kind", "price"),
    [("tire_light", 1000), ("tire_heavy", 2000), ("tire_puncture_resistant", 4000), ("tire_solid", 8000)],
)
def test_a_tire_set_of_the_list(kind: str, price: int) -> None:
    row = item_type(kind)
    assert (row.group, row.sold, row.rule, row.where) == ("tires", "list", "DM-C-175", "car")
    assert (list_price(kind), row.consumed, row.one_a_car, row.removable) == (price, "mounted", True, True)


@pytest.mark.rule("DM-C-174", "DM-M-026")
def test_a_gear_set_is_2k_and_stays() -> None:
    row = item_type("gear_set")
    assert (row.group, row.sold, row.rule, row.where) == ("gears", "list", "DM-C-174", "car")
    assert (list_price("gear_set"), row.consumed, row.one_a_car, row.removable) == (2000, "", True, True)


@pytest.mark.rule("DM-C-124", "DM-M-125")
@pytest.mark.parametrize(
    ("carcass", "lowest", "highest"),
    [("heavy", 6000, 16_000), ("puncture_resistant", 10_000, 20_000), ("solid", 18_000, 28_000)],
)
def test_rare_tires_are_twice_their_carcass_and_2d6(carcass: str, lowest: int, highest: int) -> None:
    row = item_type("rare_tires")
    assert (row.group, row.sold, row.rule, row.where) == ("tires", "world_trade", "DM-C-124", "car")
    assert (row.consumed, row.one_a_car) == ("mounted", True)
    price = rolled_price("rare_tires", carcass=carcass)
    assert (price.dice, price.lowest, price.highest) == (2, lowest, highest)


@pytest.mark.rule("DM-C-124")
@pytest.mark.parametrize("carcass", ["", "light", "foam"])
def test_rare_tires_are_never_light(carcass: str) -> None:
    with pytest.raises(Malformed, match="Rare tires has no price to roll"):
        rolled_price("rare_tires", carcass=carcass)


# Each row: kind, rule, table, group, where it is fitted, lowest and highest price in k, what consumes it.
WORLD_TRADE = [
    ("ram_guard", "DM-C-111", "armour", "car", 17, 27, ""),
    ("targeting_device", "DM-C-120", "electronics", "weapon", 23, 38, ""),
    ("supercharger", "DM-C-121", "device", "car", 38, 53, ""),
    ("nitrous_injector", "DM-C-122", "device", "car", 39, 59, ""),
    ("suspension_parts", "DM-C-123", "device", "car", 39, 59, ""),
    ("ballistic_sheets", "DM-C-125", "armour", "car", 23, 38, "mounted"),
    ("reactive_armour", "DM-C-126", "armour", "car", 23, 38, "triggered"),
    ("artificial_eye", "DM-C-127", "medical", "", 44, 64, ""),
    ("artificial_organs", "DM-C-128", "medical", "", 44, 64, ""),
    ("artificial_limbs", "DM-C-129", "medical", "", 44, 64, ""),
    ("medical_kit", "DM-C-130", "medical", "", 12, 22, ""),
    ("heavy_body_armour", "DM-C-132", "personal", "driver", 17, 27, ""),
    ("fireproof_suit", "DM-C-133", "personal", "driver", 10, 20, ""),
    ("helmet_sight", "DM-C-134", "personal", "driver", 44, 64, ""),
]
TINKERED = [
    ("efficient_injectors", "DM-C-147", "device", "car", 33, 48, ""),
    ("turbochargers", "DM-C-148", "device", "car", 34, 54, ""),
    ("active_suspension", "DM-C-149", "device", "car", 45, 70, ""),
    ("hydraulics", "DM-C-150", "device", "car", 34, 54, ""),
    ("applique_armour", "DM-C-151", "armour", "car", 38, 53, ""),
    ("blast_panels", "DM-C-152", "armour", "car", 38, 53, ""),
    ("crash_bars", "DM-C-153", "armour", "car", 38, 53, ""),
    ("autonomous_target_system", "DM-C-154", "electronics", "weapon", 54, 74, ""),
    ("auto_ranger", "DM-C-155", "electronics", "weapon", 44, 64, ""),
]
Row = tuple[str, str, str, str, int, int, str]


def as_printed(kind: str) -> Row:
    """A row of the catalogue in the columns of the tables in this module."""
    row, price = item_type(kind), rolled_price(kind)
    assert row.price_k is None
    assert price.sides == 6
    return (kind, row.rule, row.group, row.where, price.lowest // 1000, price.highest // 1000, row.consumed)


@pytest.mark.rule(
    "DM-C-109",
    "DM-C-111",
    "DM-C-120",
    "DM-C-121",
    "DM-C-122",
    "DM-C-123",
    "DM-C-125",
    "DM-C-126",
    "DM-C-127",
    "DM-C-128",
    "DM-C-129",
    "DM-C-130",
    "DM-C-132",
    "DM-C-133",
    "DM-C-134",
)
@pytest.mark.parametrize("row", WORLD_TRADE)
def test_an_item_of_world_trade(row: Row) -> None:
    assert as_printed(row[0]) == row
    assert item_type(row[0]).sold == "world_trade"


@pytest.mark.rule(
    "DM-C-137",
    "DM-C-147",
    "DM-C-148",
    "DM-C-149",
    "DM-C-150",
    "DM-C-151",
    "DM-C-152",
    "DM-C-153",
    "DM-C-154",
    "DM-C-155",
)
@pytest.mark.parametrize("row", TINKERED)
def test_an_experimental_device(row: Row) -> None:
    assert as_printed(row[0]) == row
    assert item_type(row[0]).sold == "tinkering"


@pytest.mark.rule("DM-C-120", "DM-C-147", "DM-C-149", "DM-C-148", "DM-C-150", "DM-C-154", "DM-C-155")
def test_only_what_is_said_to_be_fixed_never_comes_off() -> None:
    assert {kind for kind, row in CATALOG.items() if not row.removable} == {
        "targeting_device",
        "efficient_injectors",
        "active_suspension",
    }


@pytest.mark.rule("DM-C-151")
def test_only_applique_belongs_to_its_car() -> None:
    assert {kind for kind, row in CATALOG.items() if row.stays_with_car} == {"applique_armour"}


@pytest.mark.rule(
    "DM-C-111",
    "DM-C-121",
    "DM-C-122",
    "DM-C-123",
    "DM-C-124",
    "DM-C-147",
    "DM-C-148",
    "DM-C-149",
    "DM-C-174",
    "DM-C-175",
)
def test_what_a_car_carries_one_of_and_what_a_house_rule_lets_it_stack() -> None:
    unlisted = (
        "A car carries one {} and no test says so: add it to ONE_A_CAR in "
        "tests/rules/campaign/test_catalogue_devices.py."
    )
    single = {kind for kind, row in CATALOG.items() if row.one_a_car}
    report(beyond(single, ONE_A_CAR, unlisted), seen=CATALOG, of="items")
    assert single == ONE_A_CAR
    assert {kind for kind, row in CATALOG.items() if row.may_stack} == {"supercharger", "suspension_parts"}


@pytest.mark.rule("DM-C-130")
def test_a_medical_kit_has_three_uses_and_nothing_else_is_counted() -> None:
    assert {kind: row.uses for kind, row in CATALOG.items() if row.uses} == {"medical_kit": 3}
