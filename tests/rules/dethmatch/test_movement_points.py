"""Movement points and option points."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.driving.movement_points import apply_points_order, lose_points, option_checks, roll_points
from rules.dethmatch.match.orders import PhaseOrder, StandingOrder
from rules.dethmatch.match.state import CarStatus, Control
from tests.rules.dethmatch.motion import on_the_road

SPEND = PhaseOrder(remainder=True)
KEEP = PhaseOrder()
EXTRA = PhaseOrder(option="extra")
CANCEL = PhaseOrder(option="cancel")


@pytest.mark.rule("DM-M-001", "DM-M-004", "DM-M-050", "DM-M-051")
@pytest.mark.parametrize(
    ("speed", "face", "quota", "remainder"),
    [
        (1, 1, [0, 0, 0], 2),  # d2: 1 to 3 is 1
        (1, 3, [0, 0, 0], 2),
        (1, 4, [1, 1, 1], 0),
        (3, 3, [1, 1, 1], 1),
        (3, 6, [1, 1, 1], 2),
        (4, 2, [1, 1, 1], 2),  # d3: 1 and 2 are 1
        (4, 3, [2, 2, 2], 0),
        (6, 4, [2, 2, 2], 2),
        (6, 5, [3, 3, 3], 0),
        (7, 1, [2, 2, 2], 2),  # d6
        (7, 2, [3, 3, 3], 0),
        (7, 6, [4, 4, 4], 1),
        (12, 6, [6, 6, 6], 0),
    ],
)
def test_the_points_of_a_turn_are_speed_and_a_die_in_thirds(
    speed: int, face: int, quota: list[int], remainder: int
) -> None:
    play, car = on_the_road(faces=[face, 6], speed=speed, quota=[9, 9, 9], remainder=9, options=9)
    roll_points(play, car)
    assert (car.quota, car.remainder, car.options) == (quota, remainder, 0)


@pytest.mark.rule("DM-M-050", "DM-M-053")
def test_a_car_at_rest_gets_no_points_and_throws_no_die() -> None:
    play, car = on_the_road(speed=0, quota=[1, 1, 1], remainder=1, options=1)
    roll_points(play, car)
    assert (car.quota, car.remainder, car.options, play.dice.log) == ([0, 0, 0], 0, 0, [])


# ------------------------------------------------------------------------------------------------ option checks


@pytest.mark.rule("DM-M-053", "DM-M-113")
@pytest.mark.parametrize(
    ("matching", "talents", "checks"),
    [
        (False, (), 1),
        (True, (), 2),
        (False, ("autobahn",), 2),
        (True, ("autobahn",), 3),
        (False, ("autobahn", "autobahn"), 3),
    ],
)
def test_matching_tires_and_autobahn_bring_a_check_each(
    matching: bool, talents: tuple[str, ...], checks: int
) -> None:
    play, car = on_the_road(faces=[1] + [3] * checks, fit={"matches_road": matching}, talents=talents)
    roll_points(play, car)
    assert (car.options, play.all_thrown()) == (checks, True)


@pytest.mark.rule("DM-M-053")
def test_each_passed_check_is_one_point() -> None:
    play, car = on_the_road(faces=[1, 4, 3], fit={"matches_road": True})
    roll_points(play, car)
    assert car.options == 1
    assert [entry.more["passed"] for entry in play.entries_of("option")] == [False, True]


@pytest.mark.rule("DM-M-053", "DM-M-092")
@pytest.mark.parametrize(
    "sheet", [{"control": Control.MAJOR_SKID}, {"control": Control.UNCONTROLLED}, {"status": CarStatus.DESTROYED}]
)
def test_a_car_that_nobody_controls_moves_but_has_no_options(sheet: dict[str, Any]) -> None:
    play, car = on_the_road(faces=[3], **sheet)
    roll_points(play, car)
    assert (car.quota, car.options, play.all_thrown()) == ([2, 2, 2], 0, True)


@pytest.mark.rule("DM-M-053")
def test_nobody_at_the_wheel_or_no_speed_is_no_check() -> None:
    play, car = on_the_road()
    assert option_checks(play, car) == 1
    car.speed = 0
    assert option_checks(play, car) == 0
    car.speed = 1
    play.state.crew[car.driver].out = True
    assert option_checks(play, car) == 0


@pytest.mark.rule("DM-M-006", "DM-M-113")
def test_a_smooth_driver_throws_each_failed_option_check_again_once() -> None:
    play, car = on_the_road(
        faces=[1, 4, 3, 6, 5],
        fit={"matches_road": True},
        talents=("smooth_driver", "adept"),
        standing=StandingOrder(adept="serious"),
    )
    roll_points(play, car)
    assert (car.options, play.all_thrown(), play.state.crew[car.driver].used) == (1, True, {})


# ------------------------------------------------------------------------------------- phases of movement points


@pytest.mark.rule("DM-M-051")
@pytest.mark.parametrize(
    ("phase", "remainder", "order", "points", "left"),
    [
        (1, 2, KEEP, 2, 2),
        (1, 2, SPEND, 3, 1),
        (1, 1, SPEND, 3, 0),
        (1, 0, SPEND, 2, 0),
        (2, 2, KEEP, 3, 1),
        (2, 1, KEEP, 2, 1),
        (2, 1, SPEND, 3, 0),
        (3, 1, KEEP, 3, 0),
        (3, 0, KEEP, 2, 0),
    ],
)
def test_a_remainder_point_goes_when_the_driver_wants_or_must(
    phase: int, remainder: int, order: PhaseOrder, points: int, left: int
) -> None:
    play, car = on_the_road(quota=[2, 2, 2], remainder=remainder)
    play.state.moment.phase = phase
    assert apply_points_order(play, car, order) == points
    assert (car.remainder, car.quota[phase - 1]) == (left, points)


@pytest.mark.rule("DM-M-054")
def test_an_option_point_is_one_further_point_in_this_phase() -> None:
    play, car = on_the_road(quota=[2, 2, 2], options=2)
    assert apply_points_order(play, car, EXTRA) == 3
    assert (car.options, car.quota) == (1, [3, 2, 2])
    assert play.entries_of("option")[0].rule == "DM-M-054"


@pytest.mark.rule("DM-M-052", "DM-M-054")
@pytest.mark.parametrize(
    ("quota", "remainder", "left", "spare"),
    [([2, 2, 2], 1, [1, 2, 2], 1), ([0, 0, 0], 2, [0, 0, 0], 1), ([0, 2, 2], 0, [0, 1, 2], 0)],
)
def test_an_option_point_cancels_one_of_the_turn(
    quota: list[int], remainder: int, left: list[int], spare: int
) -> None:
    play, car = on_the_road(quota=quota, remainder=remainder, options=1)
    apply_points_order(play, car, CANCEL)
    assert (car.quota, car.remainder, car.options) == (left, spare, 0)


@pytest.mark.rule("DM-M-054")
def test_an_option_point_is_not_spent_where_there_is_nothing_to_cancel_nor_out_of_control() -> None:
    play, car = on_the_road(quota=[0, 0, 0], options=1)
    assert (apply_points_order(play, car, CANCEL), car.options) == (0, 1)
    play, car = on_the_road(quota=[2, 2, 2], options=1, control=Control.FISHTAIL)
    assert (apply_points_order(play, car, EXTRA), car.options) == (2, 1)
    play, car = on_the_road(quota=[2, 2, 2], options=0)
    assert (apply_points_order(play, car, EXTRA), car.options) == (2, 0)


# --------------------------------------------------------------------------------------------- lost movement points


@pytest.mark.rule("DM-M-052")
@pytest.mark.parametrize(
    ("phase", "count", "lost", "quota", "remainder"),
    [
        (1, 1, 1, [1, 3, 4], 1),
        (1, 2, 2, [0, 3, 4], 1),
        (1, 3, 3, [0, 3, 4], 0),
        (1, 4, 4, [0, 2, 4], 0),
        (1, 8, 8, [0, 0, 2], 0),
        (1, 99, 10, [0, 0, 0], 0),
        (2, 4, 4, [2, 0, 4], 0),
        (2, 5, 5, [2, 0, 3], 0),
        (3, 5, 5, [2, 3, 0], 0),
        (3, 6, 5, [2, 3, 0], 0),
        (0, 1, 1, [1, 3, 4], 1),
        (1, 0, 0, [2, 3, 4], 1),
    ],
)
def test_points_are_lost_from_this_phase_then_the_remainder_then_the_next_phases(
    phase: int, count: int, lost: int, quota: list[int], remainder: int
) -> None:
    play, car = on_the_road(quota=[2, 3, 4], remainder=1)
    play.state.moment.phase = phase
    assert lose_points(play, car, count) == lost
    assert (car.quota, car.remainder) == (quota, remainder)


@pytest.mark.rule("DM-M-050", "DM-M-054")
def test_points_left_over_are_gone_with_the_turn() -> None:
    play, car = on_the_road(quota=[1, 0, 0], remainder=2, options=1)
    play.load(3, 6)
    roll_points(play, car)
    assert (car.quota, car.remainder, car.options) == ([2, 2, 2], 0, 0)
