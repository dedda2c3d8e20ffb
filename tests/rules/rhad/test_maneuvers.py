"""Maneuvers: prices, who may use which, and where they lead."""

from __future__ import annotations

import pytest

from rules.rhad.match.orders import PhaseOrder
from rules.rhad.movement.maneuvers import MANEUVERS, d_value, why_not_maneuver
from rules.rhad.movement.moves import move
from rules.rhad.settings import Settings
from tests.rules.rhad.boards import Board, Car, where

TOLLS = {
    "straight": 0, "light_drift_left": 1, "light_drift_right": 1, "steep_drift_left": 3, "steep_drift_right": 3,
    "turn_60_left": 4, "turn_60_right": 4, "turn_120_left": 7, "turn_120_right": 7,
    "rotate_60_left": 3, "rotate_60_right": 3, "bootlegger": 7,
}  # fmt: skip


@pytest.mark.rule("RH-010", "RH-011", "RH-012", "RH-013", "RH-014", "RH-015", "RH-064")
@pytest.mark.parametrize(("name", "d"), TOLLS.items())
def test_what_a_maneuver_takes(name: str, d: int) -> None:
    assert d_value(name, Settings()) == d


@pytest.mark.rule("RH-015")
def test_there_are_no_other_maneuvers_and_they_are_offered_in_the_order_of_the_table() -> None:
    assert list(MANEUVERS) == list(TOLLS)


@pytest.mark.rule("RH-004", "RH-005", "RH-010", "RH-012", "RH-013", "RH-015", "RH-016", "RH-031")
@pytest.mark.parametrize(
    ("name", "at", "facing", "way"),
    [
        ("straight", (2, 0), 0, 0),
        ("light_drift_left", (2, -1), 0, -1),
        ("light_drift_right", (1, 1), 0, 1),
        ("steep_drift_left", (2, -2), 0, -1),
        ("steep_drift_right", (0, 2), 0, 1),
        ("turn_60_left", (2, -2), 10, -1),
        ("turn_60_right", (0, 2), 2, 1),
        ("turn_120_left", (0, -2), 8, -1),
        ("turn_120_right", (-2, 2), 4, 1),
    ],
)
def test_a_maneuver_leads_to_a_place_and_a_facing_and_is_paid_at_once(
    name: str, at: tuple[int, int], facing: int, way: int
) -> None:
    play = Board(Car("a", speed=50))
    move(play, play.car(), PhaseOrder(maneuvers=(name,)))
    sheet = play.car()
    assert (sheet.at, sheet.facing, sheet.heading, sheet.way) == (at, facing, facing, way)
    assert (sheet.hc, sheet.spent, sheet.hazard) == (4 - TOLLS[name], TOLLS[name], "maneuver" if TOLLS[name] else "")
    assert sheet.steps == 1
    assert [entry.more["d"] for entry in play.entries_of("maneuver")] == ([TOLLS[name]] if TOLLS[name] else [])


@pytest.mark.rule("RH-014", "RH-015", "RH-064")
def test_a_bootlegger_goes_one_step_and_stands_facing_back() -> None:
    play = Board(Car("a", speed=35, facing=1), phase=3)
    play.car().credit = 1
    move(play, play.car(), PhaseOrder(maneuvers=("bootlegger",)))
    sheet = play.car()
    assert (sheet.at, sheet.facing, sheet.heading) == ((0, 2), 8, 8)
    assert (sheet.speed, sheet.credit, sheet.hc, sheet.way) == (0, 0, -3, 0)


@pytest.mark.rule("RH-014")
@pytest.mark.parametrize(("speed", "may"), [(15, False), (20, True), (35, True), (40, False)])
def test_a_bootlegger_wants_20_to_35_mph(speed: int, may: bool) -> None:
    play = Board(Car("a", speed=speed))
    assert (why_not_maneuver(play, play.car(), "bootlegger") == "") is may


@pytest.mark.rule("RH-014")
def test_a_bootlegger_goes_by_the_speed_of_the_round() -> None:
    play = Board(Car("a", speed=20, set_speed=40))
    assert "40 mph" in why_not_maneuver(play, play.car(), "bootlegger")


@pytest.mark.rule("RH-064")
@pytest.mark.parametrize(
    ("facing", "may"),
    [
        (0, set()),
        (2, {"rotate_60_left"}),
        (4, {"rotate_60_left"}),
        (6, {"rotate_60_left", "rotate_60_right"}),
        (8, {"rotate_60_right"}),
        (10, {"rotate_60_right"}),
    ],
)
def test_a_car_that_slides_may_rotate_towards_its_travel_and_nothing_else(facing: int, may: set[str]) -> None:
    play = Board(Car("a", speed=30, turned=facing))
    open_ = {name for name in MANEUVERS if not why_not_maneuver(play, play.car(), name)}
    assert open_ == (may | {"straight"} if facing else MANEUVERS.keys() - {"rotate_60_left", "rotate_60_right"})


@pytest.mark.rule("RH-010", "RH-064")
def test_rotating_takes_three_and_leaves_the_travel_as_it_is() -> None:
    play = Board(Car("a", speed=50, turned=10))
    move(play, play.car(), PhaseOrder(maneuvers=("rotate_60_right",)))
    sheet = play.car()
    assert (sheet.facing, sheet.heading, sheet.at, sheet.hc) == (0, 0, where(1, 0), 1)


def test_a_maneuver_nobody_knows_is_told_what_there_is() -> None:
    play = Board(Car("a", speed=50))
    assert "turn_60_left" in why_not_maneuver(play, play.car(), "somersault")
