"""The defaults and limits of each house rule of a match."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from rules.carcult.match.packet_setup import setup_from_packet
from rules.carcult.settings import SWITCHES, SWITCHES_BY_NAME, Settings, settings_of
from rules.core.refusals import Malformed, Unknown
from rules.core.switches import Setting
from tests.rules.carcult.chance_matches import random_packet

ON_OR_OFF = [
    pytest.param("carcult.premeasure", False, marks=pytest.mark.rule("CC-002")),
    pytest.param("carcult.cars_block_los", True, marks=pytest.mark.rule("CC-004")),
    pytest.param("carcult.shift_then_accelerate", False, marks=pytest.mark.rule("CC-042")),
    pytest.param("carcult.collision_struck_stops", False, marks=pytest.mark.rule("CC-047")),
    pytest.param("carcult.card_limits", True, marks=pytest.mark.rule("CC-072")),
    pytest.param("carcult.mine_dt_counts", False, marks=pytest.mark.rule("CC-076")),
    pytest.param("carcult.ram_keeps_speed", True, marks=pytest.mark.rule("CC-078")),
    pytest.param("carcult.carry_over", False, marks=pytest.mark.rule("CC-080")),
    pytest.param("carcult.turbo", False, marks=pytest.mark.rule("CC-081")),
    pytest.param("carcult.slicks", False, marks=pytest.mark.rule("CC-082")),
]
CHOICES = [
    pytest.param("carcult.order", ("dynamic", "fixed_at_round_start"), marks=pytest.mark.rule("CC-011")),
    pytest.param("carcult.order_direction", ("descending", "ascending"), marks=pytest.mark.rule("CC-011")),
    pytest.param("carcult.attack_window", ("any", "after_move"), marks=pytest.mark.rule("CC-017")),
    pytest.param("carcult.drift_limit", ("total", "per_side"), marks=pytest.mark.rule("CC-035")),
    pytest.param("carcult.turn_az", ("free", "no_st"), marks=pytest.mark.rule("CC-036")),
    pytest.param("carcult.downshift_dice", ("all", "extra_only"), marks=pytest.mark.rule("CC-041")),
    pytest.param("carcult.edge", ("blocking", "leave_play"), marks=pytest.mark.rule("CC-049")),
    pytest.param("carcult.armor_scope", ("all", "attacks_only"), marks=pytest.mark.rule("CC-063")),
    pytest.param("carcult.collision_credit", ("both", "mover"), marks=pytest.mark.rule("CC-067")),
    pytest.param("carcult.mine_arming", ("next_activation", "at_once"), marks=pytest.mark.rule("CC-077")),
    pytest.param("carcult.decision", ("harm", "none"), marks=pytest.mark.rule("CC-090")),
    pytest.param("carcult.mission", ("last_cult", "last_standing"), marks=pytest.mark.rule("CC-090")),
    pytest.param(
        "carcult.autopilot_profile", ("steady", "bold", "miser", "hunter"), marks=pytest.mark.rule("CC-095")
    ),
]
NUMBERS = [
    pytest.param("carcult.victory_limit", 20, (1, 500), marks=pytest.mark.rule("CC-090")),
    pytest.param("carcult.max_rounds", 12, (1, 40), marks=pytest.mark.rule("CC-090")),
    pytest.param("carcult.points_divisor", 2, (1, 100), marks=pytest.mark.rule("CC-100")),
]


def refused(name: str, value: object) -> bool:
    try:
        SWITCHES_BY_NAME[name].validate(value)
    except Malformed:
        return True
    return False


@pytest.mark.parametrize(("name", "default"), ON_OR_OFF)
def test_a_house_rule_that_is_on_or_off_stands_as_the_book_has_it(name: str, *, default: bool) -> None:
    assert SWITCHES_BY_NAME[name].default is default
    assert [refused(name, value) for value in (True, False, 1, "on")] == [False, False, True, True]


@pytest.mark.parametrize(("name", "choices"), CHOICES)
def test_the_first_of_the_choices_is_the_one_of_the_book(name: str, choices: tuple[str, ...]) -> None:
    assert (SWITCHES_BY_NAME[name].default, SWITCHES_BY_NAME[name].choices) == (choices[0], choices)
    assert [refused(name, value) for value in (*choices, "", True)] == [*(False for _ in choices), True, True]


@pytest.mark.parametrize(("name", "default", "bounds"), NUMBERS)
def test_a_figure_stands_as_the_book_has_it_and_moves_within_bounds(
    name: str, default: int, bounds: tuple[int, int]
) -> None:
    lowest, highest = bounds
    assert SWITCHES_BY_NAME[name].default == default
    assert [refused(name, value) for value in (lowest, highest)] == [False, False]
    assert [refused(name, value) for value in (lowest - 1, highest + 1, True)] == [True, True, True]


@pytest.mark.rule(
    "CC-002", "CC-004", "CC-011", "CC-017", "CC-035", "CC-036", "CC-041", "CC-042", "CC-047", "CC-049", "CC-063",
    "CC-072", "CC-076", "CC-077", "CC-078", "CC-080", "CC-081", "CC-082", "CC-090", "CC-100",
)  # fmt: skip
def test_each_switch_has_its_setting_in_its_place_and_its_default_there() -> None:
    assert [(switch.name, switch.default) for switch in SWITCHES] == [
        (f"carcult.{field.name}", field.default) for field in fields(Settings)
    ]
    assert len(ON_OR_OFF) + len(CHOICES) + len(NUMBERS) == len(SWITCHES)


def test_settings_are_those_the_match_names() -> None:
    named: dict[str, Setting] = {"carcult.turbo": True, "carcult.edge": "leave_play", "carcult.max_rounds": 3}
    assert settings_of(named) == Settings(turbo=True, edge="leave_play", max_rounds=3)
    assert settings_of({}) == Settings()


@pytest.mark.parametrize(
    ("name", "instead"),
    [("carcult.turbos", "use carcult.turbo"), ("carcult.xyz", "look its name up in the rulebook")],
)
def test_a_switch_that_the_book_has_not_got_is_refused(name: str, instead: str) -> None:
    with pytest.raises(Unknown, match=f"^There is no switch '{name}' in Car Cult: {instead}[.]$"):
        settings_of({name: True})
    packet = replace(random_packet(1), switches={name: True, "dethmatch.heats": 3})
    assert setup_from_packet(packet).switches == {name: True}


def test_switches_of_other_books_mean_nothing_here() -> None:
    assert settings_of({"dethmatch.heats": 3, "match.vehicles_per_team": 2, "turbo": True}) == Settings()
