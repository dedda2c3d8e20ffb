"""The autopilot's speed where nothing is safe and where the road is straight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.dethmatch.first_autopilot.destinations import Destination
from rules.dethmatch.first_autopilot.risk_estimates import TrackRisks, ability_of
from rules.dethmatch.first_autopilot.safe_speed import Corner, Grip, SpeedLimit, safe_speed
from rules.dethmatch.first_autopilot.speed_choice import (
    Corners,
    _bends,
    _is_rough,
    _wall,
    speed_order,
    straight_ahead,
    target_speed,
)
from rules.dethmatch.ground.track import bends_of
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.state import CarStatus
from rules.dethmatch.movement.speed_step import NITROUS_A_HEAT, creep_speed
from tests.rules.dethmatch.boards import Board, Car, open_field
from tests.rules.dethmatch.first_autopilot_boards import autopilot, circuit, course, on_circuit

GRIP = Grip(maximum=3, per_point=6)
INJECTOR = ItemEntry(id="car.nitrous", kind="nitrous_injector")


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize("handling", [-1, -3])
def test_below_nought_no_speed_is_safe_in_a_bend(handling: int) -> None:
    assert safe_speed([Corner(5, 3, 1)], grip=GRIP, handling=handling, most=15) == 0


@pytest.mark.rule("DM-M-142")
def test_every_bend_of_the_ring_is_taken_at_six_and_its_straights_at_fifteen() -> None:
    # Turns are at 2, 6, 10 and so on of the guide line; at 6 two are met within 8 hexes, at 7 three take 6 of 3.
    safe = Corners(circuit()).safe_speeds(GRIP, 3)
    turns = [number for number, speed in enumerate(safe) if speed != 15]
    assert turns == [2, 6, 10, 14, 18, 22]
    assert {safe[number] for number in turns} == {6}


@pytest.mark.rule("DM-M-142", "DM-M-145", "DM-M-146")
@pytest.mark.parametrize(("walls", "far"), [((), 16), (((0, 0),), 9), (((-9, 0),), 0)])
def test_the_straight_of_an_arena_ends_before_its_wall(walls: tuple[tuple[int, int], ...], far: int) -> None:
    track = open_field(special={place: {"impassable": True} for place in walls})
    play = Board(Car("car", at=(-10, 0)), track=track)
    assert straight_ahead(track, play.state.cars["car"], None) == far


@pytest.mark.rule("DM-M-142", "DM-M-145")
@pytest.mark.parametrize(("place", "far"), [((5, 1), 2), ((6, 1), 1), ((7, 1), 4)])
def test_the_straight_of_a_circuit_ends_at_the_next_turn(place: tuple[int, int], far: int) -> None:
    track = circuit()
    play = on_circuit(track, place)
    assert straight_ahead(track, play.state.cars["car"], Corners(track)) == far


@pytest.mark.rule("DM-M-145", "DM-M-044")
@pytest.mark.parametrize(
    ("acceleration", "boost", "second_roll"),
    [
        (-2, True, "never"),  # at rest 2 is added to it: at 0 a second roll is as hopeless as the first
        (-1, True, "on_fail"),
        (3, True, "on_fail"),
        (4, False, "on_fail"),  # a 6 cannot fail
    ],
)
def test_no_fuel_is_spent_on_what_cannot_fail_or_cannot_be(acceleration: int, boost: bool, second_roll: str) -> None:
    play = Board(Car("car", speed=0, fuel=8))
    play.fits["car"] = replace(play.fits["car"], acceleration=acceleration)
    order = speed_order(play, play.state.cars["car"], 1, straight=16, profile="steady")
    assert (order.boost, order.second_roll) == (boost, second_roll)


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(("to", "used", "nitrous"), [(2, 0, True), (1, 0, False), (2, NITROUS_A_HEAT, False)])
def test_nitrous_is_for_two_points_of_speed_and_more(to: int, used: int, nitrous: bool) -> None:
    play = Board(Car("car", speed=0, items=(INJECTOR,), fuel=8, nitrous=used))
    order = speed_order(play, play.state.cars["car"], to, straight=16, profile="steady")
    assert order.nitrous is nitrous


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(("to", "straight", "boost"), [(3, 9, True), (3, 8, False), (4, 12, True), (4, 11, False)])
def test_two_turns_of_straight_are_as_long_as_the_speed_aimed_at_makes_them(
    to: int, straight: int, boost: bool
) -> None:
    # Two turns at 3 are 2 x 4.5 hexes, at 4 they are 2 x 6.
    play = Board(Car("car", speed=1, fuel=8))
    order = speed_order(play, play.state.cars["car"], to, straight=straight, profile="steady")
    assert order.boost is boost


@pytest.mark.rule("DM-M-142", "DM-M-145", "DM-M-047")
@pytest.mark.parametrize(("speed", "to", "checks"), [(5, 4, 0), (5, 3, 1), (5, 2, 2), (5, 1, 2)])
def test_each_point_beyond_the_first_is_braked_for_with_a_check(speed: int, to: int, checks: int) -> None:
    play = Board(Car("car", speed=speed))
    order = speed_order(play, play.state.cars["car"], to, straight=0, profile="steady")
    assert (order.intent, order.to, order.checks) == ("down", to, checks)


@pytest.mark.rule("DM-M-142")
def test_each_bend_has_the_speed_of_the_road_from_there_on() -> None:
    # A turn, then two at once eight hexes on: at 6 the first is taken alone, and the two need a turn mode of 1.
    facings = [0] * 12 + [1] * 8 + [2, 0, 0, 0]
    track = replace(circuit(), bends=bends_of(facings))
    safe = Corners(track).safe_speeds(Grip(maximum=3, per_point=6), 3)
    assert {place: safe[place] for place in (12, 20, 21)} == {12: 6, 20: 3, 21: 3}


@pytest.mark.rule("DM-M-142", "DM-M-146")
@pytest.mark.parametrize(("handling", "now"), [(1, 0), (2, 6)])
def test_a_wall_is_reckoned_with_as_two_hex_sides(handling: int, now: int) -> None:
    track = open_field(special={(0, 0): {"impassable": True}})
    play = Board(Car("car", at=(-10, 0), handling=handling), track=track)
    assert _wall(track, play.state.cars["car"], GRIP, 0) == [SpeedLimit(9, now, 6)]


@pytest.mark.rule("DM-M-142", "DM-M-145")
def test_a_car_stops_in_its_pit() -> None:
    play = on_circuit(circuit(), (4, 2), speed=1, fuel=0, checkpoint=2)
    play.fits["car"] = replace(play.fits["car"], fuel=9)
    play.state.moment.turn, play.state.moment.phase = 3, 0
    order = autopilot(play).speed(play, play.state.cars["car"])
    assert (order.intent, order.to) == ("down", 0)


@pytest.mark.rule("DM-M-142", "DM-M-134")
@pytest.mark.parametrize(("speed", "intent"), [(0, "hold"), (1, "up")])
def test_a_car_at_rest_stays_where_the_road_is_shut(speed: int, intent: str) -> None:
    track = circuit()
    places = {track.column_and_row(number): place for number, place in enumerate(track.hexes)}
    wrecks = [Car(f"w{place}", at=places[place], status=CarStatus.WRECK) for place in ((7, 7), (8, 7), (9, 7))]
    play = on_circuit(track, (9, 5), *wrecks, facing=1, speed=speed)
    assert autopilot(play).speed(play, play.state.cars["car"]).intent == intent


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(("facing", "intent"), [(0, "up"), (2, "up"), (3, "hold"), (5, "hold")])
def test_a_car_at_rest_turns_on_the_spot_from_two_hex_sides_on(facing: int, intent: str) -> None:
    play = on_circuit(circuit(), (6, 1), facing=facing)
    order = autopilot(play).speed(play, play.state.cars["car"])
    assert (order.intent, order.to) == (intent, 2 if intent == "up" else 0)


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(("speed", "checks"), [(1, 0), (2, 1)])
def test_a_car_that_drives_the_wrong_way_comes_to_a_stop(speed: int, checks: int) -> None:
    play = on_circuit(circuit(), (6, 1), facing=3, speed=speed)
    order = autopilot(play).speed(play, play.state.cars["car"])
    assert (order.intent, order.to, order.checks) == ("down", 0, checks)


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(
    ("place", "now"),
    [
        ((8, 2), [SpeedLimit(3, 0, 6)]),  # the next is 7 hexes ahead, as far as a turn at 5 goes
        ((6, 1), [SpeedLimit(1, 0, 6), SpeedLimit(5, 0, 6)]),
    ],
)
def test_a_bend_that_is_reached_this_turn_is_taken_with_the_handling_left(
    place: tuple[int, int], now: list[SpeedLimit]
) -> None:
    track = circuit()
    car = on_circuit(track, place, handling=0).state.cars["car"]
    assert _bends(track, car, Corners(track), GRIP, floor=0, most=5) == now


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(("far", "rough"), [(0, True), (1, True), (2, False), (3, False)])
def test_loose_ground_counts_as_far_as_a_turn_at_that_speed_goes(far: int, *, rough: bool) -> None:
    track = circuit()
    play = on_circuit(track, (6, 1))
    car = play.state.cars["car"]
    ground = TrackRisks(play, car, ability_of(play, car))
    loose = track.guide[track.along[car.at] + far]
    ground.loose = tuple(number == loose for number in range(track.size))
    assert _is_rough(track, car, ground, 1) is rough  # 2.5 hexes


@pytest.mark.rule("DM-M-142")
def test_a_driver_creeps_over_hazard_ground_to_a_bend_that_is_never_safe() -> None:
    track = circuit()
    play = on_circuit(track, (8, 2), speed=1, handling=-1)
    car = play.state.cars["car"]
    ground = TrackRisks(play, car, ability_of(play, car))
    ground.loose = (True,) * track.size
    errand = Destination(course(play), ())
    assert target_speed(play, car, errand, ground, Corners(track), profile="steady") == 1


@pytest.mark.rule("DM-M-142", "DM-M-064")
@pytest.mark.parametrize(("straight", "to"), [(0, 3), (1, 6)])  # a turn mode of 1, and of 2
def test_a_car_that_is_two_hex_sides_off_slows_down_to_turn_here(straight: int, to: int) -> None:
    play = on_circuit(circuit(), (6, 1), facing=5, speed=5, straight=straight, settled=False)
    order = autopilot(play).speed(play, play.state.cars["car"])
    assert order.to == to


@pytest.mark.rule("DM-M-145", "DM-M-048")
@pytest.mark.parametrize(("above", "intent"), [(-1, "up"), (0, "hold")])
def test_a_dry_car_asks_for_no_more_speed_than_it_creeps_at(above: int, intent: str) -> None:
    play = on_circuit(circuit(), (6, 1), fuel=0)
    car = play.state.cars["car"]
    car.speed = creep_speed(play) + above
    assert speed_order(play, car, car.speed + 1, straight=9, profile="steady").intent == intent
