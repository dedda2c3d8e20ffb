"""Garages and stores: cars with what each is by every ruleset, and items with where they are. Amounts are whole
credits.
"""

from __future__ import annotations

from typing import Any

import msgspec


class FittedOut(msgspec.Struct, frozen=True, kw_only=True):
    """An item on a car: `weapon` is the item it is fixed to, where it is not the car itself."""

    id: str
    kind: str
    name: str
    weapon: str


class DesignFaultOut(msgspec.Struct, frozen=True, kw_only=True):
    """Why a design is not legal under the season's house rules."""

    code: str
    rule: str
    sentence: str


class ColumnOut(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a column, and what it means where its name does not say so."""

    name: str
    means: str


class TableOut(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a ruleset tells it; a hyphen stands where there is nothing."""

    title: str
    columns: tuple[ColumnOut, ...]
    rows: tuple[tuple[str | int, ...], ...]
    note: str


class DesignOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a car is in the matches of a ruleset: of its `own` design or of the stock one it would enter with.

    `sheet` holds the derived figures; `faults` say why its own design is not legal now.
    """

    ruleset: str
    title: str
    own: bool
    design: dict[str, Any]
    faults: tuple[DesignFaultOut, ...]
    sheet: tuple[TableOut, ...]


class CarOut(msgspec.Struct, frozen=True, kw_only=True):
    """A car: `phase` is `garage`, or `scrapped` once it was given up; `criticals` are those that stand on it."""

    id: str
    name: str
    phase: str
    dp: int
    paid: int
    overhead: bool
    gunner_station: bool
    gearing: int
    broken: bool
    criticals: int
    destroyed: bool
    fitted: tuple[FittedOut, ...]
    designs: tuple[DesignOut, ...]
    why: dict[str, str]


class GarageOut(msgspec.Struct, frozen=True, kw_only=True):
    """The cars of a franchise, by id."""

    season: str
    franchise: str
    cars: tuple[CarOut, ...]


class StoredOut(msgspec.Struct, frozen=True, kw_only=True):
    """An item of a franchise and where it is: on a `car`, worn by a `driver`, fixed to a `weapon`, or in the stores.

    `bound` is the car it belongs to for good. `shots` are its stat lines; `uses` and `ammunition` are what is left.
    """

    id: str
    kind: str
    name: str
    group: str
    rule: str
    effect: str
    shots: tuple[str, ...]
    origin: str
    paid: int
    car: str
    driver: str
    weapon: str
    bound: str
    carcass: str
    tread: str
    gearing: int
    variant: str
    rolled: dict[str, Any]
    uses: int
    ammunition: int | None
    backwards: bool
    why: dict[str, str]


class StoresOut(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a franchise has beside cars, by id."""

    season: str
    franchise: str
    items: tuple[StoredOut, ...]
