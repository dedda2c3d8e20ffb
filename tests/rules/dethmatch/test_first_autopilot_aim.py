"""The autopilot's weapons: the value of a shot, its targets, and dropped weapons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.designs.design import Mount
from rules.dethmatch.first_autopilot.aim import PLAIN_WEIGHT, PRIZED_WEIGHT, PathPoint, fire_orders, worth_of
from rules.dethmatch.first_autopilot.drop_choice import best_chance, drop_orders, fuse_for
from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import DropOrder, FireOrder
from rules.dethmatch.match.state import CarStatus, Control, Flag
from rules.match.catalog import WEAPON_KINDS
from tests.rules.dethmatch.boards import PLAIN as PLAIN_CAR
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.first_autopilot_boards import autopilot, circuit, on_circuit

SHOT = {kind: arm.shots[0] for kind, arm in WEAPON_KINDS.items() if arm.shots}
GUN = {"front": "heavy_machinegun"}
"""PEN 1, firepower 1; short range to 3, long to 6, at most 12."""


def shots(play: Board, *places: PathPoint) -> tuple[FireOrder, ...]:
    """The fire orders of the first car, from its own place unless a path is given."""
    car = play.state.cars["car"]
    return fire_orders(play, car, places or [PathPoint(0, car.at, car.facing)])


@pytest.mark.rule("DM-M-144", "DM-M-105")
@pytest.mark.parametrize(
    ("kind", "hits", "armor", "worth"),
    [
        # Chance to hit x (chance to penetrate x mean firepower + 0.2 x chance to graze).
        ("machinegun", 4, 4, 4 / 6 * (2 / 6 * 1 + 0.2 * 1 / 6)),
        ("machinegun", 3, 6, 3 / 6 * (0 + 0.2 * 1 / 6)),
        ("machinegun", 6, 7, 0),
        ("heavy_machinegun", 4, 4, 4 / 6 * (3 / 6 * 1 + 0.2 * 1 / 6)),
        ("recoilless_rifle", 2, 3, 2 / 6 * (5 / 6 * 1.5 + 0.2 * 1 / 6)),
        ("heavy_recoilless_rifle", 5, 3, 5 / 6 * 2),  # every face penetrates, and 1d3 is 2 on average
        ("railgun", 1, 0, 1 / 6 * 2),
    ],
)
def test_a_shot_is_worth_its_chance_times_its_harm(kind: str, hits: int, armor: int, worth: float) -> None:
    assert worth_of(SHOT[kind], hits=hits, armor=armor) == pytest.approx(720 * worth, abs=1)


@pytest.mark.rule("DM-M-144")
def test_a_favored_target_is_worth_half_as_much_again_and_two_attacks_twice() -> None:
    assert (PRIZED_WEIGHT, PLAIN_WEIGHT) == (3, 2)
    once = worth_of(SHOT["machinegun"], hits=4, armor=4)
    assert worth_of(SHOT["machinegun"], hits=4, armor=4, favored=3) * 2 == once * 3
    assert worth_of(SHOT["machinegun"], hits=4, armor=4, attacks=2) == once * 2


@pytest.mark.rule("DM-M-144")
@pytest.mark.parametrize(
    ("gunnery", "far", "fires"),
    [
        (1, 3, True),  # 1 and 1 for short range: two faces
        (1, 4, False),  # one at long range
        (2, 6, True),
        (2, 7, False),
        (3, 12, True),
        (3, 13, False),  # out of range
    ],
)
def test_nobody_fires_at_less_than_two_in_six(gunnery: int, far: int, fires: bool) -> None:
    car = Car("car", at=(-9, 0), guns=GUN, driver={"gunnery": gunnery})
    play = Board(car, Car("enemy", at=(far - 9, 0)))
    assert shots(play) == ((FireOrder(mount="front", target="enemy"),) if fires else ())


@pytest.mark.rule("DM-M-144")
def test_nobody_fires_at_a_team_mate_or_at_a_wreck() -> None:
    own = Board(Car("car", guns=GUN, team="own"), Car("mate", at=(2, 0), team="own"))
    wreck = Board(Car("car", guns=GUN), Car("enemy", at=(2, 0), status=CarStatus.WRECK))
    assert (shots(own), shots(wreck)) == ((), ())


@pytest.mark.rule("DM-M-144")
def test_the_thinner_armor_is_shot_at() -> None:
    play = Board(Car("car", guns=GUN), Car("thick", at=(2, 0)), Car("thin", at=(3, 0)))
    play.state.cars["thin"].armor["rear"] = 2
    assert [shot.target for shot in shots(play)] == ["thin"]


@pytest.mark.rule("DM-M-144", "DM-M-099")
@pytest.mark.parametrize(("armor", "order"), [(6, (False,)), (7, (True,)), (8, ())])
def test_armor_that_can_only_be_grazed_is_shot_at_by_the_tires(armor: int, order: tuple[bool, ...]) -> None:
    play = Board(Car("car", guns=GUN), Car("enemy", at=(2, 0)))
    play.state.cars["enemy"].armor["rear"] = armor
    assert tuple(shot.at_tires for shot in shots(play)) == order


@pytest.mark.rule("DM-M-144")
def test_a_flag_carrier_is_worth_more_than_a_nearer_enemy() -> None:
    # At 4 hexes 3 in 6, half as much again; at 3 hexes 4 in 6.
    play = Board(Car("car", guns=GUN), Car("near", at=(3, 0)), Car("carrier", at=(4, 0)), event="flags")
    assert [shot.target for shot in shots(play)] == ["near"]
    play.state.flags.append(Flag(id="flag", team="", home=0, at=0, carrier="carrier"))
    assert [shot.target for shot in shots(play)] == ["carrier"]


@pytest.mark.rule("DM-M-144")
def test_the_leader_of_a_race_is_worth_more() -> None:
    others = (Car("near", at=hex_at(6, 1)), Car("far", at=hex_at(7, 1)))
    play = on_circuit(circuit(), (4, 1), *others, guns=GUN)
    for leader in ("near", "far"):
        play.state.cars[leader].laps += 1
        assert [shot.target for shot in shots(play)] == [leader]
        play.state.cars[leader].laps -= 1


@pytest.mark.rule("DM-M-144", "DM-M-043")
def test_a_weapon_is_fired_where_the_path_makes_it_bear_best() -> None:
    play = Board(Car("car", guns=GUN), Car("enemy", at=(2, -4)))
    index = play.track.index
    places = [PathPoint(0, index[(0, 0)], 0), PathPoint(1, index[(1, -1)], 5), PathPoint(2, index[(1, -2)], 4)]
    assert shots(play, *places[:1]) == ()
    assert [shot.after for shot in shots(play, *places)] == [1]


@pytest.mark.rule("DM-M-144", "DM-M-023")
def test_driver_and_gunner_part_the_weapons_as_is_best_for_both() -> None:
    # Alone, the gunner would take the front gun and leave the driver the rear one, which is off their front.
    design = replace(
        PLAIN_CAR, mounts=(Mount(id="front", type="light"), Mount(id="tail", type="light", facing="rear"))
    )
    guns = {"front": "heavy_machinegun", "tail": "heavy_machinegun"}
    car = Car("car", guns=guns, design=design, gunner={"gunnery": 3}, driver={"gunnery": 3})
    play = Board(car, Car("ahead", at=(2, 0)), Car("behind", at=(-2, 0)))
    orders = {shot.seat: (shot.mount, shot.target) for shot in shots(play)}
    assert orders == {"driver": ("front", "ahead"), "gunner": ("tail", "behind")}


@pytest.mark.rule("DM-M-144", "DM-M-123")
def test_a_target_system_is_set_to_a_target_first() -> None:
    system = ItemEntry(id="car.system", kind="autonomous_target_system", weapon="car.front")
    play = Board(Car("car", guns=GUN, items=(system,)), Car("enemy", at=(2, 0)))
    assert shots(play) == (FireOrder(mount="front", target="enemy", seat="system"),)
    play.state.cars["car"].guns[0].designated = "enemy"
    assert shots(play) == ()


@pytest.mark.rule("DM-M-144", "DM-M-133")
def test_nothing_is_fired_or_dropped_while_weapons_are_held() -> None:
    play = on_circuit(circuit(), (4, 1), Car("enemy", at=(5, 1)), guns=GUN, speed=3)
    car, enemy = play.state.cars["car"], play.state.cars["enemy"]
    enemy.at = play.track.neighbors[play.track.neighbors[car.at][0]][0]
    pilot = autopilot(play)
    assert pilot.phase(play, car).fire == ()
    enemy.laps = 1
    assert [order.target for order in pilot.phase(play, car).fire] == ["enemy"]


@pytest.mark.rule("DM-M-144")
def test_a_car_out_of_control_still_fires() -> None:
    play = Board(Car("car", guns=GUN, speed=3, control=Control.MAJOR_SKID), Car("enemy", at=(2, 0)))
    order = autopilot(play).phase(play, play.state.cars["car"])
    assert (order.path, [fire_order.target for fire_order in order.fire]) == ((), ["enemy"])


# ------------------------------------------------------------------------------------------------------- dropping

LAYER = replace(PLAIN_CAR, mounts=(Mount(id="tail", type="special", facing="rear"),))


def dropped(
    *others: Car,
    guns: Mapping[str, str],
    design: Any = LAYER,
    speed: int = 6,
    firing: tuple[str, ...] = (),
    **car: Any,
) -> tuple[DropOrder, ...]:
    """The drop orders of a car with those weapons."""
    play = Board(Car("car", guns=guns, design=design, speed=speed, team="own", **car), *others)
    return drop_orders(play, play.state.cars["car"], firing=firing)


@pytest.mark.rule("DM-M-144", "DM-M-101")
@pytest.mark.parametrize("kind", ["oil_jet", "caltrops"])
@pytest.mark.parametrize(
    ("at", "drops"),
    [((-1, 0), True), ((-3, 0), True), ((-4, 0), False), ((3, 0), False), ((0, 2), False), ((0, -2), False)],
)
def test_something_is_dropped_for_an_enemy_close_behind(kind: str, at: tuple[int, int], drops: bool) -> None:
    order = (DropOrder(mount="tail", fuse=2),) if drops else ()
    assert dropped(Car("enemy", at=at), guns={"tail": kind}) == order


@pytest.mark.rule("DM-M-144")
def test_nothing_is_dropped_before_a_team_mate_or_by_a_hand_that_fires() -> None:
    enemy, oil = Car("enemy", at=(-3, 0)), {"tail": "oil_jet"}
    assert dropped(enemy, Car("mate", at=(-2, 0), team="own"), guns=oil) == ()
    assert dropped(enemy, guns=oil, firing=("driver",)) == ()
    assert [order.seat for order in dropped(enemy, guns=oil, firing=("driver",), gunner={})] == ["gunner"]


@pytest.mark.rule("DM-M-144", "DM-M-121")
@pytest.mark.parametrize(("speed", "fuse"), [(4, []), (5, [1]), (9, [1])])
def test_a_bomb_is_dropped_by_a_car_that_gets_away_from_it(speed: int, fuse: list[int]) -> None:
    rack = replace(PLAIN_CAR, mounts=(Mount(id="rack", type="rocket"),))
    orders = dropped(Car("enemy", at=(-2, 0)), guns={"rack": "kami_bomb"}, design=rack, speed=speed)
    assert [order.fuse for order in orders] == fuse


@pytest.mark.rule("DM-M-144", "DM-M-121", "DM-M-141")
@pytest.mark.parametrize(
    ("far", "speed", "order", "fuse"),
    [
        (1, 6, ("car", "enemy"), 1),  # it stands where the bomb falls, or beyond
        (3, 6, ("enemy", "car"), 2),  # two hexes to the bomb, two and two thirds in its next activation
        (3, 6, ("car", "enemy"), 1),  # which comes before the first phase is over
        (3, 2, ("enemy", "car"), 3),
        (3, 3, ("enemy", "car"), 2),  # a hex and a half in one activation, three in two
        (3, 0, ("car", "enemy"), 1),  # it stands
    ],
)
def test_a_bomb_goes_off_when_the_pursuer_is_there(far: int, speed: int, order: tuple[str, ...], fuse: int) -> None:
    play = Board(Car("car", speed=6), Car("enemy", at=(-far, 0), speed=speed))
    play.state.order = list(order)
    cars = play.state.cars
    assert fuse_for(play, cars["car"], [cars["enemy"]]) == fuse


@pytest.mark.rule("DM-M-144", "DM-M-121")
def test_a_bomb_may_be_meant_for_a_parked_car_which_has_no_activation() -> None:
    play = Board(Car("car", speed=6), Car("enemy", at=(-1, 0)))
    play.state.order = ["car"]
    cars = play.state.cars
    assert fuse_for(play, cars["car"], [cars["enemy"]]) == 1


@pytest.mark.rule("DM-M-144", "DM-M-104")
@pytest.mark.parametrize(("gunnery", "threat", "throws"), [(3, 4, True), (2, 3, False)])
def test_smoke_is_thrown_at_a_shot_of_four_in_six(gunnery: int, threat: int, throws: bool) -> None:
    smoke = replace(PLAIN_CAR, mounts=(Mount(id="tail", type="special", facing="left_front", traverse="swivel"),))
    enemy = Car("enemy", at=(0, -3), facing=1, guns=GUN, driver={"gunnery": gunnery})
    play = Board(Car("car", guns={"tail": "smoke_launcher"}, design=smoke, speed=3), enemy)
    assert best_chance(play, play.state.cars["enemy"], play.state.cars["car"]) == threat
    orders = drop_orders(play, play.state.cars["car"], firing=())
    assert [order.direction for order in orders] == ([4] if throws else [])
