"""The autopilot: its gears by their means, its ways, its brakes, its shots and charges, and when it rams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.formule.autopilot import Autopilot
from rules.formule.autopilot.gear_choice import COMMON, gear_for
from rules.formule.autopilot.outlook import braking, outlook, price, weight_of
from rules.formule.autopilot.paths import path_for
from rules.formule.autopilot.rams import FINELY, expected, is_worth_it, rams_for
from rules.formule.circuit import circuit_from
from rules.formule.gears import DICE
from rules.formule.orders import DriveOrder, DropOrder, FireOrder, GearOrder, RamOrder, SlipstreamOrder
from rules.formule.play import Play
from rules.formule.state import Status
from tests.rules.formule.boards import Put, board, car, marker

PILOT = Autopilot()
FAR = Put("z", row=79, gear=1)
"""A rival out of everybody's sight, whose race has just begun."""


def alone(row: int, gear: int = 3, *, lane: int = 1, **more: Any) -> Play:
    state = more.pop("state", {})
    return board(Put("a", row=row, lane=lane, gear=gear, state=state), **more)


# -------------------------------------------------------------------------------------------------------- outlook


@pytest.mark.rule("FW-109", "FW-110", "FW-140")
def test_an_outlook_counts_the_tires_beyond_a_corner_and_the_stops_in_it() -> None:
    play = alone(27)
    ahead = outlook(play, car(play), 14)
    assert ahead.tires == [0] * 8 + [1, 2, 3, 4, 5, 6, 7]
    assert ahead.out == [False] * 14 + [True]
    assert ahead.stops == [False] * 3 + [True] * 5 + [False] * 7


@pytest.mark.rule("FW-111", "FW-140")
def test_an_outlook_ends_where_two_stops_are_missing() -> None:
    play = alone(48)
    ahead = outlook(play, car(play), 13)
    assert ahead.out == [False] * 12 + [True, True]
    assert ahead.stops == [False] * 2 + [True] * 10 + [False] * 2
    assert ahead.tires == [0] * 14


@pytest.mark.rule("FW-109", "FW-140")
@pytest.mark.parametrize(
    ("stops", "now", "inside", "beyond", "tires"),
    [(0, True, True, True, 0), (1, True, True, False, 1), (2, False, False, False, 0)],
)
def test_an_outlook_knows_the_stops_already_made(
    stops: int, now: bool, inside: bool, beyond: bool, tires: int
) -> None:
    play = alone(55, state={"stops": stops})
    ahead = outlook(play, car(play), 5)
    assert (ahead.stops[0], ahead.stops[4], ahead.out[5], ahead.tires[5]) == (now, inside, beyond, tires)


@pytest.mark.rule("FW-113", "FW-140")
def test_a_turn_that_overshoots_makes_no_stop_in_the_next_corner() -> None:
    play = alone(59, state={"stops": 1, "tires": 20}, laps=2)
    ahead = outlook(play, car(play), 12)
    assert ahead.tires[11:] == [11, 12]
    assert ahead.stops[11:] == [False, False]


@pytest.mark.rule("FW-128", "FW-140")
def test_past_the_finish_nothing_is_paid() -> None:
    play = alone(77, state={"stops": 2}, laps=1)
    ahead = outlook(play, car(play), 5)
    assert ahead.tires == [0, 1, 2, 2, 2, 2]
    assert alone_is_lost(stops=1) == [False, True, True, True]


@pytest.mark.rule("FW-109", "FW-128", "FW-140")
def test_an_outlook_goes_on_over_the_line_into_the_next_lap() -> None:
    play = alone(77, state={"stops": 3, "tires": 6})
    ahead = outlook(play, car(play), 38)
    assert [squares for squares in range(39) if ahead.stops[squares]] == [33, 34, 35, 36, 37]
    assert (ahead.tires[37:], ahead.out[38]) == ([0, 1], False)


def alone_is_lost(*, stops: int) -> list[bool]:
    play = alone(77, state={"stops": stops}, laps=1)
    return outlook(play, car(play), 3).out


@pytest.mark.rule("FW-129", "FW-140")
def test_rain_may_take_a_tire_more_for_each_corner_overshot() -> None:
    switches = {"formule.rain_overshoot_extra": True}
    wet = alone(27, weather="rain", switches=switches)
    assert outlook(wet, car(wet), 9).tires[7:] == [0, 2, 3]
    damp = alone(27, weather="temporary_rain", switches=switches)
    assert outlook(damp, car(damp), 9).tires[7:] == [0, 1, 2]


@pytest.mark.rule("FW-141")
@pytest.mark.parametrize(
    ("squares", "brakes", "brake"),
    [(2, 3, 0), (3, 3, 0), (7, 3, 0), (8, 3, 1), (9, 3, 2), (10, 3, 0), (9, 1, 0), (8, 1, 1), (8, 0, 0)],
)
def test_it_brakes_by_one_or_two_and_only_to_make_a_stop(squares: int, brakes: int, brake: int) -> None:
    play = alone(27)
    assert braking(outlook(play, car(play), 12), squares, brakes) == brake


@pytest.mark.rule("FW-140")
def test_a_move_is_priced_by_its_squares_its_tires_its_stop_and_its_end() -> None:
    play = alone(27)
    ahead = outlook(play, car(play), 14)
    assert [price(ahead, squares, 1) for squares in (2, 3, 7, 8, 10, 13, 14)] == [2, 6, 10, 7, 7, 7, -93]
    assert price(ahead, 10, 2) == 4


@pytest.mark.rule("FW-140")
@pytest.mark.parametrize(("tires", "weight"), [(6, 1), (4, 1), (3, 2), (1, 2)])
def test_a_tire_weighs_double_once_half_of_them_are_gone(tires: int, weight: int) -> None:
    play = alone(27, state={"tires": tires})
    assert weight_of(play, car(play)) == weight


# ---------------------------------------------------------------------------------------------------------- gears


@pytest.mark.rule("FW-140")
@pytest.mark.parametrize(
    ("row", "gear", "state", "best"),
    [
        (10, 3, {}, 4),  # 9.5 on a straight
        (26, 4, {}, 4),  # 59/6 against 75/8 in gear 3
        (26, 4, {"tires": 3}, 3),  # gear 4 is out on a 12, and tires weigh 2
        (26, 4, {"brakes": 0}, 3),  # 53/6 against 75/8
        (26, 4, {"brakes": 1}, 3),  # 56/6
        (26, 4, {"brakes": 2}, 4),  # 59/6
        (57, 5, {"brakes": 1}, 1),  # two stops are missing: 9/2 for a point of engine
        (57, 5, {"brakes": 1, "engine": 1}, 6),  # the change would take the last one
        (34, 1, {"brakes": 0}, 1),  # gears 1 and 2 both come to 0
        (10, 0, {}, 1),
    ],
)
def test_it_takes_the_gear_with_the_best_mean_and_the_lower_of_two(
    row: int, gear: int, state: dict[str, int], best: int
) -> None:
    play = alone(row, gear, state=state)
    assert gear_for(play, car(play)) == best
    assert PILOT.order(play, car(play), "gear") == GearOrder(gear=best)


@pytest.mark.rule("FW-140", "FW-143")
def test_means_are_compared_in_whole_numbers() -> None:
    assert [COMMON % len(faces) for faces in DICE.values()] == [0] * 6
    assert [FINELY % len(DICE[gear]) for gear in (1, 2, 3)] == [0] * 3


@pytest.mark.rule("FW-126", "FW-140")
@pytest.mark.switch("formule.zero_engine_out", False)
def test_where_cars_run_without_an_engine_point_it_pays_with_the_last() -> None:
    play = alone(57, 5, state={"brakes": 1, "engine": 1}, switches={"formule.zero_engine_out": False})
    assert gear_for(play, car(play)) == 1


# ----------------------------------------------------------------------------------------------------------- ways


@pytest.mark.rule("FW-107", "FW-110", "FW-122", "FW-141")
@pytest.mark.parametrize(
    ("row", "lane", "squares", "state", "debris", "others", "path"),
    [
        (10, 0, 5, {}, [], [], (0, 0, 0, 1, 2)),  # to the inner lane of the next corner
        (10, 0, 1, {}, [], [], (1,)),
        (10, 2, 3, {}, [], [], (2, 2, 2)),
        (36, 2, 3, {}, [], [], (2, 1, 0)),  # the corner after that is a left one
        (10, 2, 5, {}, [(12, 2)], [], (2, 1, 1, 1, 1)),  # round the debris, and never back
        (10, 1, 4, {}, [(12, 1), (11, 2), (12, 2)], [], (1, 0, 0, 0)),
        (10, 1, 4, {}, [(11, 0), (11, 1), (11, 2)], [], (1, 1, 1, 2)),  # nothing helps
        (10, 1, 4, {}, [], [(12, 0), (12, 1), (12, 2)], (2,)),  # as far as it goes
        (10, 1, 4, {}, [], [(11, 0), (11, 1), (11, 2)], ()),
        (10, 1, 2, {}, [], [(11, 1), (11, 2), (12, 0)], (0,)),  # never back
        (10, 1, 4, {}, [], [(11, 1), (11, 2), (12, 0), (12, 1)], (0,)),
        (33, 1, 5, {}, [], [], (0, 0, 0, 0, 0)),  # whoever overshoots keeps the lane
        (34, 1, 3, {}, [], [], (1, 1, 1)),
        (34, 1, 3, {"stops": 1}, [], [], (0, 0, 0)),
        (36, 2, 3, {"overshooting": 1}, [], [], (2, 2, 2)),
        (30, 2, 4, {}, [(32, 2)], [], (2, 1, 2, 2)),  # in a corner one may go back
        (79, 2, 2, {}, [(0, 2)], [], (1, 1)),  # over the line
    ],
)
def test_it_drives_the_whole_way_round_what_lies_there_and_to_the_inner_lane(  # noqa: PLR0917 - a row of the table
    row: int,
    lane: int,
    squares: int,
    state: dict[str, int],
    debris: Sequence[tuple[int, int]],
    others: Sequence[tuple[int, int]],
    path: tuple[int, ...],
) -> None:
    there = [Put(f"o{number}", row=at, lane=in_lane) for number, (at, in_lane) in enumerate(others)]
    play = board(Put("a", row=row, lane=lane, state=state), *there)
    play.state.debris.extend(debris)
    assert path_for(play, car(play), squares) == path


@pytest.mark.rule("FW-107", "FW-141")
def test_on_a_wide_straight_it_changes_lane_twice_and_no_more() -> None:
    wide = circuit_from(
        {
            "name": "wide",
            "title": "Wide",
            "lanes": 5,
            "length": 60,
            "corners": [{"first": 40, "last": 43, "stops": 1, "inner_lane": 4, "moves": ["^^^^^"] * 4}],
            "grid": [[59 - number // 5, number % 5] for number in range(12)],
        }
    )
    play = board(Put("a", row=10, lane=0), circuit=wide)
    assert path_for(play, car(play), 6) == (0, 0, 0, 0, 1, 2)


@pytest.mark.rule("FW-067", "FW-141")
def test_markers_are_driven_round_and_smoke_is_driven_through() -> None:
    play = alone(10, lane=2)
    play.state.markers.append(marker("smoke", 11, 2))
    assert path_for(play, car(play), 2) == (2, 2)
    play.state.markers.append(marker("oil", 12, 2))
    assert path_for(play, car(play), 2) == (2, 1)


@pytest.mark.rule("FW-128", "FW-141")
def test_it_drives_no_farther_than_home() -> None:
    play = alone(78, state={"roll": 9}, laps=1)
    assert PILOT.order(play, car(play), "drive") == DriveOrder(path=(1, 2))


@pytest.mark.rule("FW-141")
def test_its_brakes_are_part_of_its_order() -> None:
    play = alone(27, lane=2, state={"roll": 9})
    assert PILOT.order(play, car(play), "drive") == DriveOrder(path=(2,) * 7, brake=2)


# ------------------------------------------------------------------------------------------------------ slipstream


def behind(row: int, **state: int) -> Play:
    return board(Put("a", row=row, lane=2, gear=4, state=state), Put("b", row=row + 1, lane=2, gear=4))


@pytest.mark.rule("FW-127", "FW-140")
def test_it_takes_a_slipstream_where_the_squares_are_worth_more_than_to_stay() -> None:
    assert slip(behind(10)) == (1, 1, 1)
    assert slip(behind(31, stops=1)) != ()
    assert slip(behind(32)) == ()  # a stop is made where it is
    assert slip(behind(48)) != ()
    assert slip(behind(36, overshooting=1)) == ()  # three tires for three squares are as much as to stay
    assert slip(behind(36, overshooting=1, tires=3)) == ()


def slip(play: Play) -> tuple[int, ...]:
    order = PILOT.order(play, car(play), "slipstream")
    assert isinstance(order, SlipstreamOrder)
    return order.path


@pytest.mark.rule("FW-127")
def test_it_stays_where_there_is_no_way_out_of_the_slipstream() -> None:
    play = board(Put("a", row=10, lane=2, gear=4), Put("b", row=11, lane=2, gear=4), Put("c", row=11, lane=1, gear=4))
    assert PILOT.order(play, car(play), "slipstream") == SlipstreamOrder()


# --------------------------------------------------------------------------------------------------------- weapons


def drives(play: Play, roll: int) -> DriveOrder:
    car(play).roll = roll
    order = PILOT.order(play, car(play), "drive")
    assert isinstance(order, DriveOrder)
    return order


def armed(*weapons: tuple[str, ...], row: int = 10, lane: int = 2, gear: int = 3, **more: Any) -> Put:
    return Put("a", row=row, lane=lane, gear=gear, weapons=weapons, **more)


@pytest.mark.rule("FW-142")
def test_it_fires_the_weapon_and_at_the_moment_that_promise_most() -> None:
    rival = Put("b", row=16, lane=2, gear=3)
    assert drives(board(armed(("mg", "front"), ("cannon", "front")), rival), 3).fire == (
        FireOrder(weapon=1, target="b", after=0),
    )
    # next to it the adjacent square adds 2, and no lane is changed
    assert drives(board(armed(("mg", "front")), rival), 5).fire == (FireOrder(weapon=0, target="b", after=5),)
    # 13 squares are out of range before the move
    assert drives(board(armed(("mg", "front")), Put("b", row=23, lane=2)), 3).fire == (
        FireOrder(weapon=0, target="b", after=3),
    )
    assert drives(board(armed(("mg", "front")), Put("b", row=26, lane=2)), 3).fire == ()


@pytest.mark.rule("FW-142")
def test_it_fires_at_rivals_alone() -> None:
    mate = Put("b", row=16, lane=2, team="team-a")
    assert drives(board(armed(("mg", "front"), team="team-a"), mate, FAR), 3).fire == ()


@pytest.mark.rule("FW-023", "FW-142")
def test_a_linked_pair_counts_with_both_its_weapons() -> None:
    weapons = (("vulcan", "front"), ("mg", "front", "x"), ("laser", "front", "x"))
    assert drives(board(armed(*weapons), Put("b", row=16, lane=2)), 3).fire[0].weapon == 1
    play = board(armed(*weapons), Put("b", row=16, lane=2))
    car(play).weapons[2].works = False
    assert drives(play, 3).fire[0].weapon == 0


@pytest.mark.rule("FW-142")
@pytest.mark.parametrize(("gear", "fires"), [(3, True), (4, True), (5, False), (6, False)])
def test_a_missile_is_held_below_0_45(gear: int, fires: bool) -> None:
    # +1 of its own: 10 faces at gear 3, 9 at gear 4, 8 at gear 5
    order = drives(board(armed(("missile", "front")), Put("b", row=20, lane=2, gear=gear)), 3)
    assert bool(order.fire) is fires


@pytest.mark.rule("FW-142")
def test_what_cannot_hit_is_not_fired() -> None:
    rival = Put("b", row=20, lane=2, gear=6)
    play = board(armed(("mg", "front"), gear=6), rival, weather="rain")
    play.state.markers.append(marker("smoke", 20, 2))
    car(play).wounds = 1
    assert drives(play, 1).fire == ()  # 9 - 3 - 1 - 2 - 2 - 1 faces
    car(play).wounds = 0
    assert drives(play, 1).fire == (FireOrder(weapon=0, target="b"),)


@pytest.mark.rule("FW-060", "FW-142")
@pytest.mark.parametrize(
    ("row", "lane", "drops"), [(9, 2, True), (2, 2, True), (1, 2, False), (6, 1, False), (11, 2, False)]
)
def test_a_charge_is_dropped_before_a_rival_up_to_8_squares_behind_in_the_lane(
    row: int, lane: int, drops: bool
) -> None:
    order = drives(board(armed(("spikes", "rear")), Put("b", row=row, lane=lane, gear=1)), 4)
    assert bool(order.drop) is drops


@pytest.mark.rule("FW-060", "FW-142")
def test_a_charge_falls_at_once_or_where_the_square_behind_is_taken_after_the_move() -> None:
    assert drives(board(armed(("oil", "rear")), Put("b", row=8, lane=2)), 4).drop == (DropOrder(weapon=0),)
    assert drives(board(armed(("oil", "rear")), Put("b", row=9, lane=2)), 4).drop == (DropOrder(weapon=0, after=4),)
    own = board(armed(("oil", "rear"), team="team-a"), Put("b", row=8, lane=2, team="team-a"))
    assert drives(own, 4).drop == ()


@pytest.mark.rule("FW-142")
@pytest.mark.parametrize(("gear", "drops"), [(3, False), (4, False), (5, True)])
def test_a_charge_is_kept_while_a_shot_has_0_4(gear: int, drops: bool) -> None:
    # 9 faces at gear 3, 8 at gear 4, 7 at gear 5
    order = drives(
        board(
            armed(("mg", "front"), ("mines", "rear")), Put("b", row=20, lane=2, gear=gear), Put("c", row=4, lane=2)
        ),
        3,
    )
    assert (bool(order.drop), bool(order.fire)) == (drops, not drops)


@pytest.mark.rule("FW-031", "FW-142")
@pytest.mark.switch("formule.actions_per_turn", 2)
def test_with_two_actions_it_fires_two_weapons() -> None:
    switches = {"formule.actions_per_turn": 2}
    weapons = (("mg", "front"), ("laser", "front"), ("vulcan", "rear"))
    order = drives(board(armed(*weapons), Put("b", row=16, lane=2), switches=switches), 3)
    assert sorted(each.weapon for each in order.fire) == [0, 1]
    spent = board(armed(*weapons, ("oil", "rear")), Put("b", row=5, lane=2), switches=switches)
    car(spent).weapons[2].works = False
    assert drives(spent, 3).drop != ()
    car(spent).acted = 2
    assert drives(spent, 3) == DriveOrder(path=(2, 2, 2))


@pytest.mark.rule("FW-106", "FW-118", "FW-142")
@pytest.mark.parametrize("state", [{"moved": False}, {"spun": True, "gear": 1}])
def test_a_car_that_stood_fires_after_its_move_alone(state: dict[str, Any]) -> None:
    play = board(armed(("mg", "front"), state=state), Put("b", row=16, lane=2))
    assert [each.after for each in drives(play, 2).fire] == [2]


@pytest.mark.rule("FW-106", "FW-142")
@pytest.mark.switch("formule.fire_from_lap", 2)
def test_it_fires_from_the_lap_of_the_house_rule_on() -> None:
    switches = {"formule.fire_from_lap": 2}
    early = board(armed(("mg", "front"), row=10), Put("b", row=16, lane=2), switches=switches)
    assert drives(early, 3).fire == ()
    late = board(armed(("mg", "front"), row=90), Put("b", row=96, lane=2), switches=switches)
    assert drives(late, 3).fire != ()
    over = board(armed(("mg", "front"), row=78), Put("b", row=83, lane=2), switches=switches)
    assert [each.after for each in drives(over, 2).fire] == [2]


@pytest.mark.rule("FW-036", "FW-142")
@pytest.mark.switch("formule.corner_mod_timing", "move_end")
def test_where_the_move_that_is_planned_counts_a_shot_before_a_corner_is_worth_less() -> None:
    def moment(switches: dict[str, Any]) -> list[int]:
        play = board(armed(("missile", "front"), row=28), Put("b", row=34, lane=2, gear=4), switches=switches)
        return [each.after for each in drives(play, 2).fire]

    assert moment({}) == [0]  # 9 faces now
    assert moment({"formule.corner_mod_timing": "move_end"}) == []  # 7 faces


@pytest.mark.rule("FW-128", "FW-142")
def test_nothing_is_fired_from_beyond_the_finish() -> None:
    def fires(laps: int) -> list[int]:
        play = board(armed(("mg", "left"), row=78), Put("b", row=0, lane=1), laps=laps)
        return [each.after for each in drives(play, 2).fire]

    assert fires(2) == [2]
    assert fires(1) == []


@pytest.mark.rule("FW-034", "FW-142")
@pytest.mark.parametrize(("changes", "fires"), [(0, True), (1, False)])
def test_a_lane_changed_before_counts_against_a_shot_after_the_move(changes: int, fires: bool) -> None:
    # out of range before; 9 faces after it, 8 with a lane changed
    play = board(armed(("missile", "front"), state={"lane_changes": changes}), Put("b", row=30, lane=2, gear=4))
    assert [each.after for each in drives(play, 3).fire] == ([3] if fires else [])


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
    play = board(
        Put("a", row=10, gear=gear, equipment=equipment, state={"road_holding": road_holding}),
        Put("b", row=11, gear=3),
    )
    assert is_worth_it(play, car(play), car(play, "b"), "rear") is worth


@pytest.mark.rule("FW-092", "FW-095", "FW-143")
def test_expected_damage_is_the_mean_of_the_table_halved_from_the_side() -> None:
    play = board(Put("a"), FAR)
    assert [expected(play, (gear, 0), rear=True) for gear in (1, 2, 3)] == [36, 80, 153]
    assert expected(play, (0, 2), rear=True) == 48
    assert expected(play, (2, 2), rear=True) == 128
    assert expected(play, (0, 1), rear=False) == 24  # a half is 1 at least
    assert expected(play, (0, 0), rear=False) == 0
    assert expected(play, (1, 1), rear=False) == 24  # 2 or 3, halved


@pytest.mark.rule("FW-091", "FW-092", "FW-143")
def test_a_ram_is_ordered_where_the_way_first_touches_the_rival() -> None:
    rear = board(Put("a", row=10, lane=2, gear=5), Put("b", row=13, lane=2, gear=3))
    assert rams_for(rear, car(rear), (2, 2, 1, 1)) == (RamOrder(target="b", after=2),)
    assert rams_for(rear, car(rear), (2, 2, 1)) == (RamOrder(target="b", after=2),)
    side = board(Put("a", row=10, lane=1, gear=4), Put("b", row=13, lane=2, gear=3))
    assert rams_for(side, car(side), (1, 1, 1, 1)) == (RamOrder(target="b", after=3),)
    assert rams_for(side, car(side), (1, 1, 1)) == ()  # the move is over there
    hard = board(Put("a", row=10, lane=1, gear=5), Put("b", row=13, lane=2, gear=3))
    assert rams_for(hard, car(hard), (1, 1, 1, 1)) == ()  # 1 point for each of the two
    car(side).rammed.append("b")
    assert rams_for(side, car(side), (1, 1, 1, 1)) == ()


@pytest.mark.rule("FW-143")
def test_nobody_rams_his_own_side_or_while_he_leads_the_last_lap() -> None:
    mates = board(Put("a", row=10, lane=1, gear=5, team="x"), Put("b", row=11, lane=1, gear=3, team="x"), FAR)
    assert rams_for(mates, car(mates), (0, 0, 0)) == ()

    def rams(*, laps: int, other: int) -> bool:
        play = board(Put("a", row=10, gear=5), Put("b", row=11, gear=3), Put("c", row=other), laps=laps)
        car(play, "b").progress = 9  # it stands there, and is no farther in the race
        return bool(rams_for(play, car(play), (1, 1)))

    assert rams(laps=2, other=5)
    assert not rams(laps=1, other=5)
    assert not rams(laps=1, other=10)
    assert rams(laps=1, other=12)


@pytest.mark.rule("FW-118", "FW-143")
def test_a_spun_car_rams_nobody_before_it_has_moved() -> None:
    play = board(
        Put("a", row=10, lane=1, gear=1, state={"spun": True, "road_holding": 3}),
        Put("b", row=11, lane=1, gear=1, state={"road_holding": 1}),
        FAR,
    )
    assert rams_for(play, car(play), (0, 0)) == (RamOrder(target="b", after=1),)
    car(play).spun = False
    assert rams_for(play, car(play), (0, 0)) == (RamOrder(target="b", after=0),)


def test_the_autopilot_leaves_who_is_out_alone() -> None:
    play = board(armed(("mg", "front")), Put("b", row=11, lane=2, gear=1))
    car(play, "b").status = Status.OUT
    assert drives(play, 3) == DriveOrder(path=(2, 2, 2))
