"""Handling: where it starts, what a turn's end gives back, and flights."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

TABLE = [{"total": total, "bonus": bonus} for total, bonus in ((2, 0), (4, 0), (5, 1), (7, 2), (30, 4))]
ROLLED = {"crew.reflex_mode": {"mode": "rolled"}}


@pytest.mark.rule("CW-P-004", "CW-Q-115", "CW-Q-030")
def test_a_die_of_2_and_a_skill_of_3_start_a_base_of_3_at_4_and_recover_6() -> None:
    outcome = performed("handling_start", {"base": 3, "skill": 3}, faces=[2], answers=ROLLED)
    assert outcome.values == {"reflexes": 2, "total": 5, "bonus": 1, "start": 4, "recovery": 6}
    assert outcome.says == (
        "The die gives reflexes of 2. With a Driver skill of 3 that makes 5, for which the table has +1.",
        "Handling starts at 3+1 = 4, which is also its maximum.",
        "Whenever a turn ends, it recovers 6, up to the maximum.",
    )


@pytest.mark.rule("CW-P-004", "CW-Q-115")
@pytest.mark.parametrize(("face", "start"), [(1, 3), (2, 4), (4, 5)])
def test_another_die_changes_the_start_and_not_the_recovery(face: int, start: int) -> None:
    inputs = {"base": 3, "skill": 3, "reflex_table": TABLE}
    values = performed("handling_start", inputs, faces=[face], answers=ROLLED).values
    assert (values["start"], values["recovery"]) == (start, 6)


@pytest.mark.rule("CW-P-004", "CW-Q-030")
def test_by_the_printed_answer_everybody_has_reflexes_of_4_and_adds_the_skill() -> None:
    outcome = performed("handling_start", {"base": 2, "skill": 1})
    assert outcome.values == {"reflexes": 4, "total": 5, "bonus": 1, "start": 3, "recovery": 3}
    assert outcome.says[0].startswith("Everybody has reflexes of 4.")


@pytest.mark.rule("CW-P-004", "CW-Q-030")
def test_the_referee_may_set_other_reflexes_for_everybody() -> None:
    answers = {"crew.reflex_mode": {"reflexes": 6}}
    outcome = performed("handling_start", {"base": 2, "skill": 1, "reflex_table": TABLE}, answers=answers)
    assert outcome.values == {"reflexes": 6, "total": 7, "bonus": 2, "start": 4, "recovery": 3}


@pytest.mark.rule("CW-P-004", "CW-Q-115")
@pytest.mark.parametrize(("recovery", "points"), [("base_plus_skill", 6), ("base_reflex_skill", 8), ("base_only", 2)])
def test_the_referee_may_leave_the_skill_out_of_the_recovery_or_count_reflexes(recovery: str, points: int) -> None:
    answers = {"crew.reflex_mode": {"reflexes": 3}, "move.hc_recovery": {"recovery": recovery}}
    outcome = performed("handling_start", {"base": 2, "skill": 4, "reflex_table": TABLE}, answers=answers)
    assert (outcome.values["bonus"], outcome.values["recovery"]) == (2, points)


def test_a_total_that_the_reflex_table_lacks_or_has_twice_is_refused() -> None:
    with pytest.raises(InputsImpossible, match="no line for a total of 6: add it"):
        performed("handling_start", {"base": 2, "skill": 2})
    twice = [{"total": 6, "bonus": 1}, {"total": 6, "bonus": 2}]
    with pytest.raises(InputsImpossible, match="more than one line for a total of 6: keep one"):
        performed("handling_start", {"base": 2, "skill": 2, "reflex_table": twice})


RUNNING = {"handling": -2, "maximum": 4, "recovery": 3, "speed": 50}
SPOILER = [{"from_speed": 60, "bonus": 1}]


@pytest.mark.rule("CW-P-005")
@pytest.mark.parametrize(("handling", "after"), [(-6, -3), (-2, 1), (1, 4), (2, 4), (4, 4), (5, 4)])
def test_handling_recovers_up_to_its_maximum(handling: int, after: int) -> None:
    outcome = performed("handling_recovery", RUNNING | {"handling": handling})
    assert outcome.values == {"handling": after, "bonus": 0, "maximum": 4}
    assert outcome.says == (f"It recovers 3, up to its maximum of 4: its handling is {after}.",)


@pytest.mark.rule("CW-P-005", "CW-Q-117")
@pytest.mark.parametrize(("speed", "after"), [(-15, 1), (-11, 1), (-10, 4), (0, 4), (10, 4), (11, 1), (15, 1)])
def test_from_minus_10_to_10_mph_handling_returns_to_its_maximum(speed: int, after: int) -> None:
    outcome = performed("handling_recovery", RUNNING | {"speed": speed})
    assert outcome.values["handling"] == after
    assert ("all but stopped" in outcome.says[0]) is (after == 4)


@pytest.mark.rule("CW-P-005", "CW-Q-117")
@pytest.mark.parametrize(
    ("parts", "speed", "after"),
    [({"restored": False}, 0, 1), ({"fastest": 0}, 5, 1), ({"fastest": 0}, 0, 4), ({"fastest": 20}, -20, 4)],
)
def test_the_referee_may_set_which_speed_counts_as_stopped_or_none(parts: Any, speed: int, after: int) -> None:
    answers = {"move.stop_resets_handling": parts}
    outcome = performed("handling_recovery", RUNNING | {"speed": speed}, answers=answers)
    assert outcome.values["handling"] == after


@pytest.mark.rule("CW-P-005", "CW-Q-120")
@pytest.mark.parametrize("state", ["skid", "spin"])
def test_a_vehicle_that_skids_or_spins_recovers_unless_the_referee_says_no(state: str) -> None:
    inputs = RUNNING | {"out_of_control": state}
    no = {"move.ooc_recovery": {"recovers": False}}
    assert performed("handling_recovery", inputs).values["handling"] == 1
    outcome = performed("handling_recovery", inputs, answers=no)
    assert outcome.values["handling"] == -2
    assert "recovers nothing" in outcome.says[0]
    assert performed("handling_recovery", inputs | {"handling": 6}, answers=no).values["handling"] == 4
    assert performed("handling_recovery", inputs | {"speed": 10}, answers=no).values["handling"] == 4
    assert performed("handling_recovery", RUNNING, answers=no).values["handling"] == 1


@pytest.mark.rule("CW-P-005", "CW-Q-127")
@pytest.mark.parametrize(("speed", "bonus"), [(59, 0), (60, 1), (125, 3), (-60, 0)])
def test_a_spoiler_counts_by_the_speed_of_the_turn_that_ends(speed: int, bonus: int) -> None:
    bonuses = [*SPOILER, {"from_speed": 120, "bonus": 2}]
    inputs = RUNNING | {"speed": speed, "next_speed": 200, "speed_bonuses": bonuses, "handling": -6}
    outcome = performed("handling_recovery", inputs)
    assert outcome.values == {"handling": -3 + bonus, "bonus": bonus, "maximum": 4 + bonus}
    assert outcome.says[0] == f"Bonuses go by the {speed} mph of the turn that ends: +{bonus}."


@pytest.mark.rule("CW-P-005", "CW-Q-127")
def test_the_referee_may_let_a_spoiler_count_by_the_speed_of_the_turn_that_begins() -> None:
    answers = {"move.aero_bonus_timing": {"helps": True}}
    inputs = RUNNING | {"speed": 50, "next_speed": 60, "speed_bonuses": SPOILER, "handling": 2}
    outcome = performed("handling_recovery", inputs, answers=answers)
    assert outcome.values == {"handling": 5, "bonus": 1, "maximum": 5}
    assert outcome.says[0] == "Bonuses go by the 60 mph of the turn that begins: +1."
    slower = performed("handling_recovery", inputs | {"speed": 60, "next_speed": 50}, answers=answers)
    assert slower.values["bonus"] == 0
    unchanged = performed("handling_recovery", inputs | {"speed": 60, "next_speed": None}, answers=answers)
    assert unchanged.values["bonus"] == 1


FLIGHT = {"handling": -1, "maximum": 4, "recovery": 2, "turn_ends": 2, "hazards": [1, 2], "landing": 2}


@pytest.mark.rule("CW-P-026", "CW-Q-124")
def test_hazards_in_the_air_and_the_landing_are_one_hazard_and_handling_recovers_before_it() -> None:
    outcome = performed("flight", FLIGHT)
    assert outcome.values == {"handling": 3, "hazard": 5}
    assert outcome.says == (
        "Handling recovered 2 times in the air, and the vehicle lands with 3.",
        "What it met in the air and the landing are one hazard: D1 + D2 + D2 = D5.",
    )


@pytest.mark.rule("CW-P-026", "CW-Q-124")
def test_the_referee_may_let_nothing_recover_in_the_air() -> None:
    answers = {"move.airborne_recovery": {"recovers": False}}
    outcome = performed("flight", FLIGHT, answers=answers)
    assert outcome.values == {"handling": -1, "hazard": 5}
    assert "Nothing is recovered" in outcome.says[0]
    assert performed("flight", FLIGHT | {"handling": 6}, answers=answers).values["handling"] == 4


@pytest.mark.rule("CW-P-026")
def test_a_flight_within_a_turn_recovers_nothing_and_no_flight_passes_the_maximum() -> None:
    assert performed("flight", FLIGHT | {"turn_ends": 0}).values["handling"] == -1
    assert performed("flight", FLIGHT | {"turn_ends": 3}).values["handling"] == 4
    assert performed("flight", FLIGHT | {"hazards": []}).values["hazard"] == 2


START = {"base": 3, "skill": 1, "reflex_table": [{"total": 5, "bonus": 1}]}


@pytest.mark.parametrize(
    ("tag", "inputs", "path", "bounds"),
    [
        ("handling_start", START, "base", (0, 20)),
        ("handling_start", START, "reflex_table.0.total", (1, 30)),
        ("handling_recovery", RUNNING, "recovery", (0, 50)),
        ("handling_recovery", RUNNING | {"speed_bonuses": SPOILER}, "speed_bonuses.0.from_speed", (5, 500)),
        ("handling_recovery", RUNNING | {"speed_bonuses": SPOILER}, "speed_bonuses.0.bonus", (1, 10)),
        ("flight", FLIGHT, "recovery", (0, 50)),
        ("flight", FLIGHT, "turn_ends", (0, 10)),
    ],
)
def test_figures_have_bounds(tag: str, inputs: dict[str, Any], path: str, bounds: tuple[int, int]) -> None:
    assert_bounded(tag, inputs, path, *bounds, sample=0)


def test_lists_have_bounds() -> None:
    assert_bounded("handling_start", START, "reflex_table", 0, 30, sample=[{"total": 5, "bonus": 1}])
    assert_bounded("handling_recovery", RUNNING, "speed_bonuses", 0, 10, sample=[SPOILER[0]])
    assert_bounded("flight", FLIGHT, "hazards", 0, 20, sample=[1])


def test_a_roll_is_no_state_in_which_handling_recovers_by_this_procedure() -> None:
    with pytest.raises(Malformed, match="out_of_control"):
        performed("handling_recovery", RUNNING | {"out_of_control": "roll"})
