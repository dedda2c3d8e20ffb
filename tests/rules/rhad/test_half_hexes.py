"""Places in half hexes: steps, drifts, ranges, arcs and sides."""

from __future__ import annotations

import math

import pytest

from rules.match.handling.headings import turn_by
from rules.rhad.ground.hexes import (
    ahead,
    half_ahead,
    hexes_apart,
    hexes_of,
    is_in_arc,
    is_on_line,
    light_drift,
    middle,
    side_facing,
    steep_drift,
)

AROUND = [(x, y) for x in range(-7, 8) for y in range(-7, 8) if (x, y) != (0, 0)]


def degrees(facing: int, to: tuple[int, int]) -> float:
    """The bearing of a place from (0, 0), clockwise from a facing in half sides, -180 to 180."""
    across, down = to[0] + to[1] / 2, to[1] * math.sqrt(3) / 2
    return (math.degrees(math.atan2(down, across)) - 30 * facing + 180.000001) % 360 - 180.000001


@pytest.mark.rule("RH-003", "RH-004", "RH-063")
@pytest.mark.parametrize("heading", range(12))
def test_a_step_on_a_heading_goes_its_way(heading: int) -> None:
    to = ahead((0, 0), heading)
    assert degrees(heading, to) == pytest.approx(0, abs=1e-4)
    assert is_on_line(to) is bool(heading % 2)
    assert hexes_apart((0, 0), to) == 1
    assert ahead(to, turn_by(heading, 6)) == (0, 0)


@pytest.mark.rule("RH-003", "RH-005")
@pytest.mark.parametrize(
    ("at", "hexes"),
    [
        ((0, 0), ((0, 0),)),
        ((4, -2), ((2, -1),)),
        ((1, 0), ((0, 0), (1, 0))),
        ((0, 1), ((0, 0), (0, 1))),
        ((1, 1), ((0, 1), (1, 0))),
        ((-1, 1), ((-1, 1), (0, 0))),
        ((-3, -2), ((-2, -1), (-1, -1))),
        ((2, -3), ((1, -2), (1, -1))),
    ],
)
def test_a_car_fills_a_hex_or_rides_the_line_of_two(at: tuple[int, int], hexes: tuple[tuple[int, int], ...]) -> None:
    assert hexes_of(at) == hexes
    assert is_on_line(at) is (len(hexes) == 2)
    if len(hexes) == 2:
        (q, r), (s, t) = hexes
        assert at == (q + s, r + t)
        assert hexes_apart(middle((q, r)), middle((s, t))) == 1


@pytest.mark.rule("RH-012")
@pytest.mark.parametrize(
    ("heading", "left", "right"), [(0, (2, -2), (0, 2)), (2, (2, 0), (-2, 2)), (10, (0, -2), (2, 0))]
)
def test_a_steep_drift_goes_into_the_next_lane(heading: int, left: tuple[int, int], right: tuple[int, int]) -> None:
    assert (steep_drift((0, 0), heading, -1), steep_drift((0, 0), heading, 1)) == (left, right)


@pytest.mark.rule("RH-005", "RH-013")
@pytest.mark.parametrize("heading", range(0, 12, 2))
@pytest.mark.parametrize("way", [-1, 1])
def test_two_light_drifts_are_a_lane_and_two_opposite_ones_none(heading: int, way: int) -> None:
    half = light_drift((0, 0), heading, way)
    assert is_on_line(half)
    full = light_drift(half, heading, way)
    assert full == ahead(steep_drift((0, 0), heading, way), heading)
    back = light_drift(half, heading, -way)
    assert back == ahead(ahead((0, 0), heading), heading)


@pytest.mark.rule("RH-005", "RH-013")
@pytest.mark.parametrize("way", [-1, 1])
def test_a_light_drift_from_the_line_across_the_way_ends_on_a_line(way: int) -> None:
    across = half_ahead((0, 0), 0)
    assert across == (1, 0)
    assert light_drift(across, 0, way) == ((3, -1) if way < 0 else (2, 1))


@pytest.mark.rule("RH-023")
@pytest.mark.parametrize("side", range(0, 12, 2))
def test_two_half_steps_are_a_step(side: int) -> None:
    assert half_ahead(half_ahead((0, 0), side), side) == ahead((0, 0), side)


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [((0, 0), (0, 0), 0), ((0, 0), (1, 0), 1), ((0, 0), (2, 0), 1), ((0, 0), (3, 0), 2), ((2, 2), (-6, 4), 4),
     ((0, 0), (6, 6), 6), ((0, 0), (-8, 4), 4), ((1, 0), (-2, 0), 2)],
)  # fmt: skip
def test_half_a_hex_of_range_counts_as_one(a: tuple[int, int], b: tuple[int, int], hexes: int) -> None:
    assert hexes_apart(a, b) == hexes_apart(b, a) == hexes


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("facing", range(12))
@pytest.mark.parametrize(("mount", "center"), [("front", 0), ("right", 90), ("back", 180), ("left", -90)])
def test_a_mount_covers_60_degrees_to_either_side_edges_included(facing: int, mount: str, center: int) -> None:
    for to in AROUND:
        off = abs((degrees(facing, to) - center + 180.000001) % 360 - 180.000001)
        assert is_in_arc((0, 0), facing, mount, to) is (off < 60.0001), to
        assert is_in_arc((0, 0), facing, "turret", to)


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("facing", range(12))
def test_the_four_sides_are_seen_from_90_degrees_each(facing: int) -> None:
    for to in AROUND:
        off = degrees(facing, to)
        expected = "front" if abs(off) < 45 else "back" if abs(off) > 135 else "right" if off > 0 else "left"
        assert side_facing((0, 0), facing, to) == expected, to
    assert side_facing((4, 4), facing, (4, 4)) == "front"
