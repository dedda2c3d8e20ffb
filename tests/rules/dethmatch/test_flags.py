"""The arena with flags: taking, dropping and delivering flags, and the points for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.heat_limits import EndReason
from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.log.story import narrate_entry
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control, Flag
from rules.dethmatch.settings import Settings
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.courses import YARD

MIDDLE, BASE, OTHER_BASE, FIELD = (3, 3), (0, 0), (6, 0), (3, 5)


def hex_of(place: tuple[int, int]) -> int:
    return YARD.index[hex_at(*place)]


def arena(*cars: Car, turn: int = 1, flags: bool = True, **switches: Any) -> Board:
    house = {f"dethmatch.{name}": value for name, value in switches.items()}
    play = Board(*cars, track=YARD, event="flags", switches=house, turn=turn)
    if flags:
        play.state.flags = [Flag(id="flag", team="", home=hex_of(MIDDLE), at=hex_of(MIDDLE))]
    return play


def on(id: str, place: tuple[int, int], team: str, **options: Any) -> Car:
    return Car(id, at=hex_at(*place), team=team, **options)


def two(**options: Any) -> tuple[Board, CarState, CarState]:
    play = arena(on("a", (2, 3), "red"), on("b", (5, 5), "blue"), **options)
    return play, play.state.cars["a"], play.state.cars["b"]


def enter(play: Board, car: CarState, place: tuple[int, int]) -> None:
    came_from, car.at = car.at, hex_of(place)
    event_of(play).on_hex_entered(play, car, came_from, 0)


def take(play: Board, car: CarState) -> Flag:
    enter(play, car, MIDDLE)
    (flag,) = play.state.flags
    assert (flag.carrier, car.flag) == (car.id, "flag")
    return flag


@pytest.mark.rule("DM-M-137")
def test_a_car_that_enters_the_flags_hex_takes_it_and_scores_in_its_own_base() -> None:
    play, car, _ = two()
    flag = take(play, car)
    enter(play, car, OTHER_BASE)
    assert (flag.carrier, play.state.teams["red"].captures) == ("a", 0)
    enter(play, car, BASE)
    assert (flag.carrier, flag.at, car.flag) == ("", NOWHERE, "")
    assert play.state.teams["red"].captures == 1
    assert play.state.crew["a.driver"].scores == 1
    assert event_of(play).points(play) == {"red": 5 + 1, "blue": 1}


@pytest.mark.rule("DM-M-137")
def test_a_flag_brought_in_is_back_in_the_middle_when_the_next_turn_begins() -> None:
    play, car, _ = two(turn=4)
    flag = take(play, car)
    enter(play, car, BASE)
    event_of(play).on_turn_start(play)
    assert flag.at == NOWHERE
    play.state.moment.turn = 5
    event_of(play).on_turn_start(play)
    assert (flag.at, flag.back) == (hex_of(MIDDLE), 0)


@pytest.mark.rule("DM-M-137")
@pytest.mark.parametrize(
    "state",
    [
        {"control": Control.MAJOR_SKID},
        {"control": Control.UNCONTROLLED},
        {"status": CarStatus.DESTROYED},
    ],
)
def test_a_car_out_of_control_neither_takes_a_flag_nor_scores(state: dict[str, Any]) -> None:
    play, car, _ = two()
    for name, value in state.items():
        setattr(car, name, value)
    enter(play, car, MIDDLE)
    assert play.state.flags[0].carrier == ""
    play, car, _ = two()
    take(play, car)
    car.control = Control.FISHTAIL
    enter(play, car, BASE)
    assert (car.flag, play.state.teams["red"].captures) == ("flag", 0)


@pytest.mark.rule("DM-M-137")
@pytest.mark.parametrize("lost", ["destroyed", "driver", "rollover"])
def test_a_carrier_destroyed_without_a_driver_or_rolling_drops_the_flag_where_it_was(lost: str) -> None:
    play, car, _ = two()
    flag = take(play, car)
    if lost == "destroyed":
        car.status = CarStatus.DESTROYED
    elif lost == "driver":
        play.state.crew["a.driver"].out = True
    else:
        car.control = Control.ROLLOVER
    enter(play, car, FIELD)
    assert (flag.carrier, flag.at, car.flag) == ("", hex_of(MIDDLE), "")
    play, car, _ = two()
    flag = take(play, car)
    car.status = CarStatus.WRECK
    event_of(play).on_activation_end(play)
    assert (flag.carrier, flag.at, flag.back, car.flag) == ("", hex_of(MIDDLE), 0, "")


@pytest.mark.rule("DM-M-137")
def test_a_flag_lost_with_its_carrier_off_the_map_comes_home_and_so_does_one_under_a_wreck() -> None:
    play, car, second_car = two(turn=3)
    flag = take(play, car)
    car.status, car.at = CarStatus.OFF, NOWHERE
    event_of(play).on_phase_end(play)
    assert (flag.at, flag.back) == (NOWHERE, 4)
    flag.at, flag.back = hex_of((5, 5)), 0
    event_of(play).on_turn_start(play)
    assert flag.at == hex_of((5, 5))
    second_car.status = CarStatus.WRECK
    event_of(play).on_turn_start(play)
    assert flag.at == hex_of(MIDDLE)


@pytest.mark.rule("DM-M-137")
def test_a_flag_lying_in_the_base_is_taken_and_brought_in_at_once() -> None:
    play, car, _ = two()
    play.state.flags[0].at = hex_of(BASE)
    enter(play, car, BASE)
    assert play.state.teams["red"].captures == 1


@pytest.mark.rule("DM-M-137")
def test_one_flag_of_nobodys_lies_in_the_middle_when_a_heat_starts() -> None:
    play, *_ = two(flags=False)
    play.state.teams["red"].captures = 2
    event_of(play).place_on_grid(play)
    assert [(flag.id, flag.team, YARD.column_and_row(flag.at)) for flag in play.state.flags] == [("flag", "", MIDDLE)]
    assert play.state.teams["red"].captures == 0


@pytest.mark.rule("DM-M-137")
def test_with_a_flag_for_each_team_the_others_is_brought_home() -> None:
    play, car, _ = two(flag_count=2, flags=False)
    event_of(play).place_on_grid(play)
    assert [(flag.id, flag.team, YARD.column_and_row(flag.at)) for flag in play.state.flags] == [
        ("flag.red", "red", (0, 0)),
        ("flag.blue", "blue", (6, 0)),
    ]
    own, theirs = play.state.flags
    enter(play, car, BASE)
    assert own.carrier == ""
    enter(play, car, OTHER_BASE)
    assert (theirs.carrier, car.flag) == ("a", "flag.blue")
    enter(play, car, BASE)
    assert play.state.teams["red"].captures == 1


@pytest.mark.rule("DM-M-137")
def test_ones_own_flag_found_in_the_field_goes_home_with_the_next_turn() -> None:
    play, car, _ = two(flag_count=2, flags=False, turn=2)
    event_of(play).place_on_grid(play)
    own = play.state.flags[0]
    own.at = hex_of(FIELD)
    enter(play, car, FIELD)
    assert (own.carrier, own.at, own.back) == ("", hex_of(FIELD), 3)
    play.state.moment.turn = 3
    event_of(play).on_turn_start(play)
    assert own.at == hex_of(BASE)


@pytest.mark.rule("DM-M-137")
def test_captures_kills_and_cars_that_can_still_drive_make_the_points() -> None:
    play = arena(
        on("a", (1, 1), "red"),
        on("a2", (1, 2), "red", broken=True),
        on("a3", (1, 3), "red", control=Control.ROLLOVER),
        on("b", (5, 5), "blue", status=CarStatus.WRECK),
        on("b2", (5, 4), "blue", status=CarStatus.PARKED),
    )
    play.state.teams["blue"].captures = 2
    play.state.crew["b.driver"].kills = 1
    assert event_of(play).points(play) == {"red": 1, "blue": 10 + 1}
    play.settings = Settings(flag_points=3)
    assert event_of(play).points(play) == {"red": 1, "blue": 6 + 1}


@pytest.mark.rule("DM-M-128", "DM-M-137")
@pytest.mark.parametrize(("turn", "limit", "over"), [(14, 15, False), (15, 15, True), (119, 200, False),
                                                     (120, 200, True)])  # fmt: skip
def test_an_arena_heat_lasts_fifteen_turns(turn: int, limit: int, over: bool) -> None:
    play, _, _ = two(turn=turn)
    play.settings = Settings(arena_turn_limit=limit)
    assert event_of(play).is_over(play) is over
    assert event_of(play).heats == 2


@pytest.mark.rule("DM-M-137")
def test_the_heat_ends_when_nobody_drives_and_weapons_are_free_from_the_start() -> None:
    play, car, second_car = two()
    assert not event_of(play).weapons_held(play)
    car.status = CarStatus.WRECK
    assert not event_of(play).is_over(play)
    second_car.status = CarStatus.PARKED
    assert event_of(play).is_over(play)
    assert event_of(play).end_reason(play) == EndReason.NOBODY_GOES_ON


@pytest.mark.rule("DM-M-135", "DM-M-137", "DM-M-139")
def test_the_log_says_what_points_are_for_besides_flags() -> None:
    play = arena(on("a", (2, 3), "red"), on("a2", (1, 5), "red"), on("b", (5, 5), "blue", status=CarStatus.WRECK))
    play.state.crew["a.driver"].kills = 1
    event_of(play).on_heat_end(play)
    assert [narrate_entry(entry) for entry in play.log.entries] == [
        "a and a2 can still drive: 2 points for red [DM-M-137]",
        "red has destroyed 1 enemy car: 1 point [DM-M-139]",
    ]
    assert event_of(play).points(play) == {"red": 2 + 1, "blue": 0}
    play.settings = Settings(flag_survivor_points=0, flag_kill_points=0)
    event_of(play).on_heat_end(play)
    play.settings, play.setup = Settings(), replace(play.setup, edition=2)
    event_of(play).on_heat_end(play)
    assert len(play.log.entries) == 2


@pytest.mark.rule("DM-M-146")
def test_the_nearest_goes_for_the_flag_the_carrier_home_and_the_others_for_the_enemy() -> None:
    play = arena(on("a", (2, 3), "red"), on("a2", (1, 5), "red"), on("b", (5, 5), "blue"))
    near, far, enemy = play.state.cars.values()
    goal = event_of(play).goal
    assert (goal(play, near), goal(play, far), goal(play, enemy)) == (hex_of(MIDDLE), enemy.at, hex_of(MIDDLE))
    take(play, near)
    assert (goal(play, near), goal(play, far)) == (hex_of((0, 1)), enemy.at)
    assert goal(play, enemy) == near.at
