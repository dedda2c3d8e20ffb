"""Mobility kills, complete kills, who is credited, and first blood."""

from __future__ import annotations

from typing import Any

import pytest

from rules.rhad.car.damage import damage_side
from rules.rhad.car.kills import can_accelerate, is_stuck, lacks_an_axle, record_harm, update_kill_status
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarStatus
from rules.rhad.movement.speed import coast, set_speed
from tests.rules.rhad.boards import GUPPY, ROLL, Put, board, car, crew, entries

KILLED, GONE = CarStatus.MOBILITY_KILL, CarStatus.COMPLETE_KILL


def two(**sheet: Any) -> Match:
    return board(Put("a", speed=30, gunner=True, sheet=sheet), Put("b", at=(5, 0)), Put("c", at=(9, 0)))


@pytest.mark.rule("RH-067", "RH-090")
@pytest.mark.parametrize(
    ("sheet", "stuck"),
    [
        ({}, False),
        ({"power_plant": 1}, False),
        ({"power_plant": 0}, True),
        ({"tires": [0, 1, 1, 0]}, False),
        ({"tires": [0, 0, 8, 8]}, True),
        ({"tires": [8, 8, 0, 0]}, True),
        ({"rest_side": "top"}, True),
        ({"rest_side": "top", "pending": ROLL}, False),
        ({"rest_side": "left", "pending": GUPPY}, False),
    ],
)
def test_what_makes_a_mobility_kill(sheet: dict[str, Any], stuck: bool) -> None:
    play = two(**sheet)
    assert is_stuck(play, car(play)) is stuck
    update_kill_status(play, car(play), by="b")
    assert car(play).status is (KILLED if stuck else CarStatus.RUNNING)
    assert (car(play).points, car(play, "b").points) == ((-20, 20) if stuck else (0, 0))


@pytest.mark.rule("RH-067", "RH-076", "RH-090")
def test_a_car_without_an_able_driver_is_one_too() -> None:
    play = two()
    crew(play).hits = 2
    assert not can_accelerate(play, car(play))
    update_kill_status(play, car(play))
    assert (car(play).status, car(play).points, car(play).killed_by) == (KILLED, -20, [""])
    assert entries(play, "kill_credited") == []


@pytest.mark.rule("RH-090")
def test_a_kill_is_scored_once() -> None:
    play = two(power_plant=0)
    update_kill_status(play, car(play), by="b")
    update_kill_status(play, car(play), by="c")
    assert (car(play).points, car(play, "b").points, car(play, "c").points) == (-20, 20, 0)
    assert (car(play, "b").scored, car(play, "c").scored) == (True, False)


@pytest.mark.rule("RH-090", "RH-091")
def test_a_car_that_stands_and_cannot_fire_is_a_complete_kill() -> None:
    play = two(power_plant=0)
    update_kill_status(play, car(play), by="b")
    car(play).guns[0].shots = 0
    update_kill_status(play, car(play))
    assert car(play).status is KILLED
    set_speed(play, car(play), 0, rule="RH-021", why="test")
    update_kill_status(play, car(play), by="c")
    assert (car(play).status, car(play).killed_by, car(play).points) == (GONE, ["b", "c"], -40)


@pytest.mark.rule("RH-021", "RH-090")
def test_what_is_left_of_a_kill_goes_to_whoever_began_it() -> None:
    play = two(power_plant=0, bane="c")
    update_kill_status(play, car(play), by="b")
    crew(play).hits = crew(play, "a.g").hits = 2
    coast(play, car(play))
    assert (car(play).speed, car(play).status) == (25, KILLED)
    car(play).speed = 5
    coast(play, car(play))
    assert (car(play).speed, car(play).status, car(play).killed_by) == (0, GONE, ["b", "b"])
    assert car(play, "b").points == 40


@pytest.mark.rule("RH-067", "RH-090")
@pytest.mark.parametrize(("hits", "gunner", "status"), [(2, 0, KILLED), (2, 2, GONE)])
def test_as_long_as_somebody_can_fire_it_is_not_over(hits: int, gunner: int, status: CarStatus) -> None:
    play = two(power_plant=0)
    car(play).speed = 0
    crew(play).hits, crew(play, "a.g").hits = hits, gunner
    update_kill_status(play, car(play))
    assert car(play).status is status


@pytest.mark.rule("RH-091")
def test_without_power_plant_and_living_driver_a_car_is_gone_at_once() -> None:
    play = two(power_plant=0)
    crew(play).hits = 3
    update_kill_status(play, car(play), by="b")
    assert (car(play).status, car(play, "b").points, car(play).points) == (GONE, 40, -40)


@pytest.mark.rule("RH-091")
def test_a_dead_driver_alone_does_not_make_it_one() -> None:
    play = two(power_plant=1)
    crew(play).hits = 3
    update_kill_status(play, car(play), by="b")
    assert car(play).status is KILLED


@pytest.mark.rule("RH-090")
def test_whoever_did_harm_last_is_credited_with_what_follows_from_it() -> None:
    play = two(bane="c", power_plant=0)
    update_kill_status(play, car(play))
    assert (car(play).killed_by, car(play, "c").points) == (["c"], 20)


@pytest.mark.rule("RH-090")
def test_nobody_is_credited_for_his_own_team() -> None:
    play = board(Put("a", speed=30, team="reds", sheet={"power_plant": 0}), Put("b", team="reds"), Put("c"))
    update_kill_status(play, car(play), by="b")
    assert (car(play).points, car(play, "b").points, car(play).killed_by) == (-20, 0, [""])


@pytest.mark.rule("RH-067")
def test_an_axle_is_lacking_when_all_tires_of_an_end_are_lost() -> None:
    play = two(tires=[0, 3, 0, 3])
    assert not lacks_an_axle(car(play))
    car(play).tires = [0, 0, 3, 3]
    assert lacks_an_axle(car(play))
    car(play).tires, car(play).ends = [], []
    assert not lacks_an_axle(car(play))


@pytest.mark.rule("RH-067")
@pytest.mark.parametrize(
    ("sheet", "may"),
    [({}, True), ({"rest_side": "top"}, False), ({"status": KILLED}, False), ({"power_plant": 0}, False),
     ({"power_plant": 1}, True)],
)  # fmt: skip
def test_who_can_accelerate(sheet: dict[str, Any], may: bool) -> None:
    play = two(**sheet)
    assert can_accelerate(play, car(play)) is may


@pytest.mark.rule("RH-090")
def test_first_blood_is_whoever_harms_an_enemy_first_and_all_of_that_phase() -> None:
    play = board(Put("a", team="reds"), Put("b", team="reds"), Put("c"), Put("d"), turn=1, phase=2)
    record_harm(play, car(play), by="b")
    record_harm(play, car(play), by="a")
    record_harm(play, car(play), by="")
    assert (play.state.blood, entries(play, "first_blood")) == ((0, 0), [])
    record_harm(play, car(play), by="c")
    record_harm(play, car(play), by="c")
    record_harm(play, car(play, "c"), by="b")
    play.state.moment.phase = 3
    record_harm(play, car(play), by="d")
    assert [entry.car for entry in entries(play, "first_blood")] == ["c", "b"]
    assert car(play).bane == "d"


@pytest.mark.rule("RH-090")
def test_a_hit_that_does_no_damage_draws_no_blood() -> None:
    play = board(Put("a"), Put("b"))
    damage_side(play, car(play), side="front", points=0, by="b", why="test")
    assert (car(play, "b").blood, car(play).bane) == (False, "")
    damage_side(play, car(play), side="front", points=1, by="b", why="test")
    assert (car(play, "b").blood, car(play).bane) == (True, "b")
