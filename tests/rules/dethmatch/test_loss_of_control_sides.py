"""The side toward which a car loses control."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.dethmatch.driving.side_of_loss import remember_sway, side_of, side_of_collision
from rules.dethmatch.match.state import Control
from tests.rules.dethmatch.boards import Board, Car

LEFT, RIGHT = -1, 1
Events = Sequence[tuple[int, str, int]]


def side(control: str, events: Events, *, faces: Sequence[int] = (), opposite: bool = False) -> int:
    """The side in phase 2 of turn 3, after the given events. Their phases are counted from the start of the heat, so
    the present is phase 8.
    """
    play = Board(Car("a"), faces=faces, turn=3, switches={"dethmatch.rollover_opposite_turn": opposite})
    car = play.state.cars["a"]
    moment = play.state.moment
    for clock, event, to in events:
        moment.turn, moment.phase = (clock - 1) // 3 + 1, (clock - 1) % 3 + 1
        remember_sway(play, car, event, to)
    moment.turn, moment.phase = 3, 2
    return side_of(play, car, Control(control))


@pytest.mark.rule("DM-M-076")
@pytest.mark.parametrize("control", ["minor_skid", "fishtail", "major_skid"])
@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([(8, "drift", RIGHT)], RIGHT),
        ([(8, "turn", RIGHT)], LEFT),
        ([(8, "collision", RIGHT)], LEFT),
        ([(8, "drift", LEFT)], LEFT),
        ([(8, "turn", LEFT)], RIGHT),
        ([(8, "collision", LEFT)], RIGHT),
        ([(7, "drift", LEFT), (8, "turn", LEFT)], RIGHT),
        ([(7, "turn", LEFT), (8, "drift", LEFT)], LEFT),
        ([(8, "turn", RIGHT), (8, "collision", LEFT)], RIGHT),
        ([(8, "collision", LEFT), (8, "turn", RIGHT)], LEFT),
        ([(7, "drift", RIGHT)], RIGHT),
        ([(7, "drift", RIGHT), (8, "turn", LEFT), (8, "drift", LEFT)], LEFT),
    ],
)
def test_skids_and_fishtails_follow_what_came_last_this_turn(control: str, events: Events, expected: int) -> None:
    assert side(control, events) == expected


@pytest.mark.rule("DM-M-076")
@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([(8, "turn", RIGHT)], RIGHT),
        ([(8, "turn", LEFT)], LEFT),
        ([(8, "collision", RIGHT)], RIGHT),
        ([(8, "collision", LEFT)], LEFT),
        ([(8, "turn", LEFT), (8, "collision", RIGHT)], RIGHT),
        ([(8, "collision", RIGHT), (8, "turn", LEFT)], LEFT),
        ([(8, "turn", LEFT), (8, "drift", RIGHT)], LEFT),
    ],
)
def test_a_spin_goes_on_with_a_turn_or_toward_the_side_hit_this_phase(events: Events, expected: int) -> None:
    assert side("spin", events) == expected


@pytest.mark.rule("DM-M-076")
@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([(8, "turn", RIGHT)], RIGHT),
        ([(8, "drift", LEFT)], LEFT),
        ([(8, "turn", RIGHT), (8, "drift", LEFT)], LEFT),
        ([(8, "collision", RIGHT)], LEFT),
        ([(8, "collision", LEFT)], RIGHT),
        ([(8, "turn", RIGHT), (8, "collision", RIGHT)], RIGHT),
        ([(8, "collision", RIGHT), (8, "drift", RIGHT)], RIGHT),
        ([(7, "turn", RIGHT), (8, "collision", RIGHT)], LEFT),
    ],
)
def test_a_rollover_follows_the_last_maneuver_of_the_phase_and_else_goes_away_from_a_collision(
    events: Events, expected: int
) -> None:
    assert side("rollover", events) == expected


@pytest.mark.rule("DM-M-076")
@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([(8, "turn", RIGHT)], LEFT),
        ([(8, "drift", RIGHT)], RIGHT),
        ([(8, "collision", RIGHT)], LEFT),
        ([(8, "drift", RIGHT), (8, "collision", RIGHT)], RIGHT),
    ],
)
def test_by_house_rule_a_rollover_goes_out_of_a_turn(events: Events, expected: int) -> None:
    assert side("rollover", events, opposite=True) == expected


@pytest.mark.rule("DM-M-076")
@pytest.mark.parametrize(
    ("control", "events"),
    [
        ("major_skid", []),
        ("major_skid", [(6, "drift", RIGHT), (6, "turn", LEFT)]),
        ("major_skid", [(8, "collision", 0)]),
        ("spin", [(7, "turn", RIGHT), (8, "drift", RIGHT)]),
        ("spin", [(7, "collision", LEFT)]),
        ("rollover", [(7, "turn", RIGHT), (7, "drift", RIGHT), (7, "collision", LEFT)]),
    ],
)
@pytest.mark.parametrize(("face", "expected"), [(1, RIGHT), (2, LEFT), (3, RIGHT), (4, LEFT), (5, RIGHT), (6, LEFT)])
def test_where_nothing_says_it_odd_is_right_and_even_left(
    control: str, events: Events, face: int, expected: int
) -> None:
    assert side(control, events, faces=[face]) == expected


@pytest.mark.rule("DM-M-088")
@pytest.mark.parametrize(
    ("struck", "mover_hit", "expected"),
    [
        ("left", "front", LEFT),
        ("right", "front", RIGHT),
        ("left", "left", LEFT),
        ("front", "right", LEFT),
        ("rear", "right", LEFT),
        ("front", "left", RIGHT),
        ("rear", "left", RIGHT),
        ("", "right", LEFT),
    ],
)
def test_positioning_goes_to_the_side_struck_or_against_the_side_the_mover_was_hit_on(
    struck: str, mover_hit: str, expected: int
) -> None:
    assert side_of_collision(Board(Car("a")), struck, mover_hit) == expected


@pytest.mark.rule("DM-M-088")
@pytest.mark.parametrize("struck", ["front", "rear", ""])
@pytest.mark.parametrize(("face", "expected"), [(1, LEFT), (3, LEFT), (4, RIGHT), (6, RIGHT)])
def test_an_ambiguous_side_is_left_on_one_to_three(struck: str, face: int, expected: int) -> None:
    for mover_hit in ("front", "rear"):
        assert side_of_collision(Board(Car("a"), faces=[face]), struck, mover_hit) == expected
