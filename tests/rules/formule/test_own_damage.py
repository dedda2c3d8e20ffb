"""Damage a car does to itself: one spin for the last tire, and no credit for its own collision."""

from __future__ import annotations

from typing import Any

import pytest

from rules.formule.match.match import Match
from rules.formule.match.orders import DriveOrder
from rules.formule.movement import deliberate_collisions
from tests.rules.formule.boards import Put, board, car, driven, entries, marker


def alone(row: int, gear: int, *, laps: int = 0, **state: Any) -> Match:
    return board(Put("a", row=row, gear=gear, state=state), laps=laps)


@pytest.mark.rule("FW-063", "FW-118")
def test_a_mine_that_takes_the_last_tire_by_its_damage_spins_the_car_once() -> None:
    play = board(Put("a", row=10, gear=4, state={"tires": 5}), Put("c", row=60))
    play.state.markers = [marker("mines", 11, owner="c")]
    driven(play, "a", 3, DriveOrder(path=(1, 1, 1)), drive=[1, 6, 1, 12])  # 4 tires; 1 damage, to the last one
    assert (car(play).tires, car(play).spun, car(play).spins) == (0, True, 1)
    assert len(entries(play, "spin")) == 1


@pytest.mark.rule("FW-153")
@pytest.mark.parametrize(
    ("row", "lane", "gears", "faces"),
    [
        (11, 1, (3, 1), [20, 4, 14, 2]),  # from behind: 1 point to the attacker, which is slowed
        (10, 2, (5, 1), [20, 2, 2, 14, 14, 20]),
    ],
)
def test_what_a_car_takes_of_its_own_collision_is_to_nobodys_credit(
    row: int, lane: int, gears: tuple[int, int], faces: list[int]
) -> None:
    play = board(
        Put("a", row=10, gear=gears[0], state={"body": 9}),
        Put("b", row=row, lane=lane, gear=gears[1], state={"armor": 50}),
        faces=faces,
    )
    deliberate_collisions.attempt(play, car(play), car(play, "b"), left=9)
    assert car(play).struck.get("body", 0) > 0
    assert (car(play, "b").criticals, car(play, "b").friendly_criticals, car(play).criticals) == (0, 0, 0)
