"""The prices of a design in design points, as printed."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.designs.design import Mount
from rules.dethmatch.designs.design_points import account, dp_spent, mount_dp, steps
from tests.rules.dethmatch.paper_cars import PLAIN, changed


@pytest.mark.rule("DM-M-010", "DM-M-011")
def test_the_plain_car_takes_60() -> None:
    assert [(account_line.what, account_line.dp) for account_line in account(PLAIN)] == [
        ("engine", 10),
        ("suspension", 8),
        ("fuel", 12),
        ("armor", 12),
        ("toughness", 6),
        ("wheel_guards", 3),
        ("mount gun", 6),
        ("mount rack", 3),
        ("mount tail", 0),
    ]
    assert dp_spent(PLAIN) == 60


@pytest.mark.rule("DM-M-011")
@pytest.mark.parametrize(
    ("field", "amount", "dp"),
    [
        ("engine", 4, 1),
        ("engine", 8, 2),
        ("engine", 44, 11),
        ("suspension", 6, 1),
        ("suspension", 60, 10),
        ("fuel", 16, 1),
        ("fuel", 160, 10),
        ("armor_points", 0, 0),
        ("armor_points", 17, 17),
        ("toughness", 1, 3),
        ("toughness", 2, 6),
        ("toughness", 3, 12),
        ("toughness", 4, 18),
    ],
)
def test_a_characteristic_has_its_price(field: str, amount: int, dp: int) -> None:
    line = field.removesuffix("_points")
    assert {line_item.what: line_item.dp for line_item in account(changed(**{field: amount}))}[line] == dp


@pytest.mark.rule("DM-M-011")
@pytest.mark.parametrize(("amount", "whole"), [(0, 0), (1, 1), (4, 1), (5, 2), (8, 2), (-4, 0)])
def test_a_broken_step_is_paid_whole(amount: int, whole: int) -> None:
    assert steps(amount, 4) == whole


@pytest.mark.rule("DM-M-013", "DM-M-014")
@pytest.mark.parametrize(
    ("sort", "fixed", "swivel", "turret"),
    [("light", 6, 9, 15), ("heavy", 9, 12, 18), ("rocket", 3, 6, 12), ("special", 0, 3, 9)],
)
def test_a_mount_has_its_price(sort: str, fixed: int, swivel: int, turret: int) -> None:
    prices = [mount_dp(Mount(id="m", type=sort, traverse=traverse)) for traverse in ("fixed", "swivel", "turret")]
    assert prices == [fixed, swivel, turret]


@pytest.mark.rule("DM-M-014")
@pytest.mark.parametrize(("traverse", "dp"), [("fixed", 4), ("swivel", 7), ("turret", 13)])
def test_a_house_rule_prices_the_special_mount_alone(traverse: str, dp: int) -> None:
    assert mount_dp(Mount(id="m", type="special", traverse=traverse), special_mount_dp=4) == dp
    assert mount_dp(Mount(id="m", type="light"), special_mount_dp=4) == 6
    assert dp_spent(PLAIN, special_mount_dp=4) == 64


@pytest.mark.rule("DM-M-020", "DM-M-021", "DM-M-023", "DM-M-024")
@pytest.mark.parametrize(
    ("component", "dp"),
    [
        ("armored_seat_driver", 3),
        ("armored_seat_gunner", 3),
        ("self_sealing_tank", 3),
        ("gunner_station", 6),
        ("wheel_guards", 3),
    ],
)
def test_a_component_has_its_price(component: str, dp: int) -> None:
    assert dp_spent(changed(components=(component,))) == 57 + dp


@pytest.mark.rule("DM-M-022")
@pytest.mark.parametrize("setting", ["raised", "lowered"])
def test_an_adjustable_height_takes_9(setting: str) -> None:
    assert dp_spent(changed(adjustable=setting)) == 69


@pytest.mark.rule("DM-M-029")
@pytest.mark.parametrize("tweak", ["lowered", "raised", "decreased_travel", "increased_travel"])
def test_a_tweak_is_free(tweak: str) -> None:
    assert dp_spent(changed(tweaks=(tweak,))) == 60


@pytest.mark.rule("DM-M-011", "DM-M-013")
@pytest.mark.parametrize(
    ("change", "dp"),
    [
        ({"toughness": 9}, 54),
        ({"components": ("wings",)}, 57),
        ({"mounts": (Mount(id="m", type="nuclear"),)}, 51),
        ({"mounts": (Mount(id="m", type="light", traverse="tracking"),)}, 51),
    ],
)
def test_what_no_table_knows_is_free_here_and_a_fault_elsewhere(change: dict[str, Any], dp: int) -> None:
    assert dp_spent(changed(**change)) == dp
