"""Collisions of a vehicle that fishtails, skids, spins or rolls."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.performing import performed


def collided(state: str, meets: str, **more: Any) -> tuple[dict[str, Any], str]:
    """The values and the sentences of a collision at 90 degrees from head-on, with the vehicle facing its travel."""
    inputs = {"state": state, "meets": meets, "travel": 0, "head_on": 90, "facing": 0, **more}
    outcome = performed("out_of_control_collision", inputs)
    return outcome.values, " ".join(outcome.says)


def result(**changed: Any) -> dict[str, Any]:
    """The values of a collision that changes nothing, with other values for some."""
    return {
        "angle": 90,
        "type": "by_angle",
        "conforms": None,
        "ends": False,
        "travel": 0,
        "stops": False,
        "turn": None,
        "drives": None,
    } | changed


@pytest.mark.rule("CW-P-009", "CW-Q-126")
def test_a_fishtail_swings_until_it_touches_which_is_a_sideswipe_at_any_angle() -> None:
    for head_on, angle in ((90, 90), (0, 0)):
        for meets in ("moves_into_vehicle", "fixed_object"):
            values, says = collided("fishtail", meets, head_on=head_on, front_struck=True)
            assert values == result(type="sideswipe", angle=angle)
            assert ("for both" in says) is (meets == "moves_into_vehicle")


def test_nothing_hits_a_vehicle_in_the_instant_of_a_fishtail() -> None:
    with pytest.raises(InputsImpossible, match="over in an instant"):
        collided("fishtail", "hit_by_vehicle")


@pytest.mark.rule("CW-P-009", "CW-Q-126")
@pytest.mark.parametrize("state", ["skid", "spin", "roll"])
def test_a_vehicle_that_is_moved_into_conforms_and_the_travel_stays(state: str) -> None:
    values, says = collided(state, "moves_into_vehicle", facing=30)
    assert values == result(conforms="other")
    assert "The other vehicle conforms." in says


@pytest.mark.rule("CW-P-009", "CW-Q-126")
@pytest.mark.parametrize("meets", ["moves_into_vehicle", "hit_by_vehicle"])
@pytest.mark.parametrize(
    ("head_on", "angle", "front", "kind"),
    [
        (45, 45, True, "head_on"),
        (315, 45, True, "head_on"),
        (46, 46, True, "by_angle"),
        (314, 46, True, "by_angle"),
        (45, 45, False, "by_angle"),
        (0, 0, True, "head_on"),
    ],
)
def test_within_45_degrees_of_head_on_a_struck_front_makes_it_head_on(
    meets: str, head_on: int, angle: int, front: bool, kind: str
) -> None:
    values, says = collided("skid", meets, head_on=head_on, front_struck=front)
    assert (values["angle"], values["type"]) == (angle, kind)
    assert f"It travels at {angle} degrees from head-on." in says
    assert ("with that front" in says) is (kind == "head_on")
    assert ("by the angle of the travel and not of the facing" in says) is (kind == "by_angle")


@pytest.mark.rule("CW-P-009", "CW-Q-126")
def test_a_skidding_vehicle_that_is_hit_conforms_and_skids_on_in_its_old_direction() -> None:
    values, says = collided("skid", "hit_by_vehicle", facing=30)
    assert values == result(conforms="out_of_control")
    assert "skids on in its old direction" in says


@pytest.mark.rule("CW-P-009", "CW-Q-126")
@pytest.mark.parametrize(
    ("facing", "push", "turn"),
    [
        (0, "right", 90),
        (30, "right", 60),
        (89, "right", 1),
        (90, "right", 90),
        (200, "right", 70),
        (0, "left", -90),
        (30, "left", -30),
        (89, "left", -89),
        (90, "left", -90),
        (359, "left", -89),
    ],
)
def test_a_spinning_vehicle_that_is_hit_spins_with_the_push_to_the_next_right_angle(
    facing: int, push: str, turn: int
) -> None:
    values, says = collided("spin", "hit_by_vehicle", facing=facing, push=push)
    assert values == result(conforms="out_of_control", turn=turn)
    assert f"spins it {abs(turn)} degrees to the {push}" in says


@pytest.mark.rule("CW-P-009")
def test_the_right_angles_of_a_spin_are_those_to_its_travel() -> None:
    assert collided("spin", "hit_by_vehicle", travel=20, facing=50)[0]["turn"] == 60
    assert collided("spin", "hit_by_vehicle", travel=20, facing=10, push="left")[0]["turn"] == -80


@pytest.mark.rule("CW-P-009", "CW-Q-126")
@pytest.mark.parametrize("meets", ["hit_by_vehicle", "fixed_object"])
@pytest.mark.parametrize(
    ("facing", "push", "travel"),
    [
        (80, "right", 350),
        (100, "left", 10),
        (280, "left", 10),
        (0, "right", 90),
        (0, "left", 270),
        (180, "right", 270),
    ],
)
def test_a_rolling_vehicle_rolls_on_square_to_its_side_whichever_way_is_nearer(
    meets: str, facing: int, push: str, travel: int
) -> None:
    values, says = collided("roll", meets, facing=facing, push=push)
    kind = "sideswipe" if meets == "fixed_object" else "by_angle"
    assert values == result(conforms="out_of_control", travel=travel, type=kind)
    assert f"rolls on square to its side, at {travel} degrees" in says
    assert ("to its front or back" in says) is (meets == "fixed_object")


@pytest.mark.rule("CW-P-009", "CW-Q-126")
@pytest.mark.parametrize("state", ["skid", "spin", "roll"])
@pytest.mark.parametrize(("head_on", "angle"), [(45, 45), (315, 45), (0, 0)])
def test_a_fixed_object_within_45_degrees_is_met_head_on_and_ends_everything(
    state: str, head_on: int, angle: int
) -> None:
    values, says = collided(state, "fixed_object", head_on=head_on)
    assert values == result(angle=angle, type="head_on", ends=True, stops=True)
    assert f"its {state} is over" in says


@pytest.mark.rule("CW-P-009", "CW-Q-126")
def test_a_skid_along_a_fixed_object_is_over_and_the_inch_goes_straight_ahead() -> None:
    values, says = collided("skid", "fixed_object", head_on=46, facing=315)
    expected = result(angle=46, type="sideswipe", conforms="out_of_control", ends=True, travel=315, drives="ahead")
    assert values == expected
    assert "those to come are over" in says


@pytest.mark.rule("CW-P-009", "CW-Q-126")
@pytest.mark.parametrize(
    ("facing", "travel", "drives"),
    [(0, 0, "ahead"), (89, 89, "ahead"), (90, 90, "ahead"), (91, 271, "backward"), (270, 270, "ahead"),
     (269, 89, "backward"), (180, 0, "backward")],
)  # fmt: skip
def test_a_spin_along_a_fixed_object_drives_on_by_the_end_nearer_to_its_travel(
    facing: int, travel: int, drives: str
) -> None:
    values, says = collided("spin", "fixed_object", facing=facing)
    assert values == result(type="sideswipe", conforms="out_of_control", ends=True, travel=travel, drives=drives)
    assert f"it drives {drives} at its full speed" in says


@pytest.mark.rule("CW-P-009", "CW-Q-126")
def test_another_rule_of_the_referee_is_pointed_out() -> None:
    inputs = {"state": "skid", "meets": "fixed_object", "travel": 0, "head_on": 90, "facing": 0}
    answers = {"move.ooc_collision": {"procedure": "By facing."}}
    assert "CW-Q-126" in performed("out_of_control_collision", inputs, answers=answers).says[0]


@pytest.mark.rule("CW-P-009")
def test_the_sentences_go_from_the_angle_to_the_type_and_what_follows() -> None:
    inputs = {"state": "skid", "meets": "moves_into_vehicle", "travel": 0, "head_on": 10, "facing": 0}
    assert performed("out_of_control_collision", inputs).says == (
        "It travels at 10 degrees from head-on.",
        "It is a sideswipe or a T-bone, by the angle of the travel and not of the facing.",
        "The other vehicle conforms. The direction of travel stays.",
    )
    assert performed("out_of_control_collision", inputs | {"front_struck": True}).says == (
        "It travels at 10 degrees from head-on.",
        "It is a head-on collision with that front and the side of this vehicle that meets it.",
        "The other vehicle conforms. The direction of travel stays.",
    )


@pytest.mark.parametrize("changed", [{"state": "jump"}, {"meets": "nothing"}, {"push": "up"}, {"travel": 360}])
def test_other_states_and_directions_are_malformed(changed: Any) -> None:
    inputs = {"state": "skid", "meets": "fixed_object", "travel": 0, "head_on": 90, "facing": 0}
    with pytest.raises(Malformed):
        performed("out_of_control_collision", inputs | changed)
