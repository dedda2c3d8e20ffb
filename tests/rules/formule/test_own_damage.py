"""Damage a car does to itself: one spin for the last tire, and no credit for its own collision."""

from __future__ import annotations

from typing import Any

import pytest

from rules.formule.match.orders import DriveOrder
from rules.formule.movement import deliberate_collisions
from tests.rules.formule.boards import Board, Car, marker


def alone(row: int, gear: int, *, laps: int = 0, **state: Any) -> Board:
    return Board(Car("a", row=row, gear=gear, **state), laps=laps)


@pytest.mark.rule("FW-063", "FW-118")
def test_a_mine_that_takes_the_last_tire_by_its_damage_spins_the_car_once() -> None:
    play = Board(Car("a", row=10, gear=4, tires=5), Car("c", row=60))
    play.state.markers = [marker("mines", 11, owner="c")]
    play.drive("a", 3, DriveOrder(path=(1, 1, 1)), drive=[1, 6, 1, 12])  # 4 tires; 1 damage, to the last one
    assert (play.car().tires, play.car().spun, play.car().spins) == (0, True, 1)
    assert len(play.entries_of("spin")) == 1


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
    play = Board(
        Car("a", row=10, gear=gears[0], body=9),
        Car("b", row=row, lane=lane, gear=gears[1], armor=50),
        faces=faces,
    )
    deliberate_collisions.attempt(play, play.car(), play.car("b"), left=9)
    assert play.car().struck.get("body", 0) > 0
    assert (play.car("b").criticals, play.car("b").friendly_criticals, play.car().criticals) == (0, 0, 0)
