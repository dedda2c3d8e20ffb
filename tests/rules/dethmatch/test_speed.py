"""The speed step, what fuel buys, and how speed is lost."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.driving.speed import burn_fuel, quicken, slow
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import SpeedOrder, StandingOrder
from rules.dethmatch.match.state import CarStatus, Control, Critical
from rules.dethmatch.movement.speed_step import apply_start_of_turn, change_speed
from tests.rules.dethmatch.motion import on_the_road

UP = SpeedOrder(intent="up")
COAST = {"dethmatch.dry_tank": "coast"}
NITROUS = (ItemEntry(id="n1", kind="nitrous_injector"),)


def down(to: int = 0, checks: int = 3) -> SpeedOrder:
    return SpeedOrder(intent="down", to=to, checks=checks)


# -------------------------------------------------------------------------------------------------- speeding up


@pytest.mark.rule("DM-M-044", "DM-M-045")
@pytest.mark.parametrize(
    ("speed", "face", "reached"),
    [(0, 4, 1), (0, 5, 0), (4, 3, 5), (4, 4, 4), (6, 2, 7), (6, 3, 6), (8, 1, 9), (8, 2, 8)],
)
def test_one_roll_against_rating_and_band_brings_one_speed(speed: int, face: int, reached: int) -> None:
    play, car = on_the_road(faces=[face], speed=speed)
    change_speed(play, car, UP)
    assert car.speed == reached
    assert (play.kinds(), play.all_thrown()) == (["speed"], True)


@pytest.mark.rule("DM-M-045")
@pytest.mark.parametrize(("gearing", "top"), [(1, 8), (0, 14), (-1, 28)])
def test_the_top_row_takes_a_car_one_past_it_and_no_further(gearing: int, top: int) -> None:
    play, car = on_the_road(faces=[1], speed=top, fit={"gearing": gearing, "acceleration": 6})
    change_speed(play, car, UP)
    assert car.speed == top + 1
    change_speed(play, car, UP)
    assert car.speed == top + 1


@pytest.mark.rule("DM-M-044")
def test_holding_throws_no_die() -> None:
    play, car = on_the_road()
    change_speed(play, car, SpeedOrder())
    assert (car.speed, play.log.entries) == (4, [])


@pytest.mark.rule("DM-M-044")
@pytest.mark.parametrize(("to", "reached"), [(0, 5), (5, 5), (4, 4), (3, 4)])
def test_a_car_goes_no_faster_than_it_aims(to: int, reached: int) -> None:
    play, car = on_the_road(faces=[1], speed=4)
    change_speed(play, car, SpeedOrder(intent="up", to=to))
    assert car.speed == reached


@pytest.mark.rule("DM-M-034", "DM-M-044", "DM-M-092")
@pytest.mark.parametrize(
    "sheet",
    [
        {"control": Control.MINOR_SKID},
        {"control": Control.UNCONTROLLED},
        {"status": CarStatus.DESTROYED},
        {"broken": True, "speed": 0},
    ],
)
@pytest.mark.parametrize("order", [UP, down(), SpeedOrder(nitrous=True)])
def test_who_has_no_control_has_no_choice(sheet: dict[str, Any], order: SpeedOrder) -> None:
    play, car = on_the_road(items=NITROUS, boosted=True, **sheet)
    before = car.speed
    change_speed(play, car, order)
    assert (car.speed, car.boosted, play.log.entries) == (before, False, [])


@pytest.mark.rule("DM-M-044", "DM-M-109")
def test_nobody_able_at_the_wheel_changes_no_speed() -> None:
    play, car = on_the_road()
    play.state.crew[car.driver].out = True
    change_speed(play, car, UP)
    assert (car.speed, play.log.entries) == (4, [])


# ----------------------------------------------------------------------------------------------- fuel for power


@pytest.mark.rule("DM-M-046")
@pytest.mark.parametrize(("face", "speed", "boosted"), [(4, 5, False), (5, 4, True)])
def test_a_point_of_fuel_is_worth_one_until_speed_is_gained(face: int, speed: int, boosted: bool) -> None:
    play, car = on_the_road(faces=[face], fuel=2)
    change_speed(play, car, SpeedOrder(intent="up", boost=True))
    assert (car.speed, car.boosted, car.fuel) == (speed, boosted, 1)


@pytest.mark.rule("DM-M-046")
def test_a_boost_that_still_holds_is_not_bought_again() -> None:
    play, car = on_the_road(faces=[4], fuel=2, boosted=True)
    change_speed(play, car, SpeedOrder(intent="up", boost=True))
    assert (car.speed, car.boosted, car.fuel) == (5, False, 2)


@pytest.mark.rule("DM-M-046")
@pytest.mark.parametrize("order", [SpeedOrder(), down(checks=0), SpeedOrder(intent="up", to=3)])
def test_a_boost_lapses_with_a_turn_without_an_attempt(order: SpeedOrder) -> None:
    play, car = on_the_road(boosted=True)
    change_speed(play, car, order)
    assert car.boosted is False


@pytest.mark.rule("DM-M-046")
def test_a_boost_lapses_when_the_car_slows_or_gains_speed_otherwise() -> None:
    play, car = on_the_road(boosted=True)
    slow(play, car, 1, rule="DM-M-082", why="collision")
    assert (car.speed, car.boosted) == (3, False)
    car.boosted = True
    quicken(play, car, 1, rule="DM-M-121", why="booster")
    assert (car.speed, car.boosted) == (4, False)


@pytest.mark.rule("DM-M-046")
def test_an_empty_tank_buys_nothing() -> None:
    play, car = on_the_road(faces=[5], speed=0, fuel=0)
    change_speed(play, car, SpeedOrder(intent="up", boost=True, second_roll="always"))
    assert (car.speed, car.boosted, car.fuel, play.kinds()) == (0, False, 0, ["speed"])


@pytest.mark.rule("DM-M-046")
@pytest.mark.parametrize(
    ("second", "faces", "speed", "fuel"),
    [
        ("never", [4], 4, 3),
        ("never", [3], 5, 3),
        ("on_fail", [4, 3], 5, 2),
        ("on_fail", [4, 4], 4, 2),
        ("on_fail", [3], 5, 3),
        ("on_success", [3, 2], 6, 2),
        ("on_success", [3, 3], 5, 2),
        ("on_success", [4], 4, 3),
        ("always", [4, 3], 5, 2),
        ("always", [3, 2], 6, 2),
    ],
)
def test_a_point_of_fuel_buys_a_second_roll_in_the_band_of_the_new_speed(
    second: str, faces: list[int], speed: int, fuel: int
) -> None:
    # at speed 4 a 3 is needed, at speed 5 a 2
    play, car = on_the_road(faces=faces, fuel=3)
    change_speed(play, car, SpeedOrder(intent="up", second_roll=second))
    assert (car.speed, car.fuel, play.all_thrown()) == (speed, fuel, True)


@pytest.mark.rule("DM-M-046")
def test_both_uses_may_be_bought_in_one_turn() -> None:
    play, car = on_the_road(faces=[5, 4], fuel=2)
    change_speed(play, car, SpeedOrder(intent="up", boost=True, second_roll="on_fail"))
    assert (car.speed, car.fuel, car.boosted) == (5, 0, False)


@pytest.mark.rule("DM-M-046")
def test_no_second_roll_follows_a_success_by_house_rule() -> None:
    switches = {"dethmatch.second_roll_after_success": False}
    play, car = on_the_road(faces=[3], fuel=3, switches=switches)
    change_speed(play, car, SpeedOrder(intent="up", second_roll="always"))
    assert (car.speed, car.fuel) == (5, 3)
    play, car = on_the_road(faces=[4, 3], fuel=3, switches=switches)
    change_speed(play, car, SpeedOrder(intent="up", second_roll="always"))
    assert (car.speed, car.fuel) == (5, 2)


@pytest.mark.rule("DM-M-046")
def test_a_second_roll_past_the_speed_aimed_at_is_not_bought() -> None:
    play, car = on_the_road(faces=[3], fuel=3)
    change_speed(play, car, SpeedOrder(intent="up", to=5, second_roll="always"))
    assert (car.speed, car.fuel) == (5, 3)


# ------------------------------------------------------------------------------------------------- slowing down


@pytest.mark.rule("DM-M-047")
@pytest.mark.parametrize(
    ("order", "faces", "speed"),
    [
        (down(checks=0), [], 5),
        (down(checks=1), [3], 4),
        (down(checks=1), [4], 5),
        (down(checks=2), [4, 3], 4),
        (down(checks=2), [3, 3], 3),
        (down(checks=3), [3, 3], 3),
        (down(to=5), [], 5),
        (down(to=4), [4, 3], 4),
        (down(to=6), [], 6),
    ],
)
def test_one_point_is_free_and_two_more_take_a_check_each(order: SpeedOrder, faces: list[int], speed: int) -> None:
    play, car = on_the_road(faces=faces, speed=6)
    change_speed(play, car, order)
    assert (car.speed, play.all_thrown()) == (speed, True)


@pytest.mark.rule("DM-M-005", "DM-M-047", "DM-M-113")
@pytest.mark.parametrize(("talents", "speed"), [((), 3), (("big_foot",), 2), (("big_foot", "big_foot"), 2)])
def test_a_big_foot_makes_a_third_check(talents: tuple[str, ...], speed: int) -> None:
    play, car = on_the_road(faces=[1, 1, 1, 1], speed=6, talents=talents)
    change_speed(play, car, down(checks=9))
    assert car.speed == speed


@pytest.mark.rule("DM-M-047")
def test_speed_never_falls_below_nothing_and_no_check_is_made_for_it() -> None:
    play, car = on_the_road(faces=[1], speed=2)
    change_speed(play, car, down())
    assert (car.speed, play.all_thrown()) == (0, True)
    change_speed(play, car, down())
    assert car.speed == 0


@pytest.mark.rule("DM-M-047", "DM-M-113")
def test_a_braking_check_may_be_thrown_again() -> None:
    play, car = on_the_road(faces=[4, 3], talents=("adept",), standing=StandingOrder(adept="always"))
    change_speed(play, car, down(checks=1))
    assert car.speed == 2


@pytest.mark.rule("DM-M-052")
def test_a_car_that_comes_to_rest_loses_its_points_and_may_maneuver_at_once() -> None:
    play, car = on_the_road(speed=2, quota=[1, 2, 2], remainder=1, options=2, straight=1, settled=False)
    assert slow(play, car, 3, rule="DM-M-082", why="collision") == 2
    assert (car.speed, car.quota, car.remainder, car.options) == (0, [0, 0, 0], 0, 0)
    assert (car.straight, car.settled) == (0, True)
    assert slow(play, car, 1, rule="DM-M-082", why="collision") == 0


@pytest.mark.rule("DM-M-052")
def test_a_car_that_goes_on_keeps_its_points() -> None:
    play, car = on_the_road(speed=2, quota=[1, 2, 2], remainder=1, options=1, straight=1, settled=False)
    assert slow(play, car, 1, rule="DM-M-082", why="collision") == 1
    assert (car.quota, car.remainder, car.options, car.straight, car.settled) == ([1, 2, 2], 1, 1, 1, False)


# ------------------------------------------------------------------------------------------------ nitrous and fuel


@pytest.mark.rule("DM-M-124")
def test_nitrous_brings_one_speed_for_one_fuel_three_times_a_heat() -> None:
    play, car = on_the_road(items=NITROUS, fuel=5)
    speeds = []
    for _ in range(4):
        change_speed(play, car, SpeedOrder(nitrous=True))
        speeds.append((car.speed, car.fuel))
    assert speeds == [(5, 4), (6, 3), (7, 2), (7, 2)]


@pytest.mark.rule("DM-M-041", "DM-M-044", "DM-M-121")
def test_boosters_are_triggered_in_the_speed_step_and_push_at_the_start_of_each_turn_they_burn() -> None:
    rockets = ItemEntry(id="r1", kind="booster_rockets", rolled={"ammunition": 1, "burn_turns": 2})
    play, car = on_the_road(faces=[2, 3], items=[rockets])
    change_speed(play, car, SpeedOrder(intent="up", boosters=("r1",)))
    speeds = [car.speed]
    for _ in range(3):
        apply_start_of_turn(play, car)
        speeds.append(car.speed)
    assert speeds == [5, 6, 7, 7]


@pytest.mark.rule("DM-M-041", "DM-M-121")
def test_a_car_its_boosters_have_destroyed_has_no_choice_left() -> None:
    # the charge explodes: a critical, destroyed on 6 + 1 for the one it has; then the driver's toughness
    rockets = ItemEntry(id="r1", kind="booster_rockets", rolled={"ammunition": 1, "burn_turns": 2})
    play, car = on_the_road(faces=[1, 6, 1], items=[rockets], criticals=[Critical(row="body")])
    change_speed(play, car, SpeedOrder(intent="up", boosters=("r1",), nitrous=True))
    assert (car.status, car.speed, play.all_thrown()) == (CarStatus.DESTROYED, 4, True)


@pytest.mark.rule("DM-M-124")
def test_nitrous_comes_on_top_of_a_roll_and_past_the_chart() -> None:
    play, car = on_the_road(faces=[1], speed=14, items=NITROUS, fit={"acceleration": 6})
    change_speed(play, car, SpeedOrder(intent="up", nitrous=True))
    assert car.speed == 16


@pytest.mark.rule("DM-M-124")
def test_nitrous_needs_the_injector_and_fuel() -> None:
    play, car = on_the_road(fuel=5)
    change_speed(play, car, SpeedOrder(nitrous=True))
    assert (car.speed, car.nitrous) == (4, 0)
    play, car = on_the_road(items=NITROUS, fuel=0)
    change_speed(play, car, SpeedOrder(nitrous=True))
    assert (car.speed, car.nitrous, play.log.entries) == (4, 0, [])


@pytest.mark.rule("DM-M-048")
@pytest.mark.parametrize(("turn", "left"), [(1, 5), (2, 5), (3, 4), (4, 5), (6, 4), (9, 4)])
def test_a_point_of_fuel_burns_every_third_turn(turn: int, left: int) -> None:
    play, car = on_the_road(speed=0, fuel=5)
    play.state.moment.turn = turn
    burn_fuel(play, car)
    assert car.fuel == left


@pytest.mark.rule("DM-M-048")
@pytest.mark.parametrize(
    ("status", "left"),
    [(CarStatus.RUNNING, 1), (CarStatus.PARKED, 1), (CarStatus.DESTROYED, 2), (CarStatus.FINISHED, 2)],
)
def test_every_engine_burns_that_is_not_destroyed(status: CarStatus, left: int) -> None:
    play, car = on_the_road(fuel=2, status=status)
    play.state.moment.turn = 3
    burn_fuel(play, car)
    assert car.fuel == left


@pytest.mark.rule("DM-M-048")
def test_an_empty_tank_burns_nothing() -> None:
    play, car = on_the_road(fuel=0)
    play.state.moment.turn = 3
    burn_fuel(play, car)
    assert (car.fuel, play.log.entries) == (0, [])


@pytest.mark.rule("DM-M-048")
@pytest.mark.parametrize(
    ("switches", "speed", "reached"), [({}, 3, 2), ({}, 2, 1), ({}, 1, 1), ({}, 0, 0), (COAST, 2, 1), (COAST, 1, 0)]
)
def test_a_dry_car_slows_at_the_start_of_each_turn(switches: dict[str, Any], speed: int, reached: int) -> None:
    play, car = on_the_road(speed=speed, fuel=0, switches=switches)
    apply_start_of_turn(play, car)
    assert car.speed == reached


@pytest.mark.rule("DM-M-048")
@pytest.mark.parametrize(("switches", "speed", "reached"), [({}, 0, 1), ({}, 1, 1), ({}, 2, 2), (COAST, 0, 0)])
def test_a_dry_car_may_creep_but_not_accelerate(switches: dict[str, Any], speed: int, reached: int) -> None:
    play, car = on_the_road(faces=[1], speed=speed, fuel=0, switches=switches)
    change_speed(play, car, UP)
    assert car.speed == reached


@pytest.mark.rule("DM-M-048")
def test_a_car_with_fuel_loses_no_speed() -> None:
    play, car = on_the_road(fuel=1)
    apply_start_of_turn(play, car)
    assert (car.speed, play.log.entries) == (4, [])


@pytest.mark.rule("DM-M-041", "DM-M-072")
def test_what_a_fishtail_owes_comes_off_once() -> None:
    play, car = on_the_road(debt=2)
    apply_start_of_turn(play, car)
    apply_start_of_turn(play, car)
    assert (car.speed, car.debt) == (2, 0)
    assert play.entries_of("speed")[0].rule == "DM-M-072"


@pytest.mark.rule("DM-M-092")
@pytest.mark.parametrize("sheet", [{"control": Control.UNCONTROLLED}, {"status": CarStatus.DESTROYED}])
def test_a_car_nobody_drives_sheds_one_a_turn_and_no_more_for_a_dry_tank(sheet: dict[str, Any]) -> None:
    play, car = on_the_road(fuel=0, **sheet)
    apply_start_of_turn(play, car)
    assert (car.speed, [entry.rule for entry in play.entries_of("speed")]) == (3, ["DM-M-092"])
