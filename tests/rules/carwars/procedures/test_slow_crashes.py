"""Spins and rolls of slow cars, which are played as at a higher speed."""

from __future__ import annotations

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.performing import performed


@pytest.mark.rule("CW-P-018", "CW-Q-146")
@pytest.mark.parametrize("speed", [0, 5])
def test_a_slow_car_that_spins_makes_a_quarter_turn_and_stops_and_one_that_rolls_falls_on_its_side(
    speed: int,
) -> None:
    spin = performed("slow_crash", {"result": "spin", "speed": speed})
    assert spin.values == {"treated_as": 10, "speed": 0, "turn": 90, "moves": 0, "lies_on": "wheels"}
    assert spin.says == (f"At {speed} mph its spin is played as at 10 mph.", "It makes a quarter turn and stops.")
    roll = performed("slow_crash", {"result": "roll", "speed": speed})
    assert roll.values == {"treated_as": 10, "speed": 0, "turn": 90, "moves": 100, "lies_on": "side"}
    assert roll.says[1] == "It turns sideways, goes 1 inch, falls on its side and stops."


@pytest.mark.rule("CW-P-018", "CW-Q-146")
@pytest.mark.parametrize(("treated", "after"), [(15, 0), (20, 0), (25, 5)])
def test_the_referee_may_treat_slow_cars_as_at_another_speed(treated: int, after: int) -> None:
    answers = {"crash.low_speed": {"treated_as": treated}}
    outcome = performed("slow_crash", {"result": "spin", "speed": 10}, answers=answers)
    assert (outcome.values["treated_as"], outcome.values["speed"]) == (treated, after)
    assert ("goes on as usual" in outcome.says[1]) is (after > 0)


@pytest.mark.parametrize(("speed", "treated"), [(10, 10), (11, 10), (0, 0)])
def test_a_car_that_is_not_slow_spins_as_usual(speed: int, treated: int) -> None:
    answers = {"crash.low_speed": {"treated_as": treated}}
    with pytest.raises(InputsImpossible, match=f"at {speed} mph is not slow: play its spin as usual"):
        performed("slow_crash", {"result": "spin", "speed": speed}, answers=answers)


def test_only_spins_and_rolls_are_played_by_this_rule() -> None:
    with pytest.raises(Malformed, match="result"):
        performed("slow_crash", {"result": "skid", "speed": 5})
