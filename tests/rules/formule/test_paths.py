"""The squares a car may drive to, and how far it gets."""

from __future__ import annotations

import pytest

from rules.formule.movement import paths
from rules.formule.movement.paths import PathState
from tests.rules.formule.boards import RING, Board, Car, ring

ARROWS = ring((30, 34, 1, 2), moves=">x^")
CLOSED = ring((30, 34, 1, 2), closed=[{"first": 20, "last": 25, "lane": 0}])


@pytest.mark.rule("FW-107")
@pytest.mark.parametrize(
    ("footing", "lanes"),
    [
        (PathState(10, 1), (1, 0, 2)),
        (PathState(10, 0), (0, 1)),
        (PathState(10, 2), (2, 1)),
        (PathState(10, 1, changes=1, left=0), (1, 2)),
        (PathState(10, 1, changes=1, left=2), (1, 0)),
        (PathState(10, 1, changes=2, left=0), (1,)),
        (PathState(79, 1), (1, 0, 2)),
    ],
)
def test_on_a_straight_a_move_changes_lane_twice_and_never_back(footing: PathState, lanes: tuple[int, ...]) -> None:
    assert paths.lanes_open(RING, footing) == lanes


@pytest.mark.rule("FW-108")
@pytest.mark.parametrize(
    ("footing", "lanes"),
    [
        (PathState(30, 0), (0, 1)),
        (PathState(30, 1), (1, 0, 2)),
        (PathState(30, 2), (2,)),
        (PathState(33, 1, changes=2, left=0), (1, 0, 2)),
    ],
)
def test_in_a_corner_the_arrows_say_where_to(footing: PathState, lanes: tuple[int, ...]) -> None:
    assert paths.lanes_open(ARROWS, footing) == lanes


@pytest.mark.rule("FW-108")
@pytest.mark.parametrize(("row", "lanes"), [(18, (0, 1)), (19, (1,))])
def test_no_lane_is_open_where_it_is_closed(row: int, lanes: tuple[int, ...]) -> None:
    assert paths.lanes_open(CLOSED, PathState(row, 0)) == lanes


@pytest.mark.rule("FW-110")
@pytest.mark.parametrize(
    ("row", "stops", "lanes"),
    [(33, 0, (1, 0, 2)), (34, 0, (1,)), (34, 1, (1, 0, 2)), (59, 1, (1,)), (59, 2, (1, 0, 2)), (77, 2, (1,))],
)
def test_whoever_leaves_a_corner_with_a_stop_missing_keeps_the_lane(
    row: int, stops: int, lanes: tuple[int, ...]
) -> None:
    assert paths.lanes_open(RING, PathState(row, 1, stops=stops)) == lanes


@pytest.mark.rule("FW-110")
def test_whoever_overshoots_keeps_the_lane_until_his_move_is_over() -> None:
    assert paths.lanes_open(RING, PathState(37, 1, overshoots=True)) == (1,)
    assert paths.lanes_open(CLOSED, PathState(19, 0, overshoots=True)) == ()


@pytest.mark.rule("FW-109")
@pytest.mark.parametrize(
    ("row", "stops", "missing"),
    [(29, 0, 0), (34, 0, 1), (34, 1, 0), (34, 2, 0), (33, 0, 0), (59, 0, 2), (59, 1, 1), (77, 0, 3), (77, 3, 0)],
)
def test_the_stops_missing_are_those_of_the_corner_that_is_left(row: int, stops: int, missing: int) -> None:
    assert paths.missing_stops(RING, PathState(row, 1, stops=stops)) == missing


@pytest.mark.rule("FW-107")
@pytest.mark.parametrize(
    ("footing", "lane", "then"),
    [
        (PathState(10, 1), 1, PathState(11, 1)),
        (PathState(10, 1), 2, PathState(11, 2, 1, 1)),
        (PathState(10, 2, 1, 1), 2, PathState(11, 2, 1, 1)),
        (PathState(32, 1, stops=1), 2, PathState(33, 2, stops=1)),
        (PathState(34, 1, stops=1), 1, PathState(35, 1)),
        (PathState(34, 1), 1, PathState(35, 1, overshoots=True)),
        (PathState(29, 1), 1, PathState(30, 1)),
        (PathState(37, 1, overshoots=True), 1, PathState(38, 1, overshoots=True)),
        (PathState(79, 0), 0, PathState(0, 0)),
    ],
)
def test_a_step_tells_what_the_next_one_must_know(footing: PathState, lane: int, then: PathState) -> None:
    assert paths.step(RING, footing, lane) == then


@pytest.mark.rule("FW-107", "FW-122")
@pytest.mark.parametrize(
    ("squares", "barred", "way"),
    [
        (4, set(), (1, 1, 1, 1)),
        (0, set(), ()),
        (3, {(12, 1)}, (1, 0, 0)),
        (3, {(11, 1), (11, 0)}, (2, 2, 2)),
        (3, {(12, 0), (12, 1), (12, 2)}, (1,)),
        (3, {(11, 0), (11, 1), (11, 2)}, ()),
        (4, {(11, 1), (12, 0), (13, 2)}, (2, 2)),
        (4, {(12, 1), (12, 2), (13, 0)}, (1, 0)),
        (4, {(11, 1), (13, 0), (11, 2)}, (0, 0)),
        (4, {(11, 1), (13, 0)}, (2, 2, 2, 2)),
    ],
)
def test_the_way_on_is_the_longest_and_straight_where_it_can_be(
    squares: int, barred: set[tuple[int, int]], way: tuple[int, ...]
) -> None:
    assert paths.longest_path(RING, PathState(10, 1), squares, barred) == way


@pytest.mark.rule("FW-107")
def test_the_other_cars_are_in_the_way_and_those_out_are_not() -> None:
    play = Board(Car("a"), Car("b", row=11), Car("c", row=12))
    play.state.cars["c"].status = "out"  # type: ignore[assignment]
    assert paths.occupied(play, play.car()) == {(11, 1)}


@pytest.mark.rule("FW-109", "FW-110")
def test_a_move_begins_with_the_stops_made_and_the_corner_overshot() -> None:
    play = Board(Car("a", row=31, stops=1, overshooting=1))
    assert paths.path_start(play.car()) == PathState(31, 1, 0, -1, 1, True)
    play.car().stops = play.car().overshooting = 0
    assert paths.path_start(play.car()) == PathState(31, 1, 0, -1, 0, False)
