"""What reading the rules against the engine has found: edges where chapters meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.core.dice import Dice
from rules.rhad import engine
from rules.rhad.car.kills import update_kill_status
from rules.rhad.designs.design import Tire
from rules.rhad.log.story import narrate
from rules.rhad.match.match import Match
from rules.rhad.match.orders import STRAIGHT_ON
from rules.rhad.match.state import CarStatus, ControlLoss
from rules.rhad.movement.loss_of_control import check_control
from rules.rhad.movement.moves import move
from rules.rhad.play.end_of_match import find_end_reason
from rules.rhad.play.result import result_of
from tests.rules.rhad.boards import GUN, PLAIN, SKID, SPIN, Put, Told, board, car, entries, setup_for

EMPTY = replace(PLAIN, weapons=(replace(GUN, shots=1),))


@pytest.mark.rule("RH-091", "RH-094")
def test_a_weapon_that_an_old_critical_took_costs_no_item() -> None:
    entered = setup_for(Put("a", criticals=1, items=("gun-1",)))
    play = engine.start(entered, Dice(loaded={"m1/h1/old/a": [7]}), Told())
    assert car(play).guns[0].dp == 0
    made = result_of(play, car(play))
    assert (made.criticals, made.lost) == (1, [])


@pytest.mark.rule("RH-090")
def test_a_stuck_car_that_is_braked_to_a_stand_and_cannot_fire_is_finished_by_the_end_of_the_round() -> None:
    setup = setup_for(Put("a", design=EMPTY), Put("b", at=(9, 0)), Put("c", at=(0, 9)))
    play = engine.start(setup, Dice(loaded={}), Told(speeds={"a": 0}))
    sheet = car(play)
    sheet.speed, sheet.power_plant, sheet.guns[0].shots = 20, 0, 0
    update_kill_status(play, sheet)
    assert sheet.status is CarStatus.MOBILITY_KILL
    while sheet.speed:
        engine.step(play)
    while not play.log.digests:
        engine.step(play)
    assert sheet.status is CarStatus.COMPLETE_KILL
    assert [entry.car for entry in entries(play, "check")] == ["b", "c"]


@pytest.mark.rule("RH-090")
def test_a_stuck_car_that_owed_speed_brings_to_a_stand_is_finished_too() -> None:
    play = board(
        Put("a", speed=5, sheet={"power_plant": 0, "owed": 5}), Put("b", at=(9, 0)),
        switches={"rhad.crash_decel": "after_each_step"},
    )  # fmt: skip
    car(play).guns[0].shots = 0
    update_kill_status(play, car(play))
    assert car(play).status is CarStatus.MOBILITY_KILL
    check_control(play, car(play))
    assert (car(play).speed, car(play).status) == (0, CarStatus.COMPLETE_KILL)


@pytest.mark.rule("RH-054", "RH-060")
@pytest.mark.parametrize(
    ("solid", "before", "after"),
    [
        (False, [8, 8, 8, 8, 8, 8], [7, 7, 8, 8, 8, 8]),
        (True, [8, 8, 8, 8, 8, 8], [8, 8, 7, 7, 8, 8]),
        (True, [8, 8, 0, 8, 8, 8], [8, 8, 0, 7, 7, 8]),
    ],
)
def test_where_two_tires_suffer_an_end_with_four_loses_points_on_two(
    *, solid: bool, before: list[int], after: list[int]
) -> None:
    tires = tuple(Tire(end=end, dp=8) for end in ("front", "front", "rear", "rear", "rear", "rear"))
    figures = {"hc": -1, "solid": solid, "tires": before}
    play = board(Put("a", speed=60, design=replace(PLAIN, tires=tires), sheet=figures), faces=[4])
    check_control(play, car(play))
    assert car(play).result.startswith("minor_")
    assert car(play).tires == after


@pytest.mark.rule("RH-004", "RH-064")
@pytest.mark.parametrize(("spin", "swung", "facing"), [(-1, 0, 8), (-1, 1, 8), (1, -1, 4)])
def test_a_spin_that_is_stopped_at_a_corner_goes_on_to_the_next_side_in_its_direction(
    spin: int, swung: int, facing: int
) -> None:
    figures = {"pending": SPIN, "spin": spin, "rolls_left": 4, "swung": swung}
    play = board(Put("a", at=(20, 0), speed=60, sheet=figures), faces=[1] * 7)
    move(play, car(play), STRAIGHT_ON)
    sheet = car(play)
    assert (sheet.speed, sheet.pending, sheet.facing) == (0, ControlLoss.NONE, facing)


@pytest.mark.rule("RH-089")
def test_eighty_points_are_held_in_a_skid_too_and_end_it_when_the_leader_has_control() -> None:
    play = board(
        Put("a", team="reds", sheet={"points": 80}), Put("c", team="blues", at=(9, 0)), turn=3,
    )  # fmt: skip
    assert [find_end_reason(play) for _ in range(3)] == [""] * 3
    car(play).pending = SKID
    assert [find_end_reason(play) for _ in range(3)] == [""] * 3
    car(play).pending = ControlLoss.NONE
    assert find_end_reason(play) == "score held"


# ---------------------------------------------------------------------------------------------- what cannot speed up


def without(missing: Mapping[str, Any], *, brake: int = 20, speed: int = 30) -> Match:
    """A round whose first step is the speed of a car that something is missing from."""
    design = replace(PLAIN, brake=brake)
    play = engine.start(setup_for(Put("a", design=design), Put("b", at=(9, 0))), Dice(loaded={}), Told())
    engine.step(play)
    car(play).speed = speed
    for name, value in missing.items():
        setattr(car(play), name, value)
    return play


@pytest.mark.rule("RH-021")
@pytest.mark.parametrize("missing", [{"power_plant": 0}, {"tires": [0, 0, 8, 8]}])
def test_a_car_that_can_no_longer_accelerate_rolls_out(missing: dict[str, Any]) -> None:
    play = without(missing)
    asked = engine.legal_orders(play)
    assert asked is not None
    assert asked.may["to"] == {"least": 10, "most": 25, "step": 5}
    engine.step(play, {})
    assert (car(play).speed, car(play).set_speed) == (25, 25)


@pytest.mark.rule("RH-021")
@pytest.mark.parametrize(("brake", "speed", "left"), [(5, 30, 25), (5, 5, 0), (20, 5, 0), (5, 0, 0)])
def test_where_there_is_nothing_to_choose_it_rolls_out_by_itself(brake: int, speed: int, left: int) -> None:
    play = without({"power_plant": 0}, brake=brake, speed=speed)
    assert engine.legal_orders(play) is None
    engine.step(play)
    assert (car(play).speed, car(play).set_speed) == (left, left)
    assert [entry.rule for entry in entries(play, "speed", "a")] == ["RH-021"] * (speed > 0)


@pytest.mark.rule("RH-021")
def test_a_car_with_all_it_needs_keeps_its_speed() -> None:
    play = without({})
    engine.step(play, {})
    assert car(play).speed == 30


@pytest.mark.rule("RH-085")
def test_a_story_tells_the_speeds_that_cars_start_with() -> None:
    slow = replace(PLAIN, max_speed=20)
    play = engine.start(setup_for(Put("a", design=slow), Put("b", at=(9, 0))), Dice(loaded={}), Told())
    engine.step(play)
    assert narrate(play)[1:3] == ["", "Round 1 (Speeds: a 20, b 30)"]
