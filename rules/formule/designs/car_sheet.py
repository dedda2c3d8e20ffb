"""The car sheet: a design as tables for people. Rules FW-001 to FW-003, FW-010, FW-020, FW-023."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.refusals import Refusal
from rules.formule.designs.design import CHARACTERISTICS, Design, points_spent, read_design
from rules.formule.designs.design_errors import Limits
from rules.formule.weapons import EQUIPMENT, LINK_PRICE, UNLIMITED
from rules.match.text_tables import EMPTY_CELL, Cell, Column, Table, make_table

PRICE_COLUMN = Column("price", "build points")
CHARACTERISTIC_COLUMNS = (Column("characteristic"), Column("points", "build points, each of which is a point of it"))
WEAPON_COLUMNS = (
    Column("weapon"),
    Column("mount"),
    Column("link", "two weapons of one link are fired in one action"),
    Column("damage", "damage points of a hit"),
    Column("shots", "shots or charges"),
    Column("range", "squares it reaches"),
    Column("to hit", "what it adds to the roll to hit"),
    PRICE_COLUMN,
)
EQUIPMENT_COLUMNS = (Column("equipment"), PRICE_COLUMN)


def car_sheet(document: object, *, limits: Limits) -> list[Table]:
    """A design as tables, without empty ones; no tables at all for an unreadable design."""
    try:
        design = read_design(document)
    except Refusal:
        return []
    spent = f"{points_spent(design, limits.weapons)} of {limits.points} build points spent."
    figures = ((name.replace("_", "-"), design.points_of(name)) for name in CHARACTERISTICS)
    tables = [
        make_table(design.name or "Car", CHARACTERISTIC_COLUMNS, figures, note=spent),
        make_table("Weapons", WEAPON_COLUMNS, _weapons(design, limits)),
        make_table("Equipment", EQUIPMENT_COLUMNS, _equipment(design)),
    ]
    return [table for table in tables if table.rows]


def _weapons(design: Design, limits: Limits) -> Iterator[Sequence[Cell]]:
    for mounted in design.weapons:
        link = mounted.link or EMPTY_CELL
        weapon = limits.weapons.get(mounted.key)
        if weapon is None:
            yield mounted.key, mounted.mount, link, *[EMPTY_CELL] * 4, 0
            continue
        shots: Cell = "unlimited" if weapon.ammunition == UNLIMITED else weapon.ammunition
        damage: Cell = weapon.damage or "special"
        yield weapon.name, mounted.mount, link, damage, shots, weapon.reach, weapon.bonus, weapon.price


def _equipment(design: Design) -> Iterator[Sequence[Cell]]:
    for item in design.equipment:
        yield item.replace("_", " "), EQUIPMENT.get(item, 0)
    for link in design.links:
        yield f"link {link}", LINK_PRICE
