"""How the autopilot drives: gears by their expected values, brakes, paths, and slipstreams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.formule.car.gears import DICE
from rules.formule.first_autopilot import Autopilot
from rules.formule.first_autopilot.gear_choice import COMMON, choose_gear
from rules.formule.first_autopilot.path_choice import choose_path
from rules.formule.first_autopilot.rams import FINELY
from rules.formule.first_autopilot.road_ahead import choose_braking, end_value, look_ahead, weight_of
from rules.formule.ground.circuit import circuit_from_document
from rules.formule.match.orders import DriveOrder, GearOrder, SlipstreamOrder
from tests.rules.formule.boards import Board, Car, marker

PILOT = Autopilot()


def alone(row: int, gear: int = 3, *, lane: int = 1, **more: Any) -> Board:
    state = more.pop("state", {})
    return Board(Car("a", row=row, lane=lane, gear=gear, **state), **more)


# -------------------------------------------------------------------------------------------------------- outlook


@pytest.mark.rule("FW-109", "FW-110", "FW-140")
def test_an_outlook_counts_the_tires_beyond_a_corner_and_the_stops_in_it() -> None:
    play = alone(27)
    ahead = look_ahead(play, play.car(), 14)
    assert ahead.tires == [0] * 8 + [1, 2, 3, 4, 5, 6, 7]
    assert ahead.out == [False] * 14 + [True]
    assert ahead.stops == [False] * 3 + [True] * 5 + [False] * 7


@pytest.mark.rule("FW-109", "FW-110", "FW-140")
def test_an_outlook_from_within_the_first_corner_has_its_stops_from_where_the_car_stands() -> None:
    play = alone(31)
    ahead = look_ahead(play, play.car(), 5)
    assert ahead.stops == [True] * 4 + [False] * 2
    assert ahead.tires == [0] * 4 + [1, 2]


@pytest.mark.rule("FW-111", "FW-140")
def test_an_outlook_ends_where_two_stops_are_missing() -> None:
    play = alone(48)
    ahead = look_ahead(play, play.car(), 13)
    assert ahead.out == [False] * 12 + [True, True]
    assert ahead.stops == [False] * 2 + [True] * 10 + [False] * 2
    assert ahead.tires == [0] * 14


@pytest.mark.rule("FW-109", "FW-140")
@pytest.mark.parametrize(
    ("stops", "now", "inside", "beyond", "tires"),
    [(0, True, True, True, 0), (1, True, True, False, 1), (2, False, False, False, 0)],
)
def test_an_outlook_knows_the_stops_already_made(
    stops: int, now: bool, inside: bool, beyond: bool, tires: int
) -> None:
    play = alone(55, state={"stops": stops})
    ahead = look_ahead(play, play.car(), 5)
    assert (ahead.stops[0], ahead.stops[4], ahead.out[5], ahead.tires[5]) == (now, inside, beyond, tires)


@pytest.mark.rule("FW-113", "FW-140")
def test_a_turn_that_overshoots_makes_no_stop_in_the_next_corner() -> None:
    play = alone(59, state={"stops": 1, "tires": 20}, laps=2)
    ahead = look_ahead(play, play.car(), 12)
    assert ahead.tires[11:] == [11, 12]
    assert ahead.stops[11:] == [False, False]


@pytest.mark.rule("FW-128", "FW-140")
def test_past_the_finish_nothing_is_paid() -> None:
    play = alone(77, state={"stops": 2}, laps=1)
    ahead = look_ahead(play, play.car(), 5)
    assert ahead.tires == [0, 1, 2, 2, 2, 2]
    assert look_ahead(play, play.car(), 2).tires == [0, 1, 2]
    assert look_ahead(play, play.car(), 3).tires == [0, 1, 2, 2]
    assert alone_is_lost(stops=1) == [False, True, True, True]


@pytest.mark.rule("FW-109", "FW-128", "FW-140")
def test_an_outlook_goes_on_over_the_line_into_the_next_lap() -> None:
    play = alone(77, state={"stops": 3, "tires": 6})
    ahead = look_ahead(play, play.car(), 38)
    assert [squares for squares in range(39) if ahead.stops[squares]] == [33, 34, 35, 36, 37]
    assert (ahead.tires[37:], ahead.out[38]) == ([0, 1], False)


def alone_is_lost(*, stops: int) -> list[bool]:
    play = alone(77, state={"stops": stops}, laps=1)
    return look_ahead(play, play.car(), 3).out


@pytest.mark.rule("FW-129", "FW-140")
def test_rain_may_take_a_tire_more_for_each_corner_overshot() -> None:
    switches = {"formule.rain_overshoot_extra": True}
    wet = alone(27, weather="rain", switches=switches)
    assert look_ahead(wet, wet.car(), 9).tires[7:] == [0, 2, 3]
    damp = alone(27, weather="temporary_rain", switches=switches)
    assert look_ahead(damp, damp.car(), 9).tires[7:] == [0, 1, 2]


@pytest.mark.rule("FW-141")
@pytest.mark.parametrize(
    ("squares", "brakes", "brake"),
    [(2, 3, 0), (3, 3, 0), (7, 3, 0), (8, 3, 1), (9, 3, 2), (10, 3, 0), (9, 1, 0), (8, 1, 1), (8, 0, 0)],
)
def test_it_brakes_by_one_or_two_and_only_to_make_a_stop(squares: int, brakes: int, brake: int) -> None:
    play = alone(27)
    assert choose_braking(look_ahead(play, play.car(), 12), squares, brakes) == brake


@pytest.mark.rule("FW-140")
def test_a_move_is_priced_by_its_squares_its_tires_its_stop_and_its_end() -> None:
    play = alone(27)
    ahead = look_ahead(play, play.car(), 14)
    assert [end_value(ahead, squares, 1) for squares in (2, 3, 7, 8, 10, 13, 14)] == [2, 6, 10, 7, 7, 7, -93]
    assert end_value(ahead, 10, 2) == 4


@pytest.mark.rule("FW-140")
@pytest.mark.parametrize(("tires", "weight"), [(6, 1), (4, 1), (3, 2), (1, 2)])
def test_a_tire_weighs_double_once_half_of_them_are_gone(tires: int, weight: int) -> None:
    play = alone(27, state={"tires": tires})
    assert weight_of(play, play.car()) == weight


# ---------------------------------------------------------------------------------------------------------- gears


@pytest.mark.rule("FW-140")
@pytest.mark.parametrize(
    ("row", "gear", "state", "best"),
    [
        (10, 3, {}, 4),
        (26, 4, {}, 4),  # 27.1 against 18.9 in gear 3, with the turn after
        (26, 4, {"tires": 3}, 3),  # gear 4 is out on a 12, and tires weigh 2
        (26, 4, {"brakes": 0}, 4),  # 53/6 is less than 75/8, but the turn after is worth more
        (57, 5, {"brakes": 1}, 1),  # two stops are missing: 5.75 for a point of engine
        (57, 5, {"brakes": 1, "engine": 1}, 6),  # the change would take the last point
        (34, 1, {"brakes": 0}, 2),  # gears 1 and 2 are both worth 0, and then gear 3 is open
        (73, 4, {"stops": 1}, 2),  # the third stop comes next turn: 10 against 9.9 in gear 1
    ],
)
def test_it_takes_the_gear_with_the_best_mean_and_the_lower_of_two(
    row: int, gear: int, state: dict[str, int], best: int
) -> None:
    play = alone(row, gear, state=state)
    assert choose_gear(play, play.car()) == best
    assert PILOT.order(play, play.car(), "gear") == GearOrder(gear=best)


@pytest.mark.rule("FW-140", "FW-143")
def test_means_are_compared_in_whole_numbers() -> None:
    assert [COMMON % len(faces) for faces in DICE.values()] == [0] * 6
    assert [FINELY % len(DICE[gear]) for gear in (1, 2, 3)] == [0] * 3


@pytest.mark.rule("FW-126", "FW-140")
@pytest.mark.switch("formule.zero_engine_out", False)
def test_where_cars_run_without_an_engine_point_it_pays_with_the_last() -> None:
    play = alone(57, 5, state={"brakes": 1, "engine": 1}, switches={"formule.zero_engine_out": False})
    assert choose_gear(play, play.car()) == 1


# ---------------------------------------------------------------------------------------------------------- paths


@pytest.mark.rule("FW-107", "FW-110", "FW-122", "FW-141")
@pytest.mark.parametrize(
    ("row", "lane", "squares", "state", "debris", "others", "path"),
    [
        (10, 0, 5, {}, [], [], (0, 0, 0, 1, 2)),  # to the inner lane of the next corner
        (10, 0, 1, {}, [], [], (1,)),
        (10, 2, 3, {}, [], [], (2, 2, 2)),
        (36, 2, 3, {}, [], [], (2, 1, 0)),  # the corner after that turns left
        (10, 2, 5, {}, [(12, 2)], [], (2, 1, 1, 1, 1)),  # round the debris, and never back into the lane it left
        (10, 1, 4, {}, [(12, 1), (11, 2), (12, 2)], [], (1, 0, 0, 0)),
        (10, 1, 4, {}, [(11, 0), (11, 1), (11, 2)], [], (1, 1, 1, 2)),  # no path avoids it
        (10, 1, 4, {}, [], [(12, 0), (12, 1), (12, 2)], (2,)),  # as far as it can go
        (10, 1, 4, {}, [], [(11, 0), (11, 1), (11, 2)], ()),
        (10, 1, 2, {}, [], [(11, 1), (11, 2), (12, 0)], (0,)),  # never back into the lane it left
        (10, 1, 4, {}, [], [(11, 1), (11, 2), (12, 0), (12, 1)], (0,)),
        (33, 1, 5, {}, [], [], (0, 0, 0, 0, 0)),  # a car that overshoots keeps its lane
        (34, 1, 3, {}, [], [], (1, 1, 1)),
        (34, 1, 3, {"stops": 1}, [], [], (0, 0, 0)),
        (36, 2, 3, {"overshooting": 1}, [], [], (2, 2, 2)),
        (30, 2, 4, {}, [(32, 2)], [], (2, 1, 2, 2)),  # in a corner it may go back to a lane
        (30, 1, 3, {}, [], [(31, 1)], (2, 2, 2)),  # and changes lanes no more often than it must
        (79, 2, 2, {}, [(0, 2)], [], (1, 1)),  # over the line
    ],
)
def test_it_drives_the_whole_way_round_what_lies_there_and_to_the_inner_lane(  # noqa: PLR0917 - a row of the table
    row: int,
    lane: int,
    squares: int,
    state: dict[str, int],
    debris: Sequence[tuple[int, int]],
    others: Sequence[tuple[int, int]],
    path: tuple[int, ...],
) -> None:
    obstacles = [Car(f"o{number}", row=in_row, lane=in_lane) for number, (in_row, in_lane) in enumerate(others)]
    play = Board(Car("a", row=row, lane=lane, **state), *obstacles)
    play.state.debris.extend(debris)
    assert choose_path(play, play.car(), squares) == path


@pytest.mark.rule("FW-107", "FW-141")
def test_on_a_wide_straight_it_changes_lane_twice_and_no_more() -> None:
    wide = circuit_from_document(
        {
            "name": "wide",
            "title": "Wide",
            "lanes": 5,
            "length": 60,
            "corners": [{"first": 40, "last": 43, "stops": 1, "inner_lane": 4, "moves": ["^^^^^"] * 4}],
            "grid": [[59 - number // 5, number % 5] for number in range(12)],
        }
    )
    play = Board(Car("a", row=10, lane=0), circuit=wide)
    assert choose_path(play, play.car(), 6) == (0, 0, 0, 0, 1, 2)


@pytest.mark.rule("FW-067", "FW-141")
def test_markers_are_driven_round_and_smoke_is_driven_through() -> None:
    play = alone(10, lane=2)
    play.state.markers.append(marker("smoke", 11, 2))
    assert choose_path(play, play.car(), 2) == (2, 2)
    play.state.markers.append(marker("oil", 12, 2))
    assert choose_path(play, play.car(), 2) == (2, 1)


@pytest.mark.rule("FW-128", "FW-141")
def test_it_drives_no_farther_than_home() -> None:
    play = alone(78, state={"roll": 9}, laps=1)
    assert PILOT.order(play, play.car(), "drive") == DriveOrder(path=(1, 2))


@pytest.mark.rule("FW-141")
def test_its_brakes_are_part_of_its_order() -> None:
    play = alone(27, lane=2, state={"roll": 9})
    assert PILOT.order(play, play.car(), "drive") == DriveOrder(path=(2,) * 7, brake=2)


# ------------------------------------------------------------------------------------------------------ slipstream


def behind(row: int, **state: int) -> Board:
    return Board(Car("a", row=row, lane=2, gear=4, **state), Car("b", row=row + 1, lane=2, gear=4))


@pytest.mark.rule("FW-127", "FW-140")
def test_it_takes_a_slipstream_where_the_squares_are_worth_more_than_to_stay() -> None:
    assert slip(behind(10)) == (1, 1, 1)
    assert slip(behind(31, stops=1)) != ()
    assert slip(behind(32)) == ()  # the car makes a stop where it is
    assert slip(behind(48)) != ()
    free = {"overshooting": 1}  # one tire per square, and no car ahead to save it
    assert slip(alone(36, 4, lane=2, state=free)) == ()  # worth no more than staying
    assert slip(alone(36, 4, lane=2, state=free | {"tires": 3})) == ()


def slip(play: Board) -> tuple[int, ...]:
    order = PILOT.order(play, play.car(), "slipstream")
    assert isinstance(order, SlipstreamOrder)
    return order.path


@pytest.mark.rule("FW-127")
def test_it_stays_where_there_is_no_way_out_of_the_slipstream() -> None:
    play = Board(Car("a", row=10, lane=2, gear=4), Car("b", row=11, lane=2, gear=4), Car("c", row=11, lane=1, gear=4))
    assert PILOT.order(play, play.car(), "slipstream") == SlipstreamOrder()
