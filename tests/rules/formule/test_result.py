"""What a race hands over, and how it is told: points, ranks, cars, drivers, tables and lines."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dice import Dice
from rules.formule import damage, engine
from rules.formule.box_score import box_score
from rules.formule.entering import setup_of
from rules.formule.play import Play
from rules.formule.result import criticals_of, points_of, report_of
from rules.formule.state import Status
from rules.formule.stock import stock_documents
from rules.formule.story import line, told
from rules.match_log import LogEntry
from rules.packed import PackedSeat, Packet
from rules.report import CarReport, DriverReport, TeamReport
from rules.switch import Setting
from tests.rules.formule.boards import load
from tests.rules.formule.races import car, driver, packet_of_teams, packet_with, raced, team


def over(packet: Packet, **states: dict[str, Any]) -> Play:
    """A race before its grid, with its cars by number as they are to end: `one` is `t1.c1`, and so on."""
    play = engine.start(setup_of(packet), Dice(loaded={}))
    play.moment.turn = 9
    for name, state in states.items():
        sheet = play.state.cars[f"t{('one', 'two', 'three', 'four').index(name) + 1}.c1"]
        for field, value in state.items():
            setattr(sheet, field, value)
    return play


def home(place: int, **more: Any) -> dict[str, Any]:
    return {"status": Status.FINISHED, "place": place, "progress": 112} | more


def out(reason: str, **more: Any) -> dict[str, Any]:
    return {"status": Status.OUT, "out_reason": reason} | more


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
    assert [points_of(play, each) for each in play.state.cars.values()] == [3, 1, 0]


@pytest.mark.rule("FW-150")
@pytest.mark.switch("formule.kill_points", 2)
def test_a_league_may_give_points_for_cars_destroyed() -> None:
    play = over(packet_with(2, switches={"formule.kill_points": 2}), one=home(1, kills=2), two=out("body", kills=1))
    assert [points_of(play, each) for each in play.state.cars.values()] == [14, 2]
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
    assert [each.points for each in report_of(play, packet).teams] == [11, 10, 0, 0]


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
        ({"tires": 3}, 0),
        ({"engine": 2, "body": 1, "weapon": 2, "tires": 1}, 5),
    ],
)
def test_what_overflow_took_stands_and_tires_are_free(struck: dict[str, int], criticals: int) -> None:
    play = over(packet_with(1), one=home(1, struck=struck))
    assert criticals_of(play, play.state.cars["t1.c1"]) == criticals


def entered(*, criticals: int = 0, gunner: bool = False, toughness: int = 3) -> Packet:
    """A Hound that stands for a machinegun and mines, and somebody else."""
    hound = car(
        "t1.c1",
        design=dict(stock_documents()["hound"]),
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
    assert report_of(play, packet).cars == [CarReport(car="t1.c1", criticals=3)]
    play = over(packet, one=out("body", destroyed=True, struck={"body": 3}))
    assert report_of(play, packet).cars == [CarReport(car="t1.c1", destroyed=True)]


@pytest.mark.rule("FW-057", "FW-154")
def test_the_items_of_weapons_this_race_destroyed_are_lost_and_no_others() -> None:
    packet = entered(criticals=1)
    play = over(packet)
    sheet = play.state.cars["t1.c1"]
    load(play, 1, 1)
    damage.deal_old(play, sheet, 1)  # the machine gun did not work to begin with
    assert [each.works for each in sheet.weapons] == [False, True, True]
    load(play, 1, 1, 2, 1)
    damage.strike(play, sheet, 1, by=None)  # one that stands for nothing
    damage.strike(play, sheet, 1, by=None)
    sheet.status, sheet.place = Status.FINISHED, 1
    assert report_of(play, packet).cars == [
        CarReport(car="t1.c1", criticals=3, devices_lost=["t1.c1.i2"]),
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
    assert [(each.points, each.rank) for each in report.teams] == [(0, 1), (0, 1)]
    assert (report.drivers, report.cars) == ([], [])


# ------------------------------------------------------------------------------------------------------- box score


@pytest.mark.rule("FW-150", "FW-151")
def test_the_box_score_has_teams_cars_and_drivers() -> None:
    packet = packet_with(3)
    play = over(
        packet,
        one=out("blocked", destroyed=True, progress=60, out_of_action=True),
        two=home(1, struck={"body": 1}, criticals=2),
        three={"status": Status.UNFINISHED, "place": 2, "progress": 55},
    )
    assert box_score(play) == [
        "rank  team  points  cars",
        "----  ----  ------  ----",
        "   1  t2        10     1",
        "   2  t3         8     1",
        "   3  t1         0     1",
        "",
        "car    driver  place  points  end                    laps  tires  brakes  fuel  body  engine  road  armor",
        "-----  ------  -----  ------  ---------------------  ----  -----  ------  ----  ----  ------  ----  -----",
        "t2.c1  t2.d1   1          10  finished                  2      6       3     3     3       3     2      5",
        "t3.c1  t3.d1   2           8  not home in time          0      6       3     3     3       3     2      5",
        "t1.c1  t1.d1   -           0  out: ran into traffic     1      6       3     3     3       3     2      7",
        "",
        "driver  team  scored  criticals  friendly  kills  wounds  spins  standing  end",
        "------  ----  ------  ---------  --------  -----  ------  -----  --------  -------------",
        "t1.d1   t1    no              0         0      0       0      0         0  out of action",
        "t2.d1   t2    yes             2         0      0       0      0         1  able",
        "t3.d1   t3    yes             0         0      0       0      0         0  able",
    ]


# ----------------------------------------------------------------------------------------------------------- story


def entry(kind: str, rule: str = "FW-102", **more: Any) -> LogEntry:
    return LogEntry(
        1, 1, 2, 1, more.pop("car", "a"), more.pop("crew", "ann"), kind, rule, tuple(more.pop("rolls", ())),
        more.pop("before", {}), more.pop("after", {}), more,
    )  # fmt: skip


SAID = [
    (entry("gear", before={"gear": 3}, after={"gear": 4}), "a changes gear from 3 to 4"),
    (entry("gear", before={"gear": 3}, after={"gear": 3}), "a stays in gear 3"),
    (
        entry("gear", before={"gear": 5, "fuel": 2, "brakes": 3}, after={"gear": 2, "fuel": 1, "brakes": 2}),
        "a changes gear from 5 to 2 for 1 fuel point and 1 brake point",
    ),
    (entry("overshoot", corner=0), "a overshoots corner 1 with a stop missing"),
    (entry("stop", corner=1, needed=2, after={"stops": 1}), "a stops in corner 2: 1 of 2"),
    (entry("slipstream"), "a moves on in the slipstream"),
    (entry("spin"), "a spins and faces the wrong way"),
    (
        entry("drive", path=[1, 2], before={"tires": 3}, after={"tires": 1}),
        "a drives 2 squares, lanes 1, 2, tires from 3 to 1",
    ),
    (entry("slide", path=[1]), "a slides 1 square"),
    (
        entry("blocked", squares=4, before={"brakes": 3, "tires": 5}, after={"brakes": 0, "tires": 4}),
        "a is blocked with 4 squares to go and pays 3 brake points and 1 tire point",
    ),
    (
        entry("shot", key="mg", target="b", face=11, added=-2, total=9, hit=False),
        "ann in a fires the machine gun at b: needs 12, rolls 11-2 = 9, misses",
    ),
    (
        entry("shot", key="laser", target="b", face=11, added=1, total=12, hit=True),
        "ann in a fires the laser at b: needs 12, rolls 11+1 = 12, hits",
    ),
    (
        entry("damage", points=4, absorbed=3, why="cannon", by="b", before={"armor": 3}, after={"armor": 0}),
        "a takes 4 damage (cannon of b), armor from 3 to 0, 1 past its armor",
    ),
    (
        entry("damage", points=1, absorbed=0, why="rammed", by="b", before={"armor": 0}, after={"armor": 0}),
        "a takes 1 damage (being rammed of b), 1 past its armor",
    ),
    (
        entry("struck", face=2, place="weapon", key="oil"),
        "a: damage roll 2, its oil dropper is destroyed",
    ),
    (entry("struck", face=10, place="driver", after={"wounds": 1}), "a: damage roll 10, ann is wounded"),
    (entry("struck", face=11, place="driver", after={"wounds": 2}), "a: damage roll 11, ann is unconscious"),
    (
        entry("struck", face=9, place="road_holding", before={"road_holding": 2}, after={"road_holding": 1}),
        "a: damage roll 9, road-holding from 2 to 1",
    ),
    (
        entry("old_damage", face=14, place="body", before={"body": 3}, after={"body": 2}),
        "a comes with old damage: rolls 14, body from 3 to 2",
    ),
    (
        entry("old_damage", face=1, place="weapon", key="mg"),
        "a comes with old damage: rolls 1, its machine gun is broken",
    ),
    (
        entry("avoidance", marker="oil", owner="b", face=14, total=13, passed=False),
        "a meets oil of b: needs 15, rolls 14, with modifiers 13, does not avoid it",
    ),
    (
        entry("avoidance", marker="mines", owner="b", face=15, total=15, passed=True),
        "a meets mines of b: needs 15, rolls 15, passes unharmed",
    ),
    (
        entry("mines", owner="b", due=3, before={"tires": 2}, after={"tires": 0}),
        "The mine of b: a loses 2 tire points of 3 due",
    ),
    (
        entry("spikes", owner="b", due=1, before={"tires": 2}, after={"tires": 1}),
        "The spikes of b: a loses 1 tire point",
    ),
    (entry("oil", squares=3, spins=True), "a slides 3 squares on oil and spins"),
    (entry("oil", squares=1, spins=False), "a slides 1 square on oil"),
    (
        entry("ram", target="b", side="rear", face=10, total=12, success=True),
        "ann in a rams b from behind: needs 12, rolls 10, with modifiers 12, succeeds",
    ),
    (
        entry("ram", target="b", side="left", face=10, total=10, success=False),
        "ann in a rams b on its left: needs 12, rolls 10, fails",
    ),
    (entry("after_ram", slowed=2, left=6, stops=False), "a is slowed by 2 and has 6 squares left"),
    (entry("after_ram", slowed=2, left=0, stops=True), "a stops behind it"),
    (
        entry("shove", by="b", face=9, total=11, pushed=True, before={"lane": 1}, after={"lane": 2}),
        "a is shoved by b: needs 14, rolls 9, with modifiers 11, is pushed from 1 to 2",
    ),
    (
        entry("shove", by="b", face=12, total=14, pushed=False),
        "a is shoved by b: needs 14, rolls 12, with modifiers 14, keeps its lane",
    ),
    (
        entry("shove", by="b", face=9, total=11, pushed=False),
        "a is shoved by b: needs 14, rolls 9, with modifiers 11, has nowhere to go",
    ),
    (
        entry("collision", why="b", face=1, total=1, failed=True, before={"body": 2}, after={"body": 1}),
        "a is close to b (bad up to 1): rolls 1, hits, body from 2 to 1",
    ),
    (
        entry("collision", why="b", face=2, total=2, failed=False),
        "a is close to b (bad up to 1): rolls 2, nothing happens",
    ),
    (
        entry("debris", face=4, total=4, lost=1, before={"road_holding": 2}, after={"road_holding": 1}),
        "a drives over debris (bad up to 4): rolls 4, road-holding from 2 to 1",
    ),
    (
        entry("debris", face=5, total=5, lost=0),
        "a drives over debris (bad up to 4): rolls 5, nothing happens",
    ),
    (
        entry("engine_test", face=4, total=4, lost=1, before={"engine": 3}, after={"engine": 2}),
        "The engine of a roars (fails up to 4): rolls 4, loses an engine point, from 3 to 2",
    ),
    (
        entry("engine_test", face=5, total=5, lost=0),
        "The engine of a roars (fails up to 4): rolls 5, holds",
    ),
    (entry("start", face=20, total=20, result="flying"), "a starts: rolls 20, has a flying start"),
    (entry("start", face=1, total=1, result="stall"), "a starts: rolls 1, stalls"),
    (entry("start", face=2, total=2, result="go"), "a starts: rolls 2, gets away"),
    (entry("out", reason="blocked", destroyed=True, by=""), "a is destroyed: it ran into the cars ahead"),
    (entry("out", reason="engine", destroyed=False, by="b"), "a is out: no engine left, by b"),
    (entry("finish", after={"place": 2}), "a with ann is home, place 2"),
    (
        entry("unfinished", after={"place": 3}),
        "a is not home when the race is stopped, place 3",
    ),
    (
        entry("toughness", why="destroyed", needed=3, face=3, passed=True),
        "ann (destroyed): needs 3 or less, rolls 3, stays in action",
    ),
    (
        entry("toughness", why="destroyed", needed=3, face=4, passed=False),
        "ann (destroyed): needs 3 or less, rolls 4, is out of action",
    ),
    (entry("driver", after={"flesh_wounds": 1}), "ann goes home with a flesh wound"),
    (entry("pit", before={"tires": 1}, after={"tires": 6}), "a gets new tires, from 1 to 6"),
    (entry("brake", before={"brakes": 3}, after={"brakes": 1}), "a brakes for 2 brake points"),
    (entry("drop", marker="oil", row=5, lane=1), "ann in a drops oil at row 5, lane 1"),
    (entry("debris_left", row=5, lane=1), "Debris lies at row 5, lane 1"),
    (entry("smoke_clears", owner="b", row=5, lane=1), "The smoke of b at row 5, lane 1 clears"),
    (entry("back_off"), "a cannot end on another car and stops behind it"),
    (entry("order_lapsed", order="fire", why="a cannot: x."), "An order of a lapses (fire): a cannot: x."),
]


@pytest.mark.parametrize(("written", "said"), SAID)
def test_an_entry_says_what_happened_and_by_which_rule(written: LogEntry, said: str) -> None:
    assert line(written) == f"{said} [FW-102]"


def test_what_keeps_the_books_only_is_not_told() -> None:
    assert line(entry("driver", after={"flesh_wounds": 0})) == ""
    assert line(entry("turn_end")) == ""


def test_a_race_is_told_round_by_round_with_every_die() -> None:
    play = raced(packet_with(4, laps=1, weather="rain"))
    lines = told(play)
    assert lines[0] == "1 lap of Rust Ring (rain, 56 rows a lap)"
    rounds = [each for each in lines if each.startswith("Round ")]
    assert len(rounds) == play.moment.turn
    assert lines[-1].startswith("The race is over: t1 ")
    assert all(each.endswith("]") for each in lines if each.startswith(" "))
    thrown = sum(1 for entry in play.log.entries if entry.rolls and not line(entry))
    assert thrown == 0


@pytest.mark.parametrize("switches", [{}, {"formule.actions_per_turn": 3}])
def test_every_kind_of_entry_is_known_to_the_story(switches: dict[str, Setting]) -> None:
    silent = {"order", "turn", "turn_end", "driver"}
    play = raced(packet_with(6, switches=switches, circuit="forge_dogleg"))
    assert {each.kind for each in play.log.entries if not line(each)} <= silent
