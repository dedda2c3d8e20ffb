"""Where the cars of a collision end up, and the collisions that this causes."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.state import NOWHERE, CarStatus, Control
from rules.dethmatch.movement.collision_positions import course_of, drift_side
from rules.dethmatch.movement.collisions import collide
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.collisions import FAIL, NO_DAMAGE, PASS, RIGHT, TALL, crashed, two

# ------------------------------------------------------------------------------------------------- two cars


@pytest.mark.rule("DM-M-087")
@pytest.mark.parametrize(("heading", "turned"), [(1, 2), (2, 3), (4, 3), (5, 4)])
def test_a_target_that_failed_is_moved_away_and_turned_to_the_side_struck_and_the_mover_takes_its_hex(
    heading: int, turned: int
) -> None:
    play = two(heading, PASS, FAIL)
    cars = play.state.cars
    assert play.pose(cars["target"]) == ((2, 0), turned)
    assert play.pose(cars["mover"]) == ((1, 0), 0)
    assert [entry.car for entry in play.log.entries if entry.kind == "move"] == ["target", "mover"]


@pytest.mark.rule("DM-M-087")
@pytest.mark.parametrize(
    ("heading", "at", "facing"), [(1, (0, 1), 1), (2, (0, 1), 1), (4, (1, -1), 5), (5, (1, -1), 5)]
)
def test_a_mover_that_failed_drifts_and_turns_to_the_side_of_the_target_that_was_struck(
    heading: int, at: tuple[int, int], facing: int
) -> None:
    play = two(heading, FAIL, PASS)
    cars = play.state.cars
    assert play.pose(cars["mover"]) == (at, facing)
    assert play.pose(cars["target"]) == ((1, 0), heading)


@pytest.mark.rule("DM-M-087")
@pytest.mark.parametrize(
    ("heading", "at", "facing", "turned"), [(1, (0, 1), 1, 2), (2, (0, 1), 1, 3), (4, (1, -1), 5, 3)]
)
def test_where_both_failed_the_target_goes_and_the_mover_drifts_without_taking_its_hex(
    heading: int, at: tuple[int, int], facing: int, turned: int
) -> None:
    play = two(heading, FAIL, FAIL)
    cars = play.state.cars
    assert play.pose(cars["mover"]) == (at, facing)
    assert play.pose(cars["target"]) == ((2, 0), turned)


@pytest.mark.rule("DM-M-087")
@pytest.mark.parametrize(
    ("drifts", "taken", "at"),
    [
        ("left", [], (1, -1)),
        ("right", [], (0, 1)),
        ("stay", [], (0, 0)),
        ("free", [], (1, -1)),
        ("free", [(1, -1)], (0, 1)),
        ("left", [(1, -1)], (0, 0)),
        ("right", [(0, 1)], (0, 0)),
        ("free", [(1, -1), (0, 1)], (0, 0)),
    ],
)
@pytest.mark.parametrize("heading", [0, 1, 3])
def test_where_both_passed_the_mover_may_drift_to_a_free_side_of_his_choice_and_loses_nothing_for_it(
    drifts: str, taken: list[tuple[int, int]], at: tuple[int, int], heading: int
) -> None:
    others = [Car(f"c{number}", at=hex_place) for number, hex_place in enumerate(taken)]
    play = two(heading, PASS, PASS, drifts=drifts, others=others)
    cars = play.state.cars
    assert play.pose(cars["mover"]) == (at, 0)
    assert play.pose(cars["target"]) == ((1, 0), heading)
    assert [entry.kind for entry in play.log.entries if entry.car == "mover"].count("collision") == 1


@pytest.mark.rule("DM-M-087", "DM-M-088")
@pytest.mark.parametrize("heading", [0, 3])
@pytest.mark.parametrize(("face", "at", "facing"), [(3, (1, -1), 5), (4, (0, 1), 1)])
def test_struck_on_front_or_rear_by_a_front_the_side_is_thrown_for(
    heading: int, face: int, at: tuple[int, int], facing: int
) -> None:
    play = two(heading, FAIL, PASS, face)
    assert play.pose(play.state.cars["mover"]) == (at, facing)


@pytest.mark.rule("DM-M-088")
@pytest.mark.parametrize("heading", [1, 4])
def test_struck_on_front_or_rear_by_a_drift_to_the_right_it_counts_as_a_collision_on_the_left(heading: int) -> None:
    losses = [1, 1] if heading == 4 else []
    play = crashed(
        Car("mover", speed=4),
        Car("target", at=(0, 1), facing=heading, speed=3),
        direction=1,
        drift=1,
        faces=[FAIL, PASS, *losses, NO_DAMAGE, NO_DAMAGE],
    )
    assert play.pose(play.state.cars["mover"]) == ((1, -1), 5)


@pytest.mark.rule("DM-M-081", "DM-M-087")
@pytest.mark.parametrize(("drift", "to", "bounced", "facing"), [(1, (0, 1), (1, -1), 5), (-1, (1, -1), (0, 1), 1)])
def test_a_mover_who_fails_in_a_swipe_bounces_off(
    drift: int, to: tuple[int, int], bounced: tuple[int, int], facing: int
) -> None:
    play = crashed(
        Car("mover", speed=4),
        Car("target", at=to, speed=3),
        direction=drift % 6,
        drift=drift,
        faces=[FAIL, PASS, NO_DAMAGE, NO_DAMAGE],
    )
    assert play.pose(play.state.cars["mover"]) == (bounced, facing)


@pytest.mark.rule("DM-M-087")
def test_a_target_that_fails_in_a_swipe_goes_on_along_the_drift_and_the_mover_keeps_beside_it() -> None:
    play = crashed(
        Car("mover", speed=4),
        Car("target", at=(0, 1), speed=3),
        direction=1,
        drift=1,
        faces=[PASS, FAIL, NO_DAMAGE, NO_DAMAGE],
    )
    assert play.pose(play.state.cars["target"]) == ((0, 2), 5)
    assert play.pose(play.state.cars["mover"]) == ((0, 1), 0)


@pytest.mark.rule("DM-M-080", "DM-M-087")
def test_a_spinning_mover_drifts_beside_its_travel_and_turns_what_it_faces() -> None:
    play = crashed(
        Car("mover", speed=4, facing=3, control=Control.SPIN, travel=0),
        Car("target", at=(1, 0), facing=1, speed=3),
        faces=[FAIL, PASS, NO_DAMAGE, NO_DAMAGE],
    )
    assert play.pose(play.state.cars["mover"]) == ((0, 1), 4)


@pytest.mark.rule("DM-M-056", "DM-M-070")
@pytest.mark.parametrize(("checks", "straight"), [((PASS, FAIL), (6, 0)), ((FAIL, PASS), (0, 5))])
def test_being_knocked_aside_or_round_restarts_the_straight_counter(
    checks: tuple[int, int], straight: tuple[int, int]
) -> None:
    play = crashed(
        Car("mover", speed=4, straight=5, settled=False),
        Car("target", at=(1, 0), facing=1, speed=3, straight=5, settled=False),
        faces=[*checks, NO_DAMAGE, NO_DAMAGE],
    )
    assert (play.state.cars["mover"].straight, play.state.cars["target"].straight) == straight


@pytest.mark.rule("DM-M-058", "DM-M-087")
def test_a_car_put_into_a_hex_meets_what_is_in_it() -> None:
    play = crashed(
        Car("mover", speed=4),
        Car("target", at=(1, 0), facing=1, speed=3),
        faces=[FAIL, PASS, NO_DAMAGE, NO_DAMAGE, 2, 2],
        special={(0, 1): {"obstacle": 1}},
    )
    assert [entry.more["hazard"] for entry in play.log.entries if entry.kind == "hazard"] == ["road", "obstacle"]


# --------------------------------------------------------------------------------------------------- scenery


@pytest.mark.rule("DM-M-090")
@pytest.mark.parametrize(
    ("drifts", "walls", "at"),
    [
        ("left", [], (1, -1)),
        ("right", [], (0, 1)),
        ("stay", [], (1, -1)),
        ("free", [], (1, -1)),
        ("left", [(1, -1)], (0, 1)),
        ("right", [(0, 1)], (1, -1)),
    ],
)
def test_before_scenery_a_mover_who_passed_drifts_along_its_face(
    drifts: str, walls: list[tuple[int, int]], at: tuple[int, int]
) -> None:
    special = dict.fromkeys([(1, 0), *walls], TALL)
    play = crashed(Car("mover", speed=4), faces=[PASS, NO_DAMAGE], drifts=drifts, special=special)
    assert play.pose(play.state.cars["mover"]) == (at, 0)
    assert play.state.cars["mover"].speed == 3


@pytest.mark.rule("DM-M-088", "DM-M-090")
@pytest.mark.parametrize(("face", "at", "facing"), [(3, (1, -1), 5), (4, (0, 1), 1)])
def test_before_scenery_a_mover_who_failed_drifts_and_turns(face: int, at: tuple[int, int], facing: int) -> None:
    play = crashed(Car("mover", speed=4), faces=[FAIL, NO_DAMAGE, face], special={(1, 0): TALL})
    assert play.pose(play.state.cars["mover"]) == (at, facing)


@pytest.mark.rule("DM-M-088", "DM-M-090")
@pytest.mark.parametrize(("drift", "at", "facing"), [(1, (1, -1), 5), (-1, (0, 1), 1)])
def test_a_drift_into_scenery_that_fails_goes_to_the_other_side(drift: int, at: tuple[int, int], facing: int) -> None:
    wall = {1: (0, 1), -1: (1, -1)}[drift]
    play = crashed(
        Car("mover", speed=4), direction=drift % 6, drift=drift, faces=[FAIL, NO_DAMAGE], special={wall: TALL}
    )
    assert play.pose(play.state.cars["mover"]) == (at, facing)


@pytest.mark.rule("DM-M-090")
@pytest.mark.parametrize("check", [PASS, FAIL])
@pytest.mark.parametrize("by", ["walls", "cars"])
def test_in_a_dead_end_the_car_stays_and_its_speed_is_gone(check: int, by: str) -> None:
    sides = [(1, -1), (0, 1)]
    special = dict.fromkeys([(1, 0), *(sides if by == "walls" else [])], TALL)
    others = [Car(f"c{number}", at=hex_place) for number, hex_place in enumerate(sides)] if by == "cars" else []
    play = crashed(Car("mover", speed=4), *others, faces=[check, NO_DAMAGE], special=special)
    mover = play.state.cars["mover"]
    assert (play.pose(mover), mover.speed, mover.quota[0]) == (((0, 0), 0), 0, 0)


@pytest.mark.rule("DM-M-079", "DM-M-090", "DM-M-134")
def test_a_wreck_stays_where_it_is_and_takes_nothing() -> None:
    play = crashed(
        Car("mover", speed=4),
        Car("hulk", at=(1, 0), status=CarStatus.WRECK),
        faces=[FAIL, NO_DAMAGE, RIGHT],
    )
    hulk = play.state.cars["hulk"]
    assert play.pose(play.state.cars["mover"]) == ((0, 1), 1)
    assert (play.pose(hulk), hulk.damage) == (((1, 0), 0), 0)


@pytest.mark.rule("DM-M-079", "DM-M-134")
def test_a_parked_car_is_a_car_and_is_pushed_away() -> None:
    play = Board(
        Car("mover", speed=4),
        Car("parked", at=(1, 0), facing=1, status=CarStatus.PARKED),
        faces=[PASS, NO_DAMAGE, NO_DAMAGE],
    )
    play.state.crew["parked.driver"].out = True
    collide(play, play.state.cars["mover"], 0)
    assert play.pose(play.state.cars["parked"]) == ((2, 0), 2)
    assert play.pose(play.state.cars["mover"]) == ((1, 0), 0)


# -------------------------------------------------------------------------------------------- the edge of the map


@pytest.mark.rule("DM-M-079")
def test_the_edge_of_a_walled_map_is_scenery() -> None:
    play = crashed(Car("mover", at=(10, -5), speed=4), faces=[PASS, NO_DAMAGE])
    mover = play.state.cars["mover"]
    assert (play.pose(mover), mover.speed) == (((10, -4), 0), 3)
    play = crashed(Car("mover", at=(10, 0), speed=4), faces=[PASS, NO_DAMAGE])
    mover = play.state.cars["mover"]
    assert (play.pose(mover), mover.speed) == (((10, 0), 0), 0)


@pytest.mark.rule("DM-M-079")
def test_over_the_edge_of_a_map_that_allows_it_a_car_is_off_for_the_heat() -> None:
    skid = {"control": Control.MAJOR_SKID, "way": 1}
    play = crashed(Car("mover", at=(10, -5), speed=4, **skid), faces=[], edge="run_off")
    mover = play.state.cars["mover"]
    assert (mover.status, mover.at, mover.speed, mover.quota) == (CarStatus.OFF, NOWHERE, 0, [0, 0, 0])
    assert (mover.control, mover.way) == (Control.OK, 0)


@pytest.mark.rule("DM-M-079", "DM-M-087")
def test_a_car_may_be_pushed_over_the_edge_and_the_mover_takes_its_hex() -> None:
    play = crashed(
        Car("mover", at=(9, -5), speed=4),
        Car("target", at=(10, -5), facing=1, speed=3),
        faces=[PASS, FAIL, NO_DAMAGE, NO_DAMAGE],
        edge="run_off",
    )
    cars = play.state.cars
    assert (cars["target"].status, cars["target"].at) == (CarStatus.OFF, NOWHERE)
    assert play.pose(cars["mover"]) == ((10, -5), 0)


# ---------------------------------------------------------------------------------------------------- geometry


@pytest.mark.rule("DM-M-008", "DM-M-080")
@pytest.mark.parametrize(
    ("direction", "side", "course"), [(2, 0, 2), (3, 1, 2), (1, -1, 2), (4, 0, 4), (5, 0, 5), (0, 0, 0)]
)
def test_a_step_to_the_front_left_or_right_is_a_drift_and_any_other_is_its_own_course(
    direction: int, side: int, course: int
) -> None:
    assert (drift_side(direction, 2), course_of(direction, 2)) == (side, course)
