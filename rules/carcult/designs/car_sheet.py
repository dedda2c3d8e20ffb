"""The car sheet: a design as tables for people. Rules CC-015, CC-070 to CC-075, CC-091."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.carcult.cards import BUILD_LIMIT, NAMES, WEAPONS
from rules.carcult.designs.design import Design, read_design
from rules.core.refusals import Refusal
from rules.match.text_tables import EMPTY_CELL, Cell, Column, Table, make_table

CUSTOM_ENGINE = "home-made"
AZ_COLUMN = Column("AZ", "action zones, the boxes of its track")
SYMBOLS_COLUMN = Column("+ on AZ", "the action zones with a + symbol, from 1: each generates a speed token")
ENGINE_COLUMNS = (
    Column("engine"),
    AZ_COLUMN,
    Column("plug", "speed tokens added in one activation at most"),
    Column("inches", "what its track lets the car move, by its speed tokens"),
    SYMBOLS_COLUMN,
)
CARD_COLUMNS = (Column("card"), AZ_COLUMN, SYMBOLS_COLUMN)
WEAPON_COLUMNS = (
    Column("weapon"),
    Column("range", "inches"),
    Column("blast", "what is added to each die"),
    Column("damage", "damage tokens of a hit"),
    Column("dice", "dice of one attack"),
)


def car_sheet(document: object) -> list[Table]:
    """A design as tables, without empty ones; no tables at all for an unreadable design."""
    try:
        design = read_design(document)
    except Refusal:
        return []
    tokens = "token" if design.symbols == 1 else "tokens"
    note = (
        f"{design.az} AZ of the {BUILD_LIMIT} that the cars of a team have together; undamaged it generates "
        f"{design.symbols} speed {tokens}."
    )
    tables = [
        make_table(design.name or "Car", ENGINE_COLUMNS, [_engine(design)], note=note),
        make_table("Cards", CARD_COLUMNS, _cards(design)),
        make_table("Weapons", WEAPON_COLUMNS, _weapons(design)),
    ]
    return [table for table in tables if table.rows]


def _engine(design: Design) -> Sequence[Cell]:
    engine = design.engine
    return (
        engine.name or CUSTOM_ENGINE,
        engine.az,
        engine.plug,
        _format_numbers(engine.track),
        _format_numbers(engine.plus),
    )


def _cards(design: Design) -> Iterator[Sequence[Cell]]:
    for card in design.cards:
        yield NAMES[card.key], card.az, _format_numbers(card.plus)


def _weapons(design: Design) -> Iterator[Sequence[Cell]]:
    for key in dict.fromkeys(card.key for card in design.cards if card.key in WEAPONS):
        weapon = WEAPONS[key]
        damage: Cell = weapon.damage or "its speed tokens"
        reach: Cell = weapon.range or "contact"
        yield weapon.name, reach, weapon.blast, damage, weapon.shots


def _format_numbers(numbers: Sequence[int]) -> Cell:
    return ", ".join(map(str, numbers)) or EMPTY_CELL
