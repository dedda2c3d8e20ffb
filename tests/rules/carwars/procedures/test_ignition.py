"""How a vehicle catches fire: fire rolls, modifiers through armor, and fires at a wheel."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

HIT = {"turn": 7, "fire_modifier": 4, "burn_duration": 3}


@pytest.mark.rule("CW-P-043", "CW-Q-096")
def test_a_modifier_of_4_with_burn_duration_3_makes_4_rolls() -> None:
    outcome = performed("list_fire_rolls", HIT)
    assert outcome.values == {"rolls": 4, "turns": [7, 8, 9, 10]}
    assert outcome.says == (
        "Burn duration 3 plus 1: 4 rolls with a modifier of 4.",
        "Roll in turn 7, 8, 9, 10.",
    )


@pytest.mark.rule("CW-P-043", "CW-Q-096")
@pytest.mark.parametrize(
    ("duration", "added", "turns"), [(0, 1, [7]), (3, 0, [7, 8, 9]), (2, 2, [7, 8, 9, 10]), (0, 0, [])]
)
def test_a_referee_may_choose_how_many_rolls_are_added(duration: int, added: int, turns: list[int]) -> None:
    answers = {"burn.duration_rolls": {"rolls_added": added}}
    outcome = performed("list_fire_rolls", HIT | {"burn_duration": duration}, answers=answers)
    assert outcome.values == {"rolls": len(turns), "turns": turns}
    assert len(outcome.says) == (2 if turns else 1)


@pytest.mark.rule("CW-P-043")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"), [("turn", 1, 10_000), ("fire_modifier", 1, 20), ("burn_duration", 0, 20)]
)
def test_inputs_of_fire_rolls_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("list_fire_rolls", HIT, path, lowest, highest)


def layer(material: str, points: int) -> dict[str, Any]:
    return {"material": material, "points": points}


def modifier(damage: int, *layers: dict[str, Any], counts: bool = True) -> int:
    inputs = {"fire_modifier": 4, "damage": damage, "layers": list(layers)}
    answers = {"burn.fm_through_fireproof": {"modifier_applies": counts}}
    placed: int = performed("apply_fire_modifier", inputs, answers=answers).values["fire_modifier"]
    return placed


@pytest.mark.rule("CW-P-044", "CW-Q-098")
@pytest.mark.parametrize("material", ["metal", "fireproof_plastic", "fireproof_component_armor"])
@pytest.mark.parametrize(("damage", "through"), [(0, False), (3, False), (4, True), (5, True)])
def test_one_point_through_fireproof_or_metal_armor_places_the_whole_modifier(
    material: str, damage: int, through: bool
) -> None:
    assert modifier(damage, layer(material, 3)) == (4 if through else 0)
    assert modifier(damage, layer(material, 3), counts=False) == 0


@pytest.mark.rule("CW-P-044", "CW-Q-098")
@pytest.mark.parametrize(
    ("damage", "layers", "printed", "other"),
    [
        (1, [layer("plastic", 5)], 4, 4),
        (1, [], 4, 4),
        (0, [], 0, 0),
        (1, [layer("plastic", 5), layer("metal", 3)], 4, 4),
        (1, [layer("plastic", 0), layer("metal", 3)], 0, 0),
        (4, [layer("metal", 3), layer("plastic", 5)], 4, 0),
        (3, [layer("metal", 3), layer("plastic", 5)], 0, 0),
        (4, [layer("metal", 3), layer("fireproof_plastic", 1), layer("plastic", 5)], 0, 0),
        (5, [layer("metal", 3), layer("fireproof_plastic", 1), layer("plastic", 5)], 4, 0),
        (1, [layer("metal", 0)], 4, 4),
        (2, [layer("metal", 1)], 4, 0),
    ],
)
def test_layers_are_met_from_the_outside_in(damage: int, layers: list[Any], printed: int, other: int) -> None:
    assert modifier(damage, *layers) == printed
    assert modifier(damage, *layers, counts=False) == other


@pytest.mark.rule("CW-P-044")
def test_a_placed_modifier_is_explained() -> None:
    inputs = {"fire_modifier": 4, "damage": 5, "layers": [layer("metal", 3)]}
    assert performed("apply_fire_modifier", inputs).says == (
        "2 points of damage on something that is not fireproof.",
        "The whole modifier of 4 is placed.",
    )
    answers = {"burn.fm_through_fireproof": {"modifier_applies": False}}
    assert performed("apply_fire_modifier", inputs, answers=answers).says == (
        "2 points got through fireproof or metal armor, which does not count here: no modifier is placed.",
    )
    assert performed("apply_fire_modifier", inputs | {"damage": 3}).says == (
        "The hit damages nothing that is not fireproof: no modifier is placed.",
    )


@pytest.mark.rule("CW-P-044")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [("fire_modifier", 1, 20), ("damage", 0, 1000), ("layers", 0, 10), ("layers.0.points", 0, 1000)],
)
def test_inputs_of_a_fire_modifier_are_bounded(path: str, lowest: int, highest: int) -> None:
    inputs = {"fire_modifier": 4, "damage": 5, "layers": [layer("metal", 3)]}
    assert_bounded("apply_fire_modifier", inputs, path, lowest, highest)


def armor(side: str, material: str = "metal", *, breached: bool = False) -> dict[str, Any]:
    return {"side": side, "material": material, "breached": breached}


def spreads(burning: str, *sides: dict[str, Any], **answers: Any) -> bool:
    inputs = {"burning": burning, "side": "left", "armor": list(sides)}
    value: bool = performed("check_tire_fire", inputs, answers=answers).values["spreads"]
    return value


ANY_BREACH = {"burn.tyre_fire_spread": {"spreads": True}}
GUARDS_SPREAD = {"burn.guard_fire_spread": {"spreads": True}}


@pytest.mark.rule("CW-P-045", "CW-Q-106", "CW-Q-107")
@pytest.mark.parametrize("burning", ["tire", "wheelguard", "hub"])
@pytest.mark.parametrize(
    ("own", "gets_in"),
    [
        (armor("left"), False),
        (armor("left", "fireproof_plastic"), False),
        (armor("left", "plastic"), True),
        (armor("left", breached=True), True),
        (armor("left", "fireproof_plastic", breached=True), True),
    ],
)
def test_intact_fireproof_or_metal_armor_keeps_a_fire_at_the_wheel_out(burning: str, own: Any, gets_in: bool) -> None:
    assert spreads(burning, own) is gets_in
    assert spreads(burning, own, armor("right", breached=True)) is gets_in


@pytest.mark.rule("CW-P-045", "CW-Q-106")
@pytest.mark.parametrize("burning", ["tire", "hub"])
def test_a_breach_elsewhere_counts_where_the_referee_says_so(burning: str) -> None:
    assert spreads(burning, armor("left"), armor("front", "plastic", breached=True), **ANY_BREACH)
    assert not spreads(burning, armor("left"), armor("front", "plastic"), **ANY_BREACH)
    assert not spreads(burning, armor("left"), **ANY_BREACH)


@pytest.mark.rule("CW-P-045", "CW-Q-107")
@pytest.mark.parametrize(("burning", "gets_in"), [("wheelguard", True), ("hub", True), ("tire", False)])
def test_wheelguards_and_hubs_spread_fire_where_the_referee_says_so(burning: str, gets_in: bool) -> None:
    assert spreads(burning, armor("left"), **GUARDS_SPREAD) is gets_in


@pytest.mark.rule("CW-P-045")
@pytest.mark.parametrize(
    ("burning", "sides", "answers", "says"),
    [
        ("tire", [armor("left")], {}, "The armor of the left keeps the fire out, and no other side counts."),
        ("tire", [armor("left", "plastic")], {}, "The armor of the left is neither fireproof nor metal."),
        ("tire", [armor("left", breached=True)], {}, "The armor of the left has a breach."),
        (
            "tire",
            [armor("left"), armor("right", breached=True), armor("back", breached=True)],
            ANY_BREACH,
            "There is a breach elsewhere: right, back.",
        ),
        ("hub", [armor("left")], GUARDS_SPREAD, "A burning hub is not treated as a tire here."),
    ],
)
def test_the_way_of_the_fire_is_explained(burning: str, sides: list[Any], answers: Any, says: str) -> None:
    inputs = {"burning": burning, "side": "left", "armor": sides}
    outcome = performed("check_tire_fire", inputs, answers=answers)
    sentence = "The fire gets in." if outcome.values["spreads"] else "The fire stays outside."
    assert outcome.says == (says, sentence)


@pytest.mark.rule("CW-P-045")
@pytest.mark.parametrize("sides", [[armor("right")], [armor("left"), armor("left")]])
def test_the_armor_of_the_side_is_given_once(sides: list[Any]) -> None:
    with pytest.raises(InputsImpossible, match="Give the armor of each side once, and that of the left"):
        spreads("tire", *sides)


@pytest.mark.rule("CW-P-045")
def test_one_to_four_sides_are_taken() -> None:
    inputs = {"burning": "tire", "side": "left", "armor": [armor("left")]}
    assert_bounded("check_tire_fire", inputs, "armor", 1, 4)
