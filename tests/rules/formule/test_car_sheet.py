"""A design as a car sheet: a stock car's sheet line by line, and designs that cannot be read."""

from __future__ import annotations

import pytest

from rules.formule.designs.car_sheet import car_sheet
from rules.formule.designs.design_errors import Limits
from rules.formule.designs.stock_designs import stock_design_documents
from rules.match.text_tables import lines_of

HOUND = {
    "name": "Hound", "tires": 6, "brakes": 3, "fuel": 3, "body": 3, "engine": 3, "road_holding": 2, "armor": 5,
    "weapons": [
        {"key": "mg", "mount": "front", "link": "teeth"},
        {"key": "mg", "mount": "front", "link": "teeth"},
        {"key": "mines", "mount": "rear"},
        {"key": "laser", "mount": "left"},
    ],
    "equipment": ["bumper"],
}  # fmt: skip


@pytest.mark.rule("FW-001", "FW-002", "FW-010", "FW-020", "FW-023")
def test_a_sheet_has_characteristics_weapons_equipment_and_what_was_spent() -> None:
    assert lines_of(car_sheet(HOUND, limits=Limits(points=40))) == [
        "Hound",
        "characteristic  points",
        "--------------  ------",
        "tires                6",
        "brakes               3",
        "fuel                 3",
        "body                 3",
        "engine               3",
        "road-holding         2",
        "armor                5",
        "39 of 40 build points spent.",
        "  points = build points, each of which is a point of it",
        "",
        "Weapons",
        "weapon        mount  link   damage   shots      range  to hit  price",
        "------------  -----  -----  -------  ---------  -----  ------  -----",
        "machine gun   front  teeth  1        10            12       0      2",
        "machine gun   front  teeth  1        10            12       0      2",
        "mine dropper  rear   -      special  5              1       0      2",
        "laser         left   -      2        unlimited     20       0      4",
        "  link = two weapons of one link are fired in one action; damage = damage points of a hit; shots =",
        "  shots or charges; range = squares it reaches; to hit = what it adds to the roll to hit; price =",
        "  build points",
        "",
        "Equipment",
        "equipment   price",
        "----------  -----",
        "bumper          3",
        "link teeth      1",
        "  price = build points",
    ]


def test_a_car_without_a_name_weapons_and_equipment_has_one_table() -> None:
    bare = {name: points for name, points in HOUND.items() if name not in {"name", "weapons", "equipment"}}
    assert [table.title for table in car_sheet(bare, limits=Limits())] == ["Car"]


@pytest.mark.rule("FW-003", "FW-020")
def test_what_is_on_no_list_stands_there_without_figures() -> None:
    odd = HOUND | {"weapons": [{"key": "harpoon", "mount": "front"}], "equipment": ["sauna"]}
    _, weapons, equipment = car_sheet(odd, limits=Limits())
    assert weapons.rows == (("harpoon", "front", "-", "-", "-", "-", "-", 0),)
    assert equipment.rows == (("sauna", 0),)


def test_what_cannot_be_read_has_no_sheet() -> None:
    assert car_sheet({"tires": 6}, limits=Limits()) == []
    assert car_sheet([], limits=Limits()) == []


@pytest.mark.parametrize("name", sorted(stock_design_documents()))
def test_every_stock_car_spends_all_its_points(name: str) -> None:
    first, *_ = car_sheet(stock_design_documents()[name], limits=Limits())
    assert first.note == "35 of 35 build points spent."
