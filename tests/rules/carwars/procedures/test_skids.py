"""Skids: what speed they cost and when, and skids while braking."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

SEVERE = [{"name": "severe skid", "loss": 20}, {"name": "minor skid", "loss": 5}]
FORTY = {"speed": 40, "skids": SEVERE}


def steps(inputs: Any, **answers: Any) -> list[tuple[str, str, int, int]]:
    """The steps of a skid: what it is, in which phase, the speed during and after it."""
    outcome = performed("skid", inputs, answers=answers)
    return [(step["skid"], step["phase"], step["speed"], step["speed_after"]) for step in outcome.values["steps"]]


@pytest.mark.rule("CW-P-015", "CW-Q-139", "CW-Q-129")
def test_a_severe_skid_at_40_mph_moves_first_then_falls_to_20_and_after_the_minor_skid_to_15() -> None:
    outcome = performed("skid", FORTY)
    assert outcome.values == {
        "steps": [
            {"skid": "severe skid", "phase": "this", "speed": 40, "speed_after": 20},
            {"skid": "minor skid", "phase": "later", "speed": 20, "speed_after": 15},
        ],
        "speed": 15,
    }
    assert outcome.says == (
        "In this phase the car makes its severe skid at 40 mph, and then falls to 20.",
        "With its next inch, in a later phase, the car makes its minor skid at 20 mph, and then falls to 15.",
    )


@pytest.mark.rule("CW-P-015", "CW-Q-139")
def test_the_referee_may_take_the_speed_off_before_the_inch() -> None:
    before = {"crash.skid_decel_timing": {"when": "before"}}
    assert steps(FORTY, **before) == [("severe skid", "this", 20, 20), ("minor skid", "later", 15, 15)]
    outcome = performed("skid", FORTY, answers=before)
    assert outcome.says[0] == "In this phase the car falls to 20 mph and makes its severe skid."
    assert outcome.values["speed"] == 15


@pytest.mark.rule("CW-P-015", "CW-Q-129")
@pytest.mark.parametrize(
    ("inches", "phases"),
    [(1, ["this", "later", "later"]), (2, ["this", "this", "later"]), (3, ["this", "this", "this"])],
)
def test_the_lesser_skid_comes_with_the_next_inch_in_whichever_phase_that_is(inches: int, phases: list[str]) -> None:
    inputs = {"speed": 80, "skids": [*SEVERE, {"name": "trivial skid", "loss": 5}], "inches": inches}
    assert [phase for _, phase, _, _ in steps(inputs)] == phases
    next_phase = {"move.skid_follow_on": {"when": "next_phase"}}
    assert [phase for _, phase, _, _ in steps(inputs, **next_phase)] == ["this", "later", "later"]
    says = performed("skid", inputs, answers=next_phase).says
    assert says[1] == "In the next phase the car makes its minor skid at 60 mph, and then falls to 55."


@pytest.mark.rule("CW-P-015", "CW-Q-139")
@pytest.mark.parametrize(
    ("speed", "after", "before"),
    [
        (0, [], []),
        (15, [15], []),
        (20, [20], []),
        (21, [21, 1], [1]),
        (25, [25, 5], [5]),
        (26, [26, 6], [6, 1]),
    ],
)
def test_a_car_at_0_mph_does_not_skid(speed: int, after: list[int], before: list[int]) -> None:
    inputs = {"speed": speed, "skids": SEVERE}
    assert [during for _, _, during, _ in steps(inputs)] == after
    taken_before = {"crash.skid_decel_timing": {"when": "before"}}
    assert [during for _, _, during, _ in steps(inputs, **taken_before)] == before
    for answers, made in (({}, after), (taken_before, before)):
        outcome = performed("skid", inputs, answers=answers)
        assert outcome.values["speed"] == max(0, speed - 25)
        if len(made) < 2:
            assert outcome.says[-1] == f"At 0 mph there is no {SEVERE[len(made)]['name']}."


BRAKING = {"speed": 40, "new_speed": 0, "loss": 5}


@pytest.mark.rule("CW-P-020", "CW-Q-145")
def test_a_car_that_brakes_from_40_to_0_skids_at_40_first() -> None:
    outcome = performed("braking_skid", BRAKING)
    assert outcome.values == {"skids": True, "skid_speed": 40, "speed": 0}
    assert outcome.says == ("It skids at 40 mph first. With the skid and the braking it falls to 0 mph.",)
    assert performed("braking_skid", BRAKING | {"new_speed": 15}).values["speed"] == 10


@pytest.mark.rule("CW-P-020", "CW-Q-145")
def test_the_referee_may_let_it_brake_first_so_that_a_stopped_car_does_not_skid() -> None:
    answers = {"crash.brake_and_skid": {"order": "decel_first"}}
    outcome = performed("braking_skid", BRAKING, answers=answers)
    assert outcome.values == {"skids": False, "skid_speed": 0, "speed": 0}
    assert "no skid" in outcome.says[0]
    outcome = performed("braking_skid", BRAKING | {"new_speed": 15}, answers=answers)
    assert outcome.values == {"skids": True, "skid_speed": 15, "speed": 10}
    assert outcome.says == ("It brakes to 15 mph first. It skids at that speed and falls to 10 mph.",)


@pytest.mark.parametrize("new_speed", [40, 45])
def test_braking_makes_a_car_slower(new_speed: int) -> None:
    with pytest.raises(InputsImpossible, match="give a lower new speed"):
        performed("braking_skid", BRAKING | {"new_speed": new_speed})


def test_figures_and_lists_have_bounds() -> None:
    assert_bounded("skid", FORTY, "inches", 1, 20, sample=0)
    assert_bounded("skid", FORTY, "skids.0.loss", 0, 100, sample=0)
    assert_bounded("braking_skid", BRAKING, "loss", 0, 100, sample=0)
    assert_bounded("skid", FORTY, "skids", 1, 5, sample=[SEVERE[0]])
