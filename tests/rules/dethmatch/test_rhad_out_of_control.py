"""Cars out of control on Dethmatch's map under RHAD's handling model: rolled steps, spins, and speed lost in
a crash.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.dethmatch.driving import loss_of_control, speed, tires
from rules.dethmatch.match.match import ModelHandling
from rules.dethmatch.match.orders import SpeedOrder
from rules.dethmatch.match.state import CarState, Control
from rules.dethmatch.movement import collisions, forced_steps, speed_step
from rules.dethmatch.movement.model_handling import SWERVES
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.motion import AHEAD, LEFT_AHEAD, RIGHT_AHEAD, on_the_road
from tests.rules.dethmatch.rhad_roads import MODEL, RHAD, at_the_end, books, driven, next_turn


def skidding(control: Control, owed: Sequence[str], *faces: int, **car: Any) -> tuple[Board, CarState]:
    play, sheet = driven(faces=faces, control=control, owed=list(owed), since=0, **car)
    return play, sheet


@pytest.mark.rule("DM-M-070")
@pytest.mark.parametrize(
    ("face", "at", "facing", "first"),
    [
        (1, LEFT_AHEAD, 5, "TL"),
        (2, LEFT_AHEAD, 0, "DL"),
        (3, AHEAD, 0, "F"),
        (4, AHEAD, 0, "F"),
        (5, RIGHT_AHEAD, 0, "DR"),
        (6, RIGHT_AHEAD, 1, "TR"),
    ],
)
def test_every_step_of_a_skid_is_thrown_for(face: int, at: tuple[int, int], facing: int, first: str) -> None:
    play, car = skidding(Control.MAJOR_SKID, "??", face)
    assert forced_steps.forced_step(play, car) == ("?",)
    assert forced_steps.make_forced_step(play, car)
    assert (car.at, car.facing, car.owed, car.quota) == (play.hex_at(at), facing, ["?"], [2, 3, 3])
    assert (car.control, car.handling) == (Control.MAJOR_SKID, 3), "it takes no handling"
    (entry,) = play.entries_of("swerve")
    assert (entry.rule, entry.more) == ("RH-061", {"step": first, "left": 1})


@pytest.mark.rule("DM-M-070")
@pytest.mark.parametrize("control", [Control.MINOR_SKID, Control.FISHTAIL, Control.MAJOR_SKID])
def test_after_the_last_step_the_car_is_under_control(control: Control) -> None:
    play, car = skidding(control, "?", 3)
    assert forced_steps.make_forced_step(play, car)
    assert (car.control, car.owed, car.way) == (Control.OK, [], 0)
    entry = play.entries_of("recovery")[0]
    assert (entry.rule, entry.before, entry.after) == ("RH-061", {"control": control}, {"control": Control.OK})
    assert not forced_steps.make_forced_step(play, car)


@pytest.mark.rule("DM-M-070", "DM-M-074")
def test_a_spin_goes_on_along_its_travel_turning_two_sides_and_one() -> None:
    play, car = skidding(Control.SPIN, ["TR TR F*", "TR F*"], way=1, travel=0, facing=0)
    loss_of_control.begin_activation(play, car)
    assert (car.facing, car.speed, car.quota) == (0, 4, [3, 3, 3]), "no phase takes anything or turns it"
    forced_steps.make_forced_step(play, car)
    assert (car.at, car.facing, car.control) == (play.hex_at(AHEAD), 2, Control.SPIN)
    forced_steps.make_forced_step(play, car)
    assert (car.at, car.facing, car.control, car.aligns) == (play.hex_at((2, 0)), 3, Control.OK, True)
    assert play.entries_of("recovery")[0].rule == "RH-064"
    loss_of_control.begin_activation(play, car)
    assert (car.facing, car.aligns) == (0, False)


@pytest.mark.rule("DM-M-070", "DM-M-073")
def test_no_phase_slows_a_skid_and_no_check_ends_it() -> None:
    play, car = skidding(Control.MAJOR_SKID, "??", way=1)
    loss_of_control.begin_activation(play, car)
    loss_of_control.recover(play, car)
    assert (car.speed, car.quota, car.owed, play.kinds()) == (4, [3, 3, 3], ["?", "?"], [])


@pytest.mark.rule("DM-M-070")
def test_steps_still_owed_wait_for_the_next_point_even_of_another_turn() -> None:
    play, car = skidding(Control.MAJOR_SKID, "??", handling=3)
    at_the_end(play)
    next_turn(play, car, 3)
    forced_steps.make_forced_step(play, car)
    assert (car.owed, car.control) == (["?"], Control.MAJOR_SKID)


@pytest.mark.rule("DM-M-070")
def test_a_car_that_stops_owes_nothing_more() -> None:
    play, car = skidding(Control.FISHTAIL, "???")
    speed.slow(play, car, 4, rule="DM-M-082", why="collision")
    assert (car.control, car.owed) == (Control.OK, [])


@pytest.mark.rule("DM-M-068")
@pytest.mark.switch("dethmatch.handling", "rhad")
def test_a_crash_slows_the_next_turn_and_the_driver_may_not() -> None:
    play, car = on_the_road(switches=RHAD, debt=2)
    speed_step.apply_start_of_turn(play, car)
    assert (car.speed, car.debt, books(play).slowed) == (2, 0, {"c1"})
    assert play.entries_of("speed")[0].rule == "RH-056"
    speed_step.change_speed(play, car, SpeedOrder(intent="up", to=3, boost=True))
    speed_step.change_speed(play, car, SpeedOrder(intent="down", to=0))
    assert (car.speed, car.boosted, play.dice.log) == (2, False, [])


@pytest.mark.rule("DM-M-068")
def test_who_did_not_crash_has_his_say_in_the_speed() -> None:
    play, car = driven()
    speed_step.apply_start_of_turn(play, car)
    assert (car.speed, books(play).slowed, play.kinds()) == (4, set(), [])
    speed_step.change_speed(play, car, SpeedOrder(intent="down", to=3))
    assert car.speed == 3


@pytest.mark.rule("DM-M-068")
def test_a_turn_that_is_over_is_forgotten() -> None:
    keeps = ModelHandling(MODEL)
    keeps.paces["c1"] = 3
    keeps.struck.add("c1")
    keeps.slowed.add("c1")
    keeps.close()
    assert (keeps.paces, keeps.struck, keeps.slowed, keeps.model) == ({}, set(), set(), MODEL)


@pytest.mark.rule("DM-M-070")
def test_every_swing_of_a_die_has_its_steps() -> None:
    assert {MODEL.swerve(face) for face in range(1, 7)} == set(SWERVES)
    assert [SWERVES[swerve] for swerve in sorted(SWERVES)] == [("TL", "F"), ("DL",), ("F",), ("DR",), ("TR", "F")]


@pytest.mark.rule("DM-M-068", "DM-M-084")
def test_a_collision_costs_its_handling_and_leaves_the_check_for_later() -> None:
    play, car = driven(others={"c2": AHEAD}, handling=0, faces=[6, 6, 1, 1, 1, 1, 1, 1])
    collisions.collide(play, car, 0)
    assert car.handling < 0
    assert "loc_check" not in play.kinds()


@pytest.mark.rule("DM-M-111")
def test_worn_tires_take_handling_at_once_and_nothing_is_checked() -> None:
    play, car = driven(handling=0, faces=[6])
    tires.roll_tires(play, car, bonus=0, why="maneuver", weapon=False)
    assert (car.handling, car.control) == (-1, Control.OK)
