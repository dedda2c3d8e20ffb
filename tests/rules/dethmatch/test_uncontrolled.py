"""Cars without a driver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.dethmatch.driving.speed import slow
from rules.dethmatch.driving.uncontrolled import come_to_rest, roll_on, veer
from rules.dethmatch.match.state import CarState, CarStatus, Control
from rules.dethmatch.movement.forced_steps import forced_step, make_forced_step
from tests.rules.dethmatch.boards import Board, Car, open_field


def driverless(
    *, faces: Sequence[int] = (), speed: int = 5, switches: Any = None, special: Any = None, **sheet: Any
) -> tuple[Board, CarState]:
    """A car at (0, 0) facing 0 whose driver has just gone out of action."""
    play = Board(Car("a", speed=speed, **sheet), faces=faces, switches=switches, track=open_field(special=special))
    play.state.crew["a.driver"].out = True
    return play, play.state.cars["a"]


@pytest.mark.rule("DM-M-092")
@pytest.mark.parametrize(
    ("control", "owed"),
    [("ok", []), ("minor_skid", ["DR"]), ("fishtail", ["DR", "TL"]), ("major_skid", [])],
)
def test_a_moving_car_without_a_driver_rolls_straight_on(control: str, owed: list[str]) -> None:
    play, car = driverless(control=Control(control), way=1, owed=owed, options=2)
    roll_on(play, car)
    assert (car.control, car.way, car.owed, car.options) == (Control.UNCONTROLLED, 0, [], 0)
    assert car.status is CarStatus.RUNNING
    assert forced_step(play, car) == ("F",)
    make_forced_step(play, car)
    assert (play.track.hexes[car.at], car.facing) == ((1, 0), 0)


@pytest.mark.rule("DM-M-080", "DM-M-092")
@pytest.mark.parametrize(("control", "aligns"), [("spin", False), ("ok", True)])
def test_out_of_a_spin_it_rolls_on_along_its_travel(control: str, aligns: bool) -> None:
    play, car = driverless(control=Control(control), way=1, facing=4, travel=1, aligns=aligns)
    roll_on(play, car)
    assert (car.control, car.facing, car.aligns) == (Control.UNCONTROLLED, 1, False)


@pytest.mark.rule("DM-M-075", "DM-M-092")
def test_a_car_that_rolls_over_goes_on_rolling_over() -> None:
    play, car = driverless(control=Control.ROLLOVER, way=1)
    roll_on(play, car)
    assert (car.control, forced_step(play, car)) == (Control.ROLLOVER, ("DR",))
    veer(play, car)
    assert (car.owed, play.dice.log) == ([], [])


@pytest.mark.rule("DM-M-092", "DM-M-134")
@pytest.mark.parametrize(("status", "after"), [("running", "parked"), ("destroyed", "wreck")])
def test_at_speed_nothing_it_is_parked_or_a_wreck(status: str, after: str) -> None:
    play, car = driverless(control=Control.UNCONTROLLED, status=CarStatus(status))
    slow(play, car, 5, rule="DM-M-092", why="rolling on")
    assert (car.status, car.control) == (after, Control.OK)
    play, car = driverless(speed=0, status=CarStatus(status))
    roll_on(play, car)
    assert car.status == after


@pytest.mark.rule("DM-M-092")
def test_a_standing_car_with_a_driver_stays_as_it_is() -> None:
    play = Board(Car("a"))
    car = play.state.cars["a"]
    come_to_rest(play, car)
    assert (car.status, play.log.entries) == (CarStatus.RUNNING, [])


@pytest.mark.rule("DM-M-092")
@pytest.mark.parametrize(
    ("face", "owed", "at", "facing"),
    [
        (1, ["TL"], (1, -1), 5),
        (2, ["DL"], (1, -1), 0),
        (3, [], (1, 0), 0),
        (4, [], (1, 0), 0),
        (5, ["DR"], (0, 1), 0),
        (6, ["TR"], (0, 1), 1),
    ],
)
def test_on_bad_ground_the_die_says_how_the_next_point_is_spent(
    face: int, owed: list[str], at: tuple[int, int], facing: int
) -> None:
    play, car = driverless(faces=[face], control=Control.UNCONTROLLED)
    veer(play, car)
    assert car.owed == owed
    make_forced_step(play, car)
    assert (play.track.hexes[car.at], car.facing, car.owed) == (at, facing, [])
    assert forced_step(play, car) == ("F",)


@pytest.mark.rule("DM-M-092")
def test_by_house_rule_the_faces_mean_something_else() -> None:
    for face, step in enumerate(["F", "TR", "DR", "DL", "TL", "F"], start=1):
        play, car = driverless(
            faces=[face], control=Control.UNCONTROLLED, switches={"dethmatch.veer_table": "F TR DR DL TL F"}
        )
        veer(play, car)
        assert car.owed == ([] if step == "F" else [step])


@pytest.mark.rule("DM-M-092")
def test_it_veers_from_hex_to_hex_of_bad_ground_and_rolls_on_straight_after_it() -> None:
    special = {(1, 0): {"surface": "mud"}, (1, 1): {"surface": "mud"}}
    play, car = driverless(faces=[5, 3], control=Control.UNCONTROLLED, special=special)
    steps = []
    for _ in range(3):
        steps.append(forced_step(play, car))
        make_forced_step(play, car)
    assert steps == [("F",), ("DR",), ("F",)]
    assert play.track.hexes[car.at] == (2, 1)


@pytest.mark.rule("DM-M-079", "DM-M-092")
def test_it_fails_its_check_before_a_wall_without_a_die() -> None:
    play, car = driverless(faces=[1, 6], control=Control.UNCONTROLLED, special={(1, 0): {"impassable": True}})
    make_forced_step(play, car)
    assert (play.track.hexes[car.at], car.facing, car.speed) == ((0, 1), 1, 4)
