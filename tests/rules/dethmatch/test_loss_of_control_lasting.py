"""A car out of control, phase by phase, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.driving.loss_of_control import begin_activation, heading, recover, recovery_penalty
from rules.dethmatch.driving.speed import slow
from rules.dethmatch.match.state import CarState, CarStatus, Control
from rules.dethmatch.movement.forced_steps import forced_step, make_forced_step
from tests.rules.dethmatch.boards import PLAIN, Board, Car, open_field

GUARDED = replace(PLAIN, components=("wheel_guards",))
FREE = {Control.OK, Control.UNCONTROLLED}


def skidding(
    control: str, *, way: int = 1, faces: Sequence[int] = (), speed: int = 8, design: Any = PLAIN, **sheet: Any
) -> tuple[Board, CarState]:
    """A car at (0, 0), facing 0, in phase 2 of turn 1, with 3 movement points per phase, that lost control in phase
    1.
    """
    fields = {"control": Control(control), "way": way, "since": 1, "quota": [3, 3, 3], **sheet}
    play = Board(Car("a", speed=speed, design=design, **fields), faces=faces, phase=2)
    return play, play.state.cars["a"]


def hex_of(play: Board, car: CarState) -> tuple[int, int]:
    return play.track.hexes[car.at]


def thrown(play: Board) -> list[tuple[int, ...]]:
    return [roll.faces for roll in play.dice.log]


# --------------------------------------------------------------------------------------------------- forced moves


@pytest.mark.rule("DM-M-071", "DM-M-072", "DM-M-073", "DM-M-074", "DM-M-075", "DM-M-092")
@pytest.mark.parametrize(
    ("control", "way", "owed", "steps"),
    [
        ("ok", 0, [], ()),
        ("minor_skid", 1, ["DR"], ("DR",)),
        ("fishtail", -1, ["DL", "TR"], ("DL", "TR")),
        ("major_skid", -1, [], ("DL",)),
        ("major_skid", 1, [], ("DR",)),
        ("spin", 1, [], ("F*",)),
        ("rollover", -1, [], ("DL",)),
        ("rollover", 1, [], ("DR",)),
        ("uncontrolled", 0, [], ("F",)),
        ("uncontrolled", 0, ["DL"], ("DL",)),
        ("uncontrolled", 0, ["TR"], ("TR", "F")),
        ("uncontrolled", 0, ["TL"], ("TL", "F")),
    ],
)
def test_each_state_says_what_the_next_movement_point_is_spent_on(
    control: str, way: int, owed: list[str], steps: tuple[str, ...]
) -> None:
    play, car = skidding(control, way=way, owed=owed)
    assert forced_step(play, car) == steps
    assert car.owed == owed


@pytest.mark.rule("DM-M-070")
def test_under_control_nothing_is_forced_and_no_point_is_spent() -> None:
    play, car = skidding("ok")
    assert not make_forced_step(play, car)
    assert (car.quota, car.at) == ([3, 3, 3], play.track.index[0, 0])


@pytest.mark.rule("DM-M-056", "DM-M-070", "DM-M-071")
@pytest.mark.parametrize(("way", "step", "at"), [(1, "DR", (0, 1)), (-1, "DL", (1, -1))])
def test_a_minor_skid_is_one_drift_and_then_control_is_regained(way: int, step: str, at: tuple[int, int]) -> None:
    play, car = skidding("minor_skid", way=way, owed=[step], straight=3, handling=0)
    assert make_forced_step(play, car)
    assert (hex_of(play, car), car.facing, car.control, car.way) == (at, 0, Control.OK, 0)
    assert (car.quota, car.straight, car.handling, thrown(play)) == ([3, 2, 3], 0, 0, [])
    assert (forced_step(play, car), play.log.entries[-1].rule) == ((), "DM-M-071")


@pytest.mark.rule("DM-M-070", "DM-M-072")
@pytest.mark.parametrize(
    ("way", "owed", "at", "facing"), [(1, ["DR", "TL"], (0, 1), 5), (-1, ["DL", "TR"], (1, -1), 1)]
)
def test_a_fishtail_drifts_and_turns_against_it_within_one_point(
    way: int, owed: list[str], at: tuple[int, int], facing: int
) -> None:
    play, car = skidding("fishtail", way=way, owed=owed, handling=0)
    assert make_forced_step(play, car)
    assert (hex_of(play, car), car.facing, car.control, car.way) == (at, facing, Control.OK, 0)
    assert (car.quota, car.straight, car.handling, thrown(play)) == ([3, 2, 3], 0, 0, [])
    assert play.log.entries[-1].rule == "DM-M-072"


@pytest.mark.rule("DM-M-070")
@pytest.mark.parametrize(("control", "owed"), [("minor_skid", ["DR"]), ("fishtail", ["DR", "TL"])])
def test_a_forced_move_still_owed_waits_for_the_next_point_even_of_another_turn(
    control: str, owed: list[str]
) -> None:
    play, car = skidding(control, owed=owed)
    recover(play, car)
    play.state.moment.turn, play.state.moment.phase = 2, 1
    begin_activation(play, car)
    assert (forced_step(play, car), car.speed, car.quota) == (tuple(owed), 8, [3, 3, 3])
    make_forced_step(play, car)
    assert car.control is Control.OK


@pytest.mark.rule("DM-M-073")
def test_in_a_major_skid_every_point_is_a_drift() -> None:
    play, car = skidding("major_skid", way=-1)
    assert [make_forced_step(play, car) for _ in range(3)] == [True] * 3
    assert (hex_of(play, car), car.facing, car.control) == ((3, -3), 0, Control.MAJOR_SKID)


@pytest.mark.rule("DM-M-075")
def test_in_a_rollover_every_point_is_a_drift_the_way_it_rolls() -> None:
    play, car = skidding("rollover", way=1)
    assert [make_forced_step(play, car) for _ in range(2)] == [True] * 2
    assert (hex_of(play, car), car.facing, car.control) == ((0, 2), 0, Control.ROLLOVER)


@pytest.mark.rule("DM-M-074")
def test_in_a_spin_every_point_goes_along_the_travel_whatever_the_car_faces() -> None:
    play, car = skidding("spin", facing=2, travel=0)
    assert [make_forced_step(play, car) for _ in range(2)] == [True] * 2
    assert (hex_of(play, car), car.facing, car.travel) == ((2, 0), 2, 0)


@pytest.mark.rule("DM-M-058", "DM-M-070")
def test_an_out_of_control_car_meets_the_ground_of_every_hex_it_enters() -> None:
    track = open_field(special={(0, 1): {"surface": "mud"}})
    fields = {"control": Control.MAJOR_SKID, "way": 1, "since": 1, "quota": [3, 3, 3]}
    play = Board(Car("a", speed=4, **fields), faces=[3], phase=2, track=track)
    car = play.state.cars["a"]
    make_forced_step(play, car)
    assert (car.handling, thrown(play)) == (2, [(3,)])


# ------------------------------------------------------------------------------------------------ phase by phase


@pytest.mark.rule("DM-M-070", "DM-M-072", "DM-M-073", "DM-M-074", "DM-M-075")
@pytest.mark.parametrize(
    ("control", "speed", "quota", "rule"),
    [
        ("minor_skid", 8, [3, 3, 3], None),
        ("fishtail", 8, [3, 3, 3], None),
        ("major_skid", 7, [3, 3, 3], "DM-M-073"),
        ("spin", 6, [3, 1, 3], "DM-M-074"),
        ("rollover", 6, [3, 1, 3], "DM-M-075"),
        ("uncontrolled", 8, [3, 3, 3], None),
    ],
)
def test_further_phases_take_their_losses_at_the_start_of_the_activation(
    control: str, speed: int, quota: list[int], rule: str | None
) -> None:
    play, car = skidding(control)
    begin_activation(play, car)
    assert (car.speed, car.quota, car.control) == (speed, quota, control)
    assert {entry.rule for entry in play.log.entries if entry.kind == "speed"} == ({rule} if rule else set())


@pytest.mark.rule("DM-M-070")
@pytest.mark.parametrize("control", ["major_skid", "spin", "rollover"])
def test_a_state_takes_no_second_losses_in_the_phase_it_began_in(control: str) -> None:
    play, car = skidding(control, since=2)
    begin_activation(play, car)
    assert (car.speed, car.quota) == (8, [3, 3, 3])


@pytest.mark.rule("DM-M-070", "DM-M-074")
@pytest.mark.parametrize("since", [1, 2])
@pytest.mark.parametrize(("way", "facing"), [(1, 1), (-1, 5)])
def test_a_spin_turns_one_hex_side_at_the_start_of_each_activation(way: int, facing: int, since: int) -> None:
    play, car = skidding("spin", way=way, since=since, straight=4)
    begin_activation(play, car)
    assert (car.facing, car.travel, heading(car), car.straight) == (facing, 0, 0, 0)


@pytest.mark.rule("DM-M-052", "DM-M-074")
@pytest.mark.parametrize("control", ["major_skid", "spin"])
def test_a_car_whose_losses_stop_it_has_its_control_back_with_the_facing_it_has(control: str) -> None:
    play, car = skidding(control, speed=1, facing=4)
    begin_activation(play, car)
    assert (car.control, car.speed, car.facing, car.quota) == (Control.OK, 0, 4, [0, 0, 0])


# ----------------------------------------------------------------------------------------------- regaining control


@pytest.mark.rule("DM-M-073", "DM-M-074")
@pytest.mark.parametrize(
    ("control", "speed", "penalty"),
    [("major_skid", 9, 0), ("spin", 1, 1), ("spin", 6, 1), ("spin", 7, 2), ("spin", 20, 2)],
)
def test_recovering_from_a_spin_is_harder_and_above_speed_six_harder_still(
    control: str, speed: int, penalty: int
) -> None:
    assert recovery_penalty(Control(control), speed) == penalty


@pytest.mark.rule("DM-M-024", "DM-M-070", "DM-M-073", "DM-M-074")
@pytest.mark.parametrize(
    ("control", "speed", "guards", "face", "recovered"),
    [
        ("major_skid", 9, False, 3, True),
        ("major_skid", 9, False, 4, False),
        ("major_skid", 9, True, 2, True),
        ("major_skid", 9, True, 3, False),
        ("spin", 6, False, 2, True),
        ("spin", 6, False, 3, False),
        ("spin", 7, False, 1, True),
        ("spin", 7, False, 2, False),
        ("spin", 6, True, 1, True),
        ("spin", 6, True, 2, False),
    ],
)
def test_one_check_at_the_end_of_an_activation_ends_a_major_skid_or_a_spin(
    control: str, speed: int, guards: bool, face: int, recovered: bool
) -> None:
    play, car = skidding(control, speed=speed, faces=[face], design=GUARDED if guards else PLAIN, since=2)
    recover(play, car)
    assert (car.control is Control.OK, car.way) == (recovered, 0 if recovered else 1)
    assert len(thrown(play)) == 1
    assert play.log.entries[-1].rule == {"major_skid": "DM-M-073", "spin": "DM-M-074"}[control]


@pytest.mark.rule("DM-M-070", "DM-M-071", "DM-M-072", "DM-M-075")
@pytest.mark.parametrize("control", ["ok", "minor_skid", "fishtail", "rollover", "uncontrolled"])
def test_no_other_state_is_ended_by_a_check(control: str) -> None:
    play, car = skidding(control)
    recover(play, car)
    assert (car.control, thrown(play)) == (control, [])


@pytest.mark.rule("DM-M-074")
def test_after_a_spin_the_car_faces_along_its_travel_from_its_next_activation_on() -> None:
    play, car = skidding("spin", speed=6, facing=2, travel=5, faces=[1])
    recover(play, car)
    assert (car.facing, heading(car)) == (2, 5)
    play.state.moment.phase = 3
    begin_activation(play, car)
    assert (car.facing, heading(car), car.speed, forced_step(play, car)) == (5, 5, 6, ())


@pytest.mark.rule("DM-M-034")
@pytest.mark.parametrize("control", ["major_skid", "spin"])
def test_with_a_broken_suspension_there_is_no_recovery(control: str) -> None:
    play, car = skidding(control, broken=True)
    recover(play, car)
    assert (car.control, thrown(play)) == (control, [])


@pytest.mark.rule("DM-M-034", "DM-M-076")
@pytest.mark.parametrize(
    ("control", "owed", "way"), [("minor_skid", ["DR"], 1), ("minor_skid", ["DL"], -1), ("fishtail", ["DR", "TL"], 1)]
)
def test_with_a_broken_suspension_a_short_skid_goes_on_as_a_major_one(
    control: str, owed: list[str], way: int
) -> None:
    play, car = skidding(control, way=way, owed=owed, broken=True, faces=[1])
    make_forced_step(play, car)
    assert (car.control, car.way, car.speed, car.quota) == (Control.MAJOR_SKID, way, 7, [3, 1, 3])


# ------------------------------------------------------------------------------------------------- coming to a stop


@pytest.mark.rule("DM-M-070", "DM-M-074")
@pytest.mark.parametrize(
    ("control", "owed"), [("minor_skid", ["DR"]), ("fishtail", ["DR", "TL"]), ("major_skid", []), ("spin", [])]
)
def test_every_skid_and_spin_ends_when_the_car_stands(control: str, owed: list[str]) -> None:
    play, car = skidding(control, owed=owed, facing=3, travel=1)
    slow(play, car, 8, rule="DM-M-047", why="trial")
    assert (car.control, car.way, car.owed, car.facing, car.status) == (Control.OK, 0, [], 3, CarStatus.RUNNING)
    assert (heading(car), thrown(play)) == (3, [])


@pytest.mark.rule("DM-M-075")
@pytest.mark.parametrize(("face", "on_wheels"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_car_that_stops_rolling_lands_on_its_wheels_on_one_to_three(face: int, on_wheels: bool) -> None:
    play, car = skidding("rollover", faces=[face] if on_wheels else [face, 1])
    slow(play, car, 8, rule="DM-M-047", why="trial")
    assert (car.control, car.status) == (Control.OK, CarStatus.RUNNING if on_wheels else CarStatus.WRECK)


@pytest.mark.rule("DM-M-075", "DM-M-110")
@pytest.mark.parametrize(("face", "out"), [(3, False), (4, True)])
def test_those_aboard_a_car_that_lands_badly_test_their_toughness(face: int, out: bool) -> None:
    play, car = skidding("rollover", faces=[6, face])
    slow(play, car, 8, rule="DM-M-047", why="trial")
    assert play.state.crew["a.driver"].out == out


@pytest.mark.rule("DM-M-075", "DM-M-092")
def test_a_car_that_lands_on_its_wheels_without_a_driver_is_parked() -> None:
    play, car = skidding("rollover", faces=[2])
    play.state.crew["a.driver"].out = True
    slow(play, car, 8, rule="DM-M-047", why="trial")
    assert car.status is CarStatus.PARKED


@pytest.mark.rule("DM-M-075", "DM-M-092")
def test_a_car_destroyed_while_it_rolls_over_makes_no_landing_roll() -> None:
    play, car = skidding("rollover", status=CarStatus.DESTROYED)
    slow(play, car, 8, rule="DM-M-047", why="trial")
    assert (car.status, thrown(play)) == (CarStatus.WRECK, [])
