"""A car's phase: steps, half steps, forced steps, and what stops it."""

from __future__ import annotations

import pytest

from rules.rhad.match.orders import PhaseOrder
from rules.rhad.match.state import ControlLoss
from rules.rhad.movement.moves import free_steps, move, steps_due
from tests.rules.rhad.boards import FISHTAIL, GUPPY, ROLL, SKID, SPIN, Put, board, car, crew, entries, thrown, where

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
    play = board(Put("a", speed=speed, sheet={"credit": credit}), phase=phase)
    assert steps_due(play, car(play)) == due
    move(play, car(play), ON)
    assert (car(play).at, car(play).credit, car(play).steps) == (where(due, 0), left, due)
    assert len(entries(play, "half_step")) == int(left != credit)


@pytest.mark.rule("RH-023", "RH-024", "RH-025")
@pytest.mark.parametrize("mph", [5, 15, 35, 55, 75, 105, 175])
def test_two_rounds_at_a_speed_go_a_fifth_of_it_in_steps(mph: int) -> None:
    play = board(Put("a", speed=mph, at=(-19, 0)))
    for _ in range(2):
        for phase in range(1, 6):
            play.state.moment.phase = phase
            move(play, car(play), ON)
    assert (car(play).steps, car(play).credit) == (mph // 5, 0)


@pytest.mark.rule("RH-021")
@pytest.mark.parametrize(("speed", "due"), [(15, 0), (20, 0), (25, 0), (70, 1), (100, 2)])
def test_an_emergency_stop_leaves_fewer_steps(speed: int, due: int) -> None:
    play = board(Put("a", speed=speed), phase=1, switches={"rhad.midround_brake": 2})
    assert steps_due(play, car(play), braked=True) == due
    move(play, car(play), PhaseOrder(brake=True))
    assert (car(play).speed, car(play).steps, car(play).hc) == (max(speed - 20, 0), due, 2)


@pytest.mark.rule("RH-014", "RH-016")
def test_a_bootlegger_ends_the_phase_at_any_speed_a_house_may_allow() -> None:
    play = board(Put("a", speed=100), switches={"rhad.bootlegger_window": "10-100"})
    move(play, car(play), PhaseOrder(maneuvers=("bootlegger",)))
    assert (car(play).at, car(play).facing, car(play).speed) == (where(1, 0), 6, 0)


@pytest.mark.rule("RH-023")
def test_a_whole_step_is_no_half_one() -> None:
    play = board(Put("a", speed=50), switches={"rhad.half_step": "edge"})
    move(play, car(play), ON)
    assert car(play).at == where(1, 0)


@pytest.mark.rule("RH-016")
def test_maneuvers_go_by_car_steps_and_straight_on_after_them() -> None:
    play = board(Put("a", speed=150))
    move(play, car(play), PhaseOrder(maneuvers=("straight", "turn_60_right")))
    assert (car(play).at, car(play).heading) == (where(1, 2), 2)
    assert [entry.more["maneuver"] for entry in entries(play, "maneuver")] == ["turn_60_right"]


@pytest.mark.rule("RH-016", "RH-062")
@pytest.mark.parametrize(
    ("pending", "rolls", "free"),
    [
        (ControlLoss.NONE, 0, 3), (SKID, 1, 2), (FISHTAIL, 2, 1), (SKID, 3, 0), (SPIN, 6, 0), (ROLL, 0, 0), (GUPPY, 0,
        0),
    ],
)  # fmt: skip
def test_free_steps_come_after_the_rolls(pending: ControlLoss, rolls: int, free: int) -> None:
    play = board(Put("a", speed=150, sheet={"pending": pending, "rolls_left": rolls}))
    assert free_steps(play, car(play)) == free


@pytest.mark.rule("RH-016", "RH-076")
def test_nobody_maneuvers_without_an_able_driver() -> None:
    play = board(Put("a", speed=150))
    crew(play).hits = 2
    assert free_steps(play, car(play)) == 0
    move(play, car(play), PhaseOrder(maneuvers=("turn_60_right",)))
    assert (car(play).at, car(play).hc) == (where(3, 0), 4)
    crew(play).hits = 1
    assert free_steps(play, car(play)) == 3


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
    play = board(Put("a", speed=50, sheet={"pending": SKID, "rolls_left": 1}), faces=[face])
    move(play, car(play), ON)
    sheet = car(play)
    assert (sheet.at, sheet.facing, sheet.heading) == (at, facing, facing)
    assert (sheet.pending, sheet.rolls_left, sheet.hc) == (ControlLoss.NONE, 0, 4)
    assert thrown(play)


@pytest.mark.rule("RH-062", "RH-063")
def test_rolls_are_thrown_on_successive_steps_and_a_free_maneuver_comes_after() -> None:
    play = board(Put("a", speed=150, sheet={"pending": SKID, "rolls_left": 2}), faces=[5, 2])
    move(play, car(play), PhaseOrder(maneuvers=("turn_60_right",)))
    sheet = car(play)
    assert [entry.after["heading"] for entry in entries(play, "skid")] == [1, 0]
    assert (sheet.heading, sheet.at, sheet.hc) == (2, (3, 3), 0)


@pytest.mark.rule("RH-062", "RH-063")
def test_rolls_left_over_carry_on_and_the_corner_is_kept_till_then() -> None:
    play = board(Put("a", speed=50, sheet={"pending": FISHTAIL, "rolls_left": 2}), faces=[5])
    move(play, car(play), ON)
    sheet = car(play)
    assert (sheet.heading, sheet.facing, sheet.pending, sheet.rolls_left) == (1, 1, FISHTAIL, 1)


@pytest.mark.rule("RH-064")
def test_a_spin_turns_a_quarter_on_each_step_along_the_old_line() -> None:
    play = board(Put("a", speed=150, sheet={"pending": SPIN, "rolls_left": 4, "spin": 1}))
    move(play, car(play), ON)
    assert [entry.after["facing"] for entry in entries(play, "spinning")] == [3, 6, 9]
    assert (car(play).heading, car(play).at, car(play).rolls_left) == (0, where(3, 0), 1)
    play.state.moment.phase = 2
    move(play, car(play), PhaseOrder(maneuvers=("turn_60_left",)))
    sheet = car(play)
    assert (sheet.pending, sheet.facing, sheet.heading) == (ControlLoss.NONE, 10, 10)


@pytest.mark.rule("RH-064")
@pytest.mark.parametrize(("spin", "facing"), [(1, 4), (-1, 8)])
def test_a_spin_that_ends_at_a_corner_snaps_onward(spin: int, facing: int) -> None:
    play = board(Put("a", speed=50, sheet={"pending": SPIN, "rolls_left": 1, "spin": spin}))
    move(play, car(play), ON)
    assert (car(play).facing, car(play).heading, car(play).pending) == (facing, 0, ControlLoss.NONE)


@pytest.mark.rule("RH-066")
def test_a_car_in_the_air_goes_straight_on() -> None:
    play = board(Put("a", speed=100, sheet={"pending": ROLL}))
    move(play, car(play), PhaseOrder(maneuvers=("turn_60_left",)))
    assert (car(play).at, car(play).hc, car(play).pending) == (where(2, 0), 4, ROLL)


@pytest.mark.rule("RH-016")
def test_a_maneuver_that_has_become_impossible_lapses_and_the_car_goes_on() -> None:
    play = board(Put("a", speed=100, sheet={"facing": 2}))
    move(play, car(play), PhaseOrder(maneuvers=("rotate_60_left", "rotate_60_left")))
    assert (car(play).facing, car(play).hc, car(play).at) == (0, 1, where(2, 0))
    assert [entry.more["maneuver"] for entry in entries(play, "maneuver_lapsed")] == ["rotate_60_left"]
