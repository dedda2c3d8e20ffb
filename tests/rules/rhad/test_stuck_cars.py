"""Cars that can no longer accelerate: their orders, how they roll out, and when they are out of the duel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.rhad import engine
from rules.rhad.car.kills import update_kill_status
from rules.rhad.match.orders import SpeedOrder
from rules.rhad.match.state import CarStatus
from rules.rhad.movement.loss_of_control import check_control
from tests.rules.rhad.boards import GUN, PLAIN, Board, Car

EMPTY = replace(PLAIN, weapons=(replace(GUN, shots=1),))


@pytest.mark.rule("RH-090")
def test_a_stuck_car_that_is_braked_to_a_stand_and_cannot_fire_is_finished_by_the_end_of_the_round() -> None:
    cars = (Car("a", design=EMPTY), Car("b", at=(9, 0)), Car("c", at=(0, 9)))
    play = Board(*cars, orders={"a": SpeedOrder(to=0)}, begun=False)
    sheet = play.car()
    sheet.speed, sheet.power_plant, sheet.guns[0].shots = 20, 0, 0
    update_kill_status(play, sheet)
    assert sheet.status is CarStatus.MOBILITY_KILL
    while sheet.speed:
        engine.step(play)
    while not play.log.digests:
        engine.step(play)
    assert sheet.status is CarStatus.COMPLETE_KILL
    assert [entry.car for entry in play.entries_of("check")] == ["b", "c"]


@pytest.mark.rule("RH-090")
def test_a_stuck_car_that_owed_speed_brings_to_a_stand_is_finished_too() -> None:
    play = Board(
        Car("a", speed=5, power_plant=0, owed=5), Car("b", at=(9, 0)),
        switches={"rhad.crash_decel": "after_each_step"},
    )  # fmt: skip
    play.car().guns[0].shots = 0
    update_kill_status(play, play.car())
    assert play.car().status is CarStatus.MOBILITY_KILL
    check_control(play, play.car())
    assert (play.car().speed, play.car().status) == (0, CarStatus.COMPLETE_KILL)


def without(missing: Mapping[str, Any], *, brake: int = 20, speed: int = 30) -> Board:
    """A round whose first step is the speed of a car with missing parts."""
    design = replace(PLAIN, brake=brake)
    play = Board(Car("a", design=design), Car("b", at=(9, 0)), begun=False)
    engine.step(play)
    play.car().speed = speed
    for name, value in missing.items():
        setattr(play.car(), name, value)
    return play


@pytest.mark.rule("RH-021")
@pytest.mark.parametrize("missing", [{"power_plant": 0}, {"tires": [0, 0, 8, 8]}])
def test_a_car_that_can_no_longer_accelerate_rolls_out(missing: dict[str, Any]) -> None:
    play = without(missing)
    question = engine.legal_orders(play)
    assert question is not None
    assert question.may["to"] == {"least": 10, "most": 25, "step": 5}
    engine.step(play, {})
    assert (play.car().speed, play.car().set_speed) == (25, 25)


@pytest.mark.rule("RH-021")
@pytest.mark.parametrize(("brake", "speed", "left"), [(5, 30, 25), (5, 5, 0), (20, 5, 0), (5, 0, 0)])
def test_where_there_is_nothing_to_choose_it_rolls_out_by_itself(brake: int, speed: int, left: int) -> None:
    play = without({"power_plant": 0}, brake=brake, speed=speed)
    assert engine.legal_orders(play) is None
    engine.step(play)
    assert (play.car().speed, play.car().set_speed) == (left, left)
    assert [entry.rule for entry in play.entries_of("speed", "a")] == ["RH-021"] * (speed > 0)


@pytest.mark.rule("RH-021")
def test_a_car_with_all_it_needs_keeps_its_speed() -> None:
    play = without({})
    engine.step(play, {})
    assert play.car().speed == 30
