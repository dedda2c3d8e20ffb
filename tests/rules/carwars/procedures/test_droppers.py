"""Droppers on automatic, and counters beneath a gas."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

BY_INCH = {"drop.automatic_rate": {"rate": "per_inch"}}


@pytest.mark.rule("CW-P-034", "CW-Q-057")
@pytest.mark.parametrize(
    ("moved", "by_phase", "by_inch"),
    [
        ([200], [1], [2]),
        ([100, 0, 100], [1, 0, 1], [1, 0, 1]),
        ([50, 50, 1], [1, 1, 1], [0, 1, 0]),
        ([150, 149, 1], [1, 1, 1], [1, 1, 1]),
        ([99], [1], [0]),
        ([0], [0], [0]),
    ],
)
def test_automatic_droppers_lay_one_counter_a_phase_of_movement_or_one_a_full_inch(
    moved: list[int], by_phase: list[int], by_inch: list[int]
) -> None:
    inputs = {"moved": moved, "shots": 10}
    outcome = performed("count_automatic_counters", inputs)
    assert outcome.values == {"laid": by_phase, "shots_left": 10 - sum(by_phase)}
    outcome = performed("count_automatic_counters", inputs, answers=BY_INCH)
    assert outcome.values == {"laid": by_inch, "shots_left": 10 - sum(by_inch)}


@pytest.mark.rule("CW-P-034")
def test_a_dropper_stops_when_it_is_empty() -> None:
    inputs = {"moved": [300, 300, 0, 300], "shots": 2}
    assert performed("count_automatic_counters", inputs).values == {"laid": [1, 1, 0, 0], "shots_left": 0}
    outcome = performed("count_automatic_counters", inputs, answers=BY_INCH)
    assert outcome.values == {"laid": [2, 0, 0, 0], "shots_left": 0}
    assert outcome.says == ("One counter for each full inch.", "Counters by phase: 2, 0, 0, 0. Shots left: 0.")


@pytest.mark.rule("CW-P-034")
@pytest.mark.parametrize(("path", "lowest", "highest"), [("moved", 1, 100), ("moved.0", 0, 1000), ("shots", 0, 1000)])
def test_inputs_of_automatic_droppers_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("count_automatic_counters", {"moved": [100], "shots": 5}, path, lowest, highest)


def laid(name: str, state: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "owner": "Ace", "state": state, "beneath_gas": True} | more


@pytest.mark.rule("CW-P-035", "CW-Q-058")
@pytest.mark.parametrize(
    ("counter", "hidden"),
    [
        (laid("a", "solid"), True),
        (laid("a", "liquid"), True),
        (laid("a", "gas"), False),
        (laid("a", "solid", beneath_gas=False), False),
        (laid("a", "liquid", took_effect=True), False),
    ],
)
def test_solids_and_liquids_beneath_a_gas_are_hidden_until_they_take_effect(
    counter: dict[str, Any], hidden: bool
) -> None:
    outcome = performed("list_who_sees_counters", {"counters": [counter]})
    assert outcome.values == {"seen_by": {"a": ["Ace", "referee"] if hidden else ["everyone"]}}
    assert outcome.says == ("a: only Ace and the referee see it." if hidden else "a: everyone sees it.",)
    visible = {"drop.hidden_under_gas": {"visible": True}}
    outcome = performed("list_who_sees_counters", {"counters": [counter]}, answers=visible)
    assert outcome.values == {"seen_by": {"a": ["everyone"]}}


@pytest.mark.rule("CW-P-035")
@pytest.mark.parametrize(
    ("counters", "says"),
    [
        ([laid("a", "solid"), laid("a", "gas")], "Two counters are named 'a'"),
        ([laid("a", "solid", owner="referee")], "referee drops no counters"),
        ([laid("a", "solid", owner="everyone")], "everyone drops no counters"),
    ],
)
def test_impossible_counters_are_refused(counters: list[dict[str, Any]], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("list_who_sees_counters", {"counters": counters})


@pytest.mark.rule("CW-P-035")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [("counters", 1, 20), ("counters.0.name", 1, 60), ("counters.0.owner", 1, 60)],
)
def test_inputs_of_hidden_counters_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("list_who_sees_counters", {"counters": [laid("a", "solid")]}, path, lowest, highest)
