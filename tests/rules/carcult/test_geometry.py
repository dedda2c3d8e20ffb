"""Footprints, distances, lines and contact, all in whole hundredths of an inch (CC-003, CC-004, CC-046)."""

from __future__ import annotations

import math

import pytest

from rules.carcult.ground import geometry
from rules.carcult.ground.geometry import car_shape, outline, shape_of
from rules.carcult.ground.table import Point

SQUARE = shape_of([(1000, 1000), (1200, 1000), (1200, 1200), (1000, 1200)])
DIAMOND = shape_of([(1000, 900), (1100, 1000), (1000, 1100), (900, 1000)])


@pytest.mark.rule("CC-003")
def test_the_sines_are_those_of_mathematics() -> None:
    assert [geometry.SINE[angle] for angle in range(360)] == [
        round(10_000 * math.sin(math.radians(angle))) for angle in range(360)
    ]
    assert [geometry.COSINE[angle] for angle in range(360)] == [
        round(10_000 * math.cos(math.radians(angle))) for angle in range(360)
    ]


@pytest.mark.rule("CC-003")
@pytest.mark.parametrize(
    ("part", "whole", "nearest"),
    [
        (0, 2, 0),
        (1, 2, 1),
        (-1, 2, -1),
        (1, 3, 0),
        (2, 3, 1),
        (-2, 3, -1),
        (-1, 3, 0),
        (7, 2, 4),
        (-7, 2, -4),
        (5, 1, 5),
    ],
)
def test_what_is_rounded_goes_to_the_nearest_and_halves_away_from_zero(part: int, whole: int, nearest: int) -> None:
    assert geometry.divide_rounded(part, whole) == nearest


@pytest.mark.rule("CC-003")
@pytest.mark.parametrize(
    ("heading", "corners"),
    [
        (0, [(150, -63), (150, 63), (-150, 63), (-150, -63)]),
        (90, [(63, 150), (-63, 150), (-63, -150), (63, -150)]),
        (180, [(-150, 63), (-150, -63), (150, -63), (150, 63)]),
        (270, [(-63, -150), (63, -150), (63, 150), (-63, 150)]),
        (45, [(150, 62), (62, 150), (-150, -62), (-62, -150)]),
        (30, [(161, 21), (99, 129), (-161, -21), (-99, -129)]),
        (7, [(156, -44), (141, 80), (-156, 44), (-141, -80)]),
    ],
)
def test_a_car_is_three_inches_by_one_and_a_quarter(heading: int, corners: list[Point]) -> None:
    assert outline(0, 0, heading) == tuple(corners)
    assert outline(1000, 2000, heading) == tuple((1000 + x, 2000 + y) for x, y in corners)


@pytest.mark.rule("CC-003")
def test_the_bounds_and_axes_of_a_car_are_those_of_its_corners() -> None:
    for heading in range(360):
        corners = geometry.CORNERS[heading]
        assert geometry.SPANS[heading] == (max(x for x, _ in corners), max(y for _, y in corners))
        shape = car_shape(500, 700, heading)
        assert shape.box == shape_of(outline(500, 700, heading)).box
        for nx, ny, low, high in shape.axes:
            spread = [nx * x + ny * y for x, y in shape.corners]
            assert (low, high) == (min(spread), max(spread))


@pytest.mark.rule("CC-034", "CC-035")
@pytest.mark.parametrize(
    ("heading", "forward", "drift", "way"),
    [
        (0, 900, 0, (900, 0)),
        (0, 900, 100, (900, 100)),
        (0, 900, -100, (900, -100)),
        (90, 900, 0, (0, 900)),
        (90, 900, 100, (-100, 900)),
        (180, 500, 0, (-500, 0)),
        (270, 500, 200, (200, -500)),
        (45, 1000, 0, (707, 707)),
        (30, 1000, 100, (816, 587)),
    ],
)
def test_a_course_leads_ahead_and_to_the_right(heading: int, forward: int, drift: int, way: Point) -> None:
    assert geometry.displacement(heading, forward, drift) == way


# ---------------------------------------------------------------------------------------------------- distances


@pytest.mark.rule("CC-003")
@pytest.mark.parametrize(
    ("point", "square"),
    [
        ((50, 30), 900),
        ((0, 30), 900),
        ((-40, 30), 2500),
        ((100, 30), 900),
        ((140, 30), 2500),
        ((50, 0), 0),
        ((101, 0), 1),
        ((-1, 0), 1),
    ],
)
def test_a_point_is_as_far_from_a_line_as_from_its_nearest_part(point: Point, square: int) -> None:
    assert geometry.squared_distance_to_sides([point], [(0, 0), (100, 0)]) == square


@pytest.mark.rule("CC-003")
def test_a_square_of_a_distance_is_rounded_up() -> None:
    assert geometry.squared_distance_to_sides([(0, 1)], [(0, 0), (3, 3)]) == 1
    assert geometry.squared_distance_to_sides([(1, 2)], [(0, 0), (10, 1)]) == 4


@pytest.mark.rule("CC-003")
@pytest.mark.parametrize(
    ("x", "y", "heading", "square"),
    [
        (750, 1100, 0, 100 * 100),
        (850, 1100, 0, 0),
        (849, 1100, 0, 1),
        (1100, 1100, 0, 0),
        (1100, 1363, 0, 100 * 100),
        (1100, 1450, 90, 100 * 100),
        (750, 837, 0, 2 * 100 * 100),
    ],
)
def test_two_shapes_are_as_far_apart_as_their_closest_parts(x: int, y: int, heading: int, square: int) -> None:
    assert geometry.distance_squared(car_shape(x, y, heading), SQUARE) == square
    assert geometry.distance_squared(SQUARE, car_shape(x, y, heading)) == square


@pytest.mark.rule("CC-003")
def test_shapes_that_have_an_edge_in_common_do_not_overlap_and_those_one_within_the_other_do() -> None:
    assert geometry.are_apart(car_shape(850, 1100, 0), SQUARE) is True
    assert geometry.are_apart(car_shape(851, 1100, 0), SQUARE) is False
    assert geometry.are_apart(SQUARE, shape_of([(900, 900), (1300, 900), (1300, 1300), (900, 1300)])) is False
    assert geometry.are_apart(shape_of([(1150, 850), (1350, 1050), (1350, 850)]), SQUARE) is True
    assert geometry.are_apart(shape_of([(1350, 1050), (1350, 850), (1150, 850)]), SQUARE) is True
    assert geometry.are_apart(shape_of([(1150, 849), (1149, 1050), (1350, 850)]), SQUARE) is False


@pytest.mark.rule("CC-004")
@pytest.mark.parametrize(
    ("start", "end", "crosses"),
    [
        ((900, 1100), (1300, 1100), True),
        ((900, 1000), (1300, 1000), False),
        ((900, 1001), (1300, 1001), True),
        ((900, 1200), (1300, 1200), False),
        ((900, 1100), (1000, 1100), False),
        ((900, 1100), (1001, 1100), True),
        ((900, 1100), (1100, 900), False),
        ((900, 1102), (1102, 900), True),
        ((1100, 1050), (1100, 1150), True),
        ((1200, 900), (1200, 1300), False),
        ((1300, 1100), (1400, 1100), False),
    ],
)
def test_a_line_along_an_edge_or_by_a_corner_is_not_interrupted(start: Point, end: Point, *, crosses: bool) -> None:
    assert geometry.crosses(start, end, SQUARE) is crosses
    assert geometry.crosses(end, start, SQUARE) is crosses


@pytest.mark.rule("CC-004")
@pytest.mark.parametrize(
    ("start", "end", "crosses"),
    [((900, 900), (1100, 900), False), ((901, 950), (949, 902), False), ((900, 1000), (1100, 1000), True)],
)
def test_a_line_within_the_bounds_of_a_slanting_shape_need_not_cross_it(
    start: Point, end: Point, *, crosses: bool
) -> None:
    assert geometry.crosses(start, end, DIAMOND) is crosses


@pytest.mark.rule("CC-004")
@pytest.mark.parametrize("around", [1, -1])
@pytest.mark.parametrize(
    ("start", "end", "crosses"),
    [
        ((1300, 1300), (1100, 1100), False),
        ((1300, 1300), (1099, 1099), True),
        ((1300, 900), (900, 1300), False),
        ((1300, 899), (900, 1299), True),
    ],
)
def test_a_line_that_ends_on_a_slanting_side_or_runs_along_it_does_not_cross(
    start: Point, end: Point, around: int, *, crosses: bool
) -> None:
    wedge = shape_of([(1000, 1000), (1200, 1000), (1000, 1200)][::around])
    assert geometry.crosses(start, end, wedge) is crosses
    assert geometry.crosses(end, start, wedge) is crosses


# ------------------------------------------------------------------------------------------------------ contact


def inches(fraction: tuple[int, int] | None, way: int) -> float | None:
    return None if fraction is None else way * fraction[0] / fraction[1]


@pytest.mark.rule("CC-046")
@pytest.mark.parametrize(
    ("place", "heading", "way", "after"),
    [
        ((550, 1100), 0, (400, 0), 300),
        ((550, 1100), 0, (300, 0), 300),
        ((550, 1100), 0, (299, 0), None),
        ((550, 937), 0, (900, 0), None),
        ((550, 938), 0, (900, 0), 300),
        ((850, 1100), 0, (100, 0), 0),
        ((850, 1100), 0, (-100, 0), None),
        ((850, 1100), 0, (0, 100), None),
        ((1700, 1100), 180, (-900, 0), 350),
        ((1100, 500), 90, (0, 900), 350),
        ((1100, 1700), 90, (0, -900), 350),
        ((1500, 1100), 0, (900, 0), None),
    ],
)
def test_a_car_touches_what_stands_in_its_way(place: Point, heading: int, way: Point, after: int | None) -> None:
    fraction = geometry.contact_fraction(place, heading, way, SQUARE)
    length = abs(way[0]) + abs(way[1])
    assert inches(fraction, length) == after


@pytest.mark.rule("CC-046")
def test_a_corner_that_only_grazes_a_corner_is_no_contact() -> None:
    assert geometry.contact_fraction((700, 1087), 0, (300, -300), SQUARE) is None
    assert inches(geometry.contact_fraction((700, 1088), 0, (300, -300), SQUARE), 300) == 150


@pytest.mark.rule("CC-046")
def test_contact_with_a_corner_is_found_on_the_way() -> None:
    assert inches(geometry.contact_fraction((500, 1000), 0, (600, 0), DIAMOND), 600) == 250
    assert inches(geometry.contact_fraction((500, 1100), 0, (600, 0), DIAMOND), 600) == 287
    assert inches(geometry.contact_fraction((500, 1100), 0, (300, -60), DIAMOND), 300) == 250


@pytest.mark.rule("CC-046")
@pytest.mark.parametrize(
    ("place", "way", "stopped"),
    [
        ((860, 1100), (100, 0), True),
        ((860, 1100), (-100, 0), False),
        ((860, 1100), (0, 100), False),
        ((860, 1100), (1, 300), True),
        ((1340, 1100), (-100, 0), True),
        ((1340, 1100), (100, 0), False),
        ((1100, 945), (0, 100), True),
        ((1100, 945), (0, -100), False),
    ],
)
def test_a_car_that_overlaps_something_is_stopped_only_if_it_goes_deeper(
    place: Point, way: Point, *, stopped: bool
) -> None:
    assert geometry.contact_fraction(place, 0, way, SQUARE) == ((0, 1) if stopped else None)


@pytest.mark.rule("CC-046")
@pytest.mark.parametrize(("across", "stopped"), [(-5, True), (-6, False)])
def test_a_car_that_goes_the_least_bit_deeper_is_stopped(across: int, *, stopped: bool) -> None:
    """On a heading of 1 degree, 5 to the left and 313 down is 5 * 125 - 313 * 2 = -1 along the car's side."""
    assert geometry.contact_fraction((857, 948), 1, (across, 313), SQUARE) == ((0, 1) if stopped else None)


def test_a_car_that_goes_nowhere_touches_nothing() -> None:
    assert geometry.passage((850, 1100), 0, (0, 0), SQUARE) is None


@pytest.mark.rule("CC-045")
def test_a_passage_says_when_a_car_is_in_and_when_it_is_out_again() -> None:
    crossing = geometry.passage((550, 1100), 0, (1000, 0), SQUARE)
    assert crossing is not None
    assert (inches(crossing.enter, 1000), inches(crossing.leave, 1000)) == (300, 800)
    back = geometry.passage((1700, 1100), 0, (-1000, 0), SQUARE)
    assert back is not None
    assert (inches(back.enter, 1000), inches(back.leave, 1000)) == (350, 850)
