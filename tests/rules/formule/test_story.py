"""A race in lines: what each entry says, and how they stand together."""

from __future__ import annotations

from typing import Any

import pytest

from rules.formule.story import line, told
from rules.match_log import LogEntry
from rules.switch import Setting
from tests.rules.formule.races import packet_with, raced


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
        "ann tests toughness 3 (destroyed): rolls 3, stays in action",
    ),
    (
        entry("toughness", why="destroyed", needed=3, face=4, passed=False),
        "ann tests toughness 3 (destroyed): rolls 4, is out of action",
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
