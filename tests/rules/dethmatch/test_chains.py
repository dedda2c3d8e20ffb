"""Collisions that cause others. Rule DM-M-089."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.state import NOWHERE
from rules.dethmatch.movement.collisions import collide
from tests.rules.dethmatch.boards import Board, Car, open_field
from tests.rules.dethmatch.collisions import FAIL, LEFT, NO_DAMAGE, PASS, RIGHT, TALL, crashed


@pytest.mark.rule("DM-M-089", "DM-M-091")
def test_a_car_pushed_into_another_collides_anew_at_its_own_speed_and_turns_where_that_leaves_it() -> None:
    first = [PASS, FAIL, NO_DAMAGE, NO_DAMAGE, LEFT]
    second = [PASS, FAIL, NO_DAMAGE, NO_DAMAGE, RIGHT]
    play = crashed(
        Car("a", speed=5), Car("b", at=(1, 0), speed=4), Car("c", at=(2, 0), speed=2), faces=[*first, *second]
    )
    cars = play.state.cars
    assert [play.pose(cars[id]) for id in "abc"] == [((1, 0), 0), ((2, 0), 5), ((3, 0), 1)]
    assert [cars[id].speed for id in "abc"] == [4, 3, 2]
    assert [cars[id].handling for id in "abc"] == [3, 2, 2]
    collisions_logged = [entry for entry in play.log.entries if entry.kind == "collision"]
    assert [(entry.car, entry.more["target"], entry.more["speed"]) for entry in collisions_logged] == [
        ("a", "b", 1),
        ("b", "c", 2),
    ]


@pytest.mark.rule("DM-M-089")
def test_a_car_pushed_at_an_angle_meets_what_is_there_as_it_really_travels() -> None:
    first = [PASS, FAIL, NO_DAMAGE, NO_DAMAGE]
    second = [PASS, PASS, NO_DAMAGE, NO_DAMAGE]
    play = crashed(
        Car("a", speed=4),
        Car("b", at=(1, 0), facing=2, speed=3),
        Car("c", at=(2, 0), facing=2, speed=3),
        faces=[*first, *second],
    )
    cars = play.state.cars
    chained = [entry for entry in play.log.entries if entry.kind == "collision"][1]
    assert (chained.more["type"], chained.more["speed"], chained.more["needed"]) == ("t_bone", 3, [2, 1])
    assert [play.pose(cars[id]) for id in "abc"] == [((0, 0), 0), ((1, 0), 3), ((2, 0), 2)]


@pytest.mark.rule("DM-M-081", "DM-M-089")
def test_a_car_pushed_aside_into_one_beside_it_swipes_that_one() -> None:
    first = [PASS, FAIL, NO_DAMAGE, NO_DAMAGE]
    second = [PASS, PASS, NO_DAMAGE, NO_DAMAGE]
    play = crashed(
        Car("a", speed=4),
        Car("b", at=(0, 1), speed=4),
        Car("c", at=(0, 2), speed=4),
        direction=1,
        drift=1,
        faces=[*first, *second],
    )
    types = [entry.more["type"] for entry in play.log.entries if entry.kind == "collision"]
    assert types == ["swipe", "swipe"]


@pytest.mark.rule("DM-M-089", "DM-M-090")
def test_a_car_pushed_against_a_wall_in_a_dead_end_stops_and_who_hit_it_stays_behind_it() -> None:
    play = crashed(
        Car("a", speed=4),
        Car("b", at=(1, 0), speed=3),
        faces=[PASS, FAIL, NO_DAMAGE, NO_DAMAGE, LEFT, PASS, NO_DAMAGE],
        special=dict.fromkeys([(2, 0), (2, -1), (1, 1)], TALL),
    )
    cars = play.state.cars
    assert [play.pose(cars[id]) for id in "ab"] == [((0, 0), 0), ((1, 0), 5)]
    assert [cars[id].speed for id in "ab"] == [3, 0]


@pytest.mark.rule("DM-M-087", "DM-M-089")
def test_a_mover_who_drifts_into_another_car_collides_with_it_in_turn() -> None:
    first = [FAIL, PASS, NO_DAMAGE, NO_DAMAGE]
    second = [PASS, PASS, NO_DAMAGE, NO_DAMAGE]
    play = crashed(
        Car("a", speed=4),
        Car("b", at=(1, 0), facing=1, speed=3),
        Car("c", at=(0, 1), speed=2),
        faces=[*first, *second],
    )
    cars = play.state.cars
    types = [entry.more["type"] for entry in play.log.entries if entry.kind == "collision"]
    assert types == ["t_bone", "swipe"]
    assert [play.pose(cars[id]) for id in "abc"] == [((0, 0), 1), ((1, 0), 1), ((0, 1), 0)]


@pytest.mark.rule("DM-M-089")
def test_after_six_links_everybody_without_room_stays_where_he_is_at_speed_nothing() -> None:
    link = [PASS, FAIL, NO_DAMAGE, NO_DAMAGE, LEFT]
    play = crashed(*(Car(f"c{number}", at=(number, 0), speed=4) for number in range(9)), faces=link * 7)
    cars = [play.state.cars[f"c{number}"] for number in range(9)]
    assert [play.track.hexes[car.at] for car in cars] == [(number, 0) for number in range(9)]
    assert [car.speed for car in cars] == [0] * 8 + [4]
    assert len([entry for entry in play.log.entries if entry.kind == "collision"]) == 7


@pytest.mark.rule("DM-M-089")
def test_the_sixth_link_is_still_resolved() -> None:
    link = [PASS, FAIL, NO_DAMAGE, NO_DAMAGE, LEFT]
    play = crashed(*(Car(f"c{number}", at=(number, 0), speed=4) for number in range(8)), faces=link * 7)
    cars = [play.state.cars[f"c{number}"] for number in range(8)]
    assert [play.track.hexes[car.at] for car in cars] == [(number + 1, 0) for number in range(8)]
    assert [car.speed for car in cars] == [3] * 7 + [4]


@pytest.mark.rule("DM-M-087", "DM-M-089")
def test_no_two_cars_ever_share_a_hex() -> None:
    crowd = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    for seed in range(60):
        faces = [(seed * 7 + number * (seed % 5 + 1)) % 6 + 1 for number in range(900)]
        play = Board(
            *(
                Car(f"c{number}", at=hex_place, facing=(seed + number * 5) % 6, speed=(seed + number) % 9 + 1)
                for number, hex_place in enumerate(crowd)
            ),
            faces=faces,
            track=open_field(4, edge="wall" if seed % 2 else "run_off"),
        )
        for number in range(len(crowd)):
            car = play.state.cars[f"c{number}"]
            if car.at != NOWHERE and play.in_hex(play.track.neighbors[car.at][car.facing], but=car.id):
                collide(play, car, car.facing)
            occupied = [car_state.at for car_state in play.state.cars.values() if car_state.at != NOWHERE]
            assert len(occupied) == len(set(occupied))
