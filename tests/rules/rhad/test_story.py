"""The story of a duel, out of its log: every die told, every kind of entry in words."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from rules.dice import Roll
from rules.match_log import LogEntry
from rules.rhad import engine
from rules.rhad.entering import setup_of
from rules.rhad.sayings import SAYINGS, said_of
from rules.rhad.story import line, told
from rules.rhad.thrown import dice_told
from tests.rules.rhad.chance_matches import random_packet
from tests.rules.rhad.duels import dice, played

NUMBER = re.compile(r"(?<![\w.\-])\d+")
RULED = re.compile(r" \[RH-\d{3}\]$")
NOT_TOLD = {"half_step", "round_start", "settled", "solid_contact", "step", "turn_end"}


def entry(kind: str, *, car: str = "c1", crew: str = "", rule: str = "RH-080", **parts: Any) -> LogEntry:
    before, after = parts.pop("before", {}), parts.pop("after", {})
    rolls = parts.pop("rolls", ())
    return LogEntry(1, 1, 3, 2, car, crew, kind, rule, rolls, before, after, parts)


def thrown(why: str, *faces: int, sides: int = 6) -> Roll:
    return Roll(path="m1/h1/t3", sides=sides, faces=faces, why=why)


@pytest.mark.rule("RH-080")
@pytest.mark.parametrize("seed", range(40))
def test_every_die_of_a_match_stands_in_its_story(seed: int) -> None:
    play = engine.play_match(setup_of(random_packet(seed)), dice())
    faces = Counter(str(face) for roll in play.dice.log for face in roll.faces)
    assert faces - Counter(NUMBER.findall("\n".join(told(play)))) == Counter()


@pytest.mark.rule("RH-080")
@pytest.mark.parametrize("seed", range(40))
def test_headings_are_not_indented_and_what_happened_is_and_names_its_rule(seed: int) -> None:
    lines = told(engine.play_match(setup_of(random_packet(seed)), dice()))
    for each in lines[1:]:
        if each.startswith(" "):
            assert re.match(r"(     |  [1-5]  )\S", each)
            assert RULED.search(each)
        else:
            assert re.match(r"$|Round \d+( \(Speeds: .+\))?$|The duel is over: .+ \[RH-089\]$", each), each


def test_a_duel_is_told_from_who_drives_to_who_came_through() -> None:
    lines = told(played())
    assert lines[0] == (
        "The Pan: razors.c1 and razors.c2 and razors.c3 against saints.c1 and saints.c2 and saints.c3"
    )
    assert lines[1] == ""
    assert lines[2].startswith("Round 1 (Speeds: razors.c1 30, razors.c2 30, ")
    assert lines[3].startswith("     Speeds set: razors.c1 30 to ")
    assert any(each.startswith("Round 2 (Speeds: ") for each in lines)


@pytest.mark.parametrize(
    ("said_by", "said"),
    [
        (
            entry("attack", crew="ada", target="c2", weapon="Gun", range=5, needed=8, total=9, hit=True),
            "ada in c1 fires the Gun at c2, range 5: needs 8, has 9, hits",
        ),
        (
            entry("attack", crew="ada", target="c2", weapon="Gun", range=5, needed=8, total=7, hit=False),
            "ada in c1 fires the Gun at c2, range 5: needs 8, has 7, misses",
        ),
        (
            entry("check", before={"hc": 1}, after={"hc": 2}, mph=125, modifier=-1, bonus=2, controlled=True),
            "c1 ends the round with handling 1, -1 at 125 mph, +2 for accessories: 2, in control",
        ),
        (
            entry("check", before={"hc": -1}, after={"hc": 0}, mph=30, modifier=1, bonus=0, controlled=False),
            "c1 ends the round with handling -1, +1 at 30 mph: 0, out of control",
        ),
        (
            entry("crash", table="ct2", end=-2, result="severe_fishtail"),
            "c1 goes to crash table 2 with handling -2: severe fishtail",
        ),
        (
            entry("handling", before={"hc": 4}, after={"hc": 0}, d=4, why="turn_60_left"),
            "c1 turns 60° left, D4: handling 4 to 0",
        ),
        (
            entry("handling", before={"hc": 4}, after={"hc": -3}, d=7, why="bootlegger"),
            "c1 swings right round, D7: handling 4 to -3",
        ),
        (
            entry("handling", before={"hc": 4}, after={"hc": 2}, d=2, why="Rocket"),
            "c1 is shaken (Rocket), D2: handling 4 to 2",
        ),
        (entry("maneuver", d=0, maneuver="light_drift_right"), "c1 drifts half a lane right, D0"),
        (entry("maneuver", d=3, maneuver="steep_drift_right"), ""),
        (entry("skid", before={"heading": 0}, after={"heading": 10}, of="skid"), "c1 skids and goes 60° left"),
        (entry("skid", before={"heading": 0}, after={"heading": 11}, of="spin"), "c1 spins and goes 30° left"),
        (
            entry("skid", before={"heading": 0}, after={"heading": 1}, of="fishtail"),
            "c1 fishtails and goes 30° right",
        ),
        (entry("skid", before={"heading": 11}, after={"heading": 1}, of="skid"), "c1 skids and goes 60° right"),
        (entry("skid", before={"heading": 4}, after={"heading": 4}, of="skid"), "c1 skids and goes straight on"),
        (entry("spin", face=2, longer=0, way=-1), "c1 spins to the left: 2 quarter turns"),
        (entry("spin", face=2, longer=2, way=1), "c1 spins to the right: 2 quarter turns, and 2 more by skill"),
        (
            entry("control_regained", before={"pending": "spin"}, askew=6),
            "c1 is under control again, facing 180° askew",
        ),
        (entry("control_regained", before={"pending": "skid"}, askew=0), "c1 is under control again"),
        (entry("control_regained", before={"pending": ""}, askew=0), ""),
        (
            entry("landing", before={"rest_side": "wheels"}, after={"rest_side": "top"}, mph=45, points=9),
            "c1 comes down on its top at 45 mph: 9 points",
        ),
        (entry("rest", rest_side="wheels"), "c1 comes to rest on its wheels"),
        (entry("rest", rest_side="left"), "c1 comes to rest on its left and stays there"),
        (
            entry("speed", before={"speed": 30}, after={"speed": 25}, why="coasting"),
            "c1 slows from 30 to 25 mph (coasting)",
        ),
        (
            entry("speed", before={"speed": 30}, after={"speed": 35}, why="order"),
            "c1 speeds up from 30 to 35 mph (order)",
        ),
        (
            entry("old_critical", before={"gun_1": 3}, after={"gun_1": 0}),
            "c1 comes with a critical: its weapon 2 is gone",
        ),
        (
            entry("old_critical", before={"top": 3}, after={"top": 0}),
            "c1 comes with a critical: its armor of the top is gone",
        ),
        (
            entry("component_lost", crew="ada", part="power_plant", before={"criticals": 0}, after={"criticals": 1}),
            "c1 loses its power plant, a critical for ada",
        ),
        (entry("component_lost", part="Gun"), "c1 loses its Gun"),
        (
            entry("tires", before={"tires": [8, 8]}, after={"tires": [7, 0]}, why="minor_skid_all"),
            "The tires of c1 go from 8, 8 to 7, 0 (minor skid all)",
        ),
        (
            entry("mobility_kill", before={"points": 0}, after={"points": -20}, by=""),
            "c1 will go no faster any more: duel points 0 to -20",
        ),
        (
            entry("complete_kill", before={"points": -20}, after={"points": -40}, by="c2"),
            "c1 is finished, by c2: duel points -20 to -40",
        ),
        (
            entry("toughness", car="", crew="ada", needed=3, face=4, passed=False, why="destroyed car"),
            "ada tests toughness 3 (destroyed car): rolls 4, fails",
        ),
        (
            entry("toughness", car="", crew="ada", needed=3, face=3, passed=True, why="unconscious"),
            "ada tests toughness 3 (unconscious): rolls 3, passes",
        ),
        (
            entry("came_through", crew="ada", after={"out": False, "wounds": 1}),
            "ada in c1 comes through with a flesh wound",
        ),
        (
            entry("came_through", crew="ada", after={"out": True, "wounds": 0}),
            "ada in c1 is out of action",
        ),
        (
            entry("came_through", crew="ada", after={"out": True, "wounds": 1}),
            "ada in c1 is out of action with a flesh wound",
        ),
        (
            entry("came_through", crew="ada", after={"out": False, "wounds": 2}),
            "ada in c1 comes through with 2 flesh wounds",
        ),
        (entry("came_through", crew="ada", after={"out": False, "wounds": 0}), "ada in c1 comes through"),
        (
            entry("hit", crew="ada", weapon="Gun", points=1, side="top"),
            "c1 is hit by ada with the Gun: 1 point on the top",
        ),
        (
            entry("hit", crew="ada", weapon="Gun", points=2, side="top"),
            "c1 is hit by ada with the Gun: 2 points on the top",
        ),
        (
            entry("wall", mph=30, points=1, side="front"),
            "c1 runs into something solid at 30 mph: 1 point to its front",
        ),
        (
            entry("ram", other="c2", mph=30, points=1, side="front", other_points=3, other_side="back"),
            "c1 runs into c2 at 30 mph: 1 point to its front, 3 to the other's back",
        ),
        (
            entry("ram", other="c2", mph=30, points=2, side="front", other_points=1, other_side="back"),
            "c1 runs into c2 at 30 mph: 2 points to its front, 1 to the other's back",
        ),
        (
            entry("landing", before={"rest_side": "wheels"}, after={"rest_side": "top"}, mph=5, points=1),
            "c1 comes down on its top at 5 mph: 1 point",
        ),
        (entry("spin", face=1, longer=0, way=1), "c1 spins to the right: 1 quarter turn"),
        (entry("spinning", after={"rolls_left": 1}), "c1 spins on, 1 quarter turn left"),
        (entry("spinning", after={"rolls_left": 0}), "c1 spins on, 0 quarter turns left"),
        (entry("team_points", car="", team="saints", raw=10, points=1), "Duel points: saints 10, for 1 point"),
        (entry("team_points", car="", team="saints", raw=20, points=2), "Duel points: saints 20, for 2 points"),
        (
            entry("bonus", after={"bonus": 3}, alive=1, aboard=2, mph=20),
            "c1 has a bonus of 3: 1 of 2 alive, at 20 mph",
        ),
        (
            entry("override", before={"hc": 1}, after={"hc": 4}, reason="a tow"),
            "By the commissioner's word hc of c1 goes 1 to 4: a tow",
        ),
        (entry("over", car="", why="score"), "The duel is over: a team has reached 100 duel points"),
        (
            entry("damage", before={"top": 4}, after={"top": 0}, side="top", points=6, why="Gun"),
            "c1 takes 6 on the top (Gun): armor 4 to 0",
        ),
        (
            entry("weapon_hit", before={"gun_0": 3}, after={"gun_0": 1}, weapon="Gun"),
            "The Gun of c1 is hit: points 3 to 1",
        ),
        (
            entry("maneuver_lapsed", maneuver="bootlegger"),
            "c1 cannot do what was ordered (bootlegger) and goes straight on",
        ),
    ],
)  # fmt: skip
def test_what_an_entry_says(said_by: LogEntry, said: str) -> None:
    assert said_of(said_by) == said
    assert line(said_by) == (f"{said} [RH-080]" if said else "")


@pytest.mark.rule("RH-080")
def test_dice_are_told_with_what_they_were_for() -> None:
    assert dice_told([]) == ""
    assert dice_told([thrown("to hit", 3, 5), thrown("damage", 4)]) == " (to hit: 3 + 5 = 8; damage: 4)"
    assert dice_told([thrown("which occupant", 2, sides=2)]) == " (which occupant: 2 of 2)"
    spared = entry("spared", end=-1, rolls=(thrown("x", 2),))
    assert line(spared, (thrown("y", 1),)) == "c1 ends at -1 and is thrown about no further (y: 1; x: 2) [RH-080]"


@pytest.mark.rule("RH-080")
def test_a_toughness_die_is_told_once_and_one_brought_along_still_is() -> None:
    tested = entry(
        "toughness", car="", crew="ada", needed=3, face=5, passed=False, why="unconscious",
        rolls=(thrown("toughness of ada", 5),),
    )  # fmt: skip
    said = "ada tests toughness 3 (unconscious): rolls 5, fails"
    assert line(tested) == f"{said} [RH-080]"
    assert line(tested, (thrown("x", 2),)) == f"{said} (x: 2) [RH-080]"


def test_every_kind_of_entry_has_a_saying_and_books_alone_are_not_told() -> None:
    seen = {
        one.kind for seed in range(60) for one in engine.play_match(setup_of(random_packet(seed)), dice()).log.entries
    }
    assert seen - SAYINGS.keys() == set()
    assert len(seen) >= 35
    assert {kind for kind, saying in SAYINGS.items() if saying == ""} == NOT_TOLD
