"""The sentences for a log's entries, with the figures needed and rolled."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.dice import Roll
from rules.dethmatch.events.heat_limits import EndReason
from rules.dethmatch.log.story import narrate_entry
from rules.match.log import LogEntry


def entry(kind: str, *, car: str = "c1", crew: str = "ada", rule: str = "DM-M-001", **parts: Any) -> LogEntry:
    before, after = parts.pop("before", {}), parts.pop("after", {})
    rolls = parts.pop("rolls", ())
    return LogEntry(1, 1, 3, 2, car, crew, kind, rule, rolls, before, after, parts)


def thrown(*rolls: tuple[str, int], sides: int = 6) -> tuple[Roll, ...]:
    """Dice, given by their purpose and the face shown."""
    return tuple(Roll(path="m1/h1/t3", sides=sides, faces=(face,), why=why) for why, face in rolls)


SKID = {"before": {"control": "major_skid"}, "after": {"control": "ok"}}
SKIDS_ON = {"before": {"control": "major_skid"}, "after": {"control": "major_skid"}}


@pytest.mark.parametrize(
    ("told_of", "said"),
    [
        (entry("lap", after={"laps": 2}, of=3, done_by=1), "c1 completes lap 2 of 3, the first to do so"),
        (entry("lap", after={"laps": 2}, of=3, done_by=2), "c1 completes lap 2 of 3, 1 car did before"),
        (entry("finish", place=2), "c1 finishes in turn 3, place 2"),
        (
            entry("no_effect", row="weapon"),
            "c1 carries no weapon that could be hit: no further effect",
        ),
        (
            entry("no_effect", row="crew"),
            "c1 has nobody able aboard who could be hit: no further effect",
        ),
        (
            entry("hit", rolls=thrown(("to hit", 2)), target="b1", needed=4, modifiers=["short_range"]),
            "ada in c1 fires the machinegun at b1: needs 4 (short range), rolls 2, hits",
        ),
        (
            entry("miss", rolls=thrown(("to hit", 6), ("to hit, marksman re-roll", 5)), target="b1", needed=0),
            "ada in c1 fires the machinegun at b1: needs 0, rolls 6, then 5 (marksman re-roll), misses",
        ),
        (
            entry("burst_roll", rolls=thrown(("burst", 1)), weapon="railgun", burst=True),
            "The electromagnetic weapon (railgun) of c1 bursts on 1: rolls 1, it bursts",
        ),
        (
            entry("burst_roll", rolls=thrown(("burst", 2)), weapon="railgun", burst=False),
            "The electromagnetic weapon (railgun) of c1 bursts on 1: rolls 2, it holds",
        ),
        (
            entry("homing", rolls=thrown(("heat-seeking", 1)), strays=True, target="b1"),
            "The rocket of c1 strays on 1: rolls 1, it goes for the nearest car",
        ),
        (
            entry("homing", rolls=thrown(("heat-seeking", 2)), strays=False, target="b1"),
            "The rocket of c1 strays on 1: rolls 2, it goes for b1",
        ),
        (
            entry("berserk", rolls=thrown(("berserk", 2)), switches=True),
            "The target system of c1 switches to another car on 1 to 2: rolls 2, it does",
        ),
        (
            entry("berserk", rolls=thrown(("berserk", 3)), switches=False),
            "The target system of c1 switches to another car on 1 to 2: rolls 3, it does not",
        ),
        (
            entry("trigger", rolls=thrown(("bomb triggered", 2)), exploded=True),
            "ada in c1 triggers a bomb, and it goes off at once on 1 to 2: rolls 2, it does",
        ),
        (
            entry("trigger", rolls=thrown(("bomb triggered", 3)), exploded=False),
            "ada in c1 triggers a bomb, and it goes off at once on 1 to 2: rolls 3, it drops",
        ),
        (
            entry("engine", rolls=thrown(("engine", 4)), effect="tank"),
            "The tank of c1 is hit: rolls 4",
        ),
        (
            entry("leak", rolls=thrown(("fuel lost, d3", 3)), points=2),
            "The tank of c1 leaks: rolls 3, a 2 on a d3",
        ),
        (
            entry("sealing", rolls=thrown(("self-sealing", 5), ("self-sealing", 4)), points=2, lost=1),
            "The self-sealing tank of c1 keeps a point on 5 or more: rolls 5 and 4, 1 fuel point lost",
        ),
        (
            entry("weapon_hit", rolls=thrown(("weapon hit", 2), sides=3), mount="spine"),
            "The weapon in the spine of c1 is hit: rolls 2 of 3",
        ),
        (
            entry("crew_hit", rolls=thrown(("crew hit", 1), sides=2)),
            "ada in c1 is hit: rolls 1 of 2",
        ),
        (
            entry(
                "damage",
                rolls=thrown(("penetration", 6), ("damage, d3", 4)),
                before={"damage": 0},
                after={"damage": 2},
                points=2,
                quadrant="left",
                cause="shot",
                face=6,
                pen=3,
                armor=4,
            ),
            (
                "c1 takes 2 damage on the left (shot): rolls 6 + PEN 3 = 9 against armor 4, damage from 0 to 2 "
                "(rolls 4, a 2 on a d3)"
            ),
        ),
        (entry("damage", points=2, quadrant="", cause="mine"), "c1 takes 2 damage on the body (mine)"),
        (
            entry("damage", before={"damage": 2}, after={"damage": 2}, points=0, quadrant="left", cause="shot"),
            "c1 takes 0 damage on the left (shot)",
        ),
        (
            entry("fuel", rolls=thrown(("fuel lost", 2)), before={"fuel": 0}, after={"fuel": 0}, why="tank"),
            "c1 loses no fuel (its tank is hit) (rolls: fuel lost 2)",
        ),
        (
            entry(
                "ammunition",
                rolls=thrown(("ammunition lost", 4)),
                before={"ammunition": 0},
                after={"ammunition": 0},
                mount="spine",
            ),
            "The weapon in the spine of c1 loses ammunition: rolls 4, none is left",
        ),
        (
            entry("match_result", car="", points={"rivets": 3, "cinders": 18, "magpies": 58, "hounds": 18}),
            "The match is over: magpies 58, cinders 18, hounds 18, rivets 3",
        ),
        (
            entry("tire", before={"tire_damage": 0}, after={"tire_damage": 1}, why="major_skid"),
            "Tires of c1 (skidding), tire damage from 0 to 1",
        ),
        (
            entry("tire", before={"tire_damage": 0}, after={"tire_damage": 1}, why="minor_skid"),
            "Tires of c1 (minor skid), tire damage from 0 to 1",
        ),
        (
            entry(
                "damage",
                rolls=thrown(("penetration", 1)),
                outcome="grazed",
                face=1,
                quadrant="rear",
                cause="shot",
                pen=1,
                armor=2,
            ),
            "The hit on c1 on the rear (shot) only grazes: rolls 1 + PEN 1 = 2 against armor 2",
        ),
        (entry("damage", item="plate", outcome="ignored"), "plate of c1 takes the hit and is gone"),
        (
            entry("critical", rolls=thrown(("critical", 4)), before={"criticals": 0}, face=4, total=4, row="weapon"),
            "c1 takes a critical: rolls 4: a weapon",
        ),
        (
            entry("critical", rolls=thrown(("critical", 6)), before={"criticals": 2}, face=6, total=6, row="body"),
            "c1 takes a critical: rolls 6 + 2 earlier = 8, at most 6: the body",
        ),
        (
            entry("collision", type="t_bone", target="b1", speed=4),
            "c1 crashes into the side of b1, collision speed 4",
        ),
        (
            entry(
                "collision",
                rolls=thrown(
                    ("collision: t_bone", 5), ("collision: t_bone, pro re-roll", 2), ("collision: t_bone", 4)
                ),
                type="t_bone",
                target="b1",
                speed=4,
                needed=[2, 1],
                passed=[True, False],
                checked=[True, True],
            ),
            (
                "c1 crashes into the side of b1, collision speed 4; driving check of c1: needs 2, rolls 5, "
                "then 2 (pro re-roll), passes; driving check of b1: needs 1, rolls 4, fails"
            ),
        ),
        (
            entry(
                "collision",
                rolls=thrown(("collision: head_on", 4)),
                type="head_on",
                target="b1",
                speed=9,
                needed=[0, 2],
                passed=[False, False],
                checked=[False, True],
            ),
            "c1 crashes head on into b1, collision speed 9; driving check of b1: needs 2, rolls 4, fails",
        ),
        (
            entry("speed_lost", rolls=thrown(("speed lost, d3", 6)), lost=3),
            "c1 loses speed head on: rolls 6, a 3 on a d3",
        ),
        (entry("collision", type="t_bone", target="wall", speed=4), "c1 crashes into the wall, collision speed 4"),
        (
            entry("hazard", rolls=thrown(("road hazard", 5)), hazard="road", rating=1, needed=2, passed=False),
            "ada in c1 is on bad ground, hazard 1: needs 2, rolls 5, fails",
        ),
        (
            entry("hazard", hazard="hit", rating=0, needed=0, passed=False),
            "ada in c1 checks after a hit on the car: nobody to check, fails",
        ),
        (
            entry(
                "hazard",
                rolls=thrown(("overloaded suspension", 5)),
                hazard="suspension",
                rating=1,
                needed=6,
                broke=True,
            ),
            "The overloaded suspension of c1: rolls 5, hazard 1, breaks from 6 together, breaks",
        ),
        (
            entry("loc_check", rolls=thrown(("keep control", 3)), needed=3, passed=True),
            "ada in c1 must keep control: needs 3, rolls 3, passes",
        ),
        (
            entry("loc_roll", rolls=thrown(("loss of control", 5)), speed=7, below=0, driving=3, total=9),
            "ada in c1 has lost control: rolls 5 + speed 7 - driving 3 = 9 on the table",
        ),
        (
            entry("loc_roll", rolls=thrown(("loss of control", 5)), speed=7, below=2, driving=3, total=11),
            "ada in c1 has lost control: rolls 5 + speed 7 + 2 below -1 - driving 3 = 11 on the table",
        ),
        (
            entry("loc_side", rolls=thrown(("side of the loss of control", 3)), side=1),
            "The side c1 breaks away to: rolls 3, right",
        ),
        (
            entry("loc_side", rolls=thrown(("side of the loss of control", 2)), side=-1),
            "The side c1 breaks away to: rolls 2, left",
        ),
        (entry("loc_result", after={"control": "spin", "way": 1}), "c1 spins to the right"),
        (
            entry("loc_result", rolled="fishtail", stays="spin"),
            "c1 still spins, which is as bad or worse",
        ),
        (
            entry("recovery", rolls=thrown(("recovery", 2)), needed=3, passed=True, **SKID),
            "ada in c1 tries to recover: needs 3, rolls 2, is under control again",
        ),
        (
            entry("recovery", rolls=thrown(("recovery", 4)), needed=3, passed=False, **SKIDS_ON),
            "ada in c1 tries to recover: needs 3, rolls 4, still skids badly",
        ),
        (entry("recovery", **SKID), "c1 is under control again"),
        (
            entry("landing", rolls=thrown(("landing", 4)), on_wheels=False),
            "c1 stops rolling: needs 3, rolls 4, does not land on its wheels",
        ),
        (
            entry(
                "speed",
                rolls=thrown(("acceleration", 3)),
                before={"speed": 2},
                after={"speed": 3},
                needed=5,
                passed=1,
            ),
            "c1 speeds up at 2: needs 5, rolls 3, now 3",
        ),
        (
            entry("speed", before={"speed": 5}, after={"speed": 3}, why="rollover"),
            "c1 slows from 5 to 3 (rolling over)",
        ),
        (
            entry("brake_check", rolls=thrown(("braking", 5)), needed=3, passed=False),
            "ada in c1 brakes harder: needs 3, rolls 5, fails",
        ),
        (
            entry(
                "fuel",
                rolls=thrown(("engine", 5), ("fuel lost", 3)),
                before={"fuel": 8},
                after={"fuel": 6},
                why="tank",
            ),
            "Fuel of c1 goes from 8 to 6 (its tank is hit) (rolls: engine 5, fuel lost 3)",
        ),
        (
            entry(
                "ammunition",
                rolls=thrown(("ammunition lost", 4)),
                before={"ammunition": 5},
                after={"ammunition": 1},
                mount="spine",
            ),
            "The weapon in the spine of c1 loses ammunition: rolls 4, ammunition from 5 to 1",
        ),
        (entry("armor", before={"left": 3}, after={"left": 2}), "Armor of c1 on the left goes from 3 to 2"),
        (entry("armor", before={"left": 0}, after={"left": 0}), "c1 has no armor left to lose on the left"),
        (
            entry("armor", rolls=thrown(("blast panels", 1)), item="panels", face=1, ruined=True),
            "panels of c1: rolls 1, ruined",
        ),
        (
            entry(
                "wound",
                rolls=thrown(("toughness", 3)),
                before={"wounds": 0},
                after={"wounds": 1},
                needed=3,
                passed=True,
            ),
            "ada in c1 is wounded, wounds from 0 to 1: toughness, needs 3, rolls 3, passes",
        ),
        (
            entry("ooa", rolls=thrown(("toughness", 6)), needed=3, passed=False),
            "ada in c1 is out of action: toughness, needs 3, rolls 6, fails",
        ),
        (entry("ooa", rule="DM-M-108"), "ada in c1 is out of action, wounded too often"),
        (
            entry(
                "survived",
                rolls=thrown(("destroyed vehicle", 6), ("destroyed vehicle, fireproof suit", 2)),
                needed=3,
                passed=True,
                saves=["fireproof suit"],
            ),
            "ada in c1 gets out of the wreck alive: toughness, needs 3, rolls 6, then 2 (fireproof suit), passes",
        ),
        (
            entry("injury", rolls=thrown(("toughness", 2)), needed=3, passed=True, ornery=True),
            "ada in c1 shrugs it off: toughness, needs 3, rolls 2, passes, Ornery for once",
        ),
        (
            entry("seat", rolls=thrown(("armored seat", 4)), saved=True),
            "ada in c1: the armored seat needs 4 or more, rolls 4, saves them",
        ),
        (entry("stop", after={"status": "wreck"}), "c1 comes to rest, a wreck"),
        (
            entry("status_roll", rolls=thrown(("Stupid", 6)), dazed=True),
            "ada in c1 forgets what they are about: rolls 6",
        ),
        (
            entry("status_roll", rolls=thrown(("Unhinged", 6)), fires=True),
            "ada in c1 fires at whoever is nearest: rolls 6",
        ),
        (entry("status_roll", rolls=thrown(("Stupid", 2)), dazed=False), "ada in c1: Stupid on 6, rolls 2"),
        (
            entry(
                "tire",
                rolls=thrown(("tires: shot", 6)),
                before={"tire_damage": 1},
                after={"tire_damage": 3},
                bonus=2,
                why="shot",
            ),
            "Tires of c1 (shot): rolls 6 + 2, tire damage from 1 to 3",
        ),
        (
            entry(
                "tire",
                rolls=thrown(("tires: shot", 2)),
                before={"tire_damage": 1},
                after={"tire_damage": 1},
                bonus=-1,
                why="shot",
            ),
            "Tires of c1 (shot): rolls 2 - 1, they hold",
        ),
        (
            entry("handling", before={"handling": 2}, after={"handling": -5, "broken": True}),
            "The suspension of c1 breaks, handling from 2 to -5",
        ),
        (
            entry(
                "damage",
                rolls=thrown(("collision: penetration", 1)),
                outcome="deflected",
                face=1,
                quadrant="front",
                cause="collision",
                pen=0,
                armor=3,
                points=0,
            ),
            "The hit on c1 on the front (collision) is deflected: rolls 1 + PEN 0 = 1 against armor 3",
        ),
        (
            entry("loc_check", rolls=thrown(("keep control", 2)), needed=-4, passed=False),
            "ada in c1 must keep control: needs -4, lower than any face, rolls 2, fails",
        ),
        (entry("friendly", kill=False), "ada has hit c1 of their own side"),
        (entry("friendly", kill=True), "ada has destroyed c1 of their own side"),
        (entry("destroyed"), "c1 is destroyed by ada"),
        (entry("destroyed", crew=""), "c1 is destroyed"),
        (entry("score", points=1), "ada scores 1 point for their team"),
        (entry("score", rule="DM-M-137", points=5), "ada brings a flag in with c1: 5 points for their team"),
        (entry("flag_taken", flag="flag"), "c1 takes the flag"),
        (entry("flag_taken", flag="flag.saints"), "c1 takes the flag of saints"),
        (entry("flag_dropped", flag="flag"), "c1 drops the flag"),
        (entry("flag_returned", flag="flag"), "The flag is back home"),
        (entry("flag_returned", flag="flag.Saints"), "The flag of Saints is back home"),
        (
            entry("unfinished", place=5, points=2, laps=2, of=3),
            "c1 is still racing after 2 of 3 laps: place 5, 2 points",
        ),
        (entry("unfinished", place=0, points=0, laps=1, of=3), "c1 is out after 1 of 3 laps: no place"),
        (entry("kills", team="saints", kills=2, points=4), "saints has destroyed 2 enemy cars: 4 points"),
        (
            entry("still_driving", team="saints", cars=["c1", "c2"], points=2),
            "c1 and c2 can still drive: 2 points for saints",
        ),
        (entry("heat_end", points={"red": 1, "blue": 3}), "Heat 1 is over: blue 3, red 1"),
        *(
            (entry("heat_end", points={"red": 1}, why=why), f"Heat 1 is over after turn 3, {said}: red 1")
            for why, said in (
                (EndReason.LIMIT, "the turn limit"),
                (EndReason.WINNER, "6 turns after the winner finished"),
                (EndReason.NOBODY_GOES_ON, "because every car is home or cannot go on"),
                (EndReason.ONE_TEAM, "because no two teams have cars left"),
                (EndReason.NO_GAIN, "because nobody can gain any more"),
                (EndReason.QUIET, "because nobody did anything for 5 turns"),
            )
        ),
        (
            entry("match_result", points={"red": 17, "blue": 0}, penalties={"red": 4}),
            "The match is over: red 17, blue 0 (less penalties: red 4)",
        ),
        (
            entry("handling", before={"handling": 2}, after={"handling": 1}, why="road"),
            "Handling of c1 goes from 2 to 1 (bad ground)",
        ),
        (entry("veer", rolls=thrown(("veer", 2)), step="TL"), "c1 has nobody in control: rolls 2, left"),
        (
            entry("bomb", rolls=thrown(("bomb shaken", 5)), face=5, exploded=False),
            "A bomb of c1 is shaken and does not go off: needs 2, rolls 5",
        ),
        (
            entry("weapon", rolls=thrown(("overheating", 4)), after={"out": False}, mount="m1", result="destroyed"),
            "m1 of c1 overheats: rolls 4, destroyed",
        ),
        (entry("move", rolls=thrown(("side of the collision", 6))), "c1 (rolls: side of the collision 6)"),
        (entry("order_lapsed", order="fire", why="Out of arc."), "An order of c1 (fire) lapses: Out of arc."),
        (
            entry("substitution", before={"driver": "bob"}, after={"driver": "ada"}),
            "ada takes the wheel of c1 for bob",
        ),
        (
            entry(
                "repair",
                rolls=thrown(("repair of c1, clear", 5)),
                job="clear",
                subject="m1",
                needed=3,
                passed=False,
                lapsed="",
            ),
            "Repair of c1: clear m1, needs 3, rolls 5, in vain",
        ),
        (
            entry("repair", job="clear", subject="m1", needed=0, passed=True, lapsed=""),
            "Repair of c1: clear m1, done",
        ),
        (
            entry(
                "pit", rolls=thrown(("pit check of c1, clear", 2)), job="clear", subject="m1", needed=2, passed=True
            ),
            "c1 in the pit: clear m1: needs 2, rolls 2, done",
        ),
        (
            entry("pit", before={"fuel": 1}, after={"fuel": 5}, job="refuel", passed=True),
            "c1 in the pit: refuel, fuel from 1 to 5",
        ),
    ],
)
def test_an_entry_is_told_with_what_was_needed_and_rolled_and_its_rule(told_of: LogEntry, said: str) -> None:
    assert narrate_entry(told_of, weapon="machinegun") == f"{said} [{told_of.rule}]"


@pytest.mark.parametrize(
    "kept",
    [
        entry("turn_end", digest="00"),
        entry("mp", after={"quota": [1, 1, 1]}),
        entry("status_roll", face=2, dazed=False),
        entry("tire", before={"tire_damage": 1}, after={"tire_damage": 1}),
        entry("recovery", before={"control": "spin"}, after={"control": "spin"}),
        entry("handling", after={"handling": 1}),
        entry("fuel", before={"fuel": 3}, after={"fuel": 2}, why="burned"),
        entry("fire", weapon="railgun", target="b1", burst=False),
        entry("bomb", exploded=False, face=5),
    ],
)
def test_what_only_keeps_the_books_is_not_told(kept: LogEntry) -> None:
    assert narrate_entry(kept) == ""


@pytest.mark.rule("DM-M-049")
@pytest.mark.parametrize(
    ("before", "after", "way"), [(0, 1, "right"), (5, 0, "right"), (0, 5, "left"), (3, 2, "left")]
)
def test_a_turn_on_the_spot_is_told_and_one_on_the_way_is_not(before: int, after: int, way: str) -> None:
    turn = {"before": {"facing": before}, "after": {"facing": after}}
    at_rest = entry("turn", rule="DM-M-049", **turn)
    assert narrate_entry(at_rest) == f"c1 turns on the spot to the {way} [DM-M-049]"
    assert narrate_entry(entry("turn", rule="DM-M-055", **turn)) == ""
