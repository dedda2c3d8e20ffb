"""Cars that touch, debris, and moves cut short by other cars."""

from __future__ import annotations

import pytest

from rules.formule.match.orders import DriveOrder
from rules.formule.match.state import CarState, CarStatus
from rules.formule.movement import collisions
from tests.rules.formule.boards import Board, Car, ring


@pytest.mark.rule("FW-124")
@pytest.mark.parametrize(("face", "body"), [(1, 2), (2, 3), (20, 3)])
def test_a_collision_check_fails_on_1(face: int, body: int) -> None:
    play = Board(Car("a"), faces=[face])
    collisions.roll_collision_check(play, play.car(), "b")
    assert play.car().body == body
    assert play.state.debris == ([(10, 1)] if body == 2 else [])
    assert play.car().struck == {}


@pytest.mark.rule("FW-056", "FW-124")
@pytest.mark.parametrize(("face", "body"), [(1, 2), (2, 2), (3, 3)])
def test_a_wounded_drivers_check_fails_on_2_as_well(face: int, body: int) -> None:
    play = Board(Car("a", wounds=1), faces=[face])
    collisions.roll_collision_check(play, play.car(), "b")
    assert play.car().body == body


@pytest.mark.rule("FW-124", "FW-126", "FW-151")
def test_the_last_body_point_destroys_a_car() -> None:
    play = Board(Car("a", body=1), faces=[1])
    collisions.roll_collision_check(play, play.car(), "b")
    assert (play.car().status, play.car().out_reason, play.car().destroyed) == (CarStatus.OUT, "body", True)


@pytest.mark.rule("FW-124")
def test_the_mover_rolls_once_for_each_car_next_to_it_and_each_of_those_once() -> None:
    play = Board(
        Car("a"), Car("ahead", row=11), Car("behind", row=9), Car("left", lane=0), Car("right", lane=2),
        Car("across", row=11, lane=2), Car("off", row=12), faces=[2] * 8,
    )  # fmt: skip
    collisions.check_around(play, play.car())
    assert [(entry.car, entry.more["why"]) for entry in play.entries_of("collision")] == [
        ("a", "ahead"), ("ahead", "a"), ("a", "behind"), ("behind", "a"),
        ("a", "left"), ("left", "a"), ("a", "right"), ("right", "a"),
    ]  # fmt: skip


@pytest.mark.rule("FW-124")
def test_the_squares_next_to_the_line_touch_each_other() -> None:
    play = Board(Car("a", row=79), Car("b", row=80), faces=[2, 2])
    collisions.check_around(play, play.car())
    assert len(play.entries_of("collision")) == 2


@pytest.mark.rule("FW-124")
def test_a_mover_who_is_out_by_then_rolls_no_more() -> None:
    play = Board(Car("a", body=1), Car("b", row=11), Car("c", row=9), faces=[1, 2, 2])
    collisions.check_around(play, play.car())
    assert [entry.car for entry in play.entries_of("collision")] == ["a", "b", "c"]


@pytest.mark.rule("FW-124")
def test_a_move_that_ends_next_to_a_car_brings_the_checks_and_one_that_passes_it_none() -> None:
    play = Board(Car("a"), Car("b", row=13, lane=2))
    play.drive("a", 3, end=[2, 2])
    assert len(play.entries_of("collision")) == 2
    play.drive("a", 3)
    assert len(play.entries_of("collision")) == 2


# ------------------------------------------------------------------------------------------------------------- debris


@pytest.mark.rule("FW-125")
@pytest.mark.parametrize(("face", "wounds", "left"), [(1, 0, 1), (4, 0, 1), (5, 0, 2), (5, 1, 1), (6, 1, 2)])
def test_debris_takes_a_point_of_road_holding_on_1_to_4(face: int, wounds: int, left: int) -> None:
    play = Board(Car("a", wounds=wounds))
    play.state.debris = [(12, 1), (12, 0)]
    play.drive("a", 4, drive=[face])
    assert (play.car().road_holding, play.car().row) == (left, 14)
    assert [entry.more["lost"] for entry in play.entries_of("debris")] == [2 - left]
    assert play.state.debris == [(12, 1), (12, 0)]


@pytest.mark.rule("FW-125", "FW-126", "FW-151")
def test_the_last_point_of_road_holding_ends_a_race_there_and_leaves_debris() -> None:
    play = Board(Car("a", road_holding=1))
    play.state.debris = [(12, 1)]
    play.drive("a", 4, drive=[4])
    assert (play.car().row, play.car().status, play.car().out_reason) == (12, CarStatus.OUT, "road_holding")
    assert not play.car().destroyed
    assert play.state.debris == [(12, 1)]


@pytest.mark.rule("FW-125")
def test_debris_one_stands_on_already_does_nothing() -> None:
    play = Board(Car("a"))
    play.state.debris = [(10, 1)]
    play.drive("a", 2)
    assert play.entries_of("debris") == []


# ------------------------------------------------------------------------------------------------------------ blocked

WALL = (Car("b", row=12, lane=0), Car("c", row=12, lane=1), Car("d", row=12, lane=2))


@pytest.mark.rule("FW-122")
@pytest.mark.parametrize(
    ("squares", "brakes", "tires"), [(1, 2, 6), (2, 1, 6), (3, 0, 6), (4, 0, 5), (5, 0, 4), (6, 0, 3)]
)
def test_a_blocked_car_pays_for_each_square_not_driven(squares: int, brakes: int, tires: int) -> None:
    play = Board(Car("a"), *WALL)
    play.drive("a", 1 + squares, end=[2, 2])
    assert (play.car().row, play.car().brakes, play.car().tires, play.car().braked) == (11, brakes, tires, True)
    assert play.car().status is CarStatus.RUNNING


@pytest.mark.rule("FW-122", "FW-151")
def test_seven_squares_not_driven_put_a_car_out() -> None:
    play = Board(Car("a", tires=60, brakes=60), *WALL)
    play.drive("a", 8)
    assert (play.car().status, play.car().out_reason, play.car().destroyed) == (CarStatus.OUT, "blocked", True)


@pytest.mark.rule("FW-122")
@pytest.mark.parametrize(
    ("brakes", "tires", "squares", "left", "out"),
    [
        (1, 6, 3, (0, 4), False),
        (0, 6, 4, (0, 2), False),
        (2, 2, 3, (0, 1), False),
        (0, 3, 2, (0, 1), False),
        (0, 1, 2, (0, 1), True),
        (3, 1, 5, (3, 1), True),
    ],
)
def test_missing_brakes_are_paid_in_tires_and_missing_tires_put_the_car_out(
    brakes: int, tires: int, squares: int, left: tuple[int, int], out: bool
) -> None:
    play = Board(Car("a", brakes=brakes, tires=tires))
    collisions.pay_blocked(play, play.car(), squares)
    assert (play.car().brakes, play.car().tires) == left
    assert (play.car().status is CarStatus.OUT) == out


@pytest.mark.rule("FW-122", "FW-126")
def test_a_blocked_car_that_pays_its_last_tire_spins() -> None:
    play = Board(Car("a", brakes=0, tires=2))
    collisions.pay_blocked(play, play.car(), 2)
    assert (play.car().status, play.car().spun, play.car().gear) == (CarStatus.RUNNING, True, 1)


@pytest.mark.rule("FW-126")
def test_a_blocked_car_that_pays_in_brakes_alone_does_not_spin_without_tires() -> None:
    play = Board(Car("a", tires=0))
    collisions.pay_blocked(play, play.car(), 3)
    assert (play.car().brakes, play.car().spun) == (0, False)


def without_brakes(switches: dict[str, str]) -> CarStatus:
    play = Board(Car("a", brakes=0), switches=switches)
    collisions.pay_blocked(play, play.car(), 1)
    return play.car().status


@pytest.mark.rule("FW-122")
@pytest.mark.switch("formule.blocked_fallback", "out")
def test_by_the_house_rule_nothing_pays_for_missing_brakes() -> None:
    assert without_brakes({}) is CarStatus.RUNNING
    assert without_brakes({"formule.blocked_fallback": "out"}) is CarStatus.OUT


# ------------------------------------------------------------------------------------------------ braking and driving


@pytest.mark.rule("FW-107")
def test_a_car_drives_the_whole_roll_round_others() -> None:
    play = Board(Car("a"), Car("b", row=12), Car("c", row=12, lane=0))
    play.drive("a", 5)
    assert (play.car().row, play.car().lane, play.car().lane_changes, play.car().driven) == (15, 2, 1, 5)


@pytest.mark.rule("FW-120")
@pytest.mark.parametrize(("brake", "row"), [(0, 15), (1, 14), (3, 12)])
def test_each_brake_point_shortens_the_roll_by_a_square(brake: int, row: int) -> None:
    play = Board(Car("a"))
    play.drive("a", 5, DriveOrder(brake=brake))
    assert (play.car().row, play.car().brakes, play.car().braked) == (row, 3 - brake, brake > 0)


@pytest.mark.rule("FW-120")
def test_a_car_may_brake_until_it_does_not_move_at_all() -> None:
    play = Board(Car("a", moved=False))
    play.drive("a", 2, DriveOrder(brake=2))
    assert (play.car().row, play.car().moved, play.entries_of("drive")) == (10, False, [])


def circled(switches: dict[str, bool], *, row: int = 78, lane: int = 0, gear: int = 2, roll: int = 4) -> CarState:
    play = Board(Car("a", row=row, lane=lane, gear=gear, tires=2), circuit=ring((30, 34, 1, 2)), switches=switches)
    play.drive("a", roll)
    return play.car()


@pytest.mark.rule("FW-130")
@pytest.mark.switch("formule.pits", True)
def test_by_the_house_rule_a_car_gets_its_tires_back_in_the_pits() -> None:
    assert circled({"formule.pits": True}).tires == 6
    play = Board(Car("a", row=78, lane=0, gear=2), switches={"formule.pits": True}, circuit=ring((30, 34, 1, 2)))
    play.drive("a", 4)
    assert play.entries_of("pit") == []


@pytest.mark.rule("FW-130")
@pytest.mark.parametrize(
    ("where", "tires"),
    [
        ({"row": 78, "roll": 2}, 6),
        ({"row": 78, "roll": 6}, 6),
        ({"row": 78, "roll": 7}, 2),
        ({"row": 78, "roll": 1}, 2),
        ({"lane": 1}, 2),
        ({"gear": 1}, 6),
        ({"gear": 3}, 2),
    ],
)
def test_the_pits_are_five_rows_of_the_leftmost_lane_for_slow_cars(where: dict[str, int], tires: int) -> None:
    assert circled({"formule.pits": True}, **where).tires == tires


@pytest.mark.rule("FW-130")
def test_there_are_no_pits_by_default_and_none_on_the_grid() -> None:
    assert circled({}).tires == 2
    assert circled({"formule.pits": True}, row=-4, roll=2).tires == 2


def test_a_reloaded_board_throws_other_faces() -> None:
    play = Board(Car("a"), faces=[2])
    collisions.roll_collision_check(play, play.car(), "x")
    play.load(1)
    collisions.roll_collision_check(play, play.car(), "x")
    assert play.car().body == 2
