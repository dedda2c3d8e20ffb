"""The result of a race: points, ranks, cars, drivers, and tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.dice import Dice, Stream
from rules.formule import engine
from rules.formule.car import damage
from rules.formule.designs.stock_designs import stock_design_documents
from rules.formule.log.box_score import box_score
from rules.formule.match.match import Match
from rules.formule.match.packet_setup import setup_from_packet
from rules.formule.match.state import CarStatus
from rules.formule.movement import finish
from rules.formule.play.result import criticals_of, points_of, report_of
from rules.match.packet import PackedSeat, Packet
from rules.match.report import CarReport, DriverReport, TeamReport
from rules.match.text_tables import lines_of
from tests.rules.formule.races import car, driver, packet_of_teams, packet_with, raced, team


def over(packet: Packet, **states: dict[str, Any]) -> Match:
    """A race before its grid, with given final states by car: `one` is `t1.c1`, `two` is `t2.c1`, and so on."""
    play = engine.start(setup_from_packet(packet), Dice(loaded={}))
    play.moment.turn = 9
    for name, state in states.items():
        sheet = play.state.cars[f"t{('one', 'two', 'three', 'four').index(name) + 1}.c1"]
        for field, value in state.items():
            setattr(sheet, field, value)
    return play


def home(place: int, **more: Any) -> dict[str, Any]:
    return {"status": CarStatus.FINISHED, "place": place, "progress": 112} | more


def out(reason: str, **more: Any) -> dict[str, Any]:
    return {"status": CarStatus.OUT, "out_reason": reason} | more


# ---------------------------------------------------------------------------------------------------------- points


@pytest.mark.rule("FW-150")
@pytest.mark.parametrize(
    ("place", "points"),
    [(0, 0), (1, 10), (2, 8), (3, 6), (4, 5), (5, 4), (6, 3), (7, 2), (8, 1), (9, 0), (12, 0)],
)
def test_a_place_has_its_points(place: int, points: int) -> None:
    play = over(packet_with(1), one=home(place) if place else out("engine"))
    assert points_of(play, play.state.cars["t1.c1"]) == points


@pytest.mark.rule("FW-150")
@pytest.mark.switch("formule.points", "3 1")
def test_a_league_may_have_points_of_its_own() -> None:
    play = over(packet_with(3, switches={"formule.points": "3 1"}), one=home(1), two=home(2), three=home(3))
    assert [points_of(play, car_state) for car_state in play.state.cars.values()] == [3, 1, 0]


@pytest.mark.rule("FW-150")
@pytest.mark.switch("formule.kill_points", 2)
def test_a_league_may_give_points_for_cars_destroyed() -> None:
    play = over(packet_with(2, switches={"formule.kill_points": 2}), one=home(1, kills=2), two=out("body", kills=1))
    assert [points_of(play, car_state) for car_state in play.state.cars.values()] == [14, 2]
    plain = over(packet_with(1), one=home(1, kills=2))
    assert points_of(plain, plain.state.cars["t1.c1"]) == 10


@pytest.mark.rule("FW-150", "FW-154")
def test_a_team_has_the_points_of_its_cars_and_level_teams_share_a_rank() -> None:
    packet = packet_with(4)
    play = over(packet, one=home(3), two=home(1), three=out("engine"), four=out("body"))
    play.state.cars["t4.c1"].team = "t1"
    assert report_of(play, packet).teams == [
        TeamReport(franchise="t1", points=6, rank=2),
        TeamReport(franchise="t2", points=10, rank=1),
        TeamReport(franchise="t3", points=0, rank=3),
        TeamReport(franchise="t4", points=0, rank=3),
    ]
    play.state.cars["t3.c1"].place = 4
    play.state.cars["t3.c1"].team = "t1"
    assert [team_report.points for team_report in report_of(play, packet).teams] == [11, 10, 0, 0]


# ------------------------------------------------------------------------------------------------------------ cars


@pytest.mark.rule("FW-151")
@pytest.mark.parametrize(
    ("struck", "criticals"),
    [
        ({}, 0),
        ({"engine": 1}, 1),
        ({"fuel": 1}, 1),
        ({"brakes": 1}, 1),
        ({"road_holding": 1}, 1),
        ({"body": 2}, 2),
        ({"weapon": 1}, 1),
        ({"engine": 2, "body": 1, "weapon": 2}, 5),
    ],
)
def test_what_overflow_took_stands(struck: dict[str, int], criticals: int) -> None:
    play = over(packet_with(1), one=home(1, struck=struck))
    assert criticals_of(play, play.state.cars["t1.c1"]) == criticals


def entered(*, criticals: int = 0, gunner: bool = False, toughness: int = 3) -> Packet:
    """A race of two teams. The first has a Hound with a machinegun, mines and a laser among its items."""
    hound = car(
        "t1.c1",
        design=dict(stock_design_documents()["hound"]),
        items=["machinegun", "deployable_mines", "laser"],
        criticals=criticals,
    )
    seat = PackedSeat(
        car=hound, driver=driver("t1.d1", toughness=toughness), gunner=driver("t1.g1") if gunner else None
    )
    return packet_of_teams(team("t1", seat), team("t2"))


@pytest.mark.rule("FW-151", "FW-154")
def test_old_criticals_stand_and_a_destroyed_car_has_none() -> None:
    packet = entered(criticals=2)
    play = over(packet, one=home(1, struck={"body": 1}))
    assert report_of(play, packet).cars == [CarReport(car="t1.c1", criticals=3, place=1)]
    play = over(packet, one=out("body", destroyed=True, struck={"body": 3}))
    assert report_of(play, packet).cars == [CarReport(car="t1.c1", destroyed=True)]


@pytest.mark.rule("FW-128", "FW-154")
@pytest.mark.parametrize(("edition", "handed_over"), [(1, (0, 0)), (2, (1, 9))])
def test_the_report_has_the_place_and_the_round_of_finish_from_the_second_edition_on(
    edition: int, handed_over: tuple[int, int]
) -> None:
    packet = entered()
    play = over(packet, one={"progress": 112})
    play.setup = replace(play.setup, edition=edition)
    finish.cross(play, play.state.cars["t1.c1"])
    car = report_of(play, packet).cars[0]
    assert (car.place, car.finished) == handed_over
    table = box_score(play)[1]
    assert table.rows[0][[column.name for column in table.head].index("home")] == 9


@pytest.mark.rule("FW-057", "FW-154")
def test_the_items_of_weapons_this_race_destroyed_are_lost_and_no_others() -> None:
    packet = entered(criticals=1)
    play = over(packet)
    sheet = play.state.cars["t1.c1"]
    play.stream = Stream("m1/h1/test", loaded=(1, 1), log=play.dice.log)
    damage.deal_old(play, sheet, 1)  # the machine gun does not work from the start
    assert [weapon.works for weapon in sheet.weapons] == [False, True, True]
    play.stream = Stream("m1/h1/test", loaded=(1, 1, 2, 1), log=play.dice.log)
    damage.allot_overflow(play, sheet, 1, by=None)  # a weapon that is the counterpart of no item
    damage.allot_overflow(play, sheet, 1, by=None)
    sheet.status, sheet.place = CarStatus.FINISHED, 1
    assert report_of(play, packet).cars == [
        CarReport(car="t1.c1", criticals=3, devices_lost=["t1.c1.i2"], place=1),
    ]


# ---------------------------------------------------------------------------------------------------------- drivers


@pytest.mark.rule("FW-152", "FW-153", "FW-154")
def test_a_driver_is_told_with_what_he_did_and_a_gunner_with_nothing() -> None:
    packet = entered(gunner=True)
    play = over(
        packet,
        one=home(1, criticals=4, friendly_criticals=1, kills=2, flesh_wounds=1, wounds=1),
    )
    assert report_of(play, packet).drivers == [
        DriverReport(driver="t1.d1", heats=[1], criticals=4, friendly_criticals=1, scores=1, kills=2, wounds=1),
        DriverReport(driver="t1.g1"),
    ]
    play = over(packet, one=out("body", destroyed=True, out_of_action=True))
    assert report_of(play, packet).drivers[0] == DriverReport(driver="t1.d1", heats=[1], out=True)


@pytest.mark.rule("FW-153")
@pytest.mark.parametrize(("place", "scores"), [(8, 1), (9, 0)])
def test_a_driver_has_scored_in_a_place_that_has_points(place: int, scores: int) -> None:
    packet = packet_with(1)
    play = over(packet, one=home(place))
    assert report_of(play, packet).drivers[0].scores == scores


@pytest.mark.rule("FW-153")
@pytest.mark.switch("formule.kill_points", 3)
def test_points_for_kills_are_no_score_of_the_driver() -> None:
    packet = packet_with(1, switches={"formule.kill_points": 3})
    play = over(packet, one=out("engine", kills=1))
    report = report_of(play, packet)
    assert (report.teams[0].points, report.drivers[0].scores) == (3, 0)


def test_a_race_of_nobody_has_teams_and_no_points() -> None:
    packet = packet_of_teams(team("t1"), team("t2"))
    report = report_of(raced(packet), packet)
    assert [(team_report.points, team_report.rank) for team_report in report.teams] == [(0, 1), (0, 1)]
    assert (report.drivers, report.cars) == ([], [])


# ------------------------------------------------------------------------------------------------------- box score


@pytest.mark.rule("FW-150", "FW-151")
def test_the_box_score_has_teams_cars_and_drivers() -> None:
    packet = packet_with(3)
    play = over(
        packet,
        one=out("blocked", destroyed=True, progress=60, out_of_action=True),
        two=home(1, struck={"body": 1}, criticals=2),
        three={"status": CarStatus.UNFINISHED, "place": 2, "progress": 55},
    )
    assert lines_of(box_score(play)) == [
        "Teams",
        "rank  team  points  cars",
        "----  ----  ------  ----",
        "   1  t2        10     1",
        "   2  t3         8     1",
        "   3  t1         0     1",
        "  cars = cars it entered",
        "",
        "Cars",
        (
            "car    driver  place  points  end                    laps  h"
            "ome  tires  brakes  fuel  body  engine  road  armor"
        ),
        (
            "-----  ------  -----  ------  ---------------------  ----  -"
            "---  -----  ------  ----  ----  ------  ----  -----"
        ),
        (
            "t2.c1  t2.d1       1      10  finished                  2   "
            "  -      6       3     3     3       3     2      8"
        ),
        (
            "t3.c1  t3.d1       2       8  not home in time          0   "
            "  -      6       3     3     3       3     2      5"
        ),
        (
            "t1.c1  t1.d1       -       0  out: ran into traffic     1   "
            "  -      6       3     3     3       3     2      9"
        ),
        "  place = the place it came in; points = points for the place, and for kills where the league gives",
        "  any; end = how its race ended; laps = whole laps done; home = the round in which it came home;",
        "  tires, brakes, fuel, body, engine, armor = points left at the end; road = road-holding: points",
        "  left at the end",
        "",
        "Drivers",
        "driver  team  scored  criticals  friendly  kills  wounds  spins  standing  end",
        "------  ----  ------  ---------  --------  -----  ------  -----  --------  -------------",
        "t1.d1   t1    no              0         0      0       0      0         0  out of action",
        "t2.d1   t2    yes             2         0      0       0      0         1  able",
        "t3.d1   t3    yes             0         0      0       0      0         0  able",
        "  scored = whether their place won points; criticals = criticals they made on enemies; friendly =",
        "  criticals they made on their own side; kills = enemy cars they put out; wounds = flesh wounds they",
        "  have; spins = times they spun; standing = criticals that stand on their car; end = whether they",
        "  are out of action",
    ]
