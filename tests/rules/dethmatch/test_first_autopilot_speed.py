"""The autopilot's speed: bends computed by hand, braking in time, and what it spends to go faster."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.first_autopilot.safe_speed import (
    Corner,
    Grip,
    SpeedLimit,
    average_halves,
    braking_halves,
    highest_speed,
    is_safe,
    safe_speed,
)
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import SpeedOrder
from tests.rules.dethmatch.boards import PLAIN, Board, Car, open_field
from tests.rules.dethmatch.first_autopilot_boards import autopilot, circuit, on_circuit

GRIP = Grip(maximum=3, per_point=6)


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(
    ("speed", "hexes"),
    [(0, 0), (1, 2.5), (2, 3.5), (3, 4.5), (4, 6), (5, 7), (6, 8), (7, 10.5), (8, 11.5), (12, 15.5)],
)
def test_a_turn_covers_the_speed_and_the_mean_of_its_die(speed: int, hexes: float) -> None:
    assert average_halves(speed) == 2 * hexes


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(("speed", "to", "hexes"), [(4, 4, 0), (5, 4, 7), (6, 4, 8 + 7), (8, 6, 11.5 + 10.5)])
def test_braking_a_point_a_turn_takes_the_hexes_of_those_turns(speed: int, to: int, hexes: float) -> None:
    assert braking_halves(speed, to) == 2 * hexes


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(
    ("corners", "handling", "speed"),
    [
        # One turn after three straight hexes: up to 12 it costs 2 of 3, and the turn mode 4 is met; at 13 it is 5.
        ([Corner(5, 3, 1)], 3, 12),
        ([Corner(5, 3, 1)], 1, 6),  # from 7 on it takes 2
        ([Corner(5, 0, 1)], 3, 3),  # only a turn mode of 1 is met
        ([Corner(5, 1, 1)], 3, 6),
        ([Corner(5, 3, 2)], 3, 6),  # two hex sides at once: 2, and from 7 on 4
        ([Corner(5, 3, 1)], 0, 0),
        ([Corner(5, 3, 1, on_ice=True)], 3, 6),  # the turn mode is doubled: 4 at 6, 6 at 7
        # Turns four hexes apart: at 6 two are met within 8 hexes, at 7 three within 10.5, which take 6.
        ([Corner(5, 3, 1), Corner(9, 3, 1), Corner(13, 3, 1)], 3, 6),
        ([Corner(5, 3, 1), Corner(9, 3, 1), Corner(13, 3, 1)], 1, 2),  # at 3 a second turn is met within 4.5
        ([Corner(5, 3, 1), Corner(9, 3, 1), Corner(13, 3, 1)], 2, 6),  # the third, 8 hexes on, is for the next turn
        ([Corner(5, 2, 1, on_ice=True)], 3, 3),  # 2 at 3, and 4 at 4
        ([Corner(5, 9, 1), Corner(6, 0, 1)], 3, 3),  # the straight before the second needs a turn mode of 1
    ],
)
def test_a_bend_is_taken_as_fast_as_handling_and_turn_mode_allow(
    corners: list[Corner], handling: int, speed: int
) -> None:
    assert safe_speed(corners, grip=GRIP, handling=handling, most=15) == speed
    assert not is_safe(speed + 1, corners, grip=GRIP, handling=handling)


@pytest.mark.rule("DM-M-142", "DM-M-060")
def test_a_dog_sledder_reckons_with_half_as_much_again_on_ice() -> None:
    sledder = Grip(maximum=3, per_point=6, dog_sledder=1)
    assert safe_speed([Corner(5, 2, 1, on_ice=True)], grip=sledder, handling=3, most=15) == 6  # 3 hexes at 6, 5 at 7


@pytest.mark.rule("DM-M-142")
def test_no_speed_beyond_the_one_asked_about_is_given() -> None:
    assert safe_speed([Corner(5, 3, 1)], grip=GRIP, handling=3, most=4) == 4


@pytest.mark.rule("DM-M-142", "DM-M-065")
@pytest.mark.parametrize(("speed", "toll"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (30, 5), (40, 5)])
def test_a_turn_is_reckoned_with_at_what_it_costs(speed: int, toll: int) -> None:
    assert GRIP.toll(speed) == toll


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(
    ("ahead", "speed"),
    [
        ([], 9),
        ([SpeedLimit(10, 4, 4)], 5),  # from 6 it takes 8 + 7 hexes to come down to 4, from 5 it takes 7
        ([SpeedLimit(15, 4, 4)], 6),
        ([SpeedLimit(14, 4, 4)], 5),
        ([SpeedLimit(3, 2, 6)], 2),  # reached this turn, with the handling left
        ([SpeedLimit(10, 2, 6)], 6),  # at 7 it would be reached this turn
        ([SpeedLimit(8, 2, 6)], 6),  # a limit 8 hexes ahead is not reached at 6
        ([SpeedLimit(30, 6, 6), SpeedLimit(7, 4, 4)], 5),  # the narrower of two
        ([SpeedLimit(0, 0, 0)], 1),  # nothing is safe
        ([SpeedLimit(40, 0, 0)], 8),  # 11.5 + 10.5 + 8 + 7 + 6 ... more than forty hexes from 9 down to 1
    ],
)
def test_the_speed_is_the_highest_that_can_be_brought_down_in_time(ahead: list[SpeedLimit], speed: int) -> None:
    if ahead == [SpeedLimit(40, 0, 0)]:
        speed = max(candidate for candidate in range(1, 10) if braking_halves(candidate, 1) <= 80)
        assert speed == 7  # 10.5 + 8 + 7 + 6 + 4.5 + 3.5 = 39.5 hexes
    assert highest_speed(ahead, most=9) == speed


# --------------------------------------------------------------------- orders on the ring road: turns 4 hexes apart


def order(play: Board) -> SpeedOrder:
    """The speed order of the first car."""
    return autopilot(play).speed(play, play.state.cars["car"])


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(
    ("speed", "sheet", "expected"),
    [
        (0, {}, ("up", 2, 0)),
        (5, {}, ("up", 6, 0)),
        (6, {}, ("hold", 0, 0)),
        (7, {}, ("down", 6, 0)),
        (8, {}, ("down", 6, 1)),
        (9, {}, ("down", 6, 2)),
        (12, {}, ("down", 6, 2)),  # two checks are the maximum
        (6, {"handling": 1}, ("down", 2, 2)),  # the bend is reached this turn, with 1 left
    ],
)
def test_a_driver_speeds_up_holds_and_brakes_for_the_bend(
    speed: int, sheet: dict[str, int], expected: tuple[str, int, int]
) -> None:
    speed_order = order(on_circuit(circuit(), (6, 1), speed=speed, **sheet))
    assert (speed_order.intent, speed_order.to, speed_order.checks) == expected


@pytest.mark.rule("DM-M-142", "DM-M-113")
def test_a_big_foot_orders_a_third_check() -> None:
    speed_order = order(on_circuit(circuit(), (6, 1), speed=12, driver={"talents": ("big_foot",)}))
    assert speed_order.checks == 3


@pytest.mark.rule("DM-M-142")
def test_a_bold_driver_plans_one_point_deeper() -> None:
    def aims(**switches: Any) -> int:
        play = on_circuit(circuit(), (6, 1), speed=6, handling=0)
        return autopilot_of(play, switches).speed(play, play.state.cars["car"]).to

    assert (aims(), aims(**{"dethmatch.autopilot_profile": "bold"})) == (1, 2)


def autopilot_of(play: Board, switches: dict[str, Any]) -> Any:
    """The autopilot of a match under house rules."""
    play.setup = replace(play.setup, switches=switches)
    return autopilot(play)


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(("surface", "to"), [("asphalt", 6), ("gravel", 6), ("mud", 5), ("snow", 5)])
def test_on_hazard_ground_a_driver_aims_one_lower(surface: str, to: int) -> None:
    play = Board(Car("car", at=(-10, 0), speed=4), Car("enemy", at=(9, 0)), track=open_field(surface=surface))
    assert order(play).to == to


@pytest.mark.rule("DM-M-142")
def test_in_an_overloaded_car_a_driver_aims_one_lower() -> None:
    play = Board(Car("car", at=(-10, 0), speed=4), Car("enemy", at=(9, 0)))
    play.fits["car"] = replace(play.fits["car"], overload=1)
    assert order(play).to == 5


@pytest.mark.rule("DM-M-146")
def test_in_an_arena_nobody_aims_beyond_six() -> None:
    play = Board(Car("car", at=(-10, 0), speed=6), Car("enemy", at=(9, 0)))
    assert order(play).intent == "hold"


@pytest.mark.rule("DM-M-142")
def test_a_car_that_faces_the_wrong_way_stops_and_turns_on_the_spot() -> None:
    track = circuit()
    assert (order(on_circuit(track, (6, 1), facing=3, speed=2)).to, order(play_at_rest(track)).intent) == (0, "hold")
    assert autopilot(play_at_rest(track)).phase(*first(play_at_rest(track))).shuffle in {"left", "right"}


def play_at_rest(track: Any) -> Board:
    """A car at rest that faces the wrong way."""
    return on_circuit(track, (6, 1), facing=3)


def first(play: Board) -> tuple[Board, Any]:
    """A board and its first car."""
    return play, play.state.cars["car"]


# ------------------------------------------------------------------------------------------- fuel, nitrous, boosters


def straight_on(
    speed: int, fuel: int, *, walls: tuple[tuple[int, int], ...] = (), items: Any = (), **put: Any
) -> Board:
    """A car with twenty clear hexes ahead, in a heat of 15 turns, which burns five fuel points."""
    track = open_field(special={wall: {"impassable": True} for wall in walls})
    car = Car("car", at=(-10, 0), speed=speed, items=items, fuel=fuel, **put)
    return Board(car, Car("enemy", at=(9, 0)), track=track)


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(
    ("speed", "fuel", "walls", "boost", "second_roll"),
    [
        (1, 8, (), True, "on_fail"),
        (1, 5, (), False, "never"),  # all the fuel will be burned
        (0, 5, (), True, "on_fail"),  # but first it must get going
        (0, 3, (), True, "never"),
        (0, 2, (), False, "never"),
        (1, 8, ((0, 0),), True, "on_fail"),  # nine clear hexes are two turns at 3
        (1, 8, ((-1, 0),), False, "never"),
    ],
)
def test_fuel_goes_into_power_where_there_is_fuel_and_two_turns_of_straight(
    speed: int, fuel: int, walls: tuple[tuple[int, int], ...], boost: bool, second_roll: str
) -> None:
    speed_order = order(straight_on(speed, fuel, walls=walls))
    assert (speed_order.intent, speed_order.boost, speed_order.second_roll) == ("up", boost, second_roll)


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(("fuel", "nitrous"), [(8, True), (5, False)])
def test_nitrous_is_used_on_the_same_terms(fuel: int, nitrous: bool) -> None:
    injector = (ItemEntry(id="car.nitrous", kind="nitrous_injector"),)
    assert order(straight_on(1, fuel, items=injector)).nitrous is nitrous


@pytest.mark.rule("DM-M-145")
def test_a_car_that_cannot_be_made_faster_holds() -> None:
    assert order(straight_on(2, 0)).intent == "hold"


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(
    ("at", "team", "impetuous"), [((-8, 0), "", True), ((-7, 0), "", False), ((-8, 0), "own", False)]
)
def test_an_impetuous_driver_goes_before_an_enemy_just_ahead(at: tuple[int, int], team: str, impetuous: bool) -> None:
    driver = {"talents": ("impetuous",)}
    car = Car("car", at=(-10, 0), speed=2, team="own", driver=driver)
    play = Board(car, Car("other", at=at, team=team), Car("enemy", at=(9, 0)))
    assert order(play).impetuous is impetuous
    play.state.crew["car.driver"].used["impetuous"] = 1
    assert not order(play).impetuous


def test_the_plain_car_is_what_these_figures_are_reckoned_for() -> None:
    play = Board(Car("car"))
    assert (play.fits["car"].handling, play.fits["car"].acceleration, PLAIN.name) == (3, 2, "Plain")
