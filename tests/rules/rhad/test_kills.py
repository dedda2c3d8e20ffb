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
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarStatus
from rules.rhad.movement.speed import coast
from tests.rules.rhad.boards import (
    GUPPY,
    ROLL,
    Put,
    board,
    car,
    close,
    crew,
    entries,
    log_events,
    points,
)

KILLED, GONE = CarStatus.MOBILITY_KILL, CarStatus.COMPLETE_KILL


def two(**sheet: Any) -> Match:
    return board(Put("a", speed=30, gunner=True, sheet=sheet), Put("b", at=(5, 0)), Put("c", at=(9, 0)))


def kills(play: Match) -> list[dict[str, Any]]:
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
    assert is_stuck(play, car(play)) is stuck
    update_kill_status(play, car(play), by="b")
    assert car(play).status is (KILLED if stuck else CarStatus.RUNNING)
    assert kills(play) == ([kill("mobility", BY_B)] if stuck else [])
    changes = [(entry.before, entry.after) for entry in entries(play, "mobility_kill")]
    assert changes == ([({"status": "running"}, {"status": "mobility_kill"})] if stuck else [])


@pytest.mark.rule("RH-067", "RH-076", "RH-090", "CW-S-015")
def test_a_car_without_an_able_driver_is_one_too() -> None:
    play = two()
    crew(play).hits = 2
    assert not can_accelerate(play, car(play))
    update_kill_status(play, car(play))
    assert kills(play) == [kill("mobility", {"type": "nobody"})]
    close(play)
    assert points(play) == {"a": -20}


@pytest.mark.rule("RH-090", "CW-S-016")
def test_a_kill_is_scored_once() -> None:
    play = two(power_plant=0)
    update_kill_status(play, car(play), by="b")
    update_kill_status(play, car(play), by="c")
    close(play)
    close(play, phase=2)
    assert points(play) == {"a": -20, "b": 20}
    assert [has_scored(play, car(play, id)) for id in "abc"] == [False, True, False]


@pytest.mark.rule("RH-090", "RH-091", "CW-S-006")
def test_a_car_that_stands_and_is_hit_until_it_cannot_fire_is_a_complete_kill_of_whoever_hit_it() -> None:
    play = two(power_plant=0)
    update_kill_status(play, car(play), by="b")
    car(play).guns[0].shots = 0
    update_kill_status(play, car(play))
    assert car(play).status is KILLED
    car(play).speed = 0
    update_kill_status(play, car(play), by="c")
    assert car(play).status is GONE
    close(play)
    assert points(play) == {"a": -40, "b": 20, "c": 20}
    assert complete_killers(play, car(play)) == ["c"]


@pytest.mark.rule("RH-021", "RH-090", "CW-S-011")
@pytest.mark.parametrize("speed", [0, 5])
def test_what_is_left_of_a_kill_goes_to_whoever_began_it(speed: int) -> None:
    play = two(power_plant=0)
    update_kill_status(play, car(play), by="b")
    close(play)
    crew(play).hits = crew(play, "a.g").hits = 2
    car(play).speed = speed
    close(play, phase=2)
    assert (car(play).status is GONE) is (speed == 0)
    coast(play, car(play))
    close(play, phase=3)
    assert (car(play).speed, car(play).status) == (0, GONE)
    assert points(play) == {"a": -40, "b": 40}
    assert [event["part"] for event in log_events(play) if event["type"] == "kill"] == ["mobility"]


@pytest.mark.rule("RH-091", "CW-S-007")
def test_without_power_plant_and_living_driver_a_car_is_gone_at_once() -> None:
    play = two(power_plant=0)
    crew(play).hits = 3
    update_kill_status(play, car(play), by="b")
    assert kills(play) == [kill("mobility", BY_B), kill("complete", BY_B)]
    close(play)
    assert points(play) == {"a": -40, "b": 40}


@pytest.mark.rule("RH-090", "RH-091", "CW-S-006")
def test_what_a_crash_completes_has_the_cause_that_made_the_mobility_kill() -> None:
    play = two(power_plant=0)
    update_kill_status(play, car(play), by="b")
    record_harm(play, car(play), by="c")
    crew(play).hits = 3
    update_kill_status(play, car(play))
    assert kills(play)[1:] == [kill("complete", BY_B)]


@pytest.mark.rule("RH-090", "CW-S-048")
def test_whoever_did_harm_last_is_credited_with_what_follows_from_it() -> None:
    play = two(power_plant=0)
    record_harm(play, car(play), by="b")
    record_harm(play, car(play), by="c")
    update_kill_status(play, car(play))
    assert kills(play) == [kill("mobility", {"type": "lost_control", "because": BY_C})]
    close(play)
    assert points(play) == {"a": -20, "c": 20}


@pytest.mark.rule("RH-090")
def test_what_harmed_a_car_before_it_was_in_control_again_is_forgotten() -> None:
    play = two(power_plant=0)
    record_harm(play, car(play), by="b")
    forget_harm(play, car(play))
    forget_harm(play, car(play))
    update_kill_status(play, car(play))
    assert kills(play) == [kill("mobility", {"type": "nobody"})]


@pytest.mark.rule("RH-002", "RH-090", "CW-S-015")
def test_nobody_is_credited_for_a_car_of_their_own_team() -> None:
    play = board(Put("a", speed=30, team="reds", sheet={"power_plant": 0}), Put("b", team="reds"), Put("c"))
    record_harm(play, car(play), by="b")
    update_kill_status(play, car(play), by="b")
    note = "Nobody is credited for a car of their own team (RH-090)."
    assert kills(play) == [kill("mobility", BY_B, ruled={"shares": {"": "1"}, "note": note})]
    assert play.record is not None
    assert play.record.harm == {}
    close(play)
    assert points(play) == {"a": -20}
    assert not entries(play, "first_blood")


@pytest.mark.rule("RH-090", "CW-S-018")
def test_first_blood_is_whoever_damages_an_enemy_first_and_all_of_that_phase() -> None:
    play = board(Put("a", team="reds"), Put("b", team="reds"), Put("c"), Put("d"))
    record_harm(play, car(play), by="b")
    record_harm(play, car(play), by="")
    close(play)
    assert entries(play, "first_blood") == []
    record_harm(play, car(play), by="c")
    record_harm(play, car(play), by="c")
    record_harm(play, car(play, "d"), by="c")
    record_harm(play, car(play, "c"), by="b")
    record_harm(play, car(play), by="b")
    close(play, phase=2)
    record_harm(play, car(play), by="d")
    close(play, phase=3)
    told = [(entry.car, entry.before, entry.after, entry.more) for entry in entries(play, "first_blood")]
    assert told == [
        ("b", {"blood": False}, {"blood": True}, {"victim": "c", "points": 1}),
        ("c", {"blood": False}, {"blood": True}, {"victim": "a and d", "points": 1}),
    ]
    assert [car(play, id).blood for id in "abcd"] == [False, True, True, False]
    assert [bonus_points(play, car(play, id)) for id in "abcd"] == [0, 1, 1, 0]


@pytest.mark.rule("RH-090")
def test_a_hit_that_does_no_damage_draws_no_blood() -> None:
    play = board(Put("a"), Put("b"))
    assert play.record is not None
    damage_side(play, car(play), side="front", points=0, by="b", why="test")
    assert (play.record.pending, play.record.harm) == ([], {})
    damage_side(play, car(play), side="front", points=1, by="b", why="test")
    assert play.record.pending == [{"type": "hit", "by": "b", "on": "a", "hazard": True}]
    assert play.record.harm == {"a": BY_B}


@pytest.mark.rule("RH-090", "CW-S-009")
def test_to_a_complete_kill_nothing_more_happens() -> None:
    play = two(status=GONE)
    record_harm(play, car(play), by="b")
    assert play.record is not None
    assert (play.record.pending, play.record.harm) == ([], {})


@pytest.mark.rule("RH-067", "RH-090")
@pytest.mark.parametrize(("hits", "gunner", "status"), [(2, 0, KILLED), (2, 2, GONE)])
def test_as_long_as_somebody_can_fire_it_is_not_over(hits: int, gunner: int, status: CarStatus) -> None:
    play = two(power_plant=0)
    car(play).speed = 0
    crew(play).hits, crew(play, "a.g").hits = hits, gunner
    update_kill_status(play, car(play))
    assert car(play).status is status


@pytest.mark.rule("RH-091")
def test_a_dead_driver_alone_does_not_make_it_one() -> None:
    play = two(power_plant=1)
    crew(play).hits = 3
    update_kill_status(play, car(play), by="b")
    assert car(play).status is KILLED


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
