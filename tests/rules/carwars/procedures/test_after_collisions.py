"""What vehicles do after a collision: who conforms, what is left of a move, and cars nose to nose."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.carwars.procedures.quantities import inches
from tests.rules.carwars.procedures.performing import performed

CONTACT = {"first": "Ram", "other": "Van", "mover": "Ram", "touching": True, "pushes": True}


@pytest.mark.rule("CW-P-007", "CW-Q-121")
@pytest.mark.parametrize(
    ("changed", "allowed", "conforms", "says"),
    [
        ({}, True, "Van", "Ram brought them together: Van conforms until they separate."),
        ({"mover": "Van"}, False, None, "Van was hit and may not force Ram to conform"),
        ({"mover": "Van", "pushes": False}, True, None, "pushes nobody"),
        ({"pushes": False}, True, None, "pushes nobody"),
        ({"touching": False}, True, None, "They have separated"),
        ({"touching": False, "mover": "Van"}, True, None, "They have separated"),
    ],
)
def test_the_vehicle_that_brought_them_together_makes_the_other_conform_until_they_separate(
    changed: Any, allowed: bool, conforms: str | None, says: str
) -> None:
    outcome = performed("conforming", CONTACT | changed)
    assert outcome.values == {"allowed": allowed, "conforms": conforms}
    assert says in outcome.says[0]


def test_only_the_two_of_a_collision_move_by_this_rule() -> None:
    with pytest.raises(InputsImpossible, match="Bus is neither Ram nor Van"):
        performed("conforming", CONTACT | {"mover": "Bus"})
    with pytest.raises(InputsImpossible, match="named 'Ram'"):
        performed("conforming", CONTACT | {"other": "Ram"})


@pytest.mark.rule("CW-P-011", "CW-Q-128")
def test_from_150_to_75_mph_after_1_inch_there_is_1_inch_left() -> None:
    inputs = {"old_allowance": 300, "new_allowance": 200, "moved": 100}
    outcome = performed("movement_left", inputs)
    assert outcome.values == {"left": 100}
    assert outcome.says == (
        "In this phase its new speed allows 2 inches, and it has moved 1 inch.",
        "It moves 1 inch more.",
    )
    by_old = performed("movement_left", inputs, answers={"move.inches_after_slowdown": {"speed": "old_speed"}})
    assert by_old.values == {"left": 200}
    assert "its old speed allows 3 inches" in by_old.says[0]


@pytest.mark.rule("CW-P-011")
@pytest.mark.parametrize(("moved", "left"), [(149, 1), (150, 0), (151, 0), (300, 0)])
def test_a_vehicle_that_has_gone_as_far_as_its_new_speed_allows_stays_where_it_is(moved: int, left: int) -> None:
    outcome = performed("movement_left", {"old_allowance": 300, "new_allowance": 150, "moved": moved})
    assert outcome.values == {"left": left}
    assert (outcome.says[1] == "It moves no further.") is (left == 0)


def test_nothing_moves_further_than_its_old_speed_allows() -> None:
    with pytest.raises(InputsImpossible, match="further than its old speed allows"):
        performed("movement_left", {"old_allowance": 300, "new_allowance": 150, "moved": 301})


@pytest.mark.parametrize(
    ("hundredths", "words"),
    [
        (0, "0 inches"),
        (100, "1 inch"),
        (150, "1.5 inches"),
        (25, "0.25 inches"),
        (205, "2.05 inches"),
        (1000, "10 inches"),
    ],
)
def test_a_distance_is_given_in_inches(hundredths: int, words: str) -> None:
    assert inches(hundredths) == words


NOSES = {"first": "Red", "first_speed": 20, "second": "Blue", "second_speed": 20}


@pytest.mark.rule("CW-P-012", "CW-Q-133")
def test_at_the_same_speed_neither_of_two_noses_moves_and_both_are_at_0() -> None:
    outcome = performed("nose_to_nose", NOSES)
    assert outcome.values == {"order": [], "speeds": {"Red": 0, "Blue": 0}}
    assert "neither moves" in outcome.says[0]


@pytest.mark.rule("CW-P-012", "CW-Q-133")
@pytest.mark.parametrize(("speed", "order"), [(15, ["Red", "Blue"]), (25, ["Blue", "Red"])])
def test_the_faster_of_two_noses_moves_first_and_makes_the_other_conform(speed: int, order: list[str]) -> None:
    outcome = performed("nose_to_nose", NOSES | {"second_speed": speed})
    assert outcome.values == {"order": order, "speeds": {"Red": 20, "Blue": speed}}
    faster, slower = order
    assert outcome.says == (
        f"{faster} is faster and makes its whole move, with {slower} conforming. Then {slower} makes its own.",
    )


def test_two_noses_have_two_names() -> None:
    with pytest.raises(InputsImpossible, match="named 'Red'"):
        performed("nose_to_nose", NOSES | {"second": "Red"})


@pytest.mark.rule("CW-Q-121", "CW-Q-133")
def test_another_rule_of_the_referee_is_pointed_out() -> None:
    outcome = performed("conforming", CONTACT, answers={"move.conforming_after": {"rule": "Both."}})
    assert "CW-Q-121" in outcome.says[0]
    outcome = performed("nose_to_nose", NOSES, answers={"move.head_to_head": {"rule": "Dice."}})
    assert "CW-Q-133" in outcome.says[0]
