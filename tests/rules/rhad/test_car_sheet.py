"""A design as a car sheet: a stock car's sheet line by line, and designs that cannot be read."""

from __future__ import annotations

import pytest

from rules.match.text_tables import lines_of
from rules.rhad.designs.car_sheet import car_sheet
from rules.rhad.designs.stock_designs import stock_designs

LONG_WORD = stock_designs()["long_word"]


@pytest.mark.rule("RH-022", "RH-035", "RH-060", "RH-085")
def test_a_sheet_has_figures_with_their_units_what_is_built_in_armor_tires_and_weapons() -> None:
    lines = lines_of(car_sheet(LONG_WORD, budget=90))
    assert lines[:11] == [
        "Long Word",
        "characteristic  figure  unit",
        "--------------  ------  -----------",
        "handling class       4  -",
        "top speed          140  mph",
        "acceleration        15  mph a round",
        "braking             40  mph a round",
        "power plant         16  points",
        "armor               42  points",
        "tires               40  points",
        lines[10],
    ]
    assert lines[10].endswith(" of 90 DP spent.")
    assert lines[11:23] == [
        "",
        "Built",
        "built        how",
        "-----------  -----------------",
        "seats        driver and gunner",
        "accessories  airdam",
        "",
        "Armor",
        "front  left  right  back  top  under",
        "-----  ----  -----  ----  ---  -----",
        "   10     8      8     8    4      4",
        "",
    ]
    *_, tires, weapons = car_sheet(LONG_WORD, budget=90)
    assert [column.name for column in tires.head] == ["tire", "points"]
    assert [column.name for column in weapons.head] == [
        "weapon", "mount", "to hit", "damage", "shots", "points", "DP"
    ]  # fmt: skip
    assert tires.rows == (("front", 10), ("front", 10), ("rear", 10), ("rear", 10))
    assert weapons.rows[0][:6] == ("Recoilless rifle", "turret", "8+", "2d", 12, 4)


@pytest.mark.rule("RH-085")
def test_what_a_car_is_worth_is_told_where_no_budget_is_kept_to() -> None:
    bare = LONG_WORD | {"weapons": [], "accessories": [], "crew": [{"role": "driver"}]}
    first, *_ = car_sheet(bare, budget=None)
    assert first.note == "Worth 56 DP; no budget is kept to."
    assert [table.title for table in car_sheet(bare, budget=None)] == ["Long Word", "Built", "Armor", "Tires"]


def test_a_weapon_without_end_says_so() -> None:
    endless = {"name": "Beam", "mount": "front", "to_hit": 6, "damage": "2d", "dp": 3}
    *_, weapons = car_sheet(LONG_WORD | {"weapons": [endless]}, budget=60)
    assert weapons.rows[0][4] == "unlimited"


def test_what_cannot_be_read_or_is_out_of_bounds_has_no_sheet() -> None:
    assert car_sheet({}, budget=60) == []
    assert car_sheet(LONG_WORD | {"base_hc": 40}, budget=60) == []
