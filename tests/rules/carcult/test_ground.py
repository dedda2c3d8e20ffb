"""What a car meets on the table: edge, terrain, rough ground and counters (CC-045, CC-046, CC-049, CC-082)."""

from __future__ import annotations

import pytest

from rules.carcult.ground.geometry import car_shape, shape_of
from rules.carcult.ground.obstacles import COUNTER, Contact, counter_shape, distances_inside
from rules.carcult.ground.table import Point
from tests.rules.carcult.boards import Board, Car

WALL = ("blocking", [(20, 10), (22, 10), (22, 20), (20, 20)])
BEHIND = ("blocking", [(24, 10), (26, 10), (26, 20), (24, 20)])
MUD = ("rough", [(10, 10), (15, 10), (15, 20), (10, 20)])


def met(place: Point, heading: int, way: Point, *others: tuple[str, Point]) -> Contact | None:
    ground = Board(Car(), terrain=[BEHIND, WALL, MUD]).ground
    return ground.first_contact(place, heading, way, [(id, car_shape(*center, 0)) for id, center in others])


@pytest.mark.rule("CC-049")
@pytest.mark.parametrize(
    ("place", "heading", "way", "part"),
    [
        ((4500, 3000), 0, (200, 0), 150),
        ((4500, 3000), 0, (150, 0), 150),
        ((4500, 3000), 0, (149, 0), None),
        ((300, 3000), 180, (-200, 0), 150),
        ((300, 3000), 180, (-149, 0), None),
        ((3000, 300), 270, (0, -200), 150),
        ((3000, 4500), 90, (0, 200), 150),
        ((3000, 4500), 90, (0, 149), None),
        ((4700, 3000), 0, (50, 0), 0),
        ((4700, 3000), 0, (-50, 0), None),
        ((3000, 63), 0, (500, 0), None),
        ((4650, 3000), 0, (1, 0), 0),
    ],
)
def test_the_edge_of_the_table_stops_a_car_that_touches_it(
    place: Point, heading: int, way: Point, part: int | None
) -> None:
    contact = met(place, heading, way)
    length = abs(way[0]) + abs(way[1])
    assert contact == (None if part is None else Contact(part, length, "edge"))


@pytest.mark.rule("CC-049")
def test_of_two_edges_the_one_that_is_reached_first_stops_the_car() -> None:
    contact = met((4500, 4700), 0, (300, 100))
    assert contact == Contact(37, 100, "edge")


@pytest.mark.rule("CC-046")
def test_the_first_thing_on_the_way_stops_the_car() -> None:
    far = met((1600, 1500), 0, (3100, 0))
    assert far is not None
    assert (3100 * far.part / far.whole, far.what) == (250, "terrain")
    near = met((1600, 1500), 0, (800, 0), ("b1", (3000, 1500)), ("b2", (1950, 1500)))
    assert near is not None
    assert (800 * near.part / near.whole, near.what) == (50, "b2")


@pytest.mark.rule("CC-046")
@pytest.mark.parametrize(
    ("place", "heading", "way"),
    [
        ((1600, 1500), 0, (250, 0)),
        ((3000, 1500), 0, (-250, 0)),
        ((2100, 2300), 90, (0, -150)),
        ((2100, 700), 90, (0, 150)),
    ],
)
def test_who_touches_terrain_at_the_very_end_of_his_way_is_stopped(place: Point, heading: int, way: Point) -> None:
    contact = met(place, heading, way)
    assert contact is not None
    assert (contact.part, contact.what) == (contact.whole, "terrain")
    short = tuple(distance - (distance > 0) + (distance < 0) for distance in way)
    assert met(place, heading, (short[0], short[1])) is None


@pytest.mark.rule("CC-046", "CC-047")
def test_of_two_things_at_once_terrain_comes_before_cars_and_the_edge_before_both() -> None:
    contact = met((1600, 1500), 0, (800, 0), ("b1", (2150, 1500)))
    assert contact is not None
    assert contact.what == "terrain"
    edge = met((4500, 3000), 0, (200, 0), ("b1", (4950, 3000)))
    assert edge is not None
    assert edge.what == "edge"


@pytest.mark.rule("CC-045")
def test_rough_ground_stops_nobody() -> None:
    assert met((500, 1500), 0, (1000, 0)) is None


@pytest.mark.rule("CC-045", "CC-005")
@pytest.mark.parametrize(
    ("x", "forward", "until", "inside"),
    [
        (500, 200, (1, 1), -1),
        (500, 350, (1, 1), -1),
        (500, 351, (1, 1), 1),
        (500, 900, (1, 1), 550),
        (500, 1500, (1, 1), 800),
        (500, 1500, (1, 2), 400),
        (500, 1500, (1, 5), -1),
        (1200, 100, (1, 1), 100),
        (1600, 300, (1, 1), 50),
        (1650, 300, (1, 1), -1),
        (1200, 900, (0, 1), -1),
    ],
)
def test_the_inches_within_rough_ground_are_those_of_the_way_ahead(
    x: int, forward: int, until: tuple[int, int], inside: int
) -> None:
    mud = shape_of([(100 * x, 100 * y) for x, y in MUD[1]])
    assert distances_inside((x, 1500), 0, (forward, 0), forward, until=until, shapes=[mud]) == [inside]


@pytest.mark.rule("CC-045")
def test_the_least_way_within_rough_ground_counts() -> None:
    speck = shape_of([(1000, 1000), (1001, 1000), (1001, 1001), (1000, 1001)])
    assert distances_inside((1000, 1000), 0, (1, 0), 1, until=(1, 1), shapes=[speck]) == [1]


@pytest.mark.rule("CC-045")
def test_sideways_inches_are_not_counted() -> None:
    mud = shape_of([(100 * x, 100 * y) for x, y in MUD[1]])
    assert distances_inside(
        (500, 1500), 0, (900, 200), 900, until=(1, 1), shapes=[mud, counter_shape(4000, 4000)]
    ) == [
        550,
        -1,
    ]


@pytest.mark.rule("CC-082")
def test_a_counter_is_as_wide_as_its_base_of_forty_millimeters() -> None:
    shape = counter_shape(1000, 2000)
    assert shape.box == (921, 1921, 1079, 2079)
    assert COUNTER == ((79, -33), (79, 33), (33, 79), (-33, 79), (-79, 33), (-79, -33), (-33, -79), (33, -79))
