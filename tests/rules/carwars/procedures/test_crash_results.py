"""Crash results: when they apply, fishtails before other results, and half moves."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

FISHTAIL = {"result": "spin", "heading": 30, "fishtail": 15}


@pytest.mark.rule("CW-P-016", "CW-Q-143")
@pytest.mark.parametrize("result", ["spin", "roll"])
@pytest.mark.parametrize(
    ("face", "direction", "heading"),
    [(1, "left", 300), (3, "left", 300), (4, "right", 120), (6, "right", 120)],
)
def test_a_spin_or_roll_begins_a_quarter_turn_from_the_old_heading_and_drops_the_fishtail(
    result: str, face: int, direction: str, heading: int
) -> None:
    outcome = performed("fishtail_result", FISHTAIL | {"result": result}, faces=[face])
    assert outcome.values == {"direction": direction, "fishtail": False, "heading": heading, "skids": []}
    assert f"The {result} goes to the {direction}." in outcome.says[0]
    assert outcome.says[1].startswith(f"It begins at {heading} degrees")


@pytest.mark.rule("CW-P-016", "CW-Q-143")
@pytest.mark.parametrize(("face", "direction", "heading"), [(3, "left", 15), (4, "right", 45)])
def test_a_skid_goes_along_the_old_heading_first_and_then_along_that_of_the_fishtail(
    face: int, direction: str, heading: int
) -> None:
    inputs = FISHTAIL | {"result": "skid", "skids": ["severe skid", "minor skid"]}
    outcome = performed("fishtail_result", inputs, faces=[face])
    assert outcome.values == {
        "direction": direction,
        "fishtail": True,
        "heading": heading,
        "skids": [{"skid": "severe skid", "heading": 30}, {"skid": "minor skid", "heading": heading}],
    }
    assert outcome.says == (
        f"The fishtail to the {direction} is carried out and turns the car to {heading} degrees.",
        "With its next move, the car makes its severe skid along its old heading of 30 degrees.",
        f"Then it makes its minor skid along {heading} degrees.",
    )


def test_a_skid_names_its_inches_and_nothing_else_does() -> None:
    with pytest.raises(InputsImpossible, match="name its inches"):
        performed("fishtail_result", FISHTAIL | {"result": "skid"})
    with pytest.raises(InputsImpossible, match="The result is a roll: leave out"):
        performed("fishtail_result", FISHTAIL | {"result": "roll", "skids": ["minor skid"]})


@pytest.mark.rule("CW-P-017", "CW-Q-142")
@pytest.mark.parametrize(
    ("left", "skidded", "after", "says"),
    [
        (100, 50, 50, "It skids 0.5 inches. The other 0.5 inches of the skid come with its next move."),
        (51, 50, 1, "It skids 0.5 inches. The other 0.01 inches of the skid come with its next move."),
        (50, 50, 0, "It skids 0.5 inches. Its skid is over."),
        (25, 25, 0, "It skids 0.25 inches. Its skid is over."),
    ],
)
def test_a_half_move_of_a_skid_is_half_an_inch_of_it_and_the_rest_comes_later(
    left: int, skidded: int, after: int, says: str
) -> None:
    outcome = performed("half_move", {"state": "skid", "skid_left": left})
    assert outcome.values == {"moved": 50, "skidded": skidded, "skid_left": after}
    assert outcome.says == (says,)


@pytest.mark.rule("CW-P-017", "CW-Q-142")
@pytest.mark.parametrize("state", ["spin", "roll"])
def test_a_half_move_of_a_spin_or_roll_neither_turns_nor_flips(state: str) -> None:
    outcome = performed("half_move", {"state": state})
    assert outcome.values == {"moved": 50, "skidded": 0, "skid_left": 0}
    assert outcome.says == ("It goes 0.5 inches the way it travels, and neither turns nor flips.",)


def test_a_skid_has_something_left_and_nothing_else_has() -> None:
    with pytest.raises(InputsImpossible, match="give what is left of its skid"):
        performed("half_move", {"state": "skid"})
    with pytest.raises(InputsImpossible, match="leave out what is left of a skid"):
        performed("half_move", {"state": "roll", "skid_left": 50})


RESULTS = ("fishtail", "skid", "spin", "roll", "other")


@pytest.mark.rule("CW-P-019", "CW-Q-136")
@pytest.mark.parametrize(
    ("when", "instead"), [("mixed", {"spin", "roll"}), ("before", set(RESULTS)), ("after", set())]
)
def test_spinouts_and_rolls_come_in_place_of_the_move_unless_the_referee_treats_all_alike(
    when: str, instead: set[str]
) -> None:
    for result in RESULTS:
        outcome = performed("crash_result_timing", {"result": result}, answers={"crash.when_applied": {"when": when}})
        expected = "instead_of_move" if result in instead else "after_move"
        assert outcome.values == {"when": expected}
        assert ("in place of the move" in outcome.says[0]) is (result in instead)


@pytest.mark.rule("CW-Q-142", "CW-Q-143")
def test_another_rule_of_the_referee_is_pointed_out() -> None:
    answers: Any = {"crash.half_move": {"rule": "Stay."}}
    assert "CW-Q-142" in performed("half_move", {"state": "spin"}, answers=answers).says[0]
    assert "CW-Q-142" in performed("half_move", {"state": "skid", "skid_left": 50}, answers=answers).says[0]
    answers = {"crash.fishtail_then_table1": {"procedure": "Skid."}}
    assert "CW-Q-143" in performed("fishtail_result", FISHTAIL, faces=[1], answers=answers).says[0]


def test_figures_and_lists_have_bounds() -> None:
    assert_bounded("fishtail_result", FISHTAIL, "fishtail", 1, 90, sample=0)
    assert_bounded("fishtail_result", FISHTAIL | {"result": "skid"}, "skids", 0, 5, sample=["minor skid"])
    for tag, inputs in (
        ("fishtail_result", FISHTAIL | {"result": "jump"}),
        ("half_move", {"state": "fishtail"}),
        ("crash_result_timing", {"result": "jump"}),
    ):
        with pytest.raises(Malformed):
            performed(tag, inputs)
