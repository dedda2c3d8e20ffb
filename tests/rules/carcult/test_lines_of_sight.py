"""Lines of sight and their length (CC-003, CC-004, CC-052)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.carcult.combat.lines_of_sight import (
    _marks,
    closest_parts,
    other_shapes,
    shape_of_car,
    squared_clear_line,
    squared_sight_line,
)
from rules.carcult.ground.geometry import car_shape, shape_of
from rules.carcult.ground.table import Point
from tests.rules.carcult.boards import Board, Car, mine


def facing(
    *between: Car, terrain: Sequence[tuple[str, Sequence[Point]]] = (), switches: dict[str, bool] | None = None
) -> Board:
    """Two cars ten inches apart in one line, one behind the other."""
    return Board(Car(at=(1000, 2400)), Car(id="b1", at=(2300, 2400)), *between, terrain=terrain, switches=switches)


def line(play: Board) -> int | None:
    squared = squared_sight_line(play, play.car(), play.car("b1"))
    assert squared == squared_sight_line(play, play.car("b1"), play.car())
    return squared


@pytest.mark.rule("CC-003")
def test_an_open_line_is_measured_between_the_closest_parts() -> None:
    assert line(facing()) == 1000 * 1000


@pytest.mark.rule("CC-004")
@pytest.mark.parametrize("kind", ["blocking", "rough"])
def test_blocking_terrain_interrupts_a_line_and_rough_ground_does_not(kind: str) -> None:
    wall = [(kind, [(16, 20), (17, 20), (17, 28), (16, 28)])]
    assert line(facing(terrain=wall)) == (None if kind == "blocking" else 1000 * 1000)


@pytest.mark.rule("CC-003", "CC-004")
def test_past_a_corner_the_shortest_clear_line_is_the_range() -> None:
    wall = [("blocking", [(12, 20), (22, 20), (22, 24), (12, 24)])]
    assert line(facing(terrain=wall)) == 1000 * 1000
    reaching = [("blocking", [(15, 20), (19, 20), (19, 25), (15, 25)])]
    assert line(facing(terrain=reaching)) is None
    half = Board(
        Car(at=(1000, 2400), heading=90), Car(id="b1", at=(2300, 2400), heading=90),
        terrain=[("blocking", [(15, 20), (19, 20), (19, 25), (15, 25)])],
    )  # fmt: skip
    assert line(half) == (2300 - 1000 - 126) ** 2
    slanting = Board(
        Car(at=(1000, 2400), heading=90), Car(id="b1", at=(2300, 2400), heading=0),
        terrain=[("blocking", [(12, 20), (13, 20), (13, 25), (12, 25)])],
    )  # fmt: skip
    assert line(slanting) == (2150 - 1063) ** 2 + (2463 - 2550) ** 2


@pytest.mark.rule("CC-004")
def test_a_car_between_interrupts_a_line_and_one_that_is_gone_does_not() -> None:
    play = facing(Car(id="c1", at=(1650, 2400), heading=90))
    assert line(play) is None
    play.car("c1").status = "exploded"
    assert line(play) == 1000 * 1000


@pytest.mark.rule("CC-004")
@pytest.mark.switch("carcult.cars_block_los", False)
def test_by_house_rule_lines_pass_over_cars() -> None:
    play = facing(Car(id="c1", at=(1650, 2400), heading=90), switches={"carcult.cars_block_los": False})
    assert line(play) == 1000 * 1000


@pytest.mark.rule("CC-004")
def test_neither_of_the_two_cars_interrupts_the_line_between_them() -> None:
    play = Board(Car(at=(1000, 2400)), Car(id="b1", at=(1200, 2400)))
    assert line(play) == 0


@pytest.mark.rule("CC-004")
def test_mines_and_counters_interrupt_nothing() -> None:
    play = facing()
    play.state.markers.extend([mine(1650, 2400), mine(1700, 2400, id=2, kind="oil")])
    assert line(play) == 1000 * 1000


@pytest.mark.rule("CC-003", "CC-004")
def test_lines_are_drawn_from_corners_and_the_middles_of_sides() -> None:
    assert _marks([(0, 0), (300, 0), (300, 100), (0, 101)]) == [
        (0, 0), (300, 0), (300, 100), (0, 101), (0, 51), (150, 0), (300, 50), (150, 101)
    ]  # fmt: skip


@pytest.mark.rule("CC-003")
def test_the_closest_parts_of_two_cars_lie_on_their_outlines() -> None:
    play = Board(Car(at=(1000, 2400)), Car(id="b1", at=(2000, 3000), heading=45))
    start, end = closest_parts(shape_of_car(play.car()), shape_of_car(play.car("b1")))
    assert start == (1150, 2463)
    assert end in shape_of_car(play.car("b1")).corners
    assert [id for id, _ in other_shapes(play, "a1")] == ["b1"]


@pytest.mark.rule("CC-003", "CC-052")
def test_of_lines_longer_than_is_asked_for_there_is_none() -> None:
    near_car, far_car = car_shape(1000, 2400, 0), car_shape(2300, 2400, 0)
    assert squared_clear_line(near_car, far_car, [], 1000 * 1000) == 1000 * 1000
    assert squared_clear_line(near_car, far_car, [], 1000 * 1000 - 1) is None
    near_car, far_car = car_shape(1000, 2400, 90), car_shape(2300, 2400, 90)
    wall, length = shape_of([(1500, 2000), (1900, 2000), (1900, 2500), (1500, 2500)]), (2300 - 1000 - 126) ** 2
    assert squared_clear_line(near_car, far_car, [wall], length) == length
    assert squared_clear_line(near_car, far_car, [wall], length - 1) is None
    far_car, length = car_shape(2300, 2400, 0), (2150 - 1063) ** 2 + (2463 - 2550) ** 2
    wall = shape_of([(1200, 2000), (1300, 2000), (1300, 2500), (1200, 2500)])
    assert squared_clear_line(near_car, far_car, [wall], length) == length
    assert squared_clear_line(near_car, far_car, [wall], length - 1) is None


@pytest.mark.rule("CC-004")
@pytest.mark.parametrize(
    ("near", "far", "clear"), [(-89, 89, False), (-300, 300, False), (89, 289, True), (-289, -89, True)]
)
def test_what_lies_beside_two_cars_on_a_slope_interrupts_no_line(near: int, far: int, clear: bool) -> None:
    """A wall along the slope, from `near` to `far` to one side of the line between the cars' centers."""
    near_car, far_car = car_shape(1000, 1000, 45), car_shape(2000, 2000, 45)
    corners = [(1400 + near, 1400), (1600 + near, 1600), (1600 + far, 1600), (1400 + far, 1400)]
    unobstructed = squared_clear_line(near_car, far_car, [])
    assert unobstructed is not None
    assert squared_clear_line(near_car, far_car, [shape_of(corners)]) == (unobstructed if clear else None)
