"""Gears: their dice, the price of a change, the start, and engines at full speed."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.formule import engine
from rules.formule.car import gears
from rules.formule.match.orders import GearOrder
from rules.formule.match.state import CarStatus
from rules.match.stepwise_play import OrderIllegal
from tests.rules.formule.boards import Board, Car

FACES = {
    1: {1: 2, 2: 2},
    2: {2: 1, 3: 2, 4: 3},
    3: {4: 1, 5: 1, 6: 2, 7: 2, 8: 2},
    4: {7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2},
    5: dict.fromkeys(range(11, 21), 2),
    6: dict.fromkeys(range(21, 31), 3),
}


@pytest.mark.rule("FW-102")
@pytest.mark.parametrize(("gear", "sides"), [(1, 4), (2, 6), (3, 8), (4, 12), (5, 20), (6, 30)])
def test_each_gear_die_has_the_faces_printed(gear: int, sides: int) -> None:
    faces = []
    for face in range(1, sides + 1):
        play = Board(Car("a"), faces=[face])
        faces.append(gears.roll_gear_die(play, gear, "test"))
        assert play.dice.log[-1].sides == sides
    assert Counter(faces) == FACES[gear]
    assert faces == sorted(faces)


CHANGES = {
    (gear, to): (
        None if to > gear + 1 or gear - to > 4
        else ({}, {}, {"fuel": 1}, {"fuel": 1, "brakes": 1}, {"fuel": 1, "brakes": 1, "engine": 1})[max(gear - to, 0)]
    )
    for gear in range(1, 7)
    for to in range(1, 7)
}  # fmt: skip


@pytest.mark.rule("FW-103")
@pytest.mark.parametrize(("change", "points"), CHANGES.items(), ids=str)
def test_a_change_takes_what_the_distance_says(change: tuple[int, int], points: dict[str, int] | None) -> None:
    assert gears.gear_change_points(*change) == points


@pytest.mark.rule("FW-103")
@pytest.mark.parametrize("gear", range(1, 7))
@pytest.mark.parametrize("to", [0, 7, -1])
def test_there_are_six_gears(gear: int, to: int) -> None:
    assert gears.gear_change_points(gear, to) is None


@pytest.mark.rule("FW-103", "FW-126")
@pytest.mark.parametrize(
    ("fuel", "brakes", "engine", "may"),
    [
        (1, 1, 1, [2, 3, 4, 5, 6]),
        (1, 1, 0, [3, 4, 5, 6]),
        (1, 0, 1, [4, 5, 6]),
        (0, 1, 1, [5, 6]),
    ],
)
def test_without_the_points_a_bigger_drop_is_not_allowed(fuel: int, brakes: int, engine: int, may: list[int]) -> None:
    play = Board(Car("a", gear=6, fuel=fuel, brakes=brakes, engine=engine))
    assert list(gears.open_gears(play.car())) == may


@pytest.mark.rule("FW-103")
def test_a_change_is_paid_and_told() -> None:
    play = Board(Car("a", gear=6))
    gears.shift(play, play.car(), 2)
    assert (play.car().gear, play.car().fuel, play.car().brakes, play.car().engine) == (2, 2, 2, 2)
    (entry,) = play.entries_of("gear")
    assert entry.before == {"gear": 6, "fuel": 3, "brakes": 3, "engine": 3}
    assert entry.after == {"gear": 2, "fuel": 2, "brakes": 2, "engine": 2}
    assert play.state.debris == [(10, 1)]


@pytest.mark.rule("FW-103")
def test_gear_0_keeps_the_gear() -> None:
    play = Board(Car("a", gear=4))
    gears.shift(play, play.car(), 0)
    assert (play.car().gear, play.car().fuel) == (4, 3)


@pytest.mark.rule("FW-103", "FW-126")
def test_a_drop_that_takes_the_last_engine_point_ends_the_race() -> None:
    play = Board(Car("a", gear=5, engine=1), orders={"a": GearOrder(gear=1)})
    play.await_order("a", "gear")
    engine.step(play)
    assert (play.car().status, play.car().out_reason, play.car().destroyed) == (CarStatus.OUT, "engine", False)
    assert play.entries_of("roll") == []


@pytest.mark.rule("FW-103")
@pytest.mark.parametrize("gear", [1, 2, 6, 7, -1])
def test_a_gear_out_of_reach_is_refused_before_anything_is_done(gear: int) -> None:
    play = Board(Car("a", gear=4, fuel=0))
    play.await_order("a", "gear")
    with pytest.raises(OrderIllegal, match="choose one of 3, 4, 5"):
        engine.step(play, {"gear": gear})
    assert (play.car().gear, play.log.entries, play.moment.step) == (4, [], "gear")


# ---------------------------------------------------------------------------------------------------------- the start


@pytest.mark.rule("FW-106")
@pytest.mark.parametrize("face", range(1, 21))
def test_a_start_stalls_on_1_flies_on_20_and_else_rolls_the_first_gear(face: int) -> None:
    play = Board(Car("a", gear=0, moved=False), faces=[face, 4])
    gears.start(play, play.car())
    (entry,) = play.entries_of("start")
    assert entry.before == {"gear": 0, "stalled": False, "roll": 0}
    assert entry.after == {"gear": 1, "stalled": face == 1, "roll": 4 if face == 20 else 0}
    assert play.car().gear == 1
    assert play.car().stalled == (face == 1)
    assert play.car().roll == {1: 0, 20: 4}.get(face, 2)


@pytest.mark.rule("FW-056", "FW-106")
@pytest.mark.parametrize(("face", "stalled", "roll"), [(1, True, 0), (2, True, 0), (3, False, 2), (20, False, 2)])
def test_a_wounded_driver_starts_worse(face: int, stalled: bool, roll: int) -> None:
    play = Board(Car("a", gear=0, wounds=1), faces=[face, 3])
    gears.start(play, play.car())
    assert (play.car().stalled, play.car().roll) == (stalled, roll)


# ------------------------------------------------------------------------------------------------------- fast engines


@pytest.mark.rule("FW-123")
@pytest.mark.parametrize(
    ("gear", "face", "tested"),
    [(5, 20, True), (5, 19, True), (5, 18, False), (6, 30, True), (6, 28, True), (6, 27, False), (4, 12, False)],
)
def test_the_highest_roll_of_the_top_gears_tries_engines(gear: int, face: int, tested: bool) -> None:
    play = Board(Car("a", gear=gear), faces=[face, *[20] * tested])
    gears.roll(play, play.car())
    assert bool(play.entries_of("engine_test")) == tested
    assert [(entry.before, entry.after) for entry in play.entries_of("roll")] == [
        ({"roll": 0}, {"roll": play.car().roll})
    ]


@pytest.mark.rule("FW-123")
def test_every_car_in_gear_5_or_6_is_tried_and_no_other() -> None:
    play = Board(
        Car("a", gear=5),
        Car("b", gear=4, row=20),
        Car("c", gear=6, row=22),
        Car("d", gear=5, row=24),
        faces=[20, 5, 4, 1],
    )
    play.car("d").wounds = 0
    gears.roll(play, play.car())
    assert [(entry.car, entry.more["lost"]) for entry in play.entries_of("engine_test")] == [
        ("a", 0),
        ("c", 1),
        ("d", 1),
    ]
    assert [play.car(id).engine for id in "abcd"] == [3, 3, 2, 2]
    assert play.state.debris == [(22, 1), (24, 1)]


@pytest.mark.rule("FW-056", "FW-123")
@pytest.mark.parametrize(("face", "engine"), [(5, 2), (6, 3)])
def test_a_wound_counts_in_an_engine_test(face: int, engine: int) -> None:
    play = Board(Car("a", gear=5, wounds=1), faces=[20, face])
    gears.roll(play, play.car())
    assert play.car().engine == engine


@pytest.mark.rule("FW-123", "FW-126")
def test_a_car_whose_engine_gives_out_is_out_and_not_destroyed() -> None:
    play = Board(Car("a", gear=5, engine=1), faces=[20, 4])
    gears.roll(play, play.car())
    assert (play.car().status, play.car().out_reason, play.car().destroyed) == (CarStatus.OUT, "engine", False)


def without_engine(switches: dict[str, bool]) -> CarStatus:
    play = Board(Car("a", gear=5, engine=1), switches=switches)
    play.load(20, 4)
    gears.roll(play, play.car())
    return play.car().status


@pytest.mark.rule("FW-126")
@pytest.mark.switch("formule.zero_engine_out", False)
def test_by_the_house_rule_a_car_runs_on_without_an_engine_point() -> None:
    assert without_engine({"formule.zero_engine_out": False}) is CarStatus.RUNNING
