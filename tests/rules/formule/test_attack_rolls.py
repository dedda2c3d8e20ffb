"""The roll to hit and all its modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from rules.formule.combat import to_hit
from rules.formule.combat.to_hit import Stance
from tests.rules.formule.boards import Board, Car, marker


def added(
    *,
    key: str = "cannon",
    gear: int = 3,
    target: dict[str, Any] | None = None,
    stance: tuple[bool, bool] = (False, False),
    weather: str = "dry",
    equipment: tuple[str, ...] = (),
    switches: dict[str, Any] | None = None,
    **state: int,
) -> int:
    """The modifier of a shot: by default a cannon fired in gear 3 at a car in gear 3, five squares ahead."""
    aimed_at = {"row": 15, "gear": 3, **(target or {})}
    play = Board(
        Car("a", gear=gear, weapons=[(key, "front")], equipment=equipment, **state), Car("b", **aimed_at),
        weather=weather, switches=switches,
    )  # fmt: skip
    return to_hit.modifier(play, play.car(), Stance(10, 1, *stance), play.weapons[key], play.car("b"))


def test_a_shot_in_the_plain_gets_nothing() -> None:
    assert added() == 0


@pytest.mark.rule("FW-034", "FW-035")
@pytest.mark.parametrize(("gear", "worth"), [(0, 1), (1, 1), (2, 0), (3, 0), (4, -1), (5, -2), (6, -3)])
def test_the_targets_gear_counts(gear: int, worth: int) -> None:
    assert added(target={"gear": gear}) == worth


@pytest.mark.rule("FW-034", "FW-081")
@pytest.mark.parametrize("name", ["spun", "stalled"])
def test_a_target_that_stands_counts_as_in_gear_1(name: str) -> None:
    assert added(target={"gear": 5, name: True}) == 1


@pytest.mark.rule("FW-034", "FW-035")
@pytest.mark.parametrize(("gear", "worth"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, -1), (6, -1)])
def test_the_shooters_gear_counts(gear: int, worth: int) -> None:
    assert added(gear=gear) == worth


def in_gear_6(switches: dict[str, str]) -> tuple[int, int]:
    return added(target={"gear": 6}, switches=switches), added(gear=6, switches=switches)


@pytest.mark.rule("FW-035")
@pytest.mark.switch("formule.gear6_mods", "-2 -1")
def test_by_the_house_rule_gear_6_is_as_gear_5() -> None:
    assert in_gear_6({"formule.gear6_mods": "-2 -1"}) == (-2, -1)


@pytest.mark.rule("FW-035")
@pytest.mark.switch("formule.gear6_mods", "-3 -2")
def test_by_the_house_rule_gear_6_shakes_the_shooter_more() -> None:
    assert in_gear_6({"formule.gear6_mods": "-3 -2"}) == (-3, -2)


@pytest.mark.rule("FW-034", "FW-038")
@pytest.mark.parametrize(
    ("row", "lane", "worth"), [(11, 1, 2), (11, 2, 2), (10, 0, 2), (9, 2, 2), (12, 1, 0), (8, 1, 0)]
)
def test_a_target_in_an_adjacent_square_is_easier_diagonals_as_well(row: int, lane: int, worth: int) -> None:
    assert added(target={"row": row, "lane": lane}) == worth


@pytest.mark.rule("FW-034")
@pytest.mark.parametrize(("stance", "worth"), [((True, False), -2), ((False, True), -1), ((True, True), -3)])
def test_corners_and_lane_changes_count(stance: tuple[bool, bool], worth: int) -> None:
    assert added(stance=stance) == worth


@pytest.mark.rule("FW-034", "FW-037")
@pytest.mark.parametrize(
    ("weather", "key", "worth"),
    [
        ("dry", "laser", 0),
        ("temporary_rain", "cannon", -1),
        ("rain", "cannon", -2),
        ("temporary_rain", "laser", -2),
        ("temporary_rain", "heavy_laser", -2),
        ("rain", "laser", -3),
        ("rain", "heavy_laser", -3),
    ],
)
def test_rain_counts_and_more_so_for_lasers(weather: str, key: str, worth: int) -> None:
    assert added(weather=weather, key=key) == worth


@pytest.mark.rule("FW-037")
@pytest.mark.switch("formule.laser_temp_rain", False)
def test_by_the_house_rule_temporary_rain_is_no_worse_for_lasers() -> None:
    off = {"formule.laser_temp_rain": False}
    assert added(weather="temporary_rain", key="laser", switches=off) == -1
    assert added(weather="rain", key="laser", switches=off) == -3


@pytest.mark.rule("FW-034")
def test_smoke_on_the_way_counts() -> None:
    play = Board(Car("a", weapons=[("mg", "front")]), Car("b", row=15))
    play.state.markers = [marker("smoke", 12)]
    assert to_hit.modifier(play, play.car(), Stance(10, 1, False, False), play.weapons["mg"], play.car("b")) == -2


@pytest.mark.rule("FW-024", "FW-034")
@pytest.mark.parametrize("equipment", [("computer",), ("computer", "computer")])
def test_a_targeting_computer_adds_2_and_a_second_one_nothing(equipment: tuple[str, ...]) -> None:
    assert added(equipment=equipment) == 2


@pytest.mark.rule("FW-010", "FW-013", "FW-034")
@pytest.mark.parametrize(
    ("key", "bonus"),
    [("mg", 0), ("vulcan", 1), ("laser", 0), ("heavy_laser", 0), ("flamethrower", 2), ("cannon", 0), ("missile", 1)],
)
def test_a_weapons_bonus_counts(key: str, bonus: int) -> None:
    assert added(key=key) == bonus


@pytest.mark.rule("FW-034", "FW-056")
@pytest.mark.parametrize("wounds", [0, 1])
def test_a_wounded_driver_aims_worse(wounds: int) -> None:
    assert added(wounds=wounds) == -wounds


@pytest.mark.rule("FW-034")
def test_all_that_applies_is_added() -> None:
    worth = added(
        key="laser", gear=5, target={"row": 11, "gear": 5}, stance=(True, True), weather="rain",
        equipment=("computer",), wounds=1,
    )  # fmt: skip
    assert worth == 2 - 2 - 1 - 2 - 1 - 3 + 2 - 1


@pytest.mark.rule("FW-033")
@pytest.mark.parametrize(
    ("face", "bonus", "hit"), [(12, 0, True), (11, 0, False), (11, 1, True), (20, -9, False), (1, 11, True)]
)
def test_12_hits(face: int, bonus: int, hit: bool) -> None:
    play = Board(Car("a"))
    assert to_hit.is_hit(play.settings, face, bonus) == hit


@pytest.mark.rule("FW-033")
@pytest.mark.switch("formule.natural_20_hits", True)
def test_by_the_house_rule_a_natural_20_always_hits() -> None:
    play = Board(Car("a"), switches={"formule.natural_20_hits": True})
    assert to_hit.is_hit(play.settings, 20, -9)
    assert not to_hit.is_hit(play.settings, 19, -9)


@pytest.mark.rule("FW-036")
@pytest.mark.parametrize(
    ("row", "state", "stance"),
    [
        (10, {}, (False, False)),
        (30, {}, (True, False)),
        (34, {"lane_changes": 1}, (True, True)),
        (36, {"overshooting": 1}, (True, False)),
        (36, {"lane_changes": 2}, (False, True)),
    ],
)
def test_the_shooter_counts_as_he_stands(row: int, state: dict[str, int], stance: tuple[bool, bool]) -> None:
    play = Board(Car("a", row=row, **state))
    assert to_hit.stance_of(play, play.car()) == (row, 1, *stance)
