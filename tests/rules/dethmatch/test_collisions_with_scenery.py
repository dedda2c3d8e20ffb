"""Cars that run into immovable things."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.dethmatch.match.state import CarStatus
from rules.dethmatch.movement.collisions import collide, is_fought
from tests.rules.dethmatch.boards import Board, Car, open_field
from tests.rules.dethmatch.collisions import STURDY, meeting


@pytest.mark.rule("DM-M-079", "DM-M-081", "DM-M-082", "DM-M-083", "DM-M-090")
@pytest.mark.parametrize("what", ["tall", "wreck", "edge"])
def test_scenery_is_a_t_bone_against_something_that_passed_and_takes_nothing(what: str) -> None:
    tall = {(1, 0): {"impassable": True}} if what == "tall" else {}
    cars = [Car("mover", speed=6, design=STURDY)]
    if what == "wreck":
        cars.append(Car("hulk", at=(1, 0), status=CarStatus.WRECK))
    if what == "edge":
        cars = [Car("mover", at=(10, 0), speed=6, design=STURDY, facing=5)]
    play = Board(*cars, faces=[2, 2, 1], track=open_field(special=tall))
    mover = play.state.cars["mover"]
    collide(play, mover, mover.facing)
    collision = play.log.entries[0]
    assert collision.more == {
        "target": "hulk" if what == "wreck" else "wall",
        "type": "t_bone",
        "speed": 6,
        "direction": mover.facing,
        "needed": [2],
        "passed": [True],
        "checked": [True],
        "lost": [1],
    }
    assert (mover.speed, mover.quota[0], mover.handling, mover.damage) == (5, 5, 2, 1)
    assert "hulk" not in [entry.car for entry in play.log.entries]
    assert mover.crashed is False


@pytest.mark.rule("DM-M-138")
@pytest.mark.parametrize(("edition", "what", "fought"), [
    (3, "foe", True), (3, "mate", False), (3, "wreck", False), (3, "wall", False),
    (2, "mate", True), (2, "wreck", True), (2, "wall", True),
])  # fmt: skip
def test_only_who_runs_into_an_enemy_car_has_fought_and_by_earlier_editions_into_anything(
    edition: int, what: str, fought: bool
) -> None:
    other = Car(
        "other",
        at=(1, 0),
        team="ours" if what == "mate" else "theirs",
        status=CarStatus.WRECK if what == "wreck" else CarStatus.RUNNING,
    )
    play = Board(Car("mover", speed=1, team="ours"), other)
    play.setup = replace(play.setup, edition=edition)
    assert is_fought(play, play.car("mover"), None if what == "wall" else play.car("other")) is fought


@pytest.mark.rule("DM-M-138")
def test_whoever_runs_into_another_has_collided_and_who_is_hit_has_not() -> None:
    _, mover, target = meeting("t_bone", faces=[1] * 6)
    assert (mover.crashed, target.crashed) == (True, False)
