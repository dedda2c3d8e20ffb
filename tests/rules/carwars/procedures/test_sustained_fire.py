"""The bonus for sustained fire, when the aim changes and when the target is out of sight."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

VEHICLE = {"target": "Bug", "precision": "vehicle"}
SIDE = {"target": "Bug", "precision": "called_side", "part": "left"}
TIRE = {"target": "Bug", "precision": "component", "part": "rear left tire"}
TURRET = TIRE | {"part": "turret"}


def kept(before: Any, after: Any, phases: int = 0, **answers: dict[str, Any]) -> bool:
    inputs = {"before": before, "after": after, "phases_out_of_sight": phases, "bonus": 2}
    values = performed("check_sustained_fire", inputs, answers=answers).values
    assert values["bonus"] == (2 if values["kept"] else 0)
    stays: bool = values["kept"]
    return stays


@pytest.mark.rule("CW-P-038", "CW-Q-074")
@pytest.mark.parametrize(
    ("before", "after", "printed", "strict"),
    [
        (VEHICLE, VEHICLE, True, True),
        (TIRE, TIRE, True, True),
        (TIRE, VEHICLE, True, False),
        (SIDE, VEHICLE, True, False),
        (TIRE, TURRET, True, False),
        (SIDE, TIRE, True, False),
        (TIRE, SIDE, True, False),
        (VEHICLE, TIRE, False, False),
        (VEHICLE, SIDE, False, False),
    ],
)
def test_the_bonus_stays_unless_the_aim_becomes_more_precise(
    before: Any, after: Any, printed: bool, strict: bool
) -> None:
    assert kept(before, after) is printed
    assert kept(before, after, **{"fire.sustained_retarget": {"bonus_stays": "strict"}}) is strict
    assert kept(before, after, **{"fire.sustained_retarget": {"bonus_stays": "loose"}})


@pytest.mark.rule("CW-P-038")
def test_another_target_always_loses_the_bonus() -> None:
    assert not kept(VEHICLE, VEHICLE | {"target": "Cat"}, **{"fire.sustained_retarget": {"bonus_stays": "loose"}})


@pytest.mark.rule("CW-P-038", "CW-Q-075")
@pytest.mark.parametrize(("phases", "limit", "stays"), [(0, 1, True), (1, 1, False), (2, 3, True), (3, 3, False)])
def test_full_phases_out_of_sight_lose_the_bonus(phases: int, limit: int, stays: bool) -> None:
    assert kept(VEHICLE, VEHICLE, phases, **{"fire.sustained_los": {"phases_out_of_sight": limit}}) is stays


@pytest.mark.rule("CW-P-038", "CW-Q-075")
def test_one_phase_is_the_printed_limit() -> None:
    assert kept(TIRE, VEHICLE, 0)
    assert not kept(TIRE, VEHICLE, 1)


@pytest.mark.rule("CW-P-038")
@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"before": VEHICLE, "after": VEHICLE, "phases_out_of_sight": 0}, "The bonus of 1 stays."),
        (
            {"before": VEHICLE, "after": TIRE, "phases_out_of_sight": 0},
            "lost: rear left tire is a more precise aim than the whole vehicle.",
        ),
        (
            {"before": VEHICLE, "after": VEHICLE | {"target": "Cat"}, "phases_out_of_sight": 0},
            "lost: Cat is another target than Bug.",
        ),
        (
            {"before": VEHICLE, "after": VEHICLE, "phases_out_of_sight": 2},
            "lost: the target was out of sight for 2 full phases, and 1 lose it.",
        ),
    ],
)
def test_the_reason_is_given(inputs: dict[str, Any], says: str) -> None:
    assert performed("check_sustained_fire", inputs).says[0].endswith(says)


@pytest.mark.rule("CW-P-038")
@pytest.mark.parametrize("aim", [VEHICLE | {"part": "left"}, TIRE | {"part": ""}, SIDE | {"part": ""}])
@pytest.mark.parametrize("field", ["before", "after"])
def test_a_part_is_named_for_a_precise_aim_and_for_no_other(aim: Any, field: str) -> None:
    with pytest.raises(InputsImpossible, match="Name the part for a side or a component"):
        performed(
            "check_sustained_fire", {"before": VEHICLE, "after": VEHICLE, "phases_out_of_sight": 0} | {field: aim}
        )


@pytest.mark.rule("CW-P-038")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [
        ("before.target", 1, 60),
        ("after.part", 0, 60),
        ("phases_out_of_sight", 0, 1000),
        ("bonus", 1, 10),
    ],
)
def test_inputs_of_sustained_fire_are_bounded(path: str, lowest: int, highest: int) -> None:
    inputs = {"before": VEHICLE, "after": TIRE, "phases_out_of_sight": 0, "bonus": 1}
    assert_bounded("check_sustained_fire", inputs, path, lowest, highest)
