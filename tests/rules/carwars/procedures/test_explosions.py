"""What may explode aboard a burning vehicle, and for how long a destroyed weapon may."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

TANK_FED = ("flamethrower", "flame_cloud_ejector", "flaming_oil_jet")
ROUND_FED = ("rockets", "incendiary_spikes", "incendiary_machine_gun", "flaming_oil_gun", "napalm_mines")
NEVER_EMPTY_RISKS = ("anti_tank_gun", "tank_gun", "other", "booster", "jump_jet")


def item(kind: str, **more: Any) -> dict[str, Any]:
    return {"name": "it", "kind": kind} | more


def may_explode(inputs: dict[str, Any], **answers: Any) -> bool:
    risks = performed("list_explosion_risks", {"items": [inputs]}, answers=answers).values["may_explode"]
    assert risks in ([], ["it"])
    return bool(risks)


@pytest.mark.rule("CW-P-047", "CW-Q-099")
@pytest.mark.parametrize("more", [{}, {"in_shell": True}, {"damaged": True}])
def test_a_gas_engine_may_explode_even_in_its_shell(more: dict[str, bool]) -> None:
    assert may_explode(item("gas_engine", **more))
    answers = {"burn.gas_engine_ca": {"may_explode": False}}
    assert may_explode(item("gas_engine", **more), **answers) is ("in_shell" not in more)


@pytest.mark.rule("CW-P-047", "CW-Q-100")
@pytest.mark.parametrize("kind", [*TANK_FED, *ROUND_FED, *NEVER_EMPTY_RISKS])
def test_other_items_may_explode_once_they_are_damaged_themselves(kind: str) -> None:
    answers = {"burn.volatile_ca": {"may_explode": True}}
    assert may_explode(item(kind, damaged=True))
    assert not may_explode(item(kind))
    assert not may_explode(item(kind, in_shell=True))
    assert may_explode(item(kind, in_shell=True), **answers)
    assert may_explode(item(kind), **answers)


@pytest.mark.rule("CW-P-047", "CW-Q-104")
def test_empty_weapons_explode_if_they_have_a_tank_or_are_chosen() -> None:
    assert all(may_explode(item(kind, damaged=True, empty=True)) for kind in TANK_FED)
    assert not any(may_explode(item(kind, damaged=True, empty=True)) for kind in (*ROUND_FED, *NEVER_EMPTY_RISKS))
    assert not may_explode(item("flamethrower", empty=True))
    for chosen in (*TANK_FED, *ROUND_FED):
        answers = {"burn.empty_volatile": {"weapons": [chosen]}}
        for kind in (*TANK_FED, *ROUND_FED, *NEVER_EMPTY_RISKS):
            assert may_explode(item(kind, damaged=True, empty=True), **answers) is (kind == chosen)


@pytest.mark.rule("CW-P-047", "CW-Q-112")
@pytest.mark.parametrize("kind", ["booster", "jump_jet"])
def test_boosters_and_jump_jets_may_be_no_risk(kind: str) -> None:
    answers = {"burn.boosters_volatile": {"volatile": False}}
    assert may_explode(item(kind, damaged=True))
    assert not may_explode(item(kind, damaged=True), **answers)
    assert may_explode(item("flamethrower", damaged=True), **answers)


@pytest.mark.rule("CW-P-047")
def test_every_item_is_explained() -> None:
    items = [
        item("gas_engine", name="V6", in_shell=True),
        item("rockets", name="rocket", damaged=True, empty=True),
        item("tank_gun", name="gun"),
        item("booster", name="booster", damaged=True),
    ]
    assert performed("list_explosion_risks", {"items": items}).says == (
        "V6 may explode.",
        "rocket does not explode: it is empty.",
        "gun does not explode: it has taken no damage itself.",
        "booster may explode.",
    )
    answers = {"burn.gas_engine_ca": {"may_explode": False}, "burn.boosters_volatile": {"volatile": False}}
    outcome = performed("list_explosion_risks", {"items": items}, answers=answers)
    assert outcome.values == {"may_explode": []}
    assert outcome.says[0] == "V6 does not explode: its component armor is intact."
    assert outcome.says[3] == "booster does not explode: boosters and jump jets are not volatile here."


@pytest.mark.rule("CW-P-047")
@pytest.mark.parametrize(
    ("items", "says"),
    [
        ([item("rockets"), item("tank_gun")], "Two items are named 'it'"),
        ([item("rockets", in_shell=True, damaged=True)], "it is damaged, so its component armor is gone"),
        ([item("gas_engine", empty=True)], "it is an engine"),
    ],
)
def test_impossible_items_are_refused(items: list[Any], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("list_explosion_risks", {"items": items})


@pytest.mark.rule("CW-P-047")
@pytest.mark.parametrize(("path", "lowest", "highest"), [("items", 1, 20), ("items.0.name", 1, 60)])
def test_inputs_of_explosion_risks_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("list_explosion_risks", {"items": [item("rockets")]}, path, lowest, highest)


@pytest.mark.rule("CW-P-048", "CW-Q-108")
@pytest.mark.parametrize(("points", "each", "seconds"), [(2, 10, 20), (1, 10, 10), (5, 10, 50), (2, 3, 6), (2, 0, 0)])
def test_a_destroyed_weapon_is_a_danger_for_10_seconds_a_point(points: int, each: int, seconds: int) -> None:
    answers = {"burn.destroyed_weapon_hazard": {"seconds_per_point": each}}
    outcome = performed("time_destroyed_weapon", {"turn": 3, "damage_points": points}, answers=answers)
    assert outcome.values == {"seconds": seconds, "last_turn": 3 + seconds}


@pytest.mark.rule("CW-P-048")
def test_the_danger_of_a_destroyed_weapon_is_explained() -> None:
    assert performed("time_destroyed_weapon", {"turn": 3, "damage_points": 2}).says == (
        "With 2 damage points it is a danger for 20 seconds, and a turn is one second.",
        "It may explode until the end of turn 23.",
    )


@pytest.mark.rule("CW-P-048")
@pytest.mark.parametrize(("path", "lowest", "highest"), [("turn", 1, 10_000), ("damage_points", 1, 100)])
def test_inputs_of_a_destroyed_weapon_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("time_destroyed_weapon", {"turn": 3, "damage_points": 2}, path, lowest, highest)
