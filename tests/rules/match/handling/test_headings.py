"""Headings in half sides: turns, and how far and which way one lies from another."""

from __future__ import annotations

import pytest

from rules.match.handling.headings import half_sides_off, shorter_turn, turn_by


@pytest.mark.rule("RH-064")
@pytest.mark.parametrize(
    ("facing", "heading", "off", "way"),
    [
        (0, 0, 0, 0),
        (0, 2, 2, 1),
        (2, 0, 2, -1),
        (11, 1, 2, 1),
        (0, 6, 6, 1),
        (6, 0, 6, 1),
        (0, 7, 5, -1),
        (7, 0, 5, 1),
    ],
)
def test_how_far_and_which_way_a_car_is_askew(facing: int, heading: int, off: int, way: int) -> None:
    assert half_sides_off(facing, heading) == half_sides_off(heading, facing) == off
    assert shorter_turn(facing, heading) == way


@pytest.mark.rule("RH-004")
def test_facings_go_round() -> None:
    assert [turn_by(11, 1), turn_by(0, -1), turn_by(3, 12), turn_by(2, 6)] == [0, 11, 3, 8]
