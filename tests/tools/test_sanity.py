"""Statistics over hundreds of matches: the problems they find, comparing pairs, the page, and the frames."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rules.dethmatch.match.state import NOWHERE, CarStatus, Control
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.first_autopilot_boards import circuit, on_circuit
from tools.frames import RACE_MOMENTS, draw_match_strip
from tools.sanity.__main__ import main
from tools.sanity.dethmatch_page import DethmatchFindings
from tools.sanity.match_setups import race_setup
from tools.sanity.paired_comparison import OUR_TEAM, measure_laps, summarize_pairs
from tools.sanity.tally import MatchCounter, Tally


def counted(play: Board) -> Tally:
    """A tally that counts that match from now on."""
    tally = Tally()
    play.watch = MatchCounter(tally, "this match")
    return tally


def test_a_shot_at_a_team_mate_is_named_and_one_at_an_enemy_is_not() -> None:
    play = Board(Car("a", team="t1"), Car("b", at=(2, 0), team="t1"), Car("c", at=(4, 0), team="t2"))
    tally = counted(play)
    play.note("fire", "DM-M-093", play.state.cars["a"], target="c")
    assert tally.friendly == []
    play.note("fire", "DM-M-093", play.state.cars["a"], target="b")
    assert tally.friendly == ["this match, heat 1, turn 1, a"]


def test_a_car_that_stands_five_turns_is_named_once_unless_it_has_a_cause() -> None:
    play = Board(Car("a"), Car("b", at=(2, 0), broken=True), Car("c", at=(4, 0)))
    tally = counted(play)
    play.state.crew["c.driver"].out = True
    for turn in range(1, 9):
        play.state.moment.turn = turn
        play.note("turn_end", "DM-M-041")
        assert tally.still == ([] if turn < 6 else ["this match, heat 1, turn 6, a"])


@pytest.mark.parametrize(("driven", "named"), [(2, False), (-1, False), (-2, True)])
def test_a_car_that_drives_back_along_the_guide_line_is_named(driven: int, *, named: bool) -> None:
    track = circuit()
    play = on_circuit(track, track.column_and_row(track.guide[6]), speed=3)
    tally = counted(play)
    play.note("turn_end", "DM-M-041")
    play.state.cars["car"].at = track.guide[6 + driven]
    play.note("turn_end", "DM-M-041")
    assert bool(tally.backward) is named


def test_a_car_that_was_pushed_back_is_not_named() -> None:
    track = circuit()
    play = on_circuit(track, track.column_and_row(track.guide[6]), speed=3)
    tally = counted(play)
    play.note("turn_end", "DM-M-041")
    play.note("turn", "DM-M-087", play.state.cars["car"], forced=True)
    play.state.cars["car"].at = track.guide[3]
    play.note("turn_end", "DM-M-041")
    assert tally.backward == []


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
    car, tally = play.state.cars["car"], counted(play)
    onward = track.guide_facing[6]
    positions = [(9, 0, 3), (8, 3, 3), (6, facing, speed), (4, 3, speed)]  # guide index, facing off the guide, speed
    for turn, (place, off, fast) in enumerate(positions, start=1):
        play.state.moment.turn = turn
        if turn == 2:
            play.note("turn", "DM-M-087", car, forced=True)
        car.at, car.facing, car.speed = track.guide[place], (onward + off) % 6, fast
        play.note("turn_end", "DM-M-041")
    assert tally.backward == [f"this match, heat 1, turn {turn}, car" for turn in turns]


def test_a_wreck_that_rolls_back_is_not_named() -> None:
    track = circuit()
    play = on_circuit(track, track.column_and_row(track.guide[6]), speed=3)
    tally = counted(play)
    play.note("turn_end", "DM-M-041")
    play.state.cars["car"].at, play.state.cars["car"].status = track.guide[3], CarStatus.DESTROYED
    play.note("turn_end", "DM-M-041")
    assert tally.backward == []


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
    tally = counted(play)
    for name, value in sheet.items():
        setattr(play.state.cars["car"], name, value)
    play.note("heat_end", "DM-M-136")
    assert tally.fates == {fate: 1}


def test_collisions_of_cars_under_control_are_counted_apart() -> None:
    play = Board(Car("a"), Car("b", at=(2, 0), control=Control.MAJOR_SKID))
    tally = counted(play)
    for id in ("a", "b"):
        play.note("collision", "DM-M-082", play.state.cars[id], target="wall")
    assert (tally.seen["collision"], tally.seen["collision_under_control"]) == (2, 1)


def test_a_part_of_a_lap_counts_as_driven() -> None:
    track = circuit()
    play = on_circuit(track, track.column_and_row(track.guide[6]), team=OUR_TEAM, laps=1, checkpoint=1)
    play.state.moment.turn = 5
    assert measure_laps(play) == {"laps driven": 1.25, "laps driven in ten turns": 2.5}
    car = play.state.cars["car"]
    car.at, car.laps, car.finish = NOWHERE, 3, (4, 1, 0)
    assert measure_laps(play) == {"laps driven": 3, "laps driven in ten turns": 7.5}


def test_a_car_that_tries_to_get_going_and_fails_does_not_stand_for_nothing() -> None:
    play = Board(Car("a"))
    tally = counted(play)
    for turn in range(1, 20):
        play.state.moment.turn = turn
        if turn % 4 == 0:
            play.note("speed", "DM-M-044", play.state.cars["a"], before={"speed": 0}, after={"speed": 0})
        play.note("turn_end", "DM-M-041")
    assert tally.still == []


def test_pairs_are_compared_by_their_differences() -> None:
    compared = summarize_pairs("hits", [(3, 1), (5, 2), (4, 4)])
    assert (compared.pairs, compared.with_it) == (3, 4)
    assert compared.without == pytest.approx(7 / 3)
    assert compared.difference == pytest.approx(5 / 3)
    assert compared.error == pytest.approx((7 / 9) ** 0.5)
    assert compared.errors == pytest.approx(25**0.5 / 7**0.5)


def test_what_is_wrong_is_said_in_sentences() -> None:
    tally = Tally(matches=10, laps=20, still=["here"], friendly=["there", "and there"])
    small = summarize_pairs("hits", [(3, 1), (1, 3), (2, 1)])
    findings = DethmatchFindings(races={}, arenas={}, solos={"anvil_oval": tally}, pairs={"gunnery": [small]})
    assert findings.problems() == [
        "A car stood still five turns without cause 1 times: here.",
        "A car fired on its team-mate 2 times: there; and there.",
        "Alone on anvil_oval the autopilot finishes 67 % of its laps.",
        "Hits moved by +0.3 standard errors.",
    ]


@pytest.mark.long
def test_a_small_run_writes_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "sanity.md"
    arguments = ["--races", "4", "--arenas", "3", "--solos", "1", "--pairs", "2", "--page", str(page)]
    assert main(arguments) in {0, 1}
    text = page.read_text(encoding="utf-8")
    assert text in capsys.readouterr().out
    assert "| matches | 1 | 1 | 1 | 1 |" in text
    assert text.count("\n| ") > 40


def test_a_race_is_drawn_in_six_frames() -> None:
    strip = draw_match_strip(race_setup(4, "foundry_row"), RACE_MOMENTS, seed=4, title="A race")
    assert ET.fromstring(strip).tag.endswith("svg")  # noqa: S314 - our own drawing
    assert strip.count("turn ") == len(RACE_MOMENTS)
