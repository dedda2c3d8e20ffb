"""The three worked examples of a round, with their exact figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.rhad import engine
from rules.rhad.match.orders import Attack, PhaseOrder, SpeedOrder
from tests.rules.rhad.boards import PLAIN, SKID, TIRES, Board, Car

ROCKET = replace(PLAIN.weapons[0], name="Rocket", damage="2d", to_hit=2)


def round_of(mph: int, *, accessories: tuple[str, ...] = (), hit: bool, crash: list[int]) -> Board:
    """A round at that speed with one steep drift and, with `hit`, a rocket hit of 7 points from behind."""
    design = replace(PLAIN, accessories=accessories, tires=TIRES)
    shooter = replace(PLAIN, weapons=(ROCKET,))
    play = Board(
        Car("a", at=(-8, 0), design=design),
        Car("b", at=(-12, 0), design=shooter),
        switches={"rhad.duel_params": "free 4 each 4 rounds 30 start 125 mounts on"},
        by_path={"r1/p1/b": [6, 6, 3, 4], "r1/end/a": crash, "r1/end/b": []},
        orders={
            "a": [SpeedOrder(to=mph), PhaseOrder(maneuvers=("steep_drift_left",))],
            "b": [PhaseOrder(attacks=(Attack(weapon=0, target="a"),))] if hit else [],
        },
        begun=False,
    )
    play.car().speed = mph
    play.car("b").speed = 0
    while play.state.moment.turn < 2:
        if play.state.moment.turn == 1 and play.state.moment.step == "round_start":
            break
        engine.step(play)
    return play


@pytest.mark.rule("RH-030", "RH-031", "RH-033", "RH-034", "RH-036", "RH-037", "RH-041")
def test_a_steep_drift_at_55_mph_is_forgotten_by_the_next_round() -> None:
    play = round_of(55, hit=False, crash=[])
    (check,) = play.entries_of("check", "a")
    assert (check.before, check.after, check.more["controlled"]) == ({"hc": 1}, {"hc": 2}, True)
    (recovery,) = play.entries_of("recovery", "a")
    assert (recovery.before, recovery.after) == ({"hc": 2}, {"hc": 4})


@pytest.mark.rule("RH-031", "RH-032", "RH-036", "RH-037", "RH-042", "RH-050", "RH-053", "RH-054")
def test_a_drift_and_a_hit_at_125_mph_are_a_severe_skid() -> None:
    play = round_of(125, hit=True, crash=[4])
    assert [entry.more["d"] for entry in play.entries_of("handling", "a")] == [3, 2]
    (check,) = play.entries_of("check", "a")
    assert (check.before, check.after) == ({"hc": -1}, {"hc": -2})
    (crash,) = play.entries_of("crash", "a")
    assert (crash.more["table"], crash.more["face"], crash.more["result"]) == ("ct1", 4, "severe_skid")
    sheet = play.car()
    assert (sheet.tires, sheet.owed, sheet.pending, sheet.rolls_left) == ([5, 5, 5, 5], 20, SKID, 3)
    assert sheet.hc == 2


@pytest.mark.rule("RH-035", "RH-037", "RH-043", "RH-053", "RH-055", "RH-060")
def test_a_spoiler_makes_it_a_minor_skid_of_two_tires() -> None:
    play = round_of(125, accessories=("spoiler",), hit=True, crash=[4])
    (check,) = play.entries_of("check", "a")
    assert (check.before, check.after, check.more["bonus"]) == ({"hc": -1}, {"hc": 0}, 2)
    (crash,) = play.entries_of("crash", "a")
    assert crash.more["result"] == "minor_skid_two"
    assert (play.car().tires, play.car().hc) == ([7, 7, 8, 8], 4)
