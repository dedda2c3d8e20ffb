"""Orders that no rule allows are refused before anything happens, with a sentence that says what to do."""

from __future__ import annotations

from typing import Any

import pytest

from rules.formule import engine
from rules.match.stepwise_play import OrderIllegal
from tests.rules.formule.boards import RING, Board, Car, ring

ARMED = [("mg", "front"), ("oil", "rear"), ("laser", "turret")]
NARROW = ring((30, 34, 1, 2), closed=[{"first": 13, "last": 20, "lane": 0}])


def asked(
    order: dict[str, Any],
    *others: Car,
    roll: int = 4,
    switches: dict[str, Any] | None = None,
    circuit: Any = RING,
    row: int = 10,
    lane: int = 1,
    **state: Any,
) -> Board:
    """A race after the order was given to a car in gear 3 with a roll of 4. Every die shows 2."""
    play = Board(Car("a", row=row, lane=lane, weapons=ARMED, **state), *others, switches=switches, circuit=circuit)
    play.await_order("a", "drive", roll=roll, by_path={"a/drive": [2] * 9, "a/end": [2] * 9})
    engine.step(play, order)
    return play


def refused(order: dict[str, Any], *others: Car, why: str, **more: Any) -> None:
    with pytest.raises(OrderIllegal, match=why):
        asked(order, *others, **more)


def test_a_refused_order_leaves_everything_as_it_was() -> None:
    play = Board(Car("a"))
    play.await_order("a", "drive", roll=4)
    with pytest.raises(OrderIllegal):
        engine.step(play, {"path": [1, 3]})
    assert (play.car().row, play.log.entries, play.log.orders, play.moment.step) == (10, [], [], "drive")
    assert play.dice.log == []


@pytest.mark.rule("FW-107")
@pytest.mark.parametrize(
    ("path", "why"),
    [
        ([1, 1, 1, 1, 1], "drives 4 squares"),
        ([3], "no lane 3"),
        ([-1], "no lane -1"),
        ([1, 1, 9], "no lane 9"),
        ([0, 1], "cannot enter lane 1 after 1 square"),
        ([2, 0], "cannot enter lane 0 after 1 square"),
    ],
)
def test_a_path_that_cannot_be_driven_is_refused(path: list[int], why: str) -> None:
    refused({"path": path}, why=why)


@pytest.mark.rule("FW-107")
@pytest.mark.parametrize("path", [[], [1], [1, 1, 1, 1], [0, 0, 0, 0], [2], [1, 2]])
def test_a_path_that_can_be_driven_is_driven(path: list[int]) -> None:
    play = asked({"path": path})
    assert (play.car().row, play.car().lane) == (14, path[-1] if path else 1)


@pytest.mark.rule("FW-107")
def test_three_lane_changes_on_a_straight_are_too_many() -> None:
    wide = ring((30, 34, 1, 2), moves="xxxx", lanes=4)
    asked({"path": [1, 2, 2, 2]}, circuit=wide, lane=0)
    refused({"path": [1, 2, 3, 3]}, circuit=wide, lane=0, why="the lanes open to it, counted from 0, are 2")


@pytest.mark.rule("FW-107", "FW-108")
def test_a_closed_lane_is_no_square() -> None:
    refused({"path": [0, 0, 0]}, circuit=NARROW, lane=0, why="no lane 0 on square 3")
    assert asked({"path": [0, 0]}, circuit=NARROW, lane=0).car().lane == 1


@pytest.mark.rule("FW-107")
def test_a_car_in_the_way_is_steered_round() -> None:
    refused({"path": [1, 1]}, Car("b", row=12), why="b is in the way of a after 1 square")
    asked({"path": [1, 2]}, Car("b", row=12))


@pytest.mark.rule("FW-107", "FW-122")
def test_who_can_drive_the_whole_roll_may_not_let_himself_be_blocked() -> None:
    wall = Car("b", row=13, lane=2), Car("c", row=13, lane=1)
    refused({"path": [2, 2]}, *wall, why="can drive 4 squares and not only 2")
    assert asked({}, *wall).car().row == 14


@pytest.mark.rule("FW-107", "FW-122")
def test_who_cannot_drive_it_all_drives_as_far_as_he_can() -> None:
    wall = [Car(f"w{lane}", row=13, lane=lane) for lane in range(3)]
    play = asked({"path": [1, 0]}, *wall)
    assert (play.car().row, play.car().lane, play.car().brakes) == (12, 0, 1)
    refused({"path": [1, 0, 0]}, *wall, why="in the way")


@pytest.mark.rule("FW-120")
@pytest.mark.parametrize(("brake", "roll", "brakes"), [(4, 9, 3), (3, 2, 3), (-1, 4, 3), (1, 4, 0)])
def test_brakes_are_bounded_by_the_points_and_the_roll(brake: int, roll: int, brakes: int) -> None:
    refused({"brake": brake}, why="may brake", roll=roll, brakes=brakes)


@pytest.mark.rule("FW-120")
@pytest.mark.parametrize(("brake", "roll"), [(3, 9), (2, 2), (0, 4)])
def test_brakes_up_to_that_are_taken(brake: int, roll: int) -> None:
    assert asked({"brake": brake}, roll=roll).car().row == 10 + roll - brake


@pytest.mark.rule("FW-120")
def test_a_path_is_as_long_as_the_roll_without_the_brakes() -> None:
    refused({"path": [1, 1, 1], "brake": 2}, why="drives 2 squares")


@pytest.mark.rule("FW-128")
def test_a_path_may_lead_over_the_finish_and_what_lies_beyond_does_not_matter() -> None:
    play = asked({"path": [1, 1, 1, 1]}, row=158)
    assert play.car().place == 1
    play = asked({"path": [1, 1]}, Car("b", row=1), row=158, roll=2)
    assert play.car().place == 1


# ------------------------------------------------------------------------------------------------------------ weapons

SHOT = {"weapon": 0, "target": "b"}
FREE_DROP = {"formule.drop_beside_shot": True}
TARGET = Car("b", row=18, armor=9)


@pytest.mark.rule("FW-031")
def test_no_more_weapon_actions_are_ordered_than_are_left() -> None:
    refused({"fire": [SHOT, {"weapon": 2, "target": "b"}]}, TARGET, why="has 1 weapon actions left")
    refused({"fire": [SHOT], "drop": [{"weapon": 1}]}, TARGET, why="has 1 weapon actions left")
    refused({"fire": [SHOT]}, TARGET, why="has 0 weapon actions left", acted=1)
    switches = {"formule.actions_per_turn": 2}
    play = asked({"fire": [SHOT], "drop": [{"weapon": 1}]}, TARGET, switches=switches)
    assert play.car().acted == 2


@pytest.mark.rule("FW-031")
@pytest.mark.switch("formule.drop_beside_shot", True)
def test_by_a_house_rule_the_first_charge_of_a_move_takes_no_weapon_action() -> None:
    play = asked({"fire": [SHOT], "drop": [{"weapon": 1}]}, TARGET, switches=FREE_DROP)
    assert (play.car().acted, len(play.state.markers)) == (1, 1)
    two = {"fire": [SHOT], "drop": [{"weapon": 1}] * 2}
    refused(two, TARGET, why="has 1 weapon actions left", switches=FREE_DROP)


@pytest.mark.rule("FW-032", "FW-039")
@pytest.mark.parametrize(
    ("shot", "why"),
    [
        ({"weapon": 0, "target": "x"}, "no other car"),
        ({"weapon": 9, "target": "b"}, "no weapon 9"),
        ({"weapon": 1, "target": "b"}, "drop with it"),
        ({"weapon": 0, "target": "b", "after": -1}, "after 0 to 100 squares"),
    ],
)
def test_a_shot_that_cannot_be_is_refused(shot: dict[str, Any], why: str) -> None:
    refused({"fire": [shot]}, TARGET, why=why)


@pytest.mark.rule("FW-030")
def test_nothing_is_ordered_later_than_any_move_lasts() -> None:
    refused({"drop": [{"weapon": 1, "after": 101}]}, why="after 0 to 100 squares")
    assert len(asked({"drop": [{"weapon": 1, "after": 100}]}).state.markers) == 1


@pytest.mark.rule("FW-030", "FW-039")
@pytest.mark.parametrize(("after", "row"), [(0, 23), (1, 24), (4, 27), (9, 27)])
def test_a_shot_is_looked_at_from_where_it_is_to_be_fired(after: int, row: int) -> None:
    refused({"fire": [{**SHOT, "after": after}]}, Car("b", row=row), why="out of range")
    asked({"fire": [{**SHOT, "after": after}]}, Car("b", row=row - 1))


@pytest.mark.rule("FW-060")
@pytest.mark.parametrize(
    ("drop", "why"),
    [
        ({"weapon": 0}, "no dropper"),
        ({"weapon": 1, "where": "left"}, "drops behind"),
        ({"weapon": 1, "after": -2}, "after 0 to 100 squares"),
    ],
)
def test_a_drop_that_cannot_be_is_refused(drop: dict[str, Any], why: str) -> None:
    refused({"drop": [drop]}, why=why)


@pytest.mark.rule("FW-060")
def test_a_drop_is_looked_at_from_where_it_is_to_be_made() -> None:
    refused({"drop": [{"weapon": 1}]}, Car("b", row=9), why="a car stands")
    play = asked({"drop": [{"weapon": 1, "after": 9}]}, Car("b", row=9))
    assert [(marker.row, marker.lane) for marker in play.state.markers] == [(13, 1)]


@pytest.mark.rule("FW-106", "FW-118")
@pytest.mark.parametrize("state", [{"moved": False}, {"spun": True}])
def test_weapons_wait_until_the_car_has_driven(state: dict[str, bool]) -> None:
    refused({"fire": [SHOT]}, TARGET, why="has not moved", **state)
    refused({"fire": [{**SHOT, "after": 1}], "brake": 3}, TARGET, roll=3, why="has not moved", **state)
    asked({"fire": [{**SHOT, "after": 1}]}, TARGET, **state)


@pytest.mark.rule("FW-106")
@pytest.mark.parametrize(("after", "may"), [(2, False), (3, True)])
def test_weapons_wait_for_the_lap_of_the_house_rule(after: int, may: bool) -> None:
    order = {"drop": [{"weapon": 1, "after": after}]}
    second = {"formule.fire_from_lap": 2}
    if may:
        assert len(asked(order, row=77, stops=3, switches=second).state.markers) == 1
    else:
        refused(order, row=77, stops=3, switches=second, why="before lap 2")


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"fire": [{**SHOT, "aim": 1}]}, "order.fire 1 has no field 'aim' (it has weapon, target, after)"),
        ({"fire": [SHOT, {**SHOT, "x" * 70: 1}]},
         f"order.fire 2 has no field '{'x' * 60}' (it has weapon, target, after)"),
        ({"drop": [{"weapon": 1, "target": "b"}]},
         "order.drop 1 has no field 'target' (it has weapon, after, where)"),
        ({"ram": [{"target": "b", "weapon": 0}]}, "order.ram 1 has no field 'weapon' (it has target, after)"),
        ({"gear": 2}, "order has no field 'gear' (it has path, brake, plan, fire, drop, ram)"),
        ({"brake": "hard", "path": [1, "2"]},
         "order.path 2 is not a whole number; order.brake is not a whole number"),
        ({"path": [1] * 101}, "order.path has more than 100 entries"),
        ([], "order is no object with fields"),
    ],
)  # fmt: skip
def test_what_is_no_order_is_refused_with_every_field_that_is_wrong(order: Any, why: str) -> None:
    with pytest.raises(OrderIllegal) as raised:
        asked(order, TARGET)
    assert raised.value.sentence == f"This is not a drive order: {why}. Fix each of these."


@pytest.mark.parametrize("kind", ["fire", "drop", "ram"])
@pytest.mark.parametrize("entries", [7, "fire", {"x": 1}, [7], ["x"], [[]], None], ids=repr)
def test_what_is_no_list_of_entries_is_refused(kind: str, entries: object) -> None:
    refused({kind: entries}, TARGET, why=f"This is not a drive order: order.{kind} ")


# --------------------------------------------------------------------------------------------------------------- rams


@pytest.mark.rule("FW-080")
def test_a_ram_is_ordered_for_a_square_that_touches_the_target() -> None:
    near = Car("b", row=12)
    refused({"path": [1, 2], "ram": [{"target": "b"}]}, near, why="neither right behind")
    refused(
        {"path": [1, 1], "ram": [{"target": "b", "after": 1}, {"target": "b", "after": 1}]}, near, why="each target"
    )
    refused({"ram": [{"target": "b", "after": 5}]}, near, why="drives 4 squares: ram 'b' on the way")
    refused({"ram": [{"target": "b", "after": -1}]}, near, why="after 0 to 100 squares")
    refused({"ram": [{"target": "x"}]}, near, why="no other car")
    assert asked({"path": [1, 1], "ram": [{"target": "b", "after": 1}]}, near).car().rammed == ["b"]
    assert asked({"path": [1, 0, 0], "ram": [{"target": "b", "after": 2}]}, near).car().rammed == ["b"]


@pytest.mark.rule("FW-082")
def test_only_a_target_rammed_from_right_behind_is_driven_through() -> None:
    near, beside = Car("b", row=12), Car("b", row=11, lane=0)
    refused({"path": [1, 1], "ram": []}, near, why="in the way")
    refused({"path": [0, 1], "ram": [{"target": "b", "after": 1}]}, near, why="in the way|cannot enter")
    refused({"path": [1, 0], "ram": [{"target": "b", "after": 1}]}, Car("b", row=12, lane=0), why="in the way")
    refused({"path": [0, 0], "ram": [{"target": "b", "after": 0}]}, beside, why="in the way")


@pytest.mark.rule("FW-082")
def test_two_cars_in_a_row_are_not_driven_through() -> None:
    row = Car("b", row=12), Car("c", row=13)
    rams = [{"target": "b", "after": 1}, {"target": "c", "after": 2}]
    refused({"path": [1, 1, 1], "ram": rams}, *row, why="in the way")
    refused({"path": [1, 1, 2], "ram": rams}, *row, why="from the square of another car")


@pytest.mark.rule("FW-118")
def test_a_spun_car_rams_nobody_before_it_has_driven() -> None:
    order = {"path": [1, 1], "ram": [{"target": "b"}]}
    refused(order, Car("b", row=11), why="faces the wrong way", spun=True)
    assert asked(order, Car("b", row=11)).car().rammed == ["b"]
    assert asked({"path": [1, 1], "ram": [{"target": "b", "after": 1}]}, Car("b", row=12), spun=True).car().rammed


@pytest.mark.rule("FW-106")
def test_a_car_that_has_left_its_place_on_the_grid_is_in_the_first_lap() -> None:
    play = asked({"drop": [{"weapon": 1, "after": 1}]}, row=-5, moved=False)
    assert [(marker.row, marker.progress) for marker in play.state.markers] == [(75, -5)]
