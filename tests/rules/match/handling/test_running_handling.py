"""RHAD's handling model for the map of another book: tolls, the check at the end of a turn, and crashes as plain
figures.
"""

from __future__ import annotations

import pytest

from rules.match.handling.crash_tables import CT1, CT2, RESULTS
from rules.match.handling.handling_model import CrashEffect, LossOfControl
from rules.match.handling.running_handling import CITES, CRASHES, MODEL, hexes_off, mph_of
from rules.match.handling.speed_table import ROWS
from rules.match.handling.speed_table import SPEEDS as MPH
from rules.match.registry import get_ruleset, handling_model

SPEEDS = range(MPH[-1] // 10 + 1)


@pytest.mark.rule("RH-010", "RH-011", "RH-012", "RH-015")
def test_a_turn_of_one_hex_side_takes_four_and_a_drift_into_the_next_lane_three() -> None:
    assert (MODEL.turn_toll, MODEL.drift_toll) == (4, 3)


@pytest.mark.rule("RH-024", "RH-033")
@pytest.mark.parametrize("speed", SPEEDS)
def test_a_speed_in_hexes_is_read_on_the_row_of_ten_times_as_many_mph(speed: int) -> None:
    assert MODEL.speed_adjustment(speed=speed) == ROWS[10 * speed].modifier


@pytest.mark.rule("RH-024", "RH-033")
def test_what_each_speed_gives_or_takes_stands_as_printed() -> None:
    adjustments = [MODEL.speed_adjustment(speed=speed) for speed in SPEEDS]
    assert adjustments == [
        10, 6, 4, 2, 1, 1, 1, 0, 0, 0, 0, -1, -1, -1, -2, -2, -2, -3, -3, -3, -4, -4, -4, -5, -5, -5, -6, -6, -7, -7,
        -7,
    ]  # fmt: skip


@pytest.mark.rule("RH-022", "RH-024")
@pytest.mark.parametrize(("speed", "mph"), [(0, 0), (1, 10), (29, 290), (30, 300), (31, 300), (40, 300)])
def test_a_car_faster_than_the_table_is_read_on_its_last_row(speed: int, mph: int) -> None:
    assert mph_of(speed) == mph
    assert MODEL.speed_adjustment(speed=speed) == ROWS[mph].modifier


@pytest.mark.rule("RH-035")
@pytest.mark.parametrize(
    ("speed", "accessories", "added"),
    [
        (5, ["spoiler"], 0),
        (6, ["spoiler"], 1),
        (11, ["spoiler"], 1),
        (12, ["spoiler"], 2),
        (6, ["spoiler", "airdam"], 2),
        (6, ["spoiler", "spoiler"], 1),
        (12, [], 0),
    ],
)
def test_accessories_add_a_point_for_every_six_hexes_of_speed(speed: int, accessories: list[str], added: int) -> None:
    assert MODEL.speed_adjustment(speed=speed, accessories=accessories) - MODEL.speed_adjustment(speed=speed) == added


@pytest.mark.rule("RH-036")
def test_a_car_is_in_control_that_ends_above_nothing() -> None:
    assert [MODEL.in_control(end) for end in (-1, 0, 1, 2)] == [False, False, True, True]


@pytest.mark.rule("RH-037", "RH-041", "RH-042")
@pytest.mark.parametrize(("end", "maximum", "now"), [(2, 4, 4), (-2, 4, 2), (0, 4, 4), (-1, 4, 3), (-3, 0, -3)])
def test_recovery_adds_the_maximum_and_ends_at_it(end: int, maximum: int, now: int) -> None:
    assert MODEL.next_handling(end=end, maximum=maximum) == now


@pytest.mark.rule("RH-050", "RH-051", "RH-052", "RH-053")
@pytest.mark.parametrize("end", range(0, -10, -1))
@pytest.mark.parametrize("face", range(1, 7))
def test_a_crash_is_the_entry_of_its_table_row_and_die(end: int, face: int) -> None:
    row = max(end, -8)
    for solid, table in ((False, CT1), (True, CT2)):
        assert MODEL.crash(end=end, solid=solid, face=face) is CRASHES[table[row][face > 3]]


FIGURES = [
    ("trivial_skid", CrashEffect(result="trivial_skid", slows=1)),
    ("trivial_fishtail", CrashEffect(result="trivial_fishtail", slows=1)),
    ("minor_skid_two", CrashEffect(result="minor_skid", loss=LossOfControl.SKID, steps=1, slows=1, tire_points=1)),
    ("minor_skid_all", CrashEffect(result="minor_skid", loss=LossOfControl.SKID, steps=1, slows=1, tire_points=1)),
    (
        "minor_fishtail_two",
        CrashEffect(result="minor_fishtail", loss=LossOfControl.FISHTAIL, steps=1, slows=1, tire_points=1),
    ),
    (
        "minor_fishtail_all",
        CrashEffect(result="minor_fishtail", loss=LossOfControl.FISHTAIL, steps=1, slows=1, tire_points=1),
    ),
    ("moderate_skid", CrashEffect(result="moderate_skid", loss=LossOfControl.SKID, steps=2, slows=1, tire_points=2)),
    (
        "moderate_fishtail",
        CrashEffect(result="moderate_fishtail", loss=LossOfControl.FISHTAIL, steps=2, slows=1, tire_points=2),
    ),
    ("severe_skid", CrashEffect(result="severe_skid", loss=LossOfControl.SKID, steps=3, slows=2, tire_points=3)),
    (
        "severe_fishtail",
        CrashEffect(result="severe_fishtail", loss=LossOfControl.FISHTAIL, steps=3, slows=2, tire_points=3),
    ),
    ("spin_out", CrashEffect(result="spin_out", loss=LossOfControl.SPIN, thrown=True, slows=2, tire_points=4)),
    (
        "flying_fishtail",
        CrashEffect(result="flying_fishtail", loss=LossOfControl.SPIN, thrown=True, slows=2, tire_points=7),
    ),
    ("guppy_over", CrashEffect(result="guppy_over", loss=LossOfControl.ROLLOVER, slows=2, tire_points=5)),
    ("roll_over", CrashEffect(result="roll_over", loss=LossOfControl.ROLLOVER, slows=2, tire_points=5)),
    ("crash", CrashEffect(result="crash", loss=LossOfControl.ROLLOVER, slows=2, tire_points=5, injuries=1)),
    (
        "crash_and_burn",
        CrashEffect(result="crash_and_burn", loss=LossOfControl.ROLLOVER, slows=2, tire_points=5, injuries=2),
    ),
]


@pytest.mark.rule("RH-036", "RH-054", "RH-055", "RH-056", "RH-076")
@pytest.mark.parametrize(("key", "crash"), FIGURES, ids=[key for key, _ in FIGURES])
def test_a_result_is_told_in_plain_figures(key: str, crash: CrashEffect) -> None:
    assert CRASHES[key] == crash


def test_every_result_is_told() -> None:
    assert set(CRASHES) == set(RESULTS) == {key for key, _ in FIGURES}


@pytest.mark.rule("RH-056")
@pytest.mark.parametrize(("mph", "hexes"), [(0, 0), (5, 1), (10, 1), (15, 2), (20, 2), (25, 3)])
def test_a_part_of_a_hex_of_deceleration_counts_as_one(mph: int, hexes: int) -> None:
    assert hexes_off(mph) == hexes


@pytest.mark.rule("RH-061")
def test_a_skid_roll_swings_by_half_sides() -> None:
    assert [MODEL.swerve(face) for face in range(1, 7)] == [-2, -1, 0, 0, 1, 2]


@pytest.mark.rule("RH-064")
def test_a_spin_turns_a_quarter_a_step_and_never_rests_at_a_corner() -> None:
    turned = [MODEL.spin_sides(step) for step in range(1, 7)]
    assert turned == [2, 1, 2, 1, 2, 1]
    assert sum(turned[:4]) == 6, "four steps are a full circle"
    assert sum(turned[:2]) == 3, "two steps face backward"


def test_what_is_told_cites_rules_of_the_book() -> None:
    assert CITES.all == {"RH-015", "RH-036", "RH-037", "RH-053", "RH-056", "RH-061", "RH-064"}


@pytest.mark.rule("RH-001")
def test_the_book_is_both_a_ruleset_that_plays_matches_and_a_handling_model_for_another_map() -> None:
    assert get_ruleset("rhad").title == "RHAD"
    assert handling_model("rhad") is MODEL


@pytest.mark.rule("RH-031", "RH-036")
def test_a_crash_brings_nothing_that_is_not_told_of_it() -> None:
    crash = CrashEffect(result="shaken")
    assert (crash.steps, crash.slows, crash.tire_points, crash.injuries) == (0, 0, 0, 0)
    assert (crash.loss, crash.thrown) == (LossOfControl.NONE, False)
