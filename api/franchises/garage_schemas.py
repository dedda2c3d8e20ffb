"""Schemas of garages and stores: cars with their designs in every ruleset, and items. Amounts are whole credits."""

from __future__ import annotations

from typing import Any

import msgspec


class FittedOut(msgspec.Struct, frozen=True, kw_only=True):
    """An item on a car: `weapon` is the item it is fixed to, where it is not the car itself."""

    id: str
    """Short id of the item."""
    kind: str
    """Kind of the item, as `catalogue/items` lists it."""
    name: str
    """What items of that kind are called in the book."""
    weapon: str


class DesignFaultOut(msgspec.Struct, frozen=True, kw_only=True):
    """Why a design is not legal under the season's house rules."""

    code: str
    """Short name of the kind of fault."""
    rule: str
    """Number of the rule that the design breaks."""
    sentence: str
    """What is wrong with the design, in a sentence."""


class ColumnOut(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a column, and what it means where its name does not say so."""

    name: str
    """Head of the column."""
    means: str
    """What the column counts and in which units, where its head does not say so; else empty."""


class TableOut(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a ruleset tells it; a hyphen stands where there is nothing."""

    title: str
    """Title above the table."""
    columns: tuple[ColumnOut, ...]
    """Heads of the columns, from left to right."""
    rows: tuple[tuple[str | int, ...], ...]
    """Cells of each row, one for each column; `-` where there is nothing."""
    note: str
    """Sentence below the table; empty for none."""


class DesignOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a car is in the matches of a ruleset: of its `own` design or of the stock one it would enter with.

    `sheet` holds the derived figures; `faults` say why its own design is not legal now.
    """

    ruleset: str
    """Short name of the ruleset."""
    title: str
    """What the ruleset is called."""
    own: bool
    """Whether the owner designed the car for it; else it would enter with the stock design."""
    design: dict[str, Any]
    """The design in the form of its ruleset."""
    faults: tuple[DesignFaultOut, ...]
    """Why its own design is not legal now; empty where it is."""
    sheet: tuple[TableOut, ...]
    """Figures that follow from the design, in tables for people."""


class CarOut(msgspec.Struct, frozen=True, kw_only=True):
    """A car: `phase` is `garage`, or `scrapped` once it was given up; `criticals` are those that stand on it."""

    id: str
    """Short id of the car."""
    name: str
    """What the car is called."""
    former_names: tuple[str, ...]
    """What it was called before, the latest first."""
    phase: str
    """`garage`, or `scrapped` once it was sold or given up."""
    dp: int
    """Its design budget, in design points (DM-C-066)."""
    paid: int
    """What it was bought for, in credits."""
    overhead: bool
    """Whether it is an overhead car (DM-C-066)."""
    gunner_station: bool
    """Whether it has a gunner's station."""
    gearing: int
    """Gear-set it was built with: -1, 0 or 1 (DM-C-066)."""
    broken: bool
    """Whether a device failed before its match, and it is out of that one (DM-C-088)."""
    criticals: int
    """Criticals that are not repaired."""
    destroyed: bool
    """Whether it was destroyed and is not replaced yet."""
    fitted: tuple[FittedOut, ...]
    """Items on the car, and those fixed to its weapons, without hidden ones."""
    designs: tuple[DesignOut, ...]
    """What the car is in the matches of each ruleset; empty while its armor or fuel is hidden."""
    hidden: tuple[str, ...]
    """What its rivals in a duel do not see of it until the result stands, among armor, devices, tires and fuel
    (CW-Q-013); empty for everybody else.
    """
    sights: dict[str, str]
    """Armor or fuel in words, where that is in sight although `designs` are hidden."""
    why: dict[str, str]


class GarageOut(msgspec.Struct, frozen=True, kw_only=True):
    """The cars of a franchise, by id."""

    season: str
    franchise: str
    cars: tuple[CarOut, ...]
    """The cars of the franchise, by id."""


class StoredOut(msgspec.Struct, frozen=True, kw_only=True):
    """An item of a franchise and where it is: on a `car`, worn by a `driver`, fixed to a `weapon`, or in the stores.

    `bound` is the car it belongs to for good. `shots` are its stat lines; `uses` and `ammunition` are what is left.
    """

    id: str
    """Short id of the item."""
    kind: str
    """Kind of the item, as `catalogue/items` lists it."""
    name: str
    """What items of that kind are called in the book."""
    group: str
    """Group of its kind, such as `weapon`, `tires` or `personal`."""
    rule: str
    """Number of the rule that describes its kind."""
    effect: str
    """What it does in a match, in a sentence; empty where its stat lines say all."""
    shots: tuple[str, ...]
    """Its stat lines in words, the single shot first where it has two."""
    origin: str
    """Where it came from: `list`, `world_trade`, `tinkering`, `house` or `opening`."""
    paid: int
    """What was paid for it, in credits."""
    car: str
    """Short id of the car it is on; empty where it is on none."""
    driver: str
    """Short id of the driver who wears it; empty where nobody does."""
    weapon: str
    bound: str
    """Short id of the car it belongs to for good, also when it is taken off (DM-C-151); else empty."""
    carcass: str
    tread: str
    gearing: int
    """Gearing of a gear-set: -1, 0 or 1; 0 for other items."""
    variant: str
    rolled: dict[str, Any]
    uses: int
    """Uses that are left of a medical kit (DM-C-130); 0 for other items."""
    ammunition: int | None
    """Shots a gun has left, where ammunition is not free (DM-C-067); null when it is full or needs none."""
    backwards: bool
    why: dict[str, str]


class StoresOut(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a franchise has beside cars, by id."""

    season: str
    franchise: str
    items: tuple[StoredOut, ...]
    """The items of the franchise, by id, wherever they are."""
