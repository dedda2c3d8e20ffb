"""What may not happen in a match of Dethmatch, what its watcher counts, and the frames of a match."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from rules.dethmatch.match.state import NOWHERE, CarStatus, Control, Flag
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.first_autopilot_boards import circuit, on_circuit
from tools.frames import RACE_MOMENTS, draw_match_strip
from tools.sanity.dethmatch_watcher import BACKWARD, FRIENDLY, STILL, DethmatchWatcher


def watched(play: Board) -> DethmatchWatcher:
    """A watcher of that match from now on."""
    watcher = DethmatchWatcher()
    play.watch = watcher
    return watcher


def test_a_shot_at_a_team_mate_is_named_and_one_at_an_enemy_is_not() -> None:
    play = Board(Car("a", team="t1"), Car("b", at=(2, 0), team="t1"), Car("c", at=(4, 0), team="t2"))
    watcher = watched(play)
    play.note("fire", "DM-M-093", play.state.cars["a"], target="c")
    assert watcher.faults == {}
    play.note("fire", "DM-M-093", play.state.cars["a"], target="b")
    assert watcher.faults == {FRIENDLY: ["heat 1, turn 1, a"]}


def test_a_car_that_stands_five_turns_is_named_once_unless_it_has_a_cause() -> None:
    play = Board(Car("a"), Car("b", at=(2, 0), broken=True), Car("c", at=(4, 0)))
    watcher = watched(play)
    play.state.crew["c.driver"].out = True
    for turn in range(1, 9):
        play.state.moment.turn = turn
        play.note("turn_end", "DM-M-041")
        assert watcher.faults == ({} if turn < 6 else {STILL: ["heat 1, turn 6, a"]})


@pytest.mark.rule("DM-M-049")
def test_a_car_that_fires_where_it_stands_has_a_cause() -> None:
    play = Board(Car("a", team="t1"), Car("b", at=(2, 0), team="t2"))
    watcher = watched(play)
    for turn in range(1, 9):
        play.state.moment.turn = turn
        play.note("fire", "DM-M-093", play.state.cars["a"], target="b")
        play.note("turn_end", "DM-M-041")
    assert watcher.faults == {STILL: ["heat 1, turn 6, b"]}


@pytest.mark.rule("DM-M-137")
@pytest.mark.parametrize(("away", "named"), [(2, False), (3, True)])
def test_a_car_that_waits_where_a_flag_comes_back_has_a_cause(away: int, *, named: bool) -> None:
    play = Board(Car("a", at=(away, 0)), event="flags")
    play.state.flags = [Flag(id="flag", team="", home=play.hex_at((0, 0)), at=NOWHERE, carrier="")]
    play.plans["a"] = "wait"
    watcher = watched(play)
    for turn in range(1, 9):
        play.state.moment.turn = turn
        play.note("turn_end", "DM-M-041")
    assert (STILL in watcher.faults) is named


@pytest.mark.parametrize(("driven", "named"), [(2, False), (-1, False), (-2, True)])
def test_a_car_that_drives_back_along_the_guide_line_is_named(driven: int, *, named: bool) -> None:
    track = circuit()
    play = on_circuit(track, track.column_and_row(track.guide[6]), speed=3)
    watcher = watched(play)
    play.note("turn_end", "DM-M-041")
    play.state.cars["car"].at = track.guide[6 + driven]
    play.note("turn_end", "DM-M-041")
    assert (BACKWARD in watcher.faults) is named


def test_a_car_that_was_pushed_back_is_not_named() -> None:
    track = circuit()
    play = on_circuit(track, track.column_and_row(track.guide[6]), speed=3)
    watcher = watched(play)
    play.note("turn_end", "DM-M-041")
    play.note("turn", "DM-M-087", play.state.cars["car"], forced=True)
    play.state.cars["car"].at = track.guide[3]
    play.note("turn_end", "DM-M-041")
    assert watcher.faults == {}


@pytest.mark.parametrize(
    ("speed", "facing", "turns"),
    [
        (3, 3, ()),  # no faster than when it was turned around
        (4, 3, (3,)),
        (3, 0, (4,)),  # after turning back it may not
    ],
)
def test_a_car_that_was_turned_about_may_roll_back_but_not_drive(
    speed: int, facing: int, turns: tuple[int, ...]
) -> None:
    track = circuit()
    play = on_circuit(track, track.column_and_row(track.guide[9]), speed=3)
    car, watcher = play.state.cars["car"], watched(play)
    onward = track.guide_facing[6]
    positions = [(9, 0, 3), (8, 3, 3), (6, facing, speed), (4, 3, speed)]  # guide index, facing off the guide, speed
    for turn, (place, off, fast) in enumerate(positions, start=1):
        play.state.moment.turn = turn
        if turn == 2:
            play.note("turn", "DM-M-087", car, forced=True)
        car.at, car.facing, car.speed = track.guide[place], (onward + off) % 6, fast
        play.note("turn_end", "DM-M-041")
    assert watcher.faults.get(BACKWARD, []) == [f"heat 1, turn {turn}, car" for turn in turns]


def test_a_wreck_that_rolls_back_is_not_named() -> None:
    track = circuit()
    play = on_circuit(track, track.column_and_row(track.guide[6]), speed=3)
    watcher = watched(play)
    play.note("turn_end", "DM-M-041")
    play.state.cars["car"].at, play.state.cars["car"].status = track.guide[3], CarStatus.DESTROYED
    play.note("turn_end", "DM-M-041")
    assert watcher.faults == {}


@pytest.mark.parametrize(
    ("sheet", "fate"),
    [
        ({"status": CarStatus.FINISHED}, "finished"),
        ({"status": CarStatus.WRECK}, "destroyed"),
        ({"status": CarStatus.DESTROYED, "speed": 3}, "destroyed"),
        ({"driver": ""}, "undriven"),
        ({"broken": True, "speed": 3}, "stuck"),
        ({"speed": 0}, "stuck"),
        ({"speed": 1, "fuel": 0}, "dry"),
        ({"speed": 1, "fuel": 1}, "late"),
    ],
)
def test_what_kept_a_car_from_the_end_is_told(sheet: dict[str, object], fate: str) -> None:
    track = circuit()
    play = on_circuit(track, track.column_and_row(track.guide[6]))
    watcher = watched(play)
    for name, value in sheet.items():
        setattr(play.state.cars["car"], name, value)
    play.note("heat_end", "DM-M-136")
    assert watcher.seen == {f"fate_{fate}": 1}


def test_collisions_of_cars_under_control_are_counted_apart() -> None:
    play = Board(Car("a"), Car("b", at=(2, 0), control=Control.MAJOR_SKID))
    watcher = watched(play)
    for id in ("a", "b"):
        play.note("collision", "DM-M-082", play.state.cars[id], target="wall")
    assert watcher.seen["collision_under_control"] == 1


def test_a_car_that_tries_to_get_going_and_fails_does_not_stand_for_nothing() -> None:
    play = Board(Car("a"))
    watcher = watched(play)
    for turn in range(1, 20):
        play.state.moment.turn = turn
        if turn % 4 == 0:
            play.note("speed", "DM-M-044", play.state.cars["a"], before={"speed": 0}, after={"speed": 0})
        play.note("turn_end", "DM-M-041")
    assert watcher.faults == {}


def test_a_race_is_drawn_in_six_frames() -> None:
    strip = draw_match_strip("lap_race", "foundry_row", RACE_MOMENTS, seed=4, title="A race")
    assert ET.fromstring(strip).tag.endswith("svg")  # noqa: S314 - our own drawing
    assert strip.count("turn ") == len(RACE_MOMENTS)
