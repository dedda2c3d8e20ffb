"""The rulebook of Car Cult: chapters in their order, and tables equal to the engine's."""

from __future__ import annotations

import pytest

from rules.carcult.cards import CREW, ENGINES, NAMES, WEAPONS
from rules.match.rulebook_pages import rulebook_pages
from tests.rules.rulebooks import sections, tables

BOOK = "rules.carcult"


def rows_of(rule: str) -> list[list[str]]:
    (table,) = tables(sections(rulebook_pages(BOOK))[rule])
    return table[1:]


def test_the_pages_stand_in_the_order_of_their_chapters() -> None:
    assert [page.title for page in rulebook_pages(BOOK)] == [
        "Conventions",
        "The round",
        "Movement",
        "Terrain",
        "Attacks",
        "Damage",
        "Building a car",
        "What a league may add",
        "The skirmish",
        "The autopilot",
        "Results",
        "House rules",
    ]


@pytest.mark.rule("CC-073")
def test_the_crew_is_the_engine_s() -> None:
    assert {row[0].lower(): row[1] for row in rows_of("CC-073")} == {
        NAMES[key]: " and ".join(map(str, plus)) for key, plus in CREW.items()
    }


@pytest.mark.rule("CC-075")
def test_the_weapon_table_is_the_engine_s() -> None:
    printed = {row[0].lower(): row[1:] for row in rows_of("CC-075")}
    assert set(printed) == {weapon.name for weapon in WEAPONS.values()}
    for weapon in WEAPONS.values():
        az, reach, blast, damage, shots = printed[weapon.name]
        assert (int(az), int(reach.split()[0]), int(blast), int(shots)) == (
            weapon.az, weapon.range, weapon.blast, weapon.shots,
        )  # fmt: skip
        assert damage == (str(weapon.damage) if weapon.damage else "engine's speed tokens")


@pytest.mark.rule("CC-091")
def test_the_engines_are_the_engine_s() -> None:
    engines = [
        [
            engine.name.capitalize(),
            str(engine.az),
            str(engine.plug),
            *(" ".join(map(str, row)) for row in (engine.track, engine.plus)),
        ]
        for engine in ENGINES.values()
    ]
    assert rows_of("CC-091") == engines
