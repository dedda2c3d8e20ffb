"""Changes of speed: those that a driver may make, and those of a car that nobody controls."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

PHASE_1 = {"move.accel_phase": {"when": "phase_1"}}
FORCED_COUNTS = {"move.voluntary_after_involuntary": {"allowed": False}}


@pytest.mark.rule("CW-P-021", "CW-Q-116", "CW-Q-122")
@pytest.mark.parametrize(
    ("inputs", "allowed"),
    [
        ({"phase": 1}, True),
        ({"phase": 5}, True),
        ({"phase": 1, "changed": True}, False),
        ({"phase": 3, "forced": True}, True),
        ({"phase": 3, "forced": True, "changed": True}, False),
        ({"phase": 3, "in_control": False}, False),
        ({"phase": 3, "forced": True, "in_control": False}, False),
    ],
)
def test_a_driver_in_control_changes_speed_once_a_turn_in_any_phase_and_forced_changes_do_not_count(
    inputs: Any, allowed: bool
) -> None:
    outcome = performed("speed_change", inputs)
    assert outcome.values == {"allowed": allowed}
    assert outcome.says[-1] == f"The driver may {'' if allowed else 'not '}change speed."
    assert (len(outcome.says) == 1) is allowed


@pytest.mark.rule("CW-P-021", "CW-Q-116")
@pytest.mark.parametrize(("phase", "allowed"), [(1, True), (2, False), (5, False)])
def test_the_referee_may_allow_changes_in_phase_1_only(phase: int, allowed: bool) -> None:
    outcome = performed("speed_change", {"phase": phase}, answers=PHASE_1)
    assert outcome.values == {"allowed": allowed}
    assert ("phase 1 only" in outcome.says[0]) is not allowed


@pytest.mark.rule("CW-P-021", "CW-Q-122")
def test_the_referee_may_count_a_forced_change() -> None:
    outcome = performed("speed_change", {"phase": 1, "forced": True}, answers=FORCED_COUNTS)
    assert outcome.values == {"allowed": False}
    assert "forced change" in outcome.says[0]
    assert performed("speed_change", {"phase": 1}, answers=FORCED_COUNTS).values == {"allowed": True}


def test_every_reason_against_a_change_is_given() -> None:
    inputs = {"phase": 2, "changed": True, "forced": True, "in_control": False}
    outcome = performed("speed_change", inputs, answers=PHASE_1 | FORCED_COUNTS)
    assert outcome.says == (
        "The car is not under control.",
        "The driver has changed speed in this turn.",
        "Speeds change in phase 1 only.",
        "A forced change of speed counts as the one of this turn.",
        "The driver may not change speed.",
    )


LOSS = {"cause": "driver", "turn": 2, "phase": 4, "speed": 25, "loss": 10}


@pytest.mark.rule("CW-P-050", "CW-Q-134")
def test_a_car_without_a_driver_loses_speed_at_once_and_after_every_5_phases() -> None:
    outcome = performed("speed_loss", LOSS)
    assert outcome.values == {
        "losses": [
            {"turn": 2, "phase": 4, "speed": 15},
            {"turn": 3, "phase": 4, "speed": 5},
            {"turn": 4, "phase": 4, "speed": 0},
        ]
    }
    assert outcome.says == (
        "The car has lost its driver: it loses 10 mph at once, and again after every 5 phases.",
        "Turn 2, phase 4: 15 mph.",
        "Turn 3, phase 4: 5 mph.",
        "Turn 4, phase 4: 0 mph.",
    )
    assert "lost two wheels" in performed("speed_loss", LOSS | {"cause": "wheels"}).says[0]
    assert len(performed("speed_loss", LOSS | {"speed": 20}).values["losses"]) == 2
    assert performed("speed_loss", LOSS | {"speed": 0}).values == {"losses": []}


@pytest.mark.rule("CW-P-050", "CW-Q-134")
def test_the_referee_may_set_another_interval() -> None:
    outcome = performed("speed_loss", LOSS, answers={"move.uncontrolled_decel": {"interval": 3}})
    assert [(loss["turn"], loss["phase"]) for loss in outcome.values["losses"]] == [(2, 4), (3, 2), (3, 5)]


@pytest.mark.rule("CW-P-050", "CW-Q-148")
def test_a_turn_may_have_other_phases() -> None:
    answers = {"duel.end_conditions": {"phases_per_turn": 4}}
    outcome = performed("speed_loss", LOSS, answers=answers)
    assert [(loss["turn"], loss["phase"]) for loss in outcome.values["losses"]] == [(2, 4), (4, 1), (5, 2)]
    three = {"duel.end_conditions": {"phases_per_turn": 3}}
    for tag, inputs in (("speed_loss", LOSS), ("speed_change", {"phase": 4})):
        with pytest.raises(InputsImpossible, match="there is no phase 4"):
            performed(tag, inputs, answers=three)
    assert performed("speed_change", {"phase": 3}, answers=three).values == {"allowed": True}


def test_figures_have_bounds() -> None:
    assert_bounded("speed_loss", LOSS, "loss", 5, 100, sample=0)
    with pytest.raises(Malformed):
        performed("speed_loss", LOSS | {"cause": "fuel"})
