"""The order of what happens at once: shots at one target, hazards, movement."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.performing import performed


@pytest.mark.rule("CW-P-001")
@pytest.mark.parametrize(
    ("faces", "order"),
    [([1, 1], ["a", "b", "c"]), ([3, 2], ["c", "b", "a"]), ([2, 1], ["b", "a", "c"])],
)
def test_shooters_at_one_target_are_drawn_one_after_the_other(faces: list[int], order: list[str]) -> None:
    shots = [["a", "x"], ["b", "x"], ["c", "x"], ["d", "y"]]
    outcome = performed("fire_order", {"shots": shots}, faces=faces)
    assert outcome.values["orders"] == {"x": order, "y": ["d"]}


@pytest.mark.rule("CW-P-001", "CW-Q-066")
def test_the_referee_may_go_by_initiative() -> None:
    inputs = {"shots": [["a", "x"], ["b", "x"]], "initiative": ["b", "a"]}
    outcome = performed("fire_order", inputs, answers={"fire.same_target_order": {"order": "initiative"}})
    assert outcome.values["orders"] == {"x": ["b", "a"]}


@pytest.mark.parametrize(
    ("inputs", "refusal", "says"),
    [
        ({"shots": [["a"]]}, Malformed, "Fire at one target: .*shots"),
        ({"shots": [["a", "x"]] * 21}, InputsImpossible, "At most 20"),
    ],
)
def test_inputs_that_cannot_be_are_refused(inputs: Any, refusal: type[Exception], says: str) -> None:
    with pytest.raises(refusal, match=says):
        performed("fire_order", inputs)
