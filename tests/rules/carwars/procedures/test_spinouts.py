"""Spinouts: how they begin, and how they end or go on."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

TIRES = ["front left", "front right", "back left", "back right"]
SPIN = {"turn": 5, "phase": 4, "speed": 60, "handling": -3, "tires": TIRES, "cause": "maneuver"}
DICE = [1, 6, 3, 2]


@pytest.mark.rule("CW-P-013", "CW-Q-137")
def test_a_spinout_of_turn_5_phase_4_damages_tires_and_rolls_for_control_after_phase_3_of_turn_6() -> None:
    outcome = performed("spinout", SPIN, faces=[*DICE, 4])
    assert outcome.values == {
        "tires": {"front left": 1, "front right": 6, "back left": 3, "back right": 2},
        "handling": -3,
        "direction": "right",
        "first_turn": "at_once",
        "speed": 40,
        "control_roll": {"turn": 6, "phase": 3},
        "no_aimed_fire": [5, 6],
    }
    assert outcome.says == (
        "Damage to tires: front left 1, front right 6, back left 3, back right 2.",
        "Note the handling status of -3. The car spins to the right, by the die.",
        "It makes its first quarter turn at once, in place of the move.",
        "After that turn its speed is 40 mph.",
        "With every full inch it makes another quarter turn, along its old line of travel.",
        "When phase 3 of turn 6 is over, it rolls for control at -6.",
        "No weapon is aimed from it in turn 5, 6.",
    )


@pytest.mark.rule("CW-P-013", "CW-Q-137")
@pytest.mark.parametrize(("face", "direction"), [(1, "left"), (3, "left"), (4, "right"), (6, "right")])
def test_a_die_decides_the_direction_unless_a_fishtail_led_to_it(face: int, direction: str) -> None:
    assert performed("spinout", SPIN, faces=[*DICE, face]).values["direction"] == direction
    outcome = performed("spinout", SPIN | {"fishtail": direction}, faces=DICE)
    assert outcome.values["direction"] == direction
    assert "as the fishtail did" in outcome.says[1]


@pytest.mark.rule("CW-P-013", "CW-Q-137")
def test_a_spinout_by_a_hazard_turns_in_place_of_the_next_full_inch() -> None:
    outcome = performed("spinout", SPIN | {"cause": "hazard", "phase": 1}, faces=[*DICE, 1])
    assert outcome.values["first_turn"] == "next_full_inch"
    assert outcome.values["control_roll"] == {"turn": 5, "phase": 5}
    assert outcome.values["no_aimed_fire"] == [5]
    assert "in place of its next full inch" in outcome.says[2]


@pytest.mark.rule("CW-P-013", "CW-Q-146")
@pytest.mark.parametrize(("speed", "after"), [(0, 0), (20, 0), (21, 1), (25, 5)])
def test_a_car_that_loses_all_of_its_speed_stops_spinning(speed: int, after: int) -> None:
    outcome = performed("spinout", SPIN | {"speed": speed, "tires": ["one"]}, faces=[5, 1])
    assert outcome.values["speed"] == after
    assert (outcome.values["control_roll"] is None) is (after == 0)
    assert outcome.values["no_aimed_fire"] == ([5, 6] if after else [5])
    assert ("the spin is over" in outcome.says[4]) is (after == 0)


@pytest.mark.rule("CW-P-013", "CW-Q-146", "CW-Q-148", "CW-Q-137")
def test_the_referee_may_change_low_speeds_phases_and_the_procedure() -> None:
    slow = SPIN | {"speed": 5, "tires": ["one"]}
    outcome = performed("spinout", slow, faces=[5, 1], answers={"crash.low_speed": {"treated_as": 30}})
    assert outcome.values["speed"] == 10
    outcome = performed(
        "spinout", SPIN | {"phase": 2}, faces=[*DICE, 1], answers={"duel.end_conditions": {"phases_per_turn": 3}}
    )
    assert outcome.values["control_roll"] == {"turn": 6, "phase": 3}
    with pytest.raises(InputsImpossible, match="no phase 4"):
        performed("spinout", SPIN, answers={"duel.end_conditions": {"phases_per_turn": 3}})
    outcome = performed("spinout", SPIN, faces=[*DICE, 1], answers={"crash.spinout": {"procedure": "Spin."}})
    assert "CW-Q-137" in outcome.says[0]


END = {
    "began_turn": 5,
    "turn": 6,
    "phase": 3,
    "speed": 40,
    "needed": 4,
    "noted": -3,
    "maximum": 3,
    "recovery": 4,
    "faces": "ahead",
    "top_speed": 100,
}


@pytest.mark.rule("CW-P-013", "CW-Q-137")
def test_a_failed_control_roll_costs_20_mph_and_five_more_phases() -> None:
    outcome = performed("spinout_end", END, faces=[3])
    assert outcome.values == {
        "face": 3,
        "recovered": False,
        "speed": 20,
        "spins": True,
        "control_roll": {"turn": 7, "phase": 3},
        "no_aimed_fire": [6, 7],
        "handling": None,
        "goes_on": None,
        "slow_down": 0,
    }
    assert outcome.says == (
        "Control at -6: 3 with 4 needed, so control is lost.",
        "It falls to 20 mph and spins on. It rolls again when phase 3 of turn 7 is over.",
        "No weapon is aimed from it in turn 6, 7.",
    )


@pytest.mark.rule("CW-P-013", "CW-Q-137")
def test_a_car_that_recovers_has_the_noted_handling_and_the_recoveries_since() -> None:
    outcome = performed("spinout_end", END, faces=[4])
    assert outcome.values == {
        "face": 4,
        "recovered": True,
        "speed": 40,
        "spins": False,
        "control_roll": None,
        "no_aimed_fire": [6],
        "handling": 1,
        "goes_on": "ahead",
        "slow_down": 0,
    }
    assert outcome.says == (
        "Control at -6: 4 with 4 needed, so control is kept.",
        "Its handling is 1: -3 as noted, and 1 recovery since.",
        "It drives on.",
    )


@pytest.mark.rule("CW-P-013", "CW-Q-137", "CW-Q-120")
@pytest.mark.parametrize(("began", "handling", "without"), [(6, -3, -3), (5, 1, -3), (4, 3, -3), (3, 3, -3)])
def test_recoveries_count_up_to_the_maximum_unless_cars_out_of_control_recover_nothing(
    began: int, handling: int, without: int
) -> None:
    inputs = END | {"began_turn": began, "needed": 1}
    assert performed("spinout_end", inputs).values["handling"] == handling
    answers = {"move.ooc_recovery": {"recovers": False}}
    assert performed("spinout_end", inputs, answers=answers).values["handling"] == without


@pytest.mark.rule("CW-P-013")
@pytest.mark.parametrize(("speed", "after", "spins"), [(21, 1, True), (20, 0, False), (5, 0, False)])
def test_a_failed_roll_that_takes_all_speed_ends_the_spin(speed: int, after: int, spins: bool) -> None:
    outcome = performed("spinout_end", END | {"speed": speed, "needed": 7})
    assert (outcome.values["speed"], outcome.values["spins"]) == (after, spins)
    assert outcome.values["recovered"] is False
    assert outcome.values["handling"] == (None if spins else 1)
    assert ("come to a stop" in outcome.says[-1]) is not spins


@pytest.mark.rule("CW-P-013", "CW-Q-137")
@pytest.mark.parametrize(
    ("faces", "speed", "goes_on", "slow_down"),
    [
        ("ahead", 40, "ahead", 0),
        ("sideways", 40, "t_stop", 0),
        ("backward", 20, "reverse", 0),
        ("backward", 21, "reverse", 5),
    ],
)
def test_a_car_goes_on_by_the_way_it_faces_and_reverse_is_a_fifth_of_the_top_speed(
    faces: str, speed: int, goes_on: str, slow_down: int
) -> None:
    outcome = performed("spinout_end", END | {"faces": faces, "speed": speed, "needed": 1})
    assert (outcome.values["goes_on"], outcome.values["slow_down"]) == (goes_on, slow_down)
    assert ("T-stop" in outcome.says[-1]) is (faces == "sideways")
    assert ("by 5 mph or more" in outcome.says[-1]) is (slow_down > 0)


@pytest.mark.rule("CW-P-013", "CW-Q-148", "CW-Q-137")
def test_the_referee_may_change_phases_and_the_procedure_of_the_end() -> None:
    four = {"duel.end_conditions": {"phases_per_turn": 4}}
    outcome = performed("spinout_end", END | {"needed": 7}, answers=four)
    assert outcome.values["control_roll"] == {"turn": 7, "phase": 4}
    with pytest.raises(InputsImpossible, match="no phase 5"):
        performed("spinout_end", END | {"phase": 5}, answers=four)
    other = {"crash.spinout": {"procedure": "Spin."}}
    assert "CW-Q-137" in performed("spinout_end", END, faces=[4], answers=other).says[0]


def test_spinouts_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputsImpossible, match="does not end before it begins"):
        performed("spinout_end", END | {"began_turn": 7})
    with pytest.raises(InputsImpossible, match="named 'one'"):
        performed("spinout", SPIN | {"tires": ["one", "one"]})


@pytest.mark.parametrize(("path", "bounds"), [("speed", (1, 500)), ("recovery", (0, 50)), ("needed", (1, 7))])
def test_figures_have_bounds(path: str, bounds: tuple[int, int]) -> None:
    assert_bounded("spinout_end", END, path, *bounds, sample=0)


def test_lists_have_bounds_and_words_are_those_of_the_rule() -> None:
    assert_bounded("spinout", SPIN, "tires", 1, 12, sample=["one"])
    wrong: list[tuple[str, Any]] = [
        ("spinout", SPIN | {"cause": "luck"}),
        ("spinout", SPIN | {"fishtail": "back"}),
        ("spinout_end", END | {"faces": "up"}),
    ]
    for tag, inputs in wrong:
        with pytest.raises(Malformed):
            performed(tag, inputs)
