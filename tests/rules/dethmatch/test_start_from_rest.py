"""Cars that start from rest."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.match.state import CarStatus, Control
from rules.dethmatch.movement.shuffle_moves import shuffle
from tests.rules.dethmatch.motion import BEHIND, EDGE_BEHIND, HERE, TWO_BEHIND, on_the_road

HELD = {"dethmatch.shuffle_at_rest": False}


@pytest.mark.rule("DM-M-049")
@pytest.mark.parametrize(
    ("facing", "way", "turned"), [(0, "left", 5), (0, "right", 1), (5, "right", 0), (3, "left", 2)]
)
def test_a_standing_car_turns_one_hex_side_for_nothing(facing: int, way: str, turned: int) -> None:
    play, car = on_the_road(speed=0, handling=0, facing=facing, surface="ice")
    shuffle(play, car, way)
    assert (car.facing, car.handling, play.place(car.id), play.dice.log) == (turned, 0, HERE, [])


@pytest.mark.rule("DM-M-049")
def test_it_may_turn_in_every_phase() -> None:
    play, car = on_the_road(speed=0)
    for phase in (1, 2, 3):
        play.state.moment.phase = phase
        shuffle(play, car, "right")
    assert car.facing == 3


@pytest.mark.rule("DM-M-049")
def test_it_backs_up_once_a_turn() -> None:
    play, car = on_the_road(speed=0, surface="mud")
    shuffle(play, car, "back")
    assert (play.place(car.id), car.facing, car.handling, play.dice.log) == (BEHIND, 0, 3, [])
    assert play.kinds() == ["move"]
    shuffle(play, car, "back")
    assert play.place(car.id) == BEHIND
    assert "next turn" in play.entries_of("order_lapsed")[0].more["why"]
    shuffle(play, car, "left")
    assert car.facing == 5
    play.state.moment.turn = 2
    shuffle(play, car, "right")
    shuffle(play, car, "back")
    assert play.place(car.id) == TWO_BEHIND


@pytest.mark.rule("DM-M-049")
@pytest.mark.parametrize("way", ["car", "rock", "edge"])
def test_it_backs_up_into_a_free_hex_only(way: str) -> None:
    ground = {BEHIND: {"impassable": True}} if way == "rock" else {}
    play, car = on_the_road(speed=0, ground=ground, others={"b": BEHIND} if way == "car" else {})
    if way == "edge":
        car.at = play.hex_at(EDGE_BEHIND)
    place_before = car.at
    shuffle(play, car, "back")
    assert (car.at, car.shuffled) == (place_before, -1)
    assert "not free" in play.entries_of("order_lapsed")[0].more["why"]


@pytest.mark.rule("DM-M-049")
@pytest.mark.parametrize(
    "sheet",
    [
        {"speed": 1},
        {"speed": 0, "control": Control.UNCONTROLLED},
        {"speed": 0, "status": CarStatus.PARKED},
        {"speed": 0, "broken": True},
    ],
)
def test_only_a_car_standing_under_control_shuffles(sheet: dict[str, Any]) -> None:
    play, car = on_the_road(**sheet)
    shuffle(play, car, "left")
    assert car.facing == 0
    assert "under control" in play.entries_of("order_lapsed")[0].more["why"]


@pytest.mark.rule("DM-M-049")
def test_nobody_shuffles_where_the_house_forbids_it() -> None:
    play, car = on_the_road(speed=0, switches=HELD)
    shuffle(play, car, "left")
    assert (car.facing, len(play.entries_of("order_lapsed"))) == (0, 1)
