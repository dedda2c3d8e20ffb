"""The rulebook of RHAD: chapters in their order, and tables equal to the engine's."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules.match.handling.crash_tables import CT1, CT2
from rules.match.handling.handling_formulas import accessory_bonus
from rules.match.handling.speed_table import ROWS
from rules.match.rulebook_pages import rulebook_pages
from rules.rhad.combat.target_speed import BANDS, FASTEST_TARGET
from rules.rhad.designs.design_errors import (
    ARMOR_BOUNDS,
    BOUNDS,
    DICE_BOUNDS,
    PLUS_BOUNDS,
    SHOTS_BOUNDS,
    TIRE_COUNT_BOUNDS,
    TIRE_DP_BOUNDS,
    TO_HIT_BOUNDS,
    WEAPON_COUNT_BOUNDS,
    WEAPON_DP_BOUNDS,
)
from rules.rhad.designs.design_points import BASE_HC_DP, weapon_dp
from rules.rhad.designs.stock_weapons import WEAPON_BY_KIND
from rules.rhad.first_autopilot.speed import CAPS
from rules.rhad.movement.loss_of_control import GUPPY_LANDINGS, LANDINGS
from tests.rules.rulebooks import sections, tables

BOOK = "rules.rhad"
MINUS = "\N{MINUS SIGN}"


def number(text: str) -> int:
    return int(text.replace(MINUS, "-"))


def test_the_pages_stand_in_the_order_of_their_chapters() -> None:
    assert [page.title for page in rulebook_pages(BOOK)] == [
        "Scope and map",
        "Maneuvers",
        "The round",
        "Handling",
        "Crash tables",
        "Losing control",
        "Damage",
        "The log",
        "The duel",
        "Points and results",
        "House rules",
    ]


# ------------------------------------------------------------------------------------------------------ tables


def halves(steps: int) -> str:
    whole, half = divmod(steps, 2)
    return f"{whole or ''}{'½' if half else ''}" or "–"


@pytest.mark.rule("RH-024")
def test_the_speed_table_is_the_engine_s() -> None:
    (table,) = tables(sections(rulebook_pages(BOOK))["RH-024"])
    expected = []
    for row in ROWS.values():
        minus = f"1d{MINUS}{row.ram.minus}"
        ram = minus if row.ram.minus else str(row.ram.dice or "–")
        modifier = f"{row.modifier:+d}" if row.modifier else "0"
        expected.append([str(row.mph), *map(halves, row.half_steps), modifier.replace("-", MINUS), ram])
    assert table[1:] == expected


@pytest.mark.rule("RH-025")
def test_the_bands_of_the_speed_table_are_the_engine_s() -> None:
    (table,) = tables(sections(rulebook_pages(BOOK))["RH-025"])
    modifiers: dict[int, Any] = {}
    for band, modifier in table[1:]:
        first, _, last = band.partition("–")
        modifiers |= dict.fromkeys(range(int(first), int(last or first) + 1, 5), number(modifier))
    assert modifiers == {row.mph: row.modifier for row in ROWS.values()}


@pytest.mark.rule("RH-035")
def test_the_accessories_are_the_engine_s() -> None:
    (table,) = tables(sections(rulebook_pages(BOOK))["RH-035"])
    for band, bonus in table[1:]:
        first, _, last = band.partition("–")
        for mph in (int(first), int(last or first)):
            assert accessory_bonus(mph=mph, accessories=["spoiler"]) == int(bonus)


@pytest.mark.rule("RH-053")
def test_the_crash_tables_are_the_engine_s() -> None:
    (table,) = tables(sections(rulebook_pages(BOOK))["RH-053"])

    def key(cell: str) -> str:
        name = cell.lower().replace("-", "_").replace(", two tires", " two").replace(", all tires", " all")
        return name.replace(" ", "_")

    assert [[number(row[0].removesuffix(" or less")), *map(key, row[1:])] for row in table[1:]] == [
        [end, *CT1[end], *CT2[end]] for end in CT1
    ]


@pytest.mark.rule("RH-065", "RH-066")
@pytest.mark.parametrize(("rule", "landings"), [("RH-065", GUPPY_LANDINGS), ("RH-066", LANDINGS)])
def test_the_landings_are_the_engine_s(rule: str, landings: dict[int, str]) -> None:
    sides: dict[int, Any] = {}
    for faces, side in next(tables(sections(rulebook_pages(BOOK))[rule]))[1:]:
        first, _, last = faces.partition("–")
        sides |= dict.fromkeys(range(int(first), int(last or first) + 1), side)
    assert sides == landings


@pytest.mark.rule("RH-085")
def test_the_price_list_and_the_armory_are_the_engine_s() -> None:
    speeds, _, _, classes, bounds, weapons = tables(sections(rulebook_pages(BOOK))["RH-085"])
    assert [number(row[1]) for row in speeds[1:]] == [*(penalty for _, penalty in BANDS), FASTEST_TARGET]
    assert [max(map(int, re.findall(r"\d+", row[0]))) for row in speeds[1:-1]] == [mph for mph, _ in BANDS]
    assert {number(row[0]): int(row[1]) for row in classes[1:]} == BASE_HC_DP
    within = (
        *BOUNDS.values(),
        TIRE_COUNT_BOUNDS,
        TIRE_DP_BOUNDS,
        ARMOR_BOUNDS,
        WEAPON_COUNT_BOUNDS,
        TO_HIT_BOUNDS,
        DICE_BOUNDS,
        PLUS_BOUNDS,
        SHOTS_BOUNDS,
        WEAPON_DP_BOUNDS,
    )
    assert [[number(cell) for cell in row[1:]] for row in bounds[1:]] == [list(limits) for limits in within]
    assert weapons[1:] == [
        [
            weapon.name,
            str(weapon.to_hit),
            weapon.damage.replace("-", MINUS),
            str(weapon.shots or "no end"),
            str(weapon.dp),
            str(weapon_dp(weapon)),
        ]
        for weapon in WEAPON_BY_KIND.values()
    ]


@pytest.mark.rule("RH-086")
def test_the_profiles_of_the_autopilot_are_the_engine_s() -> None:
    (table,) = tables(sections(rulebook_pages(BOOK))["RH-086"])
    assert {row[0]: int(row[1]) for row in table[1:]} == CAPS
