"""Rules of RHAD tried in a few lines each: a move, an attack, a ram and a handling check."""

from __future__ import annotations

import pytest

from rules.rhad.movement.loss_of_control import check_control
from tests.rules.rhad.boards import Board, Car


@pytest.mark.rule("RH-012", "RH-024")
def test_a_steep_drift_is_a_lane_aside_for_three_points_of_handling() -> None:
    board = Board("a>", Car("a", speed=50))
    goal = board.place("left ahead of a")
    board.drive("a", "steep_drift_left")
    assert (board.place("a"), board.car("a").hc) == (goal, 1)


@pytest.mark.rule("RH-032", "RH-085")
@pytest.mark.parametrize(("faces", "back", "hc"), [([1, 3, 2, 5], 13, 2), ([1, 2], 20, 4)])
def test_a_hit_of_seven_points_costs_two_of_handling(faces: list[int], back: int, hc: int) -> None:
    board = Board("a> . . . b>", faces=faces)
    board.fire("a", "b")
    assert (board.car("b").armor["back"], board.car("b").hc) == (back, hc)


@pytest.mark.rule("RH-075", "RH-085")
def test_a_ram_from_behind_strikes_both_and_slows_the_striker() -> None:
    board = Board("a> b>", Car("a", speed=50), Car("b", speed=30), faces=[4, 3])
    board.drive("a")
    assert (board.car("a").speed, board.car("b").speed) == (30, 30)
    assert (board.car("a").armor["front"], board.car("b").armor["back"]) == (16, 17)


@pytest.mark.rule("RH-036")
@pytest.mark.parametrize(("hc", "faces", "controlled"), [(1, [], True), (0, [4], False)])
def test_a_car_whose_handling_is_gone_throws_for_a_crash(hc: int, faces: list[int], controlled: bool) -> None:
    board = Board(Car("a", speed=65, hc=hc), faces=faces)
    check_control(board, board.car())
    assert (board.entries_of("check")[0].more["controlled"], board.all_thrown()) == (controlled, True)
