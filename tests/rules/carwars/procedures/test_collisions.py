"""Collisions: their type by the angle, and chains of them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

STRAIGHT = {"heading": 0, "struck_heading": 0}


@pytest.mark.rule("CW-P-006", "CW-Q-119")
@pytest.mark.parametrize(
    ("struck", "angle", "kind"),
    [
        (0, 0, "sideswipe"),
        (44, 44, "sideswipe"),
        (45, 45, "t_bone"),
        (46, 46, "t_bone"),
        (90, 90, "t_bone"),
        (91, 89, "t_bone"),
        (135, 45, "t_bone"),
        (136, 44, "sideswipe"),
        (180, 0, "sideswipe"),
        (225, 45, "t_bone"),
        (316, 44, "sideswipe"),
    ],
)
def test_below_45_degrees_to_the_side_it_is_a_sideswipe_and_from_45_a_t_bone(
    struck: int, angle: int, kind: str
) -> None:
    outcome = performed("collision_angle", STRAIGHT | {"struck_heading": struck})
    assert outcome.values == {"heading": 0, "angle": angle, "type": kind}
    assert outcome.says[1] == f"That is {'below 45: a sideswipe' if kind == 'sideswipe' else '45 or more: a T-bone'}."


@pytest.mark.rule("CW-P-006", "CW-Q-119")
@pytest.mark.parametrize(
    ("contact", "turned", "heading", "angle"),
    [("first_half", 0, 350, 10), ("turning", 0, 350, 10), ("turning", 20, 10, 10), ("turning", 60, 50, 50),
     ("second_half", 0, 50, 50)],
)  # fmt: skip
def test_the_turning_key_gives_the_heading_at_the_contact(
    contact: str, turned: int, heading: int, angle: int
) -> None:
    inputs = {"heading": 350, "turn": 60, "contact": contact, "turned": turned, "struck_heading": 0}
    outcome = performed("collision_angle", inputs)
    assert outcome.values == {
        "heading": heading,
        "angle": angle,
        "type": "t_bone" if angle == 50 else "sideswipe",
    }
    verdict = "45 or more: a T-bone" if angle == 50 else "below 45: a sideswipe"
    assert outcome.says == (
        f"The heading at the contact is {heading} degrees, which meets the side at {angle} degrees.",
        f"That is {verdict}.",
    )


@pytest.mark.rule("CW-P-006", "CW-Q-119")
@pytest.mark.parametrize("contact", ["first_half", "turning", "second_half"])
def test_the_referee_may_go_by_the_facing_after_the_maneuver(contact: str) -> None:
    inputs = {"heading": 0, "turn": -90, "contact": contact, "turned": -10, "struck_heading": 0}
    answers = {"move.collision_angle": {"direction": "final_facing"}}
    outcome = performed("collision_angle", inputs, answers=answers)
    assert outcome.values == {"heading": 270, "angle": 90, "type": "t_bone"}
    assert "after the maneuver" in outcome.says[0]


@pytest.mark.rule("CW-P-006", "CW-Q-119")
@pytest.mark.parametrize(("angle", "kind"), [(29, "sideswipe"), (30, "t_bone")])
def test_the_referee_may_set_another_limit(angle: int, kind: str) -> None:
    answers = {"move.collision_angle": {"limit": 30}}
    outcome = performed("collision_angle", STRAIGHT | {"struck_heading": angle}, answers=answers)
    assert outcome.values["type"] == kind
    assert "30" in outcome.says[1]


@pytest.mark.parametrize(("turn", "turned"), [(30, 31), (30, -1), (-30, -31), (-30, 1), (0, 1)])
def test_a_vehicle_has_not_turned_further_than_it_turns(turn: int, turned: int) -> None:
    with pytest.raises(InputsImpossible, match=f"It turns by {turn} degrees: give the part"):
        performed("collision_angle", STRAIGHT | {"turn": turn, "contact": "turning", "turned": turned})


@pytest.mark.parametrize(("turn", "turned"), [(30, 30), (30, 0), (-30, -30), (-30, 0)])
def test_a_vehicle_may_have_turned_a_part_or_all_of_its_turn(turn: int, turned: int) -> None:
    inputs = STRAIGHT | {"turn": turn, "contact": "turning", "turned": turned}
    assert performed("collision_angle", inputs).values["angle"] == abs(turned)


def test_a_vehicle_that_touches_while_turning_has_turned_nothing_unless_its_turn_is_given() -> None:
    inputs = STRAIGHT | {"turn": 30, "contact": "turning"}
    assert performed("collision_angle", inputs).values["heading"] == 0


CHAIN = [{"name": "C", "speed": 60}, {"name": "A", "speed": 20}, {"name": "B", "speed": 10}]


@pytest.mark.rule("CW-P-008", "CW-Q-125")
def test_the_first_pair_of_a_chain_is_worked_out_before_the_second() -> None:
    outcome = performed("collision_chain", {"chain": CHAIN})
    assert outcome.values == {
        "collisions": [
            {"striker": "C", "struck": "A", "striker_speed": 60, "struck_speed": 20, "finished": False},
        ],
        "speeds": {"C": 60, "A": 20, "B": 10},
    }
    assert outcome.says == (
        ("Next, C at 60 mph hits A at 20 mph: work out its damage and its new speeds before anything else."),
    )


@pytest.mark.rule("CW-P-008", "CW-Q-125")
def test_the_vehicle_that_was_pushed_hits_the_third_at_its_new_speed() -> None:
    finished = [{"striker": 35, "struck": 45}]
    outcome = performed("collision_chain", {"chain": CHAIN, "finished": finished})
    assert outcome.values == {
        "collisions": [
            {"striker": "C", "struck": "A", "striker_speed": 60, "struck_speed": 20, "finished": True},
            {"striker": "A", "struck": "B", "striker_speed": 45, "struck_speed": 10, "finished": False},
        ],
        "speeds": {"C": 35, "A": 45, "B": 10},
    }
    assert outcome.says[0] == "C and A are finished, at 35 and 45 mph."


@pytest.mark.rule("CW-P-008")
def test_a_chain_is_over_when_its_last_pair_is_finished() -> None:
    finished = [{"striker": 35, "struck": 45}, {"striker": 25, "struck": 0}]
    chain = [*CHAIN[:2], {"name": "wall", "fixed": True}]
    outcome = performed("collision_chain", {"chain": chain, "finished": finished})
    assert outcome.values["speeds"] == {"C": 35, "A": 25, "wall": 0}
    assert [collision["finished"] for collision in outcome.values["collisions"]] == [True, True]
    assert outcome.says[-1] == "Every collision of the chain is finished."


@pytest.mark.parametrize(
    ("chain", "finished", "says"),
    [
        ([{"name": "wall", "fixed": True}, CHAIN[0]], [], "wall is fixed and cannot be pushed"),
        ([CHAIN[0], {"name": "wall", "fixed": True, "speed": 5}], [], "wall is fixed: give it no speed"),
        (CHAIN, [{"striker": 1, "struck": 1}] * 3, "The chain has 2 collisions"),
        ([CHAIN[0], {"name": "wall", "fixed": True}], [{"striker": 0, "struck": 5}], "fixed: its new speed is 0"),
        ([CHAIN[0], CHAIN[0]], [], "named 'C'"),
    ],
)  # fmt: skip
def test_chains_that_cannot_be_are_refused(chain: Any, finished: Any, says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("collision_chain", {"chain": chain, "finished": finished})


def test_a_vehicle_before_a_fixed_object_may_have_a_new_speed() -> None:
    chain = [*CHAIN[:2], {"name": "wall", "fixed": True}]
    finished = [{"striker": 35, "struck": 45}]
    assert performed("collision_chain", {"chain": chain, "finished": finished}).values["speeds"]["A"] == 45


@pytest.mark.rule("CW-P-008", "CW-Q-125")
def test_another_rule_of_the_referee_for_chains_is_pointed_out() -> None:
    answers = {"move.third_party_collision": {"rule": "All at once."}}
    outcome = performed("collision_chain", {"chain": CHAIN}, answers=answers)
    assert "CW-Q-125" in outcome.says[0]


def test_figures_and_lists_have_bounds() -> None:
    assert_bounded("collision_angle", STRAIGHT, "turn", -180, 180, sample=0)
    assert_bounded("collision_angle", STRAIGHT, "turned", -180, 180, sample=0)
    assert_bounded("collision_chain", {}, "chain", 2, 20, sample=[CHAIN[0]])
    assert_bounded("collision_chain", {"chain": CHAIN}, "finished", 0, 19, sample=[{"striker": 1, "struck": 1}])
    with pytest.raises(Malformed, match="contact"):
        performed("collision_angle", STRAIGHT | {"contact": "before"})
