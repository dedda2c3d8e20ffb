"""Edge cases of the value of two turns: the last points for a gear change, and the line on which a race ends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.formule.first_autopilot.gear_choice import turn_start_of
from rules.formule.first_autopilot.road_ahead import road_of
from rules.formule.first_autopilot.turn_values import COMMON, turn_values_on
from rules.formule.ground.circuit import Circuit
from tests.rules.formule.boards import RING, Board, Car, ring
from tests.rules.formule.test_turn_values import Slow

LAST_LAP = 80
"""The progress one lap before the finish of a two-lap race on a ring of 80 rows."""


def means(
    row: int, gear: int, state: dict[str, Any], circuit: Circuit = RING
) -> tuple[dict[int, Any], dict[int, Any]]:
    """The expected values of the gears that may be taken: by the autopilot's tables, and by driving every square."""
    play = Board(Car("a", row=row, gear=gear, **state), circuit=circuit)
    turn_start = turn_start_of(play, play.car())
    by_table = turn_values_on(road_of(play)).gear_values(turn_start)
    return {to: Fraction(mean, COMMON**2) for to, mean in by_table.items()}, Slow(play).gears(turn_start, 2)


@pytest.mark.rule("FW-103", "FW-140")
@pytest.mark.parametrize(
    ("gear", "state", "gears"),
    [
        (6, {"fuel": 1, "brakes": 1, "engine": 1}, [2, 3, 4, 5, 6]),
        (6, {"fuel": 1, "brakes": 1, "engine": 0}, [3, 4, 5, 6]),
        (6, {"fuel": 1, "brakes": 0, "engine": 1}, [4, 5, 6]),
        (6, {"fuel": 0, "brakes": 1, "engine": 1}, [5, 6]),
        (5, {"fuel": 2, "brakes": 2, "engine": 2}, [1, 2, 3, 4, 5, 6]),
        (5, {"fuel": 2, "brakes": 1, "engine": 2}, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_a_change_is_weighed_with_the_very_last_points_and_never_with_more(
    gear: int, state: dict[str, int], gears: list[int]
) -> None:
    quick, driven = means(44, gear, state)
    assert list(quick) == gears
    assert quick == driven


@pytest.mark.rule("FW-110", "FW-112", "FW-128", "FW-140")
@pytest.mark.parametrize(
    ("row", "gear", "state"),
    [
        (77, 2, {"stops": 2}),  # tires for rows 78 and 79, and none from the line on
        (77, 2, {"stops": 2, "tires": 2}),
        (77, 2, {"stops": 2, "tires": 1}),
        (76, 1, {"stops": 1, "brakes": 0}),
    ],
)
def test_whoever_comes_home_pays_up_to_the_line(row: int, gear: int, state: dict[str, int]) -> None:
    quick, driven = means(row, gear, {"progress": LAST_LAP + row, **state})
    assert quick == driven


@pytest.mark.rule("FW-102", "FW-140")
def test_a_car_that_is_home_has_20_for_the_turn_after() -> None:
    quick, _ = means(79, 1, {"progress": LAST_LAP + 79})
    assert quick == {1: 20 + Fraction(6, 4), 2: 20 + Fraction(20, 6)}


@pytest.mark.rule("FW-110", "FW-128", "FW-140")
def test_the_turn_after_may_end_on_the_very_line() -> None:
    # the corner ends at row 76; from there gear 2 pays 2 tires, 3, or 3 with a 4, which reaches the finish
    quick, driven = means(74, 1, {"progress": LAST_LAP + 74, "brakes": 0}, ring((30, 34, 1, 2), (70, 76, 2, 2)))
    assert quick == driven


@pytest.mark.rule("FW-103", "FW-112", "FW-118", "FW-140")
@pytest.mark.parametrize("state", [{"fuel": 0}, {"brakes": 0}, {"fuel": 0, "brakes": 0, "engine": 0}])
def test_a_car_that_will_spin_goes_on_in_gear_1_whatever_it_has_left(state: dict[str, int]) -> None:
    quick, driven = means(33, 1, {"tires": 1, **state})
    assert quick == driven
