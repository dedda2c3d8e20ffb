"""Annex A: the defaults and limits of each house rule of a match."""

from __future__ import annotations

import pytest

from rules.core.refusals import Malformed
from rules.core.switches import Setting
from rules.dethmatch.settings import SWITCHES_BY_NAME

ON_OR_OFF = [
    pytest.param("check.natural_one_succeeds", False, marks=pytest.mark.rule("DM-M-002")),
    pytest.param("dethmatch.heavy_mount_accepts_light", False, marks=pytest.mark.rule("DM-M-013")),
    pytest.param("dethmatch.linked_counts_as_plus", True, marks=pytest.mark.rule("DM-M-018")),
    pytest.param("dethmatch.armored_seat_covers_destroyed", True, marks=pytest.mark.rule("DM-M-020")),
    pytest.param("dethmatch.foam_tires_immune", False, marks=pytest.mark.rule("DM-M-027")),
    pytest.param("dethmatch.tread_ignores_reduced_zero", False, marks=pytest.mark.rule("DM-M-028")),
    pytest.param("dethmatch.refuel_between_heats", True, marks=pytest.mark.rule("DM-M-040")),
    pytest.param("dethmatch.band_uses_target_speed", False, marks=pytest.mark.rule("DM-M-045")),
    pytest.param("dethmatch.second_roll_after_success", True, marks=pytest.mark.rule("DM-M-046")),
    pytest.param("dethmatch.shuffle_at_rest", True, marks=pytest.mark.rule("DM-M-049")),
    pytest.param("dethmatch.obstacle_check_penalised", True, marks=pytest.mark.rule("DM-M-059")),
    pytest.param("dethmatch.overturned_crew_test", True, marks=pytest.mark.rule("DM-M-075")),
    pytest.param("dethmatch.rollover_opposite_turn", False, marks=pytest.mark.rule("DM-M-076")),
    pytest.param("dethmatch.tire_wear_from_driving", True, marks=pytest.mark.rule("DM-M-078")),
    pytest.param("dethmatch.collision_tire_bonus_needs_base", True, marks=pytest.mark.rule("DM-M-085")),
    pytest.param("dethmatch.wrecks_block_sight", False, marks=pytest.mark.rule("DM-M-095")),
    pytest.param("dethmatch.tire_shot_ignores_armor", False, marks=pytest.mark.rule("DM-M-099")),
    pytest.param("dethmatch.ram_guard_vs_weapons", True, marks=pytest.mark.rule("DM-M-126")),
    pytest.param("dethmatch.settled_heat_ends", True, marks=pytest.mark.rule("DM-M-128")),
    pytest.param("dethmatch.pit_refuel_needs_check", False, marks=pytest.mark.rule("DM-M-130")),
    pytest.param("dethmatch.unfought_heat_pays", False, marks=pytest.mark.rule("DM-M-135")),
    pytest.param("dethmatch.lcs_passivity", True, marks=pytest.mark.rule("DM-M-138")),
]

NUMBERS = [
    pytest.param("dethmatch.special_mount_dp", 0, (0, 30), marks=pytest.mark.rule("DM-M-014")),
    pytest.param("match.vehicles_per_team", 3, (1, 3), marks=pytest.mark.rule("DM-M-038")),
    pytest.param("dethmatch.dropped_markers_total", 3, (1, 6), marks=pytest.mark.rule("DM-M-101")),
    pytest.param("dethmatch.oil_lasts_turns", 0, (0, 120), marks=pytest.mark.rule("DM-M-102")),
    pytest.param("dethmatch.smoke_lasts_turns", 1, (0, 120), marks=pytest.mark.rule("DM-M-104")),
    pytest.param("dethmatch.heats", 0, (0, 3), marks=pytest.mark.rule("DM-M-128")),
    pytest.param("dethmatch.arena_turn_limit", 15, (1, 120), marks=pytest.mark.rule("DM-M-128")),
    pytest.param("match.repair_attempts", 6, (0, 30), marks=pytest.mark.rule("DM-M-131")),
    pytest.param("dethmatch.weapons_hold_laps", 1, (0, 7), marks=pytest.mark.rule("DM-M-133")),
    pytest.param("dethmatch.race_laps", 3, (1, 7), marks=pytest.mark.rule("DM-M-136")),
    pytest.param("dethmatch.lcs_closes_after", 0, (0, 120), marks=pytest.mark.rule("DM-M-138")),
    pytest.param("dethmatch.lcs_closes_by", 1, (1, 10), marks=pytest.mark.rule("DM-M-138")),
    pytest.param("dethmatch.lcs_outside_damage", 1, (0, 30), marks=pytest.mark.rule("DM-M-138")),
    pytest.param("dethmatch.race_kill_points", 1, (0, 50), marks=pytest.mark.rule("DM-M-135", "DM-M-136")),
    pytest.param("dethmatch.flag_points", 5, (0, 50), marks=pytest.mark.rule("DM-M-135", "DM-M-137")),
    pytest.param("dethmatch.flag_kill_points", 1, (0, 50), marks=pytest.mark.rule("DM-M-135", "DM-M-137")),
    pytest.param("dethmatch.flag_survivor_points", 1, (0, 50), marks=pytest.mark.rule("DM-M-135", "DM-M-137")),
    pytest.param("dethmatch.lcs_kill_points", 2, (0, 50), marks=pytest.mark.rule("DM-M-135", "DM-M-138")),
]

CHOICES = [
    pytest.param("dethmatch.front_arc_degrees", (90, 120), (89, 121), marks=pytest.mark.rule("DM-M-009")),
    pytest.param("dethmatch.plus_rof_ammo_per_use", (1, 2), (0, 3), marks=pytest.mark.rule("DM-M-017")),
    pytest.param(
        "dethmatch.adjustable_height_when", ("heat_or_pit", "turn_start"), ("",), marks=pytest.mark.rule("DM-M-022")
    ),
    pytest.param("dethmatch.dry_tank", ("limp", "coast"), ("",), marks=pytest.mark.rule("DM-M-048")),
    pytest.param(
        "dethmatch.turn_cost_table",
        ("ceil(speed/6)", "ceil(speed/5)", "ceil(speed/4)", "ceil(speed/3)"),
        ("ceil(speed/2)", "ceil(speed/7)"),
        marks=pytest.mark.rule("DM-M-065"),
    ),
    pytest.param("dethmatch.handling", ("book", "rhad"), ("", "ladder"), marks=pytest.mark.rule("DM-M-068")),
    pytest.param(
        "dethmatch.collision_damage", ("pen_or_half_pen", "pen_only"), ("",), marks=pytest.mark.rule("DM-M-083")
    ),
    pytest.param(
        "dethmatch.collision_handling_loss", ("ceil_quarter", "ceil_third"), ("",), marks=pytest.mark.rule("DM-M-084")
    ),
    pytest.param("dethmatch.flag_count", (1, 2), (0, 3), marks=pytest.mark.rule("DM-M-137")),
    pytest.param("dethmatch.lcs_ending", ("damage", "shared"), ("",), marks=pytest.mark.rule("DM-M-138")),
    pytest.param(
        "dethmatch.autopilot_profile",
        ("steady", "bold", "miser", "hunter"),
        ("",),
        marks=pytest.mark.rule("DM-M-142"),
    ),
    pytest.param("dethmatch.order_mode", ("turn", "phase", "headless"), ("",), marks=pytest.mark.rule("DM-M-149")),
]

TEXTS = [
    pytest.param("dethmatch.surface_ratings", "", "mud 2 ice 3 gravel -", "mud", marks=pytest.mark.rule("DM-M-060")),
    pytest.param(
        "dethmatch.veer_table",
        "TL DL F F DR TR",
        "F F F F F F",
        "TL DL F F DR",
        marks=pytest.mark.rule("DM-M-092"),
    ),
    pytest.param(
        "dethmatch.race_points", "10 7 5 3 2 1", "3 2", "three", marks=pytest.mark.rule("DM-M-135", "DM-M-136")
    ),
    pytest.param(
        "dethmatch.lcs_points", "10 7 5 3 2 1", "3 2", "three", marks=pytest.mark.rule("DM-M-135", "DM-M-138")
    ),
]


def refused(name: str, value: object) -> bool:
    """Whether a switch rejects a value."""
    try:
        SWITCHES_BY_NAME[name].validate(value)
    except Malformed:
        return True
    return False


@pytest.mark.parametrize(("name", "default"), ON_OR_OFF)
def test_a_house_rule_that_is_on_or_off_stands_as_annex_a_has_it(name: str, *, default: bool) -> None:
    assert SWITCHES_BY_NAME[name].default is default
    assert [refused(name, value) for value in (True, False, 1, "on")] == [False, False, True, True]


@pytest.mark.parametrize(("name", "default", "bounds"), NUMBERS)
def test_a_figure_stands_as_annex_a_has_it_and_moves_within_bounds(
    name: str, default: int, bounds: tuple[int, int]
) -> None:
    lowest, highest = bounds
    assert SWITCHES_BY_NAME[name].default == default
    assert [refused(name, value) for value in (lowest, highest)] == [False, False]
    assert [refused(name, value) for value in (lowest - 1, highest + 1, True)] == [True, True, True]


@pytest.mark.parametrize(("name", "choices", "others"), CHOICES)
def test_the_first_of_the_choices_is_the_one_of_annex_a(
    name: str, choices: tuple[Setting, ...], others: tuple[Setting, ...]
) -> None:
    assert (SWITCHES_BY_NAME[name].default, SWITCHES_BY_NAME[name].choices) == (choices[0], choices)
    assert [refused(name, value) for value in (*choices, *others)] == [False] * len(choices) + [True] * len(others)


@pytest.mark.parametrize(("name", "default", "proper", "improper"), TEXTS)
def test_a_text_stands_as_annex_a_has_it_and_must_be_like_it(
    name: str, default: str, proper: str, improper: str
) -> None:
    assert SWITCHES_BY_NAME[name].default == default
    assert [refused(name, value) for value in (default, proper, improper)] == [False, False, True]


def test_no_house_rule_of_a_match_is_left_out_here() -> None:
    listed = [case.values[0] for case in (*ON_OR_OFF, *NUMBERS, *CHOICES, *TEXTS)]
    assert sorted(map(str, listed)) == sorted(SWITCHES_BY_NAME)
