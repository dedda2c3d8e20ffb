"""Spending a movement point: its effects and checks, and their order."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.match.state import CarStatus, Control, Marker
from rules.dethmatch.movement.moves import ALONG_TRAVEL, spend_point, turn
from tests.rules.dethmatch.motion import (
    AHEAD,
    EDGE_AHEAD,
    HERE,
    LEFT_AHEAD,
    RIGHT_AHEAD,
    TWO_AHEAD,
    on_the_road,
)

READY: dict[str, Any] = {"quota": [3, 3, 3], "straight": 5, "settled": False}


@pytest.mark.rule("DM-M-008", "DM-M-055")
@pytest.mark.parametrize(
    ("step", "place", "facing", "spent"),
    [
        ("F", AHEAD, 0, 0),
        ("TL", LEFT_AHEAD, 5, 1),
        ("TR", RIGHT_AHEAD, 1, 1),
        ("DL", LEFT_AHEAD, 0, 1),
        ("DR", RIGHT_AHEAD, 0, 1),
    ],
)
def test_a_point_moves_a_car_one_hex(step: str, place: tuple[int, int], facing: int, spent: int) -> None:
    play, car = on_the_road(**READY)
    spend_point(play, car, step)
    assert (play.place(car.id), car.facing, car.handling) == (place, facing, 3 - spent)
    assert (car.quota, car.moved) == ([2, 3, 3], 1)


@pytest.mark.rule("DM-M-055")
def test_the_point_is_one_of_the_phase_under_way() -> None:
    play, car = on_the_road(**READY)
    play.state.moment.phase = 3
    spend_point(play, car, "F")
    assert car.quota == [3, 3, 2]


@pytest.mark.rule("DM-M-065")
@pytest.mark.parametrize(
    ("speed", "step", "toll"), [(6, "TL", 1), (7, "TL", 2), (13, "TR", 3), (7, "DL", 1), (25, "DR", 1), (25, "F", 0)]
)
def test_a_turn_costs_by_speed_and_a_drift_always_one(speed: int, step: str, toll: int) -> None:
    play, car = on_the_road(speed=speed, handling=9, fit={"handling": 9}, **READY)
    spend_point(play, car, step)
    assert car.handling == 9 - toll


@pytest.mark.rule("DM-M-056")
@pytest.mark.parametrize(("step", "straight"), [("F", 6), ("TL", 1), ("TR", 1), ("DL", 0), ("DR", 0)])
def test_the_straight_counter_counts_hexes_forward_since_the_last_maneuver(step: str, straight: int) -> None:
    play, car = on_the_road(**READY)
    spend_point(play, car, step)
    assert (car.straight, car.settled) == (straight, False)


@pytest.mark.rule("DM-M-056", "DM-M-057")
def test_a_settled_counter_allows_one_maneuver_and_no_second() -> None:
    # at handling 3 and speed 4 two hexes are needed: one was made, so the second turn is one short
    play, car = on_the_road(faces=[1], speed=4, straight=0, settled=True, quota=[9, 9, 9])
    spend_point(play, car, "TL")
    assert play.entries_of("hazard") == []
    spend_point(play, car, "TR")
    assert [entry.more["rating"] for entry in play.entries_of("hazard")] == [0]


@pytest.mark.rule("DM-M-066")
@pytest.mark.parametrize(("first", "second"), [("TL", "DL"), ("DL", "TL"), ("DR", "DR")])
def test_turns_and_drifts_share_the_counter(first: str, second: str) -> None:
    play, car = on_the_road(faces=[1, 1, 1], driving=6, quota=[9, 9, 9], straight=2, settled=False)
    spend_point(play, car, first)
    spend_point(play, car, "F")
    spend_point(play, car, "F")
    spend_point(play, car, second)
    assert play.entries_of("hazard") == []
    spend_point(play, car, first)
    assert [entry.more["hazard"] for entry in play.entries_of("hazard")] == ["maneuver"]


@pytest.mark.rule("DM-M-064")
def test_the_cost_is_paid_before_the_hazard_and_the_hazard_is_met_before_the_step() -> None:
    play, car = on_the_road(faces=[1], speed=6, quota=[9, 9, 9], straight=1, settled=False)
    spend_point(play, car, "TL")
    assert play.kinds() == ["turn", "handling", "hazard", "move"]


@pytest.mark.rule("DM-M-055", "DM-M-058")
def test_a_turn_is_tested_on_the_ground_it_is_made_on_and_not_on_the_next() -> None:
    ground = {HERE: {"surface": "gravel"}, LEFT_AHEAD: {"surface": "ice"}}
    play, car = on_the_road(faces=[1], ground=ground, **READY)
    spend_point(play, car, "TL")
    assert [(entry.more["hazard"], entry.more["rating"]) for entry in play.entries_of("hazard")] == [("road", 0)]
    assert play.kinds() == ["turn", "handling", "hazard", "move"]


@pytest.mark.rule("DM-M-055", "DM-M-058")
def test_a_drift_is_tested_on_the_ground_it_enters() -> None:
    ground = {HERE: {"surface": "gravel"}, LEFT_AHEAD: {"surface": "mud"}}
    play, car = on_the_road(faces=[1], ground=ground, **READY)
    spend_point(play, car, "DL")
    assert [(entry.more["hazard"], entry.more["rating"]) for entry in play.entries_of("hazard")] == [("road", 1)]
    assert play.kinds() == ["handling", "drift", "hazard"]


@pytest.mark.rule("DM-M-058")
def test_driving_straight_over_bad_ground_is_no_hazard() -> None:
    play, car = on_the_road(surface="mud", **READY)
    spend_point(play, car, "F")
    assert play.kinds() == ["move"]


@pytest.mark.rule("DM-M-058", "DM-M-059")
def test_maneuver_road_and_obstacle_are_separate_checks_in_that_order() -> None:
    ground = {LEFT_AHEAD: {"surface": "gravel", "obstacle": 1}}
    play, car = on_the_road(
        faces=[1, 1, 1], speed=6, ground=ground, quota=[3, 3, 3], straight=1, settled=False, driving=4
    )
    spend_point(play, car, "DL")
    hazards = [(entry.more["hazard"], entry.more["rating"]) for entry in play.entries_of("hazard")]
    assert hazards == [("maneuver", 0), ("road", 1), ("obstacle", 1)]


@pytest.mark.rule("DM-M-057", "DM-M-058")
def test_a_hazard_makes_the_next_maneuver_worse_for_one_point_more() -> None:
    # after the obstacle: a turn one hex short in the next point is rated 1, in the one after that 0
    for forward, rating in ((0, 1), (1, 0)):
        ground = {AHEAD: {"obstacle": 1}}
        play, car = on_the_road(
            faces=[1, 1, 1], speed=6 + 3 * forward, ground=ground, quota=[9, 9, 9], straight=0, settled=False
        )
        for _ in range(1 + forward):
            spend_point(play, car, "F")
        spend_point(play, car, "TL")
        maneuvers = [entry for entry in play.entries_of("hazard") if entry.more["hazard"] == "maneuver"]
        assert [entry.more["rating"] for entry in maneuvers] == [rating]


@pytest.mark.rule("DM-M-059")
def test_an_obstacle_is_met_going_straight() -> None:
    play, car = on_the_road(faces=[3], ground={AHEAD: {"obstacle": 1}}, **READY)
    spend_point(play, car, "F")
    assert [entry.more["hazard"] for entry in play.entries_of("hazard")] == ["obstacle"]
    assert car.handling == 2


# ------------------------------------------------------------------------------------------------- forced steps


@pytest.mark.rule("DM-M-070")
@pytest.mark.parametrize(
    ("steps", "place", "facing"),
    [
        (("DL",), LEFT_AHEAD, 0),
        (("DR", "TL"), RIGHT_AHEAD, 5),
        (("TR", "F"), RIGHT_AHEAD, 1),
        ((ALONG_TRAVEL,), RIGHT_AHEAD, 0),
    ],
)
def test_forced_steps_cost_nothing_and_are_no_maneuver_hazard(
    steps: tuple[str, ...], place: tuple[int, int], facing: int
) -> None:
    play, car = on_the_road(
        speed=12, quota=[3, 3, 3], straight=0, settled=False, travel=1, control=Control.MAJOR_SKID
    )
    spend_point(play, car, steps, forced=True)
    assert (play.place(car.id), car.facing, car.handling, car.quota) == (place, facing, 3, [2, 3, 3])
    assert play.entries_of("hazard") == []


@pytest.mark.rule("DM-M-056", "DM-M-070")
@pytest.mark.parametrize("steps", [("DL",), ("DL", "TR")])
def test_forced_moves_reset_the_straight_counter(steps: tuple[str, ...]) -> None:
    play, car = on_the_road(quota=[3, 3, 3], straight=7, settled=True, control=Control.FISHTAIL)
    spend_point(play, car, steps, forced=True)
    assert (car.straight, car.settled) == (0, False)


@pytest.mark.rule("DM-M-058", "DM-M-070")
def test_a_car_out_of_control_is_tested_in_every_hex_it_enters() -> None:
    ground = {AHEAD: {"surface": "mud"}, TWO_AHEAD: {"surface": "mud", "obstacle": 1}}
    play, car = on_the_road(faces=[1, 1, 1], ground=ground, control=Control.SPIN, **READY)
    spend_point(play, car, (ALONG_TRAVEL,), forced=True)
    spend_point(play, car, (ALONG_TRAVEL,), forced=True)
    assert [entry.more["hazard"] for entry in play.entries_of("hazard")] == ["road", "road", "obstacle"]


@pytest.mark.rule("DM-M-074")
def test_a_spinning_car_goes_where_it_travels_whatever_it_faces() -> None:
    play, car = on_the_road(quota=[3, 3, 3], facing=3, travel=5, straight=4, control=Control.SPIN)
    spend_point(play, car, (ALONG_TRAVEL,), forced=True)
    assert (play.place(car.id), car.facing, car.straight) == (LEFT_AHEAD, 3, 4)


@pytest.mark.rule("DM-M-052", "DM-M-055")
def test_a_car_that_has_stopped_makes_no_further_step() -> None:
    play, car = on_the_road(speed=0, quota=[3, 3, 3])
    spend_point(play, car, ("DL", "TR"), forced=True)
    assert (play.place(car.id), car.facing) == (HERE, 0)


@pytest.mark.rule("DM-M-056")
def test_a_turn_at_rest_leaves_the_counter_satisfied() -> None:
    play, car = on_the_road(speed=0, straight=0, settled=True)
    turn(play, car, 1, forced=True)
    assert (car.facing, car.settled) == (1, True)


# --------------------------------------------------------------------------------------- cars without a driver


@pytest.mark.rule("DM-M-092")
@pytest.mark.parametrize("sheet", [{}, {"status": CarStatus.DESTROYED}])
def test_a_car_nobody_drives_may_veer_on_bad_ground_and_makes_no_checks(sheet: dict[str, Any]) -> None:
    play, car = on_the_road(faces=[3], ground={AHEAD: {"obstacle": 1}}, quota=[3, 3, 3], **sheet)
    car.control = Control.UNCONTROLLED
    spend_point(play, car, "F")
    assert play.place(car.id) == AHEAD
    assert (play.entries_of("hazard"), [roll.why for roll in play.dice.log]) == ([], ["veer"])
    spend_point(play, car, "F")
    assert play.all_thrown()


# --------------------------------------------------------------------------------------------------------- obstacles


@pytest.mark.rule("DM-M-055", "DM-M-079")
@pytest.mark.parametrize("way", ["car", "rock", "edge"])
def test_what_fills_the_hex_is_run_into(way: str) -> None:
    ground = {AHEAD: {"impassable": True}} if way == "rock" else {}
    others = {"b": AHEAD} if way == "car" else {}
    play, car = on_the_road(faces=[1] * 12, ground=ground, others=others, **READY)
    if way == "edge":
        car.at = play.hex_at(EDGE_AHEAD)
    spend_point(play, car, "F")
    assert len(play.entries_of("collision")) == 1


@pytest.mark.rule("DM-M-079")
def test_another_car_elsewhere_is_not_in_the_way() -> None:
    play, car = on_the_road(others={"b": TWO_AHEAD, "c": LEFT_AHEAD}, **READY)
    spend_point(play, car, "F")
    assert (play.place(car.id), play.entries_of("collision")) == (AHEAD, [])


@pytest.mark.rule("DM-M-055", "DM-M-102")
def test_what_was_dropped_is_met_after_the_ground() -> None:
    # the drift's road hazard on the oil, then the check that oil forces in every case
    play, car = on_the_road(faces=[1, 1], **READY)
    play.state.markers.append(Marker(kind="oil", at=play.hex_at(LEFT_AHEAD), by="x", car="x"))
    spend_point(play, car, "DL")
    assert play.entries_of("hazard")[0].more["hazard"] == "road"
    assert play.all_thrown()
