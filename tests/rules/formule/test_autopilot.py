"""How the autopilot drives: race times, gears, brakes, lanes, shots, charges, rams, plans, skill and profiles."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from rules.core.dice import Dice, KeyRing
from rules.formule import engine
from rules.formule.autopilot import Autopilot, pilot_for
from rules.formule.autopilot.hazards import Hazards
from rules.formule.autopilot.outlook import Outlook
from rules.formule.autopilot.pilot import FORESIGHT
from rules.formule.autopilot.prices import PRICES
from rules.formule.autopilot.race_times import A_TURN, OUT, SPUN, Reach, brakings, race_times_of, reserve_index
from rules.formule.autopilot.stakes import Stakes, points_to_kill
from rules.formule.first_autopilot import Autopilot as FirstAutopilot
from rules.formule.match.orders import DriveOrder, GearOrder, Order, SlipstreamOrder
from rules.formule.settings import settings_of
from rules.match.driving.judgment import ACE, ROOKIE, SKILLS, STEADY
from tests.rules.formule.boards import Board, Car, marker, ring, setup_for


def gear(play: Board, *, skill: int = ACE) -> int:
    order = ask(play, "gear", skill=skill)
    assert isinstance(order, GearOrder)
    return order.gear


def drive(play: Board, roll: int, *, skill: int = ACE) -> DriveOrder:
    play.car().roll = roll
    order = ask(play, "drive", skill=skill)
    assert isinstance(order, DriveOrder)
    return order


def ask(play: Board, kind: str, *, skill: int = ACE) -> Order:
    """The order of the autopilot for the first car, whose driver has that skill."""
    car = play.car()
    entrant = play.entrants[car.id]
    play.entrants[car.id] = replace(entrant, driver=replace(entrant.driver, skill=skill))
    return Autopilot().order(play, car, kind)


# ------------------------------------------------------------------------------------------------------ race times


@pytest.mark.rule("FW-109", "FW-110", "FW-111", "FW-140")
def test_a_road_says_where_squares_lead_and_what_is_due_on_the_way() -> None:
    times = race_times_of(Board(Car("a")))
    ahead = times.reach(27, 0)
    assert [reach.tires for reach in ahead[:11]] == [0] * 8 + [1, 2, 3]
    assert [reach.stops for reach in ahead[:11]] == [0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0]
    assert [reach.lost for reach in times.reach(48, 0)[10:14]] == [False, False, True, True]
    assert times.reach(55, 2)[1] == Reach(0, False, 2)


@pytest.mark.rule("FW-120", "FW-140")
def test_only_as_many_brakes_are_thought_of_as_save_all_tires() -> None:
    ahead = race_times_of(Board(Car("a"))).reach(27, 0)
    assert [list(brakings(ahead, squares)) for squares in (5, 7, 8, 9, 14)] == [
        [0], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3, 4, 5],
    ]  # fmt: skip


@pytest.mark.rule("FW-112", "FW-126", "FW-140")
def test_more_reserves_and_fuel_never_make_a_race_longer() -> None:
    times = race_times_of(Board(Car("a")))
    for turns in (times.turns[0, 0, 4], times.turns[100, 0, 3], times.turns[-1, 0, SPUN]):
        for place in (reserve_index(3, 3, 1), reserve_index(9, 0, 0), reserve_index(0, 5, 2)):
            assert turns[place] <= turns[reserve_index(0, 0, 0)]
        by_tires, by_brakes, by_fuel = (
            [turns[reserve_index(*points)] for points in reserves]
            for reserves in (
                [(tires, 2, 1) for tires in range(9)],
                [(2, brakes, 1) for brakes in range(6)],
                [(2, 2, fuel) for fuel in range(3)],
            )
        )
        for known in (by_tires, by_brakes, by_fuel):
            assert known == sorted(known, reverse=True)
        assert all(turn < OUT * A_TURN for turn in turns)


@pytest.mark.rule("FW-110", "FW-112", "FW-120", "FW-140")
def test_a_brake_is_worth_less_than_a_tire_and_more_than_nothing() -> None:
    turns = race_times_of(Board(Car("a"))).turns[0, 0, 4]
    tire, brake, neither = (turns[reserve_index(*points, 2)] for points in ((6, 3), (5, 4), (5, 3)))
    assert tire < brake < neither


@pytest.mark.rule("FW-128", "FW-140")
def test_the_last_squares_are_a_part_of_a_turn() -> None:
    times = race_times_of(Board(Car("a")))
    last = times.turns[times.finish - 1, 0, SPUN][reserve_index(0, 0, 0)]
    assert last == A_TURN + (A_TURN * 1 + A_TURN // 2) // 2


@pytest.mark.rule("FW-128", "FW-140")
def test_long_races_are_known_by_their_last_laps() -> None:
    play = Board(Car("a"), laps=5)
    car, times = play.car(), race_times_of(play)
    assert times.laps == 3
    assert times.place_of(play, car) == (10, 0, 240 / 390)
    car.progress = 170
    assert times.place_of(play, car) == (10, 0, 1.0)
    assert gear(play) > 0


# ---------------------------------------------------------------------------------------------- gears and brakes


@pytest.mark.rule("FW-103", "FW-109", "FW-111", "FW-140")
@pytest.mark.parametrize(
    ("row", "now", "stops", "chosen"),
    [(0, 3, 0, 4), (10, 4, 0, 5), (46, 4, 0, 3), (70, 3, 0, 1), (78, 3, 0, 4)],
)
def test_a_gear_suits_the_road_ahead(row: int, now: int, stops: int, chosen: int) -> None:
    assert gear(Board(Car("a", row=row, gear=now, stops=stops))) == chosen


@pytest.mark.rule("FW-107", "FW-122", "FW-140")
def test_a_lower_gear_is_taken_behind_a_car_of_the_team_that_bars_the_only_lane() -> None:
    narrow = ring((40, 44, 1, 2), closed=[{"first": 11, "last": 20, "lane": lane} for lane in (0, 2)])
    own, friend = Car("a", gear=3, team="a"), Car("b", row=14, gear=1, team="a")
    assert gear(Board(own, circuit=narrow)) == 4
    assert gear(Board(own, friend, circuit=narrow)) == 2


@pytest.mark.rule("FW-112", "FW-118", "FW-140")
def test_a_car_that_would_spin_counts_as_in_gear_1_for_those_who_shoot_at_it() -> None:
    play = Board(Car("a", row=34, gear=4, tires=1, armor=1), Car("b", row=26, weapons=[("heavy_laser", "front")]))
    play.car().roll = 1
    outlook = Outlook(play, play.car(), PRICES)
    spun, kept = outlook.position_worth(1, 1), outlook.position_worth(1, 4)
    assert spun < kept < 0
    left = outlook.times.turns[outlook.progress + 1, 0, SPUN][reserve_index(0, 3, 3)] / A_TURN
    assert outlook.stop_worth(1, 4, 3, 3) == spun + outlook.tires_kept[0] - outlook.turn_price * left


@pytest.mark.rule("FW-110", "FW-120", "FW-141")
def test_brakes_are_spent_where_they_save_a_stop_and_not_on_a_straight() -> None:
    assert drive(Board(Car("a", row=27, tires=1)), 9).brake == 2
    assert drive(Board(Car("a", row=5, tires=1)), 9).brake == 0
    assert drive(Board(Car("a", row=27, tires=3, brakes=0)), 9).brake == 0


@pytest.mark.rule("FW-110", "FW-120", "FW-141")
def test_a_car_whose_place_is_settled_brakes_instead_of_overshooting() -> None:
    alone, followed = (Board(Car("a", row=27, gear=4), *rivals) for rivals in ((), (Car("b", row=24),)))
    assert drive(alone, 9).brake == 2
    assert drive(followed, 9).brake == 0


@pytest.mark.rule("FW-112", "FW-126", "FW-140")
def test_the_last_tires_are_worth_more_than_others() -> None:
    play = Board(Car("a", tires=4), Car("b"))
    kept = Outlook(play, play.car(), PRICES).tires_kept
    gains = [more - less for less, more in pairwise(kept)]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 4 * gains[1] > 0


# ------------------------------------------------------------------------------------------------------ the fight


@pytest.mark.rule("FW-050", "FW-051", "FW-126", "FW-142")
def test_damage_weighs_more_on_a_car_that_is_nearly_out() -> None:
    assert points_to_kill(3, 3, 2, 0) > points_to_kill(1, 3, 2, 0) > points_to_kill(0, 3, 2, 0) == 0
    play = Board(Car("a"), Car("b", row=16, armor=9), Car("c", row=17, armor=0, body=1))
    stakes = Stakes(play, play.car(), PRICES, race_times_of(play), STEADY)
    strong, weak = (stakes.harm(play.state.cars[id], 2) for id in ("b", "c"))
    assert weak > 2 * strong > 0


@pytest.mark.rule("FW-142")
def test_it_fires_at_the_car_that_is_nearly_out() -> None:
    cars = Car("b", row=18, lane=1, armor=9), Car("c", row=18, lane=2, armor=0, body=1)
    play = Board(Car("a", weapons=[("vulcan", "front")]), *cars)
    assert [shot.target for shot in drive(play, 5).fire] == ["c"]


@pytest.mark.rule("FW-030", "FW-038", "FW-142")
def test_an_ace_fires_from_the_best_square_of_the_way_and_a_rookie_before_or_after_it() -> None:
    play = Board(Car("a", lane=0, weapons=[("flamethrower", "right")]), Car("b", row=13, lane=1))
    assert [shot.after for shot in drive(play, 7).fire] == [2]
    assert [shot.after for shot in drive(play, 7, skill=ROOKIE).fire] in ([], [0], [7])


@pytest.mark.rule("FW-031", "FW-060", "FW-142")
def test_it_fires_ahead_and_drops_a_mine_behind() -> None:
    play = Board(
        Car("a", weapons=[("vulcan", "front"), ("mines", "rear")]),
        Car("b", row=18),
        Car("c", row=6, armor=0),
        switches={"formule.drop_beside_shot": True},
    )
    order = drive(play, 5)
    assert (len(order.fire), len(order.drop)) == (1, 1)


@pytest.mark.rule("FW-060", "FW-061", "FW-142")
def test_no_second_charge_is_dropped_where_one_lies() -> None:
    play = Board(Car("a", weapons=[("spikes", "rear")]), Car("b", row=6))
    order = drive(play, 3)
    first = order.drop[0].after
    play.state.markers.append(marker("spikes", 9 + first))
    assert all(drop.after != first for drop in drive(play, 3).drop)


@pytest.mark.rule("FW-060", "FW-061", "FW-142")
def test_a_charge_is_dropped_behind_a_rival_overtaken_in_the_move_only_once_it_is_behind() -> None:
    play = Board(Car("a", weapons=[("mines", "rear")]), Car("b", row=13, lane=0))
    assert [drop.after for drop in drive(play, 7).drop if drop.after < 5] == []
    assert len(drive(play, 7).drop) == 1


@pytest.mark.rule("FW-060", "FW-061", "FW-142")
def test_no_charge_is_dropped_for_a_teammate_overtaken_in_the_move() -> None:
    far, friend = Car("c", row=0, lane=0), Car("b", row=13, team="a")
    play = Board(Car("a", lane=2, team="a", weapons=[("mines", "rear")]), friend, far)
    assert drive(play, 9).drop
    play.state.markers.extend([marker("smoke", row, 2) for row in range(9, 14)])
    assert not drive(play, 9).drop


@pytest.mark.rule("FW-067", "FW-142")
def test_smoke_is_dropped_before_guns_behind_and_before_nobody_else() -> None:
    smoker = Car("a", weapons=[("smoke", "rear")])
    assert len(drive(Board(smoker, Car("b", row=2, weapons=[("vulcan", "front")])), 5).drop) == 1
    assert not drive(Board(smoker, Car("b", row=2)), 5).drop
    lapping = Board(smoker, Car("b", row=2, weapons=[("vulcan", "front")]), laps=3)
    lapping.state.cars["b"].progress += 80
    assert not drive(lapping, 5).drop


@pytest.mark.rule("FW-080", "FW-095", "FW-143")
def test_a_side_hit_is_tried_at_a_poor_chance_since_it_takes_nothing() -> None:
    play = Board(Car("a", lane=0, road_holding=1), Car("b", row=13, lane=1, road_holding=6))
    assert [(ram.target, ram.after) for ram in drive(play, 7).ram] == [("b", 3)]


@pytest.mark.rule("FW-140")
def test_the_better_drivers_are_the_more_they_think_of_the_next_turns_shots() -> None:
    play = Board(Car("a", armor=0), Car("b", row=4, weapons=[("heavy_laser", "front")]))
    worths = [Outlook(play, play.car(), PRICES, foresight=FORESIGHT[skill]).position_worth(4, 3) for skill in SKILLS]
    assert worths == sorted(worths, reverse=True)
    assert worths[-1] < worths[0] < 0


@pytest.mark.rule("FW-080", "FW-106", "FW-143")
def test_nobody_rams_a_car_that_has_not_left_the_grid() -> None:
    play = Board(Car("a", lane=0), Car("b", row=13, lane=1))
    play.state.cars["b"].moved = False
    assert not drive(play, 7).ram
    play.state.cars["b"].moved = True
    assert drive(play, 7).ram
    play.car().moved = False
    play.car().row = 13
    assert not [ram for ram in drive(play, 2).ram if not ram.after]


@pytest.mark.rule("FW-051", "FW-080", "FW-143")
@pytest.mark.parametrize(("armor", "rams"), [(0, 0), (5, 1)])
def test_a_car_that_the_shot_may_put_out_is_not_rammed_besides(armor: int, rams: int) -> None:
    cars = Car("a", lane=0, weapons=[("cannon", "front")]), Car("b", row=13, lane=1, armor=armor)
    order = drive(Board(*cars), 7)
    assert [shot.target for shot in order.fire] == ["b"]
    assert len(order.ram) == rams


@pytest.mark.rule("FW-080", "FW-082", "FW-143")
def test_a_car_that_bars_the_way_is_rammed_even_if_the_shot_may_put_it_out() -> None:
    behind = Car("a", gear=4, weapons=[("cannon", "front")])
    friends = [Car(id, row=13, lane=lane, gear=1, team="a") for lane, id in ((0, "b"), (2, "d"))]
    order = drive(Board(behind, Car("c", row=13, gear=1), *friends), 9)
    assert [shot.target for shot in order.fire] == [ram.target for ram in order.ram] == ["c"]


@pytest.mark.rule("FW-082", "FW-092", "FW-122", "FW-143")
def test_a_car_that_bars_the_way_is_rammed_even_at_the_price_of_own_damage() -> None:
    friends = [Car(id, row=13, lane=lane, gear=1, team="a") for lane, id in ((0, "b"), (2, "d"))]
    play = Board(Car("a", gear=4, body=1, armor=0, brakes=1), Car("c", row=13, gear=1, armor=9), *friends)
    assert [ram.target for ram in drive(play, 9).ram] == ["c"]


@pytest.mark.rule("FW-093", "FW-127", "FW-143")
@pytest.mark.parametrize(("slipstream", "rams"), [(True, []), (False, ["b"])])
def test_a_car_whose_slipstream_is_of_use_is_not_rammed_from_behind(slipstream: bool, rams: list[str]) -> None:
    friends = [Car(id, row=11, lane=lane, gear=1, team="a") for lane, id in ((0, "c"), (2, "d"))]
    cars = Car("a", row=3, gear=4, team="a"), Car("b", row=12, gear=4, armor=9), *friends
    order = drive(Board(*cars, switches={"formule.slipstream": slipstream}), 8)
    assert order.path[-1] == 1
    assert [ram.target for ram in order.ram] == rams


@pytest.mark.rule("FW-061", "FW-062", "FW-141")
def test_lanes_lead_around_a_mine() -> None:
    play = Board(Car("a"))
    play.state.markers.append(marker("mines", 13))
    assert drive(play, 6).path[2] != 1


@pytest.mark.rule("FW-107", "FW-108", "FW-141")
def test_no_move_ends_in_a_lane_from_which_only_mines_lead_on() -> None:
    closed = ring((40, 44, 1, 2), closed=[{"first": 18, "last": 24, "lane": 1}])
    play = Board(Car("a", lane=0), circuit=closed)
    play.state.markers.extend([marker("mines", 18, 0), marker("mines", 19, 0)])
    assert drive(play, 7).path[-1] != 0


@pytest.mark.rule("FW-061", "FW-120", "FW-141")
def test_a_brake_is_spent_so_as_not_to_end_a_move_on_a_mine() -> None:
    friends = [Car(id, row=15, lane=lane, team="a") for id, lane in (("b", 0), ("c", 2))]
    play = Board(Car("a", team="a"), *friends)
    assert drive(play, 5).brake == 0
    play.state.markers.append(marker("mines", 15))
    assert drive(play, 5).brake == 1


@pytest.mark.rule("FW-065", "FW-066", "FW-111", "FW-141")
def test_oil_weighs_more_before_the_end_of_a_corner_that_a_slide_leads_out_of() -> None:
    def harm(*, row: int, roll: int) -> float:
        play = Board(Car("a", row=row, roll=roll, tires=1))
        square = row + 1, 1
        play.state.markers.append(marker("oil", *square))
        hazards = Hazards(Outlook(play, play.car(), PRICES))
        return hazards.on_the_way(roll, play.car().brakes)[square]

    assert harm(row=52, roll=7) > 3 * harm(row=12, roll=7) > 0


@pytest.mark.rule("FW-107", "FW-141")
def test_a_car_alone_keeps_its_lane_as_far_as_the_track_lets_it() -> None:
    assert drive(Board(Car("a")), 7).path == (1,) * 7
    closed = ring((30, 34, 1, 2), closed=[{"first": 13, "last": 15, "lane": 1}])
    path = drive(Board(Car("a"), circuit=closed), 7).path
    assert len(path) == 7
    assert path[2] != 1


@pytest.mark.rule("FW-127", "FW-140")
def test_a_slipstream_is_taken_on_a_straight() -> None:
    play = Board(Car("a", row=11, gear=4, roll=9), Car("b", row=12, gear=4))
    order = ask(play, "slipstream")
    assert isinstance(order, SlipstreamOrder)
    assert len(order.path) == 3


# --------------------------------------------------------------------------------------- plans, profiles, editions


@pytest.mark.rule("FW-140")
@pytest.mark.parametrize(
    ("cars", "plan"),
    [
        ((Car("a"),), "pace"),
        ((Car("a", weapons=[("heavy_laser", "front")]), Car("b", row=14, armor=0, body=1)), "hunt:b"),
        ((Car("a", armor=0, body=1), Car("b", row=4, weapons=[("heavy_laser", "front")])), "evade"),
    ],
)
def test_a_driver_has_a_plan_that_suits_the_moment(cars: tuple[Car, ...], plan: str) -> None:
    play = Board(*cars)
    order = ask(play, "gear")
    assert isinstance(order, GearOrder)
    assert order.plan == plan


@pytest.mark.rule("FW-140")
def test_a_plan_in_force_stays_until_another_is_clearly_better() -> None:
    def plan(current: str, *, armor: int) -> str:
        play = Board(
            Car("a", row=20, armor=armor, weapons=[("vulcan", "front")]),
            Car("b", row=26, armor=2),
            Car("c", row=14, weapons=[("heavy_laser", "front")]),
        )
        play.plans["a"] = current
        order = ask(play, "gear")
        assert isinstance(order, GearOrder)
        return order.plan

    assert [plan("evade", armor=armor) for armor in range(7)] != [plan("hunt:b", armor=armor) for armor in range(7)]
    assert plan("evade", armor=9) == plan("hunt:b", armor=9) == "hunt:b"


@pytest.mark.rule("FW-106", "FW-140")
def test_a_car_on_the_grid_thinks_of_no_more_than_its_own_pace() -> None:
    play = Board(Car("a", armor=0, body=1), Car("b", row=9, weapons=[("heavy_laser", "front")]))
    play.car().moved = False
    play.car().roll = 2
    order = ask(play, "drive")
    assert isinstance(order, DriveOrder)
    assert order.plan == "pace"


@pytest.mark.rule("FW-128", "FW-140")
def test_a_car_close_to_the_finish_runs_home_and_the_log_says_so_once() -> None:
    play = Board(Car("a", row=70, gear=3))
    play.car().progress = 150
    play.pilot = Autopilot()
    play.await_order("a", "gear", by_path={"a/gear": [1]})
    engine.step(play)
    assert [play.sentence(entry) for entry in play.log.entries if entry.kind == "plan"] == ["a runs home [FW-140]"]
    order = play.pilot.order(play, play.car(), "drive")
    assert isinstance(order, DriveOrder)
    assert not order.plan


def plan_by_profile(profile: str, *, armor: int, armor_ahead: int) -> str:
    """The plan of a car with a gun, between a rival ahead and a gun behind."""
    play = Board(
        Car("a", row=20, armor=armor, weapons=[("vulcan", "front")]),
        Car("b", row=26, armor=armor_ahead),
        Car("c", row=14, weapons=[("heavy_laser", "front")]),
        switches={"formule.autopilot_profile": profile},
    )
    order = ask(play, "gear")
    assert isinstance(order, GearOrder)
    return order.plan


@pytest.mark.rule("FW-140")
@pytest.mark.switch("formule.autopilot_profile", "bold")
def test_a_bold_driver_without_armor_still_hunts() -> None:
    assert plan_by_profile("steady", armor=0, armor_ahead=4) == "evade"
    assert plan_by_profile("bold", armor=0, armor_ahead=4) == "hunt:b"


@pytest.mark.rule("FW-140")
@pytest.mark.switch("formule.autopilot_profile", "miser")
def test_a_miser_keeps_out_of_reach_sooner() -> None:
    assert plan_by_profile("steady", armor=1, armor_ahead=0) == "hunt:b"
    assert plan_by_profile("miser", armor=1, armor_ahead=0) == "evade"


@pytest.mark.rule("FW-140")
@pytest.mark.switch("formule.autopilot_profile", "hunter")
def test_a_hunter_goes_after_a_rival_in_armor() -> None:
    assert plan_by_profile("steady", armor=2, armor_ahead=6) == "evade"
    assert plan_by_profile("hunter", armor=2, armor_ahead=6) == "hunt:b"


@pytest.mark.rule("FW-140")
def test_races_of_the_first_edition_are_driven_by_the_first_autopilot() -> None:
    setup = setup_for(Car("a"))
    dice = Dice(KeyRing(b"a secret", {"m1": ""}))
    assert isinstance(engine.start(setup, dice).pilot, Autopilot)
    assert isinstance(engine.start(replace(setup, edition=1), dice).pilot, FirstAutopilot)
    assert settings_of({}, edition=1).drop_beside_shot is False
    assert pilot_for(setup, PRICES).prices == PRICES
