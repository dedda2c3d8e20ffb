"""Rules of races tried in a few lines each: a move, a shot, a contact and a throw for debris."""

from __future__ import annotations

import pytest

from tests.rules.formule.boards import Board, Car


@pytest.mark.rule("FW-107")
def test_a_car_drives_as_many_squares_as_it_rolled() -> None:
    board = Board("a . . . X")
    board.drive("a", 4)
    assert board.place("a") == board.place("X")


@pytest.mark.rule("FW-033", "FW-050")
@pytest.mark.parametrize(("face", "armor"), [(12, 1), (11, 5)])
def test_a_cannon_hits_on_twelve_and_takes_four_points(face: int, armor: int) -> None:
    board = Board("a . . . . b", Car("a", weapons=[("cannon", "front")], roll=1), Car("b", armor=5), faces=[face])
    board.fire("a", "b")
    assert board.car("b").armor == armor


@pytest.mark.rule("FW-124")
def test_a_one_after_a_move_next_to_another_car_leaves_debris() -> None:
    board = Board("a . b", faces=[1, 2])
    board.drive("a", 1)
    assert (board.car("a").body, board.car("b").body) == (2, 3)
    assert board.state.debris == [board.place("a")]


@pytest.mark.rule("FW-125")
@pytest.mark.parametrize(("face", "left"), [(4, 1), (5, 2)])
def test_debris_on_the_way_costs_road_holding_on_four_or_less(face: int, left: int) -> None:
    board = Board("a . D", faces=[face])
    board.state.debris.append(board.place("D"))
    board.drive("a", 3)
    assert board.car("a").road_holding == left
