"""The effects of a collision, step by step: checks, losses, damage, tires, handling and control."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.state import CarStatus, Control, Critical
from rules.dethmatch.movement.collisions import collide
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.collisions import ARMOR, STAYS, STURDY, meeting

# ----------------------------------------------------------------------------------------------- the four types


@pytest.mark.rule("DM-M-068", "DM-M-082", "DM-M-083", "DM-M-084", "DM-M-085", "DM-M-087", "DM-M-088", "DM-M-091")
def test_a_head_on_collision_by_hand() -> None:
    checks, losses, damage_of_mover, damage_of_target, side, control = [3, 2], [4, 1], [2, 6], [1, 5], [5], [2]
    play, mover, target = meeting(
        "head_on", faces=[*checks, *losses, *damage_of_mover, *damage_of_target, *side, *control]
    )
    assert play.all_thrown()
    assert (play.track.hexes[mover.at], mover.facing, mover.speed, mover.quota[0]) == ((0, 1), 1, 4, 4)
    assert (mover.handling, mover.damage, mover.tire_damage, mover.control) == (-2, 3, 2, Control.OK)
    assert (play.track.hexes[target.at], target.facing, target.speed, target.quota[0]) == ((1, 0), 3, 3, 3)
    assert (target.handling, target.damage, target.tire_damage, target.control) == (1, 1, 0, Control.OK)


@pytest.mark.rule("DM-M-082")
@pytest.mark.parametrize(
    ("kind", "needed", "speed"),
    [("head_on", [2, 2], 10), ("t_bone", [2, 1], 6), ("rear_end", [3, 3], 2), ("swipe", [4, 4], 2)],
)
def test_both_drivers_check_at_the_hazard_of_the_type(kind: str, needed: list[int], speed: int) -> None:
    play, _, _ = meeting(kind, faces=[1] * 12)
    collision = play.log.entries[0]
    assert (collision.kind, collision.more["type"], collision.more["needed"], collision.more["speed"]) == (
        "collision",
        kind,
        needed,
        speed,
    )
    assert collision.more["passed"] == [True, True]


@pytest.mark.rule("DM-M-082")
@pytest.mark.parametrize(
    ("kind", "dice", "left"),
    [
        ("head_on", [1, 1], (5, 3)),
        ("head_on", [2, 3], (5, 2)),
        ("head_on", [5, 4], (3, 2)),
        ("head_on", [6, 6], (3, 1)),
        ("t_bone", [], (5, 4)),
        ("rear_end", [], (5, 4)),
        ("swipe", [], (6, 4)),
    ],
)
def test_speed_and_movement_points_are_lost_by_type(kind: str, dice: list[int], left: tuple[int, int]) -> None:
    _, mover, target = meeting(kind, faces=[1, 1, *dice, *[1] * 8])
    assert (mover.speed, target.speed) == left
    assert (mover.quota[0], target.quota[0]) == left


@pytest.mark.rule("DM-M-079", "DM-M-092")
def test_a_driver_who_stands_checks_and_one_who_is_not_there_fails_without_a_die() -> None:
    play, _, _ = meeting("rear_end", speeds=(2, 0), faces=[3, 3, 1, 1])
    assert play.log.entries[0].more["passed"] == [True, True]
    play, _, _ = meeting("rear_end", speeds=(2, 3), faces=[3, 1, 1, 1], target={"control": Control.UNCONTROLLED})
    assert play.log.entries[0].more["passed"] == [True, False]
    assert play.all_thrown()


# ------------------------------------------------------------------------------------------------------- damage


@pytest.mark.rule("DM-M-083")
@pytest.mark.parametrize(
    ("speed", "face", "points"),
    [
        (2, 4, 0),
        (2, 5, 1),
        (3, 3, 0),
        (3, 4, 1),
        (8, 2, 1),
        (8, 3, 2),
        (9, 1, 1),
        (9, 2, 3),
    ],
)
def test_each_car_throws_against_the_armor_that_met(speed: int, face: int, points: int) -> None:
    tires = [1] if face + speed // 3 >= 4 else []
    _, mover, target = meeting("t_bone", speeds=(speed, 4), faces=[1, 1, face, *tires, face, *tires])
    assert (mover.damage, target.damage) == (points, points)


@pytest.mark.rule("DM-M-080", "DM-M-083")
def test_the_mover_is_hurt_in_front_and_the_target_on_the_side_that_holds_the_mover() -> None:
    play, _, _ = meeting("t_bone", faces=[1] * 4)
    assert [entry.more["quadrant"] for entry in play.log.entries if entry.kind == "damage"] == ["front", "right"]
    play, _, _ = meeting("swipe", faces=[1] * 4)
    assert [entry.more["quadrant"] for entry in play.log.entries if entry.kind == "damage"] == ["right", "left"]


@pytest.mark.rule("DM-M-083", "DM-M-086")
@pytest.mark.parametrize(("face", "points"), [(4, 0), (5, 0), (6, 1)])
@pytest.mark.parametrize("speeds", [(6, 4), (20, 1)])
def test_a_swipe_has_pen_minus_one_at_any_speed(speeds: tuple[int, int], face: int, points: int) -> None:
    tires = [1] if face >= 5 else []
    _, mover, target = meeting("swipe", speeds=speeds, faces=[1, 1, face, *tires, face, *tires, 1, 1, 1])
    assert (mover.damage, target.damage) == (points, points)


@pytest.mark.rule("DM-M-086")
@pytest.mark.parametrize(("kind", "status"), [("swipe", CarStatus.RUNNING), ("rear_end", CarStatus.DESTROYED)])
def test_a_swipe_destroys_nobody(kind: str, status: CarStatus) -> None:
    old = [Critical(row="body") for _ in range(3)]
    hurt = {"damage": 3, "criticals": old}
    pen = 6 if kind == "swipe" else 5
    tire_faces = [1] if kind == "swipe" else [1, 1]
    _, _, target = meeting(kind, faces=[1, 1, 1, pen, 4, *tire_faces, 1, 1], target=hurt)
    assert target.status is status
    assert target.armor == {"front": 4, "right": 4, "rear": 4, "left": 3 if kind == "swipe" else 4}


@pytest.mark.rule("DM-M-083", "DM-M-139")
def test_the_other_driver_is_credited_with_criticals_on_an_enemy_car() -> None:
    hurt = {"damage": 3}
    play, _, _ = meeting("rear_end", faces=[1, 1, 5, 4, 1, 5, 4, 1], mover=hurt, target=hurt)
    assert [play.state.crew[f"{id}.driver"].criticals for id in ("mover", "target")] == [1, 1]
    play, _, _ = meeting("rear_end", faces=[1, 1, 5, 4, 1, 5, 4, 1], mover=hurt, target=hurt, team="one")
    crew = [play.state.crew[f"{id}.driver"] for id in ("mover", "target")]
    assert [(crew_state.criticals, crew_state.friendly) for crew_state in crew] == [(0, 1), (0, 1)]


@pytest.mark.rule("DM-M-083", "DM-M-092")
def test_nobody_is_credited_for_a_car_nobody_drives() -> None:
    hurt = {"damage": 3}
    rolling = {"control": Control.UNCONTROLLED}
    play, _, _ = meeting("rear_end", faces=[1, 5, 4, 1, 1, 1], mover=hurt, target=rolling)
    assert play.state.crew["target.driver"].criticals == 0


@pytest.mark.rule("DM-M-085")
@pytest.mark.parametrize(
    ("speed", "armor", "dice", "worn"),
    [
        (2, 4, [3], 0),
        (2, 4, [4, 5], 0),
        (2, 4, [4, 6], 1),
        (2, 4, [5, 6], 1),
        (9, 4, [1, 6], 1),
        (9, 4, [2, 5], 0),
        (9, 4, [2, 6], 2),
        (15, 6, [1, 6], 1),
        (18, 7, [1, 6], 2),
        (12, 4, [1, 4, 6], 2),
        (15, 4, [1, 4, 6], 3),
    ],
)
def test_tires_are_rolled_where_armor_was_grazed_or_penetrated_and_suffer_more_from_hard_blows(
    speed: int, armor: int, dice: list[int], worn: int
) -> None:
    thick = {"armor": dict.fromkeys(ARMOR, 20), "handling": 30}
    target = {"armor": dict.fromkeys(ARMOR, armor), "handling": 30}
    play, _, struck = meeting("t_bone", speeds=(speed, 4), faces=[1, 1, 1, *dice], mover=thick, target=target)
    assert play.all_thrown()
    assert struck.tire_damage == worn


@pytest.mark.rule("DM-M-085", "DM-M-126")
def test_a_ram_guard_keeps_the_tires_from_what_it_keeps_off_the_car() -> None:
    guard = {"items": [ItemEntry(id="g", kind="ram_guard")], "handling": 30}
    side = {"armor": dict.fromkeys(ARMOR, 20), "handling": 30}
    _, mover, _ = meeting("t_bone", speeds=(9, 4), faces=[1, 1, 2, 6, 1], mover=guard, target=side)
    assert (mover.damage, mover.tire_damage) == (2, 1)


@pytest.mark.rule("DM-M-126")
@pytest.mark.parametrize(("face", "points"), [(6, 0), (5, 0)])
def test_crash_bars_stand_in_a_collision_and_may_be_ruined_by_it(face: int, points: int) -> None:
    bars = {"items": [ItemEntry(id="b", kind="crash_bars")]}
    tires = [1] if face == 6 else []
    _, mover, _ = meeting("rear_end", speeds=(3, 2), faces=[1, 1, face, *tires, 1, 1], mover=bars)
    assert (mover.damage, mover.loadout.lost) == (points, ["b"])


# ---------------------------------------------------------------------------------------- handling and control


@pytest.mark.rule("DM-M-084")
@pytest.mark.parametrize(
    ("speed", "passed", "failed"), [(4, 0, 1), (5, 1, 2), (8, 1, 2), (9, 2, 3), (12, 2, 3), (13, 3, 4)]
)
def test_handling_is_lost_by_the_collision_speed_and_one_less_for_a_passed_check(
    speed: int, passed: int, failed: int
) -> None:
    sheet = {"armor": dict.fromkeys(ARMOR, 20), "handling": 30}
    _, mover, target = meeting("t_bone", speeds=(speed, 4), faces=[2, 2, 1, 1], mover=sheet, target=sheet)
    assert (mover.handling, target.handling) == (30 - passed, 30 - failed)


@pytest.mark.rule("DM-M-084")
def test_by_house_rule_handling_is_lost_with_each_three_of_speed() -> None:
    sheet = {"armor": dict.fromkeys(ARMOR, 20), "handling": 30}
    switches = {"dethmatch.collision_handling_loss": "ceil_third"}
    _, mover, target = meeting(
        "t_bone", speeds=(4, 4), faces=[2, 2, 1, 1], mover=sheet, target=sheet, switches=switches
    )
    assert (mover.handling, target.handling) == (29, 28)


@pytest.mark.rule("DM-M-083")
def test_by_house_rule_armor_that_stood_spares_the_car() -> None:
    switches = {"dethmatch.collision_damage": "pen_only"}
    _, mover, _ = meeting("t_bone", speeds=(9, 4), faces=[1, 1, 1, 1, 1, 1], switches=switches)
    assert mover.damage == 0


@pytest.mark.rule("DM-M-079")
def test_a_step_is_no_drift_unless_it_is_said_to_be_one() -> None:
    play = Board(Car("a", speed=4), Car("b", at=(1, 0), speed=2), faces=[1] * 4, standing=STAYS)
    collide(play, play.state.cars["a"], 0)
    assert play.log.entries[0].more["type"] == "rear_end"


@pytest.mark.rule("DM-M-076")
def test_a_hit_on_front_or_rear_gives_a_loss_of_control_no_side() -> None:
    low = {"handling": -1}
    spun, slid = [4, 2, 2, 1], [4, 2, 2]
    play, mover, target = meeting("rear_end", speeds=(9, 4), faces=[1, 1, 1, 1, *spun, *slid], mover=low, target=low)
    assert play.all_thrown()
    assert (mover.control, mover.way, target.control, target.way) == (Control.SPIN, -1, Control.FISHTAIL, -1)


@pytest.mark.rule("DM-M-068", "DM-M-084")
def test_a_car_whose_handling_falls_below_zero_checks_to_keep_control() -> None:
    play, mover, target = meeting("t_bone", faces=[2, 2, 1, 1, 4, 2, 1], mover={"handling": 0})
    assert (mover.handling, mover.control, target.handling, target.control) == (-1, Control.FISHTAIL, 1, Control.OK)
    assert play.all_thrown()


@pytest.mark.rule("DM-M-084")
def test_a_car_that_stands_after_the_crash_loses_handling_and_makes_no_check() -> None:
    play, mover, _ = meeting("t_bone", speeds=(1, 4), faces=[3, 1, 1, 1, 1, 1], mover={"handling": 0})
    assert (mover.speed, mover.handling, mover.control) == (0, -1, Control.OK)
    assert "keep control" not in play.throws()


@pytest.mark.rule("DM-M-068", "DM-M-076", "DM-M-084")
@pytest.mark.parametrize(
    ("dice", "control", "way"), [([2], "fishtail", -1), ([3, 1], "major_skid", -1), ([5, 1], "spin", 1)]
)
def test_a_car_that_collides_out_of_control_may_come_to_worse(dice: list[int], control: str, way: int) -> None:
    tail = {"handling": -1, "control": Control.FISHTAIL, "way": -1, "owed": ["DL", "TR"], "since": 1}
    play, mover, _ = meeting("swipe", speeds=(5, 1), faces=[5, 1, 1, 1, 4, *dice], mover=tail)
    assert play.all_thrown()
    assert (mover.control, mover.way) == (control, way)


@pytest.mark.rule("DM-M-076")
def test_a_spin_after_a_collision_turns_toward_the_side_that_was_hit() -> None:
    low = {"handling": -1}
    _, _, target = meeting("t_bone", speeds=(5, 5), faces=[1, 1, 1, 1, 4, 6, 1], target=low)
    assert (target.control, target.way) == (Control.SPIN, 1)


@pytest.mark.rule("DM-M-075", "DM-M-139")
def test_a_rollover_after_a_collision_is_credited_to_whoever_caused_it() -> None:
    low = {"handling": -1, "damage": 3}
    play, _, target = meeting("t_bone", speeds=(5, 7), faces=[1, 1, 1, 1, 4, 6, 5, 6, 1, 1], target=low)
    assert (target.control, target.way, target.loser) == (Control.ROLLOVER, -1, "mover.driver")
    assert target.armor["left"] == 3
    assert play.state.crew["mover.driver"].criticals == 1


@pytest.mark.rule("DM-M-075", "DM-M-076", "DM-M-112")
def test_control_lost_over_the_tires_of_a_collision_is_lost_to_the_collision() -> None:
    low = {"handling": 0}
    checks, front, side = [1, 1], [1], [4, 6]
    play, _, target = meeting("t_bone", speeds=(2, 8), faces=[*checks, *front, *side, 4, 6, 1, 1], target=low)
    assert play.all_thrown()
    assert (target.handling, target.control, target.way, target.loser) == (
        -1, Control.ROLLOVER, -1, "mover.driver",
    )  # fmt: skip


@pytest.mark.rule("DM-M-003", "DM-M-033")
@pytest.mark.parametrize(
    ("kind", "before", "face", "broken"),
    [
        ("head_on", [1, 1, 1, 1, 1, 1, 1, 1], 4, False),
        ("head_on", [1, 1, 1, 1, 1, 1, 1, 1], 5, True),
        ("t_bone", [1, 1, 1, 1], 4, False),
        ("t_bone", [1, 1, 1, 1], 5, True),
        ("rear_end", [1, 1, 1, 1], 5, False),
        ("rear_end", [1, 1, 1, 1], 6, True),
        ("swipe", [1, 1, 1, 1], 6, False),
    ],
)
def test_an_overloaded_suspension_is_tried_by_the_hazard_of_the_collision(
    kind: str, before: list[int], face: int, broken: bool
) -> None:
    weak = {"design": replace(STURDY, suspension=23), "handling": 5}
    _, mover, target = meeting(kind, faces=[*before, face, 1, 1, 1], mover=weak)
    assert (mover.broken, target.broken) == (broken, False)


@pytest.mark.rule("DM-M-091")
def test_a_collision_is_resolved_in_one_order() -> None:
    play, _, _ = meeting("t_bone", speeds=(6, 4), faces=[3, 2, 3, 1, 3, 1])
    assert [(entry.kind, entry.car) for entry in play.log.entries] == [
        ("collision", "mover"),
        ("speed", "mover"),
        ("damage", "mover"),
        ("tire", "mover"),
        ("damage", "target"),
        ("tire", "target"),
        ("move", "target"),
        ("turn", "target"),
        ("drift", "mover"),
        ("turn", "mover"),
        ("handling", "mover"),
        ("handling", "target"),
    ]
