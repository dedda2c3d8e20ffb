"""Mobility kills and complete kills: what makes them, and what the scorer of duels is told of them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.rhad.car.damage import damage_side
from rules.rhad.car.kills import (
    can_accelerate,
    forget_harm,
    is_stuck,
    lacks_an_axle,
    record_harm,
    update_kill_status,
)
from rules.rhad.match.duel_points import bonus_points, complete_killers, has_scored
from rules.rhad.match.state import CarStatus
from rules.rhad.movement.speed import coast
from tests.rules.rhad.boards import GUPPY, ROLL, Board, Car

KILLED, GONE = CarStatus.MOBILITY_KILL, CarStatus.COMPLETE_KILL


def two(**sheet: Any) -> Board:
    return Board(Car("a", speed=30, gunner=True, **sheet), Car("b", at=(5, 0)), Car("c", at=(9, 0)))


def kills(play: Board) -> list[dict[str, Any]]:
    """The kills that the scorer will be told of."""
    assert play.record is not None
    return [event for event in play.record.pending if event["type"] == "kill"]


def kill(part: str, because: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "kill", "on": "a", "part": part, "because": because, **more}


BY_B, BY_C = {"type": "attack", "by": "b"}, {"type": "attack", "by": "c"}


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
    assert is_stuck(play, play.car()) is stuck
    update_kill_status(play, play.car(), by="b")
    assert play.car().status is (KILLED if stuck else CarStatus.RUNNING)
    assert kills(play) == ([kill("mobility", BY_B)] if stuck else [])
    changes = [(entry.before, entry.after) for entry in play.entries_of("mobility_kill")]
    assert changes == ([({"status": "running"}, {"status": "mobility_kill"})] if stuck else [])


@pytest.mark.rule("RH-067", "RH-076", "RH-090", "CW-S-015")
def test_a_car_without_an_able_driver_is_one_too() -> None:
    play = two()
    play.crew().hits = 2
    assert not can_accelerate(play, play.car())
    update_kill_status(play, play.car())
    assert kills(play) == [kill("mobility", {"type": "nobody"})]
    play.close()
    assert play.points() == {"a": -20}


@pytest.mark.rule("RH-090", "CW-S-016")
def test_a_kill_is_scored_once() -> None:
    play = two(power_plant=0)
    update_kill_status(play, play.car(), by="b")
    update_kill_status(play, play.car(), by="c")
    play.close()
    play.close(phase=2)
    assert play.points() == {"a": -20, "b": 20}
    assert [has_scored(play, play.car(id)) for id in "abc"] == [False, True, False]


@pytest.mark.rule("RH-090", "RH-091", "CW-S-006")
def test_a_car_that_stands_and_is_hit_until_it_cannot_fire_is_a_complete_kill_of_whoever_hit_it() -> None:
    play = two(power_plant=0)
    update_kill_status(play, play.car(), by="b")
    play.car().guns[0].shots = 0
    update_kill_status(play, play.car())
    assert play.car().status is KILLED
    play.car().speed = 0
    update_kill_status(play, play.car(), by="c")
    assert play.car().status is GONE
    play.close()
    assert play.points() == {"a": -40, "b": 20, "c": 20}
    assert complete_killers(play, play.car()) == ["c"]


@pytest.mark.rule("RH-021", "RH-090", "CW-S-011")
@pytest.mark.parametrize("speed", [0, 5])
def test_what_is_left_of_a_kill_goes_to_whoever_began_it(speed: int) -> None:
    play = two(power_plant=0)
    update_kill_status(play, play.car(), by="b")
    play.close()
    play.crew().hits = play.crew("a.g").hits = 2
    play.car().speed = speed
    play.close(phase=2)
    assert (play.car().status is GONE) is (speed == 0)
    coast(play, play.car())
    play.close(phase=3)
    assert (play.car().speed, play.car().status) == (0, GONE)
    assert play.points() == {"a": -40, "b": 40}
    assert [event["part"] for event in play.log_events() if event["type"] == "kill"] == ["mobility"]


@pytest.mark.rule("RH-091", "CW-S-007")
def test_without_power_plant_and_living_driver_a_car_is_gone_at_once() -> None:
    play = two(power_plant=0)
    play.crew().hits = 3
    update_kill_status(play, play.car(), by="b")
    assert kills(play) == [kill("mobility", BY_B), kill("complete", BY_B)]
    play.close()
    assert play.points() == {"a": -40, "b": 40}


@pytest.mark.rule("RH-090", "RH-091", "CW-S-006")
def test_what_a_crash_completes_has_the_cause_that_made_the_mobility_kill() -> None:
    play = two(power_plant=0)
    update_kill_status(play, play.car(), by="b")
    record_harm(play, play.car(), by="c")
    play.crew().hits = 3
    update_kill_status(play, play.car())
    assert kills(play)[1:] == [kill("complete", BY_B)]


@pytest.mark.rule("RH-090", "CW-S-048")
def test_whoever_did_harm_last_is_credited_with_what_follows_from_it() -> None:
    play = two(power_plant=0)
    record_harm(play, play.car(), by="b")
    record_harm(play, play.car(), by="c")
    update_kill_status(play, play.car())
    assert kills(play) == [kill("mobility", {"type": "lost_control", "because": BY_C})]
    play.close()
    assert play.points() == {"a": -20, "c": 20}


@pytest.mark.rule("RH-090")
def test_what_harmed_a_car_before_it_was_in_control_again_is_forgotten() -> None:
    play = two(power_plant=0)
    record_harm(play, play.car(), by="b")
    forget_harm(play, play.car())
    forget_harm(play, play.car())
    update_kill_status(play, play.car())
    assert kills(play) == [kill("mobility", {"type": "nobody"})]


@pytest.mark.rule("RH-002", "RH-090", "CW-S-015")
def test_nobody_is_credited_for_a_car_of_their_own_team() -> None:
    play = Board(Car("a", speed=30, team="reds", power_plant=0), Car("b", team="reds"), Car("c"))
    record_harm(play, play.car(), by="b")
    update_kill_status(play, play.car(), by="b")
    note = "Nobody is credited for a car of their own team (RH-090)."
    assert kills(play) == [kill("mobility", BY_B, ruled={"shares": {"": "1"}, "note": note})]
    assert play.record is not None
    assert play.record.harm == {}
    play.close()
    assert play.points() == {"a": -20}
    assert not play.entries_of("first_blood")


@pytest.mark.rule("RH-090", "CW-S-018")
def test_first_blood_is_whoever_damages_an_enemy_first_and_all_of_that_phase() -> None:
    play = Board(Car("a", team="reds"), Car("b", team="reds"), Car("c"), Car("d"))
    record_harm(play, play.car(), by="b")
    record_harm(play, play.car(), by="")
    play.close()
    assert play.entries_of("first_blood") == []
    record_harm(play, play.car(), by="c")
    record_harm(play, play.car(), by="c")
    record_harm(play, play.car("d"), by="c")
    record_harm(play, play.car("c"), by="b")
    record_harm(play, play.car(), by="b")
    play.close(phase=2)
    record_harm(play, play.car(), by="d")
    play.close(phase=3)
    told = [(entry.car, entry.before, entry.after, entry.more) for entry in play.entries_of("first_blood")]
    assert told == [
        ("b", {"blood": False}, {"blood": True}, {"victim": "c", "points": 1}),
        ("c", {"blood": False}, {"blood": True}, {"victim": "a and d", "points": 1}),
    ]
    assert [play.car(id).blood for id in "abcd"] == [False, True, True, False]
    assert [bonus_points(play, play.car(id)) for id in "abcd"] == [0, 1, 1, 0]


@pytest.mark.rule("RH-090")
def test_a_hit_that_does_no_damage_draws_no_blood() -> None:
    play = Board(Car("a"), Car("b"))
    assert play.record is not None
    damage_side(play, play.car(), side="front", points=0, by="b", why="test")
    assert (play.record.pending, play.record.harm) == ([], {})
    damage_side(play, play.car(), side="front", points=1, by="b", why="test")
    assert play.record.pending == [{"type": "hit", "by": "b", "on": "a", "hazard": True}]
    assert play.record.harm == {"a": BY_B}


@pytest.mark.rule("RH-090", "CW-S-009")
def test_to_a_complete_kill_nothing_more_happens() -> None:
    play = two(status=GONE)
    record_harm(play, play.car(), by="b")
    assert play.record is not None
    assert (play.record.pending, play.record.harm) == ([], {})


@pytest.mark.rule("RH-067", "RH-090")
@pytest.mark.parametrize(("hits", "gunner", "status"), [(2, 0, KILLED), (2, 2, GONE)])
def test_as_long_as_somebody_can_fire_it_is_not_over(hits: int, gunner: int, status: CarStatus) -> None:
    play = two(power_plant=0)
    play.car().speed = 0
    play.crew().hits, play.crew("a.g").hits = hits, gunner
    update_kill_status(play, play.car())
    assert play.car().status is status


@pytest.mark.rule("RH-091")
def test_a_dead_driver_alone_does_not_make_it_one() -> None:
    play = two(power_plant=1)
    play.crew().hits = 3
    update_kill_status(play, play.car(), by="b")
    assert play.car().status is KILLED


@pytest.mark.rule("RH-067")
def test_an_axle_is_lacking_when_all_tires_of_an_end_are_lost() -> None:
    play = two(tires=[0, 3, 0, 3])
    assert not lacks_an_axle(play.car())
    play.car().tires = [0, 0, 3, 3]
    assert lacks_an_axle(play.car())
    play.car().tires, play.car().ends = [], []
    assert not lacks_an_axle(play.car())


@pytest.mark.rule("RH-067")
@pytest.mark.parametrize(
    ("sheet", "may"),
    [({}, True), ({"rest_side": "top"}, False), ({"status": KILLED}, False), ({"power_plant": 0}, False),
     ({"power_plant": 1}, True)],
)  # fmt: skip
def test_who_can_accelerate(sheet: dict[str, Any], may: bool) -> None:
    play = two(**sheet)
    assert can_accelerate(play, play.car()) is may
