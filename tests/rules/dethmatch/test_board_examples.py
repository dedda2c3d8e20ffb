"""Rules of Dethmatch tried in a few lines each: a turn, a shot, a collision and a driving check."""

from __future__ import annotations

import pytest

from tests.rules.dethmatch.boards import Board, Car, open_field


@pytest.mark.rule("DM-M-055", "DM-M-065")
def test_a_slow_car_turns_for_one_point_of_handling() -> None:
    board = Board(Car("a", speed=1))
    goal = board.place("left ahead of a")
    board.drive("a", "TL")
    assert (board.place("a"), board.car("a").facing, board.car("a").handling) == (goal, 5, 2)


@pytest.mark.rule("DM-M-097")
@pytest.mark.parametrize(("faces", "kinds"), [([4, 1], ["fire", "hit", "damage"]), ([5], ["fire", "miss"])])
def test_a_gunnery_of_three_hits_on_four_at_short_range(faces: list[int], kinds: list[str]) -> None:
    board = Board("a> . . b>", Car("a", guns={"front": "machinegun"}), faces=faces)
    board.fire("a", "b")
    assert (board.kinds(), board.all_thrown()) == (kinds, True)


@pytest.mark.rule("DM-M-082")
def test_a_car_that_runs_into_anothers_rear_loses_a_point_of_speed() -> None:
    board = Board("a> b>", Car("a", speed=2), faces=[3, 3, 1, 1])
    board.drive("a", "F")
    (collision,) = board.entries_of("collision")
    assert (collision.more["type"], collision.more["passed"]) == ("rear_end", [True, True])
    assert (board.car("a").speed, board.car("b").speed) == (1, 0)


@pytest.mark.rule("DM-M-058")
@pytest.mark.parametrize(("face", "handling"), [(3, 2), (4, 1)])
def test_a_turn_on_gravel_is_a_driving_check_for_a_further_point(face: int, handling: int) -> None:
    board = Board(Car("a", speed=1), track=open_field(surface="gravel"), faces=[face])
    board.drive("a", "TL")
    assert board.car("a").handling == handling
