"""The path of a vehicle in a maneuver, and what lies in it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.carwars.procedures.swept_path import shapes_touch
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

CAR = [[0, 100], [50, 100], [50, 0], [0, 0]]
BEND = [[86, 206], [121, 171], [50, 100], [15, 135]]
"""The car after a bend of 45 degrees to the right: its right rear corner has gone straight ahead for an inch."""
DRIFT = [[50, 200], [100, 200], [100, 100], [50, 100]]
STEPPED = {"move.swept_path": {"path": "stepped"}}


def hits(after: Any, *shapes: Any, answers: Any = None, before: Any = None) -> list[int]:
    """The numbers of the shapes that a maneuver of the car hits."""
    obstacles = [{"name": str(number), "points": points} for number, points in enumerate(shapes)]
    inputs = {"before": before or CAR, "after": after, "obstacles": obstacles}
    outcome = performed("swept_path", inputs, answers=answers)
    return [int(hit["name"]) for hit in outcome.values["hits"]]


@pytest.mark.rule("CW-P-010", "CW-Q-118")
def test_in_a_bend_to_the_right_the_leading_right_corner_goes_off_at_45_degrees_and_the_rear_right_straight() -> None:
    outcome = performed("swept_path", {"before": CAR, "after": BEND})
    assert outcome.values == {
        "lines": {
            "front_left": [[0, 100], [86, 206]],
            "front_right": [[50, 100], [121, 171]],
            "back_right": [[50, 0], [50, 100]],
            "back_left": [[0, 0], [15, 135]],
        },
        "hits": [],
    }
    assert outcome.says == (
        "The corners go straight to their new places at once.",
        "Nothing lies between their lines.",
    )


@pytest.mark.rule("CW-P-010", "CW-Q-118")
@pytest.mark.parametrize(
    ("point", "hit"),
    [
        ([60, 110], True),
        ([60, 109], False),
        ([121, 171], True),
        ([42, 162], True),
        ([42, 163], False),
        ([86, 206], True),
        ([86, 207], False),
        ([51, 50], False),
        ([50, 50], True),
    ],
)
def test_a_point_is_hit_on_the_lines_of_the_corners_and_between_them(point: list[int], hit: bool) -> None:
    assert hits(BEND, [point]) == ([0] if hit else [])


@pytest.mark.rule("CW-P-010", "CW-Q-118")
def test_a_drift_is_one_diagonal_sweep_unless_the_referee_wants_two_steps() -> None:
    ahead_left, beside_right, between = [[5, 190]], [[95, 150]], [[50, 150]]
    assert hits(DRIFT, ahead_left, beside_right, between) == [1, 2]
    assert hits(DRIFT, ahead_left, beside_right, between, answers=STEPPED) == [0, 1, 2]
    assert hits(DRIFT, [[95, 90]], [[95, 89]]) == [0]
    assert hits(DRIFT, [[95, 90]], [[95, 100]], answers=STEPPED) == [1]


@pytest.mark.rule("CW-P-010", "CW-Q-118")
def test_in_two_steps_the_corners_go_ahead_first_and_then_to_the_side() -> None:
    outcome = performed("swept_path", {"before": CAR, "after": DRIFT}, answers=STEPPED)
    assert outcome.values["lines"]["front_left"] == [[0, 100], [0, 200], [50, 200]]
    assert outcome.values["lines"]["back_right"] == [[50, 0], [50, 100], [100, 100]]
    assert "go ahead first" in outcome.says[0]
    turned = performed("swept_path", {"before": CAR, "after": BEND}, answers=STEPPED)
    assert turned.values["lines"]["back_left"] == [[0, 0], [0, 103], [15, 135]]


@pytest.mark.rule("CW-P-010")
def test_ahead_is_where_the_vehicle_faces_and_the_way_back_is_ahead_too() -> None:
    east = [[100, 50], [100, 0], [0, 0], [0, 50]]
    moved = [[east_, north + 30] for east_, north in [[300, 50], [300, 0], [200, 0], [200, 50]]]
    outcome = performed("swept_path", {"before": east, "after": moved}, answers=STEPPED)
    assert outcome.values["lines"]["back_right"] == [[0, 0], [200, 0], [200, 30]]
    back = [[0, 0], [50, 0], [50, -100], [0, -100]]
    outcome = performed("swept_path", {"before": CAR, "after": back}, answers=STEPPED)
    assert outcome.values["lines"]["front_left"] == [[0, 100], [0, 0], [0, 0]]


@pytest.mark.rule("CW-P-010")
def test_what_was_under_the_vehicle_before_is_marked() -> None:
    ahead = [[0, 200], [50, 200], [50, 100], [0, 100]]
    obstacles = [
        {"name": "own", "points": [[25, 50]]},
        {"name": "edge", "points": [[25, 100]]},
        {"name": "mine", "points": [[20, 140], [30, 140], [30, 150], [20, 150]]},
        {"name": "far", "points": [[51, 0], [60, 0]]},
    ]
    outcome = performed("swept_path", {"before": CAR, "after": ahead, "obstacles": obstacles})
    assert outcome.values["hits"] == [
        {"name": "own", "under_it_before": True},
        {"name": "edge", "under_it_before": True},
        {"name": "mine", "under_it_before": False},
    ]
    assert outcome.says[1] == "Between their lines lies: own, edge, mine."


@pytest.mark.rule("CW-P-010")
def test_walls_counters_and_shapes_around_the_vehicle_are_hit_where_they_touch() -> None:
    ahead = [[0, 200], [50, 200], [50, 100], [0, 100]]
    wall = [[-100, 170], [200, 170]]
    counter = [[50, 150], [100, 150], [100, 200], [50, 200]]
    beside = [[51, 150], [100, 150], [100, 200], [51, 200]]
    around = [[-500, -500], [500, -500], [500, 500], [-500, 500]]
    corner = [[-10, 190], [10, 210]]
    missing = [[-10, 191], [10, 211]]
    assert hits(ahead, wall, counter, beside, around, corner, missing) == [0, 1, 3, 4]


@pytest.mark.rule("CW-P-010")
def test_lines_of_corners_may_cross_when_a_vehicle_turns_around() -> None:
    turned = [[50, 0], [0, 0], [0, 100], [50, 100]]
    assert hits(turned, [[25, 50]], [[25, 99]], [[55, 50]]) == [0, 1]


def shape(*points: tuple[int, int]) -> list[tuple[int, int]]:
    """A shape by its corners."""
    return list(points)


SQUARE = shape((0, 0), (10, 0), (10, 10), (0, 10))


@pytest.mark.parametrize(
    ("other", "touch"),
    [
        (shape((5, 5)), True),
        (shape((10, 10)), True),
        (shape((11, 10)), False),
        (shape((-1, 5)), False),
        (shape((-5, 0)), False),
        (shape((-5, 10)), False),
        (shape((5, -5), (5, 15)), True),
        (shape((-5, 5), (15, 5)), True),
        (shape((10, 10), (20, 20)), True),
        (shape((12, 0), (12, 10)), False),
        (shape((2, 0), (8, 0)), True),
        (shape((11, 0), (18, 0)), False),
        (shape((4, 4), (6, 4), (5, 6)), True),
        (shape((-9, -9), (30, -9), (5, 40)), True),
        (shape((11, -5), (30, 5), (11, 15)), False),
        (shape((-30, 0), (0, -30), (30, 0), (0, 30)), True),
        (shape((20, 0), (25, -5), (30, 0), (25, 5)), False),
        (shape((1, -9), (1, 0), (1, 1), (1, 9), (-9, 9), (-9, -9)), True),
        (shape((5, 5), (6, 5), (6, 6), (5, 6)), True),
        (shape((-5, -5), (15, -5), (15, -1), (-1, -1), (-1, 11), (15, 11), (15, 15), (-5, 15)), False),
    ],
)
def test_shapes_touch_with_their_edges_included(other: Any, touch: bool) -> None:
    assert shapes_touch(SQUARE, other) is touch
    assert shapes_touch(other, SQUARE) is touch
    assert shapes_touch(SQUARE[::-1], other[::-1]) is touch


@pytest.mark.parametrize("corners", [[(1, 0)], [(1, 1)], [(1, 0), (1, 1)]])
def test_a_point_inside_is_found_whatever_the_height_of_the_corners(corners: list[tuple[int, int]]) -> None:
    around = shape((1, -1), *corners, (1, 2), (-1, 2), (-1, -1))
    assert shapes_touch(shape((0, 0)), around)
    assert not shapes_touch(shape((2, 0)), around)
    assert not shapes_touch(shape((-2, 0)), around)


def in_translated(point: tuple[int, int], shift: tuple[int, int]) -> bool:
    """Whether the car covers a point on a straight way, by the times at which each of its sides reaches it."""
    first, last = Fraction(0), Fraction(1)
    for along, size, way in zip(point, (50, 100), shift, strict=True):
        if way == 0:
            if not 0 <= along <= size:
                return False
        else:
            first, last = max(first, Fraction(along - size, way)), min(last, Fraction(along, way))
    return first <= last


@pytest.mark.rule("CW-P-010")
@pytest.mark.parametrize("shift", [(0, 300), (50, 100), (200, 30), (7, 211)])
def test_without_a_turn_the_path_is_what_the_vehicle_covers_on_its_straight_way(shift: tuple[int, int]) -> None:
    points = [(east, north) for east in range(-1, 260, 26) for north in range(-1, 420, 17)]
    after = [[east + shift[0], north + shift[1]] for east, north in CAR]
    for start in range(0, len(points), 50):
        some = points[start : start + 50]
        expected = [number for number, point in enumerate(some) if in_translated(point, shift)]
        assert hits(after, *([list(point)] for point in some)) == expected


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (CAR[::-1], BEND, "No vehicle has these corners before"),
        (CAR, BEND[::-1], "No vehicle has these corners after"),
        (CAR, [[0, 0], [0, 0], [0, 0], [0, 0]], "No vehicle has these corners after"),
        ([CAR[1], CAR[0], CAR[2], CAR[3]], BEND, "No vehicle has these corners before"),
        (CAR, [[0, 203], [50, 203], [50, 100], [0, 100]], "another shape"),
        (CAR, [[0, 200], [53, 200], [53, 100], [0, 100]], "another shape"),
        (CAR, [[30, 200], [80, 200], [50, 100], [0, 100]], "another shape"),
    ],
)
def test_corners_that_are_no_vehicle_or_another_one_are_refused(before: Any, after: Any, says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("swept_path", {"before": before, "after": after})


def test_a_vehicle_may_seem_longer_by_what_rounding_explains() -> None:
    assert hits([[0, 202], [50, 202], [50, 100], [0, 100]], [[25, 202]]) == [0]


def test_obstacles_have_names_of_their_own_and_bounds() -> None:
    mine = {"name": "mine", "points": [[0, 0]]}
    inputs = {"before": CAR, "after": BEND}
    with pytest.raises(InputsImpossible, match="named 'mine'"):
        performed("swept_path", inputs | {"obstacles": [mine, mine]})
    assert_bounded("swept_path", inputs, "obstacles", 0, 50, sample=[mine])
    assert_bounded("swept_path", inputs | {"obstacles": [mine]}, "obstacles.0.points", 1, 12, sample=[[0, 0]])
    with pytest.raises(Malformed):
        performed("swept_path", inputs | {"before": CAR[:3]})
