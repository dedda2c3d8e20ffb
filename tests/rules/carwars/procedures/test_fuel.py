"""What follows when a gas tank is destroyed or a fuel system is hit."""

from __future__ import annotations

import pytest

from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed


@pytest.mark.rule("CW-P-049", "CW-Q-083", "CW-S-008")
@pytest.mark.parametrize("face", range(1, 7))
def test_an_engine_runs_on_for_a_die_and_3_turns(face: int) -> None:
    outcome = performed("time_engine_without_tank", {"turn": 10}, faces=[face])
    assert outcome.values == {"turns": face + 3, "stops_in_turn": 13 + face}
    assert outcome.says == (
        f"The die is a {face}, and 3 more make {face + 3} turns.",
        f"The engine stops in turn {13 + face}. From then on the vehicle is a mobility kill.",
    )


@pytest.mark.rule("CW-P-049", "CW-Q-083")
def test_a_referee_may_choose_the_turns_that_are_added() -> None:
    answers = {"dmg.fuel_tank_destroyed": {"turns_added": 0}}
    outcome = performed("time_engine_without_tank", {"turn": 10}, faces=[1], answers=answers)
    assert outcome.values == {"turns": 1, "stops_in_turn": 11}


@pytest.mark.rule("CW-P-049")
def test_the_turn_a_tank_is_lost_in_is_bounded() -> None:
    assert_bounded("time_engine_without_tank", {"turn": 1}, "turn", 1, 10_000)


@pytest.mark.rule("CW-P-049", "CW-Q-113")
@pytest.mark.parametrize(
    ("chance", "face", "fire"),
    [(2, 1, True), (2, 2, True), (2, 3, False), (2, 6, False), (0, 1, False), (6, 6, True), (3, 3, True)],
)
def test_a_fire_starts_on_2_in_6_or_on_the_chance_chosen(chance: int, face: int, fire: bool) -> None:
    answers = {"burn.fuel_system_hit": {"fire_chance": chance}}
    outcome = performed("resolve_fuel_system_hit", {"turn": 4}, faces=[face], answers=answers)
    assert outcome.values == {"fire": fire, "engine_rolls": []}
    assert outcome.says[0] == (
        f"The die is a {face}, and a fire starts on {chance} in 6: {'fire' if fire else 'no fire'}."
    )


@pytest.mark.rule("CW-P-049", "CW-Q-113")
def test_two_in_six_is_the_printed_chance() -> None:
    assert performed("resolve_fuel_system_hit", {"turn": 4}, faces=[2]).values["fire"] is True
    assert performed("resolve_fuel_system_hit", {"turn": 4}, faces=[3]).values["fire"] is False


@pytest.mark.rule("CW-P-049")
def test_every_turn_that_ends_with_the_engine_on_calls_for_an_engine_critical() -> None:
    inputs = {"turn": 4, "engine_on": [True, False, True]}
    outcome = performed("resolve_fuel_system_hit", inputs, faces=[6])
    assert outcome.values["engine_rolls"] == [4, 6]
    assert outcome.says[1] == "Roll on the table of engine criticals at the end of turn 4, 6."
    outcome = performed("resolve_fuel_system_hit", {"turn": 4, "engine_on": [False]}, faces=[6])
    assert outcome.says[1] == "The engine is off, so there is no roll for engine criticals."


@pytest.mark.rule("CW-P-049")
@pytest.mark.parametrize(("path", "lowest", "highest"), [("turn", 1, 10_000), ("engine_on", 0, 100)])
def test_inputs_of_a_fuel_system_hit_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("resolve_fuel_system_hit", {"turn": 1, "engine_on": [True]}, path, lowest, highest)
