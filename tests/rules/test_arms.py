"""The stat lines that two books share are as printed."""

from __future__ import annotations

import pytest

from rules.match.catalog import WEAPON_KINDS, stat_lines
from rules.match.item_types import Firepower, StatLine

# Weapon, mount, ROF, PEN, firepower, far edges of short and long, max, ammunition.
PRINTED = """
machinegun               | light   | 3  | 0 | 1     | 3  | 6 | 12 | 10
heavy_machinegun         | light   | 3  | 1 | 1     | 3  | 6 | 12 | 10
recoilless_rifle         | light   | 1  | 2 | 1d2   | 1  | 3 | 8  | 6
light_rockets            | rocket  | 2  | 0 | 1     | 2  | 4 | 9  | 4
rockets                  | rocket  | 2  | 1 | 1d2   | 2  | 4 | 9  | 3
heavy_rockets            | rocket  | 2  | 2 | 1d3   | 2  | 4 | 9  | 2
heavy_recoilless_rifle   | heavy   | 1  | 3 | 1d3   | 1  | 3 | 8  | 5
at_rifle                 | heavy   | 1  | 2 | 1     | 3  | 7 | 18 | 6
heavy_at_rifle           | heavy   | 1  | 3 | 1d2   | 3  | 7 | 18 | 5
oil_jet                  | special | 3  | 0 | -     | 1  | 0 | 1  | 3
caltrops                 | special | 3  | 0 | -     | 1  | 0 | 1  | 3
smoke_launcher           | special | 1  | 0 | -     | 2  | 0 | 2  | 2
"""
RARE = """
autocannon               | heavy   | 2  | 2 | 1     | 3  | 7 | 18 | 6
at_gun                   | heavy   | 1  | 4 | 1d2   | 3  | 7 | 18 | 5
vulcan_gun               | light   | 3+ | 0 | 1     | 3  | 6 | 12 | 6
cluster_rockets          | rocket  | 3  | 1 | 1d2   | 2  | 4 | 9  | 4
heavy_cluster_rockets    | rocket  | 3  | 2 | 1d2   | 2  | 4 | 8  | 3
anti_tank_guided_missile | rocket  | 1  | 8 | 1d3+3 | 18 | 0 | 18 | 1
laser                    | light   | 3+ | 1 | 1     | 4  | 7 | 18 | 10
twin_heavy_machineguns   | light   | 3+ | 1 | 1     | 3  | 6 | 12 | 10
railgun                  | heavy   | 1  | 6 | 1d3   | 3  | 7 | 18 | 3
pulsed_laser             | heavy   | 3  | 2 | 1d2   | 4  | 7 | 18 | 10
bomb_launcher            | heavy   | 1  | 4 | 1d3+1 | 1  | 3 | 8  | 5
"""
BARRELS = """
dual_recoilless_rifle    | light   | 2  | 2 | 1d2   | 1  | 3 | 8  | 6
dual_recoilless_rifle    | light   | 1+ | 2 | 1d2   | 1  | 2 | 6  | 6
"""


def rows(table: str) -> list[list[str]]:
    """The cells of a printed table."""
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def as_printed(kind: str, shot: StatLine) -> list[str]:
    """A stat line as cells of the printed table."""
    return [
        kind,
        WEAPON_KINDS[kind].mount,
        f"{shot.rate}{'+' if shot.dice == 2 else ''}",
        str(shot.penetration),
        force(shot.firepower),
        *(str(figure) for figure in (shot.short, shot.long, shot.furthest, shot.ammunition)),
    ]


def force(power: Firepower) -> str:
    """Firepower as the table prints it."""
    if not power.sides:
        return str(power.plus) if power.plus else "-"
    return f"1d{power.sides}" + (f"+{power.plus}" if power.plus else "")


@pytest.mark.rule("DM-M-015", "DM-M-013", "DM-M-017")
@pytest.mark.parametrize("row", rows(PRINTED), ids=lambda row: row[0])
def test_a_weapon_of_the_table_is_as_printed(row: list[str]) -> None:
    assert [as_printed(row[0], shot) for shot in WEAPON_KINDS[row[0]].shots] == [row]
    assert all(shot.dice in (1, 2) for shot in WEAPON_KINDS[row[0]].shots)


@pytest.mark.rule("DM-M-119", "DM-M-013", "DM-M-017")
@pytest.mark.parametrize("row", rows(RARE), ids=lambda row: row[0])
def test_a_rare_weapon_is_as_printed(row: list[str]) -> None:
    assert [as_printed(row[0], shot) for shot in WEAPON_KINDS[row[0]].shots] == [row]
    assert all(shot.dice in (1, 2) for shot in WEAPON_KINDS[row[0]].shots)


@pytest.mark.rule("DM-M-119")
def test_the_dual_recoilless_has_a_line_for_one_barrel_and_one_for_both() -> None:
    assert [as_printed("dual_recoilless_rifle", shot) for shot in stat_lines("dual_recoilless_rifle")] == rows(
        BARRELS
    )
    assert [shot.dice for shot in stat_lines("dual_recoilless_rifle")] == [1, 2]


@pytest.mark.rule("DM-M-016", "DM-M-015", "DM-M-119")
def test_two_weapons_weigh() -> None:
    assert {kind for kind, arm in WEAPON_KINDS.items() if arm.delta} == {"heavy_at_rifle", "at_gun"}


@pytest.mark.rule("DM-M-121", "DM-M-122", "DM-M-119")
def test_what_has_no_line_of_its_own() -> None:
    assert {kind: arm.mount for kind, arm in WEAPON_KINDS.items() if not arm.shots} == {
        "smoke_grenade": "",
        "deployable_mines": "",
        "booster_rockets": "rocket",
        "heat_seeking_rockets": "rocket",
        "kami_bomb": "rocket",
    }


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize("pack", ["light_rockets", "rockets", "heavy_rockets"])
def test_heat_seeking_rockets_shoot_as_their_pack(pack: str) -> None:
    assert stat_lines("heat_seeking_rockets", variant=pack) == WEAPON_KINDS[pack].shots


@pytest.mark.rule("DM-M-015", "DM-M-119")
def test_names_are_those_of_the_price_lists() -> None:
    assert {kind: arm.name for kind, arm in WEAPON_KINDS.items() if arm.name.lower().replace(" ", "_") != kind} == {
        "at_rifle": "Anti-tank rifle",
        "heavy_at_rifle": "Heavy anti-tank rifle",
        "oil_jet": "Oil-jet",
        "anti_tank_guided_missile": "Anti-tank guided missile",
        "twin_heavy_machineguns": "Twin-linked heavy machineguns",
        "dual_recoilless_rifle": "Dual-barreled recoilless rifle",
        "railgun": "Electromagnetic weapon (railgun)",
        "heat_seeking_rockets": "Heat-seeking rockets",
        "kami_bomb": "Kami-bomb",
    }
