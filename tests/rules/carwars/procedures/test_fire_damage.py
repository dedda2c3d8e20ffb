"""What a burning vehicle loses in a turn."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed


def component(kind: str, material: str = "none", **more: Any) -> dict[str, Any]:
    return {"name": "it", "kind": kind, "points": 3, "material": material} | more


def points_left(inputs: dict[str, Any], **answers: Any) -> int:
    left: int = performed("burn_for_a_turn", {"components": [inputs]}, answers=answers).values["points"]["it"]
    return left


GUARDS_PROTECT = {"burn.guards_vs_fire": {"protect_tires": True}}
FIREPROOF_ARMOR_KEEPS = {"burn.fireproof_armour_damage": {"loses_points": False}}
SHELL_IMMUNE = {"burn.fireproof_ca_damage": {"immune": True}}


@pytest.mark.rule("CW-P-046", "CW-Q-101", "CW-Q-102", "CW-Q-103")
@pytest.mark.parametrize(
    ("burning", "left"),
    [
        (component("component"), 2),
        (component("tire"), 2),
        (component("tire", behind_guard=True), 2),
        (component("wheelguard", "plastic"), 2),
        (component("hub", "fireproof_plastic"), 2),
        (component("hub", "metal"), 3),
        (component("armor", "plastic"), 2),
        (component("armor", "fireproof_plastic"), 2),
        (component("armor", "metal"), 3),
        (component("armor", "plastic", beneath_metal=True), 3),
        (component("armor", "fireproof_plastic", beneath_metal=True), 3),
        (component("component_armor", "plastic"), 2),
        (component("component_armor", "fireproof_plastic"), 2),
        (component("component_armor", "metal"), 3),
    ],
)
def test_everything_loses_a_point_but_metal_and_plastic_beneath_it(burning: dict[str, Any], left: int) -> None:
    assert points_left(burning) == left


@pytest.mark.rule("CW-P-046", "CW-Q-101")
def test_wheelguards_and_hubs_may_protect_tires_from_fire() -> None:
    assert points_left(component("tire", behind_guard=True), **GUARDS_PROTECT) == 3
    assert points_left(component("tire"), **GUARDS_PROTECT) == 2


@pytest.mark.rule("CW-P-046", "CW-Q-102")
@pytest.mark.parametrize(
    ("burning", "left"),
    [
        (component("armor", "fireproof_plastic"), 3),
        (component("wheelguard", "fireproof_plastic"), 3),
        (component("component_armor", "fireproof_plastic"), 2),
        (component("armor", "plastic"), 2),
    ],
)
def test_fireproof_plastic_may_keep_its_points(burning: dict[str, Any], left: int) -> None:
    assert points_left(burning, **FIREPROOF_ARMOR_KEEPS) == left


@pytest.mark.rule("CW-P-046", "CW-Q-103")
@pytest.mark.parametrize(
    ("burning", "left"),
    [
        (component("component_armor", "fireproof_plastic"), 3),
        (component("component_armor", "plastic"), 2),
        (component("armor", "fireproof_plastic"), 2),
    ],
)
def test_fireproof_component_armor_may_be_immune(burning: dict[str, Any], left: int) -> None:
    assert points_left(burning, **SHELL_IMMUNE) == left


@pytest.mark.rule("CW-P-046")
@pytest.mark.parametrize(("points", "left", "destroyed"), [(2, 1, []), (1, 0, ["it"]), (0, 0, [])])
def test_the_last_point_destroys_a_component_once(points: int, left: int, destroyed: list[str]) -> None:
    outcome = performed("burn_for_a_turn", {"components": [component("tire", points=points)]})
    assert outcome.values == {"points": {"it": left}, "destroyed": destroyed}


@pytest.mark.rule("CW-P-046")
def test_every_component_is_explained() -> None:
    components = [
        component("armor", "metal", name="front"),
        component("armor", "plastic", name="left", beneath_metal=True),
        component("tire", name="tire"),
        component("component", name="radio", points=0),
    ]
    assert performed("burn_for_a_turn", {"components": components}).says == (
        "front keeps 3: it is metal.",
        "left keeps 3: it lies beneath metal.",
        "tire loses 1 point and has 2.",
        "radio has nothing left to lose.",
    )


@pytest.mark.rule("CW-P-046")
@pytest.mark.parametrize(
    ("burning", "answers", "reason"),
    [
        (component("tire", behind_guard=True), GUARDS_PROTECT, "a wheelguard or hub protects it"),
        (component("armor", "fireproof_plastic"), FIREPROOF_ARMOR_KEEPS, "it is fireproof"),
        (component("component_armor", "fireproof_plastic"), SHELL_IMMUNE, "it is fireproof"),
    ],
)
def test_what_is_spared_has_its_reason(burning: dict[str, Any], answers: Any, reason: str) -> None:
    outcome = performed("burn_for_a_turn", {"components": [burning]}, answers=answers)
    assert outcome.says == (f"it keeps 3: {reason}.",)


@pytest.mark.rule("CW-P-046")
@pytest.mark.parametrize(
    ("components", "says"),
    [
        ([component("tire"), component("tire")], "Two components are named 'it'"),
        ([component("tire", "plastic")], "it: armor, component armor, wheelguards and hubs have a material"),
        ([component("component", "metal")], "it: armor, component armor"),
        ([component("armor")], "it: armor, component armor"),
        ([component("component_armor")], "it: armor, component armor"),
        ([component("hub")], "it: armor, component armor"),
        ([component("wheelguard")], "it: armor, component armor"),
        ([component("armor", "metal", beneath_metal=True)], "only the plastic armor of a side lies beneath metal"),
        ([component("hub", "plastic", beneath_metal=True)], "only the plastic armor of a side lies beneath metal"),
        ([component("component", behind_guard=True)], "only tires are behind wheelguards"),
    ],
)
def test_impossible_components_are_refused(components: list[Any], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("burn_for_a_turn", {"components": components})


@pytest.mark.rule("CW-P-046")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [("components", 1, 100), ("components.0.name", 1, 60), ("components.0.points", 0, 1000)],
)
def test_inputs_of_a_burning_turn_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("burn_for_a_turn", {"components": [component("tire")]}, path, lowest, highest)
