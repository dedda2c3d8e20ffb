"""The autopilot's fields: the value of each move, and the distance left to drive."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.dethmatch.first_autopilot.distance_fields import (
    CircuitField,
    _keeps_to_the_road,
    circuit_field,
    guide_line_gain,
    spread_distances,
    turns_needed,
    ways_in,
)
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import Track
from tests.rules.dethmatch.boards import Board, Car, open_field
from tests.rules.dethmatch.first_autopilot_boards import approach, circuit

IN_THE_MIDDLE = (0, 0)


def counts(track: Track, before: tuple[int, int], facing: int, after: tuple[int, int], then: int) -> int:
    """The value of a move from one place and facing to another, where turning one hex side counts 4. No lap may
    begin.
    """
    start = SIDES * track.index[before] + facing
    end = SIDES * track.index[after] + then
    ((only, begun),) = [move[1:] for move in ways_in(track, 4, leads=lambda *_: True)[end] if move[0] == start]
    assert begun == 0
    return only


def placed(track: Track, column: int, row: int) -> int:
    """The index of the hex in that column and row."""
    return next(hex_id for hex_id in range(track.size) if track.column_and_row(hex_id) == (column, row))


def with_along(track: Track, *, guide: int, along: int) -> Track:
    """The track with a guide line of that many hexes, where the hex after the line is at `along`."""
    line, past = placed(track, 5, 1), placed(track, 6, 1)
    changed = list(track.along)
    changed[line], changed[past] = 0, along
    return replace(track, guide=track.guide[:guide], along=tuple(changed))


@pytest.mark.rule("DM-M-143", "DM-M-065")
@pytest.mark.parametrize(
    ("after", "then", "expected"),
    [
        ((1, 0), 0, 1),  # forward: a hex
        ((1, -1), 0, 1 + 2),  # a drift: a hex, and a point of handling counted double
        ((0, 1), 0, 1 + 2),
        ((1, -1), 5, 1 + 4),  # a turn and forward: a hex, and the value of the turn
        ((0, 1), 1, 1 + 4),
        ((0, 0), 1, 1 + 4 + 4),  # a turn into an obstacle: a point, a collision, and the value of the turn
        ((0, 0), 5, 1 + 4 + 4),
    ],
)
def test_a_move_counts_its_hex_and_twice_its_handling(after: tuple[int, int], then: int, expected: int) -> None:
    assert counts(open_field(radius=2), IN_THE_MIDDLE, 0, after, then) == expected


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(("then", "expected"), [(0, 1 + 1), (5, 1 + 4 + 1)])
def test_an_obstacle_in_the_way_counts_a_hex_more(then: int, expected: int) -> None:
    after = (1, 0) if then == 0 else (1, -1)
    track = open_field(radius=2, special={after: {"obstacle": 2}})
    assert counts(track, IN_THE_MIDDLE, 0, after, then) == expected


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(("toll", "lap"), [(1, 18 + 6 * 2), (2, 18 + 6 * 4), (3, 18 + 6 * 6)])
def test_a_lap_of_the_ring_is_its_inner_lane_and_six_turns(toll: int, lap: int) -> None:
    course = circuit_field(circuit(), toll)
    assert (course.lap, course.turn) == (lap, 2 * toll)


@pytest.mark.rule("DM-M-143")
def test_past_the_line_three_whole_laps_are_left() -> None:
    course = circuit_field(circuit(), 1)
    remaining = course.left[SIDES * placed(circuit(), 5, 1)]
    assert abs(remaining - 3 * course.lap) <= 2  # a car may save a hex by ending in another lane


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(("guide", "along", "leads"), [(24, 6, True), (24, 7, False), (6, 2, True), (6, 3, False)])
def test_the_road_is_left_by_a_step_over_more_than_a_quarter_of_the_lap(guide: int, along: int, leads: bool) -> None:
    track = with_along(circuit(), guide=guide, along=along)
    assert _keeps_to_the_road(track, placed(track, 5, 1), 0) is leads
    assert _keeps_to_the_road(track, placed(track, 6, 1), 3) is leads


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(
    ("along", "expected"),
    [(1, (1, 0)), (12, (12, 0)), (13, (-11, -1)), (23, (-1, -1)), (-12, (-12, 0)), (-13, (11, 1)), (-23, (1, 1))],
)
def test_half_a_lap_further_is_behind_the_seam(along: int, expected: tuple[int, int]) -> None:
    track = with_along(circuit(), guide=24, along=along)
    assert guide_line_gain(track, placed(track, 5, 1), placed(track, 6, 1)) == expected


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(("end", "progress"), [(10, 2), (0, 12), (17, -5), (2, 10), (1, 11), (29, 13), (27, -15)])
def test_progress_is_reckoned_the_shorter_way_round(end: int, progress: int) -> None:
    remaining = [12, end]
    assert CircuitField(left=remaining, lap=30, turn=2).progress(0, 1) == progress


@pytest.mark.rule("DM-M-143", "DM-M-146")
@pytest.mark.parametrize(("facing", "owed"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 2), (5, 1)])
def test_what_a_car_must_turn_toward_its_goal_is_owed(facing: int, owed: int) -> None:
    play = Board(Car("car"))
    field = approach(play, (8, 0), turn_toll=2)
    assert turns_needed(field, play.track.index[IN_THE_MIDDLE], facing) == owed
    assert field.aside(play.track.index[IN_THE_MIDDLE], facing) == owed


@pytest.mark.rule("DM-M-143")
def test_no_more_than_an_about_face_is_owed() -> None:
    field = CircuitField(left=[0, 2, 4, 6, 8, 10], lap=100, turn=2)
    assert [turns_needed(field, 0, facing) for facing in range(SIDES)] == [0, 1, 2, 3, 3, 3]


@pytest.mark.rule("DM-M-143", "DM-M-146")
def test_where_no_way_leads_nothing_is_nearer_and_no_turn_is_owed() -> None:
    play = Board(Car("car"), track=open_field(radius=3, special={(3, 0): {"impassable": True}}))
    field = approach(play, (3, 0))
    assert field.hexes(play.track.index[IN_THE_MIDDLE]) == play.track.size
    assert {field.left[SIDES * play.track.index[IN_THE_MIDDLE] + facing] for facing in range(SIDES)} == {37}


@pytest.mark.rule("DM-M-143", "DM-M-146")
def test_what_is_left_at_the_goal_is_nothing_whichever_way_a_car_faces() -> None:
    play = Board(Car("car"))
    field = approach(play, (3, 0))
    goal = SIDES * play.track.index[(3, 0)]
    assert [field.left[goal + facing] for facing in range(SIDES)] == [0] * SIDES


@pytest.mark.rule("DM-M-143", "DM-M-146")
def test_beside_the_goal_a_car_must_still_face_it() -> None:
    play = Board(Car("car"))
    field = approach(play, (1, 0))
    position = SIDES * play.track.index[IN_THE_MIDDLE]
    assert [field.left[position + facing] for facing in range(SIDES)] == [1, 3, 5, 7, 5, 3]


@pytest.mark.rule("DM-M-143", "DM-M-146")
def test_toward_a_wall_is_not_toward_the_goal() -> None:
    play = Board(Car("car"), track=open_field(special={(-1, 0): {"impassable": True}}))
    field = approach(play, (8, 0))
    assert [field.aside(play.track.index[IN_THE_MIDDLE], facing) for facing in range(SIDES)] == [0, 1, 2, 3, 2, 1]


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(("guide", "lap"), [(24, 12), (1, 1)])
def test_a_circuit_that_nobody_can_drive_round_has_a_lap_to_divide_by(guide: int, lap: int) -> None:
    track = circuit()
    shut = replace(track, guide=track.guide[:guide], impassable=(True,) * track.size)
    assert circuit_field(shut, 1).lap == lap


@pytest.mark.rule("DM-M-143")
def test_before_the_first_lap_and_past_the_last_no_way_leads() -> None:
    back_over_the_line, over_the_line = [[(1, 1, -1)], []], [[(1, 1, 1)], []]
    assert spread_distances([[0]], back_over_the_line, laps=1) == [0, -1]
    assert spread_distances([[0]], over_the_line, laps=1) == [0, -1]
    assert spread_distances([[2]], over_the_line, laps=2) == [-1, 1, 0, -1]
