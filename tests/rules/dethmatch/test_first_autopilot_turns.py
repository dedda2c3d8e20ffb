"""Turns in the autopilot's search: to the left as well as to the right, and the straight driven after them."""

from __future__ import annotations

import pytest

from rules.dethmatch.first_autopilot.distance_fields import CircuitField
from rules.dethmatch.first_autopilot.path_search import BestPath
from rules.dethmatch.ground.hexes import SIDES
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.first_autopilot_boards import search


@pytest.mark.rule("DM-M-143", "DM-M-055")
@pytest.mark.parametrize(("step", "at", "facing"), [("TL", (1, -1), 5), ("TR", (0, 1), 1)])
def test_a_clean_path_turns_to_either_side(step: str, at: tuple[int, int], facing: int) -> None:
    play = Board(Car("car", speed=3))
    remaining = [0] * (SIDES * play.track.size)
    remaining[SIDES * play.track.index[at] + facing] = 100 - 3  # a hex, and the turn in that direction
    clean_path = search(play, CircuitField(left=remaining, lap=100, turn=2)).clean(1)
    assert clean_path == BestPath(path=(step,), score=216, crash=0)


@pytest.mark.rule("DM-M-143", "DM-M-055", "DM-M-058")
@pytest.mark.parametrize(("step", "straight"), [(0, 1), (1, 0), (2, 0), (3, 1), (4, 1)])
def test_each_hex_forward_or_after_a_turn_is_one_of_the_straight(step: int, straight: int) -> None:
    path_search = search(Board(Car("car", speed=6, settled=False, straight=0)))
    assert path_search.after(path_search.start, step).straight == straight
