"""Exact distances between points and counters, whichever way the axes point."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.carwars.procedures.geometry import (
    Corners,
    Point,
    distance_of,
    is_outside,
    middle_of,
    refuse_twisted,
    squared_apart,
    squared_between,
    squared_to_counter,
)
from rules.carwars.procedures.procedure import InputsImpossible

CAR: Corners = ((0, 100), (50, 100), (50, 0), (0, 0))
MIRRORED: Corners = ((0, -100), (50, -100), (50, 0), (0, 0))
TURNED: Corners = ((30, 40), (70, 10), (10, -70), (-30, -40))
"""A counter at a slant, 50 by 100."""


@pytest.mark.parametrize(
    ("point", "squared"),
    [
        ((25, 50), 0),
        ((0, 100), 0),
        ((50, 20), 0),
        ((51, 20), 1),
        ((25, 103), 9),
        ((-3, -4), 25),
        ((60, 110), 200),
    ],
)
def test_a_point_is_as_far_from_a_counter_as_from_its_nearest_edge_or_corner(point: Point, squared: int) -> None:
    assert squared_to_counter(point, CAR) == squared
    assert squared_to_counter((point[0], -point[1]), MIRRORED) == squared


@pytest.mark.parametrize(
    ("point", "squared"),
    [((80, 65), 2500), ((51, 26), Fraction(49, 25)), ((49, 25), 0), ((20, -13), 0), ((74, 13), 25)],
)
def test_distances_from_slanted_edges_are_exact(point: Point, squared: Fraction) -> None:
    assert squared_to_counter(point, TURNED) == squared


@pytest.mark.parametrize(
    ("other", "squared"),
    [
        (((60, 100), (80, 100), (80, 80), (60, 80)), 100),
        (((50, 100), (80, 100), (80, 80), (50, 80)), 0),
        (((53, 124), (80, 124), (80, 104), (53, 104)), 25),
        (((-10, 60), (60, 60), (60, 40), (-10, 40)), 0),
        (((20, 60), (30, 60), (30, 40), (20, 40)), 0),
        (((-900, 900), (900, 900), (900, -900), (-900, -900)), 0),
        (((70, 100), (90, 80), (70, 60), (50, 80)), 0),
        (((80, 100), (100, 80), (80, 60), (60, 80)), 100),
    ],
)
def test_counters_are_apart_by_their_nearest_points_and_0_where_they_touch(other: Corners, squared: int) -> None:
    assert squared_apart(CAR, other) == squared
    assert squared_apart(other, CAR) == squared


def test_the_middle_of_a_counter_and_of_a_side() -> None:
    assert middle_of(CAR) == (25, 50)
    assert middle_of(CAR[:2]) == (25, 100)
    assert middle_of(((0, 0), (1, 3))) == (Fraction(1, 2), Fraction(3, 2))


@pytest.mark.parametrize(
    ("edge", "beyond", "on"),
    [(0, (25, 101), (25, 100)), (1, (51, 50), (50, 50)), (2, (25, -1), (25, 0)), (3, (-1, 50), (0, 50))],
)
def test_a_point_is_outside_beyond_the_line_of_an_edge(edge: int, beyond: Point, on: Point) -> None:
    assert is_outside(CAR, edge, beyond)
    assert not is_outside(CAR, edge, on)
    assert is_outside(MIRRORED, edge, (beyond[0], -beyond[1]))
    assert not is_outside(MIRRORED, edge, (on[0], -on[1]))


@pytest.mark.parametrize(
    "corners",
    [
        ((0, 100), (50, 100), (0, 0), (50, 0)),
        ((0, 0), (50, 0), (100, 0), (0, 50)),
        ((0, 0), (100, 0), (20, 20), (0, 100)),
        ((0, 0), (0, 0), (0, 0), (0, 0)),
    ],
)
def test_corners_that_do_not_go_around_are_refused(corners: Corners) -> None:
    with pytest.raises(InputsImpossible, match="The corners of the car do not go around it"):
        refuse_twisted(corners, "the car")


def test_corners_may_go_around_either_way() -> None:
    refuse_twisted(CAR, "the car")
    refuse_twisted(MIRRORED, "the car")


@pytest.mark.parametrize(
    ("squared", "distance"),
    [
        (Fraction(0), 0),
        (Fraction(1, 5), 0),
        (Fraction(1, 4), 1),
        (Fraction(9, 4) - Fraction(1, 1000), 1),
        (Fraction(9, 4), 2),
        (Fraction(2), 1),
        (Fraction(3), 2),
        (Fraction(10_000), 100),
    ],
)
def test_distances_are_rounded_to_the_nearest_and_halves_up(squared: Fraction, distance: int) -> None:
    assert distance_of(squared) == distance


def test_two_points_are_apart_by_pythagoras() -> None:
    assert squared_between((1, 2), (4, 6)) == 25
