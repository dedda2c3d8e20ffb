"""A race as a story: the sentence for each entry, and how lines are combined."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.dice import Roll
from rules.core.switches import Setting
from rules.formule.car import wear
from rules.formule.log.story import narrate, narrate_entry
from rules.formule.movement import finish
from rules.match.log import LogEntry
from tests.rules.formule.boards import Board, Car
from tests.rules.formule.races import packet_with, raced

CRITICAL = Roll("m1/h1/r1/a/drive", 20, (9,), "damage")


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
    (entry("stop", corner=1, needed=2, after={"stops": 3}), "a stops in corner 2: 3 stops, 2 needed"),
    (entry("slipstream"), "a moves on in the slipstream"),
    (entry("spin"), "a spins and faces the wrong way"),
    (
        entry("drive", path=[1, 1, 2, 1], before={"tires": 3}, after={"tires": 1, "row": 12}),
        "a drives 4 squares to row 12 by lanes 2, 3, 2, tires from 3 to 1",
    ),
    (entry("drive", path=[0], after={"row": 0, "lap": 2}), "a drives 1 square to row 0 by lane 1, lap 2"),
    (entry("drive", path=[0] * 30, after={}), "a drives 30 squares by lane 1"),
    (
        entry("slide", path=[1, 1], before={"tires": 3}, after={"tires": 1, "row": 12}),
        "a slides 2 squares to row 12 by lane 2, tires from 3 to 1",
    ),
    (
        entry("drive", path=[1], before={"spun": True}, after={"spun": False, "row": 12}),
        "a turns round and drives 1 square to row 12 by lane 2",
    ),
    (
        entry("blocked", squares=4, before={"brakes": 3, "tires": 5}, after={"brakes": 0, "tires": 4}),
        "a is blocked with 4 squares to go and pays 3 brake points and 1 tire point",
    ),
    (
        entry("blocked", squares=1, before={"brakes": 0, "tires": 5}, after={"brakes": 0, "tires": 4}),
        "a is blocked with 1 square to go and pays 1 tire point",
    ),
    (
        entry("shot", key="mg", target="b", face=11, added=-2, total=9, hit=False),
        "ann in a fires the machine gun at b: needs 12, rolls 11 - 2 = 9, misses",
    ),
    (
        entry("shot", key="laser", target="b", face=11, added=1, total=12, hit=True),
        "ann in a fires the laser at b: needs 12, rolls 11 + 1 = 12, hits",
    ),
    (
        entry("damage", points=4, absorbed=3, why="cannon", by="b", before={"armor": 3}, after={"armor": 0}),
        "a takes 4 damage from the cannon of b, armor from 3 to 0, 1 past its armor",
    ),
    (
        entry("damage", points=1, absorbed=0, why="rammed", by="b", before={"armor": 0}, after={"armor": 0}),
        "a takes 1 damage, rammed by b, 1 past its armor",
    ),
    (
        entry("damage", points=1, absorbed=1, why="side hit", by="b", before={"armor": 2}, after={"armor": 1}),
        "a takes 1 damage, hit from the side by b, armor from 2 to 1",
    ),
    (
        entry("damage", points=2, absorbed=2, why="mines", by="a", before={"armor": 2}, after={"armor": 0}),
        "a takes 2 damage from a mine of a, armor from 2 to 0",
    ),
    (
        entry("damage", points=1, absorbed=1, why="side hit", by="", before={"armor": 1}, after={"armor": 0}),
        "a takes 1 damage from its own ramming, armor from 1 to 0",
    ),
    (
        entry("struck", face=2, place="weapon", key="oil", by="b", rolls=[CRITICAL]),
        "a takes a critical from b: rolls 2, its oil dropper is destroyed",
    ),
    (
        entry("struck", face=10, place="driver", by="b", after={"wounds": 1}, rolls=[CRITICAL]),
        "a takes a critical from b: rolls 10, ann is wounded",
    ),
    (
        entry("struck", face=11, place="driver", by="", after={"wounds": 2}, rolls=[CRITICAL]),
        "a takes a critical: rolls 11, ann is unconscious",
    ),
    (
        entry(
            "struck",
            face=9,
            place="road_holding",
            by="",
            before={"road_holding": 2},
            after={"road_holding": 1},
            rolls=[CRITICAL],
        ),
        "a takes a critical: rolls 9, road-holding from 2 to 1",
    ),
    (
        entry("struck", face=9, place="body", by="b", before={"body": 2}, after={"body": 1}),
        "The rest of it goes to the body of a, from 2 to 1",
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
        "a meets oil of b: needs 15, rolls 14 - 1 = 13, does not avoid it",
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
    (entry("oil", squares=3, spins=True), "a will slide 3 squares on the oil after its move and then spins"),
    (entry("oil", squares=1, spins=False), "a will slide 1 square on the oil after its move"),
    (
        entry("ram", target="b", side="rear", face=10, total=12, success=True),
        "ann in a rams b from behind: needs 12, rolls 10 + 2 = 12, succeeds",
    ),
    (
        entry("ram", target="b", side="left", face=10, total=10, success=False),
        "ann in a rams b on its left: needs 12, rolls 10, fails",
    ),
    (entry("after_ram", slowed=2, left=6, stops=False), "a is slowed by 2 and has 7 squares left"),
    (entry("after_ram", slowed=2, left=0, stops=True), "a stops where it is"),
    (
        entry("shove", by="b", face=9, total=11, pushed=True, before={"lane": 1}, after={"lane": 2}),
        "a is shoved by b: needs 14, rolls 9 + 2 = 11, is pushed from lane 2 to 3",
    ),
    (
        entry("shove", by="b", face=12, total=14, pushed=False),
        "a is shoved by b: needs 14, rolls 12 + 2 = 14, keeps its lane",
    ),
    (
        entry("shove", by="b", face=9, total=11, pushed=False),
        "a is shoved by b: needs 14, rolls 9 + 2 = 11, has nowhere to go",
    ),
    (
        entry("collision", why="b", face=1, total=1, failed=True, before={"body": 2}, after={"body": 1}),
        "a is close to b (bad up to 1): rolls 1, they touch, body from 2 to 1",
    ),
    (
        entry("collision", why="b", face=2, total=2, failed=False),
        "a is close to b (bad up to 1): rolls 2, nothing happens",
    ),
    (
        entry("collision", why="track edge", face=2, total=2, failed=False),
        "a is close to the edge of the track (bad up to 1): rolls 2, nothing happens",
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
    (
        entry("out", after={"out_reason": "blocked", "destroyed": True}, by=""),
        "a is destroyed: it ran into the cars ahead",
    ),
    (entry("out", after={"out_reason": "engine", "destroyed": False}, by="b"), "a is out: no engine left, by b"),
    (entry("finish", after={"place": 1}), "a with ann is home in round 2, first, and wins the race"),
    (entry("finish", after={"place": 2}), "a with ann is home in round 2, place 2"),
    (entry("grid", position=1, after={"row": 55, "lane": 0}), "a starts from place 1, row 55, lane 1"),
    (
        entry("unfinished", after={"place": 3}),
        "a is not home when the race is stopped, place 3",
    ),
    (
        entry("toughness", why="destroyed", needed=3, face=3, passed=True),
        "ann tests toughness 3 (destroyed): rolls 3, stays in action",
    ),
    (
        entry("toughness", why="destroyed", needed=3, face=4, passed=False),
        "ann tests toughness 3 (destroyed): rolls 4, is out of action",
    ),
    (entry("driver", after={"flesh_wounds": 1}), "ann goes home with a flesh wound"),
    (entry("pit", before={"tires": 1}, after={"tires": 6}), "a gets new tires, from 1 to 6"),
    (
        entry("brake", before={"brakes": 3}, after={"brakes": 1}),
        "a brakes and drives 2 squares less, brakes from 3 to 1",
    ),
    (entry("drop", marker="oil", row=5, lane=1), "ann in a drops oil at row 5, lane 2"),
    (entry("debris_left", row=5, lane=1), "Debris lies at row 5, lane 2"),
    (entry("smoke_clears", owner="b", row=5, lane=1), "The smoke of b at row 5, lane 2 clears"),
    (entry("back_off"), "a cannot end on another car and stops behind it"),
    (entry("order_lapsed", order="fire", why="a cannot: x."), "An order of a to fire at another car lapses: x"),
    (
        entry("order_lapsed", order="ram", target="b", why="a cannot: its move is over: order it elsewhere."),
        "An order of a to ram b lapses: its move is over",
    ),
    (
        entry("order_lapsed", order="ram", target="b", why="a cannot: 'b' is no other car in the race: name one."),
        "An order of a to ram b lapses: that car is not in the race",
    ),
    (entry("order_lapsed", order="drop", target="", why="a cannot: x."), "An order of a to drop lapses: x"),
    (
        entry(
            "shot",
            key="mg",
            target="b",
            face=11,
            added=0,
            total=11,
            hit=False,
            range=3,
            parts={"target in gear 4": -1, "weather": 0, "computer": 1},
        ),
        (
            "ann in a fires the machine gun at b, 3 squares away: needs 12, "
            "rolls 11 - 1 (target in gear 4) + 1 (computer) = 11, misses"
        ),
    ),
    (
        entry("shot", key="mg", target="b", face=20, added=-9, total=11, hit=True),
        "ann in a fires the machine gun at b: needs 12, rolls 20 - 9 = 11, hits, as a 20 always does",
    ),
    (entry("start", face=3, total=2, result="go"), "a starts: rolls 3 - 1 (wounded) = 2, gets away"),
    (
        entry("after_ram", slowed=1, left=6, stops=False, rolls=[Roll("p", 4, (1,), "slowed")]),
        "a is slowed by 1 and has 7 squares left (rolls: slowed 1 of 4, a 1)",
    ),
    (
        entry(
            "spikes", owner="b", due=4, before={"tires": 5}, after={"tires": 1}, rolls=[Roll("p", 6, (6,), "tires")]
        ),
        "The spikes of b: a loses 4 tire points (rolls: tires 6 of 6, a 4)",
    ),
    (
        entry("oil", squares=1, spins=False, rolls=[Roll("p", 20, (9,), "spin on oil")]),
        "a will slide 1 square on the oil after its move (rolls: spin on oil 9 of 20)",
    ),
    (entry("grid_roll", face=3), "a rolls 3 for the grid"),
    (entry("grid_roll", face=3, again=False), "a rolls 3 for the grid"),
    (entry("grid_roll", face=3, again=True), "a rolls 3 for the grid again, to break a tie"),
    (
        entry("out", after={"out_reason": "blocked", "destroyed": True}, by="", squares=7),
        "a is destroyed: it ran into the cars ahead with 7 squares to go",
    ),
]


@pytest.mark.rule("FW-051", "FW-053", "FW-107")
@pytest.mark.parametrize(("written", "said"), SAID)
def test_an_entry_says_what_happened_and_by_which_rule(written: LogEntry, said: str) -> None:
    assert narrate_entry(written) == f"{said} [FW-102]"


def test_what_keeps_the_books_only_is_not_told() -> None:
    assert narrate_entry(entry("driver", after={"flesh_wounds": 0})) == ""
    assert narrate_entry(entry("turn_end")) == ""
    assert narrate_entry(entry("damage", points=0, absorbed=0, why="ramming", by="")) == ""


def test_a_race_is_told_round_by_round_with_every_die() -> None:
    play = raced(replace(packet_with(4, laps=1, weather="rain"), edition=1))
    lines = narrate(play)
    assert lines[0] == "1 lap of Rust Ring (rain, 56 rows a lap, 3 lanes counted from the left)"
    rounds = [line for line in lines if line.startswith("Round ")]
    assert len(rounds) == play.moment.turn
    assert lines[-1] == "The race is over: t2 wins with 10 points, t4 has 8, t1 has 6, t3 has 0"
    assert all(line.endswith("]") for line in lines if line.startswith(" "))
    unspoken = sum(1 for entry in play.log.entries if entry.rolls and not narrate_entry(entry))
    assert unspoken == 0


@pytest.mark.rule("FW-129")
@pytest.mark.parametrize(
    ("weather", "said"), [("", "dry"), ("dry", "dry"), ("temporary_rain", "temporary rain"), ("rain", "rain")]
)
def test_the_head_of_a_story_says_in_what_weather_it_was_raced(weather: str, said: str) -> None:
    head = narrate(raced(packet_with(1, laps=1, weather=weather)))[0]
    assert head == f"1 lap of Rust Ring ({said}, 56 rows a lap, 3 lanes counted from the left)"


@pytest.mark.rule("FW-150")
@pytest.mark.parametrize(
    ("places", "said"),
    [
        ((1, 2, 3), "a wins with 10 points, b has 8, c has 6"),
        ((3, 1, 2), "b wins with 10 points, c has 8, a has 6"),
        ((0, 0, 8), "c wins with 1 point, a has 0, b has 0"),
        ((2, 0, 2), "a and c are level with 8 points, b has 0"),
        ((4, 4, 4), "a, b and c are level with 5 points"),
        ((0, 9, 0), "nobody has made a point"),
    ],
)
def test_the_end_says_who_has_won_and_who_is_level(places: tuple[int, ...], said: str) -> None:
    play = Board(*(Car(id, row=row, team=id) for row, id in enumerate("abc")))
    for id, place in zip("abc", places, strict=True):
        play.car(id).place = place
    assert narrate(play)[-1] == f"The race is over: {said}"


@pytest.mark.rule("FW-150")
def test_the_end_has_every_car_with_its_place_its_round_and_its_points() -> None:
    play = Board(*(Car(id, row=row) for row, id in enumerate("abcd")))
    play.state.moment.turn = 7
    finish.cross(play, play.car("b"))
    play.car("a").place = 2
    wear.take_out_of_race(play, play.car("c"), "tires", "FW-112", destroyed=True)
    assert narrate(play)[-3] == (
        "     Places: 1 b (home in round 7, 10 points), 2 a (not home, 8 points); without a place: "
        "c (out in round 7: it has no tires to pay with), d (not home) [FW-150]"
    )
    nobody = narrate(Board(Car("a", row=0)))[-3]
    assert nobody == "     Places: none; without a place: a (not home) [FW-150]"


@pytest.mark.parametrize("switches", [{}, {"formule.actions_per_turn": 3}])
def test_every_kind_of_entry_is_known_to_the_story(switches: dict[str, Setting]) -> None:
    silent = {"order", "turn", "turn_end", "driver", "damage"}
    play = raced(packet_with(6, switches=switches, circuit="forge_dogleg"))
    assert {log_entry.kind for log_entry in play.log.entries if not narrate_entry(log_entry)} <= silent
