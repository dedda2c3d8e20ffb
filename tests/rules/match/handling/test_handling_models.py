"""What a map of any book may rely on in every handling model it may be driven with."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rules.core.refusals import Unknown
from rules.match.handling.handling_model import CrashEffect, HandlingModel, LossOfControl
from rules.match.registry import HANDLING_MODELS, handling_model
from tools.rulebook import read_table

CHECKOUT = Path(__file__).parents[4]
MODELS = [handling_model(name) for name in HANDLING_MODELS]
SPEEDS = range(41)
ENDS = range(-40, 41)
TOLD = CHECKOUT / "docs" / "rules"
named = pytest.mark.parametrize("model", MODELS, ids=list(HANDLING_MODELS))


def test_settings_name_one_model() -> None:
    assert list(HANDLING_MODELS) == ["rhad"]


def test_a_model_is_the_same_whenever_it_is_asked_for() -> None:
    assert [handling_model(name) for name in HANDLING_MODELS] == MODELS
    assert len({*MODELS, *MODELS}) == len(MODELS)


@pytest.mark.parametrize("name", ["", "book", "RHAD", "rules.match.handling.running_handling"])
def test_a_model_that_does_not_exist_is_refused_with_those_that_do(name: str) -> None:
    with pytest.raises(Unknown, match=r"There is no handling model '.*': use one of rhad\."):
        handling_model(name)


@named
def test_a_maneuver_takes_something(model: HandlingModel) -> None:
    assert model.turn_toll > 0
    assert model.drift_toll > 0


@named
def test_speed_never_makes_a_car_steadier(model: HandlingModel) -> None:
    adjustments = [model.speed_adjustment(speed=speed) for speed in SPEEDS]
    assert adjustments == sorted(adjustments, reverse=True)


@named
def test_more_handling_never_loses_control_and_enough_keeps_it(model: HandlingModel) -> None:
    in_control = [model.in_control(end) for end in ENDS]
    assert in_control == sorted(in_control)
    assert {*in_control} == {False, True}


@named
def test_whoever_loses_control_is_told_what_he_bears(model: HandlingModel) -> None:
    uncontrolled = [end for end in ENDS if not model.in_control(end)]
    for crash in (
        model.crash(end=end, solid=solid, face=face)
        for end in uncontrolled
        for solid in (False, True)
        for face in range(1, 7)
    ):
        assert min(crash.slows, crash.steps, crash.tire_points, crash.injuries) >= 0
        assert crash.result == crash.result.lower() != ""
        assert crash.loss in LossOfControl
        steered = crash.loss in {LossOfControl.SKID, LossOfControl.FISHTAIL, LossOfControl.SPIN}
        assert steered == bool(crash.steps or crash.thrown), "a car that is out of control owes steps, no other does"


@named
def test_nobody_recovers_above_the_maximum_and_nobody_loses_by_it(model: HandlingModel) -> None:
    for maximum in range(9):
        recovered = [model.next_handling(end=end, maximum=maximum) for end in ENDS]
        assert max(recovered) == maximum
        assert recovered == sorted(recovered)
        assert all(after >= min(end, maximum) for end, after in zip(ENDS, recovered, strict=True))


@named
def test_a_die_out_of_control_goes_to_both_sides_alike(model: HandlingModel) -> None:
    swings = [model.swerve(face) for face in range(1, 7)]
    assert sorted(swings) == sorted(-swing for swing in swings)
    assert set(swings) <= {-2, -1, 0, 1, 2}


@named
def test_a_spin_turns_with_every_step(model: HandlingModel) -> None:
    assert all(1 <= model.spin_sides(step) <= 6 for step in range(1, 7))


@named
def test_a_model_cites_rules_there_are(model: HandlingModel) -> None:
    known_rules = {rule for path in TOLD.glob("*.tsv") for rule in read_table(path)}
    assert model.cites.all <= known_rules
    assert len(model.cites.all) == 7


def test_a_crash_that_only_says_its_name_brings_nothing() -> None:
    crash = CrashEffect(result="shaken")
    assert (crash.loss, crash.steps, crash.thrown, crash.slows) == (LossOfControl.NONE, 0, False, 0)
    assert (crash.tire_points, crash.injuries, bool(crash.loss)) == (0, 0, False)


@pytest.mark.parametrize("module", HANDLING_MODELS.values())
def test_a_model_knows_nothing_of_the_maps_it_is_used_on(module: str) -> None:
    path = CHECKOUT.joinpath(*module.split(".")).with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    for name in imported - {"__future__", "collections.abc"}:
        assert name is not None
        assert name.startswith(("rules.core.", "rules.match.handling.")), name
