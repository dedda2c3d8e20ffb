"""The type of a collision, and the figures of each type."""

from __future__ import annotations

import pytest

from rules.dethmatch.damage.collision_types import (
    HAZARD_RATINGS,
    CollisionType,
    collision_speed,
    damage_points,
    handling_loss,
    kind_of,
    penetration,
    scenery_speed,
    struck_side,
    tire_extra,
)
from rules.dethmatch.match.state import Control
from rules.dethmatch.movement.collisions import pending_collision
from tests.rules.dethmatch.boards import Board, Car


@pytest.mark.rule("DM-M-081")
@pytest.mark.parametrize(
    ("heading", "struck", "kind"),
    [
        (0, "rear", "rear_end"),
        (1, "right", "t_bone"),
        (2, "right", "t_bone"),
        (3, "front", "head_on"),
        (4, "left", "t_bone"),
        (5, "left", "t_bone"),
    ],
)
@pytest.mark.parametrize("direction", range(6))
def test_a_forward_step_meets_the_target_by_how_the_two_head(
    direction: int, heading: int, struck: str, kind: str
) -> None:
    target_heading = (direction + heading) % 6
    side = struck_side(direction=direction, heading=target_heading)
    assert side == struck
    assert kind_of(struck=side, drifting=False, mover_heading=direction, target_heading=target_heading) == kind


@pytest.mark.rule("DM-M-081")
@pytest.mark.parametrize(
    ("drift", "heading", "struck", "kind"),
    [
        (1, 0, "left", "swipe"),
        (1, 1, "rear", "rear_end"),
        (1, 2, "right", "t_bone"),
        (1, 3, "right", "t_bone"),
        (1, 4, "front", "head_on"),
        (1, 5, "left", "t_bone"),
        (-1, 0, "right", "swipe"),
        (-1, 1, "right", "t_bone"),
        (-1, 2, "front", "head_on"),
        (-1, 3, "left", "t_bone"),
        (-1, 4, "left", "t_bone"),
        (-1, 5, "rear", "rear_end"),
    ],
)
@pytest.mark.parametrize("facing", range(6))
def test_a_drift_beside_a_car_that_heads_the_same_way_is_a_swipe_and_nothing_else_is(
    facing: int, drift: int, heading: int, struck: str, kind: str
) -> None:
    play = Board(
        Car("mover", at=(0, 0), facing=facing, speed=4),
        Car("target", at=(3, 0), facing=(facing + heading) % 6, speed=4),
    )
    cars = play.state.cars
    direction = (facing + drift) % 6
    crash = pending_collision(play, cars["mover"], cars["target"], direction, drift)
    assert (crash.struck, crash.kind) == (struck, kind)
    assert crash.mover_hit == {1: "right", -1: "left"}[drift]


@pytest.mark.rule("DM-M-080", "DM-M-081")
def test_a_spinning_target_is_struck_by_its_travel_and_hurt_where_it_faces() -> None:
    play = Board(
        Car("mover", facing=0, speed=6),
        Car("target", at=(1, 0), facing=1, speed=4, control=Control.SPIN, travel=0),
    )
    cars = play.state.cars
    crash = pending_collision(play, cars["mover"], cars["target"], 0, 0)
    assert (crash.kind, crash.struck, crash.speed) == ("rear_end", "rear", 2)
    assert (crash.mover_hit, crash.target_hit) == ("front", "right")


@pytest.mark.rule("DM-M-080", "DM-M-081")
def test_a_spinning_mover_collides_along_its_travel_with_the_side_that_comes_first() -> None:
    play = Board(
        Car("mover", facing=2, speed=6, control=Control.SPIN, travel=0),
        Car("target", at=(1, 0), facing=3, speed=4),
    )
    cars = play.state.cars
    crash = pending_collision(play, cars["mover"], cars["target"], 0, 0)
    assert (crash.kind, crash.speed, crash.course) == ("head_on", 10, 0)
    assert (crash.mover_hit, crash.target_hit) == ("left", "front")


@pytest.mark.rule("DM-M-009", "DM-M-081")
@pytest.mark.parametrize(
    ("degrees", "facing", "quadrant"),
    [(90, 1, "right"), (90, 2, "right"), (90, 4, "left"), (120, 1, "rear"), (120, 2, "front"), (120, 4, "front")],
)
def test_the_armor_of_the_target_is_that_of_the_quadrant_that_holds_the_mover(
    degrees: int, facing: int, quadrant: str
) -> None:
    play = Board(
        Car("mover", speed=6),
        Car("target", at=(1, 0), facing=facing, speed=4),
        switches={"dethmatch.front_arc_degrees": degrees},
    )
    cars = play.state.cars
    assert pending_collision(play, cars["mover"], cars["target"], 0, 0).target_hit == quadrant


@pytest.mark.rule("DM-M-082")
@pytest.mark.parametrize(
    ("kind", "mover", "target", "speed"),
    [
        ("head_on", 7, 5, 12),
        ("head_on", 1, 0, 1),
        ("t_bone", 7, 20, 7),
        ("t_bone", 0, 9, 1),
        ("rear_end", 9, 4, 5),
        ("rear_end", 5, 4, 1),
        ("rear_end", 5, 5, 1),
        ("rear_end", 4, 9, 1),
        ("swipe", 9, 4, 5),
        ("swipe", 4, 9, 5),
        ("swipe", 6, 6, 1),
    ],
)
def test_collision_speed_is_by_type_and_at_least_one(kind: str, mover: int, target: int, speed: int) -> None:
    assert collision_speed(CollisionType(kind), mover=mover, target=target) == speed


@pytest.mark.rule("DM-M-075", "DM-M-081", "DM-M-082")
@pytest.mark.parametrize(("own", "speed"), [(0, 1), (1, 1), (2, 2), (9, 9)])
def test_scenery_is_met_at_the_cars_own_speed(own: int, speed: int) -> None:
    assert scenery_speed(own) == speed


@pytest.mark.rule("DM-M-003", "DM-M-082")
@pytest.mark.parametrize(
    ("kind", "ratings"), [("head_on", (1, 1)), ("t_bone", (1, 2)), ("rear_end", (0, 0)), ("swipe", (-1, -1))]
)
def test_each_type_has_its_hazard_for_mover_and_target(kind: str, ratings: tuple[int, int]) -> None:
    assert HAZARD_RATINGS[CollisionType(kind)] == ratings


@pytest.mark.rule("DM-M-083")
@pytest.mark.parametrize(
    ("speed", "pen"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (11, 3), (12, 4), (15, 5), (30, 10)]
)
def test_pen_is_a_third_of_the_collision_speed_rounded_down(speed: int, pen: int) -> None:
    for kind in (CollisionType.HEAD_ON, CollisionType.T_BONE, CollisionType.REAR_END):
        assert penetration(kind, speed) == pen


@pytest.mark.rule("DM-M-082", "DM-M-086")
@pytest.mark.parametrize("speed", [1, 3, 9, 30])
def test_pen_of_a_swipe_is_minus_one_at_any_speed(speed: int) -> None:
    assert penetration(CollisionType.SWIPE, speed) == -1


@pytest.mark.rule("DM-M-083")
@pytest.mark.parametrize(
    ("pen", "through", "stood"),
    [(-1, 1, 0), (0, 1, 0), (1, 1, 0), (2, 2, 1), (3, 3, 1), (4, 4, 2), (5, 5, 2), (6, 6, 3)],
)
def test_damage_is_the_pen_through_armor_and_half_of_it_on_armor(pen: int, through: int, stood: int) -> None:
    assert damage_points(pen, penetrated=True) == through
    assert damage_points(pen, penetrated=False) == stood


@pytest.mark.rule("DM-M-084")
@pytest.mark.parametrize(
    ("speed", "failed", "passed"),
    [
        (1, 1, 0),
        (4, 1, 0),
        (5, 2, 1),
        (8, 2, 1),
        (9, 3, 2),
        (12, 3, 2),
        (13, 4, 3),
        (16, 4, 3),
        (17, 5, 4),
        (20, 5, 4),
        (21, 6, 5),
    ],
)
def test_handling_loss_grows_by_one_with_each_four_of_collision_speed(speed: int, failed: int, passed: int) -> None:
    assert handling_loss(speed, passed=False) == failed
    assert handling_loss(speed, passed=True) == passed


@pytest.mark.rule("DM-M-083")
@pytest.mark.parametrize("pen", [-1, 0, 1, 4, 9])
def test_by_house_rule_armor_that_stood_lets_nothing_through(pen: int) -> None:
    assert damage_points(pen, penetrated=False, table="pen_only") == 0
    assert damage_points(pen, penetrated=True, table="pen_only") == max(pen, 1)


@pytest.mark.rule("DM-M-084")
@pytest.mark.parametrize(("speed", "failed"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4)])
def test_by_house_rule_handling_loss_grows_with_each_three_of_collision_speed(speed: int, failed: int) -> None:
    assert handling_loss(speed, passed=False, table="ceil_third") == failed
    assert handling_loss(speed, passed=True, table="ceil_third") == failed - 1


@pytest.mark.rule("DM-M-085")
@pytest.mark.parametrize(("points", "extra"), [(0, 0), (2, 0), (3, 1), (4, 1), (5, 2), (9, 2)])
def test_tires_take_one_more_from_three_points_and_two_from_five(points: int, extra: int) -> None:
    assert tire_extra(points) == extra
