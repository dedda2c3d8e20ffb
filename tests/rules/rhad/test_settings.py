"""The settings of a RHAD match: every switch, its possible values, and how the engine reads it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.refusals import Malformed, Unknown
from rules.rhad.settings import SWITCHES, Settings, bootlegger_window, duel_of, hit_brackets, settings_of

PRINTED = {
    "maneuver_scale": ("hex", ("hex", "turning_key"), "RH-006"),
    "turn_surcharge": ("once", ("once", "per_side"), "RH-011"),
    "light_drift_d": (1, (0, 3), "RH-013"),
    "bootlegger_window": ("20-35", (), "RH-014"),
    "midround_brake": (0, (0, 6), "RH-021"),
    "half_step": ("carry", ("carry", "edge"), "RH-023"),
    "mod_280": ("-7", ("-7", "-6"), "RH-025"),
    "hit_hazard_brackets": ("5 9", (), "RH-032"),
    "mod_speed": ("start", ("start", "end"), "RH-033"),
    "accessory_stack": (True, (), "RH-035"),
    "recovery_skill": (False, (), "RH-039"),
    "crash_table_selector": ("solid_contact", ("solid_contact", "last_hazard"), "RH-050"),
    "crash_decel": ("next_round_start", ("next_round_start", "after_each_step"), "RH-056"),
    "spin_exit": ("brake", ("brake", "instant_realign"), "RH-064"),
    "explosion_on": (5, (1, 7), "RH-068"),
    "ram_unit": ("dice", ("dice", "points"), "RH-075"),
    "occupant_hits": (3, (2, 6), "RH-076"),
    "tyre_loss_hc": (2, (0, 6), "RH-077"),
    "duel_params": ("free 4 each 4 rounds 30 start 30 mounts on", (), "RH-085"),
    "budget": ("dp", ("dp", "none"), "RH-085"),
    "target_speed": (True, (), "RH-085"),
    "aggression": ("normal", ("cautious", "normal", "reckless"), "RH-086"),
    "autopilot_profile": ("steady", ("steady", "bold", "miser", "hunter"), "RH-087"),
    "decision": ("harm", ("harm", "none"), "RH-089"),
    "points_divisor": (10, (1, 100), "RH-090"),
}
"""The default, the possible values (for a number its limits), and the rule."""
RULES = pytest.mark.rule(
    "RH-006", "RH-011", "RH-013", "RH-014", "RH-021", "RH-023", "RH-025", "RH-032", "RH-033", "RH-035", "RH-039",
    "RH-050", "RH-056", "RH-064", "RH-068", "RH-075", "RH-076", "RH-077", "RH-085", "RH-086", "RH-087", "RH-089",
    "RH-090",
)  # fmt: skip


@RULES
def test_the_house_rules_of_the_book_and_no_others() -> None:
    rows = {
        switch.name: (
            switch.default,
            (switch.lowest, switch.highest) if type(switch.default) is int else switch.choices,
            switch.rule,
        )
        for switch in SWITCHES
    }
    assert list(rows.items()) == [(f"rhad.{name}", printed) for name, printed in PRINTED.items()]
    assert len(SWITCHES) == len(PRINTED)


@RULES
def test_every_switch_is_an_attribute_with_the_same_default() -> None:
    defaults = {switch.name: switch.default for switch in SWITCHES}
    settings = settings_of(defaults)
    assert settings == Settings()
    assert {f"rhad.{name}": getattr(settings, name) for name in Settings.__dataclass_fields__} == {
        **defaults,
        "rhad.mod_280": -7,
    }


@pytest.mark.parametrize("switch", SWITCHES, ids=[switch.name for switch in SWITCHES])
def test_a_switch_is_read_by_its_name(switch: Any) -> None:
    others = (
        [choice for choice in switch.choices if choice != switch.default]
        or {
            "rhad.bootlegger_window": ["5-60"],
            "rhad.hit_hazard_brackets": ["4 8"],
            "rhad.duel_params": ["free 0 each 9 rounds 1 start 0 mounts off"],
        }.get(switch.name)
        or ([not switch.default] if isinstance(switch.default, bool) else [switch.default + 1])
    )
    for value in others:
        setting = getattr(settings_of({switch.name: value}), switch.name.removeprefix("rhad."))
        assert str(setting) == str(value)


def test_switches_of_other_books_mean_nothing_here() -> None:
    assert settings_of({"dethmatch.heats": 3, "match.vehicles_per_team": 2}) == Settings()


def test_an_unknown_switch_and_an_improper_setting_are_refused() -> None:
    with pytest.raises(Unknown, match=r"use rhad\.turn_surcharge"):
        settings_of({"rhad.turn_surcharges": "once"})
    for name, value in (
        ("rhad.half_step", "both"), ("rhad.bootlegger_window", "20"), ("rhad.mod_280", "-5"), ("rhad.mod_280", -6),
        ("rhad.explosion_on", 8), ("rhad.explosion_on", 0), ("rhad.occupant_hits", 1), ("rhad.points_divisor", 0),
        ("rhad.duel_params", "free 4 each 0 rounds 30 start 30 mounts on"),
        ("rhad.duel_params", "free 4 each 4 rounds 0 start 30 mounts on"),
        ("rhad.duel_params", "free 4 each 4 rounds 30 start 31 mounts on"),
        ("rhad.accessory_stack", 1),
    ):  # fmt: skip
        with pytest.raises(Malformed):
            settings_of({name: value})


@pytest.mark.rule("RH-014", "RH-032", "RH-085", "RH-089")
def test_the_figures_written_in_a_switch() -> None:
    settings = Settings()
    assert (bootlegger_window(settings), hit_brackets(settings)) == ((20, 35), (5, 9))
    duel = duel_of(settings)
    assert (duel.free, duel.each, duel.rounds, duel.start, duel.mounts) == (4, 4, 30, 30, True)
    assert duel_of(replace(settings, duel_params="free 12 each 3 rounds 9 start 105 mounts off")).mounts is False
