"""What the autopilot spends fuel on, and when it stops for fuel in a race."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.autopilot import Autopilot
from rules.dethmatch.autopilot.race_fuel import (
    EXPECTED_PACE,
    SLOWEST_PACE,
    hexes_to_go,
    race_pace,
    spare_fuel,
    turns_dry,
    turns_left,
    turns_of_race,
    worth_of_stopping,
)
from rules.dethmatch.autopilot.speed_choice import speed_order
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import SpeedOrder
from rules.dethmatch.match.state import Critical
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.first_autopilot_boards import circuit, on_circuit

FIVE_OFF = (0, 5)
"""A place five hexes from the ring road's pit."""
DRIVETRAINS = [Critical(row="engine", effect="drivetrain") for _ in range(4)]


def race(*, speed: int = 3, fuel: int = 0, turn: int = 3, laps: int = 0, **sheet: Any) -> Match:
    """A car on the ring road in its speed step, with a tank of nine."""
    play = on_circuit(circuit(), FIVE_OFF, speed=speed, fuel=fuel, checkpoint=2, laps=laps, **sheet)
    play.fits["car"] = replace(play.fits["car"], fuel=9)
    play.state.moment.turn, play.state.moment.phase = turn, 0
    return play


def plan(play: Match) -> str:
    return Autopilot(play.setup, play.settings).speed(play, play.state.cars["car"]).plan


def order(*, spare: int, to: int = 2, hurries: bool = False, **sheet: Any) -> SpeedOrder:
    """The order of a car that wants more speed, with so much spare fuel."""
    play = Board(Car("car", fuel=9, **sheet), Car("foe", at=(5, 0)))
    return speed_order(play, play.car("car"), to, spare=spare, hurries=hurries, boosters=False)


@pytest.mark.rule("DM-M-046", "DM-M-145")
@pytest.mark.parametrize(
    ("spare", "hurries", "second_roll"),
    [(0, True, "never"), (1, False, "on_fail"), (1, True, "on_fail"), (2, False, "on_fail"), (2, True, "always")],
)
def test_a_second_roll_is_bought_after_a_failure_and_in_a_hurry_after_a_success(
    spare: int, hurries: bool, second_roll: str
) -> None:
    assert order(spare=spare, hurries=hurries).second_roll == second_roll


@pytest.mark.rule("DM-M-046", "DM-M-145")
@pytest.mark.parametrize(("sheet", "boosts"), [({}, False), ({"criticals": DRIVETRAINS}, True)])
def test_a_boost_is_bought_only_where_a_second_roll_would_help_less(sheet: dict[str, Any], boosts: bool) -> None:
    assert order(spare=3, to=1, **sheet).boost is boosts
    assert order(spare=1, to=1, **sheet).boost is False


@pytest.mark.rule("DM-M-046", "DM-M-145")
def test_a_car_does_not_roll_again_for_speed_that_it_does_not_want() -> None:
    assert order(spare=5, to=1, hurries=True).second_roll == "on_fail"


@pytest.mark.rule("DM-M-048", "DM-M-145")
@pytest.mark.parametrize(("turn", "spare"), [(1, 5), (4, 6), (15, 9)])
def test_what_the_rest_of_an_arena_heat_burns_before_its_last_turn_is_over_is_not_spare(
    turn: int, spare: int
) -> None:
    play = Board(Car("car", fuel=9), Car("foe", at=(5, 0)), turn=turn, phase=0)
    assert turns_left(play, play.car("car")) == 16 - turn
    assert spare_fuel(play, play.car("car")) == spare


@pytest.mark.rule("DM-M-020", "DM-M-107", "DM-M-145")
def test_in_a_race_a_point_is_kept_for_a_leak_unless_the_tank_seals_itself() -> None:
    play = race(fuel=9)
    kept = spare_fuel(play, play.state.cars["car"])
    play.fits["car"] = replace(play.fits["car"], self_sealing=True)
    assert spare_fuel(play, play.state.cars["car"]) == kept + 1


@pytest.mark.rule("DM-M-048")
@pytest.mark.parametrize(("far", "speed", "turns"), [(0, 3, 0.0), (3.5, 3, 1.0), (6.0, 3, 2.0), (11.0, 3, 4.0)])
def test_a_dry_car_slows_by_one_a_turn_and_then_limps(far: float, speed: int, turns: float) -> None:
    # 2 + 1.5 hexes, then 1 + 1.5 in each turn
    assert turns_dry(far, speed=speed) == turns


@pytest.mark.rule("DM-M-142")
def test_a_car_is_expected_to_drive_at_a_usual_pace_until_it_has_one_of_its_own() -> None:
    start = race(turn=1)
    car = start.state.cars["car"]
    car.at, car.checkpoint = start.track.guide[0], 0
    assert race_pace(start, car) == EXPECTED_PACE
    fast, slow = race(turn=6, laps=2), race(turn=30, laps=2)
    assert race_pace(fast, fast.state.cars["car"]) > 9
    assert race_pace(slow, slow.state.cars["car"]) == SLOWEST_PACE


@pytest.mark.rule("DM-M-048", "DM-M-145")
@pytest.mark.parametrize(
    ("fuel", "laps", "turn", "planned"),
    [
        (0, 0, 10, "pit"),  # dry, with two laps and more to go
        (1, 0, 10, "pit"),
        (5, 0, 10, "pace"),  # enough to come by again
        (0, 2, 12, "pace"),  # six hexes from the finish it rolls home
    ],
)
def test_a_car_stops_for_fuel_where_that_saves_turns(fuel: int, laps: int, turn: int, planned: str) -> None:
    assert plan(race(fuel=fuel, laps=laps, turn=turn)) == planned


@pytest.mark.rule("DM-M-145")
def test_a_stop_is_not_worth_its_time_early_in_a_race_with_fuel_for_another_lap() -> None:
    play = race(fuel=5, turn=4)
    assert worth_of_stopping(play, play.state.cars["car"], far=5) < 0


@pytest.mark.rule("DM-M-136")
def test_a_pit_past_the_line_is_no_lap_to_go() -> None:
    play = race()
    car, lap = play.state.cars["car"], len(play.track.guide)
    before = hexes_to_go(play, car)
    car.at = next(iter(play.track.line))
    assert before - hexes_to_go(play, car) == before - 2 * lap
    car.checkpoint = 0
    assert hexes_to_go(play, car) == 3 * lap


@pytest.mark.rule("DM-M-136", "DM-M-145")
def test_a_race_goes_on_six_turns_after_the_winner_and_nobody_stops_for_laps_beyond_that() -> None:
    play = race(fuel=0, turn=20)
    assert plan(play) == "pit"
    play.state.winner_turn = 16
    assert turns_of_race(play) == 3
    assert plan(play) == "pace"


@pytest.mark.rule("DM-M-130", "DM-M-145")
def test_a_car_with_a_full_tank_does_not_stop_for_fuel() -> None:
    play = race(fuel=1, turn=10)
    play.fits["car"] = replace(play.fits["car"], fuel=2)
    assert plan(play) == "pace"
