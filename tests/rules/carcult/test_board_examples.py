"""Rules of skirmishes tried in a few lines each: a move, an attack, a collision and a down shift."""

from __future__ import annotations

import pytest

from rules.carcult.play.activation import shift
from tests.rules.carcult.boards import Board, Car


@pytest.mark.rule("CC-034")
def test_a_car_moves_straight_ahead() -> None:
    board = Board(Car("a1", heading=90, tracks={"engine": "..SS."}))
    goal = board.place("9 ahead of a1")
    board.drive("a1", 9)
    assert board.place("a1") == goal


@pytest.mark.rule("CC-054", "CC-060", "CC-061")
@pytest.mark.parametrize(("face", "engine"), [(4, "...DD"), (3, ".....")])
def test_a_cannon_that_hits_does_two_damage(face: int, engine: str) -> None:
    gun = Car("a1", cards=("cannon",), tracks={"cannon": "SS"})
    board = Board(gun, Car("b1", at="8 ahead of a1"), faces=[face])
    board.fire("a1", "b1", weapon="cannon")
    assert board.tracks("b1")["engine"] == engine


@pytest.mark.rule("CC-046", "CC-047")
def test_a_collision_hurts_both_by_the_inches_that_were_not_driven() -> None:
    board = Board(Car("a1", tracks={"engine": "..SS."}), Car("b1", at="10 ahead of a1"))
    board.drive("a1", 10)
    assert board.place("a1") == board.place("3 behind b1")
    assert (board.tracks("a1")["engine"], board.tracks("b1")["engine"]) == ("...DD", "...DD")


@pytest.mark.rule("CC-041")
@pytest.mark.parametrize(("face", "engine"), [(10, "SS..."), (9, "SS..D")])
def test_a_second_token_may_hurt_the_engine_that_shifts_down(face: int, engine: str) -> None:
    board = Board(Car("a1", tracks={"engine": "SSSS."}), faces=[10, face])
    board.run(shift(board, board.car(), 2))
    assert board.tracks()["engine"] == engine
