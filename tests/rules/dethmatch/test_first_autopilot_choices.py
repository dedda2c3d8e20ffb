"""The autopilot's other decisions: points, pits, rest, repairs, and goals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.first_autopilot.aim import PathPoint
from rules.dethmatch.first_autopilot.at_rest import is_shut_in, point_after_shuffle, road_is_shut
from rules.dethmatch.first_autopilot.destinations import (
    NO_STOP,
    exposed_quadrant,
    guard_of,
    is_out_of_ammunition,
    middle_of,
    worth_ramming,
)
from rules.dethmatch.first_autopilot.point_spending import WORTH_AN_OPTION, choose_spending
from rules.dethmatch.ground.hexes import DIRECTIONS
from rules.dethmatch.ground.track import compile_track, load_track
from rules.dethmatch.ground.track_file import read_track
from rules.dethmatch.match.entries import ItemEntry, TeamEntry
from rules.dethmatch.match.orders import IntervalOrder, PhaseOrder, PitOrder, Repair
from rules.dethmatch.match.state import CarStatus, Control, Critical, Marker
from tests.rules.dethmatch.boards import PLAIN, Board, Car, open_field
from tests.rules.dethmatch.courses import yard
from tests.rules.dethmatch.first_autopilot_boards import autopilot, circuit, on_circuit, search

WALL = {"impassable": True}
GUN = {"front": "heavy_machinegun"}


def phase(play: Board) -> PhaseOrder:
    """The phase order of the first car."""
    return autopilot(play).phase(play, play.state.cars["car"])


# --------------------------------------------------------------------------------------------------------- points


@pytest.mark.rule("DM-M-145", "DM-M-051", "DM-M-054")
@pytest.mark.parametrize(
    ("number", "sheet", "expected"),
    [
        (1, {"quota": [2, 2, 2]}, (2, False, "none")),
        (1, {"quota": [2, 2, 2], "remainder": 1}, (3, True, "none")),
        (1, {"quota": [2, 2, 2], "options": 1}, (3, False, "extra")),
        (1, {"quota": [2, 2, 2], "remainder": 2, "options": 2}, (4, True, "extra")),
        (3, {"quota": [0, 0, 2], "remainder": 1}, (3, True, "none")),
        (1, {"quota": [0, 0, 0], "options": 1}, (0, False, "none")),  # nothing to add to
    ],
)
def test_on_a_clear_road_every_point_is_spent_as_early_as_may_be(
    number: int, sheet: dict[str, Any], expected: tuple[int, bool, str]
) -> None:
    play = Board(Car("car", speed=6, **sheet), phase=number)
    spent = choose_spending(play, play.state.cars["car"], search(play))
    assert (spent.path, spent.remainder, spent.option) == (("F",) * expected[0], *expected[1:])


@pytest.mark.rule("DM-M-145", "DM-M-054")
def test_a_point_is_cancelled_before_a_collision() -> None:
    # In a blind alley two hexes long: the second point would end before the wall, the third run into it.
    sides = {(q, r): WALL for q in range(4) for r in (-1, 1)} | {(3, 0): WALL, (4, -1): WALL}
    play = Board(Car("car", speed=3, quota=[3, 0, 0], options=1), track=open_field(special=sides))
    spent = choose_spending(play, play.state.cars["car"], search(play))
    assert (spent.option, len(spent.path)) == ("cancel", 2)
    play.state.cars["car"].options = 0
    assert len(choose_spending(play, play.state.cars["car"], search(play)).path) == 3


@pytest.mark.rule("DM-M-145", "DM-M-051")
def test_a_remainder_point_is_kept_where_it_would_do_harm() -> None:
    play = Board(
        Car("car", speed=4, quota=[1, 1, 1], remainder=1),
        Car("a", at=(2, 0)), Car("b", at=(2, -1)), Car("c", at=(1, 1)), Car("d", at=(1, -1)), Car("e", at=(0, 1)),
    )  # fmt: skip
    spent = choose_spending(play, play.state.cars["car"], search(play))
    assert (spent.path, spent.remainder) == (("F",), False)
    last = Board(
        Car("car", speed=4, quota=[0, 0, 1], remainder=1),
        Car("a", at=(2, 0)), Car("b", at=(2, -1)), Car("c", at=(1, 1)), Car("d", at=(1, -1)), Car("e", at=(0, 1)),
        phase=3,
    )  # fmt: skip
    assert choose_spending(last, last.state.cars["car"], search(last)).remainder


def turned_away(*caltrops: tuple[int, int], facing: int = 1, **sheet: Any) -> Board:
    """A car one hex side off the direction of a goal eight hexes ahead, or facing it with caltrops in the way."""
    play = Board(Car("car", facing=facing, speed=3, **sheet))
    play.state.markers = [Marker(kind="caltrops", at=play.track.index[place], by="", car="") for place in caltrops]
    return play


def spent(play: Board) -> tuple[tuple[str, ...], bool, str]:
    """The first car's path, remainder and option."""
    spending = choose_spending(play, play.state.cars["car"], search(play))
    return spending.path, spending.remainder, spending.option


@pytest.mark.rule("DM-M-145", "DM-M-054")
def test_an_option_point_must_add_one() -> None:
    assert WORTH_AN_OPTION == 1
    assert spent(turned_away(quota=[1, 0, 0], options=1)) == (("TL", "F"), False, "extra")
    assert spent(turned_away(quota=[1, 0, 0], remainder=1, options=1)) == (("TL", "F", "F"), True, "extra")
    on_caltrops = turned_away((1, 0), (2, 0), facing=0, quota=[1, 0, 0], options=1)
    assert spent(on_caltrops) == (("F",), False, "none")  # neither one point more nor one less scores better


@pytest.mark.rule("DM-M-145", "DM-M-051")
def test_a_remainder_point_is_spent_now_where_it_makes_no_difference() -> None:
    assert spent(turned_away((1, 0), facing=0, quota=[0, 0, 0], remainder=1)) == (("F",), True, "none")
    assert spent(turned_away(facing=0, quota=[0, 0, 0], remainder=1)) == (("F",), True, "none")


@pytest.mark.rule("DM-M-145", "DM-M-054")
def test_the_only_point_is_cancelled_by_a_car_that_is_boxed_in() -> None:
    walls = dict.fromkeys(DIRECTIONS, WALL)
    boxed = Car("car", speed=3, quota=[1, 0, 0], options=1)
    assert spent(Board(boxed, track=open_field(special=walls))) == ((), False, "cancel")
    left_over = Car("car", speed=3, quota=[1, 0, 0], options=1, remainder=1)
    assert spent(Board(left_over, track=open_field(special=walls))) == ((), False, "cancel")


@pytest.mark.rule("DM-M-145", "DM-M-070")
@pytest.mark.parametrize("control", [Control.MAJOR_SKID, Control.SPIN, Control.ROLLOVER])
def test_where_every_move_is_forced_nothing_is_chosen(control: Control) -> None:
    skid = {"control": control, "way": -1, "quota": [2, 0, 0], "remainder": 1, "options": 1}
    order = phase(Board(Car("car", speed=3, **skid), Car("enemy", at=(9, 0))))
    assert (order.path, order.remainder, order.option) == ((), False, "none")
    short = {"control": Control.MINOR_SKID, "way": -1, "owed": ["DL"], "quota": [0, 0, 0]}
    assert phase(Board(Car("car", speed=3, **short), Car("enemy", at=(9, 0)))).path == ()


@pytest.mark.rule("DM-M-143", "DM-M-071")
def test_after_a_minor_skid_the_rest_of_the_points_is_the_drivers() -> None:
    skid = {"control": Control.MINOR_SKID, "way": -1, "owed": ["DL"], "quota": [3, 0, 0]}
    order = phase(Board(Car("car", speed=3, **skid), Car("enemy", at=(9, 0))))
    assert (order.path[0], len(order.path)) == ("DL", 3)


# ----------------------------------------------------------------------------------------------------------- rest


@pytest.mark.rule("DM-M-145", "DM-M-049")
@pytest.mark.parametrize(
    ("facing", "walls", "shuffle"),
    [
        (0, (), ""),
        (1, (), "left"),
        (5, (), "right"),
        (2, (), "left"),
        (0, ((1, 0),), "left"),  # both sides are as far: the direction of the smaller number, 1, or 5 before it
        (0, ((1, 0), (1, -1)), "right"),
        (0, ((1, 0), (1, -1), (0, 1), (0, -1), (-1, 1)), "back"),
        (0, ((1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0)), ""),
    ],
)
def test_a_car_at_rest_turns_to_the_free_hex_with_the_shortest_way(
    facing: int, walls: Sequence[tuple[int, int]], shuffle: str
) -> None:
    track = open_field(special=dict.fromkeys(walls, WALL))
    order = phase(Board(Car("car", facing=facing), Car("enemy", at=(9, 0)), track=track))
    if walls == ((1, 0),):
        assert order.shuffle in {"left", "right"}
    else:
        assert order.shuffle == shuffle


@pytest.mark.rule("DM-M-145", "DM-M-049")
def test_by_house_rule_nobody_shuffles() -> None:
    play = Board(Car("car", facing=3), Car("enemy", at=(9, 0)), switches={"dethmatch.shuffle_at_rest": False})
    assert phase(play).shuffle == ""


@pytest.mark.rule("DM-M-049")
@pytest.mark.parametrize(("way", "at", "facing"), [("", (0, 0), 0), ("left", (0, 0), 5), ("back", (-1, 0), 0)])
def test_a_shuffled_car_shoots_from_where_it_is_then(way: str, at: tuple[int, int], facing: int) -> None:
    play = Board(Car("car"))
    assert point_after_shuffle(play, play.state.cars["car"], way) == PathPoint(0, play.track.index[at], facing)


@pytest.mark.rule("DM-M-145", "DM-M-049")
@pytest.mark.parametrize(("speed", "shut_in"), [(0, True), (1, False)])
def test_a_car_that_drives_is_not_waited_for(speed: int, *, shut_in: bool) -> None:
    play = Board(Car("car"), Car("other", at=(1, 0), speed=speed))
    assert is_shut_in(play, play.state.cars["car"]) is shut_in


@pytest.mark.rule("DM-M-146")
def test_who_is_sent_nowhere_goes_to_the_middle() -> None:
    play = Board(Car("car"), track=replace(open_field(), flag_spawns=()))
    assert middle_of(play) == play.track.index[(0, 0)]


def shut(*wrecks: tuple[int, int], facing: int = 3, **sheet: Any) -> Board:
    """A standing car on the right of the ring road, and wrecks by their places. The way on is down the map."""
    track = circuit()
    by_place = {track.column_and_row(number): hex_place for number, hex_place in enumerate(track.hexes)}
    others = [Car(f"w{place}", at=by_place[place], **{"status": CarStatus.WRECK, **sheet}) for place in wrecks]
    return on_circuit(track, (9, 5), *others, facing=facing)


ACROSS = ((7, 7), (8, 7), (9, 7))
"""The three lanes two rows further down."""


@pytest.mark.rule("DM-M-145", "DM-M-049", "DM-M-134")
@pytest.mark.parametrize(
    ("wrecks", "sheet", "waits"),
    [
        ((), {}, False),
        (ACROSS[:2], {}, False),
        (ACROSS, {}, True),
        (ACROSS, {"status": CarStatus.RUNNING}, False),  # those drive on
    ],
)
def test_a_car_at_rest_waits_where_wrecks_stand_all_across_the_road(
    wrecks: Sequence[tuple[int, int]], sheet: dict[str, Any], *, waits: bool
) -> None:
    play = shut(*wrecks, **sheet)
    car = play.state.cars["car"]
    assert road_is_shut(play, car) is waits
    assert (phase(play).shuffle == "") is waits
    assert (autopilot(play).speed(play, car).intent == "hold") >= waits
    car.facing = 1
    assert (autopilot(play).speed(play, car).intent == "hold") is waits


@pytest.mark.rule("DM-M-134")
@pytest.mark.parametrize(("far", "closed"), [(6, True), (7, False)])
def test_wrecks_further_off_than_six_hexes_are_not_waited_for(far: int, *, closed: bool) -> None:
    track = load_track("anvil_oval")
    across = [
        hex_id
        for hex_id, along in enumerate(track.along)
        if along in {30 + far, 31 + far} and not track.impassable[hex_id]
    ]
    wrecks = [Car(f"w{hex_id}", at=track.hexes[hex_id], status=CarStatus.WRECK) for hex_id in across]
    play = on_circuit(track, track.column_and_row(track.guide[30]), *wrecks)
    assert road_is_shut(play, play.state.cars["car"]) is closed


@pytest.mark.rule("DM-M-145", "DM-M-134")
def test_in_an_arena_no_road_is_shut() -> None:
    walls = [Car(f"w{way}", at=place, status=CarStatus.WRECK) for way, place in enumerate(DIRECTIONS)]
    play = Board(Car("car"), *walls)
    assert not road_is_shut(play, play.state.cars["car"])


# ------------------------------------------------------------------------------------------------------------ pits


def arena(**car: Any) -> Board:
    """The yard with a car in the middle and an enemy. Its pits are the bases."""
    track = compile_track(read_track(yard()))
    return Board(Car("car", at=track.hexes[24], guns=GUN, **car), Car("enemy", at=track.hexes[20]), track=track)


@pytest.mark.rule("DM-M-145", "DM-M-146")
def test_in_an_arena_a_car_without_ammunition_goes_to_its_pit_and_stops_there() -> None:
    play = arena(speed=2)
    car, pilot = play.state.cars["car"], autopilot(play)
    assert pilot._goals.destination(play, car).stop == NO_STOP
    car.guns[0].ammunition = 0
    assert is_out_of_ammunition(car)
    assert pilot._goals.destination(play, car).stop == 4
    car.at = play.track.pits_of("t1")[0]
    assert pilot._goals.destination(play, car).stop == 0
    assert (pilot.speed(play, car).to, pilot.speed(play, car).intent) == (0, "down")
    car.flag = "flag"
    assert pilot._goals.destination(play, car).stop == NO_STOP


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(
    ("sheet", "guns", "stores", "order"),
    [
        ({}, (), (), PitOrder()),
        ({"tire_damage": 1}, (), ("tire_heavy",), PitOrder(job="tires", subject="team-car.0")),
        ({"tire_damage": 1}, (), (), PitOrder()),
        ({"tire_damage": 1}, (4,), ("tire_heavy",), PitOrder(job="tires", subject="team-car.0")),
        ({}, (4,), (), PitOrder(job="reload", subject="front")),  # less than half of ten
        ({}, (5,), (), PitOrder()),
    ],
)
def test_the_pit_crew_does_tires_then_magazines(
    sheet: dict[str, int], guns: tuple[int, ...], stores: tuple[str, ...], order: PitOrder
) -> None:
    play = Board(Car("car", guns=GUN, **sheet))
    stock(play, *stores)
    for rounds in guns:
        play.state.cars["car"].guns[0].ammunition = rounds
    assert autopilot(play).pit(play, play.state.cars["car"]) == order


@pytest.mark.rule("DM-M-145")
def test_the_pit_crew_clears_a_weapon_last() -> None:
    play = Board(Car("car", guns={"front": "laser"}))
    play.state.cars["car"].guns[0].out = True
    assert autopilot(play).pit(play, play.state.cars["car"]) == PitOrder(job="clear", subject="front")


def stock(play: Board, *kinds: str) -> None:
    """Put items of those kinds in the stores of the first car's team."""
    team: TeamEntry = play.teams["team-car"]
    items = tuple(ItemEntry(id=f"team-car.{number}", kind=kind) for number, kind in enumerate(kinds))
    play.teams["team-car"] = replace(team, stores=items)
    play.items.update({item.id: item for item in items})


# --------------------------------------------------------------------------------------------------------- repairs


def interval(play: Board, team: str = "own") -> IntervalOrder:
    """A team's orders between two heats."""
    return autopilot(play).interval(play, team)


def hurt(*effects: str) -> dict[str, list[Critical]]:
    """Criticals of a car, by their effect or row."""
    rows = {"drivetrain": ("engine", "drivetrain"), "body": ("body", ""), "tank": ("engine", "tank")}
    return {"criticals": [Critical(row=rows[effect][0], effect=rows[effect][1]) for effect in effects]}


@pytest.mark.rule("DM-M-145", "DM-M-132")
def test_cars_about_to_be_lost_are_mended_first_then_drivetrains_then_bodies() -> None:
    play = Board(
        Car("a", team="own", **hurt("body", "drivetrain")),
        Car("b", at=(1, 0), team="own", **hurt("body", "tank", "body", "body")),
    )
    wanted = [(repair.car, repair.subject) for repair in interval(play).repairs]
    assert wanted == [("b", "1"), ("b", "2"), ("b", "3"), ("b", "4"), ("a", "2"), ("a", "1")]


@pytest.mark.rule("DM-M-145", "DM-M-132")
def test_a_broken_suspension_comes_before_drivetrains_and_wrecks_are_left() -> None:
    play = Board(
        Car("a", team="own", **hurt("drivetrain")),
        Car("b", at=(1, 0), team="own", broken=True),
        Car("c", at=(2, 0), team="own", status=CarStatus.WRECK, **hurt("body")),
    )
    assert interval(play).repairs == (
        Repair(car="b", job="suspension"),
        Repair(car="a", job="critical", subject="1"),
    )


@pytest.mark.rule("DM-M-145", "DM-M-038", "DM-M-127")
def test_the_fresh_take_over_and_the_worst_wounded_are_healed() -> None:
    play = Board(Car("a", team="own"), Car("b", at=(1, 0), team="own"))
    team = play.state.teams["own"]
    team.kit_uses = 2
    play.state.crew["a.driver"].wounds = 1
    play.state.crew["b.driver"].wounds = 2
    order = interval(play)
    assert (order.heal, order.substitutes) == (("b.driver", "b.driver"), {})
    play.state.crew["b.driver"].out = True
    assert interval(play).heal == ("a.driver",)


# ----------------------------------------------------------------------------------------------------------- goals


@pytest.mark.rule("DM-M-146")
@pytest.mark.parametrize(("strong", "facing"), [("front", 0), ("rear", 3)])
def test_for_the_last_car_the_strongest_side_is_shown_to_the_nearest_enemy(strong: str, facing: int) -> None:
    play = Board(Car("car"), Car("far", at=(9, 0)), Car("near", at=(4, 0)))
    car = play.state.cars["car"]
    car.armor[strong] += 1
    assert guard_of(play, car) == (play.track.index[(4, 0)], strong)
    assert exposed_quadrant(play, car.at, facing, play.track.index[(4, 0)]) == strong


@pytest.mark.rule("DM-M-146")
def test_elsewhere_no_side_is_shown() -> None:
    play = Board(Car("car"), Car("enemy", at=(4, 0)), event="flags")
    assert guard_of(play, play.state.cars["car"]) is None


@pytest.mark.rule("DM-M-143")
def test_a_bold_driver_rams_who_carries_a_flag() -> None:
    carrier = Car("enemy", at=(4, 0), flag="flag")
    play = Board(Car("car", team="own"), Car("mate", at=(2, 0), team="own", flag="f2"), carrier)
    assert worth_ramming(play, play.state.cars["car"]) == {play.track.index[(4, 0)]}


@pytest.mark.rule("DM-M-145")
def test_standing_orders_spend_talents_where_much_hangs_on_it() -> None:
    play = Board(Car("car"))
    standing = autopilot(play).standing(play, play.state.cars["car"])
    assert (standing.adept, standing.pro, standing.marksman) == ("serious", "serious", "serious")
    assert (standing.crack_shot, standing.quick_draw) == ("always", 4)


def test_the_plain_design_carries_one_light_mount() -> None:
    assert [mount.type for mount in PLAIN.mounts] == ["light"]
