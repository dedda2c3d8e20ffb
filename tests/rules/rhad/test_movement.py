"""A car's phase: steps, half steps, forced steps, and what stops it."""

from __future__ import annotations

import pytest

from rules.rhad.match.orders import PhaseOrder
from rules.rhad.match.state import ControlLoss
from rules.rhad.movement.moves import free_steps, move, steps_due
from tests.rules.rhad.boards import FISHTAIL, GUPPY, ROLL, SKID, SPIN, Board, Car, where

ON = PhaseOrder()


@pytest.mark.rule("RH-003", "RH-020", "RH-023", "RH-024")
@pytest.mark.parametrize(
    ("speed", "phase", "credit", "due", "left"),
    [
        (5, 3, 0, 0, 1),
        (5, 3, 1, 1, 0),
        (5, 1, 1, 0, 1),
        (15, 4, 1, 1, 0),
        (50, 1, 0, 1, 0),
        (50, 1, 1, 1, 1),
        (55, 1, 0, 2, 0),
        (75, 5, 0, 1, 1),
        (75, 5, 1, 2, 0),
        (0, 1, 0, 0, 0),
    ],
)
def test_half_steps_are_saved_up_and_driven_when_there_are_two(
    speed: int, phase: int, credit: int, due: int, left: int
) -> None:
    play = Board(Car("a", speed=speed, credit=credit), phase=phase)
    assert steps_due(play, play.car()) == due
    move(play, play.car(), ON)
    assert (play.car().at, play.car().credit, play.car().steps) == (where(due, 0), left, due)
    assert len(play.entries_of("half_step")) == int(left != credit)


@pytest.mark.rule("RH-023", "RH-024", "RH-025")
@pytest.mark.parametrize("mph", [5, 15, 35, 55, 75, 105, 175])
def test_two_rounds_at_a_speed_go_a_fifth_of_it_in_steps(mph: int) -> None:
    play = Board(Car("a", speed=mph, at=(-19, 0)))
    for _ in range(2):
        for phase in range(1, 6):
            play.state.moment.phase = phase
            move(play, play.car(), ON)
    assert (play.car().steps, play.car().credit) == (mph // 5, 0)


@pytest.mark.rule("RH-021")
@pytest.mark.parametrize(("speed", "due"), [(15, 0), (20, 0), (25, 0), (70, 1), (100, 2)])
def test_an_emergency_stop_leaves_fewer_steps(speed: int, due: int) -> None:
    play = Board(Car("a", speed=speed), phase=1, switches={"rhad.midround_brake": 2})
    assert steps_due(play, play.car(), braked=True) == due
    move(play, play.car(), PhaseOrder(brake=True))
    assert (play.car().speed, play.car().steps, play.car().hc) == (max(speed - 20, 0), due, 2)


@pytest.mark.rule("RH-014", "RH-016")
def test_a_bootlegger_ends_the_phase_at_any_speed_a_house_may_allow() -> None:
    play = Board(Car("a", speed=100), switches={"rhad.bootlegger_window": "10-100"})
    move(play, play.car(), PhaseOrder(maneuvers=("bootlegger",)))
    assert (play.car().at, play.car().facing, play.car().speed) == (where(1, 0), 6, 0)


@pytest.mark.rule("RH-023")
def test_a_whole_step_is_no_half_one() -> None:
    play = Board(Car("a", speed=50), switches={"rhad.half_step": "edge"})
    move(play, play.car(), ON)
    assert play.car().at == where(1, 0)


@pytest.mark.rule("RH-016")
def test_maneuvers_go_by_car_steps_and_straight_on_after_them() -> None:
    play = Board(Car("a", speed=150))
    move(play, play.car(), PhaseOrder(maneuvers=("straight", "turn_60_right")))
    assert (play.car().at, play.car().heading) == (where(1, 2), 2)
    assert [entry.more["maneuver"] for entry in play.entries_of("maneuver")] == ["turn_60_right"]


@pytest.mark.rule("RH-016", "RH-062")
@pytest.mark.parametrize(
    ("pending", "rolls", "free"),
    [
        (ControlLoss.NONE, 0, 3), (SKID, 1, 2), (FISHTAIL, 2, 1), (SKID, 3, 0), (SPIN, 6, 0), (ROLL, 0, 0), (GUPPY, 0,
        0),
    ],
)  # fmt: skip
def test_free_steps_come_after_the_rolls(pending: ControlLoss, rolls: int, free: int) -> None:
    play = Board(Car("a", speed=150, pending=pending, rolls_left=rolls))
    assert free_steps(play, play.car()) == free


@pytest.mark.rule("RH-016", "RH-076")
def test_nobody_maneuvers_without_an_able_driver() -> None:
    play = Board(Car("a", speed=150))
    play.crew().hits = 2
    assert free_steps(play, play.car()) == 0
    move(play, play.car(), PhaseOrder(maneuvers=("turn_60_right",)))
    assert (play.car().at, play.car().hc) == (where(3, 0), 4)
    play.crew().hits = 1
    assert free_steps(play, play.car()) == 3


@pytest.mark.rule("RH-061", "RH-062", "RH-063")
@pytest.mark.parametrize(
    ("face", "at", "facing"),
    [
        (1, (2, -2), 10),
        (2, (2, -1), 10),
        (3, (2, 0), 0),
        (4, (2, 0), 0),
        (5, (1, 1), 2),
        (6, (0, 2), 2),
    ],
)
def test_a_skid_roll_swings_the_car_and_its_travel_and_a_corner_snaps_on(
    face: int, at: tuple[int, int], facing: int
) -> None:
    play = Board(Car("a", speed=50, pending=SKID, rolls_left=1), faces=[face])
    move(play, play.car(), ON)
    sheet = play.car()
    assert (sheet.at, sheet.facing, sheet.heading) == (at, facing, facing)
    assert (sheet.pending, sheet.rolls_left, sheet.hc) == (ControlLoss.NONE, 0, 4)
    assert play.all_thrown()


@pytest.mark.rule("RH-062", "RH-063")
def test_rolls_are_thrown_on_successive_steps_and_a_free_maneuver_comes_after() -> None:
    play = Board(Car("a", speed=150, pending=SKID, rolls_left=2), faces=[5, 2])
    move(play, play.car(), PhaseOrder(maneuvers=("turn_60_right",)))
    sheet = play.car()
    assert [entry.after["heading"] for entry in play.entries_of("skid")] == [1, 0]
    assert (sheet.heading, sheet.at, sheet.hc) == (2, (3, 3), 0)


@pytest.mark.rule("RH-062", "RH-063")
def test_rolls_left_over_carry_on_and_the_corner_is_kept_till_then() -> None:
    play = Board(Car("a", speed=50, pending=FISHTAIL, rolls_left=2), faces=[5])
    move(play, play.car(), ON)
    sheet = play.car()
    assert (sheet.heading, sheet.facing, sheet.pending, sheet.rolls_left) == (1, 1, FISHTAIL, 1)


@pytest.mark.rule("RH-064")
def test_a_spin_turns_a_quarter_on_each_step_along_the_old_line() -> None:
    play = Board(Car("a", speed=150, pending=SPIN, rolls_left=4, spin=1))
    move(play, play.car(), ON)
    assert [entry.after["facing"] for entry in play.entries_of("spinning")] == [3, 6, 9]
    assert (play.car().heading, play.car().at, play.car().rolls_left) == (0, where(3, 0), 1)
    play.state.moment.phase = 2
    move(play, play.car(), PhaseOrder(maneuvers=("turn_60_left",)))
    sheet = play.car()
    assert (sheet.pending, sheet.facing, sheet.heading) == (ControlLoss.NONE, 10, 10)


@pytest.mark.rule("RH-064")
@pytest.mark.parametrize(("spin", "facing"), [(1, 4), (-1, 8)])
def test_a_spin_that_ends_at_a_corner_snaps_onward(spin: int, facing: int) -> None:
    play = Board(Car("a", speed=50, pending=SPIN, rolls_left=1, spin=spin))
    move(play, play.car(), ON)
    assert (play.car().facing, play.car().heading, play.car().pending) == (facing, 0, ControlLoss.NONE)


@pytest.mark.rule("RH-066")
def test_a_car_in_the_air_goes_straight_on() -> None:
    play = Board(Car("a", speed=100, pending=ROLL))
    move(play, play.car(), PhaseOrder(maneuvers=("turn_60_left",)))
    assert (play.car().at, play.car().hc, play.car().pending) == (where(2, 0), 4, ROLL)


@pytest.mark.rule("RH-016")
def test_a_maneuver_that_has_become_impossible_lapses_and_the_car_goes_on() -> None:
    play = Board(Car("a", speed=100, turned=2))
    move(play, play.car(), PhaseOrder(maneuvers=("rotate_60_left", "rotate_60_left")))
    assert (play.car().facing, play.car().hc, play.car().at) == (0, 1, where(2, 0))
    assert [entry.more["maneuver"] for entry in play.entries_of("maneuver_lapsed")] == ["rotate_60_left"]
