"""Corners: stops made, corners overshot, and what a car pays for that."""

from __future__ import annotations

import pytest

from rules.formule import engine
from rules.formule.match.orders import DriveOrder
from rules.formule.match.state import CarState, CarStatus
from rules.match.stepwise_play import OrderIllegal
from tests.rules.formule.boards import Board, Car, ring


def after(
    roll: int, *, row: int = 28, lane: int = 1, switches: dict[str, bool] | None = None, **state: int
) -> CarState:
    """The car after a move of the given roll, by default from row 28, two rows before a corner in rows 30 to 34 with
    one stop.
    """
    play = Board(Car("a", row=row, lane=lane, **state), switches=switches)
    play.drive("a", roll)
    return play.car()


@pytest.mark.rule("FW-109")
@pytest.mark.parametrize(("roll", "stops"), [(1, 0), (2, 1), (6, 1)])
def test_a_turn_that_ends_in_a_corner_is_a_stop(roll: int, stops: int) -> None:
    assert (after(roll).row, after(roll).stops) == (28 + roll, stops)


@pytest.mark.rule("FW-109")
def test_a_corner_left_with_its_stops_made_takes_nothing_and_forgets_them() -> None:
    sheet = after(6, row=32, stops=1)
    assert (sheet.row, sheet.stops, sheet.tires, sheet.overshooting) == (38, 0, 6, 0)


@pytest.mark.rule("FW-110")
@pytest.mark.parametrize(("roll", "tires"), [(6, 6), (7, 5), (8, 4), (11, 1)])
def test_an_overshoot_takes_a_tire_a_square_past_the_last_one(roll: int, tires: int) -> None:
    sheet = after(roll)
    assert (sheet.row, sheet.tires, sheet.status) == (28 + roll, tires, CarStatus.RUNNING)
    assert (sheet.overshooting, sheet.spins) == (int(roll > 6), 0)


@pytest.mark.rule("FW-112")
def test_the_exact_last_tire_spins_the_car_in_the_square_reached() -> None:
    sheet = after(12)
    assert (sheet.row, sheet.tires, sheet.spun, sheet.spins, sheet.gear) == (40, 0, True, 1, 1)
    assert sheet.status is CarStatus.RUNNING


@pytest.mark.rule("FW-112", "FW-151")
@pytest.mark.parametrize(("tires", "row"), [(6, 41), (2, 37), (0, 35)])
def test_who_cannot_pay_is_out_in_the_first_square_not_paid(tires: int, row: int) -> None:
    sheet = after(15, tires=tires)
    assert (sheet.row, sheet.tires, sheet.status, sheet.out_reason) == (row, 0, CarStatus.OUT, "tires")
    assert (sheet.destroyed, sheet.spins) == (True, 0)


@pytest.mark.rule("FW-111", "FW-151")
@pytest.mark.parametrize(
    ("row", "stops", "out"), [(57, 0, True), (57, 1, False), (76, 0, True), (76, 1, True), (76, 2, False)]
)
def test_two_stops_missing_put_the_car_out_right_behind_the_corner(row: int, stops: int, out: bool) -> None:
    sheet = after(4, row=row, stops=stops)
    assert (sheet.status is CarStatus.OUT) == out
    if out:
        assert (sheet.out_reason, sheet.destroyed, sheet.tires) == ("corner", True, 6)
        assert sheet.row == {57: 60, 76: 78}[row]


@pytest.mark.rule("FW-110")
def test_two_corners_overshot_in_a_move_are_paid_each() -> None:
    play = Board(Car("a", row=20, tires=20), circuit=ring((22, 24, 1, 2), (27, 29, 1, 2)))
    play.drive("a", 12)
    assert (play.car().row, play.car().overshooting) == (32, 2)
    assert play.car().tires == 20 - 8 - 3


@pytest.mark.rule("FW-113")
@pytest.mark.parametrize(("roll", "stops"), [(7, 0), (8, 0)])
def test_a_turn_that_ends_in_the_next_corner_after_an_overshoot_is_no_stop_there(roll: int, stops: int) -> None:
    play = Board(Car("a", row=20), circuit=ring((22, 24, 1, 2), (27, 29, 1, 2)))
    play.drive("a", roll)
    assert (play.car().row, play.car().stops) == (20 + roll, stops)
    play.drive("a", 1)
    assert play.car().overshooting == 1


@pytest.mark.rule("FW-113")
def test_the_turn_after_that_is_a_stop_again() -> None:
    play = Board(Car("a", row=20), circuit=ring((22, 24, 1, 2), (27, 29, 1, 2)))
    play.drive("a", 7)
    play.moment.step, play.moment.queue = "turn", ["a"]
    engine.step(play)
    play.drive("a", 1)
    assert play.car().stops == 1


@pytest.mark.rule("FW-110")
def test_an_overshoot_is_told_with_its_corner() -> None:
    play = Board(Car("a", row=33))
    play.drive("a", 4)
    assert [(entry.kind, entry.before.get("tires"), entry.after.get("tires")) for entry in play.log.entries] == [
        ("drive", 6, 5),
        ("overshoot", None, None),
        ("drive", 5, 3),
    ]
    assert [entry.more["corner"] for entry in play.entries_of("overshoot")] == [0]
    play = Board(Car("a", row=33), circuit=ring((34, 34, 1, 2)))
    play.drive("a", 4)
    assert [entry.more["corner"] for entry in play.entries_of("overshoot")] == [0]


@pytest.mark.rule("FW-110")
@pytest.mark.parametrize("lane", [0, 2])
def test_the_lane_may_not_change_while_a_corner_is_left_so(lane: int) -> None:
    play = Board(Car("a", row=33))
    with pytest.raises(OrderIllegal, match="the lanes open to it, counted from 0, are 1"):
        play.drive("a", 2, DriveOrder(path=(1, lane)))


def wet(weather: str, switches: dict[str, bool]) -> int:
    play = Board(Car("a", row=28), weather=weather, switches=switches)
    play.drive("a", 8)
    return play.car().tires


@pytest.mark.rule("FW-129")
@pytest.mark.parametrize("weather", ["dry", "temporary_rain", "rain"])
def test_weather_takes_no_tires(weather: str) -> None:
    assert wet(weather, {}) == 4


@pytest.mark.rule("FW-129")
@pytest.mark.switch("formule.rain_overshoot_extra", True)
def test_by_the_house_rule_each_overshoot_in_rain_takes_one_tire_more() -> None:
    on = {"formule.rain_overshoot_extra": True}
    assert (wet("rain", on), wet("temporary_rain", on), wet("dry", on)) == (3, 4, 4)


def without_tires(roll: int, **switches: bool) -> tuple[CarStatus, bool]:
    sheet = after(roll, switches={f"formule.{name}": value for name, value in switches.items()}, tires=0)
    return sheet.status, sheet.spun


@pytest.mark.rule("FW-112")
def test_without_tires_any_overshoot_is_out() -> None:
    assert without_tires(7) == (CarStatus.OUT, False)


@pytest.mark.rule("FW-112")
@pytest.mark.switch("formule.zero_tire_one_square_spin", True)
def test_by_the_house_rule_an_overshoot_of_one_square_without_tires_only_spins() -> None:
    assert without_tires(7, zero_tire_one_square_spin=True) == (CarStatus.RUNNING, True)
    assert without_tires(8, zero_tire_one_square_spin=True) == (CarStatus.OUT, False)
    assert after(8, switches={"formule.zero_tire_one_square_spin": True}, tires=1).status is CarStatus.OUT


# -------------------------------------------------------------------------------------------------------------- spins


@pytest.mark.rule("FW-118")
def test_a_spun_car_begins_its_next_turn_in_gear_1_unasked() -> None:
    play = Board(Car("a", row=10, gear=5, spun=True))
    play.moment.queue = ["a"]
    play.moment.turn = 3
    play.load_paths({"r3/a/gear": [4]})
    play.car().gear = 1
    engine.step(play)
    assert (play.moment.step, play.car().gear, play.car().roll, play.car().spun) == ("drive", 1, 2, True)
    play.drive("a", 2)
    assert (play.car().spun, play.car().row) == (False, 12)


@pytest.mark.rule("FW-106")
def test_a_stalled_car_rolls_the_first_gear_in_its_next_turn() -> None:
    play = Board(Car("a", row=10, gear=1, stalled=True, moved=False))
    play.moment.queue = ["a"]
    play.load_paths({"r1/a/gear": [1]})
    engine.step(play)
    assert (play.moment.step, play.car().roll) == ("drive", 1)
    play.drive("a", 1)
    assert (play.car().stalled, play.car().moved) == (False, True)


@pytest.mark.rule("FW-106")
def test_a_car_that_stalls_has_no_move_this_round() -> None:
    play = Board(Car("a", row=79, gear=0, moved=False))
    play.moment.queue = ["a"]
    play.load_paths({"r1/a/gear": [1]})
    engine.step(play)
    assert (play.moment.step, play.car().row, play.car().roll) == ("turn", 79, 0)
