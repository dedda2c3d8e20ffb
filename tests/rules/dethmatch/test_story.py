"""The story of a match and its box score, out of its log."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.dethmatch.box_score import box_score, table
from rules.dethmatch.exhibition import exhibit, exhibit_again
from rules.dethmatch.log import LogEntry
from rules.dethmatch.sayings import SAYINGS
from rules.dethmatch.setup_faults import MatchImpossible
from rules.dethmatch.story import line, told
from rules.refusal import Malformed
from rules.ruleset import LogContradicted, OtherEdition
from tests.rules.dethmatch.matches import match
from tests.rules.dethmatch.test_match_file import EXAMPLES

DUEL = next(file for file in EXAMPLES if file.name == "street-duel.json").read_bytes()


def entry(kind: str, *, car: str = "c1", crew: str = "ada", rule: str = "DM-M-001", **parts: Any) -> LogEntry:
    before, after = parts.pop("before", {}), parts.pop("after", {})
    return LogEntry(1, 1, 3, 2, car, crew, kind, rule, (), before, after, parts)


@pytest.mark.parametrize(
    ("told_of", "said"),
    [
        (entry("lap", after={"laps": 2}), "c1 completes lap 2"),
        (entry("hit", target="b1", needed=4, face=2), "ada in c1 fires the machinegun at b1: needs 4, rolls 2, hits"),
        (
            entry("miss", target="b1", needed=0, face=6),
            "ada in c1 fires the machinegun at b1: needs 0, rolls 6, misses",
        ),
        (entry("damage", points=2, quadrant="left", cause="shot"), "c1 takes 2 damage on the left (shot)"),
        (entry("damage", outcome="grazed", quadrant="rear", cause="shot"), "c1: grazed on the rear (shot)"),
        (entry("damage", item="plate", outcome="ignored"), "plate of c1 takes the hit and is gone"),
        (
            entry("collision", type="t_bone", target="b1", speed=4),
            "c1 crashes into the side of b1, collision speed 4",
        ),
        (entry("collision", type="t_bone", target="wall", speed=4), "c1 crashes into the wall, collision speed 4"),
        (entry("loc_result", after={"control": "spin"}), "c1 spins"),
        (entry("stop", after={"status": "wreck"}), "c1 comes to rest, a wreck"),
        (entry("status_roll", face=6, dazed=True), "ada in c1 forgets what he is about"),
        (entry("status_roll", face=6, fires=True), "ada in c1 fires at whoever is nearest"),
        (entry("tire", before={"tire_damage": 1}, after={"tire_damage": 3}), "c1 has 2 more tire damage, 3 in all"),
        (entry("handling", after={"handling": -5, "broken": True}), "The suspension of c1 breaks"),
        (
            entry("substitution", before={"driver": "bob"}, after={"driver": "ada"}),
            "ada takes the wheel of c1 for bob",
        ),
        (entry("repair", job="clear", subject="m1", passed=False, lapsed=""), "Repair of c1: clear m1, in vain"),
        (entry("pit", job="refuel", passed=True), "c1 in the pit: refuel"),
    ],
)
def test_an_entry_is_told_with_its_rule(told_of: LogEntry, said: str) -> None:
    assert line(told_of, weapon="machinegun") == f"{said} [DM-M-001]"


@pytest.mark.parametrize(
    "kept",
    [
        entry("turn_end", digest="00"),
        entry("mp", after={"quota": [1, 1, 1]}),
        entry("status_roll", face=2, dazed=False),
        entry("tire", before={"tire_damage": 1}, after={"tire_damage": 1}),
        entry("recovery", before={"control": "spin"}, after={"control": "spin"}),
        entry("handling", after={"handling": 1}),
        entry("bomb", exploded=False, face=5),
    ],
)
def test_what_only_keeps_the_books_is_not_told(kept: LogEntry) -> None:
    assert line(kept) == ""


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_is_played_told_and_played_again_the_same(file: Any) -> None:
    shown = exhibit(file.read_bytes(), secret=b"abc")
    assert shown == exhibit_again(shown.log)
    assert shown.match == file.stem
    assert shown.story[0].startswith("Heat 1 of ")
    assert shown.story[-1].startswith("The match is over: ")


def test_the_same_secret_gives_the_same_bytes_and_another_another_match() -> None:
    assert exhibit(DUEL, secret=b"abc") == exhibit(DUEL, secret=b"abc")
    assert exhibit(DUEL, secret=b"abc").log != exhibit(DUEL, secret=b"abd").log


def test_a_log_that_was_changed_is_seen() -> None:
    log = exhibit(DUEL, secret=b"abc").log
    with pytest.raises(LogContradicted, match="comes out otherwise"):
        exhibit_again(log.replace(b'"digests":[[1,1,"', b'"digests":[[1,1,"0', 1))
    with pytest.raises(Malformed):
        exhibit_again(b"{}")
    with pytest.raises(MatchImpossible, match="There is no event 'chess'"):
        exhibit_again(log.replace(b'"event":"lap_race"', b'"event":"chess"'))
    with pytest.raises(OtherEdition, match="played by edition 77"):
        exhibit_again(json.dumps(json.loads(log) | {"edition": 77}).encode())


def test_the_turns_are_headed_by_the_cars_that_move() -> None:
    story = exhibit(DUEL, secret=b"abc").story
    headings = [each for each in story if each.startswith("Turn ")]
    assert headings[0].startswith("Turn 1 of heat 1")
    assert len(headings) == len(set(headings))


def test_the_tables_hold_every_team_car_and_competitor() -> None:
    lines = box_score(match())
    assert [each.split()[0] for each in lines if each and not each.startswith("-")] == [
        "rank", "1", "1", "car", "c1", "b1", "competitor", "ada", "bob",
    ]  # fmt: skip


def test_figures_stand_to_the_right_and_words_to_the_left() -> None:
    assert table(("team", "points"), [("red", 7), ("blue", 12)]) == [
        "team  points",
        "----  ------",
        "red        7",
        "blue      12",
    ]


def test_a_match_that_has_not_begun_has_no_story() -> None:
    assert told(match()) == []
    assert set(SAYINGS) >= {"heat_start", "hit", "miss", "critical", "destroyed", "ooa", "score", "finish", "flagged"}
