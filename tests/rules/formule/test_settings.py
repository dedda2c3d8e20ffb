"""The defaults and limits of each house rule of a race."""

from __future__ import annotations

from dataclasses import fields

import pytest

from rules.core.refusals import Malformed, Unknown
from rules.core.switches import Setting
from rules.formule.settings import SWITCHES, SWITCHES_BY_NAME, Settings, settings_of

DEFAULTS: list[tuple[str, Setting, str]] = [
    ("autopilot_profile", "steady", "FW-140"),
    ("build_points", 35, "FW-001"),
    ("min_characteristic", 1, "FW-002"),
    ("max_tires", 0, "FW-002"),
    ("mg_row", "2/1", "FW-011"),
    ("mines_price", 2, "FW-012"),
    ("link_mode", "two_rolls", "FW-023"),
    ("actions_per_turn", 1, "FW-031"),
    ("drop_beside_shot", False, "FW-031"),
    ("sight", "neighbor", "FW-032"),
    ("natural_20_hits", False, "FW-033"),
    ("gear6_mods", "-3 -1", "FW-035"),
    ("corner_mod_timing", "shot", "FW-036"),
    ("laser_temp_rain", True, "FW-037"),
    ("overflow", "per_point", "FW-052"),
    ("drop_any_square", False, "FW-060"),
    ("mine_tire_elimination", False, "FW-063"),
    ("oil_lookup", "total", "FW-065"),
    ("side_rounding", "down", "FW-095"),
    ("side_min_applies_to_zero", False, "FW-095"),
    ("pole", "lowest", "FW-105"),
    ("fire_from_lap", 1, "FW-106"),
    ("zero_tire_one_square_spin", False, "FW-112"),
    ("blocked_fallback", "tires", "FW-122"),
    ("zero_engine_out", True, "FW-126"),
    ("slipstream", True, "FW-127"),
    ("laps", 2, "FW-128"),
    ("rain_overshoot_extra", False, "FW-129"),
    ("pits", False, "FW-130"),
    ("points", "10 8 6 5 4 3 2 1", "FW-150"),
    ("nobody_home_places", True, "FW-150"),
    ("kill_points", 0, "FW-150"),
]

CHOICES = {
    "autopilot_profile": ("steady", "bold", "miser", "hunter"),
    "mg_row": ("2/1", "3/2"),
    "link_mode": ("two_rolls", "one_roll"),
    "sight": ("neighbor", "same_segment", "always"),
    "gear6_mods": ("-3 -1", "-2 -1", "-3 -2"),
    "corner_mod_timing": ("shot", "move_end"),
    "overflow": ("per_point", "per_hit"),
    "oil_lookup": ("total", "natural"),
    "side_rounding": ("down", "up"),
    "pole": ("lowest", "highest", "season_reverse"),
    "blocked_fallback": ("tires", "out"),
}

NUMBERS = [
    pytest.param("build_points", 10, 100, marks=pytest.mark.rule("FW-001")),
    pytest.param("min_characteristic", 1, 5, marks=pytest.mark.rule("FW-002")),
    pytest.param("max_tires", 0, 50, marks=pytest.mark.rule("FW-002")),
    pytest.param("mines_price", 1, 10, marks=pytest.mark.rule("FW-012")),
    pytest.param("actions_per_turn", 1, 5, marks=pytest.mark.rule("FW-031")),
    pytest.param("fire_from_lap", 1, 10, marks=pytest.mark.rule("FW-106")),
    pytest.param("laps", 1, 10, marks=pytest.mark.rule("FW-128")),
    pytest.param("kill_points", 0, 50, marks=pytest.mark.rule("FW-150")),
]


@pytest.mark.rule(
    "FW-001", "FW-002", "FW-011", "FW-012", "FW-023", "FW-031", "FW-032", "FW-033", "FW-035", "FW-036", "FW-037",
    "FW-052", "FW-060", "FW-063", "FW-065", "FW-095", "FW-105", "FW-106", "FW-112", "FW-122", "FW-126", "FW-127",
    "FW-128", "FW-129", "FW-130", "FW-150",
)  # fmt: skip
def test_every_switch_has_its_default_and_its_rule() -> None:
    assert [(switch.name, switch.default, switch.rule) for switch in SWITCHES] == [
        (f"formule.{name}", default, rule) for name, default, rule in DEFAULTS
    ]
    assert {switch.name.removeprefix("formule."): switch.choices for switch in SWITCHES if switch.choices} == CHOICES
    plain = settings_of({})
    assert {field.name: getattr(plain, field.name) for field in fields(Settings)} == {
        name: default for name, default, _ in DEFAULTS
    }


@pytest.mark.parametrize(("name", "lowest", "highest"), NUMBERS)
def test_a_number_may_be_from_its_lowest_to_its_highest(name: str, lowest: int, highest: int) -> None:
    for value in (lowest, highest):
        assert getattr(settings_of({f"formule.{name}": value}), name) == value
    for value in (lowest - 1, highest + 1, True, "1"):
        with pytest.raises(Malformed):
            settings_of({f"formule.{name}": value})


@pytest.mark.parametrize(
    "name", [switch.name for switch in SWITCHES if switch.choices or isinstance(switch.default, bool)]
)
def test_what_is_no_choice_is_refused(name: str) -> None:
    with pytest.raises(Malformed):
        settings_of({name: "neither"})
    for value in SWITCHES_BY_NAME[name].choices or (True, False):
        assert getattr(settings_of({name: value}), name.removeprefix("formule.")) == value


@pytest.mark.rule("FW-150")
@pytest.mark.parametrize(("points", "by_place"), [("9", (9,)), ("10 7 0", (10, 7, 0)), ("1 " * 11 + "1", (1,) * 12)])
def test_points_by_place_are_read_from_their_text(points: str, by_place: tuple[int, ...]) -> None:
    assert settings_of({"formule.points": points}).points_by_place == by_place


@pytest.mark.rule("FW-150")
@pytest.mark.parametrize("points", ["", "-1", "ten", "1,2", "100", "1  2", "1 " * 12 + "1"])
def test_points_that_are_no_list_are_refused(points: str) -> None:
    with pytest.raises(Malformed):
        settings_of({"formule.points": points})


def test_a_switch_of_this_book_that_does_not_exist_is_refused_and_another_books_passed_over() -> None:
    with pytest.raises(Unknown, match=r"formule\.wings"):
        settings_of({"formule.wings": True})
    assert settings_of({"dethmatch.heats": 3}) == settings_of({})


@pytest.mark.rule("FW-011", "FW-012")
def test_the_table_of_weapons_is_the_leagues_own() -> None:
    assert (settings_of({}).weapons["mg"].damage, settings_of({}).weapons["mines"].price) == (1, 2)
    house = settings_of({"formule.mg_row": "3/2", "formule.mines_price": 5})
    assert (house.weapons["mg"].price, house.weapons["mg"].damage, house.weapons["mines"].price) == (3, 2, 5)
