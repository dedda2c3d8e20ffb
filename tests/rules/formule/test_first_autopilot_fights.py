"""How the autopilot fights: its shots and charges, and when it rams."""

from __future__ import annotations

from typing import Any

import pytest

from rules.formule.first_autopilot import Autopilot
from rules.formule.first_autopilot.rams import choose_rams, expected, is_worth_it
from rules.formule.match.orders import DriveOrder, DropOrder, FireOrder, RamOrder
from rules.formule.match.state import CarStatus
from tests.rules.formule.boards import Board, Car, marker

PILOT = Autopilot()
FAR = Car("z", row=79, gear=1)
"""A rival at the start of the race, out of everybody's sight."""


def alone(row: int, gear: int = 3, *, lane: int = 1, **more: Any) -> Board:
    state = more.pop("state", {})
    return Board(Car("a", row=row, lane=lane, gear=gear, **state), **more)


# --------------------------------------------------------------------------------------------------------- weapons


def drives(play: Board, roll: int) -> DriveOrder:
    play.car().roll = roll
    order = PILOT.order(play, play.car(), "drive")
    assert isinstance(order, DriveOrder)
    return order


def armed(*weapons: tuple[str, ...], row: int = 10, lane: int = 2, gear: int = 3, **more: Any) -> Car:
    return Car("a", row=row, lane=lane, gear=gear, weapons=weapons, **more)


@pytest.mark.rule("FW-142")
def test_it_fires_the_weapon_and_at_the_moment_that_promise_most() -> None:
    rival = Car("b", row=16, lane=2, gear=3)
    assert drives(Board(armed(("mg", "front"), ("cannon", "front")), rival), 3).fire == (
        FireOrder(weapon=1, target="b", after=0),
    )
    # on an adjacent square it adds 2, and no lane is changed
    assert drives(Board(armed(("mg", "front")), rival), 5).fire == (FireOrder(weapon=0, target="b", after=5),)
    # at 13 squares the target is out of range before the move
    assert drives(Board(armed(("mg", "front")), Car("b", row=23, lane=2)), 3).fire == (
        FireOrder(weapon=0, target="b", after=3),
    )
    assert drives(Board(armed(("mg", "front")), Car("b", row=26, lane=2)), 3).fire == ()


@pytest.mark.rule("FW-039", "FW-142")
@pytest.mark.parametrize(("row", "after"), [(22, 0), (23, 3), (25, 3)])
def test_it_fires_at_exactly_the_range_listed(row: int, after: int) -> None:
    order = drives(Board(armed(("mg", "front")), Car("b", row=row, lane=2)), 3)
    assert order.fire == (FireOrder(weapon=0, target="b", after=after),)


@pytest.mark.rule("FW-142")
def test_it_fires_at_rivals_alone() -> None:
    mate = Car("b", row=16, lane=2, team="team-a")
    assert drives(Board(armed(("mg", "front"), team="team-a"), mate, FAR), 3).fire == ()


@pytest.mark.rule("FW-023", "FW-142")
def test_a_linked_pair_counts_with_both_its_weapons() -> None:
    weapons = (("vulcan", "front"), ("mg", "front", "x"), ("laser", "front", "x"))
    assert drives(Board(armed(*weapons), Car("b", row=16, lane=2)), 3).fire[0].weapon == 1
    play = Board(armed(*weapons), Car("b", row=16, lane=2))
    play.car().weapons[2].works = False
    assert drives(play, 3).fire[0].weapon == 0


@pytest.mark.rule("FW-142")
@pytest.mark.parametrize(("gear", "fires"), [(3, True), (4, True), (5, False), (6, False)])
def test_a_missile_is_held_below_0_45(gear: int, fires: bool) -> None:
    # the missile adds 1 itself: 10 faces at gear 3, 9 at gear 4, 8 at gear 5
    order = drives(Board(armed(("missile", "front")), Car("b", row=20, lane=2, gear=gear)), 3)
    assert bool(order.fire) is fires


@pytest.mark.rule("FW-142")
def test_what_cannot_hit_is_not_fired() -> None:
    rival = Car("b", row=20, lane=2, gear=6)
    play = Board(armed(("mg", "front"), gear=6), rival, weather="rain")
    play.state.markers.append(marker("smoke", 20, 2))
    play.car().wounds = 1
    assert drives(play, 1).fire == ()  # 9 - 3 - 1 - 2 - 2 - 1 faces
    play.car().wounds = 0
    assert drives(play, 1).fire == (FireOrder(weapon=0, target="b"),)


@pytest.mark.rule("FW-060", "FW-142")
@pytest.mark.parametrize(
    ("row", "lane", "drops"),
    [(9, 2, True), (2, 2, True), (1, 2, False), (6, 1, False), (10, 2, False), (11, 2, False)],
)
def test_a_charge_is_dropped_before_a_rival_up_to_8_squares_behind_in_the_lane(
    row: int, lane: int, drops: bool
) -> None:
    order = drives(Board(armed(("spikes", "rear")), Car("b", row=row, lane=lane, gear=1)), 4)
    assert bool(order.drop) is drops


@pytest.mark.rule("FW-060", "FW-142")
def test_a_charge_falls_at_once_or_where_the_square_behind_is_taken_after_the_move() -> None:
    assert drives(Board(armed(("oil", "rear")), Car("b", row=8, lane=2)), 4).drop == (DropOrder(weapon=0),)
    assert drives(Board(armed(("oil", "rear")), Car("b", row=9, lane=2)), 4).drop == (DropOrder(weapon=0, after=4),)
    own = Board(armed(("oil", "rear"), team="team-a"), Car("b", row=8, lane=2, team="team-a"))
    assert drives(own, 4).drop == ()


@pytest.mark.rule("FW-142")
@pytest.mark.parametrize(("gear", "drops"), [(3, False), (4, False), (5, True)])
def test_a_charge_is_kept_while_a_shot_has_0_4(gear: int, drops: bool) -> None:
    # 9 faces at gear 3, 8 at gear 4, 7 at gear 5
    order = drives(
        Board(
            armed(("mg", "front"), ("mines", "rear")), Car("b", row=20, lane=2, gear=gear), Car("c", row=4, lane=2)
        ),
        3,
    )
    assert (bool(order.drop), bool(order.fire)) == (drops, not drops)


@pytest.mark.rule("FW-031", "FW-142")
@pytest.mark.switch("formule.actions_per_turn", 2)
def test_with_two_actions_it_fires_two_weapons() -> None:
    switches = {"formule.actions_per_turn": 2}
    weapons = (("mg", "front"), ("laser", "front"), ("vulcan", "rear"))
    order = drives(Board(armed(*weapons), Car("b", row=16, lane=2), switches=switches), 3)
    assert sorted(fire_order.weapon for fire_order in order.fire) == [0, 1]
    spent = Board(armed(*weapons, ("oil", "rear")), Car("b", row=5, lane=2), switches=switches)
    spent.car().weapons[2].works = False
    assert drives(spent, 3).drop != ()
    spent.car().acted = 2
    assert drives(spent, 3) == DriveOrder(path=(2, 2, 2))


@pytest.mark.rule("FW-106", "FW-118", "FW-142")
@pytest.mark.parametrize("state", [{"moved": False}, {"spun": True, "gear": 1}])
def test_a_car_that_stood_fires_after_its_move_alone(state: dict[str, Any]) -> None:
    play = Board(armed(("mg", "front"), **state), Car("b", row=16, lane=2))
    assert [order.after for order in drives(play, 2).fire] == [2]


@pytest.mark.rule("FW-106", "FW-142")
@pytest.mark.switch("formule.fire_from_lap", 2)
def test_it_fires_from_the_lap_of_the_house_rule_on() -> None:
    switches = {"formule.fire_from_lap": 2}
    early = Board(armed(("mg", "front"), row=10), Car("b", row=16, lane=2), switches=switches)
    assert drives(early, 3).fire == ()
    late = Board(armed(("mg", "front"), row=90), Car("b", row=96, lane=2), switches=switches)
    assert [order.after for order in drives(late, 3).fire] == [0]
    over = Board(armed(("mg", "front"), row=78), Car("b", row=83, lane=2), switches=switches)
    assert [order.after for order in drives(over, 2).fire] == [2]


@pytest.mark.rule("FW-036", "FW-142")
@pytest.mark.switch("formule.corner_mod_timing", "move_end")
def test_where_the_move_that_is_planned_counts_a_shot_before_a_corner_is_worth_less() -> None:
    def moment(switches: dict[str, Any]) -> list[int]:
        play = Board(armed(("missile", "front"), row=28), Car("b", row=34, lane=2, gear=4), switches=switches)
        return [order.after for order in drives(play, 2).fire]

    assert moment({}) == [0]  # 9 faces now
    assert moment({"formule.corner_mod_timing": "move_end"}) == []  # 7 faces


@pytest.mark.rule("FW-128", "FW-142")
def test_nothing_is_fired_from_beyond_the_finish() -> None:
    def fires(laps: int) -> list[int]:
        play = Board(armed(("mg", "left"), row=78), Car("b", row=0, lane=1), laps=laps)
        return [order.after for order in drives(play, 2).fire]

    assert fires(2) == [2]
    assert fires(1) == []


@pytest.mark.rule("FW-034", "FW-142")
@pytest.mark.parametrize(("changes", "fires"), [(0, True), (1, False)])
def test_a_lane_changed_before_counts_against_a_shot_after_the_move(changes: int, fires: bool) -> None:
    # out of range before the move; 9 faces after it, 8 with a lane changed
    play = Board(armed(("missile", "front"), lane_changes=changes), Car("b", row=30, lane=2, gear=4))
    assert [order.after for order in drives(play, 3).fire] == ([3] if fires else [])


# ------------------------------------------------------------------------------------------------------------ rams


@pytest.mark.rule("FW-143")
@pytest.mark.parametrize(
    ("gear", "road_holding", "bumper", "worth"),
    [
        (3, 2, False, False),  # 9 faces of 20
        (3, 3, False, True),  # 10
        (4, 2, False, True),  # 11
        (5, 2, False, True),
    ],
)
def test_it_rams_with_a_chance_of_a_half(gear: int, road_holding: int, bumper: bool, worth: bool) -> None:
    equipment = ["bumper"] if bumper else []
    play = Board(
        Car("a", row=10, gear=gear, equipment=equipment, road_holding=road_holding),
        Car("b", row=11, gear=3),
    )
    assert is_worth_it(play, play.car(), play.car("b"), "rear") is worth


@pytest.mark.rule("FW-092", "FW-095", "FW-143")
def test_expected_damage_is_the_mean_of_the_table_halved_from_the_side() -> None:
    play = Board(Car("a"), FAR)
    assert [expected(play, (gear, 0), rear=True) for gear in (1, 2, 3)] == [36, 80, 153]
    assert expected(play, (0, 2), rear=True) == 48
    assert expected(play, (2, 2), rear=True) == 128
    assert expected(play, (0, 1), rear=False) == 24  # half a point counts as 1
    assert expected(play, (0, 0), rear=False) == 0
    assert expected(play, (1, 1), rear=False) == 24  # 2 or 3, halved


@pytest.mark.rule("FW-091", "FW-092", "FW-143")
def test_a_ram_is_ordered_where_the_way_first_touches_the_rival() -> None:
    rear = Board(Car("a", row=10, lane=2, gear=5), Car("b", row=13, lane=2, gear=3))
    assert choose_rams(rear, rear.car(), (2, 2, 1, 1)) == (RamOrder(target="b", after=2),)
    assert choose_rams(rear, rear.car(), (2, 2, 1)) == (RamOrder(target="b", after=2),)
    side = Board(Car("a", row=10, lane=1, gear=4), Car("b", row=13, lane=2, gear=3))
    assert choose_rams(side, side.car(), (1, 1, 1, 1)) == (RamOrder(target="b", after=3),)
    assert choose_rams(side, side.car(), (1, 1, 1)) == (RamOrder(target="b", after=3),)
    assert choose_rams(side, side.car(), (1, 1)) == ()
    hard = Board(Car("a", row=10, lane=1, gear=5), Car("b", row=13, lane=2, gear=3))
    assert choose_rams(hard, hard.car(), (1, 1, 1, 1)) == ()  # 1 point of damage to each of the two
    side.car().rammed.append("b")
    assert choose_rams(side, side.car(), (1, 1, 1, 1)) == ()


@pytest.mark.rule("FW-128", "FW-143")
@pytest.mark.parametrize(("laps", "rams"), [(2, True), (1, False)])
def test_nobody_rams_from_beyond_the_finish(laps: int, rams: bool) -> None:
    play = Board(Car("a", row=78, gear=5), Car("b", row=1, gear=3), Car("c", row=40), laps=laps)
    assert bool(choose_rams(play, play.car(), (1, 1))) is rams


@pytest.mark.rule("FW-080", "FW-093", "FW-122", "FW-143")
@pytest.mark.parametrize(
    ("faces", "row", "brakes"),
    [
        ((20, 1), 17, 3),  # it is slowed by 1 of the 8 squares rolled
        ((1,), 18, 3),
        ((20, 4), 16, 3),
    ],
)
def test_a_car_that_others_block_rams_its_way_through(faces: tuple[int, ...], row: int, brakes: int) -> None:
    wall = [Car(f"w{lane}", row=13, lane=lane, gear=2, armor=9) for lane in range(3)]
    play = Board(Car("a", row=10, lane=0, gear=3), *wall, FAR)
    order = drives(play, 8)
    assert (order.path, order.ram) == ((1, 2), (RamOrder(target="w2", after=2),))
    play.drive("a", 8, order, drive=faces)
    assert (play.car().row, play.car().lane, play.car().brakes) == (row, 2, brakes)


@pytest.mark.rule("FW-082", "FW-093", "FW-122")
@pytest.mark.parametrize(("squares", "row", "brakes"), [(3, 12, 2), (4, 14, 3)])
def test_a_car_that_others_block_does_not_end_on_the_square_of_the_car_it_rammed(
    squares: int, row: int, brakes: int
) -> None:
    wall = [Car(f"w{lane}", row=13, lane=lane, gear=2, armor=9) for lane in range(3)]
    play = Board(Car("a", row=10, lane=0, gear=3), *wall, FAR)
    order = DriveOrder(path=(1, 2), ram=(RamOrder(target="w2", after=2),))
    play.drive("a", squares, order, drive=[1], end=[2, 2])
    assert (play.car().row, play.car().lane, play.car().brakes) == (row, 2, brakes)
    assert [entry for entry in play.log.entries if entry.kind == "back_off"] == []


@pytest.mark.rule("FW-143")
def test_nobody_rams_his_own_side_or_while_he_leads_the_last_lap() -> None:
    mates = Board(Car("a", row=10, lane=1, gear=5, team="x"), Car("b", row=11, lane=1, gear=3, team="x"), FAR)
    assert choose_rams(mates, mates.car(), (0, 0, 0)) == ()

    def rams(*, laps: int, other: int) -> bool:
        play = Board(Car("a", row=10, gear=5), Car("b", row=11, gear=3), Car("c", row=other), laps=laps)
        play.car("b").progress = 9  # at the same place, and no farther in the race
        return bool(choose_rams(play, play.car(), (1, 1)))

    assert rams(laps=2, other=5)
    assert not rams(laps=1, other=5)
    assert not rams(laps=1, other=10)
    assert rams(laps=1, other=12)


@pytest.mark.rule("FW-118", "FW-143")
def test_a_spun_car_rams_nobody_before_it_has_moved() -> None:
    play = Board(
        Car("a", row=10, lane=1, gear=1, spun=True, road_holding=3),
        Car("b", row=11, lane=1, gear=1, road_holding=1),
        FAR,
    )
    assert choose_rams(play, play.car(), (0, 0)) == (RamOrder(target="b", after=1),)
    play.car().spun = False
    assert choose_rams(play, play.car(), (0, 0)) == (RamOrder(target="b", after=0),)


def test_the_autopilot_leaves_who_is_out_alone() -> None:
    play = Board(armed(("mg", "front")), Car("b", row=11, lane=2, gear=1))
    play.car("b").status = CarStatus.OUT
    assert drives(play, 3) == DriveOrder(path=(2, 2, 2))
