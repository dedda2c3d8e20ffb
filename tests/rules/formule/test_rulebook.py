"""The rulebook of Formule Wars: chapters in their order, and tables equal to the engine's."""

from __future__ import annotations

import pytest

from rules.formule.car import damage, gears
from rules.formule.combat import dropped_weapons, to_hit
from rules.formule.designs.stock_designs import COUNTERPARTS
from rules.formule.movement import collisions, deliberate_collisions
from rules.formule.settings import Settings
from rules.formule.weapons import EQUIPMENT, LINK_PRICE, UNLIMITED, WEAPONS
from rules.match.rulebook_pages import rulebook_pages
from tests.rules.rulebooks import sections, tables

BOOK = "rules.formule"
MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"


def rows_of(rule: str) -> list[list[str]]:
    (table,) = tables(sections(rulebook_pages(BOOK))[rule])
    return table[1:]


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", MINUS) if number else "0"


def spanned(text: str) -> list[int]:
    first, _, last = text.partition(DASH)
    return list(range(int(first), int(last or first) + 1))


# ---------------------------------------------------------------------------------------------------- the pages


def test_the_pages_stand_in_the_order_of_their_chapters() -> None:
    assert [page.title for page in rulebook_pages(BOOK)] == [
        "Building a car",
        "Weapons and equipment",
        "Shooting",
        "Damage",
        "Dropped weapons",
        "Deliberate collisions",
        "The race",
        "The autopilot",
        "Points and results",
        "House rules",
    ]


# ------------------------------------------------------------------------------------------------------ tables


@pytest.mark.rule("FW-010")
def test_the_weapon_table_is_the_engines() -> None:
    listed = [
        [
            f"`{weapon.key}`",
            weapon.name[0].upper() + weapon.name[1:],
            str(weapon.price),
            str(weapon.damage or "special"),
            "no end" if weapon.ammunition == UNLIMITED else str(weapon.ammunition),
            str(weapon.reach),
            signed(weapon.bonus),
            "any" if "front" in weapon.mounts else "sides, rear",
        ]
        for weapon in WEAPONS.values()
    ]
    assert rows_of("FW-010") == listed


@pytest.mark.rule("FW-020")
def test_the_equipment_table_is_the_engines() -> None:
    assert {row[0].strip("`"): int(row[2]) for row in rows_of("FW-020")} == {**EQUIPMENT, "link": LINK_PRICE}


@pytest.mark.rule("FW-034", "FW-035")
def test_the_modifiers_are_the_engines() -> None:
    settings = Settings()
    modifiers = dict(rows_of("FW-034"))
    assert [modifiers[f"Target in gear {gear}"] for gear in (1, 4, 5, 6)] == [
        signed(to_hit.target_gear_modifier(settings, gear)) for gear in (1, 4, 5, 6)
    ]
    assert modifiers["Target in gear 2 or 3"] == signed(to_hit.target_gear_modifier(settings, 2))
    assert [modifiers[f"Shooter in gear {gear}"] for gear in (5, 6)] == [
        signed(to_hit.shooter_gear_modifier(settings, gear)) for gear in (5, 6)
    ]
    assert (modifiers["Temporary rain"], modifiers["Rain"]) == (
        signed(to_hit.WEATHER_MODIFIERS["temporary_rain"]),
        signed(to_hit.WEATHER_MODIFIERS["rain"]),
    )
    assert modifiers["The shot passes through smoke"] == signed(to_hit.SMOKE)


@pytest.mark.rule("FW-051")
def test_the_damage_table_is_the_engines() -> None:
    words = {"One weapon, which is destroyed": "weapon", "Road-holding": "road_holding"}
    effects = {face: words.get(row[1], row[1].lower()) for row in rows_of("FW-051") for face in spanned(row[0])}
    assert effects == damage.OVERFLOW_TABLE


@pytest.mark.rule("FW-065")
def test_the_oil_table_is_the_engines() -> None:
    spins = {"no": "slides {n} square", "maybe": "spins if", "sure": "squares and spins"}
    for face, (squares, spin) in dropped_weapons.OIL_SLIDES.items():
        row = next(
            row for row in rows_of("FW-065") if (face <= 3 if "or less" in row[0] else face in spanned(row[0]))
        )
        assert f"slides {squares} square" in row[1]
        assert spins[spin].format(n=squares) in row[1]


@pytest.mark.rule("FW-092")
def test_the_collision_table_is_the_engines() -> None:
    def told(harm: tuple[int, int]) -> str:
        gear, added = harm
        return " + ".join(filter(None, (f"g{gear}" if gear else "", str(added) if added or not gear else "")))

    columns = (
        deliberate_collisions.PLAIN_TARGET,
        deliberate_collisions.BUMPER_TARGET,
        deliberate_collisions.PLAIN_ATTACKER,
        deliberate_collisions.BUMPER_ATTACKER,
    )
    assert rows_of("FW-092") == [[str(row), *(told(column[row]) for column in columns)] for row in range(1, 6)]


@pytest.mark.rule("FW-102", "FW-103", "FW-122")
def test_gear_dice_and_what_changes_and_blocks_take_are_the_engines() -> None:
    dice = rows_of("FW-102")
    assert [int(row[1]) for row in dice[:6]] == [len(faces) for faces in gears.DICE.values()]
    assert [list(map(int, row[2].split())) for row in dice[:3]] == [list(gears.DICE[gear]) for gear in (1, 2, 3)]
    assert [list(map(int, row[2].partition(",")[0].split(" to "))) for row in dice[3:6]] == [
        [min(gears.DICE[gear]), max(gears.DICE[gear])] for gear in (4, 5, 6)
    ]
    down = {int(row[0]): row[1] for row in rows_of("FW-103")}
    assert down == {
        by: ", ".join(f"{due} {name.removesuffix('s')}" for name, due in points.items()) or "nothing"
        for by, points in gears.DOWNSHIFT_POINTS.items()
    }
    assert [tuple(map(int, row)) for row in rows_of("FW-122")] == [
        (squares, *due) for squares, due in collisions.BLOCKED_MOVE_POINTS.items()
    ]


@pytest.mark.rule("FW-150")
def test_the_points_by_place_are_the_engines() -> None:
    (points,) = rows_of("FW-150")
    assert tuple(map(int, points[1:-1])) == Settings().points_by_place


@pytest.mark.rule("FW-154")
def test_the_weapons_that_items_become_are_the_engines() -> None:
    assert {row[1].strip("`") for row in rows_of("FW-154")} == set(COUNTERPARTS.values())
