"""The story of a duel from its log: every die is mentioned, and every kind of entry has a sentence."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from rules.core.dice import Roll
from rules.match.engine import play_match
from rules.match.log import LogEntry
from rules.rhad import engine
from rules.rhad.log.dice_text import format_dice
from rules.rhad.log.kill_reasons import kill_of
from rules.rhad.log.log_messages import LOG_MESSAGES, message_for
from rules.rhad.log.story import group_of, narrate, narrate_entry, narrate_group
from rules.rhad.match.packet_setup import setup_from_packet
from tests.rules.rhad.boards import Board, Car
from tests.rules.rhad.chance_matches import random_packet
from tests.rules.rhad.duels import dice, played

NUMBER = re.compile(r"(?<![\w.\-])\d+")
RULED = re.compile(r" \[RH-\d{3}\]$")
NOT_TOLD = {
    "going_again", "half_step", "phase_close", "round_start", "settled", "slowed", "solid_contact", "step",
    "turn_end",
}  # fmt: skip


def entry(kind: str, *, car: str = "c1", crew: str = "", rule: str = "RH-080", **parts: Any) -> LogEntry:
    before, after = parts.pop("before", {}), parts.pop("after", {})
    rolls = parts.pop("rolls", ())
    return LogEntry(1, 1, 3, 2, car, crew, kind, rule, rolls, before, after, parts)


def thrown(why: str, *faces: int, sides: int = 6) -> Roll:
    return Roll(path="t3", sides=sides, faces=faces, why=why)


@pytest.mark.rule("RH-080")
@pytest.mark.parametrize("seed", range(40))
def test_every_die_of_a_match_stands_in_its_story(seed: int) -> None:
    play = play_match(engine, setup_from_packet(random_packet(seed)), dice())
    faces = Counter(str(face) for roll in play.dice.log for face in roll.faces)
    assert faces - Counter(NUMBER.findall("\n".join(narrate(play)))) == Counter()


@pytest.mark.rule("RH-080")
@pytest.mark.parametrize("seed", range(40))
def test_headings_are_not_indented_and_what_happened_is_and_names_its_rule(seed: int) -> None:
    lines = narrate(play_match(engine, setup_from_packet(random_packet(seed)), dice()))
    for line in lines[1:]:
        if line.startswith(" "):
            assert re.match(r"(     |  [1-5]  )\S", line)
            assert RULED.search(line)
        else:
            assert re.match(r"$|Round \d+( \(Speeds: .+\))?$|The duel is over: .+ \[RH-089\]$", line), line


def test_a_duel_is_told_from_who_drives_to_who_came_through() -> None:
    lines = narrate(played())
    assert lines[0] == (
        "The Pan: razors.c1 and razors.c2 and razors.c3 against saints.c1 and saints.c2 and saints.c3"
    )
    assert lines[1] == ""
    assert lines[2].startswith("Round 1 (Speeds: razors.c1 ")
    plans = [number for number, line in enumerate(lines[:12]) if " goes after " in line]
    assert plans == list(range(3, 3 + len(plans)))
    speeds = next(number for number, line in enumerate(lines) if line.startswith("     Speeds set: "))
    header = max(number for number, line in enumerate(lines[:speeds]) if line.startswith("Round "))
    assert all(line.endswith("[RH-087]") for line in lines[header + 1 : speeds])
    assert any(line.startswith("Round 2 (Speeds: ") for line in lines)


@pytest.mark.rule("RH-080", "RH-090")
def test_the_points_of_a_kill_are_one_line_with_its_victim_and_the_reason() -> None:
    gain = entry(
        "duel_points", before={"kill_points": 0}, after={"kill_points": 20},
        reason="The mobility kill of c2. c1 did it. [CW-S-041]", by_rule="CW-S-005",
    )  # fmt: skip
    loss = entry(
        "duel_points", car="c2", before={"kill_points": 0}, after={"kill_points": -20},
        reason="Lost by the mobility kill. c1 did it. [CW-S-041]", by_rule="CW-S-005",
    )  # fmt: skip
    assert group_of(gain) == group_of(loss)
    assert narrate_group(group_of(gain), [gain, loss]) == (
        "Duel points for the mobility kill of c2: c1 0 to 20, c2 0 to -20. c1 did it [RH-080]"
    )
    ruled = entry(
        "duel_points", car="c2", before={"kill_points": 0}, after={"kill_points": -20}, by_rule="CW-S-005",
        reason="Lost by the complete kill. Ruled by the referee: Nobody is credited. Proposed: c1 1. c1 did it. [CW]",
    )  # fmt: skip
    assert narrate_group(group_of(ruled), [ruled]) == (
        "Duel points for the complete kill of c2: c2 0 to -20. Ruled by the referee: Nobody is credited [RH-080]"
    )


DID = "c1 did it."
PUSHED = "was pushed into it, and did nothing of their own since. A hazard cost the driver control."


@pytest.mark.rule("RH-090", "CW-S-042", "CW-S-045")
@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (DID, "c1 did it"),
        ("The driver rammed c1 and lost control by it.", "c2 rammed c1 itself"),
        (f"c3 {PUSHED} {DID}", "c3 could not help running into c2; c1 began it"),
        (
            f"c3 {PUSHED} c4 {PUSHED} {DID}",
            "c3 could not help running into c2; before that c4 could not help running into c3; c1 began it",
        ),
        (
            f"c3 {PUSHED} {DID} c1 is never credited for their own vehicle.",
            "c3 could not help running into c2; c1 began it; c1 is never credited for their own vehicle",
        ),
        (f"A hazard cost the driver control. {DID}", "c2 lost control after what c1 did"),
        ("Nobody else had a part in it.", "Nobody else had a part in it"),
        (
            "Ruled by the referee: Nobody is credited for a car of their own (RH-090). Proposed: c1 1. c1 did it.",
            "Ruled by the referee: Nobody is credited for a car of their own",
        ),
    ],
)
def test_the_reason_of_a_kill_is_plain(reason: str, said: str) -> None:
    loss = entry("duel_points", car="c2", before={"kill_points": 0}, after={"kill_points": -20},
                 reason=f"Lost by the complete kill. {reason} [CW-S-041]", by_rule="CW-S-005")  # fmt: skip
    assert kill_of(loss) == ("complete", "c2", said)


@pytest.mark.rule("RH-055", "RH-080")
@pytest.mark.parametrize(
    ("said_by", "said"),
    [
        (
            entry(
                "attack", crew="ada", target="c2", weapon="Gun", range=5, to_hit=8, needed=8, mph=40, by_speed=0,
                hit=True,
            ),
            "ada in c1 fires the Gun at c2, range 5: needs 8, hits",
        ),
        (
            entry(
                "attack", crew="ada", target="c2", weapon="Gun", range=9, to_hit=7, needed=10, mph=70, by_speed=2,
                hit=False,
            ),
            "ada in c1 fires the Gun at c2, range 9: needs 10 (7, +1 for range, +2 at 70 mph), misses",
        ),
        (
            entry(
                "attack", crew="ada", target="c2", weapon="Gun", range=5, to_hit=8, needed=8, mph=40, by_speed=0,
                hit=False, after={"shots": 0},
            ),
            "ada in c1 fires the last shot of the Gun at c2, range 5: needs 8, misses",
        ),
        (entry("plan", after={"plan": "evade"}), "c1 keeps out of reach"),
        (
            entry("plan", after={"plan": "evade"}, unarmed=True),
            "c1 has nothing left to fire and keeps out of reach",
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
            "c1 goes to crash table 2, row -2: severe fishtail",
        ),
        (
            entry("crash", table="ct1", end=-11, result="crash_and_burn"),
            "c1 goes to crash table 1, row -8: crash and burn",
        ),
        (
            entry("crash", table="ct1", end=0, result="minor_skid_two"),
            "c1 goes to crash table 1, row 0: minor skid, two tires",
        ),
        (entry("spared", end=-1, why="it is in the air"), "c1 goes to no crash table: it is in the air"),
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
            "c1 is shaken by the Rocket, D2: handling 4 to 2",
        ),
        (
            entry("handling", before={"hc": 4}, after={"hc": 1}, d=3, why="emergency stop"),
            "c1 slams on the brakes, D3: handling 4 to 1",
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
            entry("impact", mph=45, dice="4d", points=9, side="top", why="landing"),
            "c1 takes 9 points of the landing on its top (4d)",
        ),
        (entry("rest", rest_side="wheels"), "c1 comes to rest on its wheels"),
        (entry("rest", rest_side="left"), "c1 comes to rest on its left and stays there"),
        (
            entry("speed", before={"speed": 30}, after={"speed": 25}, why="coasting"),
            "c1 slows from 30 to 25 mph (coasting, since it cannot speed up)",
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
            "The tires of c1 go from 8, 8 to 7, 0 (minor skid, all tires)",
        ),
        (
            entry("mobility_kill", before={"points": 0}, after={"points": -20}, by=""),
            "c1 can go no faster, a mobility kill: duel points 0 to -20",
        ),
        (
            entry("complete_kill", before={"points": -20}, after={"points": -40}, by="c2"),
            "c1 can do no more, a complete kill by c2: duel points -20 to -40",
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
            entry("hit", crew="ada", weapon="Gun", dice="1d-1", points=1, side="top"),
            "c1 is hit by ada with the Gun (1d-1): 1 point",
        ),
        (
            entry("hit", crew="ada", weapon="Gun", dice="2d", points=2, side="top"),
            "c1 is hit by ada with the Gun (2d): 2 points",
        ),
        (
            entry("wall", mph=10, dice="1d-2", points=1, side="front"),
            "c1 runs into something solid at 10 mph (1d-2): 1 point",
        ),
        (
            entry("ram", other="c2", mph=30),
            "c1 runs into c2 at 30 mph",
        ),
        (
            entry("impact", mph=30, dice="", points=1, side="under", why="struck"),
            "c1 takes 1 point of the ram on its underside",
        ),
        (
            entry("landing", before={"rest_side": "wheels"}, after={"rest_side": "top"}, mph=0),
            "c1 comes down on its top at 0 mph",
        ),
        (entry("spin", face=1, longer=0, way=1), "c1 spins to the right: 1 quarter turn"),
        (entry("spinning", after={"rolls_left": 1}), "c1 spins on, 1 quarter turn to go"),
        (entry("spinning", after={"rolls_left": 0}), "c1 spins its last quarter turn"),
        (entry("team_points", car="", team="saints", raw=1, points=0), "Points: saints 0 (1 duel point)"),
        (entry("team_points", car="", team="saints", raw=20, points=2), "Points: saints 2 (20 duel points)"),
        (
            entry("bonus", after={"bonus": 3}, alive=1, aboard=2, blood=True, mph=20),
            "c1 has a bonus of 3: 1 for one of two alive, 1 for first blood, 1 for still moving",
        ),
        (
            entry("bonus", after={"bonus": 2}, alive=2, aboard=2, blood=False, mph=0),
            "c1 has a bonus of 2: 2 for a crew that is alive",
        ),
        (entry("bonus", after={"bonus": 0}, alive=0, aboard=2, blood=False, mph=0), "c1 has no bonus"),
        (
            entry("injury", crew="ada", before={"hits": 0}, after={"hits": 1}, of=3),
            "ada in c1 has lost 1 of 3 points",
        ),
        (
            entry("injury", crew="ada", before={"hits": 1}, after={"hits": 2}, of=3),
            "ada in c1 has lost 2 of 3 points, and is unconscious",
        ),
        (
            entry("injury", crew="ada", before={"hits": 1}, after={"hits": 3}, of=3),
            "ada in c1 has lost 3 of 3 points, and is dead",
        ),
        (
            entry("explosion", after={"exploded": True}, needed=5),
            "c1 burns, needs 5 or more to explode, and explodes",
        ),
        (
            entry("no_explosion", after={"exploded": False}, needed=5),
            "c1 burns, needs 5 or more to explode, and does not explode",
        ),
        (
            entry("base_handling", before={"base_hc": 4}, after={"base_hc": 2}, lost=1),
            "c1 has lost 1 tire: base handling 4 to 2",
        ),
        (entry("recovery", before={"hc": 0}, after={"hc": 3}, base=4), "c1 recovers to 3 of 4"),
        (entry("recovery", before={"hc": 5}, after={"hc": 4}, base=4), "c1 recovers to 4"),
        (
            entry("override", before={"hc": 1}, after={"hc": 4}, reason="a tow"),
            "By the commissioner's word the handling of c1 goes from 1 to 4: a tow",
        ),
        (
            entry("override", before={"under": 1}, after={"under": 4}, reason="a weld"),
            "By the commissioner's word the armor of the underside of c1 goes from 1 to 4: a weld",
        ),
        (
            entry("override", before={"speed": 10}, after={"speed": 0}, reason="a flag"),
            "By the commissioner's word the speed of c1 goes from 10 to 0: a flag",
        ),
        (entry("over", car="", why="score"), "The duel is over: a team has reached 100 duel points"),
        (
            entry("over", car="", why="instant", winner="c1", limit=100, held=0),
            "The duel is over: c1 is in control and has 100 duel points or more",
        ),
        (
            entry("over", car="", why="held", winner="c1", limit=80, held=25),
            "The duel is over: c1 is in control and has had 80 duel points or more for 25 phases",
        ),
        (
            entry("over", car="", why="last_vehicle", winner="", limit=0, held=0),
            "The duel is over: one car at most is left",
        ),
        (
            entry("over", car="", why="turn_limit", winner="", limit=0, held=0),
            "The duel is over: the last round is played",
        ),
        (
            entry("over", car="", why="time_called", winner="", limit=0, held=0),
            "The duel is over: one team at most has a car that runs",
        ),
        (
            entry("mobility_kill", before={"status": "running"}, after={"status": "mobility_kill"}),
            "c1 can go no faster, a mobility kill",
        ),
        (
            entry(
                "duel_points", before={"kill_points": 0}, after={"kill_points": "20/3"},
                reason="The mobility kill of c2. c1 did it. [CW-S-041]", by_rule="CW-S-005",
            ),
            "c1 goes from 0 to 20/3 duel points. The mobility kill of c2. c1 did it",
        ),
        (entry("first_blood", victim="c2 and c3", points=1), "c1 draws first blood on c2 and c3"),
        (entry("first_blood", victim="", points=1), "c1 draws first blood"),
        (entry("team_points", car="", team="saints", raw="20/3", points=1), "Points: saints 1 (20/3 duel points)"),
        (
            entry(
                "bonus", before={"bonus_points": 1}, after={"bonus_points": 4},
                parts={"CW-S-018": 1, "CW-S-017": 2, "CW-S-019": 1}, alive=2, aboard=2,
            ),
            "c1 has a bonus of 4: 1 for first blood, 2 for a crew that is alive, 1 for still moving",
        ),
        (
            entry(
                "bonus", before={"bonus_points": 0}, after={"bonus_points": 1}, parts={"CW-S-017": 1}, alive=1,
                aboard=2,
            ),
            "c1 has a bonus of 1: 1 for one of two alive",
        ),
        (
            entry("bonus", before={"bonus_points": 0}, after={"bonus_points": 0}, parts={}, alive=0, aboard=1),
            "c1 has no bonus",
        ),
        (
            entry("damage", before={"top": 4}, after={"top": 0}, side="top", points=6, why="Gun"),
            "The armor of c1 on its top goes from 4 to 0",
        ),
        (
            entry("damage", before={"under": 0}, after={"under": 0}, side="under", points=6, why="landing"),
            "c1 has no armor on its underside",
        ),
        (
            entry("weapon_hit", before={"gun_0": 3}, after={"gun_0": 1}, weapon="Gun"),
            "c1 is hit in its Gun: points 3 to 1",
        ),
        (
            entry("maneuver_lapsed", maneuver="steep_drift_left"),
            "c1 goes straight on: what was ordered (steep drift left) cannot be done any more",
        ),
    ],
)  # fmt: skip
def test_what_an_entry_says(said_by: LogEntry, said: str) -> None:
    assert message_for(said_by) == said
    assert narrate_entry(said_by) == (f"{said} [RH-080]" if said else "")


@pytest.mark.rule("RH-080")
def test_dice_are_told_with_what_they_were_for() -> None:
    assert format_dice([]) == ""
    assert format_dice([thrown("to hit", 3, 5), thrown("damage", 4)]) == " (to hit: 3 + 5 = 8; damage: 4)"
    assert format_dice([thrown("which occupant", 2, sides=2)]) == " (which occupant: 2 of 2)"
    spun = entry("spin", face=2, longer=0, way=1, rolls=(thrown("x", 1), thrown("spin", 2)))
    assert narrate_entry(spun) == "c1 spins to the right: 2 quarter turns (x: 1; spin: 2) [RH-080]"


@pytest.mark.rule("RH-080")
def test_a_toughness_die_is_told_once() -> None:
    tested = entry(
        "toughness", car="", crew="ada", needed=3, face=5, passed=False, why="unconscious",
        rolls=(thrown("toughness of ada", 5),),
    )  # fmt: skip
    assert narrate_entry(tested) == "ada tests toughness 3 (unconscious): rolls 5, fails [RH-080]"


@pytest.mark.rule("RH-036", "RH-080")
def test_checks_that_are_passed_stand_in_one_line_before_those_that_are_not() -> None:
    play = Board(
        Car("a", speed=60), Car("b", at=(3, 0), speed=60, hc=-1), Car("c", at=(6, 0)), phase=5,
        by_path={"r1/end/b": [2]},
    )  # fmt: skip
    play.state.moment.step = "round_end"
    engine.step(play)
    assert narrate(play)[1:5] == [
        "     In control: a with 5 (4, speed +1); c with 14 (4, speed +10) [RH-036]",
        "     b ends the round with handling -1, +1 at 60 mph: 0, out of control [RH-036]",
        "     b goes to crash table 1, row 0: trivial skid (crash table: 2) [RH-053]",
        "     Recovered: a to 4, b to 4, c to 4 [RH-037]",
    ]


@pytest.mark.rule("RH-080")
def test_a_check_says_what_it_is_the_sum_of() -> None:
    def summed(hc: int, modifier: int, bonus: int) -> str:
        return narrate_group(
            "check",
            [entry("check", before={"hc": hc}, after={"hc": hc + modifier + bonus}, modifier=modifier, bonus=bonus)],
        )

    assert summed(4, 0, 0) == "In control: c1 with 4 [RH-080]"
    assert summed(4, -1, 2) == "In control: c1 with 5 (4, speed -1, accessories +2) [RH-080]"
    assert summed(4, 0, 1) == "In control: c1 with 5 (4, accessories +1) [RH-080]"


@pytest.mark.rule("RH-089", "RH-093", "RH-094")
@pytest.mark.parametrize(
    ("points", "said"),
    [
        ({"x": 5, "y": 2}, "     The winner: x 5 [RH-093]"),
        ({"x": 2, "y": 5, "z": 5}, "     A draw, the first place is shared: y 5, z 5 [RH-093]"),
        ({"x": 0, "y": 0}, "     A draw, the first place is shared: x 0, y 0 [RH-093]"),
    ],
)
def test_who_has_won_is_told_or_who_shares_the_first_place(points: dict[str, int], said: str) -> None:
    cars = (Car(f"c{team}", at=(0, 3 * number), team=team) for number, team in enumerate(points))
    play = Board(*cars, edition=1)
    for team, points_made in points.items():
        play.note("team_points", "RH-090", team=team, raw=10 * points_made, points=points_made)
        play.state.points[team] = points_made
    listing = ", ".join(
        f"{team} {points_made} ({10 * points_made} duel points)" for team, points_made in points.items()
    )
    assert narrate(play)[-2:] == [f"  1  Points: {listing} [RH-090]", said]


def test_every_kind_of_entry_has_a_saying_and_books_alone_are_not_told() -> None:
    kinds = {
        log_entry.kind
        for seed in range(60)
        for log_entry in play_match(engine, setup_from_packet(random_packet(seed)), dice()).log.entries
    }
    assert kinds - LOG_MESSAGES.keys() == set()
    assert len(kinds) >= 35
    assert {kind for kind, saying in LOG_MESSAGES.items() if saying == ""} == NOT_TOLD


# ----------------------------------------------------------------------------- order, and what stands together


def kill_entries(play: Board, kind: str, victim: str, killer: str, points: tuple[int, int]) -> None:
    """The points of a kill for its killer and its victim, who had those points before it."""
    for car, had, change, how in (
        (killer, points[0], 20, f"The {kind} kill of {victim}."),
        (victim, points[1], -20, f"Lost by the {kind} kill."),
    ):
        play.note("duel_points", "RH-090", play.car(car), before={"kill_points": had},
                  after={"kill_points": had + change}, reason=f"{how} {killer} did it. [CW-S-041]",
                  by_rule="CW-S-005")  # fmt: skip


@pytest.mark.rule("RH-080", "RH-090")
def test_two_cars_that_kill_each_other_are_two_lines() -> None:
    play = Board(Car("a"), Car("b", at=(3, 0)))
    for kind in ("mobility", "complete"):
        kill_entries(play, kind, "b", "a", (0, 0))
        kill_entries(play, kind, "a", "b", (-20, 20))
    assert narrate(play)[1:] == [
        "  1  Duel points for the mobility and complete kill of b: a 0 to 40, b 0 to -40. a did it [RH-090]",
        "  1  Duel points for the mobility and complete kill of a: b -40 to 0, a 40 to 0. b did it [RH-090]",
    ]


@pytest.mark.rule("RH-076", "RH-080")
def test_what_a_person_loses_by_the_same_damage_is_one_line_with_all_its_dice() -> None:
    play = Board(Car("a"), faces=(1, 2, 1))
    for crew, lost in (("ada", 1), ("bo", 1), ("ada", 2), ("ada", 3)):
        if lost < 3:
            play.roll(1, "which occupant", sides=2)
        play.note("injury", "RH-076", play.car(), crew=crew, before={"hits": lost - 1}, after={"hits": lost}, of=3)
    assert narrate(play)[1:] == [
        "  1  ada in a has lost 3 of 3 points, and is dead (which occupant: 1 of 2, 1 of 2) [RH-076]",
        "  1  bo in a has lost 1 of 3 points (which occupant: 2 of 2) [RH-076]",
    ]


@pytest.mark.rule("RH-037", "RH-080", "RH-090")
def test_first_blood_and_kills_of_the_last_phase_stand_before_the_recoveries_of_the_round() -> None:
    play = Board(Car("a", speed=60), Car("b", at=(3, 0), speed=60))
    play.note("recovery", "RH-037", play.car(), before={"hc": 2}, after={"hc": 4}, base=4)
    play.note("first_blood", "RH-090", play.car(), victim="b")
    kill_entries(play, "mobility", "b", "a", (0, 0))
    play.note("turn_end", "RH-020")
    assert [line.split("[")[1] for line in narrate(play)[1:]] == ["RH-090]", "RH-090]", "RH-037]"]


@pytest.mark.rule("RH-021", "RH-080")
def test_a_round_is_headed_by_the_speeds_that_are_driven_in_it_those_that_stand_included() -> None:
    play = Board(Car("a"), Car("b", at=(3, 0)), Car("c", at=(6, 0)))
    play.state.moment.phase = 0
    play.note("round_start", "RH-020")
    for car, now, why in (("a", 45, "order"), ("b", 0, "coasting"), ("c", 40, "order")):
        play.note("speed", "RH-021", play.car(car), before={"speed": 30}, after={"speed": now}, why=why)
    play.state.moment.phase = 1
    play.note("complete_kill", "RH-090", play.car("c"))
    play.state.moment.turn, play.state.moment.phase = 2, 0
    play.note("round_start", "RH-020")
    assert [line for line in narrate(play) if "peed" in line or "slows" in line] == [
        "Round 1 (Speeds: a 45, b 0, c 40)",
        "     b slows from 30 to 0 mph (coasting, since it cannot speed up) [RH-021]",
        "     Speeds set: a 30 to 45, c 30 to 40 [RH-021]",
        "Round 2 (Speeds: a 45, b 0)",
    ]


@pytest.mark.rule("RH-087")
@pytest.mark.parametrize(
    ("gone", "words"),
    [
        ("", "a keeps out of reach"),
        ("points", "a has nothing left to fire and keeps out of reach"),
        ("shots", "a has nothing left to fire and keeps out of reach"),
    ],
)
def test_a_car_says_that_it_keeps_out_of_reach_since_it_has_nothing_to_fire(gone: str, words: str) -> None:
    play = Board(Car("a"), Car("b", at=(3, 0)))
    if gone == "points":
        play.note("weapon_hit", "RH-085", play.car(), before={"gun_0": 3}, after={"gun_0": 0}, weapon="Gun")
    if gone == "shots":
        play.note("attack", "RH-085", play.car(), crew="ada", after={"shots": 0}, target="b", weapon="Gun", number=0,
                  range=3, to_hit=7, needed=7, mph=40, by_speed=0, hit=False)  # fmt: skip
    play.note_plan(play.car(), "evade", rule="RH-087")
    assert narrate(play)[-1] == f"  1  {words} [RH-087]"


@pytest.mark.rule("RH-090")
def test_at_the_end_the_duel_points_of_a_car_are_the_sum_of_kills_made_suffered_and_bonuses() -> None:
    play = Board(Car("a"), Car("b", at=(3, 0)))
    kill_entries(play, "mobility", "b", "a", (0, 0))
    play.note("bonus", "RH-090", play.car(), before={"bonus_points": 0}, after={"bonus_points": 3},
              parts={"CW-S-017": 2, "CW-S-019": 1}, alive=1, aboard=1)  # fmt: skip
    for car in ("b", "a"):
        play.note("bonus", "RH-090", play.car(car), before={"bonus_points": 0}, after={"bonus_points": 0}, parts={},
                  alive=0, aboard=1)  # fmt: skip
    assert narrate(play)[2:] == [
        "  1  a has 23 duel points: 20 for kills, 2 for a crew that is alive, 1 for still moving [RH-090]",
        "  1  b has -20 duel points: -20 for being killed [RH-090]",
        "  1  a has 20 duel points: 20 for kills [RH-090]",
    ]


@pytest.mark.rule("RH-054", "RH-080")
def test_tires_lost_by_dice_name_their_cause_once() -> None:
    rolls = (thrown("spin out, tire", 5, 5), thrown("spin out, tire", 2, 2))
    lost = entry("tires", before={"tires": [8, 8]}, after={"tires": [0, 4]}, why="spin_out", rolls=rolls)
    assert narrate_entry(lost) == (
        "The tires of c1 go from 8, 8 to 0, 4 (spin out, tire: 5 + 5 = 10, 2 + 2 = 4) [RH-080]"
    )
