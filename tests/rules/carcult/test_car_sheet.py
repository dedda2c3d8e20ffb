"""A design as a car sheet: a stock car's sheet line by line, and designs that cannot be read."""

from __future__ import annotations

import pytest

from rules.carcult.designs.car_sheet import car_sheet
from rules.carcult.designs.stock_designs import STOCK_DESIGNS
from rules.match.text_tables import lines_of


@pytest.mark.rule("CC-070", "CC-073", "CC-075", "CC-091")
def test_a_sheet_has_the_engine_every_card_and_the_weapons() -> None:
    assert lines_of(car_sheet(STOCK_DESIGNS["battering_ox"])) == [
        "Battering Ox",
        "engine    AZ  plug  inches              + on AZ",
        "--------  --  ----  ------------------  -------",
        "packmule   6     3  2, 4, 6, 9, 12, 15  4, 5, 6",
        "15 AZ of the 30 that the cars of a team have together; undamaged it generates 5 speed tokens.",
        "  AZ = action zones, the boxes of its track; plug = speed tokens added in one activation at most;",
        "  inches = what its track lets the car move, by its speed tokens; + on AZ = the action zones with a",
        "  + symbol, from 1: each generates a speed token",
        "",
        "Cards",
        "card              AZ  + on AZ",
        "----------------  --  -------",
        "dangerous driver   2  1, 2",
        "reinforced ram     2  -",
        "machine gun        2  -",
        "armor              3  -",
        "  AZ = action zones, the boxes of its track; + on AZ = the action zones with a + symbol, from 1:",
        "  each generates a speed token",
        "",
        "Weapons",
        "weapon          range    blast  damage            dice",
        "--------------  -------  -----  ----------------  ----",
        "reinforced ram  contact     10  its speed tokens     1",
        "machine gun     12           1  1                    3",
        "  range = inches; blast = what is added to each die; damage = damage tokens of a hit; dice = dice of",
        "  one attack",
    ]


def test_a_weapon_that_is_there_twice_is_explained_once() -> None:
    _, cards, weapons = car_sheet(STOCK_DESIGNS["landship"])
    assert [row[0] for row in cards.rows].count("cannon") == 2
    assert [row[0] for row in weapons.rows] == ["cannon", "machine gun"]


@pytest.mark.rule("CC-071")
def test_an_engine_that_was_written_out_is_home_made_and_a_bare_one_has_one_table() -> None:
    (table,) = car_sheet({"name": "Kit", "engine": {"plug": 2, "track": [3, 6, 9, 12], "plus": [4]}})
    assert table.rows == (("home-made", 4, 2, "3, 6, 9, 12", "4"),)
    assert table.note.endswith("undamaged it generates 1 speed token.")


def test_what_cannot_be_read_has_no_sheet() -> None:
    assert car_sheet({"name": "Kit", "engine": "steam"}) == []
    assert car_sheet(7) == []
