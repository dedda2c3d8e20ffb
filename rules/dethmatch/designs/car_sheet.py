"""The car sheet, a design as tables: what its points bought, its armor and mounts, and its ratings. Rules DM-M-010 to
DM-M-014, DM-M-018 to DM-M-026, DM-M-029 to DM-M-035.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.refusals import Refusal
from rules.dethmatch.designs.design import QUADRANTS, Design, read_design
from rules.dethmatch.designs.design_errors import design_errors
from rules.dethmatch.designs.design_points import account, dp_spent, mount_dp
from rules.dethmatch.designs.ratings import compute_ratings
from rules.match.ruleset import without_warnings
from rules.match.text_tables import EMPTY_CELL, Cell, Column, Table, make_table

DP = Column("DP", "design points")
PURCHASE_COLUMNS = (Column("bought"), Column("figure"), DP)
BUILD_COLUMNS = (Column("built"), Column("how"))
ARMOR = tuple(Column(side) for side in QUADRANTS)
MOUNTS = (Column("mount"), Column("type"), Column("traverse"), Column("facing"), Column("linked with"), DP)
RATING_COLUMNS = (Column("rating"), Column("figure"))


def car_sheet(document: object, *, dp: int, special_mount_dp: int = 0) -> list[Table]:
    """Return the tables of a design. The list is empty if it cannot be read, or is not a legal car at any budget.

    `dp` is the budget. `special_mount_dp` is the house rule's price of a special mount.
    """
    try:
        design = read_design(document)
    except Refusal:
        return []
    spent = dp_spent(design, special_mount_dp=special_mount_dp)
    if without_warnings(design_errors(design, budget=spent, special_mount_dp=special_mount_dp)):
        return []
    mounts = _mounts(design, special_mount_dp=special_mount_dp)
    tables = [
        make_table(design.name or "Car", PURCHASE_COLUMNS, _purchase_rows(design), note=f"{spent} of {dp} DP spent."),
        make_table("Armor", ARMOR, [[design.armor.on(side) for side in QUADRANTS]]),
        make_table("Mounts", MOUNTS, mounts),
        make_table("Built", BUILD_COLUMNS, _build_rows(design)),
        make_table(
            "What it comes to",
            RATING_COLUMNS,
            _rating_rows(design),
            note="With nothing fitted to it, on light tires.",
        ),
    ]
    return [table for table in tables if table.rows]


def _purchase_rows(design: Design) -> Iterator[Sequence[Cell]]:
    """Yield the lines of the account other than mounts, with the amount bought where there is one (DM-M-011)."""
    amounts = {
        "engine": design.engine,
        "suspension": design.suspension,
        "fuel": design.fuel,
        "armor": design.armor_points,
        "toughness": design.toughness,
    }
    lines = account(design)
    for line in lines[: len(lines) - len(design.mounts)]:
        yield line.what.replace("_", " "), amounts.get(line.what, EMPTY_CELL), line.dp


def _mounts(design: Design, *, special_mount_dp: int) -> Iterator[Sequence[Cell]]:
    for mount in design.mounts:
        price = mount_dp(mount, special_mount_dp=special_mount_dp)
        facing = mount.facing.replace("_", " ")
        yield mount.id, mount.type, mount.traverse, facing, mount.link or EMPTY_CELL, price


def _build_rows(design: Design) -> Iterator[Sequence[Cell]]:
    """Yield how the suspension and gears are set (DM-M-022, DM-M-026, DM-M-029)."""
    yield "height", " or ".join(design.heights)
    yield "travel", design.travel
    yield "gear-set", f"{design.gearing:+d}" if design.gearing else "normal"


def _rating_rows(design: Design) -> Iterator[Sequence[Cell]]:
    """Yield the ratings of DM-M-030 to DM-M-035."""
    ratings = compute_ratings(design)
    yield "weight", ratings.weight
    yield "acceleration", ratings.acceleration
    yield "maximum handling", ratings.handling
    yield "overload", ratings.overload
    yield "fuel points", ratings.fuel
