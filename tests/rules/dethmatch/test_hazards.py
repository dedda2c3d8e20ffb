"""Hazards: maneuvers made too soon, bad ground, obstacles, and hits."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.driving.hazards import (
    check_hit_hazard,
    check_maneuver_hazard,
    check_obstacle_hazard,
    check_road_hazard,
    is_bad_ground,
    mark_hazard,
    road_rating_at,
    shortfall,
)
from rules.dethmatch.match.state import CarStatus, Control, Marker
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.motion import AHEAD, on_the_road

UNWORN = {"dethmatch.tire_wear_from_driving": False}


def rated(play: Board) -> list[int]:
    """The ratings of the hazards met, in order."""
    return [entry.more["rating"] for entry in play.entries_of("hazard")]


# --------------------------------------------------------------------------------------------- maneuver hazards


@pytest.mark.rule("DM-M-057")
@pytest.mark.parametrize(
    ("speed", "straight", "rating"),
    [(6, 2, None), (6, 3, None), (6, 1, 0), (6, 0, 1), (12, 4, None), (12, 3, 0), (12, 2, 1), (12, 0, 3)],
)
def test_a_maneuver_too_soon_is_rated_by_the_hexes_it_is_short_less_one(
    speed: int, straight: int, rating: int | None
) -> None:
    # the turn mode at handling 3 is 2 at speed 6 and 4 at speed 12
    play, car = on_the_road(faces=[1], driving=6, speed=speed, straight=straight, settled=False)
    check_maneuver_hazard(play, car)
    assert rated(play) == ([] if rating is None else [rating])
    if rating is not None:
        assert play.entries_of("hazard")[0].more["needed"] == 6 - rating
    assert car.handling == 3


@pytest.mark.rule("DM-M-056", "DM-M-057")
def test_a_settled_counter_is_short_of_nothing() -> None:
    play, car = on_the_road(speed=12, straight=0, settled=True)
    assert shortfall(play, car) == 0
    car.settled = False
    assert shortfall(play, car) == 4


@pytest.mark.rule("DM-M-057")
@pytest.mark.parametrize(("suffered", "rating"), [(10, 1), (9, 1), (8, 0), (-9, 0)])
def test_a_hazard_in_this_or_the_last_point_adds_one(suffered: int, rating: int) -> None:
    play, car = on_the_road(faces=[1], speed=6, straight=1, settled=False, moved=10, hazard=suffered)
    check_maneuver_hazard(play, car)
    assert rated(play) == [rating]
    assert car.hazard == 10


@pytest.mark.rule("DM-M-057", "DM-M-078")
@pytest.mark.parametrize(("faces", "handling", "worn"), [([3], 3, 0), ([4, 5], 2, 0), ([4, 6], 1, 1)])
def test_a_failed_check_costs_one_and_may_wear_the_tires(faces: list[int], handling: int, worn: int) -> None:
    # light tires: one point of damage takes another point off the handling
    play, car = on_the_road(faces=faces, speed=6, straight=1, settled=False)
    check_maneuver_hazard(play, car)
    assert (car.handling, car.tire_damage, play.all_thrown()) == (handling, worn, True)


@pytest.mark.rule("DM-M-078")
def test_driving_wears_no_tires_by_house_rule() -> None:
    play, car = on_the_road(faces=[4], speed=6, straight=1, settled=False, switches=UNWORN)
    check_maneuver_hazard(play, car)
    assert (car.handling, play.entries_of("tire")) == (2, [])


@pytest.mark.rule("DM-M-024")
def test_wheel_guards_are_a_penalty_on_the_check() -> None:
    play, car = on_the_road(
        faces=[3], speed=6, straight=1, settled=False, fit={"wheel_guards": True}, switches=UNWORN
    )
    check_maneuver_hazard(play, car)
    assert (rated(play), play.entries_of("hazard")[0].more["needed"], car.handling) == ([0], 2, 2)


@pytest.mark.rule("DM-M-028", "DM-M-029")
@pytest.mark.parametrize(
    ("fit", "straight", "rating"),
    [
        ({"tread": "street"}, 1, None),
        ({"tread": "street"}, 0, 0),
        ({"tread": "traction"}, 1, 1),
        ({"tread": "snow"}, 0, 2),
        ({"tread": "snow", "rare_tires": True}, 0, 1),
        ({"travel": "increased"}, 1, 1),
        ({"travel": "increased", "tread": "street"}, 1, 0),
        ({"travel": "increased", "tread": "traction"}, 0, 4),
    ],
)
def test_travel_and_then_the_tread_change_the_rating(fit: dict[str, Any], straight: int, rating: int | None) -> None:
    play, car = on_the_road(faces=[1], driving=6, speed=6, straight=straight, settled=False, fit=fit)
    check_maneuver_hazard(play, car)
    assert rated(play) == ([] if rating is None else [rating])


@pytest.mark.rule("DM-M-028")
def test_a_hazard_the_tread_brings_to_nothing_needs_no_check_by_house_rule() -> None:
    switches = {"dethmatch.tread_ignores_reduced_zero": True}
    play, car = on_the_road(speed=6, straight=0, settled=False, fit={"tread": "street"}, switches=switches)
    check_maneuver_hazard(play, car)
    assert (rated(play), car.hazard) == ([], -9)


@pytest.mark.rule("DM-M-033")
def test_an_overloaded_suspension_is_tried_after_the_drivers_own_check() -> None:
    play, car = on_the_road(faces=[1, 4], speed=6, straight=0, settled=False, fit={"overload": 1})
    check_maneuver_hazard(play, car)
    assert [roll.why for roll in play.dice.log] == ["maneuver hazard", "overloaded suspension"]
    assert not car.broken


# ------------------------------------------------------------------------------------------------- road hazards


@pytest.mark.rule("DM-M-058", "DM-M-060")
@pytest.mark.parametrize(
    ("ground", "rating"),
    [
        ({"surface": "asphalt"}, None),
        ({"surface": "concrete"}, None),
        ({"surface": "dirt"}, None),
        ({"surface": "gravel"}, 0),
        ({"surface": "debris"}, 1),
        ({"surface": "mud"}, 1),
        ({"surface": "snow"}, 1),
        ({"surface": "ice"}, 2),
        ({"surface": "dirt", "rating": 3}, 3),
        ({"surface": "ice", "rating": 0}, 0),
        ({"surface": "mud", "obstacle": 3}, 3),
        ({"surface": "ice", "obstacle": 1}, 2),
    ],
)
def test_the_worst_of_a_hexs_hazards_is_met(ground: dict[str, Any], rating: int | None) -> None:
    play, car = on_the_road(faces=[1], driving=6, ground={AHEAD: ground})
    check_road_hazard(play, car, play.hex_at(AHEAD))
    assert rated(play) == ([] if rating is None else [rating])
    if rating is not None:
        assert play.entries_of("hazard")[0].more["needed"] == 6 - rating
        assert car.hazard == car.moved


@pytest.mark.rule("DM-M-060", "DM-M-102")
@pytest.mark.parametrize(
    ("surface", "rating"), [("asphalt", 2), ("concrete", 2), ("dirt", 0), ("ice", 2), ("mud", 1)]
)
def test_oil_is_a_road_hazard(surface: str, rating: int) -> None:
    play, car = on_the_road(faces=[1], ground={AHEAD: {"surface": surface}})
    hex_id = play.hex_at(AHEAD)
    play.state.markers += [
        Marker(kind="smoke", at=hex_id, by="", car=""),
        Marker(kind="oil", at=hex_id, by="x", car="x"),
    ]
    assert road_rating_at(play, car, hex_id, maneuvering=True) == rating
    assert road_rating_at(play, car, car.at, maneuvering=True) is None


@pytest.mark.rule("DM-M-060")
def test_only_oil_is_oil() -> None:
    play, car = on_the_road()
    play.state.markers.append(Marker(kind="smoke", at=car.at, by="", car=""))
    assert road_rating_at(play, car, car.at, maneuvering=True) is None


@pytest.mark.rule("DM-M-060")
def test_a_house_may_rate_surfaces_differently() -> None:
    play, car = on_the_road(surface="mud", switches={"dethmatch.surface_ratings": "mud 3"})
    assert road_rating_at(play, car, car.at, maneuvering=True) == 3


@pytest.mark.rule("DM-M-061", "DM-M-113")
@pytest.mark.parametrize(
    ("fit", "talents", "ground", "rating"),
    [
        ({"travel": "decreased"}, (), {"surface": "mud"}, 2),
        ({}, ("dog_sledder",), {"surface": "snow"}, 0),
        ({}, ("dog_sledder",), {"surface": "ice"}, 2),
        ({}, ("texas_steer",), {"obstacle": 2}, 1),
        ({"height": "raised"}, (), {"obstacle": 2}, 1),
        ({"height": "lowered"}, (), {"obstacle": 2}, 3),
        ({"height": "lowered", "devices": {"hydraulics": ("h",)}}, (), {"obstacle": 2}, 2),
        ({"tread": "snow"}, (), {"surface": "ice"}, 1),
        ({"tread": "street"}, (), {"surface": "ice"}, 4),
        ({"tread": "street", "rare_tires": True}, (), {"surface": "ice"}, 2),
    ],
)
def test_the_car_and_its_driver_change_what_they_meet(
    fit: dict[str, Any], talents: tuple[str, ...], ground: dict[str, Any], rating: int
) -> None:
    play, car = on_the_road(fit=fit, talents=talents, ground={AHEAD: ground})
    assert road_rating_at(play, car, play.hex_at(AHEAD), maneuvering=True) == rating


@pytest.mark.rule("DM-M-058")
@pytest.mark.parametrize(("face", "handling"), [(1, 3), (2, 2)])
def test_a_failed_check_on_the_road_costs_one(face: int, handling: int) -> None:
    play, car = on_the_road(faces=[face], surface="ice")
    check_road_hazard(play, car, car.at)
    assert car.handling == handling


@pytest.mark.rule("DM-M-062")
@pytest.mark.parametrize(("control", "rating"), [(Control.OK, []), (Control.MAJOR_SKID, [1])])
def test_increased_travel_maneuvers_on_an_obstacle_without_penalty(control: Control, rating: list[int]) -> None:
    # the obstacle of 2 counts as one of 1, and as no hazard at all while the car maneuvers
    play, car = on_the_road(faces=[1], fit={"travel": "increased"}, ground={AHEAD: {"obstacle": 2}}, control=control)
    check_road_hazard(play, car, play.hex_at(AHEAD))
    assert rated(play) == rating


@pytest.mark.rule("DM-M-058", "DM-M-097", "DM-M-102")
@pytest.mark.parametrize(
    ("ground", "oil", "face", "rough"),
    [
        ({"surface": "debris"}, False, 6, 1),
        ({"surface": "debris"}, False, 1, -1),
        ({"surface": "mud"}, False, 6, -1),
        ({"surface": "mud"}, True, 6, 1),
        ({"surface": "asphalt"}, True, 6, 1),
        ({"surface": "mud", "obstacle": 0}, False, 6, 1),
    ],
)
def test_handling_lost_to_obstacles_debris_and_oil_is_remembered_for_the_turn(
    ground: dict[str, Any], oil: bool, face: int, rough: int
) -> None:
    play, car = on_the_road(faces=[face], ground={AHEAD: ground})
    hex_id = play.hex_at(AHEAD)
    if oil:
        play.state.markers.append(Marker(kind="oil", at=hex_id, by="x", car="x"))
    check_road_hazard(play, car, hex_id)
    assert car.rough == rough


@pytest.mark.rule("DM-M-092")
@pytest.mark.parametrize(
    ("ground", "bad"), [({}, False), ({"surface": "mud"}, True), ({"obstacle": 1}, True), ({"rating": 0}, True)]
)
def test_what_may_make_a_car_veer(ground: dict[str, Any], bad: bool) -> None:
    play, car = on_the_road(ground={AHEAD: ground})
    assert is_bad_ground(play, car, play.hex_at(AHEAD)) is bad


# ---------------------------------------------------------------------------------------------------- obstacles


@pytest.mark.rule("DM-M-059")
@pytest.mark.parametrize(
    ("rating", "face", "lost"),
    [
        (0, 6, 0),
        (1, 5, 0),
        (1, 6, 1),
        (2, 4, 0),
        (2, 5, 1),
        (3, 3, 1),
        (3, 4, 2),
        (4, 2, 1),
        (4, 3, 2),
        (5, 1, 2),
        (5, 2, 3),
    ],
)
def test_an_obstacle_costs_half_its_rating_and_one_less_for_a_passed_check(rating: int, face: int, lost: int) -> None:
    play, car = on_the_road(faces=[face], driving=6, handling=5, ground={AHEAD: {"obstacle": rating}})
    check_obstacle_hazard(play, car, play.hex_at(AHEAD))
    assert car.handling == 5 - lost
    assert (car.rough, car.hazard) == (1 if lost else -1, car.moved)


@pytest.mark.rule("DM-M-059")
def test_an_obstacle_of_nothing_still_costs_one() -> None:
    play, car = on_the_road(faces=[4], ground={AHEAD: {"obstacle": 0}})
    check_obstacle_hazard(play, car, play.hex_at(AHEAD))
    assert car.handling == 2


@pytest.mark.rule("DM-M-059")
def test_the_check_takes_no_penalty_by_house_rule() -> None:
    switches = {"dethmatch.obstacle_check_penalised": False}
    play, car = on_the_road(faces=[3], ground={AHEAD: {"obstacle": 2}}, switches=switches)
    check_obstacle_hazard(play, car, play.hex_at(AHEAD))
    assert (car.handling, play.entries_of("hazard")[0].more["needed"]) == (3, 3)


@pytest.mark.rule("DM-M-059")
def test_flat_ground_costs_nothing() -> None:
    play, car = on_the_road()
    check_obstacle_hazard(play, car, car.at)
    assert play.log.entries == []


@pytest.mark.rule("DM-M-061")
def test_an_obstacle_takes_the_rating_it_has_for_this_car() -> None:
    fit = {"height": "raised", "travel": "increased"}
    play, car = on_the_road(faces=[6], handling=3, fit=fit, talents=("texas_steer",), ground={AHEAD: {"obstacle": 4}})
    check_obstacle_hazard(play, car, play.hex_at(AHEAD))
    assert (rated(play), car.handling) == ([1], 2)


# --------------------------------------------------------------------------------------------------------- hits


@pytest.mark.rule("DM-M-063")
@pytest.mark.parametrize(("face", "handling"), [(3, 3), (4, 2)])
def test_the_first_hit_of_a_phase_calls_for_one_check(face: int, handling: int) -> None:
    play, car = on_the_road(faces=[face])
    check_hit_hazard(play, car)
    check_hit_hazard(play, car)
    assert (car.handling, car.hit) == (handling, 1)
    assert [(entry.more["rating"], entry.more["needed"]) for entry in play.entries_of("hazard")] == [(0, 3)]


@pytest.mark.rule("DM-M-063")
def test_every_phase_has_a_check_of_its_own() -> None:
    play, car = on_the_road(faces=[4, 4])
    check_hit_hazard(play, car)
    play.state.moment.phase = 2
    check_hit_hazard(play, car)
    assert car.handling == 1


@pytest.mark.rule("DM-M-063")
def test_a_car_that_stands_has_nothing_to_lose() -> None:
    play, car = on_the_road(speed=0)
    check_hit_hazard(play, car)
    assert (play.log.entries, car.hazard) == ([], -9)


@pytest.mark.rule("DM-M-063")
@pytest.mark.parametrize("sheet", [{"control": Control.UNCONTROLLED}, {"status": CarStatus.DESTROYED}])
def test_a_car_nobody_drives_is_tested_no_more(sheet: dict[str, Any]) -> None:
    play, car = on_the_road(**sheet)
    check_hit_hazard(play, car)
    assert play.log.entries == []


@pytest.mark.rule("DM-M-063", "DM-M-114")
def test_a_frosty_driver_makes_no_check_but_has_suffered_a_hazard() -> None:
    play, car = on_the_road(talents=("frosty",), moved=4)
    check_hit_hazard(play, car)
    assert (car.handling, play.dice.log, car.hazard) == (3, [], 4)


@pytest.mark.rule("DM-M-063", "DM-M-114")
def test_a_frosty_gunner_is_no_help() -> None:
    play, car = on_the_road(faces=[4], gunner_talents=("frosty",))
    check_hit_hazard(play, car)
    assert car.handling == 2


@pytest.mark.rule("DM-M-033", "DM-M-063")
def test_a_hit_strains_the_suspension_with_a_rating_of_nothing() -> None:
    for face, broken in ((5, False), (6, True)):
        play, car = on_the_road(faces=[1, face, 1, 1, 1], fit={"overload": 1})
        check_hit_hazard(play, car)
        assert car.broken is broken


@pytest.mark.rule("DM-M-057")
def test_a_hazard_is_felt_in_the_point_under_way() -> None:
    play, car = on_the_road(moved=7)
    mark_hazard(play, car, 2)
    assert car.hazard == 7
