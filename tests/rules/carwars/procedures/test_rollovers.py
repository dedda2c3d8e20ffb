"""Cars that roll over: their speed, and the side they come to lie on."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

ROLL = {"turn": 3, "phase": 2, "speed": 50, "cause": "maneuver", "inches": ["full", "full"]}


@pytest.mark.rule("CW-P-014", "CW-Q-138")
def test_a_roll_costs_20_mph_with_the_turn_sideways_and_20_more_after_every_5_phases() -> None:
    outcome = performed("rollover", ROLL)
    assert outcome.values == {
        "begins": "at_once",
        "speeds": [
            {"turn": 3, "phase": 2, "speed": 30},
            {"turn": 4, "phase": 2, "speed": 10},
            {"turn": 5, "phase": 2, "speed": 0},
        ],
        "sides": ["side", "roof"],
        "lies_on": "roof",
    }
    assert outcome.says == (
        "The roll begins at once: the car turns sideways.",
        "Turn 3, phase 2: 30 mph.",
        "Turn 4, phase 2: 10 mph.",
        "Turn 5, phase 2: 0 mph.",
        "After 2 inches that turned it over, it lies on its roof.",
    )


@pytest.mark.rule("CW-P-014", "CW-Q-138")
def test_each_full_inch_turns_it_to_the_next_side_and_the_fourth_puts_it_back_on_its_wheels() -> None:
    outcome = performed("rollover", ROLL | {"inches": ["full"] * 5})
    assert outcome.values["sides"] == ["side", "roof", "other_side", "wheels", "side"]
    assert performed("rollover", ROLL | {"inches": []}).values["lies_on"] == "wheels"


@pytest.mark.rule("CW-P-014", "CW-P-017", "CW-Q-138")
@pytest.mark.parametrize(
    ("inch", "lies_on"),
    [("full", "roof"), ("sideswipe", "roof"), ("t_bone", "side"), ("head_on", "side"), ("half", "side")],
)
def test_a_t_bone_a_head_on_and_a_half_move_do_not_turn_it_over_and_a_sideswipe_does(inch: str, lies_on: str) -> None:
    outcome = performed("rollover", ROLL | {"inches": ["full", inch]})
    assert outcome.values["sides"] == ["side", lies_on]
    assert outcome.values["lies_on"] == lies_on


@pytest.mark.rule("CW-P-014", "CW-Q-138")
def test_a_roll_by_a_hazard_begins_where_the_next_full_inch_was_due() -> None:
    outcome = performed("rollover", ROLL | {"cause": "hazard"})
    assert outcome.values["begins"] == "next_full_inch"
    assert "where the next full inch was due" in outcome.says[0]


@pytest.mark.rule("CW-P-014", "CW-P-018", "CW-Q-146")
@pytest.mark.parametrize(
    ("speed", "treated", "speeds"),
    [(0, 10, [0]), (20, 10, [0]), (21, 10, [1, 0]), (40, 10, [20, 0]), (41, 10, [21, 1, 0]), (0, 45, [25, 5, 0])],
)
def test_a_car_that_loses_its_speed_at_once_rolls_an_inch_on_its_side(
    speed: int, treated: int, speeds: list[int]
) -> None:
    inputs = ROLL | {"speed": speed, "inches": ["full"]}
    outcome = performed("rollover", inputs, answers={"crash.low_speed": {"treated_as": treated}})
    assert [line["speed"] for line in outcome.values["speeds"]] == speeds
    assert outcome.values["lies_on"] == "side"
    assert ("rolls an inch" in outcome.says[-1]) is (speeds == [0])


def test_a_car_that_stops_after_an_inch_rolls_no_further() -> None:
    with pytest.raises(InputsImpossible, match="stops after an inch: leave out the others"):
        performed("rollover", ROLL | {"speed": 20})


@pytest.mark.rule("CW-P-014", "CW-Q-138", "CW-Q-148")
def test_the_referee_may_change_phases_and_the_procedure() -> None:
    answers: dict[str, Any] = {"duel.end_conditions": {"phases_per_turn": 3}}
    outcome = performed("rollover", ROLL, answers=answers)
    assert [(line["turn"], line["phase"]) for line in outcome.values["speeds"]] == [(3, 2), (5, 1), (6, 3)]
    with pytest.raises(InputsImpossible, match="no phase 4"):
        performed("rollover", ROLL | {"phase": 4}, answers=answers)
    other = performed("rollover", ROLL, answers={"crash.roll": {"procedure": "Roll."}})
    assert "CW-Q-138" in other.says[0]


def test_inches_have_bounds() -> None:
    assert_bounded("rollover", ROLL, "inches", 0, 100, sample=["full"])
    for changed in ({"inches": ["jump"]}, {"cause": "luck"}):
        with pytest.raises(Malformed):
            performed("rollover", ROLL | changed)
