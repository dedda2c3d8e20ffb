"""Orders: what a driver intends, at each of the moments they are asked. Rules RH-002, RH-015, RH-016, RH-020 to
RH-022, RH-088.

An order is not a record: what came of it stands in the log. Every order has a do-nothing default: it holds the
speed, goes straight on and does not fire.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.match.orders import read_order_document

KEEP = -1  # no mutant: any number that is no speed
"""No speed of an order: the car keeps the one it has, or the nearest it may have."""


class Attack(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One crew member's attack: `crew` is `driver` or `gunner`, `weapon` counts the car's weapons from 0, `target` is
    a car's id (RH-085, RH-088).
    """

    weapon: int
    target: str
    crew: str = "driver"


class SpeedOrder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The speed a car is to hold this round, in mph (RH-020 to RH-022)."""

    to: int = KEEP


class PhaseOrder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One phase: a maneuver for each free car step, straight on for what is left out, then the attacks (RH-015,
    RH-016).

    `brake` is an emergency stop before the first step, where the house allows one (RH-021).
    """

    maneuvers: tuple[str, ...] = ()
    attacks: tuple[Attack, ...] = ()
    brake: bool = False


class Override(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A commissioner's word that one figure of a car is another, and why (RH-002)."""

    field: str
    value: int
    reason: str


Order = SpeedOrder | PhaseOrder
ORDER_TYPES: dict[str, type[SpeedOrder | PhaseOrder]] = {"speed": SpeedOrder, "phase": PhaseOrder}
"""The orders of each kind a driver is asked for (RH-020)."""
STRAIGHT_ON = PhaseOrder()
HOLD = SpeedOrder()


def document_of_order(order: Order | Override) -> dict[str, Any]:
    """An order as a document of plain lists and texts, defaults left out."""
    document: dict[str, Any] = msgspec.to_builtins(order)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in document.items()}


def read_order(kind: str, document: object) -> Order:
    """The order of a kind that a document holds. Raises `OrderIllegal` for what is none."""
    return read_order_document(kind, document, ORDER_TYPES)
