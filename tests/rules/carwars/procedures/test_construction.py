"""How much fits on each side of a vehicle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

KINDS = ("weapons", "magazines", "component_armour", "concealment", "boosters", "jump_jets")
SIDES = ("front", "back", "left", "right", "top", "underbody")


def item(name: str, spaces: int, *sides: str, kind: str = "weapons") -> dict[str, Any]:
    return {"name": name, "kind": kind, "spaces": spaces, "sides": list(sides)}


def check(*items: dict[str, Any], spaces: int = 1700, **answers: Any) -> dict[str, Any]:
    return performed("check_side_spaces", {"spaces": spaces, "items": list(items)}, answers=answers).values


def used(**sides: int) -> dict[str, int]:
    return dict.fromkeys(SIDES, 0) | sides


@pytest.mark.rule("CW-P-051", "CW-Q-005")
@pytest.mark.parametrize(
    ("spaces", "divisor", "most"),
    [(1700, 3, 500), (1800, 3, 600), (1799, 3, 500), (299, 3, 0), (1700, 1, 1700), (1750, 1, 1700), (1700, 4, 400)],
)
def test_a_third_of_the_spaces_rounded_down_fits_on_a_side(spaces: int, divisor: int, most: int) -> None:
    answers = {"design.side_space_limit": {"divisor": divisor}}
    assert check(item("gun", 0, "front"), spaces=spaces, **answers)["most"] == most


@pytest.mark.rule("CW-P-051", "CW-Q-005")
def test_17_spaces_allow_5_on_a_side() -> None:
    values = check(item("gun", 500, "front"), item("mine dropper", 501, "back"))
    assert values == {"most": 500, "used": used(front=500, back=501), "over": ["back"]}
    assert tuple(values["used"]) == SIDES


@pytest.mark.rule("CW-P-051", "CW-Q-006")
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_item_counts_unless_the_referee_leaves_it_out(kind: str) -> None:
    items = [item(other, 100, "left", kind=other) for other in KINDS]
    assert check(*items)["used"]["left"] == 600
    answers = {"design.side_space_usage": {"items": [kind]}}
    assert check(item("it", 100, "left", kind=kind), **answers)["used"]["left"] == 100
    assert check(*items, **answers)["used"]["left"] == 100


@pytest.mark.rule("CW-P-051", "CW-Q-006")
@pytest.mark.parametrize("side", SIDES)
def test_items_are_charged_to_their_side(side: str) -> None:
    assert check(item("gun", 200, side), item("mag", 100, side, kind="magazines"))["used"] == used(**{side: 300})


@pytest.mark.rule("CW-P-051", "CW-Q-006")
def test_a_corner_mount_is_charged_to_both_sides_or_to_one() -> None:
    corner = item("gun", 200, "front", "left")
    assert check(corner)["used"] == used(front=200, left=200)
    one = {"design.side_space_usage": {"corner": "one"}}
    assert check(corner, **one)["used"] == used(front=200)
    assert check(item("gun", 200, "left", "front"), **one)["used"] == used(left=200)


@pytest.mark.rule("CW-P-051")
def test_the_spaces_of_each_side_are_explained() -> None:
    inputs = {
        "spaces": 1750,
        "items": [item("gun", 100, "front"), item("turret", 525, "top"), item("jet", 0, "left")],
    }
    assert performed("check_side_spaces", inputs).says == (
        "17.5 spaces allow 5 spaces on each side.",
        "The front uses 1 space.",
        "The top uses 5.25 spaces, too much.",
    )
    answers = {"design.side_space_usage": {"items": []}}
    assert performed("check_side_spaces", inputs, answers=answers).values["used"] == used()


@pytest.mark.rule("CW-P-051")
@pytest.mark.parametrize(
    ("items", "says"),
    [
        ([item("gun", 1, "front"), item("gun", 1, "left")], "Two items are named 'gun'"),
        ([item("gun", 1, "front", "front")], "gun: the front and the front do not meet at a corner"),
        ([item("gun", 1, "front", "back")], "gun: the front and the back do not meet"),
        ([item("gun", 1, "right", "left")], "gun: the right and the left do not meet"),
        ([item("gun", 1, "top", "underbody")], "gun: the top and the underbody do not meet"),
    ],
)
def test_impossible_mounts_are_refused(items: list[Any], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        check(*items)


@pytest.mark.rule("CW-P-051")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [
        ("spaces", 0, 100_000),
        ("items", 1, 100),
        ("items.0.name", 1, 60),
        ("items.0.spaces", 0, 10_000),
        ("items.0.sides", 1, 2),
    ],
)
def test_inputs_of_side_spaces_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("check_side_spaces", {"spaces": 1700, "items": [item("gun", 1, "front")]}, path, lowest, highest)
