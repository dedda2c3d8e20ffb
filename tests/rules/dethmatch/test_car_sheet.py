"""A design as a car sheet: a stock car's sheet line by line, and designs that cannot be read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.document_validation import document_of
from rules.dethmatch.designs.car_sheet import car_sheet
from rules.dethmatch.designs.design_points import dp_spent
from rules.dethmatch.designs.stock_designs import stock_design, stock_designs
from rules.dethmatch.ruleset import RULESET
from rules.match.text_tables import lines_of

HYENA = next(design.design for design in stock_designs().values() if design.design.name == "Hyena")


@pytest.mark.rule("DM-M-010", "DM-M-011", "DM-M-013", "DM-M-025", "DM-M-030", "DM-M-031", "DM-M-032", "DM-M-035")
def test_a_sheet_has_what_was_bought_armor_mounts_and_what_it_comes_to() -> None:
    assert lines_of(car_sheet(document_of(HYENA), dp=60)) == [
        "Hyena",
        "bought          figure  DP",
        "--------------  ------  --",
        "engine              28   7",
        "suspension          42   7",
        "fuel               208  13",
        "armor                9   9",
        "toughness            2   6",
        "gunner station       -   6",
        "60 of 60 DP spent.",
        "  DP = design points",
        "",
        "Armor",
        "front  rear  left  right",
        "-----  ----  ----  -----",
        "    3     2     2      2",
        "",
        "Mounts",
        "mount   type     traverse  facing  linked with  DP",
        "------  -------  --------  ------  -----------  --",
        "bonnet  light    fixed     front             -   6",
        "ring    light    fixed     rear              -   6",
        "tail    special  fixed     rear              -   0",
        "  DP = design points",
        "",
        "Built",
        "built     how",
        "--------  -------",
        "height    lowered",
        "travel    normal",
        "gear-set  normal",
        "",
        "What it comes to",
        "rating            figure",
        "----------------  ------",
        "weight                13",
        "acceleration           2",
        "maximum handling       4",
        "overload               0",
        "fuel points            8",
        "With nothing fitted to it, on light tires.",
    ]


@pytest.mark.rule("DM-M-014")
def test_the_house_rule_s_price_of_a_special_mount_is_told() -> None:
    first, _, mounts, *_ = car_sheet(document_of(HYENA), dp=60, special_mount_dp=3)
    assert first.note == "63 of 60 DP spent."
    assert [row[-1] for row in mounts.rows] == [6, 6, 3]


@pytest.mark.rule("DM-M-010", "DM-M-014", "DM-M-035", "DM-C-150")
def test_where_no_house_rule_says_so_a_special_mount_costs_no_more_than_printed() -> None:
    document = document_of(HYENA)
    assert RULESET.car_sheet(document, dp=60, switches={}) == car_sheet(document, dp=60, special_mount_dp=0)
    for dp in (59, 60):
        arguments: dict[str, Any] = {
            "dp": dp,
            "gunner_station": HYENA.has("gunner_station"),
            "gearing": 0,
            "kinds": (),
        }
        assert stock_design(**arguments) == stock_design(**arguments, special_mount_dp=0)
        assert dp_spent(stock_design(**arguments)) <= dp


@pytest.mark.rule("DM-M-022", "DM-M-026")
def test_how_the_suspension_can_be_set_and_which_gears_it_has_are_told() -> None:
    geared = replace(HYENA, adjustable="raised", tweaks=("increased_travel",), gearing=-1, mounts=())
    tables = car_sheet(document_of(geared), dp=60)
    assert "Mounts" not in [table.title for table in tables]
    assert ("adjustable suspension", "-", 9) in tables[0].rows
    assert tables[2].rows == (("height", "normal or raised"), ("travel", "increased"), ("gear-set", "-1"))


def test_what_cannot_be_read_or_is_no_car_at_any_budget_has_no_sheet() -> None:
    assert car_sheet({}, dp=60) == []
    assert car_sheet(document_of(replace(HYENA, suspension=0)), dp=60) == []
