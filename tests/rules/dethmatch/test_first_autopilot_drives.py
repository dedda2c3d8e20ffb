"""Whole heats on the autopilot: it completes every circuit, keeps moving, and shoots only at enemies."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.dethmatch.match.state import CarStatus
from tests.rules.dethmatch.first_autopilot_boards import played

CIRCUITS = ("anvil_oval", "foundry_row", "long_january", "slag_field")
LAPS = 3


@pytest.mark.rule("DM-M-141", "DM-M-142", "DM-M-143")
@pytest.mark.parametrize("track", CIRCUITS)
def test_a_car_alone_finishes_four_laps_in_five_on_every_circuit(track: str) -> None:
    races = [played("lap_race", track, [[design]], seed=seed) for design in ("mongrel", "hyena") for seed in range(3)]
    laps = sum(car.laps for play in races for car in play.state.cars.values())
    assert laps >= 0.8 * LAPS * len(races)


@pytest.mark.rule("DM-M-143", "DM-M-145")
@pytest.mark.parametrize("track", CIRCUITS)
def test_a_car_alone_is_under_way_every_turn_and_never_heads_back(track: str) -> None:
    play = played("lap_race", track, [["jackal"]], seed=7)
    lap = len(play.track.guide)
    hex_by_turn = {
        entry.turn: entry.after["at"] for entry in play.log.entries if entry.kind in {"move", "drift", "grid"}
    }
    along = [play.track.along[place] for _, place in sorted(hex_by_turn.items())]
    gained = [(later - earlier + lap // 2) % lap - lap // 2 for earlier, later in pairwise(along)]
    assert min(gained) >= 0
    turns = sorted(hex_by_turn)
    assert max(later - earlier for earlier, later in pairwise(turns)) < 5


@pytest.mark.rule("DM-M-144", "DM-M-146")
@pytest.mark.parametrize(("event", "track"), [("flags", "hammer_bowl"), ("last_car", "the_sump")])
def test_in_an_arena_everybody_fights_and_nobody_his_own(event: str, track: str) -> None:
    play = played(event, track, [["jackal", "anvil"], ["hyena", "bulwark"]], seed=3)
    fired = [entry for entry in play.log.entries if entry.kind == "fire"]
    cars = play.state.cars
    assert len({entry.car for entry in fired}) >= 3
    assert all(cars[entry.car].team != cars[entry.more["target"]].team for entry in fired)


@pytest.mark.rule("DM-M-146")
def test_flags_are_brought_in() -> None:
    brought = [
        entry
        for seed in range(4)
        for entry in played("flags", "hammer_bowl", [["mongrel"], ["jackal"]], seed=seed).log.entries
        if entry.kind == "score"
    ]
    assert brought


@pytest.mark.rule("DM-M-141")
def test_the_same_match_is_driven_the_same_twice() -> None:
    first, second = (played("flags", "hammer_bowl", [["mongrel"], ["hyena"]], seed=1) for _ in range(2))
    assert first.log.digests == second.log.digests
    assert all(car.status in set(CarStatus) for car in first.state.cars.values())
