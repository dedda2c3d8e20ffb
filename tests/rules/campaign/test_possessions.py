"""The possible values of an item or a car, whatever its source, with every figure at its limits."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.commissioner.goods_checks import car_definition_errors, item_definition_errors
from rules.campaign.core.state import Car, Item, Season


def faults(kind: str, **values: Any) -> list[str]:
    """The errors of an item with those values."""
    return item_definition_errors(Item(id="it", franchise="razors", kind=kind, **values))


# Each row: the device, the figure rolled for it, its limits, and the other figures rolled for it.
ROLLED = [
    pytest.param("booster_rockets", "ammunition", 1, 3, {"burn_turns": 1}, marks=pytest.mark.rule("DM-C-144")),
    pytest.param("booster_rockets", "burn_turns", 1, 3, {"ammunition": 3}, marks=pytest.mark.rule("DM-C-144")),
    pytest.param("kami_bomb", "ammunition", 1, 2, {"penetration": 3}, marks=pytest.mark.rule("DM-C-146")),
    pytest.param("kami_bomb", "penetration", 3, 5, {"ammunition": 1}, marks=pytest.mark.rule("DM-C-146")),
    pytest.param("efficient_injectors", "fuel", 1, 3, {}, marks=pytest.mark.rule("DM-C-147")),
]


@pytest.mark.parametrize(("kind", "name", "least", "most", "others"), ROLLED)
def test_what_was_rolled_for_a_device_lies_within_its_dice(
    kind: str, name: str, least: int, most: int, others: dict[str, int]
) -> None:
    for value in range(least, most + 1):
        assert faults(kind, rolled={name: value, **others}) == []
    sentence = f"it needs its rolled {name.replace('_', ' ')}, {least} to {most}."
    for beyond in (least - 1, most + 1):
        assert faults(kind, rolled={name: beyond, **others}) == [sentence]
    assert faults(kind, rolled=others) == [sentence]


@pytest.mark.rule("DM-C-144", "DM-C-145")
def test_nothing_was_rolled_for_what_has_no_dice() -> None:
    assert faults("machinegun", rolled={"fuel": 1}) == ["it has a rolled fuel, which it does not have."]
    assert faults("heat_seeking_rockets", variant="rockets") == []
    assert faults("heat_seeking_rockets") == [
        "it needs the pack it is made from: one of light_rockets, rockets, heavy_rockets."
    ]
    assert faults("rockets", variant="rockets") == [
        "it names a pack it is made from, which only heat-seeking rockets do."
    ]


@pytest.mark.rule("DM-C-130")
@pytest.mark.parametrize(("uses", "whole"), [(0, False), (1, True), (2, True), (3, True), (4, False)])
def test_a_medical_kit_in_the_stores_has_one_to_three_uses(uses: int, whole: bool) -> None:
    assert faults("medical_kit", uses=uses) == ([] if whole else [f"it has {uses} uses left: new it has 3."])


@pytest.mark.rule("DM-C-130")
@pytest.mark.parametrize(("uses", "whole"), [(-1, False), (0, True), (1, False)])
def test_nothing_else_has_uses(uses: int, whole: bool) -> None:
    assert faults("machinegun", uses=uses) == ([] if whole else [f"it has {uses} uses left: new it has 0."])


@pytest.mark.rule("DM-C-067", "DM-C-174")
@pytest.mark.parametrize(
    ("kind", "ammunition", "holds"),
    [
        ("machinegun", 10, True),
        ("machinegun", 0, True),
        ("machinegun", None, True),
        ("machinegun", 11, False),
        ("machinegun", -1, False),
        ("gear_set", 0, True),
        ("gear_set", 1, False),
    ],
)
def test_a_gun_holds_no_more_than_it_is_printed_with(kind: str, ammunition: int | None, holds: bool) -> None:
    sentences = [] if holds else [f"it has {ammunition} shots left, which it cannot hold."]
    assert faults(kind, ammunition=ammunition) == sentences


@pytest.mark.rule("DM-C-174", "DM-C-066")
@pytest.mark.parametrize(
    ("kind", "gearing", "said"),
    [
        ("gear_set", -1, []),
        ("gear_set", 0, []),
        ("gear_set", 1, []),
        ("gear_set", 2, ["it has the gearing 2: a gear-set is -1, 0 or +1."]),
        ("gear_set", -2, ["it has the gearing -2: a gear-set is -1, 0 or +1."]),
        ("machinegun", 1, ["it has a gearing, which only a gear-set has."]),
    ],
)
def test_only_gear_sets_have_a_gearing(kind: str, gearing: int, said: list[str]) -> None:
    assert faults(kind, gearing=gearing) == said


@pytest.mark.rule("DM-C-124", "DM-C-175")
@pytest.mark.parametrize(
    ("kind", "tread", "carcass", "said"),
    [
        ("tire_solid", "snow", "", []),
        ("tire_solid", "", "", ["it needs a tread: one of mud_and_snow, street, traction, snow."]),
        ("tire_solid", "snow", "solid", ["it has a carcass, which only rare tires have."]),
        ("rare_tires", "traction", "heavy", []),
        ("rare_tires", "mud_and_snow", "solid", ["it needs a tread: one of street, traction, snow."]),
        ("rare_tires", "snow", "light", ["it needs a carcass: one of heavy, puncture_resistant, solid."]),
        ("machinegun", "snow", "", ["it has a tread, which only tires have."]),
    ],
)
def test_tires_have_a_tread_and_rare_ones_a_carcass(kind: str, tread: str, carcass: str, said: list[str]) -> None:
    assert faults(kind, tread=tread, carcass=carcass) == said


@pytest.mark.rule("DM-C-067", "DM-C-174")
def test_an_item_is_of_a_table_and_was_paid_for_with_money() -> None:
    assert faults("jetpack") == ["it is 'jetpack', which no table has."]
    assert faults("machinegun", paid=0) == []
    assert faults("machinegun", paid=-1) == ["it was bought for less than 0."]


@pytest.mark.rule("DM-C-066", "DM-C-075")
@pytest.mark.parametrize(
    ("overhead", "stacks", "budgets"),
    [
        (False, False, [60, 63]),
        (True, False, [75, 81]),
        (False, True, [60, 63, 66]),
        (True, True, [75, 81, 87]),
    ],
)
def test_a_car_is_built_with_a_budget_it_can_have(overhead: bool, stacks: bool, budgets: list[int]) -> None:
    season = Season(switches={"sponsors.same_type_effects_stack": stacks, "sponsors.max": 2})
    proper = [
        dp
        for dp in range(50, 100)
        if not car_definition_errors(season, Car(id="c", franchise="razors", dp=dp, paid=0, overhead=overhead))
    ]
    assert proper == budgets


@pytest.mark.rule("DM-C-066", "DM-C-075")
@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"paid": 0, "criticals": 0, "gearing": -1}, []),
        ({"paid": -1}, ["c was bought for less than 0."]),
        ({"criticals": -1}, ["c has less than 0 criticals."]),
        ({"gearing": 2}, ["c has the gearing 2: a gear-set is -1, 0 or +1."]),
    ],
)
def test_a_car_has_no_impossible_figures(values: dict[str, int], said: list[str]) -> None:
    assert (
        car_definition_errors(Season(), Car(**{"id": "c", "franchise": "razors", "dp": 60, "paid": 0, **values}))
        == said
    )
