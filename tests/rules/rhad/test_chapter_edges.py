"""Rules of two chapters that meet: old criticals, ends with four tires, stopped spins, points held in a skid, first
speeds.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.rhad import engine
from rules.rhad.designs.design import Tire
from rules.rhad.log.story import narrate
from rules.rhad.match.orders import STRAIGHT_ON
from rules.rhad.match.state import ControlLoss
from rules.rhad.movement.loss_of_control import check_control
from rules.rhad.movement.moves import move
from rules.rhad.play.result import result_of
from tests.rules.rhad.boards import PLAIN, SPIN, Board, Car


@pytest.mark.rule("RH-091", "RH-094")
def test_a_weapon_that_an_old_critical_took_costs_no_item() -> None:
    play = Board(Car("a", criticals=1, items=("gun-1",)), by_path={"old/a": [7]}, begun=False)
    assert play.car().guns[0].dp == 0
    car_result = result_of(play, play.car())
    assert (car_result.criticals, car_result.lost) == (1, [])


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
    play = Board(Car("a", speed=60, design=replace(PLAIN, tires=tires), **figures), faces=[4])
    check_control(play, play.car())
    assert play.car().result.startswith("minor_")
    assert play.car().tires == after


@pytest.mark.rule("RH-004", "RH-064")
@pytest.mark.parametrize(("spin", "swung", "facing"), [(-1, 0, 8), (-1, 1, 8), (1, -1, 4)])
def test_a_spin_that_is_stopped_at_a_corner_goes_on_to_the_next_side_in_its_direction(
    spin: int, swung: int, facing: int
) -> None:
    figures = {"pending": SPIN, "spin": spin, "rolls_left": 4, "swung": swung}
    play = Board(Car("a", at=(20, 0), speed=60, **figures), faces=[1] * 7)
    move(play, play.car(), STRAIGHT_ON)
    sheet = play.car()
    assert (sheet.speed, sheet.pending, sheet.facing) == (0, ControlLoss.NONE, facing)


@pytest.mark.rule("RH-085")
def test_a_story_tells_the_speeds_that_cars_start_with() -> None:
    slow = replace(PLAIN, max_speed=20)
    play = Board(Car("a", design=slow), Car("b", at=(9, 0)), begun=False)
    engine.step(play)
    assert narrate(play)[1:3] == ["", "Round 1 (Speeds: a 20, b 30)"]
