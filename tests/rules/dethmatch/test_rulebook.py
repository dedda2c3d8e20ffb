"""The rulebook of Dethmatch: chapters in their order, and tables equal to the engine's."""

from __future__ import annotations

import pytest

from rules.dethmatch.damage.collision_types import handling_loss
from rules.dethmatch.designs.design_points import MOUNT_DP
from rules.dethmatch.driving.acceleration import BAND_MODIFIERS, BANDS_UP_TO
from rules.dethmatch.weapons.to_hit import MODIFIERS
from rules.match.catalog import WEAPON_KINDS
from rules.match.item_types import Firepower, ItemType, StatLine
from rules.match.rulebook_pages import parse_page, rulebook_pages
from rules.match.ruleset import Page
from tests.rules.rulebooks import sections, tables

BOOK = "rules.dethmatch"
MINUS = "\N{MINUS SIGN}"
SHOOTERS = {
    "DM-M-015": 12,
    "DM-M-119": 13,
}
"""The rules whose first table lists weapons, and the number of its rows."""


def number(text: str) -> int:
    return int(text.replace(MINUS, "-"))


# ---------------------------------------------------------------------------------------------------- the pages


def test_a_page_is_a_chapter_with_its_first_line_for_a_title() -> None:
    assert parse_page("# Speed\n\n## DM-M-044 Changing speed\n\nOnce a turn.\n") == Page(
        title="Speed", text="## DM-M-044 Changing speed\n\nOnce a turn."
    )


def test_the_pages_stand_in_the_order_of_their_chapters() -> None:
    assert [page.title for page in rulebook_pages(BOOK)] == [
        "Conventions",
        "Cars and mounts",
        "Components, tires and suspension",
        "Final characteristics",
        "Before the heat",
        "The turn",
        "Speed",
        "Movement",
        "Hazards",
        "Turning and handling",
        "Loss of control",
        "Collisions",
        "Shooting",
        "Damage",
        "Talents and quirks in the match",
        "Items and devices in the match",
        "Heats, pits and repairs",
        "Events and points",
        "The autopilot",
        "Orders",
        "House rules",
    ]


# ------------------------------------------------------------------------------------------------------ tables


def firepower(printed: Firepower) -> str:
    if not printed.sides:
        return str(printed.plus) if printed.plus else "–"
    return f"1d{printed.sides}" + (f"+{printed.plus}" if printed.plus else "")


def span(first: int, last: int) -> str:
    return str(last) if first == last else f"{first}–{last}"


def weapon_row(arm: ItemType, shot: StatLine, name: str) -> list[str]:
    """A row of the weapon table for a stat line of the engine."""
    harmless = shot.firepower == Firepower()
    return [
        f"{name} Δ" if arm.delta else name,
        arm.mount.capitalize(),
        f"{shot.rate}+" if shot.dice > 1 else str(shot.rate),
        "–" if harmless else str(shot.penetration),
        firepower(shot.firepower),
        str(shot.short) if harmless else span(1, shot.short),
        span(shot.short + 1, shot.long) if shot.long else "–",
        str(shot.furthest),
        str(shot.ammunition),
    ]


def test_the_weapon_tables_are_the_engine_s() -> None:
    printed = {row[0]: row for rule in SHOOTERS for row in next(tables(sections(rulebook_pages(BOOK))[rule]))[1:]}
    expected: dict[str, list[str]] = {}
    for arm in WEAPON_KINDS.values():
        barrels = (", single shot", ", both barrels") if len(arm.shots) > 1 else ("",)
        for shot, barrel in zip(arm.shots, barrels if arm.shots else (), strict=True):
            row = weapon_row(arm, shot, arm.name + barrel)
            expected[row[0]] = row
    assert printed == expected
    assert {rule: len(next(tables(sections(rulebook_pages(BOOK))[rule]))) - 1 for rule in SHOOTERS} == SHOOTERS


def test_the_price_of_mounts_is_the_engine_s() -> None:
    rows = next(tables(sections(rulebook_pages(BOOK))["DM-M-013"]))[1:]
    printed = {row[0].split()[0].lower(): [int(price) for price in row[1:]] for row in rows}
    assert printed == {name: list(dp.values()) for name, dp in MOUNT_DP.items() if name != "special"}


def test_the_speed_chart_is_the_engine_s() -> None:
    rows = next(tables(sections(rulebook_pages(BOOK))["DM-M-045"]))[1:]
    assert tuple(number(row[0]) for row in rows) == BAND_MODIFIERS
    for column, gearing in enumerate((1, 0, -1), start=1):
        assert tuple(int(row[column].split("–")[-1]) for row in rows) == BANDS_UP_TO[gearing]


def test_the_handling_a_collision_costs_is_the_engine_s() -> None:
    for speeds, failed, passed in next(tables(sections(rulebook_pages(BOOK))["DM-M-084"]))[1:-1]:
        for speed in map(int, speeds.split("–")):
            assert handling_loss(speed, passed=False) == int(failed)
            assert handling_loss(speed, passed=True) == int(passed)


@pytest.mark.parametrize(
    ("situation", "modifier"),
    [
        ("Firing car's handling is 0 or less", "low_handling"),
        ("Target's speed is 5 or more", "fast_target"),
        ("Driver fires through any quadrant but the front", "off_the_front"),
        ("Aiming at the tires", "at_the_tires"),
        ("Gunslinger using two weapons", "gunslinger"),
        ("Targeting device", "targeting_device"),
        ("Helmet-mounted sight", "helmet_sight"),
    ],
)
def test_the_modifiers_to_hit_are_the_engine_s(situation: str, modifier: str) -> None:
    printed = dict(next(tables(sections(rulebook_pages(BOOK))["DM-M-097"]))[1:])
    assert number(printed[situation]) == MODIFIERS[modifier]
