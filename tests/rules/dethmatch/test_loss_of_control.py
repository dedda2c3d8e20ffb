"""Losing control: who checks, the results of the table, and the immediate effects of each state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.dethmatch.driving.loss_of_control import keep_control, lose_control, loss_of_control_result
from rules.dethmatch.driving.out_of_control import begin_activation
from rules.dethmatch.driving.suspension import break_suspension
from rules.dethmatch.match.state import CarState, CarStatus, Control
from rules.dethmatch.movement.forced_steps import forced_step
from tests.rules.dethmatch.boards import Board, Car

STATES = ("minor_skid", "fishtail", "major_skid", "spin", "rollover")


def alone(*, faces: Sequence[int] = (), speed: int = 4, switches: Any = None, **sheet: Any) -> tuple[Board, CarState]:
    """A car in phase 2 of turn 1 with driving 3, movement points of 1, 2 and 2, and one left over."""
    fields = {"quota": [1, 2, 2], "remainder": 1, **sheet}
    play = Board(Car("a", speed=speed, **fields), faces=faces, phase=2, switches=switches)
    return play, play.state.cars["a"]


def thrown(play: Board) -> list[tuple[int, ...]]:
    return [roll.faces for roll in play.dice.log]


@pytest.mark.rule("DM-M-068")
@pytest.mark.parametrize(
    ("handling", "face", "kept"),
    [(-1, 3, True), (-1, 4, False), (-2, 2, True), (-2, 3, False), (-3, 1, True), (-3, 2, False), (-4, 1, False)],
)
def test_the_driver_checks_at_one_less_for_each_point_below_minus_one(handling: int, face: int, kept: bool) -> None:
    play, car = alone(faces=[face, 1, 1], handling=handling, speed=1)
    keep_control(play, car)
    assert (car.control is Control.OK) == kept
    assert car.handling == handling
    assert play.log.entries[0].more["needed"] == 4 + handling


@pytest.mark.rule("DM-M-068")
@pytest.mark.parametrize("handling", [0, 1, 3])
def test_handling_of_zero_and_more_calls_for_no_check(handling: int) -> None:
    play, car = alone(handling=handling)
    keep_control(play, car)
    assert (thrown(play), play.log.entries) == ([], [])


@pytest.mark.rule("DM-M-068", "DM-M-092")
@pytest.mark.parametrize(
    "sheet",
    [
        {"speed": 0},
        {"control": Control.MINOR_SKID},
        {"control": Control.ROLLOVER},
        {"control": Control.UNCONTROLLED},
        {"status": CarStatus.DESTROYED},
    ],
)
def test_a_car_that_stands_or_is_out_of_control_already_makes_no_check(sheet: dict[str, Any]) -> None:
    play, car = alone(**{"handling": -3, **sheet})
    keep_control(play, car)
    assert (thrown(play), play.log.entries) == ([], [])


@pytest.mark.rule("DM-M-092")
def test_nobody_checks_for_a_driver_who_is_out_of_action() -> None:
    play, car = alone(handling=-3)
    play.state.crew["a.driver"].out = True
    keep_control(play, car)
    assert thrown(play) == []


@pytest.mark.rule("DM-M-069")
@pytest.mark.parametrize(
    ("total", "state"),
    [
        (-3, "minor_skid"),
        (3, "minor_skid"),
        (4, "fishtail"),
        (5, "fishtail"),
        (6, "major_skid"),
        (7, "major_skid"),
        (8, "spin"),
        (9, "spin"),
        (10, "rollover"),
        (19, "rollover"),
    ],
)
def test_the_table_has_five_rows(total: int, state: str) -> None:
    assert loss_of_control_result(face=1, speed=total, below=2, driving=3) == state


@pytest.mark.rule("DM-M-069")
def test_the_total_is_die_and_speed_and_points_below_less_driving() -> None:
    assert loss_of_control_result(face=3, speed=6, below=2, driving=4) == "major_skid"
    assert loss_of_control_result(face=3, speed=6, below=3, driving=4) == "spin"
    assert loss_of_control_result(face=4, speed=6, below=2, driving=4) == "spin"
    assert loss_of_control_result(face=3, speed=7, below=2, driving=4) == "spin"
    assert loss_of_control_result(face=3, speed=6, below=2, driving=3) == "spin"


@pytest.mark.rule("DM-M-069")
@pytest.mark.parametrize(("wounds", "state"), [(0, "minor_skid"), (1, "fishtail")])
def test_wounds_count_against_the_driving(wounds: int, state: str) -> None:
    play, car = alone(faces=[2, 1])
    play.state.crew["a.driver"].wounds = wounds
    lose_control(play, car, below=0)
    assert car.control == state


@pytest.mark.rule("DM-M-070", "DM-M-071", "DM-M-072", "DM-M-073", "DM-M-074", "DM-M-075")
@pytest.mark.parametrize(
    ("state", "faces", "below", "left"),
    [
        ("minor_skid", [2, 1], 0, (4, [1, 2, 2], 0)),
        ("fishtail", [4, 1], 0, (4, [1, 1, 2], 1)),
        ("major_skid", [6, 1, 1], 0, (3, [1, 1, 2], 0)),
        ("spin", [6, 1, 1], 2, (2, [1, 0, 2], 0)),
        ("rollover", [6, 1, 1, 1], 3, (2, [1, 0, 2], 0)),
    ],
)
def test_each_state_begins_with_its_first_losses(
    state: str, faces: list[int], below: int, left: tuple[int, list[int], int]
) -> None:
    play, car = alone(faces=faces)
    lose_control(play, car, below=below)
    assert (car.control, car.way, car.since) == (state, 1, 2)
    assert (car.speed, car.quota, car.debt, car.remainder) == (*left, 1)
    assert len(thrown(play)) == len(faces)
    roll, entry = play.entries_of("loc_roll")[0], play.entries_of("loc_result")[0]
    more = roll.more
    assert (roll.rule, more["rolled"], more["total"]) == (
        "DM-M-069", state, more["face"] + more["speed"] + more["below"] - more["driving"],
    )  # fmt: skip
    assert (entry.rule, entry.before["control"], entry.after["control"]) == ("DM-M-069", "ok", state)


@pytest.mark.rule("DM-M-052", "DM-M-074")
def test_a_spin_takes_what_is_left_over_and_later_points_when_the_phase_has_too_few() -> None:
    play, car = alone(faces=[6, 1, 1], quota=[0, 0, 3], remainder=1, speed=5)
    lose_control(play, car, below=0)
    assert (car.control, car.quota, car.remainder) == (Control.SPIN, [0, 0, 2], 0)


@pytest.mark.rule("DM-M-071", "DM-M-072")
@pytest.mark.parametrize(
    ("face", "side", "owed"), [(1, 1, ["DR"]), (1, 2, ["DL"]), (4, 1, ["DR", "TL"]), (4, 2, ["DL", "TR"])]
)
def test_a_minor_skid_owes_a_drift_and_a_fishtail_a_turn_against_it_as_well(
    face: int, side: int, owed: list[str]
) -> None:
    play, car = alone(faces=[face, side])
    lose_control(play, car, below=0)
    assert car.owed == owed


@pytest.mark.rule("DM-M-075", "DM-M-083")
@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize(
    ("speed", "pen", "face", "points"), [(5, 1, 2, 0), (6, 2, 1, 1), (8, 2, 2, 1), (9, 3, 1, 1), (2, 0, 5, 1)]
)
def test_going_over_hurts_like_a_standing_obstacle_at_full_speed_on_the_side_it_rolls_to(
    side: int, speed: int, pen: int, face: int, points: int
) -> None:
    play, car = alone(faces=[6, side, face, 1, 1], speed=speed)
    lose_control(play, car, below=7)
    damage = next(entry.more for entry in play.log.entries if entry.kind == "damage")
    assert damage["quadrant"] == {1: "right", 2: "left"}[side]
    assert (damage["pen"], damage["armor"], damage["cause"]) == (pen, 4, "rollover")
    assert (car.damage, car.tire_damage) == (points, 0)


@pytest.mark.rule("DM-M-078")
@pytest.mark.parametrize(
    ("face", "below", "armor", "wear", "points"),
    [
        (6, 0, [], 5, 0),
        (6, 0, [], 6, 1),
        (6, 1, [], 4, 0),
        (6, 1, [], 5, 1),
        (6, 1, [], 6, 1),
        (6, 3, [1], 3, 0),
        (6, 3, [1], 4, 1),
        (6, 3, [1], 5, 1),
        (6, 3, [1], 6, 2),
    ],
)
def test_major_skids_spins_and_rollovers_wear_the_tires_when_they_begin(
    face: int, below: int, armor: list[int], wear: int, points: int
) -> None:
    play, car = alone(faces=[face, 1, *armor, wear])
    lose_control(play, car, below=below)
    assert (car.tire_damage, thrown(play)[-1]) == (points, (wear,))


@pytest.mark.rule("DM-M-078")
@pytest.mark.parametrize(("face", "below", "armor"), [(6, 0, []), (6, 1, []), (6, 3, [1])])
def test_by_house_rule_driving_wears_no_tires(face: int, below: int, armor: list[int]) -> None:
    play, car = alone(faces=[face, 1, *armor], switches={"dethmatch.tire_wear_from_driving": False})
    lose_control(play, car, below=below)
    assert (car.tire_damage, len(thrown(play))) == (0, 2 + len(armor))


@pytest.mark.rule("DM-M-078")
@pytest.mark.parametrize(("face", "state"), [(2, "minor_skid"), (4, "fishtail")])
def test_minor_skids_and_fishtails_wear_nothing(face: int, state: str) -> None:
    play, car = alone(faces=[face, 1])
    lose_control(play, car, below=0)
    assert (car.control, len(thrown(play))) == (state, 2)


@pytest.mark.rule("DM-M-068")
@pytest.mark.parametrize("held", STATES)
@pytest.mark.parametrize("rolled", STATES)
def test_a_car_that_collides_out_of_control_keeps_the_worse_of_its_two_states(held: str, rolled: str) -> None:
    play, car = alone(faces=[1, 1, 1, 1], control=Control(held), way=-1)
    lose_control(play, car, below=STATES.index(rolled) * 2, worse_only=True)
    worse = max(held, rolled, key=STATES.index)
    assert car.control == worse
    assert (car.way == 1) == (worse != held)


@pytest.mark.rule("DM-M-075", "DM-M-080")
def test_a_spinning_car_that_goes_over_rolls_beside_its_travel() -> None:
    play, car = alone(faces=[6, 1, 1, 1], control=Control.SPIN, facing=4, travel=1)
    lose_control(play, car, below=3, worse_only=True)
    assert (car.control, car.facing, forced_step(play, car)) == (Control.ROLLOVER, 1, ("DR",))


@pytest.mark.rule("DM-M-074")
def test_a_car_that_spins_again_before_it_has_straightened_keeps_its_travel() -> None:
    play, car = alone(faces=[6, 1, 1], facing=4, travel=1, aligns=True)
    lose_control(play, car, below=2)
    assert (car.control, car.facing, car.travel, car.aligns) == (Control.SPIN, 4, 1, False)


@pytest.mark.rule("DM-M-075")
@pytest.mark.parametrize(("control", "since", "loser"), [("spin", 1, ""), ("spin", 2, "foe"), ("rollover", 1, "foe")])
def test_who_made_a_car_lose_control_answers_for_no_rollover_that_begins_in_a_later_phase(
    control: str, since: int, loser: str
) -> None:
    play, car = alone(speed=9, control=Control(control), way=1, since=since, loser="foe")
    begin_activation(play, car)
    assert car.loser == loser


@pytest.mark.rule("DM-M-068")
@pytest.mark.parametrize(("face", "control"), [(1, "minor_skid"), (4, "fishtail")])
def test_after_a_collision_a_car_out_of_control_checks_again(face: int, control: str) -> None:
    play, car = alone(faces=[face, 4, 1], handling=-2, speed=3, control=Control.MINOR_SKID, way=1)
    keep_control(play, car, crashed=True)
    assert (car.control, play.log.entries[0].more["needed"]) == (control, 2)


@pytest.mark.rule("DM-M-034", "DM-M-069")
@pytest.mark.parametrize(
    ("face", "state", "rest"), [(1, "fishtail", []), (2, "major_skid", [1]), (6, "rollover", [1, 1])]
)
def test_a_broken_suspension_rolls_with_four_points_below_and_without_a_check(
    face: int, state: str, rest: list[int]
) -> None:
    play, car = alone(faces=[face, 1, *rest], speed=3)
    break_suspension(play, car)
    assert (car.control, car.handling, car.broken) == (state, -5, True)
    assert len(thrown(play)) == 2 + len(rest)


@pytest.mark.rule("DM-M-034")
def test_a_standing_car_breaks_its_suspension_without_losing_control() -> None:
    play, car = alone(speed=0)
    break_suspension(play, car)
    assert (car.control, car.handling, car.broken, thrown(play)) == (Control.OK, -5, True, [])
