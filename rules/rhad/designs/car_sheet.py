"""A design in tables for people: its figures, seats and accessories, armor, tires and weapons, and the points they
take.

Rules RH-022, RH-035, RH-060, RH-085.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.refusals import Refusal
from rules.match.ruleset import without_warnings
from rules.match.text_tables import EMPTY_CELL, Cell, Column, Table, make_table
from rules.rhad.designs.design import SIDES, Design, read_design
from rules.rhad.designs.design_errors import design_errors
from rules.rhad.designs.design_points import dp_spent, weapon_dp

FIGURE_COLUMNS = (Column("characteristic"), Column("figure"), Column("unit"))
EQUIPMENT_COLUMNS = (Column("built"), Column("how"))
ARMOR_COLUMNS = tuple(Column(side) for side in SIDES)
TIRE_COLUMNS = (Column("tire"), Column("points"))
WEAPON_COLUMNS = (
    Column("weapon"),
    Column("mount"),
    Column("to hit", "the least total of two dice that hits"),
    Column("damage", "dice of six, and what is added"),
    Column("shots", "the attacks it has"),
    Column("points", "its own points"),
    Column("DP", "design points it takes"),
)


def car_sheet(document: object, *, budget: int | None) -> list[Table]:
    """The tables of a design, empty ones left out. The result is empty if the design cannot be read or has errors.

    `budget` is in DP, or None if there is none.
    """
    try:
        design = read_design(document)
    except Refusal:
        return []
    if without_warnings(design_errors(design, budget=None)):
        return []
    spent = dp_spent(design)
    text = f"Worth {spent} DP; no budget is kept to." if budget is None else f"{spent} of {budget} DP spent."
    tires = ((tire.end, tire.dp) for tire in design.tires)
    tables = [
        make_table(design.name or "Car", FIGURE_COLUMNS, _figures(design), note=text),
        make_table("Built", EQUIPMENT_COLUMNS, _equipment(design)),
        make_table("Armor", ARMOR_COLUMNS, [[design.armor.on(side) for side in SIDES]]),
        make_table("Tires", TIRE_COLUMNS, tires),
        make_table("Weapons", WEAPON_COLUMNS, _weapons(design)),
    ]
    return [table for table in tables if table.rows]


def _figures(design: Design) -> Iterator[Sequence[Cell]]:
    yield "handling class", design.base_hc, EMPTY_CELL
    yield "top speed", design.max_speed, "mph"
    yield "acceleration", design.accel, "mph a round"
    yield "braking", design.brake, "mph a round"
    yield "power plant", design.power_plant_dp, "points"
    yield "armor", design.armor.total, "points"
    yield "tires", sum(tire.dp for tire in design.tires), "points"


def _equipment(design: Design) -> Iterator[Sequence[Cell]]:
    """The seats and accessories of a design."""
    yield "seats", " and ".join(seat.role for seat in design.crew)
    if design.accessories:
        yield "accessories", " and ".join(design.accessories)


def _weapons(design: Design) -> Iterator[Sequence[Cell]]:
    for weapon in design.weapons:
        shots: Cell = "unlimited" if weapon.shots is None else weapon.shots
        yield weapon.name, weapon.mount, f"{weapon.to_hit}+", weapon.damage, shots, weapon.dp, weapon_dp(weapon)
