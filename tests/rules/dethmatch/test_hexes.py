"""Steps, ranges, quadrants and lines on the hex map, counted by hand."""

from __future__ import annotations

from itertools import product

import pytest

from rules.dethmatch.ground.hexes import (
    Hex,
    column_and_row,
    direction,
    distance,
    hex_at,
    in_half_plane,
    launch_directions,
    line,
    quadrant,
    rotate,
    smoke_aims,
    step,
)

AROUND = {0: (1, 0), 1: (0, 1), 2: (-1, 1), 3: (-1, 0), 4: (0, -1), 5: (1, -1)}
FACINGS = range(6)
OFFSETS = [at for at in product(range(-6, 7), range(-6, 7)) if at != (0, 0)]


@pytest.mark.rule("DM-M-008")
@pytest.mark.parametrize(("towards", "reached"), AROUND.items())
def test_the_six_directions_run_clockwise_from_the_right(towards: int, reached: Hex) -> None:
    assert step(0, 0, towards) == reached
    assert direction((4, -2), step(4, -2, towards)) == towards
    assert step(2, 3, towards, 3) == (2 + 3 * reached[0], 3 + 3 * reached[1])


@pytest.mark.rule("DM-M-008")
def test_a_facing_past_the_sixth_comes_round_again() -> None:
    assert step(0, 0, 6) == (1, 0)
    assert step(0, 0, -1) == (1, -1)


@pytest.mark.rule("DM-M-008")
@pytest.mark.parametrize(
    ("to", "steps"),
    [((0, 0), 0), ((1, 0), 1), ((-1, 1), 1), ((1, 1), 2), ((3, -1), 3), ((-2, -2), 4), ((5, -5), 5), ((2, -6), 6)],
)
def test_a_distance_is_counted_in_hex_steps(to: Hex, steps: int) -> None:
    assert distance((0, 0), to) == steps
    assert distance((7 + to[0], -3 + to[1]), (7, -3)) == steps


def test_hexes_that_do_not_touch_have_no_direction_between_them() -> None:
    assert direction((0, 0), (1, 1)) is None
    assert direction((0, 0), (0, 0)) is None


@pytest.mark.rule("DM-M-009")
@pytest.mark.parametrize("facing", FACINGS)
def test_what_lies_ahead_is_direction_0_to_the_one_who_faces_it(facing: int) -> None:
    for turn in FACINGS:
        assert rotate(*AROUND[(facing + turn) % 6], facing) == AROUND[turn]
    assert rotate(*AROUND[facing], facing + 6) == AROUND[0]


@pytest.mark.rule("DM-M-009", "DM-M-098")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize(
    ("turn", "hit"), [(0, "front"), (1, "right"), (2, "right"), (3, "rear"), (4, "left"), (5, "left")]
)
def test_of_the_six_neighbors_one_is_front_one_rear_and_two_each_side(facing: int, turn: int, hit: str) -> None:
    assert quadrant(*AROUND[(facing + turn) % 6], facing) == hit


@pytest.mark.rule("DM-M-009")
@pytest.mark.parametrize(
    ("q", "r", "hit"),
    [
        (2, 1, "front"),  # along 5, across² 3
        (1, 1, "front"),  # along 3, across² 3 < 9
        (1, 2, "front"),  # along 4, across² 12 < 16
        (1, 3, "right"),  # along 5, across² 27
        (-1, 2, "right"),  # straight to the side
        (1, -2, "left"),
        (3, -2, "front"),  # along 4, across² 12 < 16
        (2, -2, "left"),  # along 2, across² 12
        (-2, 1, "rear"),  # along -3, across² 3 < 9
        (-3, 2, "rear"),  # along -4, across² 12 < 16
        (-2, 2, "right"),  # along -2, across² 12
        (-1, -1, "rear"),
        (-1, -3, "left"),
    ],
)
def test_a_quadrant_is_a_quarter_circle_around_its_side(q: int, r: int, hit: str) -> None:
    assert quadrant(q, r, 0) == hit


@pytest.mark.rule("DM-M-009")
@pytest.mark.parametrize(
    ("q", "r", "narrow", "wide"),
    [
        (1, 0, "front", "front"),
        (0, 1, "right", "front"),
        (1, -1, "left", "front"),
        (0, 3, "right", "front"),
        (-1, 3, "right", "right"),
        (-1, 2, "right", "right"),
        (-1, 1, "right", "rear"),
        (0, -1, "left", "rear"),
        (1, -3, "left", "left"),
    ],
)
def test_a_front_of_120_degrees_takes_in_its_edges(q: int, r: int, narrow: str, wide: str) -> None:
    assert quadrant(q, r, 0) == quadrant(q, r, 0, 90) == narrow
    assert quadrant(q, r, 0, 120) == wide


@pytest.mark.rule("DM-M-009")
@pytest.mark.parametrize("degrees", [90, 120])
def test_what_is_front_seen_one_way_is_rear_seen_the_other(degrees: int) -> None:
    across = {"front": "rear", "rear": "front", "left": "right", "right": "left"}
    for (q, r), facing in product(OFFSETS, FACINGS):
        assert quadrant(q, r, facing, degrees) == across[quadrant(-q, -r, facing, degrees)]


@pytest.mark.rule("DM-M-009")
def test_the_own_hex_of_a_car_is_its_rear() -> None:
    assert {quadrant(0, 0, facing) for facing in FACINGS} == {"rear"}


@pytest.mark.rule("DM-M-019")
@pytest.mark.parametrize(
    ("side", "covered"),
    [("front", {0, 1, 5}), ("rear", {2, 3, 4}), ("right", {0, 1, 2, 3}), ("left", {0, 3, 4, 5})],
)
def test_a_swivel_covers_half_of_the_neighbors_and_those_on_its_edges(side: str, covered: set[int]) -> None:
    for facing in FACINGS:
        assert {turn for turn in FACINGS if in_half_plane(*AROUND[(facing + turn) % 6], facing, side)} == covered


@pytest.mark.rule("DM-M-019")
def test_a_swivel_covers_what_lies_exactly_abeam() -> None:
    for abeam in ((-1, 2), (1, -2)):
        assert in_half_plane(*abeam, 0, "front")
        assert in_half_plane(*abeam, 0, "rear")
    assert not in_half_plane(-2, 3, 0, "front")
    assert not in_half_plane(-1, 3, 0, "rear")


@pytest.mark.rule("DM-M-014", "DM-M-019")
@pytest.mark.parametrize(
    ("mounted", "own"),
    [("front", 0), ("right_front", 1), ("right_rear", 2), ("rear", 3), ("left_rear", 4), ("left_front", 5)],
)
def test_a_smoke_launcher_reaches_further_on_a_swivel_and_everywhere_on_a_turret(mounted: str, own: int) -> None:
    assert launch_directions(mounted, "fixed", 0) == (own,)
    assert launch_directions(mounted, "fixed", 4) == ((own + 4) % 6,)
    assert launch_directions(mounted, "swivel", 0) == (own, (own + 1) % 6, (own + 5) % 6)
    turret = launch_directions(mounted, "turret", 0)
    assert turret[0] == own
    assert sorted(turret) == list(FACINGS)


@pytest.mark.rule("DM-M-104")
@pytest.mark.parametrize(
    ("towards", "aims"),
    [(0, {(2, 0), (1, 1), (2, -1)}), (1, {(0, 2), (-1, 2), (1, 1)}), (4, {(0, -2), (1, -2), (-1, -1)})],
)
def test_smoke_is_aimed_two_hexes_out_and_to_either_side(towards: int, aims: set[Hex]) -> None:
    straight, *beside = smoke_aims(0, 0, towards)
    assert straight == step(0, 0, towards, 2)
    assert {straight, *beside} == aims
    assert smoke_aims(5, -2, towards)[0] == step(5, -2, towards, 2)


@pytest.mark.rule("DM-M-095")
@pytest.mark.parametrize(
    ("to", "hexes"),
    [
        ((0, 0), (((0, 0),),)),
        ((3, 0), (((0, 0),), ((1, 0),), ((2, 0),), ((3, 0),))),
        ((1, 1), (((0, 0),), ((0, 1), (1, 0)), ((1, 1),))),
        ((-2, 1), (((0, 0),), ((-1, 0), (-1, 1)), ((-2, 1),))),
        ((2, 1), (((0, 0),), ((1, 0),), ((1, 1),), ((2, 1),))),
        ((2, 2), (((0, 0),), ((0, 1), (1, 0)), ((1, 1),), ((1, 2), (2, 1)), ((2, 2),))),
        ((1, -3), (((0, 0),), ((0, -1),), ((1, -2),), ((1, -3),))),
    ],
)
def test_a_line_names_the_hexes_it_passes_and_both_along_an_edge(to: Hex, hexes: tuple[tuple[Hex, ...], ...]) -> None:
    assert line((0, 0), to) == hexes
    moved = tuple(tuple((q + 4, r - 7) for q, r in step_of) for step_of in hexes)
    assert line((4, -7), (4 + to[0], to[1] - 7)) == moved


@pytest.mark.rule("DM-M-095")
def test_a_line_goes_the_same_way_back_and_comes_one_step_nearer_each_time() -> None:
    for to in OFFSETS:
        outward, back = line((0, 0), to), line(to, (0, 0))
        assert [set(hexes) for hexes in outward] == [set(hexes) for hexes in reversed(back)]
        far = distance((0, 0), to)
        for steps, hexes in enumerate(outward):
            for place in hexes:
                assert (distance((0, 0), place), distance(place, to)) == (steps, far - steps)


@pytest.mark.rule("DM-M-008")
def test_places_on_a_drawn_map_lean_half_a_hex_to_the_right_in_odd_rows() -> None:
    assert [hex_at(0, row) for row in range(5)] == [(0, 0), (0, 1), (-1, 2), (-1, 3), (-2, 4)]
    for column, row in product(range(7), range(7)):
        assert column_and_row(*hex_at(column, row)) == (column, row)
